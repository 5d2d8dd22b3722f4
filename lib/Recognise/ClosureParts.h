// Closures and the like: structs of pointers and references that locals hold.
#pragma once

#include "regtt/IR/Statement.h"

#include <memory>
#include <optional>
#include <vector>

namespace regtt::recognise {

const ir::Type *withoutReference(const ir::Type *type);

/// The struct, if it holds pointers or references, alone or among other
/// members.
const ir::StructType *closureType(const ir::Type *type);

/// A closure, and those that it holds or refers to. What it refers to besides,
/// a query among it, may be a struct of pointers, too.
struct Closure {
  const ir::StructType *type = nullptr;
  std::vector<std::shared_ptr<const Closure>> inner; ///< null of other parts
  /// What its parts are, each an expression that may be read anywhere; null of
  /// closures.
  std::vector<const ir::Expr *> values;
  std::vector<bool> isRead; ///< refers to a number that never changes
};
using ClosurePtr = std::shared_ptr<const Closure>;

/// How far a place leads into a closure.
struct Way {
  std::vector<unsigned> fields;
  size_t step = 0;                ///< the first one behind it
  const Closure *whole = nullptr; ///< it ends at a closure
  const ir::Type *part = nullptr; ///< or at another part
};

/// Of a place that begins with `closure`; nothing where it is none of that.
std::optional<Way> wayAt(const ir::Place *place, const Closure &closure);

/// Whether `variable`, the closure or a reference to it, is used in `body` only
/// as what its parts lead to, and handed to what does the same.
bool isUsedInParts(const ir::BlockStatement *body, const ir::Variable *variable,
                   const Closure &closure);

} // namespace regtt::recognise
