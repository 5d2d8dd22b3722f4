// Places, read.
#include "Parser.h"

#include "regtt/IR/Printer.h"
#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Twine.h>

using namespace regtt::ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// Whether a place stands here, rather than an expression.
bool Parser::startsPlace() const {
  const Token &token = peek();
  switch (token.kind) {
  case Token::Local:
  case Token::String:
    return true;
  case Token::Symbol:
    return !module->findFunction(token.text);
  case Token::Mark:
    return token.text == "(";
  case Token::Word:
    return named<DataRoot::Kind>(token.text) && peek(1).is(Token::Mark, "(");
  case Token::Number:
  case Token::End:
    break;
  }
  return false;
}

const Place *Parser::step(const Token &token, const Place *base,
                          const Step &step) {
  if (!check(token, fault(step, base->type)))
    return nullptr;
  return module->place(base, step);
}

const Place *Parser::place() {
  const Place *result = rootPlace();
  while (result) {
    const Token token = peek();
    if (takeMark("->")) {
      result = step(token, result, DerefStep{nullptr});
      result = result ? select(result) : nullptr;
    } else if (takeMark(".")) {
      result = select(result);
    } else if (takeMark("[")) {
      result = indexed(result);
    } else {
      break;
    }
  }
  return result;
}

//===--- Roots ------------------------------------------------------------===//

const Place *Parser::rootPlace() {
  const Token token = peek();
  // Of roots, a string alone stands somewhere.
  if (token.is(Token::Mark, "!")) {
    const Expr *string = expr();
    if (string && string->kind != Expr::String)
      fail(token, "a place is expected, not a value");
    return string && string->kind == Expr::String
               ? module->place(llvm::cast<StringExpr>(string))
               : nullptr;
  }
  if (!startsPlace()) {
    if (token.kind == Token::Symbol)
      fail(token, describe(token) + " is a function");
    else
      unexpected("a place");
    return nullptr;
  }
  if (token.kind == Token::Word)
    return dataPlace();
  if (token.kind == Token::String) {
    const StringExpr *string = stringExpr({});
    return string ? module->place(string) : nullptr;
  }
  take();
  if (token.kind == Token::Mark)
    return followedPlace();
  if (token.kind == Token::Local) {
    const Variable *variable = variableNamed(token);
    return variable ? module->place(variable) : nullptr;
  }
  const Global *global = module->findGlobal(token.text);
  if (!global)
    fail(token, "there is no global " + describe(token));
  return global ? module->place(global) : nullptr;
}

/// `*%p)`, of a place that holds a pointer; `*ptradd(%p, 1:i32))`, of a value.
const Place *Parser::followedPlace() {
  if (!expectMark("*"))
    return nullptr;
  const Token token = peek();
  const Place *result = nullptr;
  if (startsPlace()) {
    const Place *pointer = place();
    result = pointer ? step(token, pointer, DerefStep{nullptr}) : nullptr;
  } else if (const Expr *pointer = expr()) {
    if (check(token, fault(Root(PointeeRoot{pointer}))))
      result = module->pointee(pointer);
  }
  return result && expectMark(")") ? result : nullptr;
}

/// `node(0: @Node)`, `element(1: @Point, %i)`
const Place *Parser::dataPlace() {
  const Token word = take();
  DataRoot root = {*named<DataRoot::Kind>(word.text), 0, nullptr};
  const auto number =
      expectMark("(") ? expectCount("a number", ~0u) : std::nullopt;
  root.type = number && expectMark(":") ? type() : nullptr;
  if (!root.type)
    return nullptr;
  root.number = *number;
  if (takeMark(",")) {
    root.index = expr();
    if (!root.index)
      return nullptr;
  }
  if (!expectMark(")") || !check(word, fault(Root(root))))
    return nullptr;
  return module->place(root);
}

//===--- Steps ------------------------------------------------------------===//

/// `x`, `@Base`, of a struct; `first`, of a library's object; a list.
const Place *Parser::select(const Place *base) {
  const Token token = take();
  if (token.is(Token::Mark, "(")) {
    const auto *list = llvm::dyn_cast_or_null<LibraryType>(type());
    if (!list || !expectMark(")"))
      return nullptr;
    return step(token, base, ListStep{list});
  }
  const bool isBase = token.kind == Token::Symbol;
  if (!isBase && token.kind != Token::Word && token.kind != Token::String) {
    fail(token, "a field is expected, not " + describe(token));
    return nullptr;
  }
  if (isa<LibraryType>(base->type) && !isBase)
    return step(token, base, MemberStep{token.text});
  const auto *structure = dyn_cast<StructType>(base->type);
  const Field *field = nullptr;
  if (structure && structure->isComplete())
    field =
        isBase ? structure->base(token.text) : structure->member(token.text);
  if (!field)
    fail(token,
         describe(token) + " is no field of '" + toString(base->type) + "'");
  return field ? module->field(base, field) : nullptr;
}

/// `i]`, of an array, of a library's container or of a pointer.
const Place *Parser::indexed(const Place *base) {
  const Token token = peek();
  const Expr *index = expr();
  if (!index || !expectMark("]"))
    return nullptr;
  if (isa<ArrayType>(base->type))
    return step(token, base, IndexStep{index});
  if (isa<LibraryType>(base->type))
    return step(token, base, ElementStep{index});
  return step(token, base, DerefStep{index});
}
