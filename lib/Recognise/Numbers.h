// Sums, ranges and texts of numbers of children.
#pragma once

#include "Sum.h"

#include "regtt/IR/Module.h"

#include <optional>

namespace regtt::recognise {

/// Of integers of one type.
Sum sumOf(const ir::Expr *e);
/// How much more `b` is than `a`; nothing where that is not known.
std::optional<int64_t> distance(const Sum &a, const Sum &b);
/// Terms that are added come first, so that nothing falls below 0 on the way.
const ir::Expr *madeOf(ir::Module &module, const Sum &sum,
                       const ir::Type *type);

/// Whether `e`, in the kernel's words, depends on the node and what all share
/// alone.
bool isOnNodeAlone(const ir::Expr *e);

/// Whether something in `function` is found by the number `param`, in it or in
/// what it calls with it; `inSums`: or by what is added to it.
bool isIndex(const ir::Function &function, const ir::Variable *param,
             bool inSums = false);

struct IntegerRange {
  int64_t low = 0, high = 0;
};
/// What `e`, of `function`, can be as far as its text says.
std::optional<IntegerRange> rangeOf(const ir::Expr *e,
                                    const ir::Function &function);

/// `e` in C's words, for people.
std::string writtenText(const ir::Expr *e);

/// `e` with `by` for `number`, which is a part of it.
const ir::Expr *replaced(ir::Module &module, const ir::Expr *e,
                         const ir::Expr *number, const ir::Expr *by);

/// The comparison that says the same of exchanged operands: `>` of `<`.
ir::BinaryOp turned(ir::BinaryOp op);

} // namespace regtt::recognise
