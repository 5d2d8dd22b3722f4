// Expressions, read.
#include "Parser.h"

#include "regtt/IR/Printer.h"
#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/Twine.h>

using namespace regtt::ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

const Expr *Parser::expr(const Type *expected) {
  if (!takeMark("!"))
    return bareExpr(expected, {});
  const auto loc = location();
  if (!loc)
    return nullptr;
  std::optional<std::string> spelling;
  if (takeWord("as")) {
    spelling = expect(Token::String, "a spelling");
    if (!spelling)
      return nullptr;
  }
  const Expr *result = bareExpr(expected, *loc);
  if (result && spelling)
    module->setSpelling(result, *spelling);
  return result;
}

const Expr *Parser::bareExpr(const Type *expected, Location loc) {
  switch (peek().kind) {
  case Token::Number:
    return numberExpr(loc);
  case Token::String:
    return stringExpr(loc);
  case Token::Local:
    return valueExpr(loc);
  case Token::Symbol:
    return callExpr(loc);
  case Token::Word:
    return wordExpr(expected, loc);
  case Token::Mark:
  case Token::End:
    break;
  }
  unexpected("an expression");
  return nullptr;
}

const Expr *Parser::wordExpr(const Type *expected, Location loc) {
  const Token word = peek();
  if (word.text == "inf")
    return numberExpr(loc);
  take();
  if (word.text == "true" || word.text == "false")
    return module->boolean(word.text == "true", loc);
  if (word.text == "null")
    return nullExpr(word, expected, loc);
  if (word.text == "zero") {
    const Type *given = expectMark(":") ? type() : nullptr;
    if (!given)
      return nullptr;
    if (isa<ArrayType, StructType, LibraryType>(given))
      return module->zero(given, loc);
    fail(word, "'zero' is no value of type '" + toString(given) + "'");
    return nullptr;
  }
  if (word.text == "load") {
    const Place *from = place();
    return from && check(word, faultOfLoad(from)) ? module->load(from, loc)
                                                  : nullptr;
  }
  if (word.text == "addressof" || word.text == "refof")
    return addressExpr(word.text == "refof", loc);
  if (word.text == "lib")
    return libraryCallExpr(loc);
  if (word.text == "aggregate")
    return aggregateExpr(word, loc);
  return operatorExpr(word, expected, loc);
}

//===--- Constants --------------------------------------------------------===//

/// `null`, `null:ptr @Node`
const Expr *Parser::nullExpr(const Token &word, const Type *expected,
                             Location loc) {
  const bool isTyped = takeMark(":");
  const Type *given = isTyped ? type() : expected;
  if (given && given->isNullable())
    return module->null(given, loc);
  if (given)
    fail(word, "'null' is no value of type '" + toString(given) + "'");
  else
    fail(word, "the type of 'null' is not known here: 'null:ptr T'");
  return nullptr;
}

const Expr *Parser::numberExpr(Location loc) {
  const Token number = take();
  const Type *given = expectMark(":") ? type() : nullptr;
  if (!given)
    return nullptr;
  if (const auto *real = dyn_cast<FloatType>(given))
    return realExpr(number, real, loc);
  return integerExpr(number, given, loc);
}

const Expr *Parser::integerExpr(const Token &token, const Type *type,
                                Location loc) {
  const auto format = integerFormat(type);
  const auto value = format && !type->isBool()
                         ? integerOf(token.text, format->bits, format->isSigned)
                         : std::nullopt;
  if (value)
    return module->integer(type, *value, loc);
  fail(token,
       describe(token) + " is no value of type '" + toString(type) + "'");
  return nullptr;
}

/// `0x1.8p1`, `1.5`, `-inf`, or the bits: `0x7fc00000`.
const Expr *Parser::realExpr(const Token &token, const FloatType *type,
                             Location loc) {
  const llvm::StringRef text = token.text;
  const llvm::fltSemantics &format = type->format;
  if (text == "inf" || text == "-inf")
    return module->real(type, llvm::APFloat::getInf(format, text != "inf"),
                        loc);
  if (text.starts_with("0x") && !text.contains_insensitive("p")) {
    const unsigned bits = llvm::APFloat::getSizeInBits(format);
    if (const auto value = integerOf(text, bits, /*isSigned=*/false))
      return module->real(type, llvm::APFloat(format, *value), loc);
  } else {
    llvm::APFloat value(format);
    auto status =
        value.convertFromString(text, llvm::APFloat::rmNearestTiesToEven);
    const bool isNumber = static_cast<bool>(status);
    llvm::consumeError(status.takeError());
    if (isNumber)
      return module->real(type, value, loc);
  }
  fail(token,
       describe(token) + " is no value of type '" + toString(type) + "'");
  return nullptr;
}

/// `"text"`, `"text":[8 x u8]`
const StringExpr *Parser::stringExpr(Location loc) {
  const Token token = take();
  if (!takeMark(":"))
    return module->string(module->intType(IntType::Char), token.text, loc);
  const Type *given = type();
  if (!given)
    return nullptr;
  const auto *array = dyn_cast<ArrayType>(given);
  const auto *character = array ? dyn_cast<IntType>(array->element) : nullptr;
  if (character && character->bits == 8 && array->count > token.text.size())
    return module->string(character, token.text, loc, array->count);
  fail(token,
       describe(token) + " is no value of type '" + toString(given) + "'");
  return nullptr;
}

//===--- Variables and places ---------------------------------------------===//

const Variable *Parser::variableNamed(const Token &token) {
  const Variable *found = variables.lookup(token.text);
  if (!found)
    fail(token, "there is no variable " + describe(token));
  return found;
}

const Expr *Parser::valueExpr(Location loc) {
  const Token token = take();
  const Variable *variable = variableNamed(token);
  if (!variable)
    return nullptr;
  if (!variable->isFixed()) {
    fail(token, describe(token) + " may change: 'load " +
                    llvm::StringRef(describe(token)).drop_front());
    return nullptr;
  }
  return module->load(module->place(variable), loc);
}

/// `addressof @f` of a function; else of a place.
const Expr *Parser::addressExpr(bool isReference, Location loc) {
  const Token token = peek();
  if (token.kind == Token::Symbol && !isReference)
    if (const Function *function = module->findFunction(token.text)) {
      take();
      return module->addressOf(function, loc);
    }
  const Place *of = place();
  if (!of || !check(token, faultOfAddress(of)))
    return nullptr;
  if (!isReference)
    return module->addressOf(of, loc);
  if (!of->type->isVoid())
    return module->referenceTo(of, loc);
  fail(token, "there are no references to 'void'");
  return nullptr;
}

//===--- Operators --------------------------------------------------------===//

std::optional<Parser::Exprs>
Parser::arguments(llvm::ArrayRef<const Type *> expected) {
  Exprs result;
  if (!expectMark("("))
    return std::nullopt;
  while (!takeMark(")")) {
    if (!result.empty() && !expectMark(","))
      return std::nullopt;
    const Expr *next = expr(
        result.size() < expected.size() ? expected[result.size()] : nullptr);
    if (!next)
      return std::nullopt;
    result.push_back(next);
  }
  return result;
}

std::optional<Parser::Exprs> Parser::moreArguments() {
  Exprs result;
  while (!takeMark(")")) {
    const Expr *next = expectMark(",") ? expr() : nullptr;
    if (!next)
      return std::nullopt;
    result.push_back(next);
  }
  return result;
}

/// `add(x, y)`: what is expected of one operand follows from the one before.
const Expr *Parser::operatorExpr(const Token &word, const Type *expected,
                                 Location loc) {
  if (const auto op = named<CastOp>(word.text))
    return castExpr(*op, word, loc);
  if (const auto op = named<ReadOp>(word.text))
    return readExpr(*op, word, loc);
  const auto unary = named<UnaryOp>(word.text);
  const auto binary = named<BinaryOp>(word.text);
  const auto intrinsic = named<IntrinsicOp>(word.text);
  const bool isAnd = word.text == "andalso", isSelect = word.text == "select";
  const bool isLogical = isAnd || word.text == "orelse";
  if (!unary && !binary && !intrinsic && !isLogical && !isSelect) {
    fail(word, "an expression is expected, not " + describe(word));
    return nullptr;
  }
  const unsigned count = isSelect ? 3 : binary || isLogical ? 2 : 1;
  Exprs operands;
  while (operands.size() < count) {
    if (!expectMark(operands.empty() ? "(" : ","))
      return nullptr;
    const Type *known = nullptr;
    if (isSelect)
      known = operands.size() == 1 ? expected : nullptr;
    if (operands.size() + 1 == count && count > 1)
      known = operands.back()->type;
    const Expr *next = expr(known);
    if (!next)
      return nullptr;
    operands.push_back(next);
  }
  if (!expectMark(")"))
    return nullptr;
  const auto made = [&](const std::string &fault, auto make) -> const Expr * {
    return check(word, fault) ? make() : nullptr;
  };
  const Expr *first = operands[0], *second = count > 1 ? operands[1] : nullptr;
  if (unary)
    return made(fault(*unary, first),
                [&] { return module->unary(*unary, first, loc); });
  if (binary)
    return made(fault(*binary, first, second),
                [&] { return module->binary(*binary, first, second, loc); });
  if (intrinsic)
    return made(fault(*intrinsic, operands),
                [&] { return module->intrinsic(*intrinsic, operands, loc); });
  if (isSelect)
    return made(faultOfSelect(first, second, operands[2]), [&] {
      return module->select(first, second, operands[2], loc);
    });
  return made(faultOfLogical(first, second), [&] {
    return isAnd ? module->andAlso(first, second, loc)
                 : module->orElse(first, second, loc);
  });
}

/// `inttofloat<f32>(x)`, `inttofloat<f32, written>(x)`
const Expr *Parser::castExpr(CastOp op, const Token &word, Location loc) {
  const Type *to = expectMark("<") ? type() : nullptr;
  if (!to)
    return nullptr;
  const bool isWritten = takeMark(",");
  if ((isWritten && !expectWord("written")) || !expectMark(">") ||
      !expectMark("("))
    return nullptr;
  const Expr *operand = expr();
  if (!operand || !expectMark(")") || !check(word, fault(op, to, operand)))
    return nullptr;
  return module->cast(op, to, operand, isWritten, loc);
}

//===--- Calls, and values made of others ---------------------------------===//

Function *Parser::expectFunction() {
  const Token token = peek();
  if (!expect(Token::Symbol, "a function"))
    return nullptr;
  Function *found = module->findFunction(token.text);
  if (!found)
    fail(token, "there is no function " + describe(token));
  return found;
}

const Expr *Parser::callExpr(Location loc) {
  const Token token = peek();
  const Function *callee = expectFunction();
  const auto given = callee ? arguments(callee->type->params) : std::nullopt;
  if (!given || !check(token, faultOfCall(callee, *given)))
    return nullptr;
  return module->call(callee, *given, loc);
}

/// `"std::sqrt"<f32>(x)`
const Expr *Parser::libraryCallExpr(Location loc) {
  const auto name = expect(Token::String, "a library function's name");
  const Type *returned = name && expectMark("<") ? type() : nullptr;
  if (!returned || !expectMark(">"))
    return nullptr;
  const auto given = arguments();
  return given ? module->libraryCall(*name, returned, *given, loc) : nullptr;
}

/// `size(%v)`
const Expr *Parser::readExpr(ReadOp op, const Token &word, Location loc) {
  const Place *container = expectMark("(") ? place() : nullptr;
  const auto given = container ? moreArguments() : std::nullopt;
  if (!given || !check(word, fault(op, container, *given)))
    return nullptr;
  return module->read(op, container, *given, loc);
}

/// `aggregate<@Point>(x, y)`
const Expr *Parser::aggregateExpr(const Token &word, Location loc) {
  const Type *made = expectMark("<") ? type() : nullptr;
  if (!made || !expectMark(">"))
    return nullptr;
  const auto given = arguments();
  if (!given || !check(word, faultOfAggregate(made, *given)))
    return nullptr;
  return module->aggregate(made, *given, loc);
}
