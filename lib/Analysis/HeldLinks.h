// What locals of link type, and arrays of them, may hold on one way through a
// visit: sets of slots.
#pragma once

#include "regtt/Kernel/Kernel.h"

#include <llvm/ADT/APSInt.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <map>

namespace regtt::kernel {

using SlotSet = llvm::SmallVector<int, 8>;

/// By the numbers that LinkFollower gives locals and elements of arrays. What
/// is not there may be anything.
using HeldLinks = std::map<unsigned, SlotSet>;

class LinkFollower {
public:
  LinkFollower(const Kernel &kernel, const ir::Function &function);

  /// What integers are at this point: counters of loops that are unrolled, and
  /// locals made of them. It is the same on all ways.
  std::map<const ir::Variable *, llvm::APSInt> numbers;

  /// What `link` may be; nothing where it is null.
  SlotSet slotsOf(const ir::Expr *link, const HeldLinks &held);

  /// `s` has run, which is no block: what it sets.
  void run(const ir::Statement *s, HeldLinks &held);
  /// `s` has run, as often and as far as is not known: what it sets may be what
  /// it was, or any of the values.
  void runPerhaps(const ir::Statement *s, HeldLinks &held);
  /// Of an integer local that `s` declares, its number.
  void count(const ir::Statement *s);

private:
  using Cells = llvm::SmallVector<unsigned, 4>;

  SlotSet any() const;
  SlotSet childrenAt(const ir::Expr *slot) const;
  std::optional<llvm::APSInt> numberOf(const ir::Expr *e) const;
  unsigned cell(const ir::Variable *variable, int element);
  Cells elementsOf(const ir::Variable *array, const ir::Expr *index);
  bool isFollowed(const ir::Variable *variable) const;
  void setWhole(const ir::Variable *variable, const ir::Expr *value,
                HeldLinks &held, bool isCertain);
  void setElements(const ir::Variable *array, const ir::Expr *value,
                   HeldLinks &held, bool isCertain);
  void set(llvm::ArrayRef<unsigned> cells, const SlotSet &slots,
           HeldLinks &held, bool isCertain);
  void change(const ir::Statement *s, HeldLinks &held, bool isCertain);

  const Kernel &kernel;
  llvm::SmallPtrSet<const ir::Variable *, 4> lent; ///< pointers lead there
  std::map<std::pair<const ir::Variable *, int>, unsigned> cells; ///< look-ups
};

void merge(SlotSet &into, const SlotSet &from);

} // namespace regtt::kernel
