// Children that are in one slot, however the user calls them: a child in two
// slots would be a tree in two copies.
#pragma once

#include "Recogniser.h"

namespace regtt::recognise {

/// Of a group of slots that is a part of another one: which, and the first of
/// its children among those of that one; behind < 0: it is none.
struct SlotHome {
  unsigned group = 0;
  int64_t behind = -1;
};

/// Leaves out the groups that are a part of others; `homes`: by group.
void keepSlots(Recogniser &site, llvm::ArrayRef<SlotHome> homes);

} // namespace regtt::recognise
