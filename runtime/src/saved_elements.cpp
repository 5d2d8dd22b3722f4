/// Saves, restores and compares what iterations write behind their queries.
#include <regtt/rt/host/saved_elements.h>

#include "room.h"

#include <cstring>

namespace regtt::rt {

namespace {

/// Calls visit(array, slice, element, place, bytes) for every written field.
template <class Visit>
void forEachField(const std::vector<WrittenElements> &arrays,
                  const Visit &visit) {
  for (const WrittenElements &array : arrays)
    for (const WrittenSlice &slice : array.slices)
      for (std::size_t e = 0; e < slice.count; ++e)
        for (const ArrayField &field : array.fields)
          visit(array, slice, e, slice.first + e * array.stride + field.offset,
                field.bytes);
}

void copyOut(const std::vector<WrittenElements> &arrays,
             std::vector<char> &to) {
  to.clear();
  forEachField(arrays, [&](const WrittenElements &, const WrittenSlice &,
                           std::size_t, const char *place, std::size_t bytes) {
    to.insert(to.end(), place, place + bytes);
  });
}

} // namespace

void SavedElements::keep(const std::vector<WrittenElements> &elements) {
  arrays = elements;
  copyOut(arrays, before);
}

void SavedElements::restore() {
  copyOut(arrays, parallel);
  const char *from = before.data();
  forEachField(arrays, [&](const WrittenElements &, const WrittenSlice &,
                           std::size_t, char *place, std::size_t bytes) {
    std::memcpy(place, from, bytes);
    from += bytes;
  });
}

std::string SavedElements::compare(const Room *scratch) const {
  std::string first;
  const char *ours = parallel.data();
  forEachField(arrays,
               [&](const WrittenElements &array, const WrittenSlice &slice,
                   std::size_t element, const char *place, std::size_t bytes) {
                 if (first.empty() && std::memcmp(ours, place, bytes) != 0 &&
                     !(scratch && scratch->contains(place)))
                   first = "results differ from the serial loop in element " +
                           std::to_string(element) + " of '" + array.name +
                           "' of iteration " + std::to_string(slice.iteration);
                 ours += bytes;
               });
  return first;
}

} // namespace regtt::rt
