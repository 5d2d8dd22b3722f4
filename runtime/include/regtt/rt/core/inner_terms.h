/// What engines have in common that compute the terms of inner loops side by
/// side.
#pragma once

#include <regtt/rt/core/block.h>
#include <regtt/rt/core/inner_bounds.h>
#include <regtt/rt/core/ropes.h>
#include <regtt/rt/core/stack.h>

namespace regtt::rt {

/// The types of a loop that is taken apart around its inner loop.
template <class Traversal> struct InnerTypes {
  using Frame = typename Traversal::InnerFrame;
  using Outer = typename Traversal::InnerOuter;
  using Term = typename Traversal::InnerTerm;
  using Bounds = typename Traversal::InnerBounds;
  using Counter = decltype(Bounds::first);

  /// Of memory for terms: at most 16 KiB, so that several blocks go on a
  /// multiprocessor.
  static constexpr unsigned tileSize = [] {
    unsigned size = 2048;
    while (size > 256 && size * sizeof(Term) > (16u << 10))
      size /= 2;
    return size;
  }();
};

/// What each engine of blocks says.
template <class Engine> struct BlockEngine {
  static constexpr StackKind stackKind = StackKind::None;
  static constexpr bool needsWarp = true;
  static constexpr bool needsBlock = true;
  template <int> using Children = ChildList; ///< of no node
};

/// Terms that lie one behind the other, with a hole behind each 32 so that
/// threads that go through stretches of one length meet other banks of shared
/// memory.
template <class Term, unsigned Size> struct TermTile {
  Term terms[Size + Size / unsigned(warpSize)];

  REGTT_OP Term &operator[](unsigned k) {
    return terms[k + k / unsigned(warpSize)];
  }
};

/// Folds the frames of all lanes, which may be regrouped, into the one of lane
/// 0.
template <class Op, class Warp, class Frame>
REGTT_OP void mergeLanes(const Op &op, const Warp &warp, Frame &frame) {
  for (int step = warpSize / 2; step > 0; step /= 2) {
    const Frame other = fromLane(warp, (warp.lane() + step) % warpSize, frame);
    if (warp.lane() < step)
      op.merge(frame, other);
  }
}

} // namespace regtt::rt
