// What the values of a type are made of, and where their bytes lie.
#pragma once

#include "regtt/IR/Type.h"
#include "regtt/Kernel/Data.h"

#include <optional>

namespace regtt::recognise {

bool isStdArray(const ir::Type *type);
/// A container whose elements lie side by side.
bool isContiguous(const ir::Type *type);
/// Bytes from one element of such a type to the next; 0: they are not known.
uint64_t strideOf(const ir::Type *element);
bool isPair(const ir::Type *type);
/// Where in a std::pair `first` or `second` lies; nothing of other types.
std::optional<uint64_t> offsetOfMember(const ir::Type *type,
                                       llvm::StringRef name);
/// In bytes; of the library's arrays and pairs, too.
std::optional<uint64_t> bytesOf(const ir::Type *type);
/// Nothing of a type whose values are not copied byte by byte.
std::optional<uint64_t> alignOf(const ir::Type *type);
bool isCopyable(const ir::Type *type);
/// Whether the host may copy it byte by byte: pointers in it are kept as they
/// are.
bool isTrivial(const ir::Type *type);
/// The bytes of `type` that hold values: none between fields.
std::vector<kernel::Bytes> valueBytes(const ir::Type *type);
/// Whether devices have no numbers of the type: `long double`.
bool isHostOnly(const ir::Type *type);
/// Whether it holds a struct whose fields C++ would have elsewhere: packed
/// ones.
bool hasFieldsElsewhere(const ir::Type *type);

} // namespace regtt::recognise
