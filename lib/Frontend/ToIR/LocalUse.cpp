// A use that is no read of a value may change the variable; one that is no
// assignment either may keep its address.
#include "LocalUse.h"

#include "Unit.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

using namespace regtt::toir;
using llvm::dyn_cast;

namespace {

class Uses : public clang::RecursiveASTVisitor<Uses> {
public:
  Uses(llvm::DenseSet<const clang::VarDecl *> &placed,
       llvm::DenseSet<const clang::VarDecl *> &shared,
       llvm::DenseSet<const clang::VarDecl *> &ofElements)
      : placed(placed), shared(shared), ofElements(ofElements) {}

  bool shouldVisitImplicitCode() const { return true; }
  bool shouldVisitTemplateInstantiations() const { return true; }

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
  // The library's methods do not keep where their object lies, but some answer
  // where an element is; std::swap keeps nothing.
  bool VisitCallExpr(clang::CallExpr *e) {
    const clang::FunctionDecl *callee = e->getDirectCallee();
    if (!callee || !isLibrary(callee))
      return true;
    // std::swap and std::fill keep nothing, std::exchange answers with a value.
    const bool isFree = !llvm::isa<clang::CXXMethodDecl>(callee);
    const bool isExchange = callee->isInStdNamespace() &&
                            callee->getIdentifier() &&
                            callee->getName() == "exchange";
    if (isFree && (keepsElements(callee) || isExchange))
      for (const clang::Expr *given : e->arguments())
        isNamed(given);
    const clang::Expr *object = objectOf(e);
    if (!object)
      return true;
    isNamed(object);
    if (!keepsElements(callee) && !named.count(e))
      noteElements(object);
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *e) {
    if (!e->getConstructor()->isCopyOrMoveConstructor())
      return true;
    if (e->getConstructor()->isTrivial())
      isRead(e->getArg(0));
    if (e->getConstructor()->isDefaulted())
      isNamed(e->getArg(0));
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
  // As it is written, an element is not yet read.
  bool TraverseInitListExpr(clang::InitListExpr *e) {
    if (!e->isSemanticForm() && e->getSemanticForm())
      e = e->getSemanticForm();
    for (clang::Stmt *element : e->children())
      if (!TraverseStmt(element))
        return false;
    return !e->hasArrayFiller() || TraverseStmt(e->getArrayFiller());
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
  llvm::DenseSet<const clang::VarDecl *> &placed, &shared, &ofElements;
  llvm::DenseSet<const clang::Expr *> read, named;

  /// What a library's method is called of; null of other calls.
  static const clang::Expr *objectOf(const clang::CallExpr *e) {
    const auto *method =
        llvm::dyn_cast_or_null<clang::CXXMethodDecl>(e->getDirectCallee());
    if (!method || !isLibrary(method))
      return nullptr;
    if (const auto *member = dyn_cast<clang::CXXMemberCallExpr>(e))
      return member->getImplicitObjectArgument();
    return llvm::isa<clang::CXXOperatorCallExpr>(e) && method->isInstance()
               ? e->getArg(0)
               : nullptr;
  }

  /// Whether what a method answers leads to no element.
  static bool keepsElements(const clang::FunctionDecl *callee) {
    const clang::QualType result = callee->getReturnType();
    return result->isVoidType() || result->isArithmeticType();
  }

  void noteElements(const clang::Expr *container) {
    const clang::Expr *e = container;
    while (true) {
      e = e->IgnoreParenImpCasts();
      const auto *member = dyn_cast<clang::MemberExpr>(e);
      const auto *call = dyn_cast<clang::CallExpr>(e);
      if (member && !member->isArrow())
        e = member->getBase();
      else if (const clang::Expr *object = call ? objectOf(call) : nullptr)
        e = object;
      else
        break;
    }
    if (const auto *name = dyn_cast<clang::DeclRefExpr>(e))
      if (const auto *variable = dyn_cast<clang::VarDecl>(name->getDecl()))
        ofElements.insert(variable->getCanonicalDecl());
  }

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
      const auto *call = dyn_cast<clang::CallExpr>(e);
      named.insert(e);
      if (member && !member->isArrow())
        e = member->getBase();
      else if (element)
        e = element->getBase();
      else if (const clang::Expr *object = call ? objectOf(call) : nullptr)
        e = object;
      else
        break;
    }
  }
};

} // namespace

LocalUse::LocalUse(const clang::FunctionDecl *function) {
  Uses uses(placed, shared, ofElements);
  uses.TraverseStmt(function->getBody());
  if (const auto *constructor = dyn_cast<clang::CXXConstructorDecl>(function))
    for (const clang::CXXCtorInitializer *init : constructor->inits())
      uses.TraverseStmt(init->getInit());
}

LocalUse::LocalUse(llvm::ArrayRef<const clang::Expr *> all) {
  Uses uses(placed, shared, ofElements);
  for (const clang::Expr *e : all)
    uses.TraverseStmt(const_cast<clang::Expr *>(e));
}

LocalUse::LocalUse(const clang::ASTContext &context) {
  Uses uses(placed, shared, ofElements);
  const auto &manager = context.getSourceManager();
  for (clang::Decl *decl : context.getTranslationUnitDecl()->decls())
    if (!manager.isInSystemHeader(decl->getLocation()))
      uses.TraverseDecl(decl);
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

bool LocalUse::sharesElements(const clang::VarDecl *variable) const {
  return isShared(variable) || ofElements.count(variable->getCanonicalDecl());
}
