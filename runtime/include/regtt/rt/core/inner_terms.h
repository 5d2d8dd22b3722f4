/// What engines have in common that compute the terms of inner loops side by
/// side.
#pragma once

#include <regtt/rt/core/block.h>
#include <regtt/rt/core/in_order.h>
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
};

/// How many terms go into so many bytes: a power of two, within limits.
template <class Term>
constexpr unsigned termsIn(unsigned bytes, unsigned least, unsigned most) {
  unsigned result = most;
  while (result > least && result * sizeof(Term) > bytes)
    result /= 2;
  return result;
}

/// What each engine of blocks says. `sharesTerms`: threads compute the terms of
/// one iteration side by side. Its run(op, queries, count, block, memory) has
/// memory where it `hasLists` (core/loop_lists.h). Engines may run ahead of it
/// (Before<Traversal>) or behind it (Next) in the same memory, and its threads
/// may launch grids (Child<Traversal>).
template <class Engine> struct BlockEngine {
  static constexpr StackKind stackKind = StackKind::None;
  static constexpr bool needsWarp = true;
  static constexpr bool needsBlock = true;
  static constexpr bool sharesTerms = true;
  template <int> using Children = ChildList; ///< of no node
};

/// Terms that lie one behind the other, in groups of 16 bytes where they fill
/// these. Where it `HasHoles`, of a group behind each 32 terms, threads that go
/// through stretches of one length meet other banks of shared memory; without,
/// one thread that goes through all finds them sooner.
template <class Term, unsigned Size, bool HasHoles = true> struct TermTile {
  static constexpr unsigned size = Size;
  static constexpr unsigned group =
      std::is_empty_v<Term> || 16 % sizeof(Term) != 0 ? 1 : 16 / sizeof(Term);

  /// Terms k, k + 1, ... where `k` is a multiple of how many go in a group.
  struct Group {
    Term terms[group];
  };

  alignas(
      16) Term terms[Size + (HasHoles ? Size / unsigned(warpSize) * group : 0)];

  REGTT_OP static unsigned place(unsigned k) {
    return HasHoles ? k + k / unsigned(warpSize) * group : k;
  }
  REGTT_OP Term &operator[](unsigned k) { return terms[place(k)]; }
  REGTT_OP Group groupAt(unsigned k) const {
    Group result;
    memcpy(&result,
           __builtin_assume_aligned(terms + place(k),
                                    group > 1 ? 16 : alignof(Term)),
           sizeof result);
    return result;
  }
};

/// Those who compute terms together: a thread's number among them, and how many
/// they are. A number that is too great: it is none of them.
struct Team {
  unsigned number, size;
};

/// How many terms a thread computes at a time.
template <class Term>
inline constexpr unsigned termsTogether = sizeof(Term) <= 4    ? 8
                                          : sizeof(Term) <= 16 ? 4
                                                               : 2;

/// Computes a thread's share of `n` terms, several at a time so that their
/// accesses to memory overlap: compute(k, term), then keep(k, term).
template <class Traversal, class Number, class Compute, class Keep>
REGTT_OP void fillTerms(Number n, Team team, const Compute &compute,
                        const Keep &keep) {
  using Term = typename Traversal::InnerTerm;
  constexpr unsigned together = termsTogether<Term>;
  if (team.number >= team.size)
    return;
  for (Number k = team.number; k < n; k += together * team.size) {
    Term terms[together];
    if (k + (together - 1) * team.size < n) {
      REGTT_UNROLL
      for (unsigned u = 0; u < together; ++u)
        compute(Number(k + u * team.size), terms[u]);
      REGTT_UNROLL
      for (unsigned u = 0; u < together; ++u)
        keep(Number(k + u * team.size), terms[u]);
    } else if constexpr (Traversal::termIsPure) {
      // Some twice, all at once.
      REGTT_UNROLL
      for (unsigned u = 0; u < together; ++u)
        compute(k + u * team.size < n ? Number(k + u * team.size) : k,
                terms[u]);
      REGTT_UNROLL
      for (unsigned u = 0; u < together; ++u)
        if (k + u * team.size < n)
          keep(Number(k + u * team.size), terms[u]);
    } else {
      for (unsigned u = 0; u < together && k + u * team.size < n; ++u) {
        compute(Number(k + u * team.size), terms[0]);
        keep(Number(k + u * team.size), terms[0]);
      }
    }
  }
}

/// Folds terms [from, to) of a tile in their order: fold(k, term). They are
/// read `Ahead` groups at a time, while those before are folded, so that each
/// fold waits for the one before it alone.
template <unsigned Ahead = 2, class Tile, class Fold>
REGTT_OP void foldTerms(Tile &tile, unsigned from, unsigned to,
                        const Fold &fold) {
  using Group = typename Tile::Group;
  constexpr unsigned group = Tile::group, together = Ahead * group;
  unsigned k = from;
  for (; k < to && k % group != 0; ++k)
    fold(k, tile[k]);
  const auto read = [&](Group(&groups)[Ahead], unsigned at) {
    REGTT_UNROLL
    for (unsigned g = 0; g < Ahead; ++g)
      groups[g] = tile.groupAt(at + g * group);
  };
  const auto foldThem = [&](const Group(&groups)[Ahead]) {
    REGTT_UNROLL
    for (unsigned u = 0; u < together; ++u)
      fold(k + u, groups[u / group].terms[u % group]);
    k += together;
  };
  if (k + together <= to) {
    Group now[Ahead];
    read(now, k);
    while (k + 2 * together <= to) {
      Group next[Ahead];
      read(next, k + together);
      foldThem(now);
      REGTT_UNROLL
      for (unsigned g = 0; g < Ahead; ++g)
        now[g] = next[g];
    }
    foldThem(now);
  }
  for (; k < to; ++k)
    fold(k, tile[k]);
}

/// An iteration's whole inner loop by its own thread.
template <class Op, class Query, class Frame, class Counter>
REGTT_OP void foldByItself(const Op &op, std::uint64_t turn, const Query &query,
                           Frame &frame, Counter first, std::uint64_t size) {
  using Types = InnerTypes<typename Op::Traversal>;
  typename Types::Outer outer{};
  if (size != 0)
    op.outer(query, frame, outer);
  for (std::uint64_t k = 0; k < size; ++k) {
    const Counter e = Types::Bounds::at(first, k);
    typename Types::Term term;
    detail::runTerm(op, turn, k, outer, e, term);
    op.fold(query, frame, e, term);
  }
}

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

/// Sums of the numbers of all lanes before this one, and of all.
template <class Number> struct LaneSum {
  Number before, all;
};
template <class Warp, class Number>
REGTT_OP LaneSum<Number> sumBefore(const Warp &warp, Number value) {
  const int lane = warp.lane();
  Number sum = value;
  for (int step = 1; step < warpSize; step *= 2) {
    const Number other = warp.from(lane >= step ? lane - step : 0, sum);
    sum += lane >= step ? other : 0;
  }
  return {Number(sum - value), warp.from(warpSize - 1, sum)};
}

/// The same of numbers that are mostly small.
template <class Warp>
REGTT_OP LaneSum<std::uint64_t> sumOfSizes(const Warp &warp,
                                           std::uint64_t size) {
  if (warp.vote(size >> 26 != 0) != 0)
    return sumBefore(warp, size);
  const auto sum = sumBefore(warp, std::uint32_t(size));
  return {sum.before, sum.all};
}

} // namespace regtt::rt
