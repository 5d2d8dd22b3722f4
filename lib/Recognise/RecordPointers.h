// Pointers to what a record of the iteration's holds.
#pragma once

#include "Recogniser.h"

namespace regtt::recognise {

/// Refuses pointers of a program that lead beyond what the record holds of the
/// array that they lead into, or may, and differences of two that are told
/// apart by where their records lie, of loops without a traversal. Whether none
/// is.
bool checkRecordPointers(Recogniser &site);

} // namespace regtt::recognise
