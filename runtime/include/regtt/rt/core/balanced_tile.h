/// A tile of iterations, one for each lane of a warp, the terms of whose inner
/// loops the lanes share evenly, whatever the lengths (as in Merrill and
/// Garland 2016, "merge path").
///
///     lengths 2 0 5 1, four lanes of two terms:  a a. | c c | c c | c. d.
///
/// Terms are computed first, side by side, so that memory is read in the order
/// in which it lies; then each lane folds a stretch of them. What a lane is
/// left with, of an inner loop that it does not come to the end of, is its
/// *carry*: the lane that comes to the end folds all of them, in their order.
/// So the result depends on the lengths alone, not on who comes first. Each
/// lane then ends an iteration.
///
/// A tile with many terms is cut into *pieces*, for several warps. Of an
/// iteration that lies in several, each piece has a part, which is kept where
/// all see it (PieceParts), and whoever is done last finishes it.
#pragma once

#include <regtt/rt/core/inner_terms.h>
#include <regtt/rt/core/tile_parts.h>

#include <bit>

namespace regtt::rt {

/// `Terms`: of a round, whose terms are in shared memory at a time.
template <class Op, class Queries, class Warp, unsigned Terms>
class BalancedTile {
  using Traversal = typename Op::Traversal;
  using Types = InnerTypes<Traversal>;
  using Term = typename Types::Term;
  using Counter = typename Types::Counter;
  using Frame = typename Types::Frame;
  using Bounds = typename Types::Bounds;
  /// Nobody has to know whose a term is, where all lie one behind the other.
  static constexpr bool mayBeOneStretch =
      std::is_empty_v<typename Types::Outer> &&
      !detail::changesInOrder<Traversal>;

public:
  static constexpr unsigned rows = unsigned(warpSize);
  static constexpr unsigned termsOfRound =
      Traversal::folds ? termsIn<Term>(Terms * 8, 2 * rows, Terms) : Terms;
  /// So many terms are the first piece. What follows are pieces of two rounds,
  /// or where they would be too many, some power of two as many.
  static constexpr std::uint64_t firstPiece = 4 * termsOfRound;
  static constexpr unsigned leastShift = std::bit_width(2 * termsOfRound) - 1,
                            mostShift = 30;
  static constexpr unsigned mostPieces = 128;

  struct Shared {
    std::uint64_t starts[rows + 1]; ///< of each iteration's terms in the tile
    Counter firsts[rows];           ///< as if term 0 of the tile were its own
    typename Types::Outer outers[rows];
    /// Of a round's terms, which of its ends, from 1 on, lies behind it; 0:
    /// none.
    alignas(16) std::uint8_t lastOf[termsOfRound];
    Frame sums[rows]; ///< of the iterations that end in a round
    TermTile<Term, termsOfRound> terms;
  };

  REGTT_OP BalancedTile(const Op &op, const Queries &queries, const Warp &warp,
                        Shared &shared, std::uint32_t count)
      : op(op), queries(queries), warp(warp), shared(shared),
        lane(unsigned(warp.lane())), count(count) {}

  /// Looks at the iterations of tile `number`.
  REGTT_OP void begin(std::uint32_t number) {
    firstRow = number * rows;
    const std::uint32_t left = count - firstRow;
    numRows = left < rows ? left : rows;
    auto query = queries.load(row(lane < numRows ? lane : 0));
    Frame frame{};
    Bounds bounds{};
    const bool comes = lane < numRows && op.begin(query, frame, bounds);
    const std::uint64_t size = comes ? bounds.size() : 0;
    const LaneSum<std::uint64_t> sum = sumOfSizes(warp, size);
    start = sum.before;
    end = start + size;
    total = sum.all;
    nonEmpty = warp.vote(size != 0);
    const Counter first = Bounds::at(bounds.first, 0 - start);
    warp.sync(); // nobody looks at the tile before any more
    shared.starts[lane] = start;
    shared.firsts[lane] = first;
    if constexpr (!std::is_empty_v<typename Types::Outer>)
      if (comes)
        op.outer(query, frame, shared.outers[lane]);
    if (lane == 0)
      shared.starts[rows] = total;
    if constexpr (mayBeOneStretch) {
      firstOfAll = fromLane(warp, nonEmpty ? firstLane(nonEmpty) : 0, first);
      isOneStretch = warp.vote(size != 0 && first != firstOfAll) == 0;
    }
    shift = leastShift;
    if (total > firstPiece)
      while ((total - firstPiece) >> shift > mostPieces && shift < mostShift)
        ++shift;
    warp.sync();
  }

  REGTT_OP std::uint32_t numPieces() const {
    return std::uint32_t(total == 0 ? 1 : pieceOf(total - 1) + 1);
  }

  /// Runs its first piece: finishes all iterations that lie in it alone.
  /// Returns what it has of the one that goes on behind it, to all lanes.
  REGTT_OP PieceParts<Frame> takeFirst() {
    return take<false>(0, total < firstPiece ? total : firstPiece);
  }

  /// The same of piece `k`, which has a part of the one that it begins with,
  /// too.
  REGTT_OP PieceParts<Frame> takePiece(std::uint32_t k) {
    const std::uint64_t end = beginOf(k + 1);
    return take<true>(beginOf(k), end < total ? end : total);
  }

  /// Runs the pieces one after the other, as if each were run by itself.
  REGTT_OP void takeAll() {
    Frame sum{};
    const std::uint32_t number = numPieces();
    for (std::uint32_t k = 0; k < number; ++k) {
      const PieceParts<Frame> parts = takePiece(k);
      if constexpr (Traversal::folds)
        goOn(sum, k, parts);
    }
  }

  /// Finishes the iterations that lie in several pieces, whose parts are
  /// parts[0] and behind.
  REGTT_OP void finishParts(const Published<PieceParts<Frame>> *parts) const {
    for (unsigned r = 0; r < numRows; ++r) {
      const std::uint64_t start = shared.starts[r], end = shared.starts[r + 1];
      if (start == end)
        continue;
      const std::uint64_t from = pieceOf(start), to = pieceOf(end - 1);
      if (from == to)
        continue;
      Frame sum = parts[from].get().tail;
      // All are asked for before the first one has to be there.
      constexpr unsigned together = 4;
      for (std::uint64_t base = from + 1; base < to; base += together * rows) {
        Frame mine[together];
        REGTT_UNROLL
        for (unsigned u = 0; u < together; ++u) {
          const std::uint64_t k = base + u * rows + lane;
          mine[u] = parts[k < to ? k : from].get().tail;
        }
        REGTT_UNROLL
        for (unsigned u = 0; u < together; ++u)
          for (unsigned other = 0; other < rows; ++other) {
            const Frame next = fromLane(warp, int(other), mine[u]);
            if (base + u * rows + other < to)
              op.merge(sum, next);
          }
      }
      op.merge(sum, parts[to].get().head);
      if (lane == 0)
        finish(r, sum);
    }
  }

private:
  REGTT_OP std::uint32_t row(unsigned r) const { return firstRow + r; }

  /// Where piece `k` begins.
  REGTT_OP std::uint64_t beginOf(std::uint64_t k) const {
    return k == 0 ? 0 : firstPiece + ((k - 1) << shift);
  }
  /// The piece that term `k` is in.
  REGTT_OP std::uint64_t pieceOf(std::uint64_t k) const {
    return k < firstPiece ? 0 : 1 + ((k - firstPiece) >> shift);
  }

  /// Adds to `sum` what piece `k` has: of the iteration that lies in this and
  /// earlier ones, and then of the one that goes on behind it.
  REGTT_OP void goOn(Frame &sum, std::uint32_t k,
                     const PieceParts<Frame> &parts) const {
    const std::uint64_t begin = beginOf(k);
    const unsigned r = owner(begin);
    const bool comesIn = shared.starts[r] < begin;
    const bool goesOn = comesIn && shared.starts[r + 1] > beginOf(k + 1);
    if (comesIn)
      op.merge(sum, goesOn ? parts.tail : parts.head);
    if (comesIn && !goesOn && lane == 0)
      finish(r, sum);
    if (!goesOn)
      sum = parts.tail;
  }

  /// Finishes iteration `r` of the tile, whose terms are folded to `sum`.
  REGTT_OP void finish(unsigned r, const Frame &sum) const {
    auto query = queries.load(row(r));
    Frame frame{};
    Bounds bounds{};
    if (op.begin(query, frame, bounds)) {
      if constexpr (Traversal::folds)
        op.merge(frame, sum);
      op.end(query, frame);
    }
    queries.store(row(r), query.result());
  }

  /// The iteration of the tile that term `k` is of.
  REGTT_OP unsigned owner(std::uint64_t k) const {
    unsigned at = 0;
    for (unsigned step = rows / 2; step > 0; step /= 2)
      at += shared.starts[at + step] <= k ? step : 0;
    return at;
  }

  /// Computes terms [base, base + n): keep(k, term).
  template <class Number, class Keep>
  REGTT_OP void fill(std::uint64_t base, Number n, const Keep &keep) const {
    const Team team = {lane, rows};
    if (isOneStretch) {
      const Counter from = Bounds::at(firstOfAll, base);
      fillTerms<Traversal>(
          n, team,
          [&](Number k, Term &term) {
            op.term(typename Types::Outer{}, Bounds::at(from, k), term);
          },
          keep);
    } else {
      fillTerms<Traversal>(
          n, team, [&](Number k, Term &term) { termOf(base + k, term); }, keep);
    }
  }

  /// Computes the terms of a round, all of a lane's at once, so that their
  /// accesses to memory overlap.
  REGTT_OP void fillRound(std::uint64_t base, unsigned n) {
    if constexpr (!Traversal::termIsPure) {
      fill(base, n, [&](unsigned k, const Term &t) { shared.terms[k] = t; });
    } else {
      const Counter from = Bounds::at(firstOfAll, base);
      Term terms[perLane];
      const auto each = [&](const auto &compute) {
        REGTT_UNROLL
        for (unsigned u = 0; u < perLane; ++u) {
          const unsigned k = lane + u * rows;
          compute(k < n ? k : n - 1, terms[u]); // the last one several times
        }
        REGTT_UNROLL
        for (unsigned u = 0; u < perLane; ++u)
          shared.terms[lane + u * rows] = terms[u];
      };
      if (isOneStretch)
        each([&](unsigned k, Term &term) {
          op.term(typename Types::Outer{}, Bounds::at(from, k), term);
        });
      else
        each([&](unsigned k, Term &term) { termOf(base + k, term); });
    }
  }

  /// Computes term `k` of the tile.
  REGTT_OP void termOf(std::uint64_t k, Term &term) const {
    const unsigned r = owner(k);
    detail::runTerm(op, row(r), k - shared.starts[r], shared.outers[r],
                    Bounds::at(shared.firsts[r], k), term);
  }

  /// What a lane folds of iteration `r` begins with.
  REGTT_OP void beginPart(unsigned r, typename Traversal::Query &query,
                          Frame &part) const {
    query = queries.load(row(r));
    Bounds bounds{};
    op.begin(query, part, bounds);
    op.identity(part);
  }

  static constexpr unsigned perLane = termsOfRound / rows;
  static_assert((perLane & (perLane - 1)) == 0);
  static_assert(perLane <= sizeof(std::uint64_t));
  /// The lane's own terms of a round, as many at a time as go.
  REGTT_OP void readTerms(Term (&terms)[perLane], unsigned from) const {
    constexpr unsigned group = TermTile<Term, termsOfRound>::group;
    if constexpr (perLane % group == 0) {
      REGTT_UNROLL
      for (unsigned g = 0; g < perLane / group; ++g) {
        const auto some = shared.terms.groupAt(from + g * group);
        REGTT_UNROLL
        for (unsigned u = 0; u < group; ++u)
          terms[g * group + u] = some.terms[u];
      }
    } else {
      REGTT_UNROLL
      for (unsigned u = 0; u < perLane; ++u)
        terms[u] = shared.terms[from + u];
    }
  }

  /// Where the terms of the lane's own iteration are in a piece.
  struct Own {
    unsigned start, end;
    bool comesIn; ///< it began in an earlier piece
  };

  /// Runs terms [begin, end), as if there were no others.
  template <bool comesIn>
  REGTT_OP PieceParts<Frame> take(std::uint64_t begin, std::uint64_t end) {
    const unsigned size = unsigned(end - begin);
    const auto inPiece = [&](std::uint64_t at) {
      const std::uint64_t from = at > begin ? at - begin : 0;
      return unsigned(from <= size ? from : size + 1);
    };
    return takeTerms<comesIn>(
        {inPiece(start), inPiece(this->end), comesIn && start < begin}, begin,
        size);
  }

  /// The same of `size` terms from `begin` on.
  template <bool isCut>
  REGTT_OP PieceParts<Frame> takeTerms(const Own &own, std::uint64_t begin,
                                       unsigned size) {
    PieceParts<Frame> parts{};
    if (begin == 0 && lane < numRows && (start == end || !Traversal::folds)) {
      Frame none{};
      if constexpr (Traversal::folds)
        op.identity(none);
      finish(lane, none);
    }
    if constexpr (!Traversal::folds)
      fill(begin, size, [](unsigned, const Term &) {});
    else
      for (unsigned base = 0; base < size; base += termsOfRound)
        takeRound<isCut>(parts, own, begin, base,
                         size - base < termsOfRound ? size - base
                                                    : termsOfRound);
    return parts;
  }

  /// Of these the round from `base` on.
  template <bool isCut>
  REGTT_OP void takeRound(PieceParts<Frame> &parts, const Own &own,
                          std::uint64_t begin, unsigned base, unsigned n) {
    const LaneEnds none = {};
    memcpy(shared.lastOf + lane * perLane, &none.bytes, perLane);
    fillRound(begin + base, n);
    warp.sync();
    // Those without terms end nowhere.
    const bool ends = start < end && own.end > base && own.end <= base + n;
    const LaneMask below = (LaneMask{1} << lane) - 1;
    const unsigned number = unsigned(popcount(warp.vote(ends) & below));
    if (ends)
      shared.lastOf[own.end - 1 - base] = std::uint8_t(1 + number);
    warp.sync();
    const Frame tail = fold(begin + base, n);
    warp.sync();

    // One may have begun in an earlier round.
    const bool began =
        base != 0 && own.end > base && (own.start < base || own.comesIn);
    const bool isHead = isCut && ends && own.comesIn;
    Frame sum = parts.tail;
    if (ends) {
      if (began)
        op.merge(sum, shared.sums[number]);
      else
        sum = shared.sums[number];
      if (!isHead)
        finish(lane, sum);
    }
    if (const LaneMask head = isCut ? warp.vote(isHead) : 0)
      parts.head = fromLane(warp, firstLane(head), sum);
    if (warp.vote(began && !ends) != 0)
      op.merge(parts.tail, tail);
    else
      parts.tail = tail;
  }

  /// Folds the lane's own stretch of terms, and what others have ahead of it of
  /// the same iteration. Returns what all have behind the last end.
  REGTT_OP Frame fold(std::uint64_t base, unsigned n) {
    const unsigned from = lane * perLane;
    const unsigned left = n > from ? n - from : 0;
    LaneEnds ends;
    memcpy(&ends.bytes, __builtin_assume_aligned(shared.lastOf + from, perLane),
           perLane);
    Term terms[perLane];
    readTerms(terms, from);
    typename Traversal::Query query{};
    Frame part{};
    unsigned r = 0;
    if constexpr (foldsAlone<Traversal>) {
      op.identity(part);
    } else {
      r = owner(base + (left ? from : n - 1));
      beginPart(r, query, part);
    }
    const Frame blank = part; // of any iteration, where that is no matter
    unsigned end = ends.any() ? ends.first() : 0;
    REGTT_UNROLL
    for (unsigned u = 0; u < perLane; ++u) {
      if (u < left)
        op.fold(query, part, Bounds::at(shared.firsts[r], base + from + u),
                terms[u]);
      if (ends.isLast(u)) {
        shared.sums[end++] = part;
        part = blank;
        if constexpr (!foldsAlone<Traversal>) {
          const LaneMask others = nonEmpty & ~LaneMask{1} << r;
          r = others ? unsigned(firstLane(others)) : r;
          beginPart(r, query, part);
        }
      }
    }
    return carry(part, ends);
  }

  /// The same of the carries: those from the last lane on that came to an end.
  REGTT_OP Frame carry(Frame part, const LaneEnds &ends) {
    const LaneMask ended = warp.vote(ends.any());
    const LaneMask upToThis = ended & ~LaneMask{0} >> (rows - 1 - lane);
    const int begin = upToThis ? lastLane(upToThis) : 0;
    for (int step = 1; step < warpSize; step *= 2) {
      const int from = int(lane) - step;
      Frame before = fromLane(warp, from < 0 ? 0 : from, part);
      if (from >= begin) {
        op.merge(before, part);
        part = before;
      }
    }
    Frame before = fromLane(warp, lane == 0 ? 0 : int(lane) - 1, part);
    if (ends.any() && lane != 0) {
      op.merge(before, shared.sums[ends.first()]);
      shared.sums[ends.first()] = before;
    }
    return fromLane(warp, warpSize - 1, part);
  }

  const Op &op;
  const Queries &queries;
  const Warp &warp;
  Shared &shared;
  const unsigned lane;
  const std::uint32_t count;
  std::uint32_t firstRow = 0; ///< of the loop
  unsigned numRows = 0;
  std::uint64_t total = 0; ///< terms
  unsigned shift = 0;      ///< of pieces behind the first: 2^shift terms
  std::uint64_t start = 0, end = 0; ///< of its own iteration's
  LaneMask nonEmpty = 0;            ///< iterations with terms
  Counter firstOfAll{};
  bool isOneStretch = false;
};

} // namespace regtt::rt
