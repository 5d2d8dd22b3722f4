/// Where the user's objects hold what paths lead to, by Clang's layout.
#pragma once

#include "regtt/Frontend/Model/Model.h"

#include <clang/AST/ASTContext.h>

namespace regtt {

/// Bytes from the last pointer that `steps` goes through, or from the start of
/// an object of type `from`, to where `steps` ends. A field may lie in a base.
uint64_t offsetOf(clang::QualType from, const PathSteps &steps,
                  const clang::ASTContext &ast);

/// Where a datum lies: bytes of the user's object and, of a bit-field, the bits
/// in them; `width` 0: all bytes.
struct DatumBits {
  uint64_t bytes, shift = 0, width = 0;
};

DatumBits datumBits(const Path &path, const clang::ASTContext &ast);

/// The ways from a container to its pointers, each after `to`, in the order in
/// which they lie: of a std::vector, to its first element, past its last one,
/// to the end of its room.
std::vector<PathSteps> pointersOf(const clang::RecordDecl *container,
                                  const PathSteps &to = {});

/// A container that changes its size (Path::isContainer): whether it is a
/// queue, what it holds, and how many bytes from its start the pointers to its
/// elements lie.
bool isQueue(const Path &container);
clang::QualType elementType(const Path &container);
uint64_t elementsAt(const Path &container, const clang::ASTContext &ast);

/// A range of bytes.
struct Bytes {
  uint64_t offset, size;
};

/// The bytes of `type` that hold values: without the padding of structs, what
/// lies side by side in one range.
std::vector<Bytes> valueBytes(clang::QualType type,
                              const clang::ASTContext &ast);

} // namespace regtt
