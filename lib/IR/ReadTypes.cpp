// The parser's own tools, and types.
#include "Parser.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/Twine.h>

using namespace regtt::ir;
using llvm::dyn_cast;
using llvm::isa;

//===--- Tokens -----------------------------------------------------------===//

Token Parser::take() {
  Token result = peek();
  at = std::min(at + 1, tokens.size() - 1);
  return result;
}

bool Parser::takeMark(llvm::StringRef text) {
  const bool found = isMark(text);
  at += found;
  return found;
}

bool Parser::takeWord(llvm::StringRef text) {
  const bool found = isWord(text);
  at += found;
  return found;
}

bool Parser::expectMark(llvm::StringRef text) {
  return takeMark(text) || unexpected(("'" + text + "'").str());
}

bool Parser::expectWord(llvm::StringRef text) {
  return takeWord(text) || unexpected(("'" + text + "'").str());
}

std::optional<std::string> Parser::expect(Token::Kind kind,
                                          llvm::StringRef what) {
  if (peek().kind == kind)
    return take().text;
  unexpected(what);
  return std::nullopt;
}

std::optional<uint64_t> Parser::expectCount(llvm::StringRef what,
                                            uint64_t most) {
  uint64_t count;
  if (peek().kind == Token::Number &&
      !llvm::StringRef(peek().text).getAsInteger(10, count) && count <= most) {
    take();
    return count;
  }
  unexpected(what);
  return std::nullopt;
}

bool Parser::fail(const Token &token, const llvm::Twine &what) {
  if (error.empty()) {
    failedAt = token;
    error = what.str();
  }
  return false;
}

bool Parser::unexpected(llvm::StringRef wanted) {
  return fail(peek(), wanted + " is expected, not " + describe(peek()));
}

bool Parser::check(const Token &token, const std::string &fault) {
  return fault.empty() || fail(token, fault);
}

std::optional<Location> Parser::location() {
  Location result;
  for (unsigned *part :
       {&result.file, &result.line, &result.column, &result.length}) {
    if (part != &result.file && !expectMark(":"))
      return std::nullopt;
    const Token token = peek();
    const auto number = expectCount("a number", ~0u);
    if (!number)
      return std::nullopt;
    *part = *number;
    if (part == &result.file && *number > module->files.size()) {
      fail(token, "there is no file " + describe(token));
      return std::nullopt;
    }
  }
  return result;
}

std::optional<Location> Parser::prefix() {
  return takeMark("#") ? location() : Location();
}

std::optional<llvm::APInt> regtt::ir::integerOf(llvm::StringRef text,
                                                unsigned bits, bool isSigned) {
  const bool isNegative = text.consume_front("-");
  const bool isHex = text.consume_front("0x");
  const auto isDigit = [&](char c) {
    return isHex ? llvm::isHexDigit(c) : llvm::isDigit(c);
  };
  if (text.empty() || text.size() > 64 || !llvm::all_of(text, isDigit))
    return std::nullopt;
  llvm::APInt value(260, text, isHex ? 16 : 10);
  if (isNegative)
    value.negate();
  const bool fits = isSigned ? value.isSignedIntN(bits)
                             : value.isNonNegative() && value.isIntN(bits);
  return fits ? std::optional(value.trunc(bits)) : std::nullopt;
}

//===--- Types ------------------------------------------------------------===//

const Type *Parser::type() {
  const Token token = take();
  if (token.kind == Token::Symbol) {
    if (const Type *found = module->findType(token.text))
      return found;
    fail(token, "there is no type " + describe(token));
    return nullptr;
  }
  if (token.is(Token::Mark, "[")) {
    const auto count = expectCount("a number of elements");
    const Type *element = count && expectWord("x") ? type() : nullptr;
    return element && expectMark("]") ? module->array(element, *count)
                                      : nullptr;
  }
  if (token.kind == Token::Word) {
    if (token.text == "void")
      return module->voidType();
    if (token.text == "bool")
      return module->boolType();
#define INT_TYPE(NAME, TEXT, BITS, SIGNED)                                     \
  if (token.text == TEXT)                                                      \
    return module->intType(IntType::NAME);
#define FLOAT_TYPE(NAME, TEXT, BYTES, FORMAT)                                  \
  if (token.text == TEXT)                                                      \
    return module->floatType(FloatType::NAME);
#include "regtt/IR/Types.def"
    if (token.text == "ptr" || token.text == "ref" || token.text == "link")
      return leadingTo(token.text);
    if (token.text == "lib")
      return libraryType();
    if (token.text == "fn")
      return functionType();
  }
  fail(token, "a type is expected, not " + describe(token));
  return nullptr;
}

const Type *Parser::leadingTo(llvm::StringRef word) {
  const bool isVolatile = word != "link" && takeWord("volatile");
  const Token token = peek();
  const Type *to = type();
  if (!to)
    return nullptr;
  if (word == "ptr") {
    if (!to->isReference())
      return module->pointerTo(to, isVolatile);
  } else if (word == "ref") {
    if (!to->isReference() && !to->isVoid())
      return module->referenceTo(to, isVolatile);
  } else if (const auto *node = dyn_cast<StructType>(to)) {
    return module->linkTo(node);
  }
  fail(token, "a '" + word + "' does not lead to a " + describe(token));
  return nullptr;
}

/// `"std::array" <f32, 3>`
const Type *Parser::libraryType() {
  const auto name = expect(Token::String, "a library type's name");
  if (!name)
    return nullptr;
  std::vector<LibraryType::Argument> arguments;
  if (takeMark("<")) {
    do {
      if (peek().kind == Token::Number) {
        const Token number = take();
        const auto value = integerOf(number.text, 64, /*isSigned=*/true);
        if (!value) {
          fail(number, describe(number) + " is no integer");
          return nullptr;
        }
        arguments.emplace_back(value->getSExtValue());
      } else if (const Type *argument = type()) {
        arguments.emplace_back(argument);
      } else {
        return nullptr;
      }
    } while (takeMark(","));
    if (!expectMark(">"))
      return nullptr;
  }
  return module->libraryType(*name, arguments);
}

/// `(i32) -> bool`
const Type *Parser::functionType() {
  if (!expectMark("("))
    return nullptr;
  std::vector<const Type *> params;
  while (!takeMark(")")) {
    if (!params.empty() && !expectMark(","))
      return nullptr;
    const Type *param = type();
    if (!param)
      return nullptr;
    params.push_back(param);
  }
  const Type *returned = expectMark("->") ? type() : nullptr;
  return returned ? module->functionType(returned, params) : nullptr;
}
