/// Runs a kernel's body on the host, for tests: lane by lane where it uses no
/// warp collective, or with a thread for every lane of a warp where it does.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace warpemulator {

/// Where the lanes of one warp meet. Lanes that pass the same mask exchange
/// values; a lane of the mask that never comes ends the program, as it would
/// hang a device.
class Warp {
public:
  using Values = std::array<std::uint64_t, 32>;

  Values exchange(unsigned mask, unsigned lane, std::uint64_t value) {
    if ((mask >> lane & 1) == 0)
      die("a lane is not in the mask it passes");
    std::unique_lock lock(mutex);
    Round &round = rounds[mask];
    round.arriving[lane] = value;
    const unsigned long generation = round.generation;
    if (++round.arrived == std::popcount(mask)) {
      round.complete = round.arriving;
      round.arrived = 0;
      ++round.generation;
      changed.notify_all();
    } else if (!changed.wait_for(lock, std::chrono::seconds(20), [&] {
                 return round.generation != generation;
               })) {
      die("a lane of the mask never came");
    }
    return round.complete;
  }

private:
  struct Round {
    Values arriving{}, complete{};
    int arrived = 0;
    unsigned long generation = 0;
  };

  [[noreturn]] static void die(const char *why) {
    std::fprintf(stderr, "warp emulator: %s\n", why);
    std::abort();
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::map<unsigned, Round> rounds;
};

/// Where the threads of one block meet.
class Barrier {
public:
  explicit Barrier(unsigned threads) : threads(threads) {}

  /// Whether one of them says so.
  bool meet(bool said) {
    std::unique_lock lock(mutex);
    any |= said;
    const unsigned long generation = this->generation;
    if (++arrived == threads) {
      last = any;
      any = false;
      arrived = 0;
      ++this->generation;
      changed.notify_all();
    } else if (!changed.wait_for(lock, std::chrono::seconds(60), [&] {
                 return this->generation != generation;
               })) {
      std::fprintf(stderr, "warp emulator: a thread of the block never came\n");
      std::abort();
    }
    return last;
  }

private:
  const unsigned threads;
  std::mutex mutex;
  std::condition_variable changed;
  unsigned arrived = 0;
  unsigned long generation = 0;
  bool any = false, last = false;
};

/// What a kernel body sees of its thread (see regtt/rt/cuda/kernel.h).
class Context {
public:
  Context(unsigned block, unsigned numBlocks, unsigned thread,
          unsigned blockThreads, void *shared, Warp *warp,
          Barrier *barrier = nullptr)
      : block(block), numBlocks(numBlocks), inBlock(thread),
        ofBlock(blockThreads), sharedMemory(shared), warp(warp),
        barrier(barrier) {}

  std::uint32_t thread() const { return block * ofBlock + inBlock; }
  std::uint32_t numThreads() const { return numBlocks * ofBlock; }
  std::uint32_t threadInBlock() const { return inBlock; }
  std::uint32_t blockThreads() const { return ofBlock; }
  void *shared() const { return sharedMemory; }

  unsigned ballot(unsigned mask, bool vote) const {
    const Warp::Values votes = warp->exchange(mask, inBlock % 32, vote);
    unsigned result = 0;
    for (unsigned lane = 0; lane < 32; ++lane)
      if ((mask >> lane & 1) != 0 && votes[lane])
        result |= 1u << lane;
    return result;
  }
  template <class T> T shfl(unsigned mask, T value, int lane) const {
    static_assert(sizeof(T) <= 8);
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    bits = warp->exchange(mask, inBlock % 32, bits)[lane % 32];
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  unsigned least(unsigned mask, unsigned value) const {
    const Warp::Values values = warp->exchange(mask, inBlock % 32, value);
    unsigned result = ~0u;
    for (unsigned lane = 0; lane < 32; ++lane)
      if ((mask >> lane & 1) != 0)
        result = std::min(result, unsigned(values[lane]));
    return result;
  }
  void syncwarp(unsigned mask) const {
    if (warp) // else lanes run one after the other
      warp->exchange(mask, inBlock % 32, 0);
  }

  void syncBlock() const { barrier->meet(false); }
  bool anyInBlock(bool said) const { return barrier->meet(said); }

private:
  unsigned block, numBlocks, inBlock, ofBlock;
  void *sharedMemory;
  Warp *warp;
  Barrier *barrier;
};

/// Calls body(context) for every thread of the grid, one after the other.
template <class Body>
void runLaneByLane(unsigned blocks, unsigned blockThreads,
                   std::size_t sharedBytes, const Body &body) {
  for (unsigned b = 0; b < blocks; ++b) {
    std::vector<std::max_align_t> shared(
        sharedBytes / sizeof(std::max_align_t) + 1);
    for (unsigned t = 0; t < blockThreads; ++t)
      body(Context(b, blocks, t, blockThreads, shared.data(), nullptr));
  }
}

/// Calls body(context) for every thread of the grid, the lanes of a warp at the
/// same time. blockThreads is a multiple of 32.
template <class Body>
void runWarps(unsigned blocks, unsigned blockThreads, std::size_t sharedBytes,
              const Body &body) {
  for (unsigned b = 0; b < blocks; ++b) {
    std::vector<std::max_align_t> shared(
        sharedBytes / sizeof(std::max_align_t) + 1);
    for (unsigned w = 0; w < blockThreads; w += 32) {
      Warp warp;
      std::vector<std::thread> lanes;
      for (unsigned t = w; t < w + 32; ++t)
        lanes.emplace_back([&, t] {
          body(Context(b, blocks, t, blockThreads, shared.data(), &warp));
        });
      for (std::thread &lane : lanes)
        lane.join();
    }
  }
}

/// The same with all threads of a block at the same time; of the blocks of
/// which runs(block) says so.
template <class Body, class Runs>
void runBlocks(unsigned blocks, unsigned blockThreads, std::size_t sharedBytes,
               const Body &body, const Runs &runs) {
  for (unsigned b = 0; b < blocks; ++b) {
    if (!runs(b))
      continue;
    std::vector<std::max_align_t> shared(
        sharedBytes / sizeof(std::max_align_t) + 1);
    std::vector<Warp> warps(blockThreads / 32);
    Barrier barrier(blockThreads);
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < blockThreads; ++t)
      threads.emplace_back([&, t] {
        body(Context(b, blocks, t, blockThreads, shared.data(), &warps[t / 32],
                     &barrier));
      });
    for (std::thread &thread : threads)
      thread.join();
  }
}

} // namespace warpemulator
