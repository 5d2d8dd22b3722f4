/// Reads the text form by recursive descent. A function that fails has said why
/// and returns null or false; the first message is the one that counts.
///
/// A text is read in turns, so that everything can be named before it is
/// declared: the names of types, structs' fields, globals and functions by
/// their types, and then what these hold.
#pragma once

#include "Lexer.h"

#include "regtt/IR/Reader.h"

#include <llvm/ADT/StringMap.h>

#include <optional>

namespace regtt::ir {

class Parser {
public:
  explicit Parser(std::vector<Token> tokens)
      : tokens(std::move(tokens)), owned(std::make_unique<Module>()),
        module(owned.get()) {}
  /// Of a text that is a part of `module`.
  Parser(std::vector<Token> tokens, Module &module)
      : tokens(std::move(tokens)), module(&module) {}

  llvm::Expected<std::unique_ptr<Module>> run();
  llvm::Expected<const Type *> runType();

private:
  //===--- Tokens ---------------------------------------------------------===//

  std::vector<Token> tokens;
  size_t at = 0;
  Token failedAt;
  std::string error; ///< empty as long as nothing has failed

  const Token &peek(size_t ahead = 0) const {
    return tokens[std::min(at + ahead, tokens.size() - 1)];
  }
  Token take();
  bool isMark(llvm::StringRef text) const {
    return peek().is(Token::Mark, text);
  }
  bool isWord(llvm::StringRef text) const {
    return peek().is(Token::Word, text);
  }
  bool takeMark(llvm::StringRef text);
  bool takeWord(llvm::StringRef text);
  bool expectMark(llvm::StringRef text);
  bool expectWord(llvm::StringRef text);
  /// A token of that kind, whose text is returned.
  std::optional<std::string> expect(Token::Kind kind, llvm::StringRef what);
  std::optional<uint64_t> expectCount(llvm::StringRef what,
                                      uint64_t most = ~uint64_t(0));
  /// Always false.
  bool fail(const Token &token, const llvm::Twine &what);
  bool unexpected(llvm::StringRef wanted);
  /// Whether there is no fault, which is reported where there is one.
  bool check(const Token &token, const std::string &fault);

  /// `1:6:3:8`, behind its mark.
  std::optional<Location> location();
  /// `#1:6:3:8`, if it is there.
  std::optional<Location> prefix();

  //===--- Declarations ---------------------------------------------------===//

  struct Item {
    size_t start, end;
    /// Where what it holds begins, once what it declares is read.
    size_t rest = 0;
    Function *function = nullptr;
    Global *global = nullptr;
    StructType *structure = nullptr;
    llvm::StringMap<const Variable *> params = {}; ///< as the text names them
  };
  std::vector<Item> items;
  std::unique_ptr<Module> owned;
  Module *const module;

  bool splitItems();
  bool readNames(Item &item);
  bool readEnum(Location loc);
  bool readFields(Item &item);
  bool readField(StructBody &body);
  bool readClasses(std::vector<const StructType *> &classes);
  bool readDeclaration(Item &item);
  bool readGlobal(Item &item, Location loc);
  bool readFunction(Item &item, Location loc);
  bool readParams(std::vector<Variable *> &params);
  bool readClauses(std::vector<Clause> &clauses);
  bool readContents(Item &item);
  bool atEnd(const Item &item);
  bool isFree(const Token &name);
  std::optional<Linkage> linkage();

  //===--- Types ----------------------------------------------------------===//

  const Type *type();
  const Type *libraryType();
  const Type *functionType();
  const Type *leadingTo(llvm::StringRef word);

  //===--- Places and expressions -----------------------------------------===//

  llvm::StringMap<const Variable *> variables; ///< of the function being read
  llvm::StringMap<const BlockStatement *> labels;

  const Expr *expr(const Type *expected = nullptr);
  const Expr *bareExpr(const Type *expected, Location loc);
  const Expr *wordExpr(const Type *expected, Location loc);
  const Expr *nullExpr(const Token &word, const Type *expected, Location loc);
  const Expr *numberExpr(Location loc);
  const Expr *integerExpr(const Token &token, const Type *type, Location loc);
  const Expr *realExpr(const Token &token, const FloatType *type, Location loc);
  const StringExpr *stringExpr(Location loc);
  const Expr *valueExpr(Location loc);
  const Expr *addressExpr(bool isReference, Location loc);
  const Expr *operatorExpr(const Token &word, const Type *expected,
                           Location loc);
  const Expr *castExpr(CastOp op, const Token &word, Location loc);
  const Expr *callExpr(Location loc);
  const Expr *libraryCallExpr(Location loc);
  const Expr *readExpr(ReadOp op, const Token &word, Location loc);
  const Expr *aggregateExpr(const Token &word, Location loc);
  using Exprs = std::vector<const Expr *>;
  /// `(a, b)`
  std::optional<Exprs> arguments(llvm::ArrayRef<const Type *> expected = {});
  /// `, a, b)`
  std::optional<Exprs> moreArguments();

  const Place *place();
  const Place *rootPlace();
  const Place *followedPlace();
  const Place *dataPlace();
  const Place *select(const Place *base);
  const Place *indexed(const Place *base);
  const Place *step(const Token &token, const Place *base, const Step &step);
  bool startsPlace() const;
  const Variable *variableNamed(const Token &token);
  Function *expectFunction();

  //===--- Statements -----------------------------------------------------===//

  const Type *result = nullptr; ///< of the function being read

  BlockStatement *block();
  Statement *statement();
  Statement *let(Location loc);
  Statement *var(Location loc);
  Statement *store(Location loc);
  Statement *reduce(Location loc);
  Statement *branch(Location loc);
  Statement *parallel(Location loc);
  Statement *loop(LoopForm form, Location loc);
  Statement *countedLoop(Location loc);
  Statement *rangeLoop(Location loc);
  Statement *choice(Location loc);
  bool readCase(SwitchStatement &choice);
  Statement *labelled(Location loc);
  Statement *leave(Location loc);
  Statement *call(const Variable *result, Location loc);
  Statement *visit(const Variable *result, Location loc);
  bool segment(const Function *&function, std::vector<const Expr *> &kept);
  Statement *resume(Location loc);
  Statement *defer(Location loc);
  Statement *change(ChangeOp op, Location loc);
  /// A variable, and what the text calls it.
  struct Declared {
    Variable *variable;
    std::string name;
  };
  /// `const %n: i32`, which can be named once it is declared.
  std::optional<Declared> declaration(Variable::Kind kind);
  void declare(const Declared &declared) {
    variables[declared.name] = declared.variable;
  }
};

/// What `text` says in decimal, or as `0x1f`; nothing where it is no integer,
/// or none of that format.
std::optional<llvm::APInt> integerOf(llvm::StringRef text, unsigned bits,
                                     bool isSigned);

/// How many values an enum has that a table lists.
template <class Op> inline constexpr unsigned countOf = 0;
template <>
inline constexpr unsigned countOf<UnaryOp> = 0
#define UNARY(NAME, TEXT) +1
#include "regtt/IR/Expr.def"
    ;
template <>
inline constexpr unsigned countOf<BinaryOp> = 0
#define BINARY(NAME, TEXT) +1
#include "regtt/IR/Expr.def"
    ;
template <>
inline constexpr unsigned countOf<CastOp> = 0
#define CAST(NAME, TEXT) +1
#include "regtt/IR/Expr.def"
    ;
template <>
inline constexpr unsigned countOf<IntrinsicOp> = 0
#define INTRINSIC(NAME, TEXT, OPERANDS) +1
#include "regtt/IR/Expr.def"
    ;
template <>
inline constexpr unsigned countOf<ReadOp> = 0
#define CONTAINER_READ(NAME, TEXT, ARGUMENTS) +1
#include "regtt/IR/Library.def"
    ;
template <>
inline constexpr unsigned countOf<ChangeOp> = 0
#define CONTAINER_CHANGE(NAME, TEXT, ARGUMENTS) +1
#include "regtt/IR/Library.def"
    ;
template <>
inline constexpr unsigned countOf<StoreKind> = 0
#define STORE_KIND(NAME, TEXT) +1
#include "regtt/IR/Statement.def"
    ;
template <>
inline constexpr unsigned countOf<LoopForm> = 0
#define LOOP_FORM(NAME, TEXT) +1
#include "regtt/IR/Statement.def"
    ;
template <>
inline constexpr unsigned countOf<Clause::Kind> = 0
#define CLAUSE(NAME, TEXT, WORD, PLACE, VALUE) +1
#include "regtt/IR/Clause.def"
    ;
template <>
inline constexpr unsigned countOf<Combiner> = 0
#define COMBINER(NAME, TEXT, OPERATOR, INVERSE) +1
#include "regtt/IR/Operators.def"
    ;
template <>
inline constexpr unsigned countOf<DataRoot::Kind> = DataRoot::Linked + 1;
template <>
inline constexpr unsigned countOf<Kernel::Domain> = Kernel::Grid + 1;

/// The one of `Op`'s values that is written so.
template <class Op> std::optional<Op> named(llvm::StringRef text) {
  for (unsigned k = 0; k < countOf<Op>; ++k)
    if (textOf(static_cast<Op>(k)) == text)
      return static_cast<Op>(k);
  return std::nullopt;
}

} // namespace regtt::ir
