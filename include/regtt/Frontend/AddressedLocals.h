/// Variables of which more than the value is used.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Stmt.h>
#include <llvm/ADT/DenseSet.h>

namespace regtt {

/// Those named in `body` whose address somebody may have: `&i`, `int &r = i`,
/// `[&i]`, an argument that is a reference.
llvm::DenseSet<const clang::VarDecl *>
addressedLocals(clang::ASTContext &context, clang::Stmt *body);

} // namespace regtt
