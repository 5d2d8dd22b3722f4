// Iterators over elements that lie side by side, as pointers.
#pragma once

#include "Builder.h"

namespace regtt {

/// Makes pointers of the iterators over data in the body of `fn`, for good.
void replaceIterators(Builder &builder, const clang::FunctionDecl *fn);

} // namespace regtt
