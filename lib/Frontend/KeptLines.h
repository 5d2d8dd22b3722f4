/// Which lines of the user's files conditional directives keep.
#pragma once

#include "regtt/Frontend/HostPreprocessor.h"

#include <llvm/ADT/SmallSet.h>

namespace regtt {

class HostMacros::KeptLines {
public:
  /// The preprocessor starts to read `file`.
  void enter(clang::FileID file) { files.push_back(file); }
  /// `file` gives its lines other numbers, by `#line`.
  void renumber(clang::FileID file) { renumbered.insert(file); }
  /// It leaves out the lines between the directives at the ends of `range`.
  void skip(clang::SourceRange range) { skipped.push_back(range); }

  /// Compares with the lines in `text`, which the host compiler printed.
  bool check(clang::Preprocessor &preprocessor, llvm::StringRef text,
             Diagnostics &diagnostics) const;

private:
  std::vector<clang::FileID> files; ///< as they are entered, again each time
  llvm::SmallSet<clang::FileID, 4> renumbered; ///< of these nothing is known
  std::vector<clang::SourceRange> skipped;
};

} // namespace regtt
