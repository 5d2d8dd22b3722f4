/// What the lanes of a balanced tile, and the warps that take its pieces, tell
/// each other (core/balanced_tile.h).
#pragma once

#include <regtt/rt/core/warp.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace regtt::rt {

/// A value that one block writes, and another one reads in the same kernel.
template <class T> class Published {
public:
  REGTT_OP void operator=(const T &value) {
    std::uint32_t all[numWords] = {};
    memcpy(all, &value, sizeof value);
    for (std::size_t k = 0; k < numWords; ++k)
      words[k] = all[k];
  }
  REGTT_OP T get() const {
    std::uint32_t all[numWords];
    for (std::size_t k = 0; k < numWords; ++k)
      all[k] = const_cast<const volatile std::uint32_t &>(words[k]);
    T value;
    memcpy(&value, all, sizeof value);
    return value;
  }

private:
  static_assert(std::is_trivially_copyable_v<T>);
  static constexpr std::size_t numWords = (sizeof(T) + 3) / 4;
  std::uint32_t words[numWords];
};

/// What pieces have of iterations that lie in others, too: `head`, of the one
/// that they begin with, if it ends there; `tail`, of the one that goes on
/// behind them.
template <class Frame> struct PieceParts {
  Frame head, tail;
};

/// A Traversal says by `foldsAlone` that its fold looks at nothing of the
/// iteration but what it changes.
template <class Traversal> inline constexpr bool foldsAlone = false;
template <class Traversal>
  requires requires { Traversal::foldsAlone; }
inline constexpr bool foldsAlone<Traversal> = Traversal::foldsAlone;

/// Which of a round's ends, from 1 on, lie behind a lane's terms, a byte each,
/// the first one lowest; 0: none does.
struct LaneEnds {
  std::uint64_t bytes = 0;
  REGTT_OP bool isLast(unsigned u) const {
    return (bytes & std::uint64_t{0xff} << 8 * u) != 0;
  }
  REGTT_OP bool any() const { return bytes != 0; }
  /// Which of the round's ends the first one is.
  REGTT_OP unsigned first() const {
    const auto low = std::uint32_t(bytes), high = std::uint32_t(bytes >> 32);
    const std::uint32_t word = low ? low : high;
    return (word >> (firstLane(word | 1u << 31) & ~7) & 0xff) - 1;
  }
};

} // namespace regtt::rt
