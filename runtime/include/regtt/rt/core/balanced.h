/// Irregular nested loops whose threads take the same number of steps each,
/// terms and ends of inner loops, whatever the lengths (Merrill and Garland
/// 2016, "merge path"; Osama et al. 2023): core/balanced_tile.h. For folds that
/// may be regrouped, and loops that fold nothing.
///
/// A warp takes a tile of 32 iterations. Tiles with many terms it puts on a
/// list, piece by piece, and a second kernel takes those, whose warps fill the
/// device. How terms are grouped depends on the lengths alone, so that rounded
/// sums have the same bits each time.
#pragma once

#include <regtt/rt/core/balanced_tile.h>
#include <regtt/rt/core/loop_lengths.h>

#include <cstddef>
#include <cstdint>

namespace regtt::rt {

/// A piece of a tile that is cut into several.
struct ListedPiece {
  std::uint32_t tile;
  std::uint32_t first;  ///< where on the list the tile's pieces begin
  std::uint32_t number; ///< how many follow the first one; 0: nothing to do
  std::uint32_t done;   ///< how many are done; of the first one alone
};

/// The pieces of those tiles that have several, in memory that all blocks see.
template <class Frame, unsigned Room> struct PieceList {
  // Zeros when the engine's kernel begins; the second one leaves them so.
  std::uint32_t number; ///< of pieces, also of those without room
  std::uint32_t numTiles;
  std::uint32_t blocksDone;

  ListedPiece pieces[Room];
  Published<PieceParts<Frame>> parts[Room];
  std::uint32_t tiles[1]; ///< [all] those whose pieces have no room
};

/// What both kernels have in common. `Terms`: that a warp has in shared memory
/// at a time; `Room`: pieces on the list.
template <class Engine, unsigned Terms, unsigned Room>
struct BalancedKernel : BlockEngine<Engine> {
  static constexpr unsigned blockThreads = 64;
  static constexpr unsigned numWarps = blockThreads / unsigned(warpSize);

  template <class Op>
  using List = PieceList<typename Op::Traversal::InnerFrame, Room>;
  template <class Op, class Queries, class Block>
  using Tile = BalancedTile<
      Op, Queries,
      std::remove_cvref_t<decltype(std::declval<const Block &>().warp())>,
      Terms>;
  template <class Op, class Block>
  using Shared = typename Tile<Op, int, Block>::Shared;

  template <class Op, class Block> static constexpr std::size_t sharedBytes() {
    return numWarps * sizeof(Shared<Op, Block>);
  }

protected:
  /// That of the thread's warp.
  template <class Op, class Queries, class Block>
  REGTT_OP static auto tileOf(const Op &op, const Queries &queries,
                              const Block &block, std::uint32_t count) {
    using Own = Tile<Op, Queries, Block>;
    auto *const shared = static_cast<typename Own::Shared *>(block.shared());
    return Own(op, queries, block.warp(),
               shared[block.thread() / unsigned(warpSize)], count);
  }
  /// Its number among all of the grid, and how many these are.
  template <class Block> REGTT_OP static unsigned warpOf(const Block &block) {
    return block.number() * numWarps + block.thread() / unsigned(warpSize);
  }
  template <class Block> REGTT_OP static unsigned allWarps(const Block &block) {
    return block.numBlocks() * numWarps;
  }
};

/// The second kernel: takes the pieces that are listed.
template <unsigned Terms, unsigned Room>
struct BalancedPieces
    : BalancedKernel<BalancedPieces<Terms, Room>, Terms, Room> {
  static constexpr const char *name = "balanced_pieces";
  static constexpr unsigned iterationsPerBlock = 0; ///< all blocks are wanted
  static constexpr unsigned fewestBlocks = 16;

  template <class Op, class Queries, class Block>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           std::uint32_t count, const Block &block,
                           void *memory) {
    using Kernel = BalancedKernel<BalancedPieces, Terms, Room>;
    detail::OwnOperator<Op> ownOp = op;
    auto &list = *static_cast<typename Kernel::template List<Op> *>(memory);
    const auto &warp = block.warp();
    const std::uint32_t number = list.number < Room ? list.number : Room;
    auto tile = Kernel::tileOf(ownOp, queries, block, count);
    for (std::uint32_t p = Kernel::warpOf(block); p < number;
         p += Kernel::allWarps(block)) {
      ListedPiece &piece = list.pieces[p];
      if (piece.number == 0)
        continue;
      tile.begin(piece.tile);
      const auto parts = tile.takePiece(p - piece.first);
      if constexpr (Op::Traversal::folds) {
        bool isLast = false;
        if (warp.lane() == 0) {
          list.parts[p] = parts;
          block.publish();
          isLast =
              warp.add(list.pieces[piece.first].done, 1) + 1 == piece.number;
          block.publish();
        }
        if (warp.vote(isLast) != 0)
          tile.finishParts(list.parts + piece.first);
      }
    }
    for (std::uint32_t t = Kernel::warpOf(block); t < list.numTiles;
         t += Kernel::allWarps(block)) {
      tile.begin(list.tiles[t]);
      tile.takeAll();
    }
    block.sync(); // all have seen how many there are
    if (block.thread() == 0 &&
        warp.add(list.blocksDone, 1) + 1 == block.numBlocks()) {
      list.number = list.numTiles = list.blocksDone = 0;
    }
  }
};

template <unsigned Terms, unsigned Room>
struct BalancedOf : BalancedKernel<BalancedOf<Terms, Room>, Terms, Room> {
  static constexpr const char *name = "balanced";
  static constexpr bool runsInStep = false;
  static constexpr int rankInOrder = 0;
  /// Where each lane has enough of its own, as with 73 terms on average, it is
  /// no faster than `stream`; with 9 of which some are long it is by a quarter.
  static Fit fit(const LoopLengths &lengths) {
    return lengths.terms <= 32 * lengths.loops ||
                   lengths.inStep >= 8 * lengths.terms
               ? Fit::Best
               : Fit::Possible;
  }
  using Kernel = BalancedKernel<BalancedOf, Terms, Room>;
  static constexpr unsigned iterationsPerBlock = Kernel::blockThreads;
  using Next = BalancedPieces<Terms, Room>;

  static constexpr unsigned fewestBlocks = 20;
  static constexpr bool hasLists = true, leavesZeros = true;
  template <class Traversal>
  static constexpr std::size_t listBytes(std::size_t count) {
    return sizeof(PieceList<typename Traversal::InnerFrame, Room>) +
           count / unsigned(warpSize) * sizeof(std::uint32_t);
  }

  template <class Op, class Queries, class Block>
  REGTT_OP static void run(const Op &op, const Queries &queries,
                           std::uint32_t count, const Block &block,
                           void *memory) {
    detail::OwnOperator<Op> ownOp = op;
    auto &list = *static_cast<typename Kernel::template List<Op> *>(memory);
    auto tile = Kernel::tileOf(ownOp, queries, block, count);
    for (std::uint64_t t = Kernel::warpOf(block); t * tile.rows < count;
         t += Kernel::allWarps(block)) {
      tile.begin(std::uint32_t(t));
      const std::uint32_t pieces = tile.numPieces();
      const std::uint32_t at =
          pieces == 1 ? 0
                      : putDown(block.warp(), list, std::uint32_t(t), pieces);
      if (at == nowhere)
        continue;
      const auto parts = tile.takeFirst();
      if (Op::Traversal::folds && pieces != 1 && block.warp().lane() == 0)
        list.parts[at] = parts;
    }
  }

private:
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

  /// Puts the pieces of a tile but the first on the list, and says where the
  /// first one has its part; or where they have no room there, the tile.
  template <class Warp, class List>
  REGTT_OP static std::uint32_t putDown(const Warp &warp, List &list,
                                        std::uint32_t tile,
                                        std::uint32_t pieces) {
    std::uint32_t at = 0;
    if (warp.lane() == 0)
      at = warp.add(list.number, pieces);
    at = warp.from(0, at);
    const bool isRoom = at < Room && pieces <= Room - at;
    for (std::uint32_t k = unsigned(warp.lane()); k < pieces;
         k += unsigned(warpSize))
      if (at < Room && k < Room - at)
        list.pieces[at + k] = {tile, at, isRoom && k != 0 ? pieces - 1 : 0, 0};
    if (!isRoom && warp.lane() == 0)
      list.tiles[warp.add(list.numTiles, 1)] = tile;
    return isRoom ? at : nowhere;
  }
};

using Balanced = BalancedOf<256, 1u << 16>;

} // namespace regtt::rt
