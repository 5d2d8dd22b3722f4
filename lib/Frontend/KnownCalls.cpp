#include "regtt/Frontend/KnownCalls.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/Builtins.h>
#include <llvm/ADT/StringSet.h>

using namespace regtt;
using namespace clang;

bool regtt::isScalar(QualType type) {
  return !type->isDependentType() && type->isScalarType() &&
         !type.isVolatileQualified() && !type->isAtomicType();
}

const Expr *regtt::withoutQualification(const Expr *e) {
  e = e->IgnoreParens();
  const auto *cast = dyn_cast<ImplicitCastExpr>(e);
  return cast && cast->getCastKind() == CK_NoOp
             ? cast->getSubExpr()->IgnoreParens()
             : e;
}

const VarDecl *regtt::namedVariable(const Expr *e) {
  const auto *name = dyn_cast<DeclRefExpr>(e->IgnoreParens());
  return name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
}

bool regtt::isInStd(const Decl *decl) {
  for (const DeclContext *around = decl->getDeclContext(); around;
       around = around->getParent())
    if (const auto *space = dyn_cast<NamespaceDecl>(around))
      if (space->isStdNamespace())
        return true;
  return false;
}

bool regtt::isOfChrono(const Decl *decl) {
  if (!decl)
    return false;
  for (const DeclContext *around = decl->getDeclContext(); around;
       around = around->getParent())
    if (const auto *space = dyn_cast<NamespaceDecl>(around))
      if (space->getName() == "chrono" && isInStd(space))
        return true;
  return false;
}

const CXXRecordDecl *regtt::classOf(QualType type) {
  return type->isDependentType() ? nullptr : type->getAsCXXRecordDecl();
}

bool regtt::isArrayClass(QualType type) {
  const CXXRecordDecl *record = classOf(type);
  return record && record->getIdentifier() && isInStd(record) &&
         (record->getName() == "vector" || record->getName() == "array") &&
         !type->isReferenceType();
}

bool regtt::isVector(QualType type) {
  if (!isArrayClass(type) || classOf(type)->getName() != "vector")
    return false;
  const auto *record = dyn_cast<ClassTemplateSpecializationDecl>(classOf(type));
  return record && !record->getTemplateArgs()[0].getAsType()->isBooleanType();
}

bool regtt::isVectorOfNumbers(QualType type) {
  return isVector(type) && cast<ClassTemplateSpecializationDecl>(classOf(type))
                               ->getTemplateArgs()[0]
                               .getAsType()
                               ->isArithmeticType();
}

bool regtt::isOfNumbers(const FunctionDecl *function,
                        const ASTContext &context) {
  if (!function->getIdentifier())
    return false;
  if (isInStd(function)) {
    static const llvm::StringSet<> names = {
        "abs",   "fabs",  "sqrt", "cbrt", "exp",   "exp2",     "log",
        "log2",  "log10", "pow",  "sin",  "cos",   "tan",      "floor",
        "ceil",  "round", "fmin", "fmax", "hypot", "isfinite", "isnan",
        "isinf", "fma",   "min",  "max"};
    if (names.contains(function->getName()))
      return true;
  }
  const unsigned id = function->getBuiltinID();
  if (id == 0)
    return false;
  const char *header = context.BuiltinInfo.getHeaderName(id);
  const llvm::StringRef from = header ? header : "";
  const llvm::StringRef name = function->getName();
  return from == "math.h" ||
         (from == "stdlib.h" &&
          (name == "abs" || name == "labs" || name == "llabs")) ||
         (from == "stdio.h" && name == "printf");
}

bool regtt::isStream(const VarDecl *variable) {
  return variable && isInStd(variable) && variable->getIdentifier() &&
         (variable->getName() == "cout" || variable->getName() == "cerr" ||
          variable->getName() == "clog");
}
