// Pointers that are moved on to what lies beside the object they lead to.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// Whether `variable`, a pointer or a reference that `body` knows, may be: `p +
/// 1`, `p[1]`, there or in what it is handed to. Neighbours are then looked at,
/// too.
bool isWalked(const ir::BlockStatement *body, const ir::Variable *variable);
/// The same of a function's parameter.
bool isWalked(const ir::Function *function, size_t param);

} // namespace regtt::recognise
