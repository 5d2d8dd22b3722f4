/// Liu 2016's scheduler: the host puts queries in order that were inspected,
/// piece by piece as their keys arrive, while others are still under way.
/// First by buckets, the subtrees that they come to first: a stable partition
/// (its "sandpile"); then, within each, in clusters by the subtrees that come
/// after, one by one, until a cluster is no larger than a warp. Queries of a
/// cluster stay in the order in which they came.
#pragma once

#include <regtt/rt/core/inspect.h>
#include <regtt/rt/host/pool.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace regtt::rt {

/// The schedule of one call's queries, or of a piece of them. Borrows the keys
/// until it is finished.
class BucketSchedule {
public:
  /// Queries [0, count), whose keys[i] name leaves of `top`.
  BucketSchedule(Pool &pool, const TreeTop &top, const PlaceKey *keys,
                 std::size_t count);

  /// The keys of [0, last) are there: counts those that are new. Throws
  /// std::bad_alloc.
  void add(std::size_t last);

  /// Once all are there: order[turn] is the query that has it. Throws
  /// std::bad_alloc.
  void finish(std::uint32_t *order);

private:
  struct Entry {
    PlaceKey key;
    std::uint32_t query;
  };
  /// Entries [first, last), which agree in all but the low bitsLeft of their
  /// keys.
  struct Cluster {
    std::size_t first, last;
    unsigned bitsLeft;
  };
  /// Entries whose buckets are counted together, by one thread.
  struct Part {
    std::size_t first, last;
    std::vector<std::uint32_t> places; ///< [buckets] counts; then where they go
  };
  /// A stable partition by some bits of keys: counts entries, then moves them.
  class Partition;

  /// How many of so many bits tell the next buckets or clusters apart: at most
  /// to the end of a leaf's name.
  unsigned bitsOfName(unsigned bitsLeft) const;
  void sortWithin(Entry *first, Entry *last, unsigned bitsLeft) const;

  Pool &pool;
  const PlaceKey *keys;
  std::size_t count;
  unsigned nameBits, keyBits;
  std::size_t counted = 0;
  std::vector<Part> parts;
};

} // namespace regtt::rt
