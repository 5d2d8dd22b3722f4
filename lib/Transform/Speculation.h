// What may be evaluated where the program would not have evaluated it: what
// stands under a guard is, before the guard is asked.
//
//     if lt(load own(5: i32), 50:i32) {
//       visit @f(lib "rt::child"(1:i32), load @table[%k])
//     }
//
// `%k` may be any number where the condition is false; `%k & 7` or the counter
// of a loop up to 8 may not.
#pragma once

#include "regtt/Kernel/Kernel.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <optional>

namespace regtt::kernel {

class Speculation {
public:
  explicit Speculation(const Kernel &kernel);

  /// Whether evaluating `e` may do harm where the program would not: it divides
  /// by zero, looks for an element that is not there, follows a pointer that
  /// leads nowhere, does not come to an end.
  bool mayFail(const ir::Expr *e);
  /// The same of calling `function`.
  bool mayFail(const ir::Function *function);

  /// Which elements there are, as far as what is evaluated before `s`, a
  /// statement of the kernel, tells: what has been an index is one.
  void enter(const ir::Statement *s);
  /// The same of an expression that is evaluated in any case.
  void assume(const ir::Expr *e);

private:
  struct Range {
    int64_t low, high;
  };
  struct Fact {
    const ir::Expr *index;
    uint64_t extent =
        0; ///< it is less than that; 0: of an array of unknown size
    const ir::DataRoot *element = nullptr; ///< which is that of this one
  };

  bool fails(const ir::Expr *e);
  bool mayFail(const ir::Place *place);
  bool mayFailAt(const ir::DataRoot &root);
  bool isWithin(const ir::Expr *index, uint64_t extent, int64_t from = 0);
  std::optional<Range> rangeOf(const ir::Expr *e);
  void assume(const ir::Place *place);
  bool descend(const ir::Statement *s, const ir::Statement *target);
  void addRanges(const ir::Function &function);

  const Kernel &kernel;
  llvm::DenseMap<const ir::Variable *, Range> ranges;
  llvm::DenseMap<const ir::Function *, bool> called;
  llvm::SmallVector<Fact> facts;
};

} // namespace regtt::kernel
