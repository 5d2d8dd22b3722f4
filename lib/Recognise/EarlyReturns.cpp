// After a visit, early returns become conditions on what follows, so that
// nothing behind the kernel's making has to look for ways out of a body.
//
//     visit @f(%near)                      visit @f(%near)
//     if far(%d) { return }          ->    if lnot(far(%d)) {
//     visit @f(%far)                         visit @f(%far)
//     return                               }
#include "Arrival.h"

#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

static bool isReturn(const ir::Statement *s) {
  const auto *leave = dyn_cast<ir::ReturnStatement>(s);
  return leave && !leave->value;
}

static bool holdsVisit(const ir::Statement *s) {
  bool result = false;
  ir::walk(s, [&](const ir::Statement *each) {
    result |= isa<ir::VisitStatement>(each);
  });
  return result;
}

static const ir::Expr *negated(ir::Module &module, const ir::Expr *e) {
  const auto *negation = dyn_cast<ir::UnaryExpr>(e);
  return negation && negation->op == ir::UnaryOp::LNot
             ? negation->operand
             : module.unary(ir::UnaryOp::LNot, e, e->loc);
}

/// `visited`: a visit may have come before. `isLast`: nothing runs after it.
static void rewrite(ir::Module &module, ir::BlockStatement *block, bool visited,
                    bool isLast) {
  if (!block)
    return;
  std::vector<ir::Statement *> &body = block->statements;
  for (size_t k = 0; k < body.size(); ++k) {
    auto *branch = dyn_cast<ir::IfStatement>(body[k]);
    const bool ends = isLast && k + 1 == body.size();
    if (visited && isLast && !ends && branch && !branch->otherwise &&
        branch->then->statements.size() == 1 &&
        isReturn(branch->then->statements[0])) {
      branch->condition = negated(module, branch->condition);
      branch->then->statements.assign(
          body.begin() + static_cast<std::ptrdiff_t>(k) + 1, body.end());
      body.resize(k + 1);
      return rewrite(module, branch->then, visited, isLast);
    }
    if (branch) {
      rewrite(module, branch->then, visited, ends);
      rewrite(module, branch->otherwise, visited, ends);
    } else if (auto *inner = dyn_cast<ir::BlockStatement>(body[k])) {
      rewrite(module, inner, visited, ends);
    }
    visited |= holdsVisit(body[k]);
  }
  if (visited && isLast && !body.empty() && isReturn(body.back()))
    body.pop_back();
}

void recognise::foldEarlyReturns(ir::Module &module, ir::Function &visit) {
  rewrite(module, visit.body, false, true);
}
