// What expressions in the head of a loop are, by themselves.
#pragma once

#include "../Iteration.h"

namespace regtt::recognise {

/// Whether something in `e` names the variable.
bool reads(const ir::Expr *e, const ir::Variable *variable);

/// A constant of at most 31 bits that is not zero; 0: it is none.
int constant(const ir::Expr *e);

/// The comparison with its sides exchanged.
ir::BinaryOp reversed(ir::BinaryOp op);

/// Iterators are compared by a base of theirs.
const ir::Expr *withoutBase(const ir::Expr *e);

bool isZero(const ir::Expr *e);

} // namespace regtt::recognise
