// Views of elements that lie somewhere else, as values: std::string_view and
// std::span.
#pragma once

#include "regtt/IR/Function.h"

namespace regtt::recognise {

/// Whether a variable of `function` is a view that nothing changes.
bool isSteadyView(const ir::Function &function, const ir::Variable *variable);

} // namespace regtt::recognise
