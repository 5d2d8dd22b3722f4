/// The CUDA device as launchers use it: checked calls, kept buffers, streams.
/// Only for nvcc; statically linked cudart, so that programs start without a
/// driver.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/host/straggler_habit.h>

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <string>
#include <vector>

namespace regtt::rt::cuda {

/// Ends the program on an error that no caller can handle.
inline void check(cudaError_t error, const char *call, const char *file,
                  int line) {
  if (error == cudaSuccess)
    return;
  std::fprintf(stderr, "regtt: error: %s failed: %s: %s (%s:%d)\n", call,
               cudaGetErrorName(error), cudaGetErrorString(error), file, line);
  std::exit(1);
}

#define REGTT_CUDA(call)                                                       \
  ::regtt::rt::cuda::check((call), #call, __FILE__, __LINE__)

/// Thrown where device or pinned memory runs out; nothing was changed.
struct OutOfMemory {
  std::string what;
  bool ofDevice = false; ///< trees that stay there would leave some
};

inline std::string mebibytes(std::size_t bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f MiB", double(bytes) / (1u << 20));
  return text;
}

/// Memory that grows and is kept between calls. Owns it; freed with the
/// process, when CUDA itself goes.
class KeptMemory {
public:
  enum class Place { Device, Pinned };
  explicit KeptMemory(Place place) : place(place) {}
  KeptMemory(const KeptMemory &) = delete;
  KeptMemory &operator=(const KeptMemory &) = delete;

  std::size_t capacity() const { return room; }
  std::byte *data() const { return memory; }

  /// At least `bytes` bytes, aligned to 256; what was there is lost when it
  /// grows. Throws OutOfMemory.
  std::byte *reserve(std::size_t bytes) {
    if (bytes <= room)
      return memory;
    release();
    void *fresh = nullptr;
    const cudaError_t error = place == Place::Device
                                  ? cudaMalloc(&fresh, bytes)
                                  : cudaMallocHost(&fresh, bytes);
    if (error == cudaErrorMemoryAllocation) {
      (void)cudaGetLastError();
      throw OutOfMemory{describe(bytes), place == Place::Device};
    }
    check(error, place == Place::Device ? "cudaMalloc" : "cudaMallocHost",
          __FILE__, __LINE__);
    memory = static_cast<std::byte *>(fresh);
    room = bytes;
    return memory;
  }

  /// The same, and cleared when it grows, in the order of `stream`: of what is
  /// written to it, padding may be left out.
  std::byte *reserveCleared(std::size_t bytes, cudaStream_t stream) {
    if (bytes <= room)
      return memory;
    reserve(bytes);
    REGTT_CUDA(cudaMemsetAsync(memory, 0, room, stream));
    return memory;
  }

  void release() {
    if (memory && place == Place::Device)
      REGTT_CUDA(cudaFree(memory));
    else if (memory)
      REGTT_CUDA(cudaFreeHost(memory));
    memory = nullptr;
    room = 0;
  }

private:
  std::string describe(std::size_t bytes) const {
    if (place == Place::Pinned)
      return "no pinned host memory of " + mebibytes(bytes) + " can be had";
    std::size_t free = 0, total = 0;
    REGTT_CUDA(cudaMemGetInfo(&free, &total));
    return "out of device memory: " + mebibytes(bytes) + " wanted, " +
           mebibytes(free) + " of " + mebibytes(total) + " free";
  }

  Place place;
  std::byte *memory = nullptr;
  std::size_t room = 0;
};

/// A stream and its timing events.
struct TimedStream {
  cudaStream_t stream = nullptr;
  cudaEvent_t reorderBegin = nullptr, kernelBegin = nullptr,
              kernelEnd = nullptr;

  TimedStream() {
    REGTT_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    REGTT_CUDA(cudaEventCreate(&reorderBegin));
    REGTT_CUDA(cudaEventCreate(&kernelBegin));
    REGTT_CUDA(cudaEventCreate(&kernelEnd));
  }
  TimedStream(const TimedStream &) = delete;
  TimedStream &operator=(const TimedStream &) = delete;
};

/// Room to sort the numbers of queries by keys; two of each, one for the
/// sorted.
struct OrderMemory {
  KeptMemory keys[2] = {KeptMemory(KeptMemory::Place::Device),
                        KeptMemory(KeptMemory::Place::Device)};
  KeptMemory numbers[2] = {KeptMemory(KeptMemory::Place::Device),
                           KeptMemory(KeptMemory::Place::Device)};
  KeptMemory sorting{KeptMemory::Place::Device}; ///< CUB's own
  /// The box that keys are made of; then in how much keys agree.
  KeptMemory box{KeptMemory::Place::Device};
  KeptMemory rests{KeptMemory::Place::Device}; ///< of ways that are handed over
  KeptMemory words{KeptMemory::Place::Device}; ///< of keys that have several
  /// Keys and order where the host schedules.
  KeptMemory hostKeys{KeptMemory::Place::Pinned};
  KeptMemory hostOrder{KeptMemory::Place::Pinned};
  const std::uint32_t *last = nullptr; ///< the order that is there
  std::size_t lastCount = 0;           ///< of so many queries

  void forget() {
    last = nullptr;
    lastCount = 0;
  }
  /// Gives all of it back.
  void release() {
    forget();
    for (KeptMemory *memory :
         {&keys[0], &keys[1], &numbers[0], &numbers[1], &sorting, &box, &rests,
          &words, &hostKeys, &hostOrder})
      memory->release();
  }
};

/// Of the lists of any length in a piece (cuda/result_lists.cuh).
struct ListPieceMemory {
  KeptMemory rooms{KeptMemory::Place::Device};  ///< for what is expected
  KeptMemory places{KeptMemory::Place::Device}; ///< for all, side by side
  KeptMemory starts{KeptMemory::Place::Device}; ///< where each list's lie there
  KeptMemory hostStarts{KeptMemory::Place::Pinned};
  /// Queries whose lists had too little room: all, and those.
  KeptMemory numbers[2] = {KeptMemory(KeptMemory::Place::Device),
                           KeptMemory(KeptMemory::Place::Device)};
  KeptMemory flags{KeptMemory::Place::Device};
  KeptMemory numLost{KeptMemory::Place::Device};
  KeptMemory scratch{KeptMemory::Place::Device}; ///< CUB's own
};

/// Of one array whose elements a piece's iterations change in an order
/// (cuda/in_order.cuh).
struct ChangePlaces {
  KeptMemory starts{KeptMemory::Place::Device}; ///< of each iteration's places
  /// Which elements and by what, as iterations put it down, and sorted.
  KeptMemory elements[2] = {KeptMemory(KeptMemory::Place::Device),
                            KeptMemory(KeptMemory::Place::Device)};
  KeptMemory values[2] = {KeptMemory(KeptMemory::Place::Device),
                          KeptMemory(KeptMemory::Place::Device)};
  KeptMemory firsts{KeptMemory::Place::Device};  ///< each element's first one
  KeptMemory scratch{KeptMemory::Place::Device}; ///< CUB's own
  KeptMemory longLists{KeptMemory::Place::Device};
  KeptMemory flag{KeptMemory::Place::Device};
  /// Of all starts, or of the first and the last.
  std::vector<std::uint64_t> hostStarts;

  /// Of what grows with the number of changes.
  std::size_t capacity() const {
    return elements[0].capacity() + elements[1].capacity() +
           values[0].capacity() + values[1].capacity() + firsts.capacity();
  }
};

/// The streams of one call site; made when it first runs, and kept. Everything
/// runs on the first, but every other piece of queries that are too many for
/// one.
struct SiteStreams {
  OrderMemory orders[2];
  TimedStream streams[2];
  TimedStream clock; ///< idle but for keys on their way to the host
  StragglerHabits stragglerHabits;
  /// For how many elements of each list of any length queries get room.
  std::vector<std::uint64_t> listRooms;
  cudaStream_t stream = streams[0].stream;
};

/// Room for a piece of the queries and their results, here and there.
struct PieceMemory {
  KeptMemory queries{KeptMemory::Place::Device};
  KeptMemory results{KeptMemory::Place::Device};
  KeptMemory hostQueries{KeptMemory::Place::Pinned};
  KeptMemory hostResults{KeptMemory::Place::Pinned};
  KeptMemory progress{KeptMemory::Place::Device}; ///< of its launch
  KeptMemory givenUp{KeptMemory::Place::Pinned};  ///< queries, by its launch
  ListPieceMemory lists;
};

/// What launchers share; used under the session's lock.
struct Device {
  cudaDeviceProp properties;
  KeptMemory roots{KeptMemory::Place::Device};
  KeptMemory arrays{KeptMemory::Place::Device};
  KeptMemory stacks{KeptMemory::Place::Device};
  KeptMemory inspectionStacks{KeptMemory::Place::Device};
  /// Of engines that leave it as they find it: what counts is zero.
  KeptMemory zeros{KeptMemory::Place::Device};
  KeptMemory counters{KeptMemory::Place::Device};
  KeptMemory hostRecords{KeptMemory::Place::Pinned};
  KeptMemory hostArrays{KeptMemory::Place::Pinned};
  KeptMemory hostRegion{KeptMemory::Place::Pinned};
  KeptMemory hostTreeArrays{KeptMemory::Place::Pinned};
  KeptMemory savedArrays{KeptMemory::Place::Device};
  KeptMemory lengths{KeptMemory::Place::Device}; ///< of inner loops
  PieceMemory pieces[2];
  std::deque<ChangePlaces> changes; ///< by array
  std::deque<KeptMemory> hostLists; ///< what lists have, part by part
  std::map<const regtt_site *, SiteStreams> streams;

  Device() {
    int current = 0;
    REGTT_CUDA(cudaGetDevice(&current));
    REGTT_CUDA(cudaGetDeviceProperties(&properties, current));
  }
};

/// Why there is no usable device here, or nothing.
inline std::string whyUnavailable() {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error == cudaSuccess && count > 0)
    return {};
  (void)cudaGetLastError();
  // What CUDA reports where there is no driver at all, too.
  if (error == cudaErrorInsufficientDriver)
    return "no CUDA driver, or one too old for this program";
  return error == cudaSuccess ? "no CUDA device" : cudaGetErrorString(error);
}

/// The current device; only where whyUnavailable() has nothing to say.
inline Device &device() {
  // Never destroyed: CUDA may already be gone when statics are.
  static Device *const only = new Device;
  return *only;
}

} // namespace regtt::rt::cuda
