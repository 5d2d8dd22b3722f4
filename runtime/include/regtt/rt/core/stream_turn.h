/// The iterations of one warp, whose inner loops its lanes share.
#pragma once

#include <regtt/rt/core/inner_terms.h>

namespace regtt::rt {

template <class Op, class Block> class StreamTurn {
  using Traversal = typename Op::Traversal;
  using Types = InnerTypes<Traversal>;
  using Term = typename Types::Term;
  using Counter = typename Types::Counter;
  using Query = typename Traversal::Query;
  using Warp =
      std::remove_cvref_t<decltype(std::declval<const Block &>().warp())>;
  using Tile = TermTile<Term, termsIn<Term>(1u << 11, 64, 256)>;

public:
  struct Shared {
    std::uint64_t starts[warpSize]; ///< of each iteration's terms
    Counter firsts[warpSize];       ///< as if term 0 were one of its own
    typename Types::Outer outers[warpSize];
    Tile tile;
  };

  REGTT_OP StreamTurn(const Op &op, const Warp &warp, Shared &shared)
      : op(op), warp(warp), shared(shared), lane(warp.lane()) {}

  /// Iterations `firstOfWarp` and those behind it; inner loops of `longest`
  /// terms and more are somebody else's.
  template <class Queries>
  REGTT_OP void take(const Queries &queries, std::uint32_t firstOfWarp,
                     std::uint32_t count, std::uint64_t longest) {
    firstTurn = firstOfWarp;
    const std::uint64_t i = std::uint64_t(firstOfWarp) + unsigned(lane);
    const bool isThere = i < count;
    Query query = queries.load(isThere ? std::uint32_t(i) : count - 1);
    typename Types::Bounds bounds{};
    const bool comes = isThere && op.begin(query, frame, bounds);
    std::uint64_t size = comes ? bounds.size() : 0;
    const bool isLong = size >= longest;
    size = isLong ? 0 : size;
    if (warp.vote(size > few) == 0)
      foldByItself(op, i, query, frame, bounds.first, size);
    else
      foldTogether(query, comes, bounds, size);
    if (comes && !isLong)
      op.end(query, frame);
    if (isThere && !isLong)
      queries.store(std::uint32_t(i), query.result());
    warp.sync(); // nobody begins another turn before
  }

private:
  /// Inner loops of so many terms each lane runs by itself.
  static constexpr std::uint64_t few = 8;

  REGTT_OP void foldTogether(const Query &query, bool comes,
                             const typename Types::Bounds &bounds,
                             std::uint64_t size) {
    share(query, comes, bounds, size);
    if constexpr (Traversal::folds)
      foldAll(query);
    else
      fill(0, total, [](std::uint64_t, const Term &) {});
  }

  /// Tells all lanes where this one's terms are.
  REGTT_OP void share(const Query &query, bool comes,
                      const typename Types::Bounds &bounds,
                      std::uint64_t size) {
    const LaneSum<std::uint64_t> sum = sumBefore(warp, size);
    start = sum.before;
    end = sum.before + size;
    total = sum.all;
    first = Types::Bounds::at(bounds.first, 0 - start);
    shared.starts[lane] = start;
    shared.firsts[lane] = first;
    if constexpr (!std::is_empty_v<typename Types::Outer>)
      if (comes)
        op.outer(query, frame, shared.outers[lane]);
    warp.sync();
    // Where the neighbours of all lie one behind the other, and terms need
    // nothing of their iteration, nobody has to know whose a term is.
    if constexpr (std::is_empty_v<typename Types::Outer> &&
                  !detail::changesInOrder<Traversal>) {
      firstOfAll = shared.firsts[owner(0)];
      isOneStretch = warp.vote(size != 0 && first != firstOfAll) == 0;
    }
  }

  /// The iteration that term `k` is of.
  REGTT_OP int owner(std::uint64_t k) const {
    int at = 0;
    for (int step = warpSize / 2; step > 0; step /= 2)
      at += shared.starts[at + step] <= k ? step : 0;
    return at;
  }

  /// Computes terms [base, base + n): keep(k, term).
  template <class Number, class Keep>
  REGTT_OP void fill(std::uint64_t base, Number n, const Keep &keep) const {
    const Team team = {unsigned(lane), unsigned(warpSize)};
    if (isOneStretch) {
      const Counter from = Types::Bounds::at(firstOfAll, base);
      fillTerms<Traversal>(
          n, team,
          [&](Number k, Term &term) {
            op.term(typename Types::Outer{}, Types::Bounds::at(from, k), term);
          },
          keep);
    } else {
      fillTerms<Traversal>(
          n, team,
          [&](Number k, Term &term) {
            const int at = owner(base + k);
            detail::runTerm(op, firstTurn + unsigned(at),
                            base + k - shared.starts[at], shared.outers[at],
                            Types::Bounds::at(shared.firsts[at], base + k),
                            term);
          },
          keep);
    }
  }

  REGTT_OP void foldAll(const Query &query) {
    for (std::uint64_t base = 0; base < total; base += Tile::size) {
      const std::uint64_t left = total - base;
      fill(base, unsigned(left < Tile::size ? left : Tile::size),
           [&](unsigned k, const Term &term) { shared.tile[k] = term; });
      warp.sync();
      const auto inTile = [&](std::uint64_t k) {
        const std::uint64_t at = k > base ? k - base : 0;
        return unsigned(at < Tile::size ? at : Tile::size);
      };
      unsigned from = inTile(start);
      const unsigned to = inTile(end);
      if constexpr (Traversal::regroups)
        foldLong(query, base, from, to);
      foldTerms(shared.tile, from, to, [&](unsigned k, const Term &term) {
        op.fold(query, frame, Types::Bounds::at(first, base + k), term);
      });
      warp.sync();
    }
  }

  /// Long stretches by all lanes, where that may be.
  REGTT_OP void foldLong(const Query &query, std::uint64_t base, unsigned &from,
                         unsigned to) {
    const bool isLong = to - from > 2 * unsigned(warpSize);
    for (LaneMask lanes = warp.vote(isLong); lanes != 0; lanes &= lanes - 1) {
      const int other = firstLane(lanes);
      const unsigned itsFrom = warp.from(other, from);
      const unsigned itsTo = warp.from(other, to);
      const Counter itsFirst = fromLane(warp, other, first);
      const Query itsQuery = fromLane(warp, other, query);
      typename Types::Frame part = fromLane(warp, other, frame);
      op.identity(part);
      for (unsigned k = itsFrom + unsigned(lane); k < itsTo;
           k += unsigned(warpSize))
        op.fold(itsQuery, part, Types::Bounds::at(itsFirst, base + k),
                shared.tile[k]);
      mergeLanes(op, warp, part);
      part = fromLane(warp, 0, part);
      if (lane == other)
        op.merge(frame, part);
    }
    if (isLong)
      from = to;
  }

  const Op &op;
  const Warp &warp;
  Shared &shared;
  const int lane;
  typename Types::Frame frame{};
  std::uint64_t start = 0, end = 0; ///< of its terms among the warp's
  std::uint64_t total = 0;          ///< terms of the warp
  Counter first{};                  ///< of its own, as if term 0 were one
  Counter firstOfAll{};
  bool isOneStretch = false;
  std::uint64_t firstTurn = 0; ///< the iteration of lane 0
};

} // namespace regtt::rt
