// Names for variables that the user's text does not tell apart.
#pragma once

#include "regtt/Frontend/Model/Function.h"

namespace regtt {

/// Fills in Function::names, once the body is lowered.
void nameVariables(Function &function);

} // namespace regtt
