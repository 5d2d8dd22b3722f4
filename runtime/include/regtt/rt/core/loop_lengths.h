/// How long the inner loops of a loop without a traversal are, as far as the
/// rule asks that chooses an engine for it at first sight (host/tuner.h), and a
/// kernel that looks. Each engine says by fit() what it makes of them.
#pragma once

#include <regtt/rt/core/inner_terms.h>

#include <cstdint>

namespace regtt::rt {

struct LoopLengths {
  std::uint64_t loops = 0; ///< that were looked at; 0: none were
  std::uint64_t terms = 0; ///< of all of these
  /// The same if of 32 loops in a row all were as long as the longest one: what
  /// a warp takes whose lanes wait for each other.
  std::uint64_t inStep = 0;
  std::uint64_t longest = 0;

  REGTT_OP void add(const LoopLengths &other) {
    loops += other.loops;
    terms += other.terms;
    inStep += other.inStep;
    longest = longest < other.longest ? other.longest : longest;
  }
};

/// Of several engines the last one of the list that calls itself the best is
/// taken, and none that is hopeless is tried.
enum class Fit { Best, Possible, Hopeless };

/// More loops than these are looked at by samples, 32 in a row each.
inline constexpr std::uint64_t mostLengths = std::uint64_t{1} << 18;

/// Adds up the lengths block by block: memory[block].
struct LookAtLengths : BlockEngine<LookAtLengths> {
  static constexpr const char *name = "look_at_lengths";
  static constexpr unsigned blockThreads = 256;
  static constexpr unsigned iterationsPerBlock = 4 * blockThreads;
  static constexpr unsigned numWarps = blockThreads / unsigned(warpSize);

  template <class Op, class Block> static constexpr std::size_t sharedBytes() {
    return numWarps * sizeof(LoopLengths);
  }

  template <class Op, class Queries, class Block>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           std::uint32_t count, const Block &block,
                           void *memory) {
    const auto &warp = block.warp();
    const unsigned own = block.thread() / unsigned(warpSize);
    const std::uint64_t step = std::uint64_t(block.numBlocks()) * numWarps *
                               unsigned(warpSize) *
                               ((count + mostLengths - 1) / mostLengths);
    LoopLengths all;
    for (std::uint64_t first = step / block.numBlocks() * block.number() +
                               step / block.numBlocks() / numWarps * own;
         first < count; first += step)
      all.add(
          lengthsOf(op, queries, count, first + unsigned(warp.lane()), warp));
    auto *const parts = static_cast<LoopLengths *>(block.shared());
    if (warp.lane() == 0)
      parts[own] = all;
    block.sync();
    if (block.thread() == 0) {
      for (unsigned w = 1; w < numWarps; ++w)
        all.add(parts[w]);
      static_cast<LoopLengths *>(memory)[block.number()] = all;
    }
  }

private:
  /// Of the warp's loops, of which this lane's is number `i`.
  template <class Op, class Queries, class Warp>
  REGTT_OP static LoopLengths lengthsOf(const Op &op, const Queries &queries,
                                        std::uint64_t count, std::uint64_t i,
                                        const Warp &warp) {
    using Types = InnerTypes<typename Op::Traversal>;
    std::uint64_t size = 0;
    if (i < count) {
      auto query = queries.load(std::uint32_t(i));
      typename Types::Frame frame{};
      typename Types::Bounds bounds{};
      size = op.begin(query, frame, bounds) ? bounds.size() : 0;
    }
    LoopLengths result;
    result.loops = unsigned(popcount(warp.vote(i < count)));
    result.terms = sumBefore(warp, size).all;
    result.longest = size;
    for (int lane = warpSize / 2; lane > 0; lane /= 2) {
      const std::uint64_t other =
          warp.from((warp.lane() + lane) % warpSize, result.longest);
      result.longest = result.longest < other ? other : result.longest;
    }
    result.inStep = result.longest * result.loops;
    return result;
  }
};

} // namespace regtt::rt
