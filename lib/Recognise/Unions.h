// Data, pointers and children that share their bytes with others, as members
// of unions do.
#pragma once

#include "Recogniser.h"

namespace regtt::recognise {

/// Whether it is a union whose members are made of more than one type.
bool isMixed(const ir::StructType &type);

/// Children that lie in the same bytes as others of the node are these.
void mergeUnitedSlots(Recogniser &site);

/// Refuses what is written where other data lies. False: there is such.
bool checkUnions(Recogniser &site);

} // namespace regtt::recognise
