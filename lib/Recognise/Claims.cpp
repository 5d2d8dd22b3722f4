// Finds the element that a condition and a statement under it are about.
#include "Claims.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

llvm::SmallVector<const ir::Expr *, 4>
recognise::conjuncts(const ir::Expr *condition) {
  const auto *both = dyn_cast<ir::LogicalExpr>(condition);
  if (!both || !both->isAnd)
    return {condition};
  auto parts = conjuncts(both->left);
  parts.append(conjuncts(both->right));
  return parts;
}

std::optional<Claim> recognise::claimOf(ir::Module &module,
                                        const ir::Expr *condition,
                                        const ir::BlockStatement *body) {
  const auto parts = conjuncts(condition);
  for (ir::Statement *s : body->statements) {
    auto *store = dyn_cast<ir::StoreStatement>(s);
    if (!store)
      continue;
    const auto isIt = [&](const ir::Place *place) {
      return ir::equal(place, store->place);
    };
    for (const ir::Expr *part : parts) {
      const ir::Place *asked = nullptr;
      ir::walk(part, [&](const ir::Expr *e) {
        if (const auto *load = dyn_cast<ir::LoadExpr>(e);
            load && isIt(load->place))
          asked = load->place;
      });
      if (!asked)
        continue;
      if (const auto test = elementTestOf(module, part, isIt))
        if (const auto with = fixedNumber(test->with))
          return Claim{test->place, store->place, std::nullopt, test->op,
                       *with};
      // Reading alone, nothing is put anywhere.
      const ir::Statement *alone = module.ifThen(
          part,
          module.block({module.store(store->place, store->value, s->loc)},
                       s->loc),
          nullptr, s->loc);
      const auto change = elementChangeOf(module, alone, isIt);
      if (change && !change->where && change->combiner &&
          (*change->combiner == ir::Combiner::Min ||
           *change->combiner == ir::Combiner::Max))
        return Claim{asked, store->place, change->combiner};
    }
  }
  return std::nullopt;
}
