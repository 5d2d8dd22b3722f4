/// A partition by buckets, and clusters within them.
#include <regtt/rt/host/bucket_schedule.h>

#include <regtt/rt/core/warp.h>

#include <algorithm>
#include <memory>

namespace regtt::rt {

namespace {

/// A thread's counters stay in its cache.
constexpr unsigned mostBucketBits = 11;
constexpr std::size_t partSize = 1 << 15;
/// Larger clusters are taken by all threads together, one after the other.
constexpr std::size_t largeCluster = 4 * partSize;

} // namespace

class BucketSchedule::Partition {
public:
  /// By `bits` bits above `shift`.
  Partition(unsigned shift, unsigned bits) : shift(shift), bits(bits) {}

  std::size_t buckets() const { return std::size_t{1} << bits; }

  /// Adds the parts of [first, last), and counts keyAt(i) of them.
  template <class KeyAt>
  void count(Pool &pool, std::vector<Part> &parts, std::size_t first,
             std::size_t last, const KeyAt &keyAt) const {
    const std::size_t before = parts.size();
    for (; first < last; first = parts.back().last)
      parts.push_back({first, std::min(first + partSize, last),
                       std::vector<std::uint32_t>(buckets())});
    pool.parallelFor(parts.size() - before, 1,
                     [&](int, std::size_t begin, std::size_t end) {
                       for (std::size_t p = begin; p < end; ++p)
                         countPart(parts[before + p], keyAt);
                     });
  }

  /// Moves entryAt(i) of all parts to where it goes from to[0] on, and calls
  /// found(first, last) for each bucket in which there are some.
  template <class EntryAt, class Found>
  void move(Pool &pool, std::vector<Part> &parts, const EntryAt &entryAt,
            Entry *to, const Found &found) const {
    std::uint32_t place = 0;
    for (std::size_t b = 0; b < buckets(); ++b) {
      const std::uint32_t first = place;
      for (Part &part : parts) {
        const std::uint32_t own = part.places[b];
        part.places[b] = place;
        place += own;
      }
      if (place != first)
        found(first, place);
    }
    pool.parallelFor(parts.size(), 1,
                     [&](int, std::size_t begin, std::size_t end) {
                       for (std::size_t p = begin; p < end; ++p)
                         movePart(parts[p], entryAt, to);
                     });
  }

private:
  std::size_t bucketOf(PlaceKey key) const {
    return std::size_t(key >> shift) & (buckets() - 1);
  }
  template <class KeyAt> void countPart(Part &part, const KeyAt &keyAt) const {
    for (std::size_t i = part.first; i < part.last; ++i)
      ++part.places[bucketOf(keyAt(i))];
  }
  template <class EntryAt>
  void movePart(Part &part, const EntryAt &entryAt, Entry *to) const {
    for (std::size_t i = part.first; i < part.last; ++i) {
      const Entry entry = entryAt(i);
      to[part.places[bucketOf(entry.key)]++] = entry;
    }
  }

  unsigned shift, bits;
};

BucketSchedule::BucketSchedule(Pool &pool, const TreeTop &top,
                               const PlaceKey *keys, std::size_t count)
    : pool(pool), keys(keys), count(count), nameBits(top.bits),
      keyBits(top.keyBits()) {}

unsigned BucketSchedule::bitsOfName(unsigned bitsLeft) const {
  const unsigned ofName = bitsLeft % nameBits;
  return std::min(ofName ? ofName : nameBits, mostBucketBits);
}

void BucketSchedule::add(std::size_t last) {
  const unsigned bits = bitsOfName(keyBits);
  Partition(keyBits - bits, bits)
      .count(pool, parts, counted, last,
             [&](std::size_t i) { return keys[i]; });
  counted = last;
}

void BucketSchedule::finish(std::uint32_t *order) {
  // Threads are the first to touch them.
  const auto entries = std::make_unique_for_overwrite<Entry[]>(count);
  std::unique_ptr<Entry[]> others;
  std::vector<Cluster> large, small;
  const auto sortOut = [&](const Cluster &cluster) {
    const std::size_t size = cluster.last - cluster.first;
    if (cluster.bitsLeft != 0 && size > std::size_t(warpSize))
      (size > largeCluster ? large : small).push_back(cluster);
  };
  const unsigned bits = bitsOfName(keyBits);
  Partition(keyBits - bits, bits)
      .move(
          pool, parts,
          [&](std::size_t i) { return Entry{keys[i], std::uint32_t(i)}; },
          entries.get(),
          [&](std::size_t first, std::size_t last) {
            sortOut({first, last, keyBits - bits});
          });
  while (!large.empty()) {
    const Cluster cluster = large.back();
    large.pop_back();
    const unsigned own = bitsOfName(cluster.bitsLeft);
    const unsigned rest = cluster.bitsLeft - own;
    const Partition partition(rest, own);
    const std::size_t size = cluster.last - cluster.first;
    if (!others)
      others = std::make_unique_for_overwrite<Entry[]>(count);
    const Entry *from = entries.get() + cluster.first;
    parts.clear();
    partition.count(pool, parts, 0, size,
                    [&](std::size_t i) { return from[i].key; });
    partition.move(
        pool, parts, [&](std::size_t i) { return from[i]; }, others.get(),
        [&](std::size_t first, std::size_t last) {
          sortOut({cluster.first + first, cluster.first + last, rest});
        });
    pool.parallelFor(size, partSize,
                     [&](int, std::size_t first, std::size_t last) {
                       std::copy(others.get() + first, others.get() + last,
                                 entries.get() + cluster.first + first);
                     });
  }
  pool.parallelFor(
      small.size(), 16, [&](int, std::size_t first, std::size_t last) {
        for (std::size_t c = first; c < last; ++c)
          sortWithin(entries.get() + small[c].first,
                     entries.get() + small[c].last, small[c].bitsLeft);
      });
  pool.parallelFor(count, partSize,
                   [&](int, std::size_t first, std::size_t last) {
                     for (std::size_t turn = first; turn < last; ++turn)
                       order[turn] = entries[turn].query;
                   });
}

void BucketSchedule::sortWithin(Entry *first, Entry *last,
                                unsigned bitsLeft) const {
  if (last - first <= warpSize || bitsLeft == 0)
    return;
  const unsigned own = bitsOfName(bitsLeft), rest = bitsLeft - own;
  const auto name = [&](const Entry &entry) {
    return entry.key >> rest & ~(~PlaceKey(0) << own);
  };
  std::stable_sort(first, last, [&](const Entry &a, const Entry &b) {
    return name(a) < name(b);
  });
  while (first != last) {
    Entry *end = std::find_if(first, last, [&](const Entry &entry) {
      return name(entry) != name(*first);
    });
    sortWithin(first, end, rest);
    first = end;
  }
}

} // namespace regtt::rt
