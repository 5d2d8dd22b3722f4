/// Records of the nodes that lanes are at, each at its own. A printed slice has
/// for each record one of sixteen (structs.h), which is filled here:
///
///     const auto n = rt::loadRows<LaneNode, 0>(go, tree, self);
///
/// Each lane's record is loaded whole, and rows become columns in registers
/// (a transposition), which is a quarter of the loads that a gather of each
/// field takes.
#pragma once

#include <regtt/rt/core/tree.h>
#include <regtt/rt/lanes/structs.h>

#include <cstring>

namespace regtt::rt {
namespace {

/// The children of the nodes that lanes are at, as links.
template <int NumSlots> struct LaneLinks {
  using Single = Links<NumSlots>;
  using Lanes = LaneLinks;

  REGTT_OP Lane<bool> has(int slot) const { return link[slot] != none; }
  REGTT_OP const Lane<Link> &operator[](int slot) const { return link[slot]; }

  template <class Other, class F> REGTT_OP static void eachField(const F &f) {
    f(&LaneLinks::link, &Other::link);
  }

  Lane<Link> link[NumSlots];
};

namespace lane {

/// Words of one record for each lane, as columns.
template <std::size_t Bytes> class Columns {
public:
  static constexpr int count = int(Bytes / 4);
  static_assert(Bytes % 4 == 0 && count >= 4);
  using Word = std::uint32_t;

  REGTT_OP explicit Columns(const void *const *rows) {
    unrolled<(count + 3) / 4>([&](auto c) {
      // The last four may be some of those before.
      constexpr int first = std::min(4 * c(), count - 4);
      Parts<Word> four[4];
      transpose(rows, first, four);
      unrolled<4>([&](auto k) { words[first + k()] = four[k()]; });
    });
  }

  /// The values that lie `at` bytes into the records.
  template <class T> REGTT_OP Lane<T> at(std::size_t at) const {
    using C = Element<T>;
    const Parts<Word> &word = words[at / 4];
    if constexpr (sizeof(C) == 4) {
      Parts<C> result;
      unrolled<numParts<C>>(
          [&](auto i) { result.part[i] = (Part<C>)word.part[i]; });
      return Lane<T>(result);
    } else if constexpr (sizeof(C) == 8) {
      return Lane<T>(joined<C>(word, words[at / 4 + 1]));
    } else {
      const Lane<Word> shifted = Lane<Word>(word) >> int(at % 4 * 8);
      if constexpr (std::is_same_v<T, bool>)
        return (shifted & Word(0xff)) != Word(0);
      else
        return Lane<T>(shifted);
    }
  }

private:
  Parts<Word> words[count];
};

/// Whether records are loaded whole: else field by field.
template <class Record>
inline constexpr bool isInWords =
    sizeof(Record) % 4 == 0 && sizeof(Record) >= 16 && alignof(Record) >= 4;

} // namespace lane

namespace lane {

/// Where the record of each lane's node lies; of lanes that are not of the mask
/// that of the root.
template <class Record> struct RowsOf {
  REGTT_OP RowsOf(Mask lanes, const Record *records, const Lane<Link> &nodes) {
    alignas(registerBytes) Link numbers[numLanes];
    storeLanes(Mask::all(),
               select(Lane<bool>::of(lanes.bits()), nodes, Link(0)), numbers);
    unrolled<numLanes>([&](auto k) { row[k()] = records + numbers[k()]; });
  }
  const void *row[numLanes];
};

} // namespace lane

/// Group `G` of each lane's node. What lanes that are not of the mask have is
/// the root's.
template <class Rows, int G, class Tree>
REGTT_OP Rows loadRows(Mask lanes, const Tree &tree, const Lane<Link> &nodes) {
  using Record = typename Tree::template Group<G>;
  const auto *records = static_cast<const Record *>(tree.groups[G]);
  const lane::RowsOf<Record> rows(lanes, records, nodes);
  Rows result;
  if constexpr (lane::isInWords<Record>) {
    const lane::Columns<sizeof(Record)> columns(rows.row);
    // Where a field lies is told by that of the root.
    lane::eachElement(result, *records, [&](auto &to, const auto &field) {
      using T = typename std::remove_cvref_t<decltype(to)>::Value;
      to = columns.template at<T>(
          std::size_t(reinterpret_cast<const char *>(&field) -
                      reinterpret_cast<const char *>(records)));
    });
  } else {
    for (int k = 0; k < numLanes; ++k)
      lane::eachElement(result, *static_cast<const Record *>(rows.row[k]),
                        [&](auto &to, const auto &field) { to.set(k, field); });
  }
  return result;
}

/// Lets the memory bring what loadRows() will ask for.
template <int G, class Tree>
REGTT_OP void prefetchRows(Mask lanes, const Tree &tree,
                           const Lane<Link> &nodes) {
  using Record = typename Tree::template Group<G>;
  const lane::RowsOf<Record> rows(
      lanes, static_cast<const Record *>(tree.groups[G]), nodes);
  lane::unrolled<numLanes>([&](auto k) { __builtin_prefetch(rows.row[k()]); });
}

} // namespace
} // namespace regtt::rt
