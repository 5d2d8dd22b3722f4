/// Where a statement ends in the text.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceLocation.h>

namespace regtt {

/// Behind its last character: a semicolon, which is no part of it to Clang,
/// among that. Invalid where a macro has it.
clang::SourceLocation endOf(const clang::Stmt *s,
                            const clang::ASTContext &context);

} // namespace regtt
