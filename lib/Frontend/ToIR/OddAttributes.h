// Attributes of functions and variables that change what code does in ways that
// its statements do not show.
#pragma once

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>

namespace regtt {

/// What noteDroppedAttributes() leaves begins so, as an annotation of Clang's.
inline constexpr llvm::StringLiteral droppedMark = "regtt dropped: ";

/// How `function` is declared where another body than the visible one may run
/// instead, once the program is linked or starts: "weak". Empty of others.
llvm::StringRef replaceable(const clang::FunctionDecl *function);

/// The name of `attribute` where it may change what its declaration means.
std::string oddName(const clang::Attr *attribute);

/// The first attribute of `decl` that may change what it means, as it is
/// written; empty where there is none.
std::string oddAttribute(const clang::Decl *decl,
                         clang::SourceLocation *loc = nullptr);

/// The same of all declarations of `function`, of its pattern where it is an
/// instantiation, and of its parameters.
std::string oddAttributeOf(const clang::FunctionDecl *function,
                           clang::SourceLocation &loc);

/// An attribute of `decl` that Clang has dropped; empty where there is none.
std::string droppedAttribute(const clang::Decl *decl);

/// Whether the value that `variable` is given here may be another one once the
/// program is linked.
bool isReplaceable(const clang::VarDecl *variable);

} // namespace regtt
