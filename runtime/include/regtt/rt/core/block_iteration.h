/// One iteration of a loop, its inner loop shared out among a block.
#pragma once

#include <regtt/rt/core/inner_terms.h>

namespace regtt::rt {

/// What is folded in order goes through two tiles of shared memory: while the
/// first warp folds one, the others compute the terms of the next. What may be
/// regrouped each thread folds a part of.
template <class Op, class Block, unsigned Threads = 256> class BlockIteration {
  using Traversal = typename Op::Traversal;
  using Types = InnerTypes<Traversal>;
  using Term = typename Types::Term;
  using Tile = TermTile<Term, termsIn<Term>(1u << 13, 256, 2048), false>;

public:
  static constexpr unsigned blockThreads = Threads;
  static_assert(Threads % unsigned(warpSize) == 0 &&
                Threads > unsigned(warpSize));

  struct Shared {
    typename Types::Frame frame;
    typename Types::Frame parts[blockThreads / unsigned(warpSize)];
    typename Types::Outer outer;
    typename Types::Counter first;
    typename Traversal::Query query;
    std::uint64_t size;
    Tile tiles[2];
  };

  REGTT_OP BlockIteration(const Op &op, const Block &block, Shared &shared)
      : op(op), block(block), shared(shared) {}

  template <class Queries>
  REGTT_OP void run(const Queries &queries, std::uint32_t i) {
    const bool isFirst = block.thread() == 0;
    turn = i;
    bool comes = false;
    if (isFirst) {
      auto query = queries.load(i);
      typename Types::Bounds bounds{};
      comes = op.begin(query, shared.frame, bounds);
      shared.size = comes ? bounds.size() : 0;
      shared.first = bounds.first;
      if (comes)
        op.outer(query, shared.frame, shared.outer);
      shared.query = query;
    }
    block.sync();
    if constexpr (!Traversal::folds)
      fill(0, shared.size, {block.thread(), blockThreads},
           [](std::uint64_t, const Term &) {});
    else if constexpr (Traversal::regroups)
      foldParts();
    else
      foldInOrder();
    if (isFirst) {
      if (comes)
        op.end(shared.query, shared.frame);
      queries.store(i, shared.query.result());
    }
    block.sync();
  }

private:
  REGTT_OP auto counter(std::uint64_t k) const {
    return Types::Bounds::at(shared.first, k);
  }

  template <class Number, class Keep>
  REGTT_OP void fill(std::uint64_t base, Number n, Team team,
                     const Keep &keep) const {
    const typename Types::Outer outer = shared.outer;
    const typename Types::Counter first = Types::Bounds::at(shared.first, base);
    fillTerms<Traversal>(
        n, team,
        [&](Number k, Term &term) {
          detail::runTerm(op, turn, base + k, outer,
                          Types::Bounds::at(first, k), term);
        },
        keep);
  }

  REGTT_OP void foldParts() {
    typename Types::Frame part = shared.frame;
    op.identity(part);
    fill(0, shared.size, {block.thread(), blockThreads},
         [&](std::uint64_t k, const Term &term) {
           op.fold(shared.query, part, counter(k), term);
         });
    mergeLanes(op, block.warp(), part);
    if (block.warp().lane() == 0)
      shared.parts[block.thread() / unsigned(warpSize)] = part;
    block.sync();
    if (block.thread() == 0)
      for (const typename Types::Frame &each : shared.parts)
        op.merge(shared.frame, each);
  }

  REGTT_OP void fillTile(std::uint64_t base, unsigned which, Team team) const {
    const std::uint64_t left = shared.size - base;
    Tile &tile = shared.tiles[which];
    fill(base, unsigned(left < Tile::size ? left : Tile::size), team,
         [&](unsigned k, const Term &term) { tile[k] = term; });
  }

  REGTT_OP void foldInOrder() {
    const std::uint64_t size = shared.size;
    if (size == 0)
      return;
    fillTile(0, 0, {block.thread(), blockThreads});
    block.sync();
    typename Types::Frame frame = shared.frame;
    unsigned which = 0;
    for (std::uint64_t base = 0; base < size; base += Tile::size, which ^= 1) {
      if (block.thread() >= unsigned(warpSize)) {
        if (base + Tile::size < size)
          fillTile(base + Tile::size, which ^ 1,
                   {block.thread() - unsigned(warpSize),
                    blockThreads - unsigned(warpSize)});
      } else if (block.thread() == 0) {
        const std::uint64_t left = size - base;
        foldTerms<4>(shared.tiles[which], 0,
                     unsigned(left < Tile::size ? left : Tile::size),
                     [&](unsigned k, const Term &term) {
                       op.fold(shared.query, frame, counter(base + k), term);
                     });
      }
      block.sync();
    }
    if (block.thread() == 0)
      shared.frame = frame;
  }

  const Op &op;
  const Block &block;
  Shared &shared;
  std::uint32_t turn = 0; ///< the iteration
};

} // namespace regtt::rt
