// What an expression of a kernel looks at: data behind pointers, children in
// their groups. Part of FollowPointers.
#pragma once

#include "FollowConditions.h"

#include <llvm/ADT/SmallPtrSet.h>

namespace regtt::kernel {

class KernelReads {
public:
  explicit KernelReads(const Kernel &kernel) : kernel(kernel) {}

  /// Children that are asked for and no more.
  void noteTests();
  bool isTested(const ir::Expr *child) const { return tested.count(child); }

  /// Number of the pointer that a datum lies behind; -1: none.
  int pointerOf(const Datum &datum) const;
  bool readsThrough(const ir::Expr *e, int pointer) const;

  /// The slot of a child, where it is a constant, and the group; -1: neither.
  std::pair<int, int> childOf(const ir::Expr *e) const;
  /// Number of the pointer that children are looked for behind; -1: none.
  int pointerOfGroup(int group) const;
  /// The group of children that `e` itself looks at; -1: none.
  int groupOf(const ir::Expr *e) const;
  /// Value of `term` where the child that `read` is of is there, if that
  /// decides it.
  std::optional<bool> whenPresent(const ir::Expr *term,
                                  const ir::Expr *read) const;

  //===--- Places of a group, from 0 ------------------------------------===//

  /// The place of a child; null: any.
  const ir::Expr *placeOf(const ir::Expr *child, const SlotGroup &group) const;
  /// Whether `data` is where the entries begin that hold the group's children.
  bool isBaseOf(const ir::DataRoot &data, const SlotGroup &group) const;
  /// The place of an entry of which `data` is read, at `index`; null of other
  /// elements, and of what lies elsewhere.
  const ir::Expr *entryAt(const ir::DataRoot &data, const ir::Expr *index,
                          const SlotGroup &group) const;

private:
  int entriesOf(const SlotGroup &group) const;
  const Datum *datumOf(const ir::Expr *e) const;
  bool isBehind(const Datum &datum, int pointer) const;
  bool isOfInvariants(int pointer) const;

  const Kernel &kernel;
  llvm::SmallPtrSet<const ir::Expr *, 8> tested;
};

/// What a function of one `return` returns; null of others.
const ir::Expr *returnedBy(const ir::Function *function);

} // namespace regtt::kernel
