// The parts of a loop without a traversal around its inner loop.
#pragma once

#include "regtt/Backend/Backend.h"

#include <llvm/ADT/DenseMap.h>

namespace regtt {

/// What parameters of the parts are called: `frame.s`. Of another function:
/// none.
llvm::DenseMap<const ir::Variable *, std::string>
innerFields(const kernel::Kernel &kernel, const ir::Function &printed);

/// Names that no variable of a part may have.
llvm::ArrayRef<llvm::StringLiteral> innerNames();
/// Names of the structs that stand in a Traversal, which no type of the user's
/// may have.
llvm::ArrayRef<llvm::StringLiteral> innerTypes();

/// `struct InnerFrame { ... };` and so on: members of a Traversal.
std::string printInnerStructs(const Site &site, const Unit &unit);
/// `REGTT_OP void term(...) const { ... }` and so on: members of an Operator.
std::string printInnerParts(const Site &site, const Unit &unit,
                            const std::string &queryType);

} // namespace regtt
