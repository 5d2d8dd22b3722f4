/// Expressions of a kernel as their user would write them, for comments and
/// `--explain`; nothing is decided by such a text.
///
///     mul(add(load node(0: [3 x f32])[load %i], load node(1: ..)[load %i]),
///     load shared(0: f32))
///  -> (n->lo[i] + n->hi[i]) * scale
#pragma once

#include "regtt/Kernel/Kernel.h"

namespace regtt::kernel {

std::string spell(const Kernel &kernel, const ir::Expr *e);

} // namespace regtt::kernel
