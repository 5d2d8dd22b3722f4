// The clause reduction: its operators, what in code is such an operation, and
// the copy that an iteration has of the variable.
#pragma once

#include "Builder.h"

namespace regtt {

/// The operator that a clause spells so; nothing where it is none.
std::optional<ReductionKind> reductionKind(llvm::StringRef spelling);
llvm::StringRef spelling(ReductionKind kind);

/// What the clause says of `var`; null where it says nothing.
const LoopReduction *reductionOf(const Builder &builder,
                                 const clang::VarDecl *var);

/// What an iteration's copy starts with: what changes no other value.
std::string identityText(const Builder &builder, const LoopReduction &of);

/// `hits += copy;`
std::string combineText(const LoopReduction &of, llvm::StringRef copy);

/// The first use in `code` of the variable that `names` tells which is no
/// operation of `kind` on it; null if there is none. `copied`: the operations
/// are on the copies of iterations, which are combined afterwards, and have to
/// come to the same.
const clang::Expr *
otherUse(const Builder &builder, const clang::Stmt *code, ReductionKind kind,
         bool copied, llvm::function_ref<bool(const clang::Expr *)> names);

} // namespace regtt
