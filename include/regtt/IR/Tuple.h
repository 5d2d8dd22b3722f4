/// The library's tuples as structs. Nobody can name their fields: in C++ such a
/// part is `std::get<0>(t)`.
#pragma once

#include "regtt/IR/Type.h"

namespace regtt::ir {

/// Which part of a std::tuple a field is, if it is one.
std::optional<unsigned> partOfTuple(const Field &field);

} // namespace regtt::ir
