/// Expressions of C that stand for one of their operands.
#pragma once

#include <clang/AST/ASTContext.h>

namespace regtt {

/// Puts the operand that is chosen in the place of `_Generic` and
/// `__builtin_choose_expr`, in parentheses: what is not chosen is never
/// evaluated, so that nothing that looks at code has to know of it.
void replaceChosenOperands(clang::ASTContext &context);

} // namespace regtt
