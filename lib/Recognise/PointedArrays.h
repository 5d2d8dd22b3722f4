// Arrays that pointers lead into, and pointers that are made of them.
#pragma once

#include "regtt/IR/Module.h"

#include <optional>

namespace regtt::recognise {

/// The array that pointers lead into, as one function calls it.
struct PointedArray {
  enum Kind { Pointer, Array, Container };
  Kind kind = Pointer;
  const ir::Place *holder = nullptr; ///< the pointer, the array, the container

  bool operator==(const PointedArray &other) const;
  const ir::Place *element(ir::Module &module, const ir::Expr *number) const;
};

/// A pointer that is made of such an array and a number.
struct ElementPointer {
  PointedArray array;
  const ir::Expr *number = nullptr; ///< null: zero
};
std::optional<ElementPointer> elementPointer(ir::Module &module,
                                             const ir::Expr *e);

/// Whether `place` is one object for as long as the names in it are: a
/// variable, or fields of one or of what it leads to.
bool isNamed(const ir::Place *place);

/// Whether nothing in any function but `host` changes which arrays these are.
bool stayTheSame(const ir::Module &module, const ir::Function &host,
                 llvm::ArrayRef<PointedArray> arrays);

} // namespace regtt::recognise
