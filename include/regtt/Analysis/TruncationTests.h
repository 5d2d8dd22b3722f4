/// The tests that end a visit before it has done anything, where a child's can
/// be asked ahead of its turn.
#pragma once

#include "regtt/Kernel/Kernel.h"

namespace regtt::kernel {

/// How many statements at the beginning of `enter` do nothing but ask whether
/// the visit ends, of what no visit changes: they come out the same at any
/// time. 0 where it begins with something else, or goes on in segments.
size_t truncationTests(const Kernel &kernel);

/// Whether `s` does nothing but end the visit where its condition holds.
bool isPlainTest(const ir::Statement *s);

} // namespace regtt::kernel
