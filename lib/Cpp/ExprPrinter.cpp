// Where expressions stand, and calls.
#include "ExprPrinter.h"

#include <llvm/ADT/StringSwitch.h>

using namespace regtt;
using namespace regtt::cpp;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

bool cpp::canBeConst(const ir::Type *type) {
  if (const auto *structure = dyn_cast<ir::StructType>(type)) {
    for (const ir::Field &field : structure->fields())
      if (field.type->kind != ir::Type::Array && !canBeConst(field.type))
        return false;
    return true;
  }
  return !isa<ir::ArrayType, ir::LibraryType, ir::ReferenceType>(type);
}

std::string ExprPrinter::refused(const std::string &what) {
  parts.refuse(what);
  return "0";
}

Printed ExprPrinter::print(const ir::Expr *e) {
  if (const auto text = words.expression(*e, parts))
    return Printed(text->text, text->precedence, e->type);
  Printed text = visit(e);
  // A pointer to what the text around it does not see into is one to a view.
  const auto *pointer = dyn_cast<ir::PointerType>(e->type);
  const auto *to = pointer && !isa<ir::NullExpr, ir::ZeroExpr>(e)
                       ? dyn_cast<ir::StructType>(pointer->pointee)
                       : nullptr;
  const auto view =
      to && to->isComplete() ? words.view(*to, text.text) : std::nullopt;
  return view ? call(*view, e->type) : text;
}

//===--- Where a value is expected ----------------------------------------===//

/// A literal's suffix says nothing that the place where it stands does not.
std::optional<std::string> ExprPrinter::withoutSuffix(const Printed &text,
                                                      const ir::Type *type) {
  const auto *number = dyn_cast<ir::IntType>(text.type);
  if (!text.value || !number || number->bits < 32 || !type->isInt() ||
      !holds(type, text) || !isInt(*text.value))
    return std::nullopt;
  return integer(text.value->extOrTrunc(32), module.intType(ir::IntType::I32))
      .text;
}

std::string ExprPrinter::initialiser(const ir::Expr *e) {
  const Printed text = print(e);
  const ir::Type *type = plain(e->type);
  if (!isArithmetic(type) || !isArithmetic(text.type))
    return text.text;
  if (const auto digits = withoutSuffix(text, type))
    return *digits;
  const bool isOtherHalf =
      isHalf(type) != isHalf(text.type) || (isHalf(type) && type != text.type);
  // Of a constant that does not fit compilers warn.
  const bool losesConstant =
      text.isConstant && type->isInt() && !holds(type, text);
  return isOtherHalf || losesConstant ? converted(text, type).text : text.text;
}

std::string ExprPrinter::braced(const ir::Expr *e) {
  if (isa<ir::AggregateExpr, ir::ZeroExpr>(e) && !isa<ir::LibraryType>(e->type))
    return isa<ir::ZeroExpr>(e) ? "{}" : list(*cast<ir::AggregateExpr>(e));
  if (isa<ir::StringExpr>(e))
    return print(e).text;
  if (e->type->kind == ir::Type::Array)
    return refused("an array that is copied into another object");
  const Printed text = print(e);
  const ir::Type *type = plain(e->type);
  if (!isArithmetic(type) || !isArithmetic(text.type))
    return type->isBool() ? converted(text, type).text : text.text;
  if (const auto digits = withoutSuffix(text, type))
    return *digits;
  const bool isOneKind = text.type->isFloat() == type->isFloat();
  return (isOneKind || text.value) && holds(type, text) && text.bitWidth == 0 &&
                 type->isBool() == text.type->isBool()
             ? text.text
             : converted(text, type).text;
}

std::string ExprPrinter::declared(const ir::Expr *e) {
  const bool isList = isa<ir::AggregateExpr, ir::ZeroExpr, ir::StringExpr>(e) &&
                      !isa<ir::LibraryType>(e->type);
  return " = " + (isList ? braced(e) : initialiser(e));
}

Text ExprPrinter::operand(const ir::Expr *e) {
  const Printed plain = print(e);
  const std::string text = initialiser(e);
  // What is converted stands there as a literal or as a call.
  return {text, text == plain.text ? plain.precedence : Precedence::Unary};
}

//===--- Calls ------------------------------------------------------------===//

Printed ExprPrinter::callText(const ir::Function &callee,
                              llvm::ArrayRef<const ir::Expr *> arguments) {
  llvm::SmallVector<Text, 4> texts;
  for (const ir::Expr *argument : arguments)
    texts.push_back(operand(argument));
  const Text text = words.call(callee, texts);
  return Printed(text.text, text.precedence, callee.type->result);
}

Printed ExprPrinter::visitCall(const ir::CallExpr &e) {
  return callText(*e.callee, e.arguments);
}

/// `v` of `std::vector::swap(v, w)`; null where a function is no method of its
/// first argument.
static const ir::Expr *objectOf(llvm::StringRef name,
                                llvm::ArrayRef<const ir::Expr *> arguments) {
  const ir::Type *first =
      arguments.empty() ? nullptr : ir::pointeeOf(arguments[0]->type);
  const auto *library = llvm::dyn_cast_or_null<ir::LibraryType>(first);
  const bool isOfType = library && arguments[0]->type->isReference() &&
                        library->name == name.rsplit("::").first;
  return isOfType ? arguments[0] : nullptr;
}

/// Each argument has the type that it has in the language, so that the same
/// overload is chosen. `made` is what a constructor makes.
std::string ExprPrinter::libraryCall(llvm::StringRef name,
                                     llvm::ArrayRef<const ir::Expr *> arguments,
                                     const ir::Type *made) {
  std::string head;
  const ir::Expr *object = objectOf(name, arguments);
  const auto *library = llvm::dyn_cast_or_null<ir::LibraryType>(made);
  if (object) {
    const llvm::StringRef method = name.rsplit("::").second;
    if (method != identifier(method))
      return refused("a call of '" + name.str() + "'");
    head = exact(object).atLeast(Precedence::Postfix) + "." + method.str();
    arguments = arguments.drop_front();
  } else if (library && library->name == name) {
    head = words.spell(library);
  } else if (made && name == "std::bit_cast") {
    head = "std::bit_cast<" + words.spell(made) + ">";
  } else if (const auto function = words.libraryFunction(name)) {
    head = *function;
  } else {
    return refused("a call of '" + name.str() + "'");
  }
  std::string text;
  for (const ir::Expr *argument : arguments) {
    // `std::max({a, b, c})`
    const auto *list = argument->type->kind == ir::Type::Array
                           ? dyn_cast<ir::AggregateExpr>(argument)
                           : nullptr;
    std::string elements;
    for (const ir::Expr *element :
         list ? list->elements : llvm::ArrayRef<const ir::Expr *>())
      elements += (elements.empty() ? "" : ", ") + exact(element).text;
    text += (text.empty() ? "" : ", ") +
            (list ? "{" + elements + "}" : exact(argument).text);
  }
  return head + "(" + text + ")";
}

/// `a < b` of structs of the library's.
static std::optional<Precedence> comparison(llvm::StringRef token) {
  return llvm::StringSwitch<std::optional<Precedence>>(token)
      .Cases("<", ">", "<=", ">=", Precedence::Relational)
      .Cases("==", "!=", Precedence::Equality)
      .Default(std::nullopt);
}

Printed ExprPrinter::libraryValue(llvm::StringRef name,
                                  llvm::ArrayRef<const ir::Expr *> arguments,
                                  const ir::Type *type) {
  llvm::StringRef token = name.rsplit("::").second;
  token = token.empty() ? name : token;
  if (token == "operator*" && arguments.size() == 1)
    return Printed("*" + exact(arguments[0]).atLeast(Precedence::Unary),
                   Precedence::Unary, type);
  if (token.consume_front("operator") && arguments.size() == 2)
    if (const auto binds = comparison(token))
      return Printed(exact(arguments[0]).atLeast(Precedence::Additive) + " " +
                         token.str() + " " +
                         exact(arguments[1]).atLeast(Precedence::Additive),
                     *binds, type);
  return call(libraryCall(name, arguments, type), type);
}

Printed ExprPrinter::visitLibraryCall(const ir::LibraryCallExpr &e) {
  return libraryValue(e.name, e.arguments, e.type);
}
