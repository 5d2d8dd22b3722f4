/// Sorts queries by where they go; threads sort pieces, then merge them.
#include <regtt/rt/core/agreement.h>
#include <regtt/rt/host/bucket_schedule.h>
#include <regtt/rt/host/places.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <utility>

namespace regtt::rt {

namespace {

template <class Less>
void sortBy(Pool &pool, std::vector<Place> &places, const Less &less) {
  constexpr std::size_t smallest = 1 << 13;
  const std::size_t count = places.size();
  std::size_t piece =
      std::max(smallest, count / std::size_t(4 * pool.numWorkers()) + 1);
  const auto at = [&](std::size_t i) {
    return places.begin() + std::ptrdiff_t(std::min(i, count));
  };
  pool.parallelFor((count + piece - 1) / piece, 1,
                   [&](int, std::size_t first, std::size_t last) {
                     for (std::size_t p = first; p < last; ++p)
                       std::sort(at(p * piece), at((p + 1) * piece), less);
                   });
  std::vector<Place> merged(piece < count ? count : 0);
  for (; piece < count; piece *= 2) {
    pool.parallelFor((count + 2 * piece - 1) / (2 * piece), 1,
                     [&](int, std::size_t first, std::size_t last) {
                       for (std::size_t p = first; p < last; ++p) {
                         const std::size_t from = p * 2 * piece;
                         std::merge(at(from), at(from + piece),
                                    at(from + piece), at(from + 2 * piece),
                                    merged.begin() + std::ptrdiff_t(from),
                                    less);
                       }
                     });
    places.swap(merged);
  }
}

} // namespace

void sortPlaces(Pool &pool, std::vector<Place> &places) {
  sortBy(pool, places, std::less<>());
}

void sortPlaces(Pool &pool, std::vector<Place> &places, const PlaceKey *words,
                unsigned numWords) {
  sortBy(pool, places, [=](const Place &a, const Place &b) {
    if (a.key != b.key)
      return a.key < b.key;
    const PlaceKey *ofA = words + a.query * numWords;
    const PlaceKey *ofB = words + b.query * numWords;
    const auto [atA, atB] = std::mismatch(ofA, ofA + numWords, ofB);
    return atA == ofA + numWords ? a.query < b.query : *atA < *atB;
  });
}

bool areInOrder(Pool &pool, const std::vector<Place> &places, int keyBits) {
  constexpr std::size_t grain = 1 << 15;
  const std::size_t count = places.size();
  const auto agree = [&](std::size_t i, std::size_t other) {
    return unsigned(std::countl_zero(
        places[i].key ^ places[other < count ? other : other - count].key));
  };
  std::vector<Agreement> parts((count + grain - 1) / grain);
  pool.parallelFor(parts.size(), 1,
                   [&](int, std::size_t first, std::size_t last) {
                     for (std::size_t p = first; p < last; ++p)
                       for (std::size_t i = p * grain;
                            i < std::min((p + 1) * grain, count); ++i) {
                         parts[p].adjacent += agree(i, i + 1);
                         parts[p].apart += agree(i, i + count / 2);
                       }
                   });
  Agreement sum = {};
  for (const Agreement &part : parts) {
    sum.adjacent += part.adjacent;
    sum.apart += part.apart;
  }
  return sum.isOrder(count, keyBits);
}

void schedulePlaces(Pool &pool, std::vector<Place> &places,
                    const TreeTop &top) {
  if (places.size() > std::numeric_limits<std::uint32_t>::max())
    return sortPlaces(pool, places); // clusters of one query
  std::vector<PlaceKey> keys(places.size());
  std::vector<std::uint32_t> order(places.size());
  std::transform(places.begin(), places.end(), keys.begin(),
                 [](const Place &place) { return place.key; });
  BucketSchedule schedule(pool, top, keys.data(), keys.size());
  schedule.add(keys.size());
  schedule.finish(order.data());
  for (std::size_t turn = 0; turn < places.size(); ++turn)
    places[turn] = {keys[order[turn]], order[turn]};
}

} // namespace regtt::rt
