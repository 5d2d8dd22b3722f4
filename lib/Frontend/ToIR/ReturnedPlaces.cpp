// Which of the objects that a function is handed its reference leads into:
// `return c[i];` of a method is a part of the object.
#include "Effects.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

using namespace regtt::toir;
using clang::Expr;
using llvm::dyn_cast;
using llvm::isa;

/// Adds what the glvalue `e` is a part of.
static void add(ReturnedPlaces &places, const Expr *e) {
  while (e) {
    e = e->IgnoreParenImpCasts();
    if (const auto *choice = dyn_cast<clang::ConditionalOperator>(e)) {
      add(places, choice->getTrueExpr());
      e = choice->getFalseExpr();
    } else if (const auto *member = dyn_cast<clang::MemberExpr>(e)) {
      const auto *field = dyn_cast<clang::FieldDecl>(member->getMemberDecl());
      if (!field || field->getType()->isReferenceType() ||
          (member->isArrow() &&
           !isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts())))
        break;
      e = member->getBase();
    } else if (const auto *element = dyn_cast<clang::ArraySubscriptExpr>(e)) {
      const auto *decay =
          dyn_cast<clang::ImplicitCastExpr>(element->getBase()->IgnoreParens());
      if (!decay || decay->getCastKind() != clang::CK_ArrayToPointerDecay)
        break;
      e = decay->getSubExpr();
    } else if (const auto *star = dyn_cast<clang::UnaryOperator>(e)) {
      const bool isThis =
          star->getOpcode() == clang::UO_Deref &&
          isa<clang::CXXThisExpr>(star->getSubExpr()->IgnoreParenImpCasts());
      if (!isThis)
        break;
      e = star->getSubExpr();
    } else if (isa<clang::CXXThisExpr>(e)) {
      places.ofThis = true;
      return;
    } else {
      const auto *name = dyn_cast<clang::DeclRefExpr>(e);
      const auto *param =
          name ? dyn_cast<clang::ParmVarDecl>(name->getDecl()) : nullptr;
      if (!param || !param->getType()->isReferenceType() ||
          name->refersToEnclosingVariableOrCapture())
        break;
      places.params.push_back(param->getFunctionScopeIndex());
      return;
    }
  }
  places.isKnown = false;
}

static void addReturns(ReturnedPlaces &places, const clang::Stmt *s) {
  if (!s || isa<clang::LambdaExpr>(s))
    return;
  if (const auto *returned = dyn_cast<clang::ReturnStmt>(s))
    return add(places, returned->getRetValue());
  for (const clang::Stmt *child : s->children())
    addReturns(places, child);
}

ReturnedPlaces
regtt::toir::returnedPlaces(const clang::FunctionDecl *function) {
  ReturnedPlaces places;
  const clang::FunctionDecl *body = nullptr;
  if (!function->getReturnType()->isLValueReferenceType() ||
      !function->hasBody(body))
    places.isKnown = false;
  else
    addReturns(places, body->getBody());
  return places;
}
