/// What lanes read where: of each lane's own, or what all lanes have alike at a
/// place that each lane says; and what must not be read, or computed, in lanes
/// that a condition keeps from it.
#pragma once

#include "regtt/Analysis/Divergence.h"

#include <vector>

namespace regtt::kernel {

/// Whether sixteen values lie there, one of each lane's: in a variable of
/// lanes' own, in what it refers to, in the query, or in a node of each lane's
/// own.
bool liesInLanes(const Divergence &levels, const ir::Place &place);

/// The indices of a place that each lane has its own of, from the root on.
std::vector<const ir::Expr *> ownIndices(const Divergence &levels,
                                         const ir::Place &place);

/// `c ? a : b` of a place `(*select(c, addressof a, addressof b)).x`; null of
/// others.
const ir::SelectExpr *chosenObject(const ir::Place &place);

/// Whether it is a division of integers that must not be made in lanes that do
/// not run: their divisor may be 0.
bool dividesByAny(const ir::BinaryExpr &e);

/// Whether `side`, of an `&&`, an `||` or a `?:` in `function`, must not be
/// evaluated where the program does not: it may read elsewhere, divide by zero,
/// or never end.
bool needsItsCondition(const ir::Function &function, const ir::Expr *side);

/// The same of what stands under the condition that `e` itself asks.
bool hasSideThatWaits(const ir::Function &function, const ir::Expr &e);

} // namespace regtt::kernel
