// Tests of links against null, and which links are surely the same child.
#pragma once

#include "regtt/Kernel/Kernel.h"

namespace regtt::kernel {

/// `isnull(c)`, `lnot(isnull(c))`, `eq(c, null)` and so on: the link, and
/// whether the test holds where it leads to a node.
struct NullTest {
  const ir::Expr *link = nullptr;
  bool whenPresent = false;
};
std::optional<NullTest> nullTestOf(const ir::Expr *e);

/// The call of the runtime's that gives a child: its slot or number. Null of
/// anything else.
const ir::Expr *slotOf(const ir::Expr *link);

/// Whether two links of `function` are the same, if nothing is changed between
/// their evaluations: by what they are, or by the slot that locals with one
/// value hold.
bool areSame(const ir::Function &function, const ir::Expr *a,
             const ir::Expr *b);

/// Whether `link` is the same whenever it is evaluated, as far as `rest` runs
/// in between, and visits.
bool staysTheSame(const Kernel &kernel, const ir::Expr *link,
                  llvm::ArrayRef<ir::Statement *> rest);

/// The statements of `block` without blocks around all of them that nothing
/// leaves.
llvm::ArrayRef<ir::Statement *> unwrapped(const ir::BlockStatement &block);

} // namespace regtt::kernel
