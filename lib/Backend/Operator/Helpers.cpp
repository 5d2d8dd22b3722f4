// Names of helpers and calls of them. Records stand where the user's parameter
// for the query or the node stands.
#include "Helpers.h"

#include "regtt/Frontend/Model/Walk.h"

#include <clang/AST/DeclCXX.h>
#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace clang;
using cpp::Precedence;
using cpp::Text;

bool regtt::takesSelf(const Function &helper) {
  return helper.thisRole && helper.thisRole->kind == Role::Value &&
         !helper.made;
}

bool regtt::changesQuery(const Traversal &traversal, const Function &function) {
  bool result = false;
  for (const auto &entry : function.accesses)
    result |= traversal.paths[entry.second.path].base == Base::Query &&
              entry.second.written;
  for (const auto &entry : function.helperCalls)
    result |= changesQuery(traversal, *traversal.helpers[entry.second]);
  return result;
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

std::optional<std::string> regtt::operatorToken(const Traversal &traversal,
                                                const Function &helper,
                                                const ASTContext &ast) {
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

std::string regtt::functionName(const Traversal &traversal,
                                const Function &helper, const ASTContext &ast) {
  if (const auto token = operatorToken(traversal, helper, ast))
    return "operator" + *token;
  return safeName(helper.name);
}

/// How tightly an operator of two operands binds.
static Precedence precedenceOf(llvm::StringRef token) {
  return llvm::StringSwitch<Precedence>(token)
      .Cases("*", "/", "%", Precedence::Multiplicative)
      .Cases("+", "-", Precedence::Additive)
      .Cases("<<", ">>", Precedence::Shift)
      .Cases("<", ">", "<=", ">=", Precedence::Relational)
      .Cases("==", "!=", Precedence::Equality)
      .Case("&", Precedence::BitAnd)
      .Case("^", Precedence::BitXor)
      .Case("|", Precedence::BitOr)
      .Default(Precedence::Assignment);
}

/// `a + b`, `-a`, `a += b`: operands bind as they do for numbers.
static Text operation(llvm::StringRef token, llvm::ArrayRef<Text> operands) {
  if (operands.size() == 1) {
    const std::string operand = operands[0].atLeast(Precedence::Unary);
    // `- -x` and `+ +x` are not steps.
    const bool merges = operand[0] == token.back();
    return {(token + (merges ? " " : "") + operand).str(), Precedence::Unary};
  }
  // The second operand of a postfix operator is only there to tell it apart.
  if (token == "++" || token == "--")
    return {operands[0].atLeast(Precedence::Postfix) + token.str(),
            Precedence::Postfix};
  const Precedence binds = precedenceOf(token);
  const Precedence tighter = static_cast<Precedence>(int(binds) + 1);
  const bool assigns = binds == Precedence::Assignment;
  return {operands[0].atLeast(assigns ? Precedence::Unary : binds) + " " +
              token.str() + " " +
              operands[1].atLeast(assigns ? binds : tighter),
          binds};
}

//===--- Calls ------------------------------------------------------------===//

/// Whether a struct of the library's is among the values that `helper` takes,
/// so that its name would be looked up there, too.
static bool takesLibraryStruct(const Function &helper) {
  const auto isLibrarys = [](const RecordDecl *record) {
    return record && record->isInStdNamespace();
  };
  for (unsigned k = 0; k < helper.paramRoles.size(); ++k) {
    QualType type =
        helper.decl->getParamDecl(k)->getType().getNonReferenceType();
    if (type->isPointerType())
      type = type->getPointeeType();
    if (helper.paramRoles[k].kind == Role::Value &&
        isLibrarys(type->getAsRecordDecl()))
      return true;
  }
  return takesSelf(helper) &&
         isLibrarys(cast<CXXMethodDecl>(helper.decl)->getParent());
}

Text regtt::helperCall(const Traversal &traversal, const Function &helper,
                       const FunctionNames &names,
                       llvm::ArrayRef<Text> arguments, const ASTContext &ast) {
  if (const auto token = operatorToken(traversal, helper, ast))
    return operation(*token, arguments);
  std::vector<std::string> texts;
  bool queryDone = !helper.usesQuery, groupsDone = false;
  const auto objects = [&](Base base) {
    if (base == Base::Query && !queryDone) {
      texts.push_back(names.query);
      queryDone = true;
    }
    if (base == Base::Node && !groupsDone) {
      for (unsigned group : helper.groupsRead)
        texts.push_back(names.groups[group]);
      groupsDone = true;
    }
  };
  const auto next = [&] {
    texts.push_back(arguments.front().text);
    arguments = arguments.drop_front();
  };
  if (helper.thisRole && helper.thisRole->kind == Role::Object) {
    objects(helper.thisRole->base);
    if (helper.thisRole->base == Base::Element)
      next();
  }
  if (takesSelf(helper))
    next();
  for (const Role &role : helper.paramRoles) {
    if (role.kind == Role::Object)
      objects(role.base);
    if (role.kind == Role::Value ||
        (role.kind == Role::Object && role.base == Base::Element))
      next();
  }
  for (const Base captured : {Base::Query, Base::Node})
    objects(captured);
  while (!arguments.empty())
    next();
  if (helper.usesArrays)
    texts.push_back("arrays");
  if (helper.usesUniforms)
    texts.push_back("u");
  // The library has functions for what is its own.
  const std::string name = functionName(traversal, helper, ast);
  return {(takesLibraryStruct(helper) ? "(" + name + ")" : name) + "(" +
              llvm::join(texts, ", ") + ")",
          Precedence::Postfix};
}
