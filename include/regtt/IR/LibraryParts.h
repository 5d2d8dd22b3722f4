/// Parts of the library's tuples and optionals, which are structs. Nobody can
/// name their fields.
#pragma once

#include "regtt/IR/Type.h"

#include <string>

namespace regtt::ir {

/// What C++ puts before such an object in parentheses for a field of it:
/// `std::get<0>` of a tuple, `*` and `bool` of an optional.
std::optional<std::string> accessOf(const Field &field);

} // namespace regtt::ir
