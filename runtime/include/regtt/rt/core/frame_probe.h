/// How large the frames of nested calls are, found out by nesting some.
#pragma once

#include <regtt/rt/core/target.h>

#include <cstddef>
#include <cstdint>

namespace regtt::rt {

/// Where the frames of nested visits lie, for whoever has to know their size.
struct FrameProbe {
  static constexpr int most = 3;
  std::uintptr_t frames[most];
  int count = 0;

  /// Bytes from one to the next, once visits were nested.
  REGTT_OP std::size_t frameBytes() const {
    return frames[most - 2] > frames[most - 1]
               ? frames[most - 2] - frames[most - 1]
               : frames[most - 1] - frames[most - 2];
  }
};

} // namespace regtt::rt
