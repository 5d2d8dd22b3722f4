// Calls among the host's statements: of functions that are listed
// (KnownCalls.cpp), and of what vectors, std::chrono and streams have.
#include "HostReader.h"

#include "regtt/Frontend/KnownCalls.h"

#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSet.h>

using namespace regtt;
using namespace clang;

bool HostReader::isResult(const Expr *e) {
  e = e->IgnoreParens();
  return isa<CallExpr>(e) && !isa<CXXOperatorCallExpr>(e);
}

void HostReader::construction(const CXXConstructExpr &e) {
  const CXXConstructorDecl *made = e.getConstructor();
  const bool isCopy = made->isCopyOrMoveConstructor();
  if (isOfChrono(made) || (isVectorOfNumbers(e.getType()) && !isCopy &&
                           llvm::all_of(e.arguments(), isNumberOrOwn))) {
    for (const Expr *each : e.arguments())
      if (!isa<CXXDefaultArgExpr>(each))
        argument(each);
  } else if (!(made->isDefaultConstructor() && made->isTrivial()))
    open();
}

bool HostReader::isNumberOrOwn(const Expr *e) {
  return e->getType()->isArithmeticType() ||
         isa<CXXDefaultArgExpr>(e->IgnoreParens());
}

void HostReader::argument(const Expr *e) {
  visit(e);
  e = withoutQualification(e);
  if (e->isLValue() && e->getType()->isArithmeticType() &&
      !isa<MaterializeTemporaryExpr>(e))
    touch(e, false);
}

void HostReader::call(const CallExpr &e) {
  const FunctionDecl *function = e.getDirectCallee();
  if (!function)
    return open();
  if (const auto *method = dyn_cast<CXXMemberCallExpr>(&e))
    return member(*method, *function);
  const auto *sign = dyn_cast<CXXOperatorCallExpr>(&e);
  if (sign && sign->getOperator() == OO_Subscript &&
      isArrayClass(e.getArg(0)->getType())) {
    lvalue(e.getArg(0));
    return visit(e.getArg(1));
  }
  if (sign && sign->getOperator() == OO_LessLess && isInStd(function))
    return print(*sign);
  if (function->getIdentifier() && function->getName() == "swap" &&
      isInStd(function) && e.getNumArgs() == 2)
    return swapped(e, e.getArg(0), e.getArg(1));
  if (isOfChrono(function)) {
    for (const Expr *each : e.arguments())
      argument(each);
    return;
  }
  if (!isOfNumbers(function, context))
    return open();
  for (const Expr *each : e.arguments()) {
    const Expr *given = each->IgnoreParenImpCasts();
    if (isa<StringLiteral>(given))
      continue;
    if (!each->getType()->isArithmeticType())
      return open();
    argument(each);
  }
}

void HostReader::member(const CXXMemberCallExpr &e,
                        const FunctionDecl &function) {
  const Expr *object = e.getImplicitObjectArgument();
  const auto *method = cast<CXXMethodDecl>(&function);
  if (isOfChrono(method->getParent()))
    return e.getNumArgs() == 0 ? visit(object) : open();
  const bool isPointer = object->getType()->isPointerType();
  const QualType type =
      isPointer ? object->getType()->getPointeeType() : object->getType();
  if (!isArrayClass(type) || isPointer || !method->getIdentifier())
    return open();
  const llvm::StringRef name = method->getName();
  if (name == "swap" && e.getNumArgs() == 1)
    return swapped(e, object, e.getArg(0));
  static const llvm::StringSet<> changes = {"push_back", "pop_back", "clear",
                                            "resize", "reserve"};
  if (isVector(type) && changes.contains(name))
    return changed(e, *object, type);
  if (e.getNumArgs() != 0 ||
      (name != "size" && name != "empty" && name != "data" && name != "begin" &&
       name != "end" && name != "capacity"))
    return open();
  lvalue(object);
}

void HostReader::changed(const CXXMemberCallExpr &e, const Expr &object,
                         QualType type) {
  const auto *record = dyn_cast<ClassTemplateSpecializationDecl>(classOf(type));
  if (!record ||
      !record->getTemplateArgs()[0].getAsType()->isArithmeticType() ||
      record->getTemplateArgs()[0].getAsType()->isBooleanType())
    return open();
  for (const Expr *each : e.arguments())
    argument(each);
  lvalue(&object);
  touchVector(&object, /*isWritten=*/true);
  effects.push_back(&e);
}

/// Whether it names a variable that is declared in what is looked at.
bool HostReader::namesOwn(const clang::Stmt *s) const {
  const auto *name = dyn_cast<DeclRefExpr>(s);
  const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  return (variable && (begin.isMacroID() ||
                       !context.getSourceManager().isBeforeInTranslationUnit(
                           variable->getLocation(), begin))) ||
         llvm::any_of(s->children(), [&](const auto *child) {
           return child && namesOwn(child);
         });
}

void HostReader::swapped(const CallExpr &e, const Expr *a, const Expr *b) {
  for (const Expr *each : {a, b}) {
    if (!isVector(each->getType()) && !isScalar(each->getType()))
      return open();
    // What ends before the region does takes memory with it.
    if (isVector(each->getType()) && namesOwn(each))
      return open();
    swaps = true;
    lvalue(each);
    const VarDecl *variable = namedVariable(each);
    if (!variable || !variable->hasLocalStorage() ||
        variable->getType()->isReferenceType())
      touch(each, true);
  }
  effects.push_back(&e);
}

void HostReader::print(const CXXOperatorCallExpr &e) {
  const Expr *to = e.getArg(0)->IgnoreParenImpCasts();
  const Expr *value = e.getArg(1);
  if (const auto *inner = dyn_cast<CXXOperatorCallExpr>(to);
      inner && inner->getOperator() == OO_LessLess)
    visit(inner);
  else if (!isStream(namedVariable(to)))
    return open();
  const Expr *given = value->IgnoreParenImpCasts();
  const auto *name = dyn_cast<DeclRefExpr>(given);
  if (isa<StringLiteral>(given) ||
      (name && isa<FunctionDecl>(name->getDecl()) && isInStd(name->getDecl())))
    return;
  if (!value->getType()->isArithmeticType())
    return open();
  argument(value);
}
