// Whether two expressions at the annotated loop denote the same: by what they
// name and how they are made, never by how they are spelled.
#pragma once

#include "regtt/Frontend/Model/Loop.h"

#include <clang/AST/ASTContext.h>

namespace regtt {

/// Whether `a` and `b` are built alike from the same declarations, so that both
/// mean one thing wherever both are evaluated in one state. Two variables of
/// one name are two.
bool isSameExpr(const clang::ASTContext &context, const clang::Expr *a,
                const clang::Expr *b);

/// Whether iterations find the same object by both.
bool isSameOperand(const clang::ASTContext &context, const QueryOperand &a,
                   const QueryOperand &b);

} // namespace regtt
