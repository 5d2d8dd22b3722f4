/// The user's code as the host compiler's preprocessor reads it.
///
/// What is emitted replaces code that the host compiler would compile, so code
/// that asks which compiler reads it (`#ifdef __clang__`, `#if __GNUC__ >= 7`)
/// has to get the host compiler's answers. System headers are read with Clang's
/// own, which is what they need to be parsed.
#pragma once

#include "regtt/Support/Diagnostics.h"

#include <clang/Lex/Preprocessor.h>

#include <memory>
#include <string>
#include <vector>

namespace regtt {

/// Of one source file.
struct HostPreprocessed {
  /// What the host compiler prints for `-E -fdirectives-only -dD`: the macros
  /// that it predefines, then the lines that its conditional directives keep.
  std::string text;
  std::string error; ///< what it said instead
  /// Folders that the command line calls the system's (`-isystem`).
  std::vector<std::string> userFolders;
  /// The folder of the host compiler's own headers; may be empty.
  std::string ownHeaders;
};

/// Whether a `#pragma regtt` is among the lines that are kept.
bool hasPragma(const HostPreprocessed &host);

/// Gives code outside of system headers the host compiler's macros while it is
/// parsed, and notes which lines of it are kept.
class HostMacros {
public:
  HostMacros(clang::Preprocessor &preprocessor, const HostPreprocessed &host);
  ~HostMacros();

  /// Whether both preprocessors kept the same lines of the user's code; tells
  /// the first line of each file where they did not. To be asked once the file
  /// is parsed.
  bool checkLines(Diagnostics &diagnostics) const;

private:
  class Callbacks;
  class KeptLines;
  std::unique_ptr<KeptLines> lines;
  clang::Preprocessor &preprocessor;
  const HostPreprocessed &host;
};

} // namespace regtt
