/// A partition by buckets, and clusters within them.
#include <regtt/rt/host/bucket_schedule.h>

#include <regtt/rt/core/warp.h>

#include <algorithm>

namespace regtt::rt {

namespace {
/// A thread's counters stay in its cache.
constexpr unsigned mostBucketBits = 11;
constexpr std::size_t partSize = 1 << 15;
} // namespace

BucketSchedule::BucketSchedule(Pool &pool, const TreeTop &top,
                               const PlaceKey *keys, std::size_t count)
    : pool(pool), keys(keys), count(count), nameBits(top.bits),
      keyBits(top.keyBits()), bucketBits(std::min(top.bits, mostBucketBits)) {}

void BucketSchedule::add(std::size_t last) {
  const std::size_t before = parts.size();
  for (; counted < last; counted = parts.back().last)
    parts.push_back({counted, std::min(counted + partSize, last),
                     std::vector<std::uint32_t>(std::size_t{1} << bucketBits)});
  pool.parallelFor(
      parts.size() - before, 1, [&](int, std::size_t first, std::size_t end) {
        for (std::size_t p = before + first; p < before + end; ++p) {
          Part &part = parts[p];
          for (std::size_t i = part.first; i < part.last; ++i)
            ++part.places[bucketOf(keys[i])];
        }
      });
}

void BucketSchedule::finish(std::uint32_t *order) {
  const std::size_t buckets = std::size_t{1} << bucketBits;
  std::vector<std::uint32_t> begins(buckets + 1);
  std::uint32_t place = 0;
  for (std::size_t b = 0; b < buckets; ++b) {
    begins[b] = place;
    for (Part &part : parts) {
      const std::uint32_t own = part.places[b];
      part.places[b] = place;
      place += own;
    }
  }
  begins[buckets] = place;
  std::vector<Entry> entries(count);
  pool.parallelFor(
      parts.size(), 1, [&](int, std::size_t first, std::size_t last) {
        for (std::size_t p = first; p < last; ++p)
          for (std::size_t i = parts[p].first; i < parts[p].last; ++i)
            entries[parts[p].places[bucketOf(keys[i])]++] = {keys[i],
                                                             std::uint32_t(i)};
      });
  pool.parallelFor(buckets, 16, [&](int, std::size_t first, std::size_t last) {
    for (std::size_t b = first; b < last; ++b)
      cluster(entries.data() + begins[b], entries.data() + begins[b + 1],
              keyBits - bucketBits);
    for (std::size_t i = begins[first]; i < begins[last]; ++i)
      order[i] = entries[i].query;
  });
}

// By the next name, or by what is left of the first one.
void BucketSchedule::cluster(Entry *first, Entry *last,
                             unsigned bitsLeft) const {
  if (last - first <= warpSize || bitsLeft == 0)
    return;
  const unsigned own = bitsLeft % nameBits ? bitsLeft % nameBits : nameBits;
  const unsigned rest = bitsLeft - own;
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
    cluster(first, end, rest);
    first = end;
  }
}

} // namespace regtt::rt
