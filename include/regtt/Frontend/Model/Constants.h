/// Constants as whatever compiles the emitted code has them, too.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

#include <optional>

namespace regtt {

/// The number that `e` is wherever it is evaluated when the program runs, and
/// that evaluating it does nothing else; nothing of any other expression. What
/// the front end takes for a constant is what backends print as one.
std::optional<clang::APValue> constantValue(const clang::Expr *e,
                                            const clang::ASTContext &ast);

/// The number that `var` is declared with, where asking for it when the program
/// runs would give another: what the compiler evaluates is told that it does.
/// Nothing of other variables.
std::optional<clang::APValue> constantOf(const clang::VarDecl *var,
                                         const clang::ASTContext &ast);

/// Whether `s`, or what it calls, asks whether the compiler evaluates it: what
/// runs would answer another way than a constant.
bool asksForEvaluation(const clang::Stmt *s);

/// The first expression in `s`, or in what it calls, whose value each compiler
/// decides for itself: `__builtin_constant_p`, the spelling of a function's
/// type. Null if there is none.
const clang::Expr *compilersChoice(const clang::Stmt *s,
                                   const clang::ASTContext &ast);

} // namespace regtt
