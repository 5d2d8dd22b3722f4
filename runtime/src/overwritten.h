/// What the code before a loop's call has overwritten by the time that the call
/// is refused, so that its serial loop can start from the beginning.
#pragma once

#include <regtt/rt/abi.h>

namespace regtt::rt {

/// From now on regtt_keep keeps for `call`.
void keepOverwritten(regtt_call &call);

/// Puts back what has been kept, the last first.
void putBack(const regtt_call &call);

void forgetOverwritten(regtt_call &call);

} // namespace regtt::rt
