// Variables from outside of the loop of which clauses give each iteration one
// of its own.
#pragma once

#include "regtt/IR/Module.h"

#include <optional>

namespace regtt::recognise {

/// What stands for such a variable in the loop's body.
struct OwnCopy {
  const ir::Variable *user = nullptr; ///< the one that the loop sees
  /// Of a reduction: what an iteration's starts as, and how it is combined.
  const ir::Expr *identity = nullptr;
  ir::Combiner combiner = ir::Combiner::Add;
  ir::Location loc; ///< of the clause
  /// It starts as what the user's was before the loop.
  bool isFirst = false;
};

llvm::ArrayRef<ir::Clause> clausesOf(const ir::Statement *loop);

/// The operator that `reduction(word: ...)` means; nothing of what is none.
std::optional<ir::Combiner> clauseCombiner(llvm::StringRef word);

/// Adds the clauses that a loop whose body calls no traversal means
/// (ImpliedReductions.cpp).
void addImpliedReductions(ir::Module &module, const ir::Statement *loop,
                          ir::BlockStatement *&body,
                          std::vector<ir::Clause> &clauses);

/// The same of variables that each iteration sets first (ImpliedPrivates.cpp).
void addImpliedPrivates(ir::Module &module, const ir::Function &host,
                        const ir::Statement *loop,
                        const ir::BlockStatement *body,
                        std::vector<ir::Clause> &clauses);

/// Lets each of the body's loops that set `own` first declare one of its own,
/// where nothing else names it; false: something does (OwnCounters.cpp).
bool narrowToLoops(ir::Module &module, ir::BlockStatement *&body,
                   const ir::Variable *own);

/// Where a variable, or a part of it, is read on some way through `body` that
/// has not set it before; null: nowhere. What `wholly` is false of counts as
/// set once a part of it is, or its address is handed on; else each part by
/// itself, of which only those count that the body sets, or, if it is lent, who
/// gets its address.
const ir::Statement *readBeforeSet(const ir::BlockStatement *body,
                                   const ir::Variable *variable, bool byParts,
                                   bool isLent = false);

} // namespace regtt::recognise
