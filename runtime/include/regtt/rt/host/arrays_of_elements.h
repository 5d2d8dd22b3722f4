/// The arrays that elements of other arrays have: `points[i].x[d]`. Elements
/// may have one and the same, or parts of one: every byte of the user's is
/// gathered once, however many lead to it. Gathering as a whole lives in
/// gather.h.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/array.h>
#include <regtt/rt/core/objects.h>
#include <regtt/rt/host/arrays_of_queries.h>
#include <regtt/rt/host/element_records.h>
#include <regtt/rt/host/linked_lists.h>
#include <regtt/rt/host/session.h>
#include <regtt/rt/host/written_bytes.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace regtt::rt {

/// One call's; borrows the call. In the order of their numbers arrays are first
/// counted, then gathered: those whose elements have others come first.
template <class Traversal> class ArraysOfElements {
  using Uniforms = typename Traversal::Uniforms;
  using Records = ElementRecords<Traversal>;
  static constexpr int numArrays = detail::numElementArrays<Traversal>();

public:
  ArraysOfElements(const regtt_call &call, const Uniforms &u)
      : call(call), u(u) {}

  /// The number of array A among those of elements; -1: it is none.
  template <int A> static constexpr int numberOf() {
    if constexpr (numArrays > 0)
      for (int k = 0; k < numArrays; ++k)
        if (Traversal::elementArrays[std::size_t(k)].array == A)
          return k;
    return -1;
  }

  /// Finds where the arrays A lie, and how many elements they have, tails
  /// included. Returns an empty text, or which extent is wrong.
  template <int A> std::string count(Session &session, std::size_t &total) {
    constexpr int k = numberOf<A>();
    constexpr ArrayForm form = Traversal::arrayForms[A];
    const auto parents = rangesOf<Traversal::elementArrays[k].parent>();
    std::vector<Piece> &pieces = found[k].pieces;
    pieces.assign(endOf<Traversal::elementArrays[k].parent>(parents), {});
    std::atomic<std::int64_t> wrong{0};
    eachElement<Traversal::elementArrays[k].parent>(
        session, parents, [&](const char *element, std::size_t slot) {
          const auto [from, count] = piece<k>(element);
          constexpr std::size_t most = std::size_t(PTRDIFF_MAX) / form.stride;
          if ((count < 0 && Traversal::elementArrays[k].exact) ||
              count == endlessList || count > std::int64_t(most))
            wrong = count;
          else
            pieces[slot] = {from, std::size_t(count < 0 ? 0 : count), 0};
        });
    if (wrong == endlessList)
      return refuseEndless(form, "an element");
    if (wrong != 0)
      return "the extent of '" + std::string(form.name) + "' is " +
             std::to_string(wrong.load()) +
             " in an element; it must be the number of its elements";
    total = form.isList() ? placeLists<A>() : merge<A>();
    return refuseHuge(form, "elements", total);
  }

  /// How long the arrays A are; after count().
  template <int A> ArrayLengths lengths(Session &session) const {
    constexpr int k = numberOf<A>();
    std::atomic<std::int64_t> least{INT64_MAX}, most{-1};
    eachElement<place<k>.parent>(
        session, rangesOf<place<k>.parent>(),
        [&](const char *element, std::size_t) {
          alignas(
              64) char record[Traversal::arrayForms[place<k>.parent].record];
          Records::template copyElement<place<k>.parent>(element, record);
          const std::int64_t said = std::max<std::int64_t>(
              Traversal::template elementExtent<A>(record, u), 0);
          const std::int64_t there = word(record, place<k>.start) ? said : 0;
          for (std::int64_t seen = least;
               there < seen && !least.compare_exchange_weak(seen, there);)
            ;
          for (std::int64_t seen = most;
               said > seen && !most.compare_exchange_weak(seen, said);)
            ;
        });
    return {least, most};
  }

  /// Writes the records of the arrays A to `to`; after count(). Returns an
  /// empty text, or which array an iteration writes.
  template <int A>
  std::string gather(Session &session, const WrittenBytes &written, char *to) {
    constexpr ArrayForm form = Traversal::arrayForms[A];
    const ArrayTables tables = arrayTables<Traversal>();
    std::atomic<bool> isWritten{false};
    const auto copy = [&](const char *from, std::size_t count, char *at) {
      if (readsWritten(written, tables, A, from, count))
        isWritten = true;
      Records::template copy<A>(from, count, at);
    };
    const std::vector<Range> &ranges = found[numberOf<A>()].ranges;
    if constexpr (Traversal::arrayForms[A].isList())
      eachList<A>(
          session, ranges,
          [&](const Range &range, const std::vector<const char *> &list) {
            if (changesList(written, form.list, A, list))
              isWritten = true;
            if (form.record == 0)
              return;
            char *const at = to + range.first * form.record;
            copy(reinterpret_cast<const char *>(list.data()), list.size(), at);
            Records::template writeTail<A>(nullptr, 0,
                                           at + list.size() * form.record);
          });
    else if (form.record != 0)
      eachBlock(session, ranges,
                [&](const Range &range, std::size_t first, std::size_t last) {
                  char *const at = to + range.first * form.record;
                  copy(range.from + first * form.stride, last - first,
                       at + first * form.record);
                  if (last == range.count)
                    Records::template writeTail<A>(range.from, last,
                                                   at + last * form.record);
                });
    return isWritten ? "an iteration writes what is read through the elements' "
                       "array '" +
                           std::string(form.name) + "'"
                     : std::string();
  }

  /// Puts numbers of elements for the addresses in the records of array P,
  /// which is gathered at `records`.
  template <int P> void number(Session &session, char *records) const {
    numberAll<P>(session, records,
                 std::make_integer_sequence<int, numArrays>());
  }

private:
  /// Elements of the user's, side by side; `first` is the number of the first.
  struct Range {
    const char *from;
    std::size_t count;
    std::size_t first;
  };
  /// One element's array: a part of a range.
  using Piece = Range;
  struct Found {
    std::vector<Piece> pieces; ///< by number of the element that has it
    std::vector<Range> ranges; ///< in the order of their numbers
  };
  static constexpr std::size_t grain = std::size_t{1} << 13;

  // Variables of their own, which nvcc sees in lambdas.
  template <int K>
  static constexpr ElementArray place =
      Traversal::elementArrays[std::size_t(K)];

  template <int A> static constexpr std::size_t tails() {
    return numTails<Traversal, A>();
  }

  /// Where the elements of array P lie.
  template <int P> std::vector<Range> rangesOf() const {
    if constexpr (numberOf<P>() >= 0)
      return found[numberOf<P>()].ranges;
    constexpr int given = Traversal::arrayForms[P].given;
    const regtt_array &array = call.arrays[given < 0 ? 0 : given];
    return {{static_cast<const char *>(array.base), array.count, 0}};
  }

  template <int P> static std::size_t endOf(const std::vector<Range> &ranges) {
    return ranges.empty()
               ? 0
               : ranges.back().first + ranges.back().count + tails<P>();
  }

  /// Calls visit(range, first, last) for all elements of all ranges, by several
  /// threads, of an empty range, too.
  template <class Visit>
  static void eachBlock(Session &session, const std::vector<Range> &ranges,
                        const Visit &visit) {
    if (ranges.size() == 1) {
      const Range &only = ranges.front();
      if (only.count == 0)
        visit(only, 0, 0);
      session.pool.parallelFor(only.count, grain,
                               [&](int, std::size_t first, std::size_t last) {
                                 visit(only, first, last);
                               });
      return;
    }
    session.pool.parallelFor(ranges.size(), grain / 16,
                             [&](int, std::size_t first, std::size_t last) {
                               for (std::size_t r = first; r < last; ++r)
                                 visit(ranges[r], 0, ranges[r].count);
                             });
  }

  /// Calls visit(range, its elements) for all lists of array A.
  template <int A, class Visit>
  static void eachList(Session &session, const std::vector<Range> &ranges,
                       const Visit &visit) {
    session.pool.parallelFor(ranges.size(), grain / 16,
                             [&](int, std::size_t first, std::size_t last) {
                               std::vector<const char *> list;
                               for (std::size_t r = first; r < last; ++r) {
                                 elementsOfList(Traversal::arrayForms[A].list,
                                                std::uint64_t(ranges[r].from),
                                                ranges[r].count, list);
                                 visit(ranges[r], list);
                               }
                             });
  }

  /// Calls visit(element, its number) for all of array P. Of a list the
  /// element is the pointer to it.
  template <int P, class Visit>
  static void eachElement(Session &session, const std::vector<Range> &ranges,
                          const Visit &visit) {
    if constexpr (Traversal::arrayForms[P].isList())
      eachList<P>(
          session, ranges,
          [&](const Range &range, const std::vector<const char *> &list) {
            for (std::size_t i = 0; i < list.size(); ++i)
              visit(reinterpret_cast<const char *>(&list[i]), range.first + i);
          });
    else
      eachBlock(session, ranges,
                [&](const Range &range, std::size_t first, std::size_t last) {
                  for (std::size_t i = first; i < last; ++i)
                    visit(range.from + i * Traversal::arrayForms[P].stride,
                          range.first + i);
                });
  }

  static std::uint64_t word(const char *record, std::size_t at) {
    std::uint64_t value;
    std::memcpy(&value, record + at, sizeof value);
    return value;
  }

  /// Where the array k of `element` lies, and how many elements it has.
  template <int k>
  std::pair<const char *, std::int64_t> piece(const char *element) const {
    alignas(64) char record[Traversal::arrayForms[place<k>.parent].record];
    Records::template copyElement<place<k>.parent>(element, record);
    const std::uint64_t start = word(record, place<k>.start);
    std::int64_t count = 0;
    if constexpr (Traversal::arrayForms[place<k>.array].isList())
      count = lengthOfList(Traversal::arrayForms[place<k>.array].list, start);
    else if constexpr (place<k>.size != noSize)
      count = std::int64_t(word(record, place<k>.size) - start) /
              std::int64_t(Traversal::arrayForms[place<k>.array].stride);
    else if (start)
      count = Traversal::template elementExtent<place<k>.array>(record, u);
    if constexpr (place<k>.endsAtNull)
      if (start)
        count = upToNull(start, Traversal::arrayForms[place<k>.array].stride,
                         count);
    return {reinterpret_cast<const char *>(start), count};
  }

  /// Makes a range of each list, of one that several elements have one. Returns
  /// how many elements there are.
  template <int A> std::size_t placeLists() {
    Found &of = found[numberOf<A>()];
    of.ranges.clear();
    std::vector<std::size_t> order(of.pieces.size());
    for (std::size_t slot = 0; slot < order.size(); ++slot)
      order[slot] = slot;
    const auto isBefore = [&](std::size_t a, std::size_t b) {
      return of.pieces[a].from != of.pieces[b].from
                 ? of.pieces[a].from < of.pieces[b].from
                 : a < b;
    };
    if (!std::is_sorted(order.begin(), order.end(), isBefore))
      std::sort(order.begin(), order.end(), isBefore);
    // Of several the first one's place is all theirs.
    std::vector<std::size_t> same(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      same[order[i]] =
          i != 0 && of.pieces[order[i - 1]].from == of.pieces[order[i]].from
              ? same[order[i - 1]]
              : order[i];
    for (std::size_t slot = 0; slot < of.pieces.size(); ++slot) {
      Piece &piece = of.pieces[slot];
      if (same[slot] != slot) {
        piece.first = of.pieces[same[slot]].first;
        continue;
      }
      piece.first = endOf<A>(of.ranges);
      of.ranges.push_back(piece);
    }
    return endOf<A>(of.ranges);
  }

  /// Makes ranges of pieces that meet, and says of each which number it begins
  /// at. Returns how many elements there are.
  template <int A> std::size_t merge() {
    constexpr std::size_t stride = Traversal::arrayForms[A].stride;
    Found &of = found[numberOf<A>()];
    of.ranges.clear();
    std::vector<std::size_t> order;
    for (std::size_t slot = 0; slot < of.pieces.size(); ++slot)
      if (of.pieces[slot].count != 0)
        order.push_back(slot);
    const auto isBefore = [&](std::size_t a, std::size_t b) {
      return of.pieces[a].from < of.pieces[b].from;
    };
    if (!std::is_sorted(order.begin(), order.end(), isBefore))
      std::sort(order.begin(), order.end(), isBefore);
    for (const std::size_t slot : order) {
      Piece &piece = of.pieces[slot];
      const Range *last = of.ranges.empty() ? nullptr : &of.ranges.back();
      const std::size_t at = last ? std::size_t(piece.from - last->from) : 0;
      if (!last || at > last->count * stride || at % stride != 0)
        of.ranges.push_back(
            {piece.from, 0, last ? last->first + last->count + tails<A>() : 0});
      Range &range = of.ranges.back();
      const std::size_t first = std::size_t(piece.from - range.from) / stride;
      range.count = std::max(range.count, first + piece.count);
      piece.first = range.first + first;
    }
    return endOf<A>(of.ranges);
  }

  template <int P, int... K>
  void numberAll(Session &session, char *records,
                 std::integer_sequence<int, K...>) const {
    (numberOne<P, K>(session, records), ...);
  }
  template <int P, int k>
  void numberOne(Session &session, char *records) const {
    if constexpr (place<k>.parent == P) {
      constexpr std::size_t record = Traversal::arrayForms[P].record;
      const std::vector<Piece> &pieces = found[k].pieces;
      session.pool.parallelFor(
          pieces.size(), grain, [&](int, std::size_t first, std::size_t last) {
            for (std::size_t slot = first; slot < last; ++slot) {
              char *const to = records + slot * record;
              const std::uint64_t start = pieces[slot].first,
                                  count = pieces[slot].count;
              std::memcpy(to + place<k>.start, &start, sizeof start);
              if constexpr (place<k>.size != noSize)
                std::memcpy(to + place<k>.size, &count, sizeof count);
            }
          });
    }
  }

  const regtt_call &call;
  const Uniforms &u;
  std::array<Found, std::size_t(numArrays)> found;
};

} // namespace regtt::rt
