// Functions with a loop and a stack: `n = todo.top(); todo.pop();`, `n =
// todo[--top]`, `n = pop(&todo)`. Many others have that, too; of these it is
// said only if they are taken.
#include "StackLoops.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt::suggest;
using namespace clang;

namespace {

class StackFinder : public RecursiveASTVisitor<StackFinder> {
public:
  bool VisitWhileStmt(WhileStmt *) { return hasLoop = true; }
  bool VisitDoStmt(DoStmt *) { return hasLoop = true; }
  bool VisitForStmt(ForStmt *) { return hasLoop = true; }

  bool VisitCallExpr(CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    if (callee && callee->getDeclName().isIdentifier())
      pops |= callee->getName().contains_insensitive("pop");
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *e) {
    if (e->isIncrementDecrementOp())
      note(e->getSubExpr(), e->isIncrementOp());
    return true;
  }
  bool VisitCompoundAssignOperator(CompoundAssignOperator *e) {
    if (e->getOpcode() == BO_AddAssign || e->getOpcode() == BO_SubAssign)
      note(e->getLHS(), e->getOpcode() == BO_AddAssign);
    return true;
  }

  bool mayHaveStack() const {
    return hasLoop && (pops || llvm::any_of(up, [&](const VarDecl *variable) {
                         return down.contains(variable);
                       }));
  }

private:
  void note(const Expr *e, bool isUp) {
    const auto *name = dyn_cast<DeclRefExpr>(e->IgnoreParenImpCasts());
    const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (variable && variable->hasLocalStorage())
      (isUp ? up : down).insert(variable);
  }

  bool hasLoop = false, pops = false;
  llvm::SmallPtrSet<const VarDecl *, 4> up, down;
};

} // namespace

bool regtt::suggest::mayHaveStack(const FunctionDecl *function) {
  StackFinder finder;
  finder.TraverseStmt(function->getBody());
  return finder.mayHaveStack();
}
