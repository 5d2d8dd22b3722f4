// Addresses of the body's variables that are kept until the calls are made.
// What stands before the calls runs for all iterations first: when a call looks
// there, the variable is gone.
//
//     int limit = cut(i);
//     q[i].limit = &limit;       // RTT1134
//     visit(root, &q[i]);
#include "HostBody.h"

#include "regtt/Analysis/KeptAddresses.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;

void HostBody::checkAddresses() {
  std::vector<const ir::Statement *> statements;
  llvm::SmallPtrSet<const ir::Variable *, 8> own;
  if (iteration.counter)
    own.insert(iteration.counter);
  for (const Level &level : iteration.levels)
    for (const ir::Statement *s : level.before) {
      statements.push_back(s);
      ir::walk(s, [&](const ir::Statement *each) {
        if (const ir::Variable *variable = ir::declaredBy(each))
          own.insert(variable);
      });
    }
  const auto isOwn = [&](const ir::Variable *variable) {
    return own.contains(variable) && !ownCopy(variable);
  };
  const auto isCall = [](const ir::Statement *s) {
    const auto *call = llvm::dyn_cast<ir::CallStatement>(s);
    return call && call->callee->isTraversal;
  };
  const ir::KeptAddresses kept = ir::keptAddresses(statements, isOwn, isCall);
  if (kept.where)
    return refuse({Diag::RTT1134, kept.where->loc, {kept.variable->name}});
  for (const Operand &operand : iteration.operands)
    if (operand.form == Operand::Address)
      if (const ir::Variable *variable = kept.in(operand.expr))
        return refuse({Diag::RTT1134, iteration.call->loc, {variable->name}});
  for (const auto &[variable, input] : inputOf)
    if (const ir::Variable *whose = kept.holders.lookup(variable);
        whose && !variable->type->isReference())
      return refuse({Diag::RTT1134, variable->loc, {whose->name}});
  // What is handed over by its address, and copied: pointers in it.
  for (const Operand &operand : iteration.operands) {
    if (operand.form != Operand::Value || !operand.expr ||
        isCopyable(operand.type))
      continue;
    const bool isRead = operand.expr->type != operand.type;
    const ir::Expr *value =
        isRead ? module.load(module.pointee(operand.expr)) : operand.expr;
    if (const ir::Variable *variable = kept.in(value))
      return refuse({Diag::RTT1134, iteration.call->loc, {variable->name}});
  }
}
