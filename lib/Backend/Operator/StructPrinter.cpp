// Structs as values: their fields, how they are made, and the user's operators
// on them, which are emitted as operators where C++ has it.
#include "ExprPrinter.h"

#include "regtt/Model/Constants.h"
#include "regtt/Model/Walk.h"

#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace clang;

bool regtt::takesSelf(const Function &helper) {
  return helper.thisRole && helper.thisRole->kind == Role::Value &&
         !helper.made;
}

/// Whether what `e` is printed as can stand before a dot as it is.
static bool isPostfix(const Expr *e) {
  e = e->IgnoreParens()->IgnoreImplicit()->IgnoreParens()->IgnoreImplicit();
  if (const auto *op = dyn_cast<UnaryOperator>(e))
    return op->getOpcode() == UO_Deref &&
           isa<CXXThisExpr>(op->getSubExpr()->IgnoreParenImpCasts());
  if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e))
    return op->getOperator() == OO_Subscript || op->getOperator() == OO_Call;
  if (const auto *cast = dyn_cast<ExplicitCastExpr>(e))
    return !(cast->isGLValue() || cast->getType()->isRecordType()) ||
           isPostfix(cast->getSubExpr());
  return !isa<BinaryOperator, AbstractConditionalOperator>(e);
}

std::optional<std::string> ExprPrinter::structValue(const Expr *e) {
  if (const auto *field = dyn_cast<MemberExpr>(e))
    return member(field);
  if (isa<CXXThisExpr>(e))
    return "&" + object(e, true);
  if (const auto *star = dyn_cast<UnaryOperator>(e);
      star && star->getOpcode() == UO_Deref &&
      isa<CXXThisExpr>(star->getSubExpr()->IgnoreParenImpCasts()))
    return object(star->getSubExpr(), true);
  if (const auto *made = dyn_cast<CXXConstructExpr>(e))
    return construction(made);
  if (const auto *made = dyn_cast<CompoundLiteralExpr>(e))
    return made->getType()->isRecordType()
               ? typed(made->getInitializer())
               : converted(made->getType(), made->getInitializer());
  if (const auto *values = dyn_cast<InitListExpr>(e))
    return list(values);
  if (isa<ImplicitValueInitExpr>(e))
    return "{}";
  if (isa<CXXScalarValueInitExpr>(e))
    return "static_cast<" + values.spell(e->getType()) + ">(0)";
  if (const auto *field = dyn_cast<CXXDefaultInitExpr>(e))
    return print(field->getExpr());
  if (const auto *inner = dyn_cast<CXXStdInitializerListExpr>(e))
    return print(inner->getSubExpr());
  if (const auto *bound = dyn_cast<CXXBindTemporaryExpr>(e))
    return print(bound->getSubExpr());
  if (const auto *op = dyn_cast<CXXRewrittenBinaryOperator>(e)) {
    const Expr *form = op->getSemanticForm()->IgnoreParenImpCasts();
    const auto *negation = dyn_cast<UnaryOperator>(form);
    return negation && negation->getOpcode() == UO_LNot
               ? "!(" + print(negation->getSubExpr()) + ")"
               : "(" + print(form) + ")";
  }
  const auto *cast = dyn_cast<ExplicitCastExpr>(e);
  if (!cast || !cast->getType()->isRecordType() || cast->isGLValue())
    return std::nullopt;
  return typed(cast->getSubExpr());
}

/// A struct where nothing around it says its type.
std::string ExprPrinter::typed(const Expr *e) {
  const auto *values = dyn_cast<InitListExpr>(e->IgnoreImplicit());
  return values && !values->isTransparent()
             ? this->values.spell(e->getType().getUnqualifiedType()) +
                   list(values)
             : print(e);
}

/// `int{e}`, `(int){e}`, `int(e)`.
std::string ExprPrinter::converted(QualType type, const Expr *e) {
  std::string text = "0";
  const auto *values = dyn_cast<InitListExpr>(e->IgnoreImplicit());
  if (!values)
    text = print(e);
  else if (values->getNumInits() != 0)
    text = print(values->getInit(0));
  return "static_cast<" + this->values.spell(type) + ">(" + text + ")";
}

std::string ExprPrinter::member(const MemberExpr *e) {
  const auto *field = dyn_cast<FieldDecl>(e->getMemberDecl());
  // A static member; or a field of a constant.
  if (!field)
    return constant(e);
  Expr::EvalResult result;
  if ((e->getType()->isArithmeticType() || e->getType()->isEnumeralType()) &&
      e->EvaluateAsRValue(result, ast) &&
      (result.Val.isInt() || result.Val.isFloat()))
    return literal(result.Val, e->getType());
  const Expr *base = e->getBase()->IgnoreImpCasts();
  const std::string name = values.fieldName(field);
  // A pointer stays one, for what is written `p->x` to be emitted so.
  if (e->isArrow() && !isa<CXXThisExpr>(base) &&
      !(isa<UnaryOperator>(base) &&
        cast<UnaryOperator>(base)->getOpcode() == UO_AddrOf))
    return print(base) + "->" + name;
  const bool whole = e->isArrow() || isPostfix(base);
  const std::string text = object(base, e->isArrow());
  return (whole ? text : "(" + text + ")") + "." + name;
}

std::string ExprPrinter::object(const Expr *e, bool arrow) {
  e = e->IgnoreParenImpCasts();
  if (!arrow)
    return print(e);
  if (isa<CXXThisExpr>(e))
    return function.made ? local(function.made) : "self";
  if (const auto *address = dyn_cast<UnaryOperator>(e);
      address && address->getOpcode() == UO_AddrOf)
    return print(address->getSubExpr());
  return isPostfix(e) || isa<UnaryOperator>(e) ? "*" + print(e)
                                               : "*(" + print(e) + ")";
}

std::string ExprPrinter::self(const Expr *call) {
  bool arrow;
  const Expr *e = calledObject(call, &arrow);
  return object(e, arrow);
}

std::string ExprPrinter::construction(const CXXConstructExpr *e) {
  if (const auto helper = function.helperCalls.find(e);
      helper != function.helperCalls.end())
    return helperCall(e, *traversal.helpers[helper->second]);
  const CXXConstructorDecl *callee = e->getConstructor();
  if (callee->isCopyOrMoveConstructor() && callee->isTrivial())
    return typed(e->getArg(0));
  std::vector<std::string> arguments;
  for (const Expr *argument : e->arguments())
    arguments.push_back(print(argument));
  const std::string type = values.spell(e->getType().getUnqualifiedType());
  return arguments.empty() ? type + "{}"
                           : type + "(" + llvm::join(arguments, ", ") + ")";
}

std::string ExprPrinter::list(const InitListExpr *e) {
  if (e->isTransparent())
    return print(e->getInit(0));
  // The rest of an array is zero; of a struct compilers want every field named.
  unsigned count = e->getNumInits();
  const auto isZero = [&](unsigned i) {
    return isa<ImplicitValueInitExpr>(e->getInit(i));
  };
  while (count > 0 && isZero(count - 1) &&
         (e->getType()->isArrayType() || count == 1 || isZero(0)))
    --count;
  std::string result;
  for (unsigned i = 0; i < count; ++i)
    result += (i ? ", " : "") + as(e->getInit(i)->getType(), e->getInit(i));
  return "{" + result + "}";
}

std::string ExprPrinter::initialiser(const VarDecl *var) {
  const Expr *init = var->getInit();
  if (!init)
    return "";
  if (const auto value = constantOf(var, ast))
    return " = " + literal(*value, var->getType());
  if (const auto *made = dyn_cast<CXXConstructExpr>(init->IgnoreImplicit());
      made && made->getNumArgs() == 0 && !function.helperCalls.count(made))
    return made->requiresZeroInitialization() ? " = {}" : "";
  return " = " + print(init);
}

//===--- Operators --------------------------------------------------------===//

/// The parameter types that tell emitted operators apart.
static std::vector<QualType> operandTypes(const Function &helper,
                                          const ASTContext &ast) {
  std::vector<QualType> result;
  if (takesSelf(helper))
    result.push_back(
        ast.getRecordType(cast<CXXMethodDecl>(helper.decl)->getParent()));
  for (const ParmVarDecl *param : helper.decl->parameters())
    result.push_back(param->getType().getNonReferenceType());
  for (QualType &type : result)
    type = type.getCanonicalType().getUnqualifiedType();
  return result;
}

/// Whether a function of `helper`'s kind can be declared as an operator: what
/// it needs is its operands alone, and one of them is a struct.
static bool fitsOperator(const Function &helper, const ASTContext &ast) {
  switch (helper.decl->getOverloadedOperator()) {
  case OO_None:
  case OO_Call:
  case OO_Subscript:
  case OO_Arrow:
  case OO_ArrowStar:
  case OO_Equal:
  case OO_AmpAmp:
  case OO_PipePipe:
  case OO_Comma:
    return false;
  default:
    break;
  }
  if (helper.usesUniforms || helper.usesArrays ||
      (helper.thisRole && !takesSelf(helper)) ||
      llvm::any_of(helper.paramRoles,
                   [](const Role &role) { return role.kind != Role::Value; }))
    return false;
  bool anyStruct = false;
  for (QualType type : operandTypes(helper, ast)) {
    if (type->isEnumeralType())
      return false; // emitted as integers
    anyStruct |= type->isRecordType() && !type->getAsRecordDecl()->isLambda();
  }
  return anyStruct;
}

std::optional<std::string>
ExprPrinter::operatorToken(const Function &helper) const {
  if (!fitsOperator(helper, ast))
    return std::nullopt;
  const OverloadedOperatorKind kind = helper.decl->getOverloadedOperator();
  for (const auto &other : traversal.helpers) {
    if (other.get() == &helper)
      break;
    if (other->decl->getOverloadedOperator() == kind &&
        fitsOperator(*other, ast) &&
        operandTypes(*other, ast) == operandTypes(helper, ast))
      return std::nullopt; // it has the operator
  }
  return std::string(getOperatorSpelling(kind));
}

std::string ExprPrinter::functionName(const Function &helper) const {
  if (const auto token = operatorToken(helper))
    return "operator" + *token;
  return safeName(helper.name);
}
