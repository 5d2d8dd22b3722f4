// A use that is no read of a value may change the variable; one that is no
// assignment either may keep its address.
#include "LocalUse.h"

#include "Unit.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>

using namespace regtt::toir;
using llvm::dyn_cast;

namespace {

class Uses : public clang::RecursiveASTVisitor<Uses> {
public:
  Uses(llvm::DenseSet<const clang::VarDecl *> &placed,
       llvm::DenseSet<const clang::VarDecl *> &shared)
      : placed(placed), shared(shared) {}

  bool shouldVisitImplicitCode() const { return true; }

  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *e) {
    if (e->getCastKind() == clang::CK_LValueToRValue) {
      isRead(e->getSubExpr());
      isNamed(e->getSubExpr());
      // std::max answers with one of its operands, which is read at once.
      const auto *call =
          dyn_cast<clang::CallExpr>(e->getSubExpr()->IgnoreParens());
      if (call && call->getDirectCallee() &&
          Effects::isPureLibrary(call->getDirectCallee()))
        for (const clang::Expr *given : call->arguments())
          isNamed(given);
    }
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *e) {
    if (e->isAssignmentOp())
      isNamed(e->getLHS());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *e) {
    if (e->isIncrementDecrementOp())
      isNamed(e->getSubExpr());
    return true;
  }
  // The library's methods do not keep where their object lies.
  bool VisitCallExpr(clang::CallExpr *e) {
    const auto *method =
        llvm::dyn_cast_or_null<clang::CXXMethodDecl>(e->getDirectCallee());
    if (!method || !isLibrary(method))
      return true;
    if (const auto *member = dyn_cast<clang::CXXMemberCallExpr>(e))
      isNamed(member->getImplicitObjectArgument());
    else if (llvm::isa<clang::CXXOperatorCallExpr>(e) && method->isInstance())
      isNamed(e->getArg(0));
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *e) {
    if (e->getConstructor()->isTrivial() &&
        e->getConstructor()->isCopyOrMoveConstructor())
      isRead(e->getArg(0));
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *e) {
    const auto *variable = dyn_cast<clang::VarDecl>(e->getDecl());
    if (variable && !read.count(e))
      placed.insert(variable->getCanonicalDecl());
    if (variable && !named.count(e))
      shared.insert(variable->getCanonicalDecl());
    return true;
  }
  bool TraverseLambdaExpr(clang::LambdaExpr *e) {
    for (const clang::LambdaCapture &capture : e->captures())
      if (capture.capturesVariable() &&
          capture.getCaptureKind() == clang::LCK_ByRef)
        if (const auto *variable =
                dyn_cast<clang::VarDecl>(capture.getCapturedVar())) {
          placed.insert(variable->getCanonicalDecl());
          shared.insert(variable->getCanonicalDecl());
        }
    return RecursiveASTVisitor::TraverseLambdaExpr(e);
  }

private:
  llvm::DenseSet<const clang::VarDecl *> &placed, &shared;
  llvm::DenseSet<const clang::Expr *> read, named;

  void isRead(const clang::Expr *e) {
    while (true) {
      e = e->IgnoreParens();
      const auto *member = dyn_cast<clang::MemberExpr>(e);
      const auto *cast = dyn_cast<clang::ImplicitCastExpr>(e);
      if (member && !member->isArrow())
        e = member->getBase();
      else if (cast && cast->isGLValue() &&
               cast->getCastKind() == clang::CK_NoOp)
        e = cast->getSubExpr();
      else
        break;
    }
    if (llvm::isa<clang::DeclRefExpr>(e))
      read.insert(e);
  }

  /// `e`, a member or an element, is read or stored to: nothing else has it.
  void isNamed(const clang::Expr *e) {
    while (true) {
      e = e->IgnoreParenImpCasts();
      const auto *member = dyn_cast<clang::MemberExpr>(e);
      const auto *element = dyn_cast<clang::ArraySubscriptExpr>(e);
      if (member && !member->isArrow())
        e = member->getBase();
      else if (element)
        e = element->getBase();
      else
        break;
    }
    named.insert(e);
  }
};

} // namespace

LocalUse::LocalUse(const clang::FunctionDecl *function) {
  Uses uses(placed, shared);
  uses.TraverseStmt(function->getBody());
  if (const auto *constructor = dyn_cast<clang::CXXConstructorDecl>(function))
    for (const clang::CXXCtorInitializer *init : constructor->inits())
      uses.TraverseStmt(init->getInit());
}

bool LocalUse::isFixed(const clang::VarDecl *variable) const {
  const clang::QualType type = variable->getType();
  return variable->hasInit() && !type.isVolatileQualified() &&
         !type->isArrayType() && !type->isReferenceType() &&
         !isLibraryType(type) &&
         !llvm::isa<clang::DecompositionDecl>(variable) &&
         type.isTriviallyCopyableType(variable->getASTContext()) &&
         !placed.count(variable->getCanonicalDecl());
}

bool LocalUse::isShared(const clang::VarDecl *variable) const {
  return shared.count(variable->getCanonicalDecl());
}
