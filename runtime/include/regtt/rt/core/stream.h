/// Irregular nested loops, a block for as many iterations as it has threads:
/// all compute the terms of all inner loops side by side into shared memory,
/// and then each thread folds those of its own iteration, in their order
/// (Greathouse and Daga 2014, "CSR-Stream", of any loop). Memory is read in
/// the order in which it lies, whatever the lengths of the inner loops, and the
/// results are those of the serial loop.
#pragma once

#include <regtt/rt/core/inner_terms.h>

namespace regtt::rt {

struct Stream : BlockEngine<Stream> {
  static constexpr const char *name = "stream";
  static constexpr unsigned blockThreads = 256;
  static constexpr unsigned iterationsPerBlock = blockThreads;

  template <class Traversal> struct Shared {
    using Types = InnerTypes<Traversal>;
    std::uint64_t starts[blockThreads]; ///< of each iteration's terms
    std::uint64_t sums[blockThreads / unsigned(warpSize) + 1];
    typename Types::Counter firsts[blockThreads];
    typename Types::Outer outers[blockThreads];
    TermTile<typename Types::Term, Types::tileSize> tile;
  };
  template <class Traversal> static constexpr std::size_t sharedBytes() {
    return sizeof(Shared<Traversal>);
  }

  template <class Op, class Queries, class Block>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           std::uint32_t count, const Block &block) {
    auto &shared =
        *static_cast<Shared<typename Op::Traversal> *>(block.shared());
    for (std::uint64_t first = std::uint64_t(block.number()) * blockThreads;
         first < count;
         first += std::uint64_t(block.numBlocks()) * blockThreads)
      takeTurn(op, queries, std::uint32_t(first), count, block, shared);
  }

private:
  /// What one thread knows of a turn.
  template <class Traversal> struct Turn {
    using Types = InnerTypes<Traversal>;
    typename Types::Frame frame;
    typename Types::Bounds bounds;
    std::uint64_t start, end; ///< of its own terms among the block's
    std::uint64_t total;
    bool isDirect; ///< the block's terms are one stretch, and need no more
  };

  template <class Op, class Queries, class Block, class Shared>
  REGTT_OP static void takeTurn(const Op &op, const Queries &queries,
                                std::uint32_t first, std::uint32_t count,
                                const Block &block, Shared &shared) {
    using Traversal = typename Op::Traversal;
    using Types = InnerTypes<Traversal>;
    const unsigned t = block.thread();
    const std::uint32_t i = first + t;
    const bool isThere = i < count;
    auto query = queries.load(isThere ? i : count - 1);
    Turn<Traversal> turn{};
    const bool comes = isThere && op.begin(query, turn.frame, turn.bounds);
    const std::uint64_t size = comes ? turn.bounds.size() : 0;
    const BlockSum sum = sumBefore(block, size, shared.sums);
    turn.start = sum.before;
    turn.end = sum.before + size;
    turn.total = sum.all;
    shared.starts[t] = turn.start;
    shared.firsts[t] =
        Types::Bounds::at(turn.bounds.first, 0 - turn.start); // of term 0
    if constexpr (!std::is_empty_v<typename Types::Outer>)
      if (comes)
        op.outer(query, turn.frame, shared.outers[t]);
    block.sync();
    turn.isDirect = isOneStretch<Types>(block, shared, size);
    if constexpr (!Traversal::folds)
      fill(op, block, shared, turn, 0, turn.total);
    else
      for (std::uint64_t base = 0; base < turn.total; base += Types::tileSize) {
        const std::uint64_t left = turn.total - base;
        const unsigned n =
            unsigned(left < Types::tileSize ? left : Types::tileSize);
        fill(op, block, shared, turn, base, n);
        block.sync();
        fold(op, query, block, shared, turn, base, n);
        block.sync();
      }
    if (comes)
      op.end(query, turn.frame);
    if (isThere)
      queries.store(i, query.result());
    block.sync(); // nobody begins another turn's
  }

  /// Whether term k of the block is iteration `firsts[0] + k` of the inner
  /// loop's, as where the neighbours of all lie one behind the other, and needs
  /// nothing of its iteration.
  template <class Types, class Block, class Shared>
  REGTT_OP static bool isOneStretch(const Block &block, const Shared &shared,
                                    std::uint64_t size) {
    if constexpr (!std::is_empty_v<typename Types::Outer>) {
      return false;
    } else {
      const unsigned t = block.thread();
      // Of those without a term the first one may be anything.
      const bool isApart =
          size != 0 && shared.firsts[t] != shared.firsts[owner(shared, 0)];
      return !block.any(isApart);
    }
  }

  /// The iteration that term `k` of the block is of.
  template <class Shared>
  REGTT_OP static unsigned owner(const Shared &shared, std::uint64_t k) {
    unsigned at = 0;
    for (unsigned step = blockThreads / 2; step > 0; step /= 2)
      at += shared.starts[at + step] <= k ? step : 0;
    return at;
  }

  /// Computes terms [base, base + n) of the block.
  template <class Op, class Block, class Shared, class Turn, class Number>
  REGTT_OP static void fill(const Op &op, const Block &block, Shared &shared,
                            const Turn &turn, std::uint64_t base, Number n) {
    using Types = typename Turn::Types;
    constexpr unsigned together = 4;
    const typename Types::Counter first = shared.firsts[owner(shared, 0)];
    const auto take = [&](Number k, typename Types::Term &term) {
      if (turn.isDirect) {
        op.term(typename Types::Outer{}, Types::Bounds::at(first, base + k),
                term);
      } else {
        const unsigned at = owner(shared, base + k);
        op.term(shared.outers[at],
                Types::Bounds::at(shared.firsts[at], base + k), term);
      }
    };
    for (Number k = block.thread(); k < n; k += together * blockThreads) {
      typename Types::Term terms[together];
      if (k + (together - 1) * blockThreads < n) {
        REGTT_UNROLL
        for (unsigned u = 0; u < together; ++u)
          take(k + u * blockThreads, terms[u]);
        if constexpr (Op::Traversal::folds) {
          REGTT_UNROLL
          for (unsigned u = 0; u < together; ++u)
            shared.tile[unsigned(k) + u * blockThreads] = terms[u];
        }
      } else {
        for (unsigned u = 0; u < together && k + u * blockThreads < n; ++u) {
          take(k + u * blockThreads, terms[0]);
          if constexpr (Op::Traversal::folds)
            shared.tile[unsigned(k) + u * blockThreads] = terms[0];
        }
      }
    }
  }

  template <class Op, class Query, class Block, class Shared, class Turn>
  REGTT_OP static void fold(const Op &op, const Query &query,
                            const Block &block, Shared &shared, Turn &turn,
                            std::uint64_t base, unsigned n) {
    using Types = typename Turn::Types;
    const unsigned from =
        turn.start > base
            ? unsigned(turn.start - base < n ? turn.start - base : n)
            : 0;
    const unsigned to =
        turn.end > base ? unsigned(turn.end - base < n ? turn.end - base : n)
                        : 0;
    const typename Types::Counter first = shared.firsts[block.thread()];
    if constexpr (Op::Traversal::regroups) {
      constexpr unsigned few = 2 * unsigned(warpSize);
      const auto &warp = block.warp();
      const bool isLong = to > from + few;
      for (LaneMask lanes = warp.vote(isLong); lanes != 0; lanes &= lanes - 1) {
        const int lane = firstLane(lanes);
        const unsigned f = warp.from(lane, from), l = warp.from(lane, to);
        const typename Types::Counter start = fromLane(warp, lane, first);
        const auto other = fromLane(warp, lane, query);
        typename Types::Frame part = fromLane(warp, lane, turn.frame);
        op.identity(part);
        for (unsigned k = f + unsigned(warp.lane()); k < l;
             k += unsigned(warpSize))
          op.fold(other, part, Types::Bounds::at(start, base + k),
                  shared.tile[k]);
        mergeLanes(op, warp, part);
        part = fromLane(warp, 0, part);
        if (warp.lane() == lane)
          op.merge(turn.frame, part);
      }
      if (isLong)
        return;
    }
    for (unsigned k = from; k < to; ++k)
      op.fold(query, turn.frame, Types::Bounds::at(first, base + k),
              shared.tile[k]);
  }
};

} // namespace regtt::rt
