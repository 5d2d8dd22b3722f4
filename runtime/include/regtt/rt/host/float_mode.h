/// How a thread's floating-point arithmetic rounds, and what it does with
/// subnormal numbers: part of what the serial program computes by. Workers take
/// over the calling thread's, and give back the exceptions that they raise;
/// a device has one mode, which is C's default.
#pragma once

#include <cfenv>
#include <string>

namespace regtt::rt {

/// The mode of one thread, for others to work in.
class FloatMode {
public:
  /// Takes that of the calling thread.
  void capture() { std::fegetenv(&environment); }
  /// Makes it that of the calling thread, exceptions included.
  void apply() const { std::fesetenv(&environment); }

private:
  std::fenv_t environment = {};
};

/// What the calling thread does otherwise than C's default and devices: "rounds
/// upward", "flushes subnormal numbers to zero". Empty if nothing.
std::string unusualFloatMode();

} // namespace regtt::rt
