/// Copies of expressions, places and statements with some parts exchanged: what
/// cutting, cloning and inlining have in common.
///
///     Mapper copy(module);
///     copy.variables[param] = local;        // %param is %local in the copy
///     copy.onExpr = [&](const Expr *e) { return e == old ? made : nullptr; };
///     BlockStatement *made = copy.block(body);
///
/// What a copied statement declares is declared anew, under the same name, and
/// its blocks have labels of their own. Where nothing is exchanged in an
/// expression or a place, it is shared.
#pragma once

#include "regtt/IR/Module.h"

#include <functional>

namespace regtt::ir {

class Mapper {
public:
  explicit Mapper(Module &module) : module(module) {}

  /// What stands for a variable: read, stored to, and declared.
  llvm::DenseMap<const Variable *, const Variable *> variables;
  /// What stands for an expression, asked from outside in and before
  /// `variables`; null: what its parts become. Its type is the same.
  std::function<const Expr *(const Expr *)> onExpr;
  /// What stands for a place, or for the beginning of one, asked of its root
  /// and of each step from there; null: what its parts become.
  std::function<const Place *(const Place *)> onPlace;
  /// What stands for a place as a whole, asked before its beginnings.
  std::function<const Place *(const Place *)> onWholePlace;
  /// What stands for a statement, asked before its parts are copied. Nothing:
  /// a copy. An empty list: it is left out.
  std::function<std::optional<std::vector<Statement *>>(const Statement *)>
      onStatement;

  /// What is declared in place of a variable; it stands for it from there on.
  /// Null: what stands for it already, or else a copy. Asked at each copy of a
  /// declaration.
  std::function<const Variable *(const Variable *)> onDeclare;

  const Expr *expr(const Expr *e);
  const Place *place(const Place *place);
  /// Null stays null.
  BlockStatement *block(const BlockStatement *block);
  std::vector<Statement *> statements(llvm::ArrayRef<Statement *> list);
  const Variable *variable(const Variable *variable) const;

private:
  friend class ExprMapper;
  friend class StatementMapper;

  Module &module;
  llvm::DenseMap<const BlockStatement *, const BlockStatement *> labels;

  const Variable *declare(const Variable *variable);
  std::vector<const Expr *> exprs(llvm::ArrayRef<const Expr *> list);
  Step step(const Step &step);
  const Place *root(const Place *place);
};

} // namespace regtt::ir
