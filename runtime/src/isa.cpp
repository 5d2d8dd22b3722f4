// Which instruction set lanes use.
#include <regtt/rt/host/session.h>
#include <regtt/rt/lanes/units.h>

#include <algorithm>

namespace regtt::rt {

Isa bestIsa() {
#if defined(__x86_64__)
  const bool has512 =
      __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (has512)
    return Isa::Avx512;
  if (__builtin_cpu_supports("avx2"))
    return Isa::Avx2;
#endif
  return Isa::None;
}

Isa chosenIsa() {
  static const Isa here = bestIsa();
  return std::max(here, session().environment.isa);
}

} // namespace regtt::rt
