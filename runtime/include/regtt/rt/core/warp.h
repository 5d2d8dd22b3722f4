/// Lanes that run in step, as engines for a whole warp see them: a *warp* has
/// 32 lanes, each with a query of its own or, in the last warp, without one.
/// All lanes call each of its functions together; a lane without anything to do
/// votes too.
///
///     int lane() const;                       // 0 to 31
///     std::uint32_t vote(bool) const;         // bit l: what lane l said
///     template <class T> T from(int lane, T); // that lane's value
///     std::uint32_t least(std::uint32_t) const; // of all lanes' numbers
///     void sync() const;                      // orders accesses to memory
///
/// and each lane for itself, as it likes:
///
///     // Adds to a number that others add to; what it was before.
///     std::uint32_t add(std::uint32_t &, std::uint32_t) const;
///
/// cuda::Warp (cuda/kernel.h) is one on a GPU.
#pragma once

#include <regtt/rt/core/bit_count.h>
#include <regtt/rt/core/segments.h>
#include <regtt/rt/core/target.h>
#include <regtt/rt/core/tree.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace regtt::rt {

inline constexpr int warpSize = 32;

/// A set of lanes: bit l is lane l.
using LaneMask = std::uint32_t;

/// The lowest lane of a set that is not empty.
REGTT_OP int firstLane(LaneMask lanes) {
#ifdef __CUDA_ARCH__
  return __ffs(static_cast<int>(lanes)) - 1;
#else
  return __builtin_ctz(lanes);
#endif
}

/// The highest one.
REGTT_OP int lastLane(LaneMask lanes) {
#ifdef __CUDA_ARCH__
  return 31 - __clz(static_cast<int>(lanes));
#else
  return 31 - __builtin_clz(lanes);
#endif
}

/// A Traversal says by `uniformArgs` that lanes which come to a node together
/// come with the same arguments: they depend on the path alone. What waits for
/// a resume point, and which one, is each lane's own.
template <class Traversal>
inline constexpr bool uniformArgs =
    std::is_empty_v<typename Traversal::Args> && !hasResumes<Traversal>;
template <class Traversal>
  requires requires { Traversal::uniformArgs; }
inline constexpr bool uniformArgs<Traversal> =
    Traversal::uniformArgs && !hasResumes<Traversal>;

/// A Traversal says by `anyOrder` that a query may meet the children of a node
/// in another order than its own.
template <class Traversal> inline constexpr bool anyOrder = false;
template <class Traversal>
  requires requires { Traversal::anyOrder; }
inline constexpr bool anyOrder<Traversal> = Traversal::anyOrder;

/// How many ropes a warp defers at most. Where its lanes call no child of a
/// node or all of them, that is all but one; else each child comes up as often
/// as a lane calls any, also where every two children have one order: of three,
/// lanes may call the first before the second, the second before the third, and
/// the third before the first.
template <class Traversal>
constexpr std::size_t warpStackEntries(std::size_t depth) {
  constexpr bool oneOrder = Traversal::slotsClosed && !hasResumes<Traversal>;
  constexpr std::size_t calls =
      std::size_t(Traversal::numSlots) *
      (oneOrder ? 1 : std::size_t(Traversal::maxRopes));
  return depth * (calls - 1 + hasResumes<Traversal>)+1;
}

/// A stack of ropes that the lanes of a warp share. Entries have a link, sets
/// of lanes (`NumMasks`), and what the rope carries: once where that is
/// uniform, else in a column for each lane. Does not own its memory.
template <class Traversal, int NumMasks> class WarpStack {
public:
  using Values = StackValues<Traversal>;

  /// Bytes of one warp's stack.
  static constexpr std::size_t bytes(std::size_t entries) {
    const std::size_t all =
        entries * (valueBytes + sizeof(Link) + NumMasks * sizeof(LaneMask));
    return (all + alignment - 1) / alignment * alignment;
  }

  /// `memory`: bytes(entries), aligned to `alignment`.
  REGTT_OP WarpStack(void *memory, std::size_t entries)
      : values(static_cast<char *>(memory)),
        links(reinterpret_cast<Link *>(values + entries * valueBytes)),
        masks(reinterpret_cast<LaneMask *>(links + entries)) {}

  REGTT_OP bool empty() const { return height == 0; }
  /// Ropes on it.
  REGTT_OP std::uint32_t size() const { return height; }

  /// `with`: of each of `lanes`, which are not none. Between two sync() of the
  /// warp. `lanes` and `sets` are kept as far as NumMasks goes.
  template <class Warp, class... Sets>
  REGTT_OP void push(const Warp &warp, Link link, const Values &with,
                     LaneMask lanes, Sets... sets) {
    const bool first = warp.lane() == firstLane(lanes);
    if (first) {
      links[height] = link;
      keep<0>(lanes, sets...);
    }
    if constexpr (valueBytes != 0) {
      if (first || !uniformArgs<Traversal>)
        *valuesAt(warp) = with;
    }
    ++height;
  }

  /// `with` has a meaning for the lanes of the rope alone.
  // Everything is loaded at once: where the values were loaded later, under a
  // condition, ptxas (CUDA 13.0) took those of the entry below.
  template <class Warp, class... Sets>
  REGTT_OP Link pop(const Warp &warp, Values &with, Sets &...sets) {
    static_assert(sizeof...(Sets) == NumMasks);
    --height;
    if constexpr (valueBytes != 0)
      with = *valuesAt(warp);
    else
      (void)warp, (void)with;
    [[maybe_unused]] int m = 0;
    ((sets = masks[height * NumMasks + std::uint32_t(m++)]), ...);
    return links[height];
  }

  static constexpr std::size_t alignment = alignof(Values) > 16
                                               ? alignof(Values)
                                               : 16;

private:
  static constexpr std::size_t valueBytes =
      std::is_empty_v<Values> ? 0
      : uniformArgs<Traversal>
          ? sizeof(Values)
          : sizeof(Values) * static_cast<std::size_t>(warpSize);

  template <int M, class... Sets>
  REGTT_OP void keep(LaneMask set, Sets... sets) {
    if constexpr (M < NumMasks) {
      masks[height * NumMasks + M] = set;
      if constexpr (M + 1 < NumMasks)
        keep<M + 1>(sets...);
    }
  }

  template <class Warp> REGTT_OP Values *valuesAt(const Warp &warp) const {
    Values *const all = reinterpret_cast<Values *>(values);
    if constexpr (uniformArgs<Traversal>)
      return all + height;
    else
      return all + std::size_t(height) * warpSize + std::size_t(warp.lane());
  }

  char *values;
  Link *links;
  LaneMask *masks;
  std::uint32_t height = 0;
};

} // namespace regtt::rt
