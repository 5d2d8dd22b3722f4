/// Walks over expressions, places and statements. Each calls `visit` in the
/// order in which the text form has things.
#pragma once

#include "regtt/IR/Function.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace regtt::ir {

using OnExpr = llvm::function_ref<void(const Expr *)>;
using OnPlace = llvm::function_ref<void(const Place *)>;
using OnStatement = llvm::function_ref<void(Statement *)>;
using OnConstStatement = llvm::function_ref<void(const Statement *)>;

/// The place that `e` itself reads, or whose address it is; null of others.
const Place *placeOf(const Expr *e);

/// One level: what `e` is made of, places' own expressions among it; the
/// expressions that `place` is made of.
void forEachOperand(const Expr *e, OnExpr visit);
void forEachOperand(const Place *place, OnExpr visit);

/// One level of a statement: what it evaluates and what it changes itself (a
/// call's arguments, an index of the place that a store changes; the place that
/// a store, a reduction or a container's change changes, or a loop goes over),
/// and the blocks in it.
void forEachOperand(const Statement *s, OnExpr visit);
void forEachPlace(const Statement *s, OnPlace visit);
void forEachChild(Statement *s, OnStatement visit);
void forEachChild(const Statement *s, OnConstStatement visit);

/// All levels: `e` and everything in it; everything in `place`.
void walk(const Expr *e, OnExpr visit);
void walk(const Place *place, OnExpr visit);

/// `s` and all statements in it.
void walk(Statement *s, OnStatement visit);
void walk(const Statement *s, OnConstStatement visit);

/// Everything that `s` and the statements in it evaluate, all levels.
void walkExprs(const Statement *s, OnExpr visit);

/// The variable that a statement declares; null where it declares none.
const Variable *declaredBy(const Statement *s);

} // namespace regtt::ir
