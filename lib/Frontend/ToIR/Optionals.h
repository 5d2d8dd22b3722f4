// The library's optionals of values, as structs of the value and of whether
// there is one.
#pragma once

#include "LibraryCalls.h"

namespace regtt::toir {

bool isOptional(clang::QualType type);

/// Of a glvalue: the value, an assignment, what `emplace` makes.
const ir::Place *optionalPlace(Body &body, const LibraryUse &use,
                               bool &isKnown);
/// Whether there is a value, `value_or`, `->`, `reset`, `std::make_optional`.
const ir::Expr *optionalCall(Body &body, const LibraryUse &use, bool &isKnown);
/// `a < b` where at least one is an optional of numbers, `o == std::nullopt`;
/// null of anything else.
const ir::Expr *optionalComparison(Body &body,
                                   clang::OverloadedOperatorKind kind,
                                   const clang::Expr *a, const clang::Expr *b);
/// What a constructor makes that does not copy.
const ir::Expr *makeOptional(Body &body, const ir::StructType *type,
                             const clang::CXXConstructExpr *e);

} // namespace regtt::toir
