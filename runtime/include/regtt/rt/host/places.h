/// The order of queries on CPUs, by where they go in the top of the tree.
#pragma once

#include <regtt/rt/core/curve.h>
#include <regtt/rt/core/hand_over.h>
#include <regtt/rt/core/history.h>
#include <regtt/rt/core/inspect.h>
#include <regtt/rt/host/held.h>
#include <regtt/rt/host/pool.h>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <vector>

namespace regtt::rt {

/// A query and where it goes.
struct Place {
  PlaceKey key;
  std::size_t query;

  auto operator<=>(const Place &) const = default;
};

/// Sorts by key, then by query: on the pool's threads.
void sortPlaces(Pool &pool, std::vector<Place> &places);

/// The same by keys of `numWords` words, of which query i's begin at words[i *
/// numWords].
void sortPlaces(Pool &pool, std::vector<Place> &places, const PlaceKey *words,
                unsigned numWords);

/// Puts them in order as the host schedules what a device inspected
/// (host/bucket_schedule.h), by keys that name leaves of `top`.
void schedulePlaces(Pool &pool, std::vector<Place> &places, const TreeTop &top);

/// Whether the queries are in order as they come, by their unsorted keys, of
/// which `keyBits` bits differ.
bool areInOrder(Pool &pool, const std::vector<Place> &places, int keyBits);

/// The box that the queries of a call lie in, and their places on the curve
/// through it.
template <class Traversal, class Objects>
void placeOnCurve(Pool &pool, const Objects &objects, int bits,
                  std::vector<Place> &places) {
  constexpr int numbers = numCoordinates<Traversal>();
  constexpr std::size_t grain = 1 << 13;
  using Box = CurveBox<numbers>;
  using Query = typename Traversal::Query;
  std::vector<Box> boxes((places.size() + grain - 1) / grain, Box::empty());
  pool.parallelFor(
      boxes.size(), 1, [&](int, std::size_t first, std::size_t last) {
        for (std::size_t b = first; b < last; ++b)
          for (std::size_t i = b * grain;
               i < std::min((b + 1) * grain, places.size()); ++i) {
            const auto query = Held<Query>::of([&] { return objects.load(i); });
            detail::eachCoordinate<Traversal>(
                &query.get(),
                [&](int c, float value) { boxes[b].add(c, value); });
          }
      });
  Box box = Box::empty();
  for (const Box &part : boxes)
    box.add(part);
  pool.parallelFor(
      places.size(), grain, [&](int, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
          const auto query = Held<Query>::of([&] { return objects.load(i); });
          places[i] = {curveKey<Traversal>(&query.get(), box, bits), i};
        }
      });
}

/// The queries of a call where it is only asked where they go. Borrows all.
template <class Objects> struct InspectedObjects {
  const Objects &objects;
  Place *places; ///< [count]
  TreeTop top;

  auto load(std::size_t i) const { return objects.load(i); }
  LeafNames key(std::size_t) const { return LeafNames(top); }
  void mark(std::size_t i, const LeafNames &key) const {
    places[i] = {key.get(), i};
  }
};

/// The same, where keys are of several words. Borrows all.
template <class Objects> struct RecordedObjects {
  const Objects &objects;
  Place *places;   ///< [count]
  PlaceKey *words; ///< [count][numWords]
  TreeTop top;
  unsigned numWords;

  auto load(std::size_t i) const { return objects.load(i); }
  VisitHistory key(std::size_t i) const {
    return {words + i * numWords, 1, numWords};
  }
  void mark(std::size_t i, VisitHistory &key) const {
    key.finish();
    places[i] = {words[i * numWords], i};
  }
};

/// The queries of a call where they visit the top of the tree and are handed
/// over. Borrows all.
template <class Traversal, class Objects> struct TopObjects {
  using Query = typename Traversal::Query;

  const Objects &objects;
  Query *kept;   ///< [count] what visits made of them
  Place *places; ///< [count]
  TreeTop top;
  RestArrays rests; ///< [count]

  Query load(std::size_t i) const { return objects.load(i); }
  void keep(std::size_t i, const Query &query, PlaceKey key) const {
    kept[i] = query;
    places[i] = {key, i};
  }
};

/// Queries that go on where TopObjects left them, by turns. Borrows all.
template <class Traversal, class Objects> struct RestObjects {
  using Query = typename Traversal::Query;

  const Objects &objects;
  const Query *kept;   ///< [count]
  const Place *places; ///< [count] by turn
  RestArrays rests;    ///< [count]

  Query load(std::size_t turn) const { return kept[places[turn].query]; }
  template <class Result>
  void store(std::size_t turn, const Result &result) const {
    objects.store(places[turn].query, result);
  }
  Rest rest(std::size_t turn) const { return {rests, places[turn].query}; }
};

/// The queries of a call in another order. Borrows all.
template <class Objects> struct OrderedObjects {
  const Objects &objects;
  const Place *places; ///< [count] by turn

  auto load(std::size_t turn) const { return objects.load(places[turn].query); }
  template <class Result>
  void store(std::size_t turn, const Result &result) const {
    objects.store(places[turn].query, result);
  }
};

} // namespace regtt::rt
