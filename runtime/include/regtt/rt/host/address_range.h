/// The smallest range of memory that holds all of what was read for a tree.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace regtt::rt {

/// Grown by several threads.
class AddressRange {
public:
  void clear() {
    first = ~std::uintptr_t{0};
    last = 0;
  }
  /// [at, at + size) belongs to it; nothing where `size` is 0.
  void add(const void *at, std::size_t size) {
    const auto begin = reinterpret_cast<std::uintptr_t>(at);
    if (size == 0)
      return;
    lower(begin);
    raise(begin + size);
  }

  const void *begin() const {
    return reinterpret_cast<const void *>(first.load());
  }
  /// 0 where nothing was added.
  std::size_t size() const { return first < last ? last - first : 0; }

private:
  void lower(std::uintptr_t to) {
    std::uintptr_t seen = first.load(std::memory_order_relaxed);
    while (to < seen && !first.compare_exchange_weak(seen, to))
      ;
  }
  void raise(std::uintptr_t to) {
    std::uintptr_t seen = last.load(std::memory_order_relaxed);
    while (seen < to && !last.compare_exchange_weak(seen, to))
      ;
  }

  std::atomic<std::uintptr_t> first{~std::uintptr_t{0}}, last{0};
};

} // namespace regtt::rt
