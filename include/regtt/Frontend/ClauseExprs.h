/// What the clauses of directives speak of, as expressions of the user's code:
/// each is what Clang would make of its text in the traversal, or where the
/// loop stands.
///
///     #pragma regtt parallel copyin(tree->keys[0 : keys.size()])
///
///  -> CopyIn, `tree->keys`, `keys.size()`
#pragma once

#include "regtt/Frontend/Pairing.h"
#include "regtt/IR/Clause.h"
#include "regtt/Support/Diag.h"

namespace clang {
class Sema;
}

namespace regtt {

/// One thing that a clause says; see ir::Clause.
struct ClauseExpr {
  ir::Clause::Kind kind;
  std::string word;
  const clang::Expr *place = nullptr, *value = nullptr;
  clang::SourceLocation loc;
  /// Why it is not understood: the message's arguments; empty where it is.
  std::vector<std::string> fault;
  Diag id = Diag::RTT1008;
  clang::SourceLocation declared; ///< what the message names
};

/// `sema` is that of the translation unit, which is parsed.
std::vector<ClauseExpr> clausesOf(clang::Sema &sema, const PairedLoop &loop);
/// Of a traversal, in an instantiation of a template or as it is written.
std::vector<ClauseExpr> clausesOf(clang::Sema &sema, const Directive &directive,
                                  const clang::FunctionDecl *function);

} // namespace regtt
