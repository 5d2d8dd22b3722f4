/// How C++ lays a struct out (the Itanium ABI), and what it takes to have the
/// fields where they are: alignments and unnamed bit-fields.
///
///     struct @S size 32 align 16 { a: u32 @0 bits 0:3, b: u32 @0 bits 8:4,
///                                  x: f32 @16 }
///  -> a; 5 bits without a name before b; alignas(16) of x
#pragma once

#include "regtt/IR/Type.h"

namespace regtt::cpp {

struct FieldLayout {
  uint64_t align = 0; ///< `alignas` of it; 0: none
  /// An unnamed bit-field ahead of it: `unsigned : 5;` and a line's end.
  std::string gap;
  bool isElsewhere = false; ///< C++ would not have it there
};

struct StructLayout {
  std::vector<FieldLayout> fields; ///< as the struct has them, bases first
  uint64_t align = 1; ///< what C++ gives it, with those of the fields
  /// Whether sizes and alignments of all fields are known. Behind one that is
  /// not, nothing is said.
  bool isKnown = true;
};

StructLayout layOut(const ir::StructType &type);

} // namespace regtt::cpp
