/// How what is generated for the targets is compiled.
#pragma once

#include "Toolchain.h"

#include <llvm/ADT/ArrayRef.h>

namespace regtt {

/// What is compiled of a slice by itself: all of it; or, of the target lanes,
/// its launcher, and its code for one instruction set.
struct SlicePiece {
  llvm::StringLiteral isa = "";    ///< as REGTT_ISA names it; empty: none
  llvm::StringLiteral option = ""; ///< that chooses it
};
llvm::ArrayRef<SlicePiece> slicePieces(const Backend &backend);

/// The files that are compiled are in `folder`, one of regtt-cc's own, whose
/// path has nothing in it that means anything to a shell.
struct SliceJob {
  const Toolchain &toolchain;
  const CommandLine &command;
  const std::string &folder;
  const std::string &keptIn; ///< where the user has them, too; may be empty
  SlicePiece piece;
  bool launchesGrids = false; ///< on the device

  /// Objects do not name the folder, which has another name each time.
  std::string prefixMap() const;
};

/// Compiles a piece of the slice `name` of one backend to `object`.
llvm::Expected<int> compileSlice(const SliceJob &job, const Backend &backend,
                                 const std::string &name,
                                 const std::string &object);

/// The flag that keeps the serial loop in the host file to the promised bits;
/// may be empty.
std::string hostFpFlag(const Options &options);

} // namespace regtt
