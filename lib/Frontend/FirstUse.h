// What an iteration of the annotated loop does first with a variable: whether
// it may see a value that it has not set itself.
#pragma once

#include "Builder.h"

namespace regtt {

/// The first place in `body`, on some way through it, that reads `var` before
/// the body has set it; null if there is none. Writing an element or a field
/// sets the variable, and so, if `handedSets` says so, does what is handed its
/// address or a reference through which it can be written; else that reads it.
const clang::Stmt *readBeforeSet(const clang::Stmt *body,
                                 const clang::VarDecl *var, bool handedSets);

/// Whether something in `body` sets `var`, or a part of it, or is handed it to
/// do so.
bool isSetIn(const clang::Stmt *body, const clang::VarDecl *var);

} // namespace regtt
