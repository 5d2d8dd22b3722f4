// What expressions stand for where that is not what they say: in a kernel, a
// datum of the node for `n->x`.
#pragma once

#include "regtt/IR/Place.h"

#include <clang/AST/Expr.h>

#include <optional>

namespace regtt::toir {

/// Each is asked before the lowering looks at the expression itself. Nothing:
/// it is what it says. A null pointer: it was refused.
class Meanings {
public:
  virtual ~Meanings() = default;
  virtual std::optional<const ir::Expr *> value(const clang::Expr *e) = 0;
  virtual std::optional<const ir::Place *> place(const clang::Expr *e) = 0;
  /// As a bool.
  virtual std::optional<const ir::Expr *> condition(const clang::Expr *e) = 0;
  /// For its effects only; whether it was lowered.
  virtual bool discard(const clang::Expr *e) = 0;
};

} // namespace regtt::toir
