/// Arrays that stay in a device's memory from one call of a regtt_region to the
/// next: told apart by where the user's lie and what their records are made of.
/// Only for nvcc.
#pragma once

#include <regtt/rt/cuda/device.cuh>
#include <regtt/rt/host/gather.h>
#include <regtt/rt/host/region.h>
#include <regtt/rt/host/session.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace regtt::rt::cuda {

/// Memory of regions that are over, for the next ones. Never destroyed.
class RegionMemory {
public:
  /// The smallest piece that has the room, or the largest, which grows.
  std::unique_ptr<KeptMemory> take(std::size_t bytes) {
    if (pieces.empty())
      return std::make_unique<KeptMemory>(KeptMemory::Place::Device);
    auto best = std::max_element(pieces.begin(), pieces.end(), isSmaller);
    for (auto piece = pieces.begin(); piece != pieces.end(); ++piece)
      if ((*piece)->capacity() >= bytes && isSmaller(*piece, *best))
        best = piece;
    std::unique_ptr<KeptMemory> taken = std::move(*best);
    pieces.erase(best);
    return taken;
  }
  void give(std::unique_ptr<KeptMemory> piece) {
    pieces.push_back(std::move(piece));
  }
  bool any() const { return !pieces.empty(); }
  /// Gives it back to the device.
  void clear() {
    for (const std::unique_ptr<KeptMemory> &piece : pieces)
      piece->release();
    pieces.clear();
  }

  static RegionMemory &only() {
    static RegionMemory *const memory = new RegionMemory;
    return *memory;
  }

private:
  static bool isSmaller(const std::unique_ptr<KeptMemory> &a,
                        const std::unique_ptr<KeptMemory> &b) {
    return a->capacity() < b->capacity();
  }
  std::vector<std::unique_ptr<KeptMemory>> pieces;
};

/// A region's arrays on the device. Used under the session's lock.
class Region final : public DeviceRegion {
public:
  /// One array, as records.
  struct Kept {
    regtt_array given; ///< the user's; of elements' arrays no base
    const void *form;  ///< the same for records that are made alike
    std::size_t count = 0;
    std::unique_ptr<KeptMemory> memory;
    std::size_t bytes = 0;
    bool isThere = false; ///< as the user's array is, or newer
    /// The elements that are newer: none, or the range that a call has written.
    std::size_t aheadFrom = 0, aheadTo = 0;
    /// Writes what lies in host memory to the user's array.
    void (*scatter)(Session &, const char *, const regtt_array &) = nullptr;

    bool isAhead() const { return aheadFrom < aheadTo; }
    bool meets(const regtt_array &other) const {
      return meets(other.base, other.count * other.stride);
    }
    bool meets(const void *at, std::size_t size) const {
      const auto *const first = static_cast<const char *>(given.base);
      const auto *const begin = static_cast<const char *>(at);
      return first && begin && first < begin + size &&
             begin < first + given.count * given.stride;
    }
    /// Whether it is of plain numbers, some of which are those of `other`.
    bool covers(const regtt_array &other) const {
      const std::size_t at = offsetOf(other.base);
      return !form && given.base && given.stride == other.stride &&
             other.base >= given.base && at % given.stride == 0 &&
             at / given.stride + other.count <= given.count;
    }
    std::size_t offsetOf(const void *place) const {
      return std::size_t(static_cast<const char *>(place) -
                         static_cast<const char *>(given.base));
    }
  };

  ~Region() override { forget(); }

  /// That of the call.
  static Region &of(const regtt_call &call) {
    std::unique_ptr<DeviceRegion> &held = deviceRegionOf(call);
    if (auto *const there = dynamic_cast<Region *>(held.get()))
      return *there;
    auto made = std::make_unique<Region>();
    Region &result = *made;
    held = std::move(made);
    return result;
  }

  /// One call's view of it: finds its arrays there, or makes room for them.
  template <class Traversal, class Children> class View {
    using Arrays = GatheredArrays<Traversal, Children>;
    static constexpr std::size_t numArrays = Traversal::arrayForms.size();
    static constexpr auto all =
        std::make_integer_sequence<int, int(numArrays)>();

  public:
    View(Region &region, const regtt_call &call, Arrays &arrays)
        : region(region), call(call), arrays(arrays) {}

    /// Instead of arrays.count(): returns an empty text, or why they cannot be
    /// gathered.
    std::string count(Session &session) {
      const Sizes &known = region.sizes[call.site];
      if (hasArraysOfElements && known.given == givenArrays()) {
        arrays.recount(known.counts);
      } else {
        // Elements' arrays are found by what the user's memory holds.
        if (hasArraysOfElements)
          region.bringBack();
        if (std::string error = arrays.count(session); !error.empty())
          return error;
      }
      find(all);
      arrays.keepAt(places);
      return {};
    }

    /// After gathering: copies what was not there from `host`.
    void upload(const std::byte *host, cudaStream_t stream) {
      arrays.eachStale([&](void *to, std::size_t offset, std::size_t bytes) {
        if (bytes != 0)
          REGTT_CUDA(cudaMemcpyAsync(to, host + offset, bytes,
                                     cudaMemcpyHostToDevice, stream));
      });
    }

    /// Once the call has run.
    void done() {
      note(all);
      if (hasArraysOfElements)
        region.sizes[call.site] = {
            givenArrays(), {arrays.sizes().begin(), arrays.sizes().end()}};
    }

  private:
    static constexpr bool hasArraysOfElements =
        rt::detail::numElementArrays<Traversal>() > 0;

    /// Where those lie that the loop hands over, and how long they are.
    std::vector<std::size_t> givenArrays() const {
      std::vector<std::size_t> result;
      for (int a = 0; a < call.site->num_arrays; ++a) {
        result.push_back(reinterpret_cast<std::size_t>(call.arrays[a].base));
        result.push_back(call.arrays[a].count);
      }
      return result;
    }

    /// Has an address of its own for each array of each site whose records are
    /// its own.
    template <int A> static const void *formOf() {
      static const char own = A;
      return &own;
    }

    template <int... A> void find(std::integer_sequence<int, A...>) {
      (findArray<A>(), ...);
      // Numbers in the elements of one are those of others.
      bool areThere = true;
      if (hasArraysOfElements) {
        ((areThere &= !entries[A] || !isOfGroup<A>() || entries[A]->isThere),
         ...);
        if (!areThere)
          ((entries[A] && isOfGroup<A>() ? void(entries[A]->isThere = false)
                                         : void()),
           ...);
      }
      ((places[A] = entries[A] ? placeIn<A>(*entries[A]) : KeptRecords{}), ...);
    }

    /// Of an array that has more elements than this call is given, all are
    /// brought there.
    template <int A> KeptRecords placeIn(Kept &kept) const {
      constexpr int number = Traversal::arrayForms[A].given;
      const std::size_t offset =
          kept.form || number < 0
              ? 0
              : kept.offsetOf(call.arrays[number < 0 ? 0 : number].base);
      if (!kept.isThere && kept.count != arrays.sizes()[A])
        region.bring(kept);
      return {kept.memory->data() + offset, kept.isThere};
    }

    template <int A> static constexpr bool isOfGroup() {
      return Traversal::arrayForms[A].given < 0 ||
             ElementRecords<Traversal>::template isParent<A>();
    }

    template <int A> void findArray() {
      constexpr ArrayForm form = Traversal::arrayForms[A];
      if (!arrays.template mayStay<A>())
        return;
      regtt_array given = {nullptr, form.stride, 0, 0};
      if (form.given >= 0)
        given = call.arrays[form.given < 0 ? 0 : form.given];
      const std::size_t count = arrays.sizes()[A];
      // What is a number as it lies is that to all sites.
      const bool isPlain = form.given >= 0 && numTails<Traversal, A>() == 0 &&
                           ElementRecords<Traversal>::template isRecords<A>();
      const void *const id = isPlain ? nullptr : formOf<A>();
      entries[A] = &region.find(given, id, count, count * form.record);
    }

    template <int... A> void note(std::integer_sequence<int, A...>) {
      (noteArray<A>(), ...);
    }
    template <int A> void noteArray() {
      if (!entries[A])
        return;
      Kept &kept = *entries[A];
      kept.isThere = true;
      if constexpr (isCombined<Traversal, A>()) {
        const regtt_array &given = call.arrays[Traversal::arrayForms[A].given];
        const std::size_t first =
            kept.form ? 0 : kept.offsetOf(given.base) / kept.given.stride;
        region.overwrite(kept, first, first + given.count,
                         &Arrays::template scatterGiven<A>);
      }
    }

    Region &region;
    const regtt_call &call;
    Arrays &arrays;
    std::array<Kept *, numArrays> entries{};
    std::array<KeptRecords, numArrays> places{};
  };

  void bringBack() override {
    for (Kept &each : kept)
      bringBack(each);
  }

  void forget() override {
    for (Kept &each : kept)
      RegionMemory::only().give(std::move(each.memory));
    kept.clear();
    sizes.clear();
  }

  void touch(const void *at, std::size_t bytes, bool isWritten) override {
    for (Kept &each : kept) {
      // Elements' arrays lie anywhere.
      const bool isMet = !each.given.base || each.meets(at, bytes);
      if (isMet)
        bringBack(each);
      if (isMet && isWritten) {
        each.isThere = false;
        sizes.clear();
      }
    }
  }

  /// Numbers that lie side by side, one of each iteration: an array that they
  /// are a part of, which is there. Throws OutOfMemory.
  Kept &numbers(const regtt_array &given) {
    Kept &found = find(given, nullptr, given.count, given.count * given.stride);
    if (!found.isThere)
      bring(found);
    return found;
  }
  /// A call has written these of it there.
  void noteWritten(Kept &of, const regtt_array &given) {
    const std::size_t first = of.offsetOf(given.base) / given.stride;
    overwrite(of, first, first + given.count, &scatterNumbers);
  }

private:
  /// The array there, or room for it. Throws OutOfMemory.
  Kept &find(const regtt_array &given, const void *form, std::size_t count,
             std::size_t bytes) {
    Kept *found = nullptr;
    for (Kept &each : kept) {
      const bool isIt =
          form || !given.base
              ? each.form == form && each.given.base == given.base &&
                    each.given.stride == given.stride && each.count == count
              : each.covers(given);
      if (isIt && (!found || found->count < each.count))
        found = &each;
    }
    // What another one has changed of it comes by way of the user's memory.
    for (Kept &each : kept)
      if (&each != found && each.meets(given))
        bringBack(each);
    if (found)
      return *found;
    std::unique_ptr<KeptMemory> memory = RegionMemory::only().take(bytes);
    memory->reserve(std::max<std::size_t>(bytes, 1));
    kept.push_back({given, form, count, std::move(memory), bytes});
    return kept.back();
  }

  /// Copies the user's plain numbers there.
  static void bring(Kept &each) {
    REGTT_CUDA(cudaMemcpy(each.memory->data(), each.given.base, each.bytes,
                          cudaMemcpyHostToDevice));
    // Of memory that is not pinned it returns ahead of the end of the copy,
    // which calls' own streams do not wait for.
    REGTT_CUDA(cudaStreamSynchronize(cudaStreamLegacy));
    each.isThere = true;
  }

  static void scatterNumbers(Session &session, const char *from,
                             const regtt_array &given) {
    char *const to = static_cast<char *>(const_cast<void *>(given.base));
    session.pool.parallelFor(given.count * given.stride, std::size_t{1} << 20,
                             [&](int, std::size_t first, std::size_t last) {
                               std::memcpy(to + first, from + first,
                                           last - first);
                             });
  }

  static void bringBack(Kept &each) {
    if (!each.isAhead())
      return;
    // Records of elements, and perhaps one behind them.
    const std::size_t record = each.bytes / each.count;
    const std::size_t bytes = (each.aheadTo - each.aheadFrom) * record;
    std::byte *const host = device().hostRegion.reserve(bytes);
    REGTT_CUDA(cudaMemcpy(host, each.memory->data() + each.aheadFrom * record,
                          bytes, cudaMemcpyDeviceToHost));
    const char *const begin = static_cast<const char *>(each.given.base);
    each.scatter(session(), reinterpret_cast<const char *>(host),
                 {begin + each.aheadFrom * each.given.stride, each.given.stride,
                  each.aheadTo - each.aheadFrom, 0});
    each.aheadFrom = each.aheadTo = 0;
  }

  /// A call has written elements of that one: others of the same memory are
  /// old.
  void overwrite(Kept &by, std::size_t first, std::size_t last,
                 void (*scatter)(Session &, const char *,
                                 const regtt_array &)) {
    // Nobody else's elements that lie between are to be written.
    if (by.isAhead() && (last < by.aheadFrom || by.aheadTo < first))
      bringBack(by);
    by.aheadFrom = by.isAhead() ? std::min(by.aheadFrom, first) : first;
    by.aheadTo = std::max(by.aheadTo, last);
    by.scatter = scatter;
    const char *const begin = static_cast<const char *>(by.given.base);
    for (Kept &each : kept)
      if (&each != &by && each.meets(begin + first * by.given.stride,
                                     (last - first) * by.given.stride)) {
        each.isThere = false;
        sizes.clear();
      }
  }

  std::deque<Kept> kept; ///< whose addresses stay
  /// How many elements the arrays of a site have that elements have, as long as
  /// nothing changes that on the host.
  struct Sizes {
    std::vector<std::size_t> given, counts;
  };
  std::map<const regtt_site *, Sizes> sizes;
};

} // namespace regtt::rt::cuda
