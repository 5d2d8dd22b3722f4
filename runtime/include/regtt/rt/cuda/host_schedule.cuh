/// The device inspects queries, and the host schedules them
/// (host/bucket_schedule.h): piece by piece, so that the keys of one are copied
/// and counted while the next are inspected (Liu 2016). Only for nvcc.
#pragma once

#include <regtt/rt/cuda/device.cuh>
#include <regtt/rt/host/bucket_schedule.h>
#include <regtt/rt/host/session.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace regtt::rt::cuda::detail {

/// When something is done; not timed.
class Event {
public:
  Event() {
    REGTT_CUDA(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  }
  Event(Event &&other) noexcept : event(std::exchange(other.event, nullptr)) {}
  Event(const Event &) = delete;
  Event &operator=(const Event &) = delete;
  ~Event() {
    if (event)
      REGTT_CUDA(cudaEventDestroy(event));
  }
  cudaEvent_t get() const { return event; }

private:
  cudaEvent_t event;
};

/// Makes room for `count` queries. Throws OutOfMemory.
inline void reserveHostSchedule(OrderMemory &memory, std::size_t count) {
  memory.hostKeys.reserve(count * sizeof(PlaceKey));
  memory.hostOrder.reserve(count * sizeof(std::uint32_t));
}

/// Leaves in order[0], ..., once `stream` is there, which query has each turn.
/// inspect(first, last) launches there what writes their keys, which name
/// leaves of `top`. Copies them by `copies`, which is idle before and after.
/// Throws std::bad_alloc.
template <class Inspect>
void scheduleOnHost(OrderMemory &memory, cudaStream_t stream,
                    cudaStream_t copies, const TreeTop &top, std::size_t count,
                    const PlaceKey *keys, std::uint32_t *order,
                    const Inspect &inspect) {
  constexpr std::size_t mostPieces = 8, smallestPiece = 1 << 14;
  const std::size_t numPieces =
      std::clamp<std::size_t>(count / smallestPiece, 1, mostPieces);
  const std::size_t size = (count + numPieces - 1) / numPieces;
  auto *hostKeys = reinterpret_cast<PlaceKey *>(memory.hostKeys.data());
  auto *hostOrder = reinterpret_cast<std::uint32_t *>(memory.hostOrder.data());
  struct Piece {
    std::size_t last;
    Event inspected, copied;
  };
  std::vector<Piece> pieces;
  pieces.reserve(numPieces);
  for (std::size_t first = 0; first < count; first += size) {
    Piece &piece = pieces.emplace_back();
    piece.last = std::min(first + size, count);
    inspect(first, piece.last);
    REGTT_CUDA(cudaEventRecord(piece.inspected.get(), stream));
    REGTT_CUDA(cudaStreamWaitEvent(copies, piece.inspected.get()));
    REGTT_CUDA(cudaMemcpyAsync(hostKeys + first, keys + first,
                               (piece.last - first) * sizeof(PlaceKey),
                               cudaMemcpyDeviceToHost, copies));
    REGTT_CUDA(cudaEventRecord(piece.copied.get(), copies));
  }
  BucketSchedule schedule(session().pool, top, hostKeys, count);
  for (const Piece &piece : pieces) {
    REGTT_CUDA(cudaEventSynchronize(piece.copied.get()));
    schedule.add(piece.last);
  }
  schedule.finish(hostOrder);
  REGTT_CUDA(cudaMemcpyAsync(order, hostOrder, count * sizeof(std::uint32_t),
                             cudaMemcpyHostToDevice, stream));
}

} // namespace regtt::rt::cuda::detail
