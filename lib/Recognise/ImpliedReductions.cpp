// A variable from around the loop that a body without traversals combines, and
// does nothing else with, is reduced as a clause would say it, where the order
// of the iterations cannot be told from the result:
//
//     for (int v = 0; v < n; ++v)            reduction(|| : changed)
//       for (int u : near[v])                reduction(+ : edges)
//         if (++edges && dist[u] > limit)
//           changed |= u > v;
//
// Sums that are rounded are not: what they come to depends on the order.
#include "CombinedUses.h"
#include "Deferral.h"
#include "LocalUses.h"
#include "LoopClauses.h"
#include "NestedLoops.h"

#include "regtt/Analysis/Updates.h"
#include "regtt/IR/Identities.h"
#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

static const std::pair<llvm::StringRef, ir::Combiner> words[] = {
    {"+", ir::Combiner::Add},      {"-", ir::Combiner::Add},
    {"*", ir::Combiner::Mul},      {"min", ir::Combiner::Min},
    {"max", ir::Combiner::Max},    {"&", ir::Combiner::And},
    {"|", ir::Combiner::Or},       {"^", ir::Combiner::Xor},
    {"&&", ir::Combiner::AndAlso}, {"||", ir::Combiner::OrElse}};

std::optional<ir::Combiner> recognise::clauseCombiner(llvm::StringRef word) {
  for (const auto &[text, combiner] : words)
    if (text == word)
      return combiner;
  return std::nullopt;
}

static std::string wordOf(ir::Combiner combiner) {
  return llvm::find_if(words,
                       [&](const auto &row) { return row.second == combiner; })
      ->first.str();
}

namespace {

class Implied {
public:
  Implied(ir::Module &module, const ir::Statement *loop,
          ir::BlockStatement *&body, std::vector<ir::Clause> &clauses)
      : module(module), loop(loop), body(body), clauses(clauses) {}

  void run() {
    find();
    for (const auto &[variable, first] : stored) {
      if (own.count(variable) || isNamed(variable) ||
          isLeftToHost(body, variable) || variable->type->isReference() ||
          isNamedInHead(loop, body, variable))
        continue;
      const auto combiner = combinerOf(variable);
      if (!combiner || !ir::identityOf(module, *combiner, variable->type) ||
          !isExact(*combiner, variable->type))
        continue;
      if (!usedOtherwise(body, variable, *combiner))
        clauses.push_back({ir::Clause::Reduction, wordOf(*combiner),
                           module.place(variable), nullptr, first});
    }
  }

private:
  void find() {
    ir::walk(static_cast<const ir::Statement *>(body),
             [&](const ir::Statement *s) {
               if (const ir::Variable *made = ir::declaredBy(s))
                 own.insert(made);
               const auto *store = dyn_cast<ir::StoreStatement>(s);
               const ir::Variable *variable =
                   store ? store->place->wholeVariable() : nullptr;
               if (variable && variable->kind == ir::Variable::Local)
                 stored.insert({variable, s->loc});
             });
  }

  bool isNamed(const ir::Variable *variable) const {
    return llvm::any_of(clauses, [&](const ir::Clause &clause) {
      return clause.place && clause.place->variable() == variable &&
             clause.kind != ir::Clause::Fixpoint;
    });
  }

  static bool isExact(ir::Combiner combiner, const ir::Type *type) {
    const auto values = ir::lawClassOf(type);
    const ir::Laws *laws = values ? ir::lawsOf(combiner, *values) : nullptr;
    return laws && laws->isExact;
  }

  std::optional<ir::Combiner> combinerOf(const ir::Variable *variable) const {
    std::optional<ir::Combiner> result;
    ir::walk(
        static_cast<const ir::Statement *>(body), [&](const ir::Statement *s) {
          const auto update = kernel::combinationOf(s);
          if (!result && update && update->place->wholeVariable() == variable)
            result = update->combiner;
        });
    return result;
  }

  ir::Module &module;
  const ir::Statement *loop;
  ir::BlockStatement *&body;
  std::vector<ir::Clause> &clauses;
  llvm::SmallPtrSet<const ir::Variable *, 16> own; ///< that it declares
  /// With the place of the first statement.
  llvm::MapVector<const ir::Variable *, ir::Location> stored;
};

} // namespace

void recognise::addImpliedReductions(ir::Module &module,
                                     const ir::Statement *loop,
                                     ir::BlockStatement *&body,
                                     std::vector<ir::Clause> &clauses) {
  if (isNested(body))
    Implied(module, loop, body, clauses).run();
}
