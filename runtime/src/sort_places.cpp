/// Sorts queries by where they go; threads sort pieces, then merge them.
#include <regtt/rt/host/places.h>

#include <algorithm>
#include <utility>

namespace regtt::rt {

void sortPlaces(Pool &pool, std::vector<Place> &places) {
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
                       std::sort(at(p * piece), at((p + 1) * piece));
                   });
  std::vector<Place> merged(piece < count ? count : 0);
  for (; piece < count; piece *= 2) {
    pool.parallelFor((count + 2 * piece - 1) / (2 * piece), 1,
                     [&](int, std::size_t first, std::size_t last) {
                       for (std::size_t p = first; p < last; ++p) {
                         const std::size_t from = p * 2 * piece;
                         std::merge(at(from), at(from + piece),
                                    at(from + piece), at(from + 2 * piece),
                                    merged.begin() + std::ptrdiff_t(from));
                       }
                     });
    places.swap(merged);
  }
}

} // namespace regtt::rt
