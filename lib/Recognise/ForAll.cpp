// Finds what iterations do for all.
#include "ForAll.h"

#include "regtt/Analysis/Updates.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using kernel::combinationOf;

bool ForAll::add(const ir::Statement *s) {
  if (const auto *store = llvm::dyn_cast<ir::StoreStatement>(s);
      store && site.flagAt(store->place)) {
    isAny = true;
    return true;
  }
  const auto update = combinationOf(s);
  using ir::Combiner;
  if (!update || !update->place->steps.empty() ||
      !llvm::is_contained(
          {Combiner::Or, Combiner::OrElse, Combiner::And, Combiner::AndAlso},
          update->combiner) ||
      !llvm::all_of(update->operands, isOfAll))
    return false;
  const auto *root = std::get_if<ir::DataRoot>(&update->place->root);
  if (root && root->kind == ir::DataRoot::Own)
    rows[root->number] = update->combiner;
  else if (const ir::Variable *variable = update->place->variable())
    variables.push_back(variable);
  else
    return false;
  isAny = true;
  return true;
}

ir::Location ForAll::lookedAt() const {
  const auto isOne = [&](const ir::Place *place) {
    const auto *root =
        place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
    return place && (root ? root->kind == ir::DataRoot::Own &&
                                rows.count(root->number) != 0
                          : llvm::is_contained(variables, place->variable()));
  };
  ir::Location found;
  for (const ir::Function *function : site.kernel.bodies())
    ir::walk(static_cast<const ir::Statement *>(function->body),
             [&](const ir::Statement *s) {
               const auto update = combinationOf(s);
               if (found || (update && isOne(update->place)))
                 return;
               ir::forEachOperand(s, [&](const ir::Expr *operand) {
                 ir::walk(operand, [&](const ir::Expr *e) {
                   if (!found && isOne(ir::placeOf(e)))
                     found = s->loc;
                 });
               });
             });
  return found;
}

void ForAll::markParts() const {
  for (const auto &[row, combiner] : rows)
    site.kernel.data[row].part = combiner;
}
