// Where the library's containers keep their elements: what the language, which
// knows containers by what they do, does not say.
#pragma once

#include "regtt/Kernel/Data.h"

namespace regtt::recognise {

/// Into the array that a std::array is.
kernel::DataStep elementsOfArray();
/// To the pointer to the first element of the std::vector at `vector`, and to
/// the one behind the last.
kernel::DataSteps startOfVector(kernel::DataSteps vector);
kernel::DataSteps finishOfVector(kernel::DataSteps vector);
/// In bytes, of a std::vector of whatever elements.
inline constexpr uint64_t vectorBytes = 24;

} // namespace regtt::recognise
