/// Under which conditions on the node alone a visit reads what lies behind its
/// pointers, and looks at its children. Part of FollowPointers.
#pragma once

#include "regtt/Kernel/Kernel.h"

namespace regtt::kernel {

/// Fills followedIf of the kernel's pointers and slots. The pointers are
/// numbered, those first through which others are reached. `lookedAt`: groups
/// of children beside other data that a visit looks at where it calls none of
/// them, as one does that counts the data of a leaf: they may be no children
/// there.
struct FollowFaults {
  std::vector<unsigned> lookedAt;
  /// Data of other nodes, behind pointers of theirs, which are read under a
  /// condition: linearising asks none ahead of following these.
  std::vector<unsigned> ofOthers;

  bool empty() const { return lookedAt.empty() && ofOthers.empty(); }
};
FollowFaults findFollowConditions(Kernel &kernel);

//===--- Data and pointers ------------------------------------------------===//

/// The steps to the pointer that `steps` goes through last; nothing where it
/// goes through none.
std::optional<DataSteps> stepsToLastPointer(const DataSteps &steps);

/// The pointer that `steps` leads to from an element of node array `array`; -1
/// where there is no such one.
int numberOfPointer(const Kernel &kernel, unsigned array,
                    const DataSteps &steps);

/// The datum, or what all iterations share, that `e` itself reads or takes the
/// address of, as a whole or a part of it; null of others.
const ir::DataRoot *dataRootOf(const ir::Expr *e);

/// Whether visits of other nodes read what lies behind the pointer: there its
/// own node's conditions say nothing.
bool isReadByOthers(const Kernel &kernel, int pointer);

/// Data of other nodes, behind pointers of theirs that are followed nowhere but
/// under conditions on other nodes: these may say where a pointer leads to
/// anything.
std::vector<unsigned> readByConditionOnOthers(const Kernel &kernel);

/// Whether `e` reads a datum of another node that lies behind the pointer.
bool isBehindOthers(const Kernel &kernel, const ir::Expr *e, int pointer);
/// The first such datum that visits read; -1: there is none.
int firstBehindOthers(const Kernel &kernel, int pointer);

/// Whether a datum of the node is part of what is loaded on arrival.
bool isOnArrival(const Kernel &kernel, unsigned datum);

} // namespace regtt::kernel
