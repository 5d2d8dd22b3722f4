// What the user is told about each loop: --explain's text and foo.regtt.json.
#pragma once

#include "regtt/Backend/Backend.h"

namespace regtt {

std::string explain(const Unit &unit);
std::string jsonReport(const Unit &unit);

} // namespace regtt
