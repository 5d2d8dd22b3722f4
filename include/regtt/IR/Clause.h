/// What the user's pragma says of a traversal or of a loop, besides what the
/// code says.
///
///     #pragma regtt traversal extent(n->points : n->count)
///     #pragma regtt parallel reduction(+ : total, hits)
///
///  -> fn traversal @visit(%n: ptr @Node) -> void
///       [extent %n->points: load %n->count] { ... }
///     parallel [reduction "+" %total, reduction "+" %hits] for { ... }
///
/// A clause that lists several things is one for each of them. Places and
/// values are in the words of what the clause belongs to: a function's
/// parameters, or the variables that a loop sees.
#pragma once

#include "regtt/IR/Place.h"

#include <string>

namespace regtt::ir {

struct Clause {
  enum Kind {
#define CLAUSE(NAME, TEXT, WORD, PLACE, VALUE) NAME,
#include "regtt/IR/Clause.def"
  };
  Kind kind = Node;
  std::string word;             ///< `any`, `+`; empty where it has none
  const Place *place = nullptr; ///< null where it speaks of none
  const Expr *value = nullptr;
  Location loc;
};
llvm::StringRef textOf(Clause::Kind kind);

/// Whether the clause says how many elements an array has.
inline bool givesCount(const Clause &clause) {
  return clause.kind == Clause::CopyIn || clause.kind == Clause::Copy ||
         clause.kind == Clause::CopyOut;
}

/// Which parts clauses of a kind have.
struct ClauseForm {
  enum Part { No, May, Has } word, place, value;
};
ClauseForm formOf(Clause::Kind kind);

} // namespace regtt::ir
