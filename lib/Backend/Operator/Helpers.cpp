// Names of helpers and calls of them. Records stand where the user's parameter
// for the query or the node stands.
#include "Helpers.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>

using namespace regtt;
using namespace regtt::kernel;
using cpp::Precedence;
using cpp::Text;

//===--- Operators --------------------------------------------------------===//

/// The parameter types that tell emitted operators apart.
static std::vector<const ir::Type *> operandTypes(const Helper &helper) {
  std::vector<const ir::Type *> result;
  for (const ir::Type *type : helper.function->type->params)
    result.push_back(type->isReference() ? ir::pointeeOf(type) : type);
  return result;
}

/// Whether it can be declared as its operator: what it needs is its operands
/// alone.
static bool fitsOperator(const Helper &helper) {
  return helper.function && !helper.token.empty() && !helper.usesUniforms &&
         !helper.usesArrays && !helper.usesTree;
}

std::optional<std::string> regtt::operatorToken(const Kernel &kernel,
                                                const Helper &helper) {
  if (!fitsOperator(helper))
    return std::nullopt;
  for (const Helper &other : kernel.helpers) {
    if (&other == &helper)
      break;
    if (other.token == helper.token && fitsOperator(other) &&
        operandTypes(other) == operandTypes(helper))
      return std::nullopt; // it has the operator
  }
  return helper.token;
}

std::string regtt::functionName(const Kernel &kernel, const Helper &helper) {
  if (const auto token = operatorToken(kernel, helper))
    return "operator" + *token;
  // What an operator has itself would hide it.
  static constexpr llvm::StringLiteral members[] = {
      "absent",   "admit",     "begin", "end",      "enter",   "fold",
      "identity", "iteration", "merge", "outer",    "proceed", "program",
      "resume",   "start",     "term",  "truncates"};
  std::string name = safeName(helper.name);
  const auto isTaken = [&] {
    return llvm::is_contained(members, name) ||
           llvm::any_of(kernel.helpers, [&](const Helper &other) {
             return &other != &helper && safeName(other.name) == name;
           });
  };
  while (isTaken())
    name += "_";
  return name;
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

void regtt::eachHandedOn(const Helper &helper, const HandedOn &visit) {
  bool queryDone = !helper.usesQuery, nodeDone = false;
  const auto query = [&] {
    if (!queryDone)
      visit.query();
    queryDone = true;
  };
  const auto node = [&] {
    if (!nodeDone)
      visit.node();
    nodeDone = true;
  };
  for (const Helper::Param &param : helper.params) {
    if (param.isCaptured) {
      query();
      node();
    }
    if (param.kind == Helper::Param::Query)
      query();
    else if (param.kind == Helper::Param::Node)
      node();
    else
      visit.other(param);
  }
  query();
  node();
}

Text regtt::helperCall(const Kernel &kernel, const Helper &helper,
                       const FunctionNames &names,
                       llvm::ArrayRef<Text> arguments) {
  if (const auto token = operatorToken(kernel, helper))
    return operation(*token, arguments);
  std::vector<std::string> texts;
  eachHandedOn(helper, {[&] { texts.push_back(names.query); },
                        [&] {
                          for (unsigned group : helper.groupsRead)
                            texts.push_back(names.groups[group]);
                        },
                        [&](const Helper::Param &) {
                          if (arguments.empty())
                            return;
                          texts.push_back(arguments.front().text);
                          arguments = arguments.drop_front();
                        }});
  for (const Text &rest : arguments) // of a queue's order
    texts.push_back(rest.text);
  if (helper.usesTree)
    texts.push_back("tree");
  if (helper.usesArrays)
    texts.push_back("arrays");
  if (helper.usesUniforms)
    texts.push_back("u");
  // The library has functions for what is its own.
  const std::string name = functionName(kernel, helper);
  return {(helper.takesLibraryStruct ? "(" + name + ")" : name) + "(" +
              llvm::join(texts, ", ") + ")",
          Precedence::Postfix};
}
