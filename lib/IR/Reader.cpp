// A module's text, read: its declarations, in turns. Types, expressions and
// statements are read by the parser's other files.
#include "regtt/IR/Reader.h"

#include "Names.h"
#include "Parser.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Twine.h>
#include <llvm/Support/MathExtras.h>

using namespace regtt::ir;

llvm::Expected<std::unique_ptr<Module>> regtt::ir::read(llvm::StringRef text) {
  auto tokens = lex(text);
  if (!tokens)
    return tokens.takeError();
  return Parser(std::move(*tokens)).run();
}

llvm::Expected<std::unique_ptr<Module>> Parser::run() {
  const auto each = [&](bool (Parser::*read)(Item &)) {
    return llvm::all_of(items, [&](Item &item) { return (this->*read)(item); });
  };
  if (splitItems() && each(&Parser::readNames) && each(&Parser::readFields) &&
      each(&Parser::readDeclaration) && each(&Parser::readContents))
    return std::move(owned);
  return errorAt(failedAt, error);
}

llvm::Expected<const Type *> regtt::ir::readType(llvm::StringRef text,
                                                 Module &module) {
  auto tokens = lex(text);
  if (!tokens)
    return tokens.takeError();
  return Parser(std::move(*tokens), module).runType();
}

llvm::Expected<const Type *> Parser::runType() {
  const Type *result = type();
  if (result && peek().kind != Token::End) {
    unexpected("the end of the type");
    result = nullptr;
  }
  if (!result)
    return errorAt(failedAt, error);
  return result;
}

//===--- Items ------------------------------------------------------------===//

/// Each begins with its word, outside of all brackets; `fn (` is a type.
bool Parser::splitItems() {
  static constexpr llvm::StringLiteral words[] = {"language", "file", "struct",
                                                  "union",    "enum", "opaque",
                                                  "global",   "fn",   "kernel"};
  unsigned depth = 0;
  size_t prefix = ~size_t(0);
  for (at = 0; peek().kind != Token::End; ++at) {
    if (isMark("{") || isMark("(") || isMark("["))
      ++depth;
    else if (depth && (isMark("}") || isMark(")") || isMark("]")))
      --depth;
    if (depth == 0 && isMark("#"))
      prefix = at;
    const bool starts = depth == 0 && peek().kind == Token::Word &&
                        llvm::is_contained(words, peek().text) &&
                        !peek(1).is(Token::Mark, "(");
    if (!starts)
      continue;
    const size_t start = std::min(prefix, at);
    if (!items.empty())
      items.back().end = start;
    else if (start != 0)
      break;
    items.push_back({start, tokens.size() - 1});
    prefix = ~size_t(0);
  }
  at = 0;
  return (!items.empty() && items[0].start == 0) || peek().kind == Token::End ||
         unexpected("a declaration");
}

/// Behind an item nothing is left of it.
bool Parser::atEnd(const Item &item) {
  return at == item.end || unexpected("a declaration");
}

/// Types are declared by name; enums, and files, as a whole.
bool Parser::readNames(Item &item) {
  at = item.start;
  const auto loc = prefix();
  if (!loc)
    return false;
  const Token word = take();
  if (word.text == "file") {
    const auto name = expect(Token::String, "the name of a file");
    if (name)
      module->files.push_back(*name);
    return name && atEnd(item);
  }
  if (word.text == "language") {
    module->isC = takeWord("C");
    module->isCpp11 = !module->isC && takeWord("Cpp11");
    module->isCpp20 = !module->isC && !module->isCpp11 && takeWord("Cpp20");
    return (module->isC || module->isCpp11 || module->isCpp20 ||
            unexpected("one of the languages C, Cpp11 and Cpp20")) &&
           atEnd(item);
  }
  if (word.text == "global" || word.text == "fn" || word.text == "kernel")
    return true;
  const Token name = peek();
  if (!expect(Token::Symbol, "the name of a type"))
    return false;
  if (module->findType(name.text))
    return fail(name, describe(name) + " is declared twice");
  --at;
  if (word.text == "enum")
    return readEnum(*loc) && atEnd(item);
  ++at;
  if (word.text == "opaque") {
    module->createOpaque(name.text, *loc);
    return atEnd(item);
  }
  item.structure = module->createStruct(name.text, *loc);
  return true;
}

//===--- Types ------------------------------------------------------------===//

/// `@Axis: u8 { X = 0, Y = 1 }`
bool Parser::readEnum(Location loc) {
  const Token name = take();
  if (!expectMark(":"))
    return false;
  const Token where = peek();
  const Type *underlying = type();
  if (!underlying)
    return false;
  if (!underlying->isInt() && !underlying->isBool())
    return fail(where, "an enum's type is an integer or bool");
  const IntegerFormat format = *integerFormat(underlying);
  const bool isUnseen = takeWord("unseen");
  std::vector<EnumType::Constant> constants;
  if (!expectMark("{"))
    return false;
  while (!takeMark("}")) {
    if (!constants.empty() && !expectMark(","))
      return false;
    const Token constant = take();
    if (constant.kind != Token::Word && constant.kind != Token::String)
      return fail(constant, "a constant's name is expected");
    const Token number = peek(1);
    if (!expectMark("=") || !expect(Token::Number, "a number"))
      return false;
    const auto value = integerOf(number.text, format.bits, format.isSigned);
    if (!value)
      return fail(number, describe(number) + " is no value of the enum's type");
    constants.push_back({constant.text, *value});
  }
  module->createEnum(name.text, underlying, std::move(constants), loc)
      ->isUnseen = isUnseen;
  return true;
}

/// `struct @Node size 24 align 8 { x: f32 @0, l: ptr @Node @8 }`
bool Parser::readFields(Item &item) {
  if (!item.structure)
    return true;
  at = item.start;
  prefix();
  StructBody body;
  body.isUnion = take().text == "union";
  take(); // its name
  if (at == item.end && !body.isUnion)
    return true; // never completed
  const auto size = expectWord("size") ? expectCount("a size") : std::nullopt;
  const auto align = size && expectWord("align")
                         ? expectCount("an alignment", ~0u)
                         : std::nullopt;
  if (!align)
    return false;
  body.size = *size;
  body.align = *align;
  body.isTriviallyCopyable = !takeWord("nontrivial");
  body.isPolymorphic = takeWord("polymorphic");
  body.isUntagged = takeWord("untagged");
  body.isLocal = takeWord("local");
  std::vector<const StructType *> classes;
  const bool asksClasses = body.isPolymorphic && takeWord("classes");
  const bool areHidden = asksClasses && takeWord("private");
  if (asksClasses && !readClasses(classes))
    return false;
  body.isUnseen = takeWord("unseen");
  if (!expectMark("{"))
    return false;
  while (!takeMark("}"))
    if ((!body.fields.empty() && !expectMark(",")) || !readField(body))
      return false;
  module->complete(item.structure, std::move(body));
  if (!classes.empty())
    module->setClasses(item.structure, std::move(classes), areHidden);
  return atEnd(item);
}

/// `@Leaf, @Inner`
bool Parser::readClasses(std::vector<const StructType *> &classes) {
  do {
    const Token where = peek();
    const Type *each = type();
    if (each && !llvm::isa<StructType>(each))
      return fail(where, "a struct is expected, not " + describe(where));
    if (!each)
      return false;
    classes.push_back(llvm::cast<StructType>(each));
  } while (takeMark(","));
  return true;
}

/// `base @Vec...`, `flags: u32 @4:3:5`
bool Parser::readField(StructBody &body) {
  Field field;
  const auto flag = [&](llvm::StringRef word) {
    return !peek(1).is(Token::Mark, ":") && takeWord(word);
  };
  field.isBase = flag("base");
  field.isAnonymous = flag("anonymous");
  field.isVolatile = flag("volatile");
  field.isPrivate = flag("private");
  const Token name = take();
  if (name.kind != Token::Word && name.kind != Token::String)
    return fail(name, "a field's name is expected, not " + describe(name));
  field.name = name.text;
  for (const Field &other : body.fields)
    if (other.name == field.name && other.isBase == field.isBase)
      return fail(name, "two fields are called " + describe(name));
  field.type = expectMark(":") ? type() : nullptr;
  const auto offset =
      field.type && expectMark("@") ? expectCount("an offset") : std::nullopt;
  if (!offset)
    return false;
  field.offset = *offset;
  if (takeMark(":")) {
    const auto bit = expectCount("a bit's number", ~0u);
    const auto width =
        bit && expectMark(":") ? expectCount("a width", ~0u) : std::nullopt;
    if (!width)
      return false;
    if (*width == 0)
      return fail(peek(), "a bit-field has a bit at least");
    field.bitOffset = *bit;
    field.bitWidth = *width;
  }
  body.fields.push_back(std::move(field));
  return true;
}

//===--- Globals and functions --------------------------------------------===//

std::optional<Linkage> Parser::linkage() {
  if (takeWord("internal"))
    return Linkage::Internal;
  return takeWord("weak") ? Linkage::Weak : Linkage::External;
}

bool Parser::isFree(const Token &name) {
  return (!module->findFunction(name.text) && !module->findGlobal(name.text)) ||
         fail(name, describe(name) + " is declared twice");
}

bool Parser::readDeclaration(Item &item) {
  at = item.start;
  const Location loc = *prefix();
  const std::string word = peek().text;
  if (word == "global")
    return readGlobal(item, loc);
  return (word != "fn" && word != "kernel") || readFunction(item, loc);
}

/// `global const @weights: [2 x f32]`, up to its initial value.
bool Parser::readGlobal(Item &item, Location loc) {
  take();
  const bool isDeclaration = takeWord("extern"), isLocal = takeWord("local"),
             isPrivate = takeWord("private"), isUnseen = takeWord("unseen");
  const Linkage kind = *linkage();
  const bool isConst = takeWord("const"), isVolatile = takeWord("volatile");
  const bool isThreadLocal = takeWord("threadlocal");
  const Token name = peek();
  if (!expect(Token::Symbol, "a global's name") || !isFree(name) ||
      !expectMark(":"))
    return false;
  const Type *holds = type();
  if (!holds)
    return false;
  item.global = module->createGlobal(name.text, holds, loc);
  item.global->isDeclaration = isDeclaration;
  item.global->isLocal = isLocal;
  item.global->isPrivate = isPrivate;
  item.global->isUnseen = isUnseen;
  item.global->linkage = kind;
  item.global->isConst = isConst;
  item.global->isVolatile = isVolatile;
  item.global->isThreadLocal = isThreadLocal;
  item.rest = at;
  return isMark("=") || atEnd(item);
}

/// `fn pure @length(%p: ref @Point) -> f32`, up to its body.
bool Parser::readFunction(Item &item, Location loc) {
  const bool isKernel = take().text == "kernel";
  const Linkage kind = *linkage();
  const bool isPure = takeWord("pure"), isTraversal = takeWord("traversal"),
             isVirtual = takeWord("virtual"), isUnseen = takeWord("unseen");
  const Token name = peek();
  if (!expect(Token::Symbol, "a function's name") || !isFree(name))
    return false;
  std::optional<Kernel::Domain> domain;
  if (isKernel) {
    if (!expectMark("("))
      return false;
    domain = named<Kernel::Domain>(peek().text);
    if (!domain)
      return unexpected("a domain: queries, nested, nodes or grid");
    take();
    if (!expectMark(")"))
      return false;
  }
  std::vector<Variable *> params;
  variables.clear();
  if (!readParams(params) || !expectMark("->"))
    return false;
  const Type *returned = type();
  if (!returned)
    return false;
  std::vector<const Type *> types;
  for (const Variable *param : params)
    types.push_back(param->type);
  const FunctionType *form = module->functionType(returned, types);
  item.function = domain ? module->createKernel(name.text, *domain, form, loc)
                         : module->createFunction(name.text, form, loc);
  item.function->params = std::move(params);
  item.function->isPure = isPure;
  item.function->isTraversal = isTraversal;
  item.function->isVirtual = isVirtual;
  item.function->isUnseen = isUnseen;
  item.function->linkage = kind;
  item.params = std::move(variables);
  item.rest = at;
  return isMark("{") || isMark("[") || atEnd(item);
}

bool Parser::readParams(std::vector<Variable *> &params) {
  if (!expectMark("("))
    return false;
  while (!takeMark(")")) {
    if (!params.empty() && !expectMark(","))
      return false;
    const auto param = declaration(Variable::Parameter);
    if (!param)
      return false;
    declare(*param);
    params.push_back(param->variable);
  }
  return true;
}

bool Parser::readContents(Item &item) {
  at = item.rest;
  variables = std::move(item.params);
  labels.clear();
  if (item.global && takeMark("=")) {
    item.global->init = expr(item.global->type);
    return item.global->init && atEnd(item);
  }
  if (!item.function)
    return true;
  if (!readClauses(item.function->clauses))
    return false;
  if (!isMark("{"))
    return atEnd(item);
  result = item.function->type->result;
  item.function->body = block();
  return item.function->body && atEnd(item);
}
