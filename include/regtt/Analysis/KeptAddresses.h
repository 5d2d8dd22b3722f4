/// Where the addresses of variables go.
///
///     int c = i;
///     query.at = &c;             // `query` holds c's address
///     *out = &c;  all.push(&c);  // which is kept where it may outlive c
///
/// An address is followed through variables, values that are made of it, and
/// functions. What is read through it, and whether it is another or null, is no
/// address.
#pragma once

#include "regtt/IR/Function.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>

namespace regtt::ir {

struct KeptAddresses {
  /// One of the variables that are asked about.
  const Variable *variable = nullptr;
  /// Where its address is kept, in what may outlive it; null: nowhere.
  const Statement *where = nullptr;
  /// Variables that may hold such addresses, each with one of those that they
  /// may be of.
  llvm::DenseMap<const Variable *, const Variable *> holders;

  /// The variable whose address `e` is or holds; null: of none.
  const Variable *in(const Expr *e) const;
  llvm::function_ref<bool(const Variable *)> isAsked;
};

/// Follows the addresses of those variables for which `isAsked`, which has to
/// live as long as the result, through `statements`, in any order. `skips` says
/// what is left out, with all that is in it.
KeptAddresses keptAddresses(llvm::ArrayRef<const Statement *> statements,
                            llvm::function_ref<bool(const Variable *)> isAsked,
                            llvm::function_ref<bool(const Statement *)> skips);

} // namespace regtt::ir
