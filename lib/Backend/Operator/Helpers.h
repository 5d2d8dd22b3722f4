// The user's functions that a slice has as functions of its own: what they are
// called, and what calls of them are handed.
#pragma once

#include "Names.h"

#include "regtt/Cpp/Text.h"

#include <clang/AST/ASTContext.h>
#include <llvm/ADT/ArrayRef.h>

#include <optional>

namespace regtt {

/// Whether the emitted `helper` takes an object as a value, named `self`.
bool takesSelf(const Function &helper);

/// Whether the emitted `function` may change the query.
bool changesQuery(const Traversal &traversal, const Function &function);

/// The operator that `helper` is emitted as: `+`; nothing where it is none, or
/// where another one has that operator.
std::optional<std::string> operatorToken(const Traversal &traversal,
                                         const Function &helper,
                                         const clang::ASTContext &ast);

/// The name that `helper` is declared by: `dot`, `operator+`.
std::string functionName(const Traversal &traversal, const Function &helper,
                         const clang::ASTContext &ast);

/// A call from a function with the names `names`. `arguments` are those of its
/// Kernel's function; the records it reads, the arrays and the uniforms are
/// handed on besides.
cpp::Text helperCall(const Traversal &traversal, const Function &helper,
                     const FunctionNames &names,
                     llvm::ArrayRef<cpp::Text> arguments,
                     const clang::ASTContext &ast);

} // namespace regtt
