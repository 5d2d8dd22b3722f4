/// The order of queries on CPUs, by where they go in the top of the tree.
#pragma once

#include <regtt/rt/core/inspect.h>
#include <regtt/rt/host/pool.h>

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

/// The queries of a call where it is only asked where they go. Borrows all.
template <class Objects> struct InspectedObjects {
  const Objects &objects;
  Place *places; ///< [count]
  TreeTop top;

  auto load(std::size_t i) const { return objects.load(i); }
  void mark(std::size_t i, PlaceKey key) const { places[i] = {key, i}; }
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
