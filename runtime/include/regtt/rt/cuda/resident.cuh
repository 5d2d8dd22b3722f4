/// Linearised trees in a device's memory: one that the next call overwrites, or
/// one that stays there for later calls (`resident`). Only for nvcc.
#pragma once

#include <regtt/rt/core/order.h>
#include <regtt/rt/cuda/device.cuh>
#include <regtt/rt/host/address_range.h>
#include <regtt/rt/host/gather.h>
#include <regtt/rt/host/tree_key.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace regtt::rt::cuda {

/// A tree's records and the arrays in its nodes. Owns its memory.
struct DeviceTree {
  TreeKey key;
  TreeShape shape;
  std::vector<Link> rootLinks;
  bool isFull = false; ///< as in Records
  KeptArrays arrayPlaces;
  AddressRange read; ///< where iterations might write what it is made of
  /// The host's copy of a tree that stays, where it may have to finish some
  /// queries (core/stragglers.h).
  KeptMemory hostRecords{KeptMemory::Place::Pinned};
  bool isOnHost = false;
  KeptMemory records{KeptMemory::Place::Device};
  KeptMemory arrays{KeptMemory::Place::Device};

  void release() {
    hostRecords.release();
    isOnHost = false;
    records.release();
    arrays.release();
  }
};

/// Those of this process on its device; used under the session's lock.
class DeviceTrees {
public:
  /// The tree of a call that keeps none; the last such call's is lost.
  DeviceTree &passing() { return scratch; }

  /// A tree with that key which no iteration of a call that writes `written`
  /// changes; null if there is none.
  DeviceTree *find(const TreeKey &key, const WrittenBytes &written) {
    const auto found =
        std::find_if(kept.begin(), kept.end(),
                     [&](const auto &tree) { return tree->key == key; });
    if (found == kept.end() ||
        written.meets((*found)->read.begin(), (*found)->read.size()))
      return nullptr;
    std::rotate(found, found + 1, kept.end()); // used last
    return kept.back().get();
  }

  /// A tree to fill; one of the same form and roots makes way for it, and while
  /// less than a tenth of the device's memory is free the one that was used
  /// longest ago.
  DeviceTree &add(TreeKey key) {
    const auto isOld = [&](const auto &tree) {
      return tree->key.form == key.form && tree->key.roots == key.roots &&
             tree->key.arrays == key.arrays;
    };
    const auto old = std::find_if(kept.begin(), kept.end(), isOld);
    if (old != kept.end()) { // its memory serves the new one
      std::rotate(old, old + 1, kept.end());
    } else {
      while (!kept.empty() && isScarce())
        drop(*kept.front());
      kept.push_back(std::make_unique<DeviceTree>());
    }
    kept.back()->key = std::move(key);
    kept.back()->read.clear();
    return *kept.back();
  }

  /// After a call that failed: forgets the tree that add() made for it.
  void drop(const DeviceTree &tree) {
    std::erase_if(kept, [&](const auto &other) {
      if (other.get() != &tree)
        return false;
      other->release();
      return true;
    });
  }

  /// Gives the memory of all trees back.
  void clear() {
    scratch.release();
    while (!kept.empty())
      drop(*kept.front());
  }

  /// Whether there is a tree that stays.
  bool any() const { return !kept.empty(); }

private:
  static bool isScarce() {
    std::size_t free = 0, total = 0;
    REGTT_CUDA(cudaMemGetInfo(&free, &total));
    return free < total / 10;
  }

  DeviceTree scratch;
  std::vector<std::unique_ptr<DeviceTree>> kept; ///< used last: at the end
};

/// Never destroyed, as device() is.
inline DeviceTrees &deviceTrees() {
  static DeviceTrees *const only = new DeviceTrees;
  return *only;
}

} // namespace regtt::rt::cuda
