// What the user is told about each loop: --explain's text and foo.regtt.json.
#pragma once

#include "regtt/Backend/Backend.h"

namespace regtt {

/// `STMD-static (children are always visited in the same order)`
std::string classOf(const Site &site);
std::string explain(const Unit &unit);
/// What lanes do together at a node, and where they part; empty where no
/// variant of the site is for lanes.
std::string explainLanes(const Site &site);
std::string jsonReport(const Unit &unit);

} // namespace regtt
