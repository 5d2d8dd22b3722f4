// The module's factory, for parts that may lack: null gives null, and types
// that do not agree are refused by name.
#pragma once

#include "Unit.h"

#include "regtt/IR/TypeRules.h"

namespace regtt::toir {

using ExprList = llvm::ArrayRef<const ir::Expr *>;

class Maker {
public:
  explicit Maker(Unit &unit) : unit(unit), m(unit.module) {}

  /// Where what is made next stands.
  clang::SourceLocation loc;

  const ir::Expr *integer(const ir::Type *type, int64_t value);
  const ir::Expr *load(const ir::Place *place);
  const ir::Expr *address(const ir::Place *place);
  const ir::Expr *reference(const ir::Place *place);
  const ir::Expr *unary(ir::UnaryOp op, const ir::Expr *operand);
  const ir::Expr *binary(ir::BinaryOp op, const ir::Expr *left,
                         const ir::Expr *right);
  const ir::Expr *logical(bool isAnd, const ir::Expr *left,
                          const ir::Expr *right);
  const ir::Expr *cast(ir::CastOp op, const ir::Type *to, const ir::Expr *e,
                       bool isWritten = false);
  const ir::Expr *select(const ir::Expr *condition, const ir::Expr *whenTrue,
                         const ir::Expr *whenFalse);
  const ir::Expr *call(const ir::Function *callee, ExprList arguments);
  const ir::Expr *library(llvm::StringRef name, const ir::Type *type,
                          ExprList arguments);
  const ir::Expr *read(ir::ReadOp op, const ir::Place *container,
                       ExprList arguments = {});
  const ir::Expr *aggregate(const ir::Type *type, ExprList parts);
  const ir::Expr *spelled(const ir::Expr *e, llvm::StringRef text);

  const ir::Place *place(const ir::Variable *variable);
  /// What a pointer or a reference leads to.
  const ir::Place *pointee(const ir::Expr *pointer,
                           const ir::Expr *offset = nullptr);
  const ir::Place *step(const ir::Place *base, const ir::Step &step);
  const ir::Place *field(const ir::Place *base, const ir::Field *field);
  const ir::Place *deref(const ir::Place *base);
  /// A bool or an enum that is counted with, as an int.
  const ir::Expr *number(const ir::Expr *index);
  const ir::Place *element(const ir::Place *base, const ir::Expr *index);
  const ir::Place *member(const ir::Place *base, llvm::StringRef name);

private:
  Unit &unit;
  ir::Module &m;

  ir::Location at() { return unit.locate(loc); }
  /// Whether nothing is wrong; says so else.
  bool sound(const std::string &fault);
};

} // namespace regtt::toir
