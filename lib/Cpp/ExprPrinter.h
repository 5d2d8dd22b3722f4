// Expressions and places as C++.
//
// What is printed of `e` is a text with a type of its own, from which a
// conversion to e's type gives e's value: of add(inttoint<i32>(c), 1:i32) the
// text is `c + 1`. A conversion is written where the text's type would make
// something else of it; that is asked where the text is used (`exact`,
// `initialiser`, `condition`, operands).
#pragma once

#include "Conversions.h"
#include "Folding.h"

#include "regtt/Cpp/Printer.h"
#include "regtt/IR/Visitor.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace regtt::cpp {

struct Printed : Text, TextType {
  bool isDecayed = false; ///< an array's name that stands for a pointer
  Printed() = default;
  Printed(std::string words, Precedence binds, const ir::Type *of) {
    text = std::move(words);
    precedence = binds;
    type = plain(of);
  }
};

class ExprPrinter : public ir::ExprVisitor<ExprPrinter, Printed> {
public:
  ExprPrinter(const ir::Module &module, Words &words, Parts &parts,
              const Folding &folding)
      : module(module), words(words), parts(parts), folding(folding) {}

  /// The invariant above.
  Printed print(const ir::Expr *e);
  /// Of the type of `e`.
  Printed exact(const ir::Expr *e);
  /// Where C++ converts what stands there to the type of `e`.
  std::string initialiser(const ir::Expr *e);
  /// The same, with how tightly it binds.
  Text operand(const ir::Expr *e);
  /// The same in braces, where C++ forbids what may lose a value.
  std::string braced(const ir::Expr *e);
  /// Behind `T name` of a declaration: ` = e`, `{a, b}` of an array.
  std::string declared(const ir::Expr *e);
  /// Where C++ converts to bool.
  Text condition(const ir::Expr *e);
  /// An lvalue; where it `isRead`, perhaps the value alone.
  Printed place(const ir::Place *place, bool isRead = false);
  /// What a statement makes whose variable is printed in its place.
  Printed valueMadeBy(const ir::Statement *made);
  Printed callText(const ir::Function &callee,
                   llvm::ArrayRef<const ir::Expr *> arguments);
  bool hasEffects(const ir::Expr *e) const;
  std::string libraryCall(llvm::StringRef name,
                          llvm::ArrayRef<const ir::Expr *> arguments,
                          const ir::Type *made);
  /// The same as a value: `a < b` of what compares.
  Printed libraryValue(llvm::StringRef name,
                       llvm::ArrayRef<const ir::Expr *> arguments,
                       const ir::Type *type);
  std::string refused(const std::string &what);

  /// As many of a number's low bits as a bit-field holds.
  std::string cutTo(const llvm::APInt &value, const ir::Field &field);

  /// Both operands of `op`, such that C++ computes in the type `type`.
  struct Operands {
    Printed left, right;
    const ir::Type *computed = nullptr; ///< what C++ computes in
  };
  Operands operands(ir::BinaryOp op, const ir::Expr *left,
                    const ir::Expr *right);
  /// The right operand of a compound assignment to `left`, which C++ computes
  /// in the type of the operands; nothing where it does not.
  std::optional<Printed> assignedOperand(ir::BinaryOp op, const ir::Expr *left,
                                         const ir::Expr *right);

#define EXPR(NAME) Printed visit##NAME(const ir::NAME##Expr &e);
#include "regtt/IR/Expr.def"

private:
  const ir::Module &module;
  Words &words;
  Parts &parts;
  const Folding &folding;

  // Constants.cpp
  std::string nullText() const { return words.isC() ? "0" : "nullptr"; }
  std::string truthText(bool value) const {
    return words.isC() ? (value ? "1" : "0") : (value ? "true" : "false");
  }
  Printed integer(const llvm::APInt &value, const ir::Type *type);
  Printed real(const llvm::APFloat &value, const ir::FloatType *type);
  std::string bits(const llvm::APInt &value);

  std::optional<std::string> withoutSuffix(const Printed &text,
                                           const ir::Type *type);

  // Casts.cpp
  Printed converted(const Printed &text, const ir::Type *type);
  Printed writtenCast(llvm::StringRef word, const ir::Type *type,
                      const std::string &text);
  Printed pointerCast(const ir::CastExpr &e);
  Printed pointerToPointer(const ir::CastExpr &e);
  const ir::IntType *wordOfPointers() const;

  // Operators.cpp
  bool isSound(ir::BinaryOp op, const Operands &found, const ir::Type *type);
  Printed arithmetic(const ir::BinaryExpr &e);
  Printed joined(ir::BinaryOp op, const Printed &left, const Printed &right,
                 const ir::Type *type);
  Printed shifted(const ir::BinaryExpr &e);
  Printed pointerSum(const ir::BinaryExpr &e);
  Printed index(const ir::Expr *e);

  // Places.cpp
  class PlaceText;
  Datum rootText(const ir::Place *place);
  void memberStep(PlaceText &text, const ir::LibraryType *library,
                  llvm::StringRef name, bool isRead);
  void derefStep(PlaceText &text, const ir::Type *type, const ir::Expr *offset);

  // Aggregates.cpp
  std::string list(const ir::AggregateExpr &e);

  Printed named(const std::string &text, const ir::Type *type) {
    return Printed(text, Precedence::Primary, type);
  }
  Printed call(const std::string &text, const ir::Type *type) {
    return Printed(text, Precedence::Postfix, type);
  }
};

/// Whether a let of this type is declared const: not an array, nor what holds a
/// container, whose elements a const one would make const as well.
bool canBeConst(const ir::Type *type);

} // namespace regtt::cpp
