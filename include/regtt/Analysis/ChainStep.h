// How a loop goes on along a chain of objects, each of which leads to the next:
//
//     for (Body *q = first; q; q = q->next)        store %q = load (*%q).next
#pragma once

#include "regtt/Analysis/Region.h"
#include "regtt/IR/Expr.h"
#include "regtt/IR/Statement.h"

namespace regtt::ir {

/// The load of what leads on, if `value` is what an iteration sets `pointer`
/// to and is that; or null. Its place is a pointer in what `pointer` leads to.
const LoadExpr *chainStep(const Expr *value, const Variable *pointer);

/// The same of the one thing that an iteration of `loop` does last.
const LoadExpr *chainStep(const Statement *loop, const Variable *pointer);

/// What `pointer` leads to in each iteration of such a loop.
Region chainElement(const Variable *pointer);

} // namespace regtt::ir
