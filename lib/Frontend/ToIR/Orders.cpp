// Which of the user's functions a std::priority_queue is ordered by: what it is
// given to call, or the operator that the library's own order is made of.
#include "LibraryCalls.h"

#include <clang/AST/DeclTemplate.h>

using namespace regtt;
using namespace regtt::toir;
using llvm::dyn_cast;

/// The function that `record` is called by; null where there are several.
static const clang::CXXMethodDecl *
callOperator(const clang::CXXRecordDecl *record) {
  const clang::CXXMethodDecl *only = nullptr;
  bool areSeveral = false;
  const auto add = [&](const clang::FunctionDecl *found) {
    areSeveral |= only != nullptr;
    only = llvm::cast<clang::CXXMethodDecl>(found);
  };
  const auto name = record->getASTContext().DeclarationNames.getCXXOperatorName(
      clang::OO_Call);
  for (const clang::NamedDecl *found : record->lookup(name))
    if (const auto *method = dyn_cast<clang::CXXMethodDecl>(found))
      add(method);
    else if (const auto *from = dyn_cast<clang::FunctionTemplateDecl>(found))
      for (const clang::FunctionDecl *instance : from->specializations())
        add(instance);
  return areSeveral ? nullptr : only;
}

/// Of `return x < y;` in the library, the user's function that compares; null
/// of others.
static const clang::FunctionDecl *
comparedBy(const clang::CXXMethodDecl *method) {
  const clang::FunctionDecl *definition = nullptr;
  const auto *body = method->hasBody(definition)
                         ? dyn_cast<clang::CompoundStmt>(definition->getBody())
                         : nullptr;
  const auto *returned = body && body->size() == 1
                             ? dyn_cast<clang::ReturnStmt>(body->body_front())
                             : nullptr;
  const auto *op = returned && returned->getRetValue()
                       ? dyn_cast<clang::CXXOperatorCallExpr>(
                             returned->getRetValue()->IgnoreImplicit())
                       : nullptr;
  if (!op || op->getNumArgs() != 2 || !op->getDirectCallee() ||
      op->getDirectCallee()->isInStdNamespace())
    return nullptr;
  for (unsigned k = 0; k < 2; ++k) {
    const auto *named =
        dyn_cast<clang::DeclRefExpr>(op->getArg(k)->IgnoreParenImpCasts());
    if (!named || named->getDecl() != definition->getParamDecl(k))
      return nullptr;
  }
  return op->getDirectCallee();
}

const ir::Function *regtt::toir::orderOf(Body &body, const LibraryUse &use) {
  const auto *queue =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
          use.objectType()->getAsCXXRecordDecl());
  if (!queue || queue->getName() != "priority_queue")
    return nullptr;
  const auto *order =
      queue->getTemplateArgs()[2].getAsType()->getAsCXXRecordDecl();
  if (!order || !order->hasDefinition())
    return nullptr;
  const clang::CXXMethodDecl *called = callOperator(order);
  if (!called)
    return nullptr;
  const clang::FunctionDecl *function =
      order->isInStdNamespace() ? comparedBy(called) : called;
  return function ? body.unit.function(function) : nullptr;
}
