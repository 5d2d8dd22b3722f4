// What of a number is looked at: C says of `memcmp(a, b, n)` and the like
// whether it is less than 0, 0 or more, and nothing else.
//
//     if (strcmp(a, b) < 0)               its sign
//     int c = strcmp(a, b); if (!c) ...   the sign, wherever `c` stands
//     sum += strcmp(a, b);                more than that
#include "LibraryCalls.h"

#include "Unit.h"

#include <clang/AST/ParentMapContext.h>
#include <clang/AST/RecursiveASTVisitor.h>

using namespace regtt;
using namespace regtt::toir;
using clang::VarDecl;
using llvm::dyn_cast;

namespace {

class SignUses : public clang::RecursiveASTVisitor<SignUses> {
public:
  explicit SignUses(Body &body) : body(body), context(body.unit.context) {}

  bool ofValue(const clang::Expr *e) {
    const auto parents = context.getParents(*e);
    if (parents.size() != 1)
      return false;
    if (const auto *variable = parents[0].get<VarDecl>())
      return ofVariable(variable);
    const auto *parent = parents[0].get<clang::Stmt>();
    if (const auto *cast = llvm::dyn_cast_or_null<clang::CastExpr>(parent))
      return cast->getType()->isBooleanType() ||
             ((cast->getCastKind() == clang::CK_LValueToRValue ||
               cast->getCastKind() == clang::CK_NoOp) &&
              ofValue(cast));
    if (const auto *unary =
            llvm::dyn_cast_or_null<clang::UnaryOperator>(parent))
      return unary->getOpcode() == clang::UO_LNot;
    if (const auto *binary =
            llvm::dyn_cast_or_null<clang::BinaryOperator>(parent))
      return ofOperand(binary, e);
    if (const auto *choice =
            llvm::dyn_cast_or_null<clang::ConditionalOperator>(parent))
      return choice->getCond() == e || ofValue(choice);
    if (const auto *inner = llvm::dyn_cast_or_null<clang::Expr>(parent))
      return llvm::isa<clang::ParenExpr, clang::ExprWithCleanups,
                       clang::ConstantExpr>(inner) &&
             ofValue(inner);
    // A condition, or nothing looks at it.
    return parent && !llvm::isa<clang::ReturnStmt, clang::SwitchStmt,
                                clang::CaseStmt, clang::DeclStmt>(parent);
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr *e) {
    if (e->getDecl() != of)
      return true;
    const auto parents = context.getParents(*e);
    const auto *store =
        parents.size() == 1 ? parents[0].get<clang::BinaryOperator>() : nullptr;
    isSign &= !e->refersToEnclosingVariableOrCapture() &&
              ((store && store->getOpcode() == clang::BO_Assign &&
                store->getLHS() == e && ofValue(store)) ||
               (parents.size() == 1 && parents[0].get<clang::CastExpr>() &&
                ofValue(e)));
    return true;
  }

private:
  bool isZero(const clang::Expr *e) const {
    const auto value = e->getIntegerConstantExpr(context);
    return value && value->isZero();
  }

  bool ofOperand(const clang::BinaryOperator *binary, const clang::Expr *e) {
    const bool isLeft = binary->getLHS() == e;
    if (binary->isComparisonOp() && binary->getOpcode() != clang::BO_Cmp)
      return isZero(isLeft ? binary->getRHS() : binary->getLHS());
    if (binary->getOpcode() == clang::BO_Comma)
      return isLeft || ofValue(binary);
    if (binary->getOpcode() != clang::BO_Assign || isLeft)
      return binary->isLogicalOp();
    const auto *to =
        dyn_cast<clang::DeclRefExpr>(binary->getLHS()->IgnoreParens());
    const auto *variable = to ? dyn_cast<VarDecl>(to->getDecl()) : nullptr;
    return variable && ofVariable(variable);
  }

  /// Of all that reads the local.
  bool ofVariable(const VarDecl *variable) {
    if (!variable->hasLocalStorage() || !variable->getType()->isIntegerType() ||
        variable->getType().isVolatileQualified() ||
        context.getTypeSize(variable->getType()) <
            context.getTypeSize(context.IntTy) ||
        !variable->getType()->isSignedIntegerType() ||
        body.uses.isShared(variable) || body.unit.effects.isShared(variable))
      return false;
    if (!seen.insert(variable).second)
      return true;
    const auto *function = llvm::dyn_cast_or_null<clang::FunctionDecl>(
        variable->getParentFunctionOrMethod());
    if (!function || !function->getBody())
      return false;
    const VarDecl *const before = std::exchange(of, variable);
    TraverseStmt(function->getBody());
    of = before;
    return isSign;
  }

  Body &body;
  clang::ASTContext &context;
  const VarDecl *of = nullptr;
  bool isSign = true;
  llvm::SmallPtrSet<const VarDecl *, 4> seen;
};

} // namespace

bool regtt::toir::onlySignIsUsed(Body &body, const clang::Expr *e) {
  return SignUses(body).ofValue(e);
}
