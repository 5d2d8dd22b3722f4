// Arrays of pointers that functions between the loop and the recursion take for
// themselves.
#pragma once

#include "PointedArrays.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>

namespace regtt::recognise {

/// What is known of arrays whose elements all lead to elements of one other.
struct PointerArrays {
  /// Where they begin: what memory was taken for, and parameters.
  llvm::SetVector<const ir::Variable *> arrays;
  /// Parameters and names for what elements are set to.
  llvm::SetVector<const ir::Variable *> values;
  /// Those names that are looked through, too.
  llvm::SmallPtrSet<const ir::Variable *, 8> followed;
  llvm::DenseMap<const ir::Function *, PointedArray> bases;

  bool isArray(const ir::Expr *e) const;
  /// Whether `e`, in `f`, is where the one they lead into begins.
  bool isBase(const ir::Function &f, const ir::Expr *e) const;
  /// Whether an element, and nothing behind it, lies there.
  bool isElement(const ir::Place *place) const;
};

/// Exchanges all functions but `host`: the arrays hold numbers.
void numberElements(ir::Module &module, const ir::Function &host,
                    const PointerArrays &known);

/// Arrays of pointers that functions which lead to traversals make for
/// themselves, by alloca or malloc, become arrays of numbers, where all that
/// is put there leads into one array.
void numberPointerArrays(ir::Module &module, const ir::Function &host);

} // namespace regtt::recognise
