/// The pragmas of a translation unit as they stand in the source.
///
/// Clang hands a pragma handler raw tokens without scope, so a directive here
/// is its place and its clauses; Pairing.h finds the function or loop it
/// belongs to once the file is parsed.
#pragma once

#include "regtt/Support/Diagnostics.h"

#include <clang/Basic/SourceLocation.h>

#include <string>
#include <vector>

namespace clang {
class Preprocessor;
}

namespace regtt {

/// `name(argument, argument)`; arguments as spelled, blanks removed.
struct Clause {
  std::string name;
  std::vector<std::string> arguments;
  clang::SourceLocation loc;
};

struct Directive {
  enum Kind { Traversal, Parallel, Consolidate, Fixpoint, Region } kind;
  clang::SourceLocation loc; ///< of the directive's name
  clang::SourceLocation end; ///< end of the line
  std::vector<Clause> clauses;

  const Clause *find(llvm::StringRef name) const;
  /// Those of this name: lists may come in several clauses.
  std::vector<const Clause *> all(llvm::StringRef name) const;
};

inline const char *spelling(Directive::Kind kind) {
  static constexpr const char *spellings[] = {
      "traversal", "parallel", "consolidate", "fixpoint", "region"};
  return spellings[kind];
}

/// Registers handlers for `#pragma regtt ...` that append to `directives`.
/// Both references must outlive the preprocessor.
void collectDirectives(clang::Preprocessor &preprocessor,
                       std::vector<Directive> &directives,
                       Diagnostics &diagnostics);

} // namespace regtt
