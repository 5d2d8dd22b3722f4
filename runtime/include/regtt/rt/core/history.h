/// The truncation history of a query in the top of the tree (Zhang 2016,
/// section 3: the key V[n0]V[n1]...) as a key of several words: one bit for
/// each visit, whether it opens the node. Bits come in the order of the visits,
/// so what lies below a node that is not opened takes none; two keys that agree
/// in their first bits are of queries that went the same way so far. Where
/// queries visit nearly all of the top, as in Barnes-Hut, it tells them apart
/// where the names of the first leaves (core/inspect.h) are the same for all.
#pragma once

#include <regtt/rt/core/inspect.h>

#include <algorithm>
#include <cstddef>

namespace regtt::rt {

/// How large a history is.
struct HistorySize {
  /// Zhang's equation 9 bounds memory by the nodes of the top; so do these,
  /// whatever the tree's shape is: 64 bytes a query.
  static constexpr unsigned mostWords = 8;
  /// 128 bits. With a bit less of the top twice as many nodes a warp are
  /// visited in Barnes-Hut; with more, finding it takes what it saves.
  static constexpr int usualLevels = 6;

  TreeTop top;
  unsigned
      words; ///< 64 bits each; a bit for each node of a balanced binary top

  /// As TreeTop::of.
  static HistorySize of(std::size_t numNodes, int levels) {
    const TreeTop top =
        TreeTop::of(numNodes, levels ? levels : usualLevels, true);
    const unsigned nodes = 2u << std::min(top.bits, 16u);
    return {top, std::clamp(nodes / 64, 1u, mostWords)};
  }
};

/// A history in the making. Does not own its words.
class VisitHistory {
public:
  /// Of words[0], words[stride], ..., of which there are `count`.
  REGTT_OP VisitHistory(PlaceKey *words, std::size_t stride, unsigned count)
      : next(words), stride(stride), left(count) {}

  /// As LeafNames'.
  REGTT_OP bool visit(Link, Link, bool, bool opens) {
    word = word << 1 | PlaceKey(opens);
    if (++used == 64)
      put(word);
    return left != 0;
  }
  /// What has no bit counts as not opened.
  REGTT_OP void finish() {
    if (used != 0)
      put(word << (64 - used));
    while (left != 0)
      put(0);
  }

private:
  REGTT_OP void put(PlaceKey bits) {
    *next = bits;
    next += stride;
    --left;
    word = 0;
    used = 0;
  }

  PlaceKey *next;
  std::size_t stride;
  unsigned left; ///< words
  PlaceKey word = 0;
  unsigned used = 0; ///< its bits
};

/// Why queries on a tree with such children have no history; null if they do.
template <class Traversal, class Children>
constexpr const char *whyNoHistory(bool writesArrays) {
  if (const char *why = whyNotInspected<Traversal, Children>(writesArrays))
    return why;
  return detail::InspectionOf<Traversal, Children>::namesMany ? nullptr
         : !detail::stableCalls<Traversal>
             ? "visits change which nodes are visited"
             : "a visit may leave out some of a node's children";
}

} // namespace regtt::rt
