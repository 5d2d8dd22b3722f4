// What attributes say about functions, variables and types: those that change
// what code does, in ways that its statements do not show, are not lowered.
#pragma once

#include <clang/AST/Decl.h>

#include <optional>
#include <string>

namespace regtt::toir {

/// How `function` is declared where another body than the visible one may run
/// instead, once the program is linked or starts: "weak". Empty of others.
llvm::StringRef replaceable(const clang::FunctionDecl *function);

/// Whether the value that `variable` is given here may be another one once the
/// program is linked.
bool isReplaceable(const clang::VarDecl *variable);

struct OddAttribute {
  std::string name; ///< as it is written
  clang::SourceLocation loc;
};

/// The name of `attribute` where it may change what it stands at; else empty.
std::string oddName(const clang::Attr *attribute);

/// The first attribute of `decl` that may change what it means.
std::optional<OddAttribute> oddAttribute(const clang::Decl *decl);

/// The same of all declarations of `function`, of its pattern where it is an
/// instantiation, and of its parameters.
std::optional<OddAttribute>
oddAttributeOf(const clang::FunctionDecl *function);

/// An attribute of `decl` that Clang has dropped; empty where there is none.
std::string droppedAttribute(const clang::Decl *decl);

} // namespace regtt::toir
