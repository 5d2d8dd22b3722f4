// Which field an expression reads or writes: `n->box.least[k]` is `least`.
#include "AccessedFields.h"

#include <clang/AST/ExprCXX.h>

using namespace regtt::toir;
using llvm::dyn_cast;

const clang::Expr *regtt::toir::arrayOf(const clang::ArraySubscriptExpr *e) {
  const auto *decay =
      dyn_cast<clang::ImplicitCastExpr>(e->getBase()->IgnoreParens());
  return decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay
             ? decay->getSubExpr()->IgnoreParens()
             : nullptr;
}

const clang::FieldDecl *regtt::toir::fieldOf(const clang::Expr *e) {
  e = e->IgnoreParens();
  if (e->getType()->isRecordType())
    return nullptr;
  while (const auto *element = dyn_cast<clang::ArraySubscriptExpr>(e))
    if (!(e = arrayOf(element)))
      return nullptr;
  const auto *member = dyn_cast<clang::MemberExpr>(e);
  const auto *field =
      member ? dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
  if (!field || field->getType()->isReferenceType())
    return nullptr;
  while (member) {
    const auto *part = dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (!part || part->getParent()->isUnion())
      return nullptr;
    member = dyn_cast<clang::MemberExpr>(member->getBase()->IgnoreParens());
  }
  return field;
}
