#include "BodyScan.h"

#include "Builder.h"

#include <clang/AST/RecursiveASTVisitor.h>

using namespace regtt;
using namespace clang;

namespace {

class Scanner : public RecursiveASTVisitor<Scanner> {
public:
  explicit Scanner(const FunctionDecl *self) : self(self->getCanonicalDecl()) {}

  bool VisitCallExpr(CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    if (callee && callee->getCanonicalDecl() == self)
      scan.calls.push_back(call);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *op) {
    if (op->isAssignmentOp())
      assigned(op->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) {
    if (op->isIncrementDecrementOp() || op->getOpcode() == UO_AddrOf)
      assigned(op->getSubExpr());
    return true;
  }

  BodyScan scan;

private:
  void assigned(const Expr *target) {
    if (const VarDecl *var = namedVariable(target))
      scan.changed.insert(var);
  }
  const FunctionDecl *self;
};

} // namespace

BodyScan regtt::scanBody(const FunctionDecl *fn) {
  Scanner scanner(fn);
  scanner.TraverseStmt(fn->getBody());
  return std::move(scanner.scan);
}

bool BodyScan::handsOn(const FunctionDecl *fn, unsigned k) const {
  const ParmVarDecl *param = fn->getParamDecl(k);
  if (changed.count(param) && !param->getType()->isReferenceType())
    return false;
  return llvm::all_of(calls, [&](const CallExpr *call) {
    return k < call->getNumArgs() && namedVariable(call->getArg(k)) == param;
  });
}
