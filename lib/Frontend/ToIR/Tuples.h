// The library's tuples of values, as structs, and what std::tie refers to.
#pragma once

#include "LibraryCalls.h"

namespace regtt::toir {

bool isTuple(clang::QualType type);

/// The part number `index` of a tuple that is a struct; null of other types.
const ir::Field *tupleField(const ir::Type *type, size_t index);

/// References to the parts of the tuple that `e` is, one that refers to others,
/// too: `std::tie(a, b)`, a choice among such, a tuple of values. Nothing where
/// they are not known.
std::optional<std::vector<const ir::Expr *>> partsOfTuple(Body &body,
                                                          const clang::Expr *e);

/// `std::make_tuple` and, unless it is used, an assignment to what std::tie
/// refers to.
const ir::Expr *tupleCall(Body &body, const LibraryUse &use, bool isUsed,
                          bool &isKnown);
/// `a < b` of tuples of numbers; null of anything else.
const ir::Expr *tupleComparison(Body &body, clang::OverloadedOperatorKind kind,
                                const clang::Expr *a, const clang::Expr *b);
/// The part that std::get names.
const ir::Place *tuplePart(Body &body, const LibraryUse &use, bool &isKnown);

/// A tuple that is made of values, or of another tuple.
const ir::Expr *makeTuple(Body &body, const ir::StructType *type,
                          llvm::ArrayRef<const ir::Expr *> values);

} // namespace regtt::toir
