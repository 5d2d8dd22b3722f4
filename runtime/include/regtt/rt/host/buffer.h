/// Room that is kept between calls: grows, never shrinks, contents undefined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sys/mman.h>
#include <type_traits>
#include <utility>

namespace regtt::rt {

/// Whatever lies in memory that is kept may be aligned so.
inline constexpr std::size_t mostAlignment = 256;

/// An uninitialised array, aligned to mostAlignment. Owns its memory.
template <class T> class Buffer {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= mostAlignment);

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
    std::free(std::exchange(elements, nullptr));
    room = 0;
    elements = allocate(count);
    room = count;
    useLargePages();
    return elements;
  }

  /// Room for `count` elements; what was there is kept. Throws bad_alloc.
  T *grow(std::size_t count) {
    if (count <= room)
      return elements;
    T *const larger = allocate(count);
    if (room != 0)
      std::memcpy(static_cast<void *>(larger), elements, room * sizeof(T));
    std::free(std::exchange(elements, larger));
    room = count;
    useLargePages();
    return elements;
  }

private:
  static T *allocate(std::size_t count) {
    if (count > (~std::size_t{0} - mostAlignment) / sizeof(T))
      throw std::bad_alloc();
    void *const memory = std::aligned_alloc(
        mostAlignment, (count * sizeof(T) + mostAlignment - 1) / mostAlignment *
                           mostAlignment);
    if (!memory)
      throw std::bad_alloc();
    return static_cast<T *>(memory);
  }

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
