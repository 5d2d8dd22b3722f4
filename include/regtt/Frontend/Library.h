/// The C and C++ library functions a traversal may call.
#pragma once

#include <clang/AST/Decl.h>
#include <llvm/ADT/StringRef.h>

namespace regtt {

/// How a library function carries over to a device.
struct LibraryFunction {
  llvm::StringRef spelling; ///< in C++, with its namespace: `std::sqrt`
  /// Empty where every conforming library gives the same bits; else the bound
  /// that CUDA states for its own, in units in the last place.
  llvm::StringRef error;

  /// Whether the call is its argument: std::move.
  bool passesOn() const { return spelling.empty(); }
};

/// The entry for `function`, or nothing if it is not a known library function.
/// A C spelling with a type suffix (`sqrtf`) finds its overload.
const LibraryFunction *findLibraryFunction(const clang::FunctionDecl &function);

} // namespace regtt
