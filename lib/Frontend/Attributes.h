// What attributes say about the functions and variables that are lowered.
#pragma once

#include "Builder.h"
#include "ToIR/OddAttributes.h"

#include <clang/AST/Attr.h>

namespace regtt {

/// Whether the body of `callee` is visible, and no other can take its place.
bool hasBody(const clang::FunctionDecl *callee,
             const clang::FunctionDecl *&definition);

/// Says why the body of `callee`, which is called at `loc`, is not there.
void reportUnseen(Builder &builder, clang::SourceLocation loc,
                  const clang::FunctionDecl *callee);

/// Refuses attributes of `function`, and of what is declared in it, that may
/// change what it computes. `ofHead`: those of its declarations alone.
bool checkAttributes(Builder &builder, const clang::FunctionDecl *function,
                     bool ofHead = false);

} // namespace regtt
