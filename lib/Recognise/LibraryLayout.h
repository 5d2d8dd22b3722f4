// Where the library's containers keep their elements: what the language, which
// knows containers by what they do, does not say.
#pragma once

#include "regtt/Kernel/Data.h"

namespace regtt::recognise {

/// Into the array that a std::array is.
kernel::DataStep elementsOfArray();
/// A std::vector that is its three pointers and nothing else: allocators with
/// data lie ahead of them.
bool isVector(const ir::Type *type);

struct LibraryMember {
  llvm::StringRef name;
  uint64_t offset;
};

/// Of a container that holds a pointer to its elements and their number.
struct CountedElements {
  LibraryMember start, count;
  unsigned behind; ///< elements that may be read behind the last: a string's 0
  uint64_t bytes;  ///< of the object
};

/// Nothing of other types.
std::optional<CountedElements> countedElements(const ir::Type *type);
kernel::DataSteps memberAt(kernel::DataSteps object,
                           const LibraryMember &member, bool isPointer);
/// To the pointer to the first element of the container at `object`.
kernel::DataSteps startOfElements(kernel::DataSteps object,
                                  const ir::Type *type);

/// To the pointer to the first element of the std::vector at `vector`, and to
/// the one behind the last.
kernel::DataSteps startOfVector(kernel::DataSteps vector);
kernel::DataSteps finishOfVector(kernel::DataSteps vector);
/// In bytes, of a std::vector of whatever elements.
inline constexpr uint64_t vectorBytes = 24;

/// The bytes, as an object, of a container whose elements lie elsewhere, side
/// by side or each with a link to the next, or of a std::priority_queue whose
/// order has no data; nothing of other types.
std::optional<uint64_t> bytesOfContainer(const ir::Type *type);
/// The bytes of these, and of smart pointers that hold a pointer as it is.
std::optional<uint64_t> bytesOfLibraryObject(const ir::Type *type);

} // namespace regtt::recognise
