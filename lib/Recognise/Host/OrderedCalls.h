// Calls of the library's that do more than what is done to memory: they print,
// read, draw random numbers. One may not come before another that it came
// after.
#pragma once

#include "../Iteration.h"

namespace regtt::recognise {

/// Where there is one in the statements, or in a function that they call;
/// nothing where there is none.
std::optional<ir::Location> orderedCallIn(const Statements &statements);

} // namespace regtt::recognise
