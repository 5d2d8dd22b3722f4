// A scalar from around the loop that each iteration sets before it reads it,
// and whose value nobody looks at when the loop is over, is one of the
// iteration's, as if a clause said so. In C of 1989 all variables of loops are
// such:
//
//     int i, j; double s;                    private(j), private(s)
//     #pragma regtt parallel
//     for (i = 0; i < n; ++i) {
//       s = 0;
//       for (j = row[i]; j < row[i + 1]; ++j)
//         s += val[j] * x[col[j]];
//       y[i] = s;
//     }
//
// That somebody else has its address, or reads it behind the loop, stands in
// the text around the loop (Around.h).
#include "Around.h"
#include "CombinedUses.h"
#include "LocalUses.h"
#include "LoopClauses.h"
#include "NestedLoops.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

static bool isScalar(const ir::Type *type) {
  return type->isBool() || type->isInt() || type->isFloat() || type->isEnum() ||
         type->isPointer();
}

/// Whether the loop stands among the function's statements, and what stands
/// behind it there does not name the variable.
static bool isDeadBehind(const ir::Function &host, const ir::Statement *loop,
                         const ir::Variable *variable) {
  const auto &list = host.body->statements;
  const auto at = llvm::find(list, loop);
  return at != list.end() &&
         std::none_of(std::next(at), list.end(), [&](const ir::Statement *s) {
           return namesVariable(s, variable);
         });
}

void recognise::addImpliedPrivates(ir::Module &module, const ir::Function &host,
                                   const ir::Statement *loop,
                                   const ir::BlockStatement *body,
                                   std::vector<ir::Clause> &clauses) {
  if (!isNested(body))
    return;
  llvm::SmallPtrSet<const ir::Variable *, 16> seen; // or declared in the body
  ir::walk(static_cast<const ir::Statement *>(body),
           [&](const ir::Statement *s) { seen.insert(ir::declaredBy(s)); });
  for (const ir::Clause &clause : clauses)
    if (clause.place)
      seen.insert(clause.place->variable());
  const Around around(host, loop);
  LocalUses uses = usesOf(body);
  ir::walk(static_cast<const ir::Statement *>(body),
           [&](const ir::Statement *s) {
             const auto *store = dyn_cast<ir::StoreStatement>(s);
             const ir::Variable *variable =
                 store ? store->place->wholeVariable() : nullptr;
             if (!variable || !seen.insert(variable).second ||
                 !isScalar(variable->type) || variable->isVolatile ||
                 uses[variable].isAddressed || around.isShared(variable) ||
                 isNamedInHead(loop, body, variable) ||
                 !isDeadBehind(host, loop, variable) ||
                 readBeforeSet(body, variable, false))
               return;
             clauses.push_back({ir::Clause::Private, "", module.place(variable),
                                nullptr, s->loc});
           });
}
