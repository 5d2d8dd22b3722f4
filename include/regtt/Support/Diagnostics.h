/// Messages about the user's program, from the one table Diagnostics.def.
#pragma once

#include "regtt/Support/Diag.h"

#include <clang/Basic/Diagnostic.h>

namespace regtt {

/// Reports through Clang's engine, so that carets, macros' expansions and
/// -verify work as for Clang's own messages. Counts errors so that all blockers
/// of a traversal are reported before it is given up.
class Diagnostics {
public:
  explicit Diagnostics(clang::DiagnosticsEngine &engine) : engine(engine) {}

  /// Starts message `id` at `loc`; stream the arguments into the result.
  clang::DiagnosticBuilder report(clang::SourceLocation loc, Diag id);
  /// A note that belongs to the message before it.
  void note(clang::SourceLocation loc, llvm::StringRef text);

  unsigned errors() const { return numErrors; }

  /// Where set, errors of the 2xxx family become warnings: the traversal keeps
  /// its serial loop.
  bool allowSerial = false;
  /// Where set, messages are counted, but not shown.
  bool muted = false;

private:
  clang::DiagnosticsEngine &engine;
  unsigned numErrors = 0;
};

} // namespace regtt
