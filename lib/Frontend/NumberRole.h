// Which integer parameter of a traversal is its node, where nodes are numbers
// of elements of arrays.
#pragma once

#include "BodyScan.h"
#include "Builder.h"

namespace regtt {

/// The parameters that recursive calls hand numbers reached from themselves,
/// those alone for which most speaks; several if that does not decide.
llvm::SmallVector<const clang::ParmVarDecl *, 2>
nodeNumbers(const Builder &builder, const BodyScan &scan);

/// Of an integer that finds elements of arrays: what a recursive call hands it
/// that is not reached from itself; null where there is none.
const clang::Expr *notFromItself(const Builder &builder, const BodyScan &scan,
                                 const clang::ParmVarDecl *param);

/// Whether `param` can be the node's number: every recursive call hands it one
/// that is reached from itself.
bool canNumberNodes(const Builder &builder, const BodyScan &scan,
                    const clang::ParmVarDecl *param);

} // namespace regtt
