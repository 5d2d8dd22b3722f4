/// Functions whose loop may take nodes from a stack of its own.
#pragma once

#include <clang/AST/Decl.h>

namespace regtt::suggest {

/// Whether a loop of the function takes from what it has pushed on, by the
/// shape of the code: something is popped, or one variable is counted up and
/// down.
bool mayHaveStack(const clang::FunctionDecl *function);

} // namespace regtt::suggest
