// What the user is told about each loop: --explain's text and foo.regtt.json.
#pragma once

#include "regtt/Backend/Backend.h"

namespace regtt {

/// `STMD-static (children are always visited in the same order)`
std::string classOf(const Site &site);
std::string explain(const Unit &unit);
std::string jsonReport(const Unit &unit);

} // namespace regtt
