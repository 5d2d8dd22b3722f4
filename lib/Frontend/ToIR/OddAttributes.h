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

} // namespace regtt
