// The part of a function that the invariants of a node are made of. Part of
// NodeInvariants.
#pragma once

#include "InvariantFinder.h"

namespace regtt {

/// The statements of `body` that set the locals which the values of `paths` are
/// made of, in the counted loops that hold them; and a Keep where a value is
/// complete.
std::vector<Statement>
invariantSlice(const Traversal &traversal, const InvariantFinder &finder,
               const std::vector<Statement> &body,
               const std::map<const InvariantCandidate *, unsigned> &paths,
               clang::ASTContext &ast);

/// An expression that names `var`.
const clang::Expr *nameOf(const clang::VarDecl *var, clang::ASTContext &ast);

} // namespace regtt
