/// Parts of the library's tuples and optionals, which are structs, and of its
/// containers whose elements are links. Nobody can name their fields.
#pragma once

#include "regtt/IR/Type.h"

#include <string>

namespace regtt::ir {

/// What C++ puts before such an object in parentheses for a field of it:
/// `std::get<0>` of a tuple, `*` and `bool` of an optional.
std::optional<std::string> accessOf(const Field &field);

/// A container whose elements lie anywhere, each in a struct with a pointer to
/// the next one's: std::list, std::forward_list, and those whose names begin
/// with std::unordered_.
struct LinkedContainer {
  uint64_t bytes = 0;   ///< of the object
  uint64_t firstAt = 0; ///< where it holds the pointer to the first element's
};

/// With the usual allocator; nothing of other types.
std::optional<LinkedContainer> linkedContainer(const Type *type);
/// What is called `name`, with its usual arguments.
std::optional<LinkedContainer> linkedContainer(llvm::StringRef name);

/// The struct that an element of such a container lies in is named so, with the
/// element's type: `std::_List_node<int>`.
inline constexpr llvm::StringLiteral ringNode = "std::_List_node<";
inline constexpr llvm::StringLiteral chainNode = "std::_Fwd_list_node<";
inline constexpr llvm::StringLiteral hashNode = "std::_Hash_node<";
bool isNodeOfLibrary(const StructType &type);
/// Whether `field` is the pointer to the next one in what is a ring.
bool isLinkOfRing(const Field &field);

} // namespace regtt::ir
