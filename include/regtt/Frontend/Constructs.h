/// How messages call what is not taken.
#pragma once

#include <clang/AST/Stmt.h>
#include <llvm/ADT/StringRef.h>

namespace regtt {

/// The user's word for a statement or an expression, by Constructs.def.
llvm::StringRef constructName(const clang::Stmt *stmt);

} // namespace regtt
