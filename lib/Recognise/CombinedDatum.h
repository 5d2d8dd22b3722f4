// What is asked of a datum of elements that iterations change for each other,
// whatever they do to it.
#pragma once

#include "Recogniser.h"

namespace regtt::recognise {

/// Whether it is a number, or an array of numbers, of which nothing else that
/// is used is a part.
bool isNumberByItself(const Recogniser &site, unsigned row);

/// What an iteration reads or writes of such elements by the loop's variable;
/// null: nothing that the text tells. Else the runtime compares.
const kernel::Datum *ownElementOf(const Recogniser &site, unsigned row);

} // namespace regtt::recognise
