#include "Identity.h"

#include "Builder.h"

#include <llvm/ADT/FoldingSet.h>

using namespace regtt;
using namespace clang;

static bool hasSameProfile(const ASTContext &context, const Expr *a,
                           const Expr *b) {
  llvm::FoldingSetNodeID one, other;
  a->Profile(one, context, /*Canonical=*/true);
  b->Profile(other, context, /*Canonical=*/true);
  return one == other;
}

/// Whether two expressions of one class do the same with what they are made of.
static bool isSameOperation(const ASTContext &context, const Expr *a,
                            const Expr *b) {
  if (const auto *member = dyn_cast<MemberExpr>(a)) {
    const auto *other = cast<MemberExpr>(b);
    return member->isArrow() == other->isArrow() &&
           declaresSameEntity(member->getMemberDecl(), other->getMemberDecl());
  }
  if (const auto *binary = dyn_cast<BinaryOperator>(a))
    return binary->getOpcode() == cast<BinaryOperator>(b)->getOpcode();
  if (const auto *unary = dyn_cast<UnaryOperator>(a))
    return unary->getOpcode() == cast<UnaryOperator>(b)->getOpcode();
  if (const auto *cast = dyn_cast<CastExpr>(a))
    return cast->getCastKind() == llvm::cast<CastExpr>(b)->getCastKind() &&
           context.hasSameType(cast->getType(), b->getType());
  if (isa<CXXOperatorCallExpr>(a))
    return cast<CXXOperatorCallExpr>(a)->getOperator() ==
           cast<CXXOperatorCallExpr>(b)->getOperator();
  return isa<ArraySubscriptExpr, CallExpr, ConditionalOperator, CXXThisExpr>(a);
}

/// `extra` is `this->extra`, and `(x)` is `x`.
static bool isSamePart(const ASTContext &context, const clang::Stmt *one,
                       const clang::Stmt *other) {
  const auto *a = dyn_cast_or_null<Expr>(one);
  const auto *b = dyn_cast_or_null<Expr>(other);
  if (!a || !b)
    return false;
  a = a->IgnoreParens();
  b = b->IgnoreParens();
  if (hasSameProfile(context, a, b))
    return true;
  if (a->getStmtClass() != b->getStmtClass() || !isSameOperation(context, a, b))
    return false;
  const auto left = a->children(), right = b->children();
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [&](const clang::Stmt *x, const clang::Stmt *y) {
                      return isSamePart(context, x, y);
                    });
}

bool regtt::isSameExpr(const ASTContext &context, const Expr *a,
                       const Expr *b) {
  return a && b ? isSamePart(context, plain(a), plain(b)) : a == b;
}

bool regtt::isSameOperand(const ASTContext &context, const QueryOperand &a,
                          const QueryOperand &b) {
  return a.elementText == b.elementText && a.indirect == b.indirect &&
         a.extent == b.extent && isSameExpr(context, a.container, b.container);
}
