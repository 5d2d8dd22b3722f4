// The records of statements that are left to the host: one kind for a loop,
// with a field for whatever one of its statements needs.
#pragma once

#include "DeferredValues.h"

#include "regtt/Kernel/Data.h"

namespace regtt::recognise {

/// A statement, and what is kept for it.
struct DeferredText {
  ir::DeferStatement *statement;
  std::vector<const ir::Place *> captured;
  const ir::Expr *term; ///< of a sum; null of others
};

/// Gives the statements, some at least, their values, and `record` its fields.
void makeDeferredRecords(ir::Module &module, llvm::ArrayRef<DeferredText> made,
                         kernel::Deferred &record);

} // namespace regtt::recognise
