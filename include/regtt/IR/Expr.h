/// Expressions: immutable, without effects, and freely shared. They read places
/// (what a load gives depends on when it is evaluated) and change none. A
/// Module's factory functions make them and own them.
#pragma once

#include "regtt/IR/Type.h"

#include <llvm/ADT/APInt.h>

namespace regtt::ir {

struct Function;
struct Place;
struct Variable;

struct Expr {
  enum Kind {
#define EXPR(NAME) NAME,
#include "regtt/IR/Expr.def"
  };
  const Kind kind;
  const Type *const type;
  /// No part of what it is: see Equality.h. The user's spelling, where it says
  /// more than the expression, is in Module::spelling.
  const Location loc;

  Expr(const Expr &) = delete;
  Expr(Kind kind, const Type *type, Location loc)
      : kind(kind), type(type), loc(loc) {}
};

/// What makes an expression castable to: each kind is one class.
template <Expr::Kind K> struct ExprOf : Expr {
  ExprOf(const Type *type, Location loc) : Expr(K, type, loc) {}
  static bool classof(const Expr *e) { return e->kind == K; }
};

//===--- Constants --------------------------------------------------------===//

/// `-1:i32`, of an integer or an enum.
struct IntExpr final : ExprOf<Expr::Int> {
  uint64_t low, high; ///< of at most 128 bits
  llvm::APInt value() const;
};

/// `0x1.8p1:f32`, exactly.
struct FloatExpr final : ExprOf<Expr::Float> {
  uint64_t low, high; ///< of its bits, 128 at most
  llvm::APFloat value() const;
};

/// `true`
struct BoolExpr final : ExprOf<Expr::Bool> {
  bool value;
};

/// `null`, of a pointer or a link.
struct NullExpr final : ExprOf<Expr::Null> {};

/// `zero:[3 x f32]`: an array or a struct whose every part is zero or null.
struct ZeroExpr final : ExprOf<Expr::Zero> {};

/// `"text"`: an array of characters with the zero at its end.
struct StringExpr final : ExprOf<Expr::String> {
  llvm::StringRef bytes; ///< without that zero
};

/// `addressof @compare`: a pointer to a function.
struct FunctionAddressExpr final : ExprOf<Expr::FunctionAddress> {
  const Function *function;
};

//===--- Variables and places ---------------------------------------------===//

/// `%d`: a variable that never changes, a `let` or a reference.
struct ValueExpr final : ExprOf<Expr::Value> {
  const Variable *variable;
};

/// `load %n->x`
struct LoadExpr final : ExprOf<Expr::Load> {
  const Place *place;
};

/// `addressof %n->x`, a pointer; `refof %n->x`, a reference.
struct AddressExpr final : ExprOf<Expr::Address> {
  const Place *place;
};

//===--- Operators --------------------------------------------------------===//

enum class UnaryOp {
#define UNARY(NAME, TEXT) NAME,
#include "regtt/IR/Expr.def"
};
enum class BinaryOp {
#define BINARY(NAME, TEXT) NAME,
#include "regtt/IR/Expr.def"
};
enum class CastOp {
#define CAST(NAME, TEXT) NAME,
#include "regtt/IR/Expr.def"
};
enum class IntrinsicOp {
#define INTRINSIC(NAME, TEXT, OPERANDS) NAME,
#include "regtt/IR/Expr.def"
};
llvm::StringRef textOf(UnaryOp op);
llvm::StringRef textOf(BinaryOp op);
llvm::StringRef textOf(CastOp op);
llvm::StringRef textOf(IntrinsicOp op);

bool isComparison(BinaryOp op);

/// `neg(x)`
struct UnaryExpr final : ExprOf<Expr::Unary> {
  UnaryOp op;
  const Expr *operand;
};

/// `add(x, y)`
struct BinaryExpr final : ExprOf<Expr::Binary> {
  BinaryOp op;
  const Expr *left, *right;
};

/// `andalso(a, b)`, `orelse(a, b)`: b is evaluated only where a leaves it open.
struct LogicalExpr final : ExprOf<Expr::Logical> {
  bool isAnd;
  const Expr *left, *right;
};

/// `inttofloat<f32>(x)`; `inttofloat<f32, written>(x)` where the user wrote it.
struct CastExpr final : ExprOf<Expr::Cast> {
  CastOp op;
  bool isWritten;
  const Expr *operand;
};

/// `select(c, x, y)`: only one of x and y is evaluated.
struct SelectExpr final : ExprOf<Expr::Select> {
  const Expr *condition, *whenTrue, *whenFalse;
};

//===--- Calls, and values made of others ---------------------------------===//

/// `@length(x)`: a call of a function that is pure.
struct CallExpr final : ExprOf<Expr::Call> {
  const Function *callee;
  llvm::ArrayRef<const Expr *> arguments;
};

/// `lib "std::sqrt"<f32>(x)`: a call of a library's function that is pure.
struct LibraryCallExpr final : ExprOf<Expr::LibraryCall> {
  llvm::StringRef name;
  llvm::ArrayRef<const Expr *> arguments;
};

/// What is asked of a library's container: Library.def has all.
enum class ReadOp {
#define CONTAINER_READ(NAME, TEXT, ARGUMENTS) NAME,
#include "regtt/IR/Library.def"
};
llvm::StringRef textOf(ReadOp op);

/// `size(%v)`
struct ContainerReadExpr final : ExprOf<Expr::ContainerRead> {
  ReadOp op;
  const Place *container;
  llvm::ArrayRef<const Expr *> arguments;
};

/// `isnull(x)`: what C has no function for.
struct IntrinsicExpr final : ExprOf<Expr::Intrinsic> {
  IntrinsicOp op;
  llvm::ArrayRef<const Expr *> arguments;
};

/// `aggregate<@Point>(x, y)`: a struct of the values of its fields, bases among
/// them; an array of its elements; a union of its first field.
struct AggregateExpr final : ExprOf<Expr::Aggregate> {
  llvm::ArrayRef<const Expr *> elements;
};

} // namespace regtt::ir
