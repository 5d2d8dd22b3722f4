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
  KeptMemory records{KeptMemory::Place::Device};
  KeptMemory arrays{KeptMemory::Place::Device};
};

/// Those of this process on its device; used under the session's lock.
class DeviceTrees {
public:
  /// The tree of a call that keeps none; the last such call's is lost.
  DeviceTree &passing() { return scratch; }

  /// A tree with that key which no iteration of a call that writes `written`
  /// changes; null if there is none.
  DeviceTree *find(const TreeKey &key, const WrittenBytes &written) {
    for (const auto &tree : kept)
      if (tree->key == key)
        return written.meets(tree->read.begin(), tree->read.size())
                   ? nullptr
                   : tree.get();
    return nullptr;
  }

  /// A tree to fill; one of the same form and roots makes way for it.
  DeviceTree &add(TreeKey key) {
    const auto isOld = [&](const auto &tree) {
      return tree->key.form == key.form && tree->key.roots == key.roots &&
             tree->key.arrays == key.arrays;
    };
    const auto old = std::find_if(kept.begin(), kept.end(), isOld);
    if (old == kept.end())
      kept.push_back(std::make_unique<DeviceTree>());
    else // its memory serves the new one
      std::iter_swap(old, kept.end() - 1);
    kept.back()->key = std::move(key);
    kept.back()->read.clear();
    return *kept.back();
  }

  /// After a call that failed: forgets the tree that add() made for it.
  void drop(const DeviceTree &tree) {
    std::erase_if(kept, [&](const auto &other) {
      if (other.get() != &tree)
        return false;
      other->records.release();
      other->arrays.release();
      return true;
    });
  }

  /// Gives all memory back. Returns whether there was any.
  bool clear() {
    bool any = false;
    for (const auto &tree : kept) {
      any |= tree->records.capacity() != 0;
      tree->records.release();
      tree->arrays.release();
    }
    kept.clear();
    return any;
  }

private:
  DeviceTree scratch;
  std::vector<std::unique_ptr<DeviceTree>> kept;
};

/// Never destroyed, as device() is.
inline DeviceTrees &deviceTrees() {
  static DeviceTrees *const only = new DeviceTrees;
  return *only;
}

} // namespace regtt::rt::cuda
