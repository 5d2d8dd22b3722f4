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

/// The bytes of a std::vector, or of a std::priority_queue whose order has no
/// data, as an object; nothing of other types.
std::optional<uint64_t> bytesOfContainer(const ir::Type *type);

} // namespace regtt::recognise
