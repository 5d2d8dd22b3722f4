/// Which target a call runs on that may run on several.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/host/environment.h>

namespace regtt::rt {

/// What is tried first, and why, as the log says it.
struct TargetChoice {
  Target first;
  const char *why;
};

/// Of a call that has launchers for a GPU and for CPUs.
TargetChoice chooseTarget(const regtt_call &call);

/// After such a call, which took `totalMs` there.
void noteTarget(const regtt_call &call, Target target, double totalMs);

} // namespace regtt::rt
