#include <regtt/rt/host/float_mode.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace regtt::rt {

/// Of two bits of MXCSR, one flushes results, one takes operands as zero.
static bool flushesSubnormals() {
#if defined(__x86_64__)
  constexpr unsigned flushToZero = 0x8000, subnormalsAreZero = 0x0040;
  return (_mm_getcsr() & (flushToZero | subnormalsAreZero)) != 0;
#elif defined(__aarch64__)
  unsigned long control;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  return (control & (1ul << 24)) != 0;
#else
  return false;
#endif
}

std::string unusualFloatMode() {
  switch (std::fegetround()) {
  case FE_TONEAREST:
    return flushesSubnormals() ? "flushes subnormal numbers to zero" : "";
  case FE_UPWARD:
    return "rounds upward";
  case FE_DOWNWARD:
    return "rounds downward";
  default:
    return "rounds toward zero";
  }
}

} // namespace regtt::rt
