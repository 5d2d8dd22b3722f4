/// Prints functions in the text form: expressions, places, statements, with the
/// names that their variables have there.
#pragma once

#include "regtt/IR/Printer.h"

#include <llvm/ADT/DenseMap.h>

namespace regtt::ir {

/// Names of variables and labels in one function: `%acc` of the first `acc`,
/// `%acc.2` of the second, in the order of their declarations.
class LocalNames {
public:
  LocalNames() = default;
  explicit LocalNames(const Function &function);

  /// `%acc.2`; of a variable that the function does not declare, its own name.
  std::string of(const Variable *variable) const;
  std::string of(const BlockStatement *label) const;

private:
  llvm::DenseMap<const void *, std::string> names;
  llvm::StringMap<unsigned> taken; ///< how often

  void add(const void *what, llvm::StringRef name);
};

class TextPrinter {
public:
  /// `module` is needed for spellings alone, and may be null without them;
  /// `result` is what the function returns, null outside of functions.
  TextPrinter(llvm::raw_ostream &out, const Module *module, LocalNames names,
              PrintOptions options, const Type *result = nullptr)
      : out(out), module(module), names(std::move(names)), options(options),
        result(result) {}

  /// Where what is read there is known to be of type `expected`, and only
  /// there, `null` goes without its type.
  void print(const Expr *e, const Type *expected = nullptr);
  void print(const Place *place);
  /// With its indent and a newline.
  void print(const Statement *s, unsigned indent);
  /// `{`, what is in it, `}`, without a newline.
  void printBlock(const BlockStatement *block, unsigned indent);
  /// `const %n: i32`
  void printDeclaration(const Variable *variable);
  /// `[private %t, reduction "+" %n]`; nothing where there are none.
  void printClauses(llvm::ArrayRef<Clause> clauses);
  /// In front of a statement or a declaration: `#1:6:3:8 `.
  void printPrefix(Location loc);

private:
  friend class ExprTexts;
  friend class StatementTexts;

  llvm::raw_ostream &out;
  const Module *module;
  LocalNames names;
  PrintOptions options;
  const Type *result;

  void printLocation(Location loc);
  void printList(llvm::ArrayRef<const Expr *> list,
                 llvm::ArrayRef<const Type *> expected = {});
  void printSteps(std::string text, llvm::ArrayRef<Step> steps);
  std::string exprText(const Expr *e);
};

} // namespace regtt::ir
