// Views of elements that lie somewhere else, as values: std::string_view and
// std::span.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// What the view `e` is a copy of, a view or a string; null where it is no
/// view, or not known.
const ir::Place *viewedBy(ir::Module &module, const ir::Expr *e);

/// Whether `view` is the type of views of what `object` is, a view or a string.
bool isViewOf(const ir::Type *view, const ir::Type *object);

/// Whether a variable of `function` is a view that nothing changes.
bool isSteadyView(const ir::Function &function, const ir::Variable *variable);

} // namespace regtt::recognise
