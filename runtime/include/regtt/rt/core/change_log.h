/// Changes of elements that threads make later, in the order of the iterations:
/// what one piece of the iterations asks for, sorted into buckets of elements
/// that lie side by side, so that each bucket can be some thread's, whose cache
/// holds them (propagation blocking: Beamer, Asanovic and Patterson 2017).
///
///     worker:  log.push(7, 0.5); log.push(90, 2.0); log.push(7, 0.1);
///     later:   log.each<double>(0, ...)       // 7, 0.5 and 7, 0.1
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace regtt::rt {

/// Memory that one thread's logs take from, piece by piece.
class ChangeMemory {
public:
  /// `bytes` at most blockBytes. Ends the program where there are none.
  std::byte *take(std::size_t bytes);

  /// Nobody needs what was taken. It is kept for later.
  void clear() { current = used = 0; }
  /// The same, and frees most of what there is.
  void shrink();

  /// Of what is taken.
  std::size_t bytes() const { return current * blockBytes + used; }

private:
  static constexpr std::size_t blockBytes = std::size_t{256} << 10;
  static constexpr std::size_t keptBlocks = 32;

  std::vector<std::unique_ptr<std::byte[]>> blocks;
  std::size_t current = 0, used = 0; ///< the block that is in use, and of it
};

/// How elements of one array are shared out among buckets.
struct ChangeBuckets {
  const char *name;    ///< of the array, for messages
  std::uint64_t count; ///< of its elements
  unsigned shift;      ///< 2^shift elements a bucket, but for the last one

  /// For `threads` threads, each of which shall find some buckets, and
  /// elements of `bytes` bytes.
  ChangeBuckets(const char *name, std::uint64_t count, std::size_t bytes,
                std::size_t threads);

  std::size_t number() const { return std::size_t((count >> shift) + 1); }
};

/// What one piece of the iterations changes of one array. All values are of one
/// type, which its users know. Copies are the same log.
class ChangeLog {
  struct Chunk {
    Chunk *then;
    std::byte *end; ///< of what is filled; of those that have one behind them

    const std::byte *begin() const {
      return reinterpret_cast<const std::byte *>(this + 1);
    }
  };

public:
  struct Bucket {
    std::byte *next, *end; ///< of the newest chunk: what is free
    Chunk *oldest, *newest;
  };

  ChangeLog() = default;
  /// An empty one: `own` are its `buckets.number()` buckets, which are cleared,
  /// and what these hold is in memory `from`. Borrows all of it.
  ChangeLog(const ChangeBuckets &buckets, Bucket *own, ChangeMemory &from)
      : first(own), count(buckets.count), shift(buckets.shift),
        buckets(&buckets), memory(&from) {
    std::memset(static_cast<void *>(own), 0, buckets.number() * sizeof(Bucket));
  }

  explicit operator bool() const { return first != nullptr; }

  // Nothing here hands the log's own address on, so that a copy of it is in
  // registers while iterations run.
  template <class Value> void push(std::ptrdiff_t element, Value value) const {
    const auto number = std::uint64_t(element);
    if (number >= count)
      outside(*buckets, element);
    Bucket &bucket = first[number >> shift];
    if (bucket.end == bucket.next)
      grow(bucket, *memory, bytesOf<Value>);
    const auto offset =
        std::uint32_t(number & ((std::uint64_t{1} << shift) - 1));
    std::byte *const place = bucket.next;
    bucket.next = place + bytesOf<Value>;
    std::memcpy(place, &offset, sizeof offset);
    std::memcpy(place + sizeof offset, &value, sizeof value);
  }

  /// Calls visit(element, value) for what bucket `number` holds, in the order
  /// in which that came.
  template <class Value, class Visit>
  void each(std::size_t number, const Visit &visit) const {
    const Bucket &bucket = first[number];
    const std::uint64_t base = std::uint64_t(number) << shift;
    for (const Chunk *chunk = bucket.oldest; chunk; chunk = chunk->then) {
      const std::byte *const end = chunk->then ? chunk->end : bucket.next;
      for (const std::byte *at = chunk->begin(); at != end;
           at += bytesOf<Value>) {
        std::uint32_t offset;
        Value value;
        std::memcpy(&offset, at, sizeof offset);
        std::memcpy(&value, at + sizeof offset, sizeof value);
        visit(base + offset, value);
      }
    }
  }

private:
  /// Side by side, without holes: memory is what logs wait for.
  template <class Value>
  static constexpr std::size_t bytesOf = sizeof(std::uint32_t) + sizeof(Value);

  static void grow(Bucket &bucket, ChangeMemory &memory, std::size_t entry);
  [[noreturn]] static void outside(const ChangeBuckets &buckets,
                                   std::ptrdiff_t element);

  Bucket *first = nullptr;
  std::uint64_t count = 0;
  unsigned shift = 0;
  const ChangeBuckets *buckets = nullptr;
  ChangeMemory *memory = nullptr;
};

} // namespace regtt::rt
