/// Room that is kept between calls: grows, never shrinks, contents undefined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <sys/mman.h>
#include <type_traits>
#include <utility>

namespace regtt::rt {

/// An uninitialised array aligned to a cache line. Owns its memory.
template <class T> class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

public:
  Buffer() = default;
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  Buffer(Buffer &&other) noexcept
      : elements(std::exchange(other.elements, nullptr)),
        room(std::exchange(other.room, 0)) {}
  ~Buffer() { std::free(elements); }

  T *data() { return elements; }
  const T *data() const { return elements; }
  std::size_t capacity() const { return room; }
  T &operator[](std::size_t i) { return elements[i]; }
  const T &operator[](std::size_t i) const { return elements[i]; }

  /// Room for `count` elements; what was there is lost. Throws bad_alloc.
  T *reserve(std::size_t count) {
    if (count <= room)
      return elements;
    std::free(elements);
    elements = nullptr;
    room = 0;
    if (count > (~std::size_t{0} - 63) / sizeof(T))
      throw std::bad_alloc();
    const std::size_t bytes = (count * sizeof(T) + 63) / 64 * 64;
    elements = static_cast<T *>(std::aligned_alloc(64, bytes));
    if (!elements)
      throw std::bad_alloc();
    room = count;
    useLargePages();
    return elements;
  }

  /// Room for `count` elements; what was there is kept. Throws bad_alloc.
  T *grow(std::size_t count) {
    if (count <= room)
      return elements;
    void *moved = std::realloc(elements, count * sizeof(T));
    if (!moved)
      throw std::bad_alloc();
    elements = static_cast<T *>(moved);
    room = count;
    useLargePages();
    return elements;
  }

private:
  /// Fewer page faults and misses of the address cache; only advice.
  void useLargePages() {
    constexpr std::uintptr_t page = 1 << 21;
    const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(elements);
    const std::uintptr_t first = (begin + page - 1) / page * page,
                         last = (begin + room * sizeof(T)) / page * page;
    if (first < last)
      (void)madvise(reinterpret_cast<void *>(first), last - first,
                    MADV_HUGEPAGE);
  }

  T *elements = nullptr;
  std::size_t room = 0;
};

} // namespace regtt::rt
