/// Sameness by structure. Types, variables, functions, globals and fields are
/// themselves alone; numbers are the same if their bits are. Where something
/// stands in the user's files, and how it is spelled there, plays no part.
#pragma once

#include "regtt/IR/Place.h"

#include <llvm/ADT/Hashing.h>

namespace regtt::ir {

bool equal(const Expr *a, const Expr *b);
bool equal(const Place *a, const Place *b);
bool equal(const Root &a, const Root &b);
bool equal(const Step &a, const Step &b);

/// Equal ones have equal hashes.
llvm::hash_code hashOf(const Expr *e);
llvm::hash_code hashOf(const Place *place);

/// Whether `place` is `prefix` and perhaps steps from there.
bool isPrefix(const Place *prefix, const Place *place);

} // namespace regtt::ir
