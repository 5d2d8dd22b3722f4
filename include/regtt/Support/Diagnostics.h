/// Messages about the user's program, from the one table Diagnostics.def.
#pragma once

#include "regtt/Support/Diag.h"

#include <clang/Basic/Diagnostic.h>

#include <optional>
#include <set>
#include <string>
#include <tuple>

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

  /// What is said from here on is about one instantiation of a template, whose
  /// code at `pattern` is looked at: what was said of another one is not said
  /// again, and a note names the instantiation that something is said of.
  void beginInstantiation(clang::SourceLocation pattern,
                          clang::SourceLocation madeAt, std::string name);
  void endInstantiation();

  /// Where set, errors of the 2xxx family become warnings: the traversal keeps
  /// its serial loop.
  bool allowSerial = false;
  /// Where set, messages are counted, but not shown.
  bool muted = false;

private:
  struct Instantiation {
    clang::SourceLocation pattern, madeAt;
    std::string name;
    bool isSaid = false; ///< something is said of it
  };

  clang::DiagnosticsEngine &engine;
  unsigned numErrors = 0;
  std::optional<Instantiation> instantiation;
  /// Of a pattern, what was said where.
  std::set<std::tuple<clang::SourceLocation, clang::SourceLocation, Diag>> said;
  bool isRepeated = false; ///< the last message was said before

  bool isShown(clang::SourceLocation loc, Diag id);
};

} // namespace regtt
