// Calls in lane code: of the user's functions, which may be told which lanes
// run, and of the library's.
#include "LaneWords.h"

#include "../Operator/Helpers.h"

#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using cpp::Parts;
using cpp::Precedence;
using cpp::Text;
using llvm::dyn_cast;

/// Whether it would have to be told which lanes run, which no operator is.
static bool isOperatorWithMask(const Kernel &kernel, const Divergence &levels,
                               const Helper &helper) {
  return operatorToken(kernel, helper) && helper.function->body &&
         needsMask(kernel, levels, *helper.function);
}

std::string regtt::laneFunctionName(const Kernel &kernel,
                                    const Divergence &levels,
                                    const Helper &helper) {
  return isOperatorWithMask(kernel, levels, helper)
             ? safeName(helper.name)
             : functionName(kernel, helper);
}

/// A function that changes the query, or does what differs from lane to lane,
/// is told which lanes run first.
Text LaneWords::call(const ir::Function &callee,
                     llvm::ArrayRef<Text> arguments) {
  const Helper *helper = site.kernel.helperOf(&callee);
  if (helper && isOperatorWithMask(site.kernel, levels, *helper)) {
    std::string text = safeName(helper->name) + "(" + mask();
    for (const Text &argument : arguments)
      text += ", " + argument.text;
    return {text + ")", Precedence::Postfix};
  }
  Text text = SliceWords::call(callee, arguments);
  if (callee.body && needsMask(site.kernel, levels, callee)) {
    const size_t open = text.text.find('(') + 1;
    text.text.insert(open, mask() + (text.text[open] == ')' ? "" : ", "));
  }
  return text;
}

/// A function without effects reads what it is handed as values. Any other has
/// the place, wherever that lies.
std::string LaneWords::parameter(const ir::Variable &variable, bool isWritten,
                                 const std::string &name) const {
  if (variable.type->isPointer())
    return (isWritten ? "auto *" : "const auto *") + name;
  if (!variable.type->isReference())
    return declareLanes(variable.type, name);
  const ir::Type *type = ir::pointeeOf(variable.type);
  if (printed.isPure && type->kind != ir::Type::Array)
    return "const " + declareLanes(type, "&" + name);
  return (isWritten ? "auto &" : "const auto &") + name;
}

Text LaneWords::argument(const ir::Function &callee, const ir::Variable *param,
                         const ir::Expr *e, Parts &parts) {
  const bool isValue = param->type->isReference() && isOwn(e) &&
                       callee.isPure &&
                       ir::pointeeOf(param->type)->kind != ir::Type::Array;
  if (isValue)
    return loadedIn(e, {}, parts);
  const Text exact = parts.exact(e);
  const std::string text = parts.value(e);
  return {text, text == exact.text ? exact.precedence : Precedence::Unary};
}

Text LaneWords::called(const ir::Function &callee,
                       llvm::ArrayRef<const ir::Expr *> arguments,
                       Parts &parts) {
  llvm::SmallVector<Text, 4> texts;
  for (size_t k = 0; k < arguments.size(); ++k)
    texts.push_back(argument(callee, callee.params[k], arguments[k], parts));
  return call(callee, texts);
}

std::optional<Text> LaneWords::libraryCall(const ir::LibraryCallExpr &e,
                                           Parts &parts) {
  llvm::StringRef name = e.name;
  if (name == "rt::child" && isOwn(e.arguments[0]))
    return Text{"rt::childAt(" + names.groups[0] + ".children, " +
                    parts.exact(e.arguments[0]).text + ")",
                Precedence::Postfix};
  if (!name.consume_front("std::"))
    return SliceWords::expression(e, parts);
  std::vector<std::string> arguments;
  for (const ir::Expr *argument : e.arguments)
    arguments.push_back(parts.exact(argument).text);
  return Text{"rt::" + name.str() + "(" + llvm::join(arguments, ", ") + ")",
              Precedence::Postfix};
}
