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

namespace detail {

/// From so many bytes on memory is mapped by itself, so that it grows without
/// being copied. A sanitizer does not see what is.
#ifdef __SANITIZE_ADDRESS__
inline constexpr std::size_t mappedFrom = ~std::size_t{0};
#else
inline constexpr std::size_t mappedFrom = std::size_t{1} << 20;
#endif

/// Throws bad_alloc.
inline void *allocate(std::size_t bytes) {
  if (bytes >= mappedFrom) {
    void *const mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
      throw std::bad_alloc();
    return mapped;
  }
  void *const allocated =
      std::aligned_alloc(mostAlignment, (bytes + mostAlignment - 1) /
                                            mostAlignment * mostAlignment);
  if (!allocated)
    throw std::bad_alloc();
  return allocated;
}

inline void release(void *memory, std::size_t bytes) {
  if (bytes >= mappedFrom)
    (void)munmap(memory, bytes);
  else
    std::free(memory);
}

/// `memory`, of `bytes`, with what it holds, somewhere else. Throws bad_alloc.
inline void *grown(void *memory, std::size_t bytes, std::size_t wanted) {
  if (bytes >= mappedFrom) {
    void *const moved = mremap(memory, bytes, wanted, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED)
      throw std::bad_alloc();
    return moved;
  }
  void *const larger = allocate(wanted);
  if (bytes != 0)
    std::memcpy(larger, memory, bytes);
  release(memory, bytes);
  return larger;
}

} // namespace detail

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
  ~Buffer() { detail::release(elements, room * sizeof(T)); }

  T *data() { return elements; }
  const T *data() const { return elements; }
  std::size_t capacity() const { return room; }
  T &operator[](std::size_t i) { return elements[i]; }
  const T &operator[](std::size_t i) const { return elements[i]; }

  /// Room for `count` elements; what was there is lost. Throws bad_alloc.
  T *reserve(std::size_t count) {
    if (count <= room)
      return elements;
    detail::release(std::exchange(elements, nullptr),
                    std::exchange(room, 0) * sizeof(T));
    elements = static_cast<T *>(detail::allocate(bytesOf(count)));
    room = count;
    useLargePages();
    return elements;
  }

  /// Room for `count` elements; what was there is kept. Throws bad_alloc.
  T *grow(std::size_t count) {
    if (count <= room)
      return elements;
    elements = static_cast<T *>(
        detail::grown(elements, room * sizeof(T), bytesOf(count)));
    room = count;
    useLargePages();
    return elements;
  }

private:
  static std::size_t bytesOf(std::size_t count) {
    if (count > (~std::size_t{0} - mostAlignment) / sizeof(T))
      throw std::bad_alloc();
    return count * sizeof(T);
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
