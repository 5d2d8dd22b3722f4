/// Lists of any length (core/list.h, Appended) that the queries of a piece add
/// to. Each gets room for as many elements as the last pieces lead to expect;
/// what is more is counted. Then the counts say where each list lies among all
/// of them: what had room is copied there, and queries whose lists had too
/// little run a second time, from the root, and write there themselves. What
/// they come to is the same, and what else a second run leaves is dropped.
///
/// A query's elements are in the order in which it added them, and there may be
/// more than 2^32 in all. Only for nvcc.
#pragma once

#include <regtt/rt/core/list_rooms.h>
#include <regtt/rt/core/objects.h>
#include <regtt/rt/cuda/device.cuh>
#include <regtt/rt/host/list_memory.h>

#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace regtt::rt::cuda::detail {

template <class Query, int Count>
__global__ void giveAllRooms(Query *queries, std::uint32_t count,
                             const ListFields<Count> fields,
                             const ListRooms<Count> rooms) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    giveRooms(queries[i], i, fields, rooms);
}

/// Of the queries with these numbers.
template <class Query, int Count>
__global__ void giveAllExactRooms(Query *queries, const std::uint32_t *numbers,
                                  std::uint32_t count,
                                  const ListFields<Count> fields,
                                  const ListStarts<Count> starts,
                                  const ListPlaces<Count> places) {
  const std::uint32_t turn = blockIdx.x * blockDim.x + threadIdx.x;
  if (turn < count)
    giveExactRooms(queries[numbers[turn]], numbers[turn], fields, starts,
                   places);
}

template <class Result, int Count>
__global__ void noteAllCounts(Result *results, std::uint32_t count,
                              const ListFields<Count> fields,
                              const ListStarts<Count> starts) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= count)
    noteCounts(results, count, i, fields, starts);
}

/// By turns: which of the queries [first, last) had too little room.
template <int Count>
__global__ void noteLost(const std::uint32_t *order, std::uint32_t count,
                         std::uint32_t first, std::uint32_t last,
                         const ListStarts<Count> starts,
                         const ListRooms<Count> rooms, std::uint32_t *numbers,
                         std::uint8_t *flags) {
  const std::uint32_t turn = blockIdx.x * blockDim.x + threadIdx.x;
  if (turn >= count)
    return;
  const std::uint32_t i = order ? order[turn] : turn;
  numbers[turn] = i;
  flags[turn] = i >= first && i < last && !hadRoom(i, starts, rooms);
}

/// Of the queries [first, last) that had room for all; a warp each.
template <class Unit, int Count>
__global__ void
packAllLists(std::uint32_t first, std::uint32_t last,
             const ListFields<Count> fields, const ListStarts<Count> starts,
             const ListRooms<Count> rooms, const ListPlaces<Count> places) {
  const std::uint32_t i =
      first + (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
  if (i < last && hadRoom(i, starts, rooms))
    packLists<Unit>(i, threadIdx.x % warpSize, warpSize, fields, starts, rooms,
                    places);
}

/// The lists of a call's queries, in pieces. Borrows the site.
template <class Traversal> class ResultLists {
  using Query = typename Traversal::Query;
  using Result = typename Query::Result;

  static constexpr int numLists = [] {
    int lists = 0;
    for (const ObjectField &field : Traversal::resultFields)
      lists += field.appended != 0;
    return lists;
  }();
  using Fields = ListFields<numLists>;
  using Rooms = ListRooms<numLists>;
  using Starts = ListStarts<numLists>;
  using Places = ListPlaces<numLists>;

public:
  explicit ResultLists(SiteStreams &site) : site(site) {
    int k = 0;
    for (const ObjectField &field : Traversal::resultFields) {
      if (field.appended == 0)
        continue;
      fields.result[k] = std::uint32_t(field.record);
      fields.element[k] = std::uint32_t(field.appended);
      for (const ObjectField &read : Traversal::queryFields)
        if (read.container == field.container)
          fields.query[k] = std::uint32_t(read.record);
      ++k;
    }
    site.listRooms.resize(numLists, usualRoom);
    releaseMuch();
  }

  /// Gives the queries of the piece in buffers `b` their rooms.
  void begin(int b, cudaStream_t stream, Query *queries, std::size_t count) {
    reserveRooms(b, count);
    giveAllRooms<<<blocks(count), threads, 0, stream>>>(
        queries, std::uint32_t(count), fields, rooms[b]);
    REGTT_CUDA(cudaGetLastError());
  }

  /// Sums up what they have added.
  void end(int b, cudaStream_t stream, Result *results, std::size_t count) {
    ListPieceMemory &memory = device().pieces[b].lists;
    const std::size_t bytes = (count + 1) * sizeof(std::uint64_t);
    auto *all = reinterpret_cast<std::uint64_t *>(
        memory.starts.reserve(numLists * bytes));
    for (int k = 0; k < numLists; ++k)
      starts[b].starts[k] = all + (count + 1) * std::size_t(k);
    noteAllCounts<<<blocks(count + 1), threads, 0, stream>>>(
        results, std::uint32_t(count), fields, starts[b]);
    REGTT_CUDA(cudaGetLastError());
    for (int k = 0; k < numLists; ++k) {
      std::uint64_t *const own = starts[b].starts[k];
      std::size_t scratch = 0;
      REGTT_CUDA(cub::DeviceScan::ExclusiveSum(nullptr, scratch, own, own,
                                               count + 1, stream));
      void *const place = memory.scratch.reserve(scratch);
      REGTT_CUDA(cub::DeviceScan::ExclusiveSum(place, scratch, own, own,
                                               count + 1, stream));
    }
    REGTT_CUDA(cudaMemcpyAsync(memory.hostStarts.reserve(numLists * bytes), all,
                               numLists * bytes, cudaMemcpyDeviceToHost,
                               stream));
  }

  /// Once that is there: brings all elements to the host, in as many parts as
  /// there is memory for. `again(numbers, count)` runs these queries a second
  /// time. Calls `store(first, last)` for each part once the `results` of its
  /// queries say where in the host's memory their elements are.
  template <class Again, class Store>
  void bring(int b, cudaStream_t stream, Query *queries, Result *results,
             const std::uint32_t *order, std::size_t count, const Again &again,
             const Store &store) {
    learn(b, count);
    for (std::size_t first = 0, last; first < count; first = last) {
      last = endOfPart(b, first, count);
      Places places, host;
      reservePlaces(b, first, last, count, places, host);
      const std::uint32_t lost = findLost(b, stream, order, count, first, last);
      pack(b, stream, first, last, places);
      if (lost != 0) {
        const auto *numbers = lostNumbers(b);
        giveAllExactRooms<<<blocks(lost), threads, 0, stream>>>(
            queries, numbers, lost, fields, starts[b], places);
        REGTT_CUDA(cudaGetLastError());
        again(numbers, lost);
      }
      for (int k = 0; k < numLists; ++k)
        if (const std::size_t bytes = bytesOf(b, k, first, last, count))
          REGTT_CUDA(cudaMemcpyAsync(host.memory[k], places.memory[k], bytes,
                                     cudaMemcpyDeviceToHost, stream));
      REGTT_CUDA(cudaStreamSynchronize(stream));
      session().pool.parallelFor(
          last - first, 1 << 13, [&](int, std::size_t from, std::size_t to) {
            for (std::size_t i = first + from; i < first + to; ++i)
              for (int k = 0; k < numLists; ++k)
                setItems(
                    results[i], k,
                    host.at(k, hostStart(b, k, i, count), fields.element[k]));
          });
      store(first, last);
    }
  }

private:
  static constexpr unsigned threads = 256;
  static constexpr std::uint64_t usualRoom = 32;

  static unsigned blocks(std::size_t count) {
    return unsigned((count + threads - 1) / threads);
  }

  /// How much memory there is for lists.
  static std::size_t freeMemory() {
    std::size_t free = 0, total = 0;
    REGTT_CUDA(cudaMemGetInfo(&free, &total));
    return free;
  }

  /// As many elements as are expected, and fewer where they would take more
  /// than an eighth of the memory.
  void reserveRooms(int b, std::size_t count) {
    ListPieceMemory &memory = device().pieces[b].lists;
    std::size_t perElement = 0;
    for (int k = 0; k < numLists; ++k)
      perElement += site.listRooms[std::size_t(k)] * fields.element[k];
    const double wanted = double(perElement) * double(count);
    double part = 1;
    if (wanted > double(memory.rooms.capacity()))
      part = std::min(part, double(freeMemory() / 8) / wanted);
    std::size_t bytes = 0;
    for (int k = 0; k < numLists; ++k) {
      rooms[b].room[k] =
          std::uint64_t(double(site.listRooms[std::size_t(k)]) * part);
      bytes += roomBytes(b, k, count);
    }
    std::byte *place = nullptr;
    try {
      place = memory.rooms.reserve(bytes);
    } catch (const OutOfMemory &) {
      for (int k = 0; k < numLists; ++k)
        rooms[b].room[k] = 0;
    }
    for (int k = 0; k < numLists; ++k) {
      rooms[b].memory[k] = place;
      place += place ? roomBytes(b, k, count) : 0;
    }
  }
  std::size_t roomBytes(int b, int k, std::size_t count) const {
    return aligned(rooms[b].room[k] * count * fields.element[k]);
  }
  static std::size_t aligned(std::size_t bytes) {
    return (bytes + 255) / 256 * 256;
  }

  std::uint64_t hostStart(int b, int k, std::size_t i,
                          std::size_t count) const {
    return reinterpret_cast<const std::uint64_t *>(
        device()
            .pieces[b]
            .lists.hostStarts.data())[(count + 1) * std::size_t(k) + i];
  }
  std::size_t bytesOf(int b, int k, std::size_t first, std::size_t last,
                      std::size_t count) const {
    return (hostStart(b, k, last, count) - hostStart(b, k, first, count)) *
           fields.element[k];
  }
  std::size_t bytesOfAll(int b, std::size_t first, std::size_t last,
                         std::size_t count) const {
    std::size_t bytes = 0;
    for (int k = 0; k < numLists; ++k)
      bytes += aligned(bytesOf(b, k, first, last, count));
    return bytes;
  }

  /// The next pieces' queries add about as much: twice the mean is enough for
  /// at least every other one.
  void learn(int b, std::size_t count) {
    for (int k = 0; k < numLists; ++k)
      site.listRooms[std::size_t(k)] =
          2 * (hostStart(b, k, count, count) / count) + 8;
  }

  /// As many queries as there is memory for, one at least.
  std::size_t endOfPart(int b, std::size_t first, std::size_t count) const {
    const std::size_t has = device().pieces[b].lists.places.capacity();
    if (bytesOfAll(b, first, count, count) <= has)
      return count;
    const std::size_t most = std::max(has, freeMemory() / 2);
    std::size_t least = first + 1, last = count;
    while (least < last) {
      const std::size_t middle = least + (last - least + 1) / 2;
      if (bytesOfAll(b, first, middle, count) <= most)
        least = middle;
      else
        last = middle - 1;
    }
    return least;
  }

  /// Where the elements of the queries [first, last) are to lie on the device
  /// and in the host's memory.
  void reservePlaces(int b, std::size_t first, std::size_t last,
                     std::size_t count, Places &places, Places &host) {
    const std::size_t bytes = bytesOfAll(b, first, last, count);
    std::byte *there = device().pieces[b].lists.places.reserve(bytes);
    std::byte *here = hostPart().reserve(bytes);
    for (int k = 0; k < numLists; ++k) {
      places.memory[k] = there;
      host.memory[k] = here;
      places.first[k] = host.first[k] = hostStart(b, k, first, count);
      const std::size_t own = aligned(bytesOf(b, k, first, last, count));
      there += own;
      here += own;
    }
  }

  /// Memory that keeps one part's elements until the call's results are stored.
  KeptMemory &hostPart() {
    auto &parts = device().hostLists;
    if (numParts == parts.size())
      parts.emplace_back(KeptMemory::Place::Pinned);
    return parts[numParts++];
  }
  static void releaseMuch() {
    constexpr std::size_t much = std::size_t{4} << 30;
    std::size_t bytes = 0;
    for (KeptMemory &part : device().hostLists)
      if ((bytes += part.capacity()) > much)
        part.release();
  }

  std::uint32_t *lostNumbers(int b) const {
    return reinterpret_cast<std::uint32_t *>(
        device().pieces[b].lists.numbers[1].data());
  }

  /// How many of the queries [first, last) had too little room; their numbers,
  /// in the order of their turns, are lostNumbers(). Waits for the stream.
  std::uint32_t findLost(int b, cudaStream_t stream, const std::uint32_t *order,
                         std::size_t count, std::size_t first,
                         std::size_t last) {
    ListPieceMemory &memory = device().pieces[b].lists;
    const std::size_t bytes = count * sizeof(std::uint32_t);
    auto *numbers =
        reinterpret_cast<std::uint32_t *>(memory.numbers[0].reserve(bytes));
    memory.numbers[1].reserve(bytes);
    auto *flags = reinterpret_cast<std::uint8_t *>(memory.flags.reserve(count));
    auto *number = reinterpret_cast<std::uint32_t *>(
        memory.numLost.reserve(sizeof(std::uint32_t)));
    noteLost<<<blocks(count), threads, 0, stream>>>(
        order, std::uint32_t(count), std::uint32_t(first), std::uint32_t(last),
        starts[b], rooms[b], numbers, flags);
    REGTT_CUDA(cudaGetLastError());
    std::size_t scratch = 0;
    REGTT_CUDA(cub::DeviceSelect::Flagged(nullptr, scratch, numbers, flags,
                                          lostNumbers(b), number, int(count),
                                          stream));
    void *const place = memory.scratch.reserve(scratch);
    REGTT_CUDA(cub::DeviceSelect::Flagged(place, scratch, numbers, flags,
                                          lostNumbers(b), number, int(count),
                                          stream));
    std::uint32_t result = 0;
    REGTT_CUDA(cudaMemcpyAsync(&result, number, sizeof result,
                               cudaMemcpyDeviceToHost, stream));
    REGTT_CUDA(cudaStreamSynchronize(stream));
    return result;
  }

  void pack(int b, cudaStream_t stream, std::size_t first, std::size_t last,
            const Places &places) const {
    bool inWords = true;
    for (int k = 0; k < numLists; ++k)
      inWords &= fields.element[k] % sizeof(std::uint32_t) == 0;
    const unsigned number = blocks((last - first) * warpThreads);
    const auto run = [&](auto *kernel) {
      kernel<<<number, threads, 0, stream>>>(std::uint32_t(first),
                                             std::uint32_t(last), fields,
                                             starts[b], rooms[b], places);
      REGTT_CUDA(cudaGetLastError());
    };
    if (inWords)
      run(&packAllLists<std::uint32_t, numLists>);
    else
      run(&packAllLists<std::uint8_t, numLists>);
  }
  static constexpr std::size_t warpThreads = 32;

  void setItems(Result &result, int k, const std::byte *items) const {
    reinterpret_cast<AppendedResult *>(reinterpret_cast<char *>(&result) +
                                       fields.result[k])
        ->items = items;
  }

  SiteStreams &site;
  Fields fields;
  Rooms rooms[2];
  Starts starts[2];
  std::size_t numParts = 0; ///< of device().hostLists that are in use
};

} // namespace regtt::rt::cuda::detail
