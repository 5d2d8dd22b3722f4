// Closures and the like: structs of pointers and references that locals hold.
#pragma once

#include "regtt/IR/Statement.h"

#include <optional>
#include <vector>

namespace regtt::recognise {

const ir::Type *withoutReference(const ir::Type *type);

/// The struct, if it holds pointers or references, alone or among other
/// members.
const ir::StructType *closureType(const ir::Type *type);

/// How far a place leads into a closure.
struct Way {
  std::vector<unsigned> fields;
  size_t step = 0;                       ///< the first one behind it
  const ir::StructType *whole = nullptr; ///< it ends at a closure
  const ir::Type *part = nullptr;        ///< or at such a part
};

/// Nothing where the place is none of a closure's.
std::optional<Way> wayAt(const ir::Place *place);

/// Whether `variable`, a closure or a reference to one, is used in `body` only
/// as what its parts lead to, and handed to what does the same.
bool isUsedInParts(const ir::BlockStatement *body,
                   const ir::Variable *variable);

} // namespace regtt::recognise
