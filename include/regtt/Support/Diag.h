/// The messages about the user's program, by their ids.
#pragma once

namespace regtt {

enum class Diag {
#define X(ID, SEVERITY, TEXT) ID,
#include "regtt/Support/Diagnostics.def"
#undef X
};

} // namespace regtt
