/// Which types have a form of sixteen values, one of each lane's: numbers, and
/// arrays and structs of them. What lanes pass by reference is one of these.
#pragma once

#include "regtt/IR/Type.h"

#include <cstdint>

namespace regtt::kernel {

/// A number, an enum's among them.
bool isLaneNumber(const ir::Type *type);

/// Numbers, arrays of them, and structs of both: no pointers, no unions, no
/// bit-fields.
bool isLaneValue(const ir::Type *type);

/// Of a value of lanes.
uint64_t numbersIn(const ir::Type *type);

} // namespace regtt::kernel
