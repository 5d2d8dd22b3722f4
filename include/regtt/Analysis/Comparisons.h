// Comparisons seen from the other side.
#pragma once

#include "regtt/IR/Expr.h"

namespace regtt {

/// `b op a` is `a reversed(op) b`; of what is no comparison, itself.
ir::BinaryOp reversed(ir::BinaryOp op);

/// Of integers, what holds where `op` does not; of what is no comparison,
/// itself.
ir::BinaryOp negated(ir::BinaryOp op);

} // namespace regtt
