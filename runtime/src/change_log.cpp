#include <regtt/rt/core/change_log.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace regtt::rt {

std::byte *ChangeMemory::take(std::size_t bytes) {
  if (!blocks.empty() && used + bytes > blockBytes) {
    ++current;
    used = 0;
  }
  if (current == blocks.size()) {
    try {
      blocks.push_back(std::make_unique_for_overwrite<std::byte[]>(blockBytes));
    } catch (const std::bad_alloc &) {
      // Elements may have been changed already.
      std::fputs("regtt: error: no memory to note which elements iterations "
                 "change\n",
                 stderr);
      std::abort();
    }
  }
  std::byte *const result = blocks[current].get() + used;
  used += bytes;
  return result;
}

void ChangeMemory::shrink() {
  clear();
  if (blocks.size() > keptBlocks)
    blocks.resize(keptBlocks);
}

ChangeBuckets::ChangeBuckets(const char *name, std::uint64_t count,
                             std::size_t bytes, std::size_t threads)
    : name(name), count(count) {
  // What a bucket's elements take goes into a core's cache; a log has a place
  // to write to in each bucket, and these go there, too.
  constexpr std::uint64_t cache = std::uint64_t{256} << 10, most = 512;
  const std::uint64_t wanted = std::clamp<std::uint64_t>(
      count * bytes / cache, std::min<std::uint64_t>(4 * threads, most), most);
  shift =
      unsigned(std::bit_width(std::max<std::uint64_t>(count / wanted, 1)) - 1);
}

void ChangeLog::grow(Bucket &bucket, ChangeMemory &memory, std::size_t entry) {
  constexpr std::size_t smallest = 256, largest = 4096;
  std::size_t bytes = smallest;
  if (bucket.newest) {
    bytes = std::size_t(bucket.end -
                        reinterpret_cast<std::byte *>(bucket.newest + 1));
    bytes = std::min(2 * bytes, largest);
  }
  bytes = std::max<std::size_t>(bytes / entry, 1) * entry;
  // Chunks begin where their pointers may.
  constexpr std::size_t align = alignof(Chunk);
  std::byte *const place =
      memory.take((sizeof(Chunk) + bytes + align - 1) / align * align);
  auto *const chunk = new (place) Chunk{nullptr, nullptr};
  if (bucket.newest) {
    bucket.newest->then = chunk;
    bucket.newest->end = bucket.next;
  } else {
    bucket.oldest = chunk;
  }
  bucket.newest = chunk;
  bucket.next = reinterpret_cast<std::byte *>(chunk + 1);
  bucket.end = bucket.next + bytes;
}

void ChangeLog::outside(const ChangeBuckets &buckets, std::ptrdiff_t element) {
  std::fprintf(stderr,
               "regtt: error: an iteration changes element %td of array '%s', "
               "which has %llu\n",
               element, buckets.name,
               static_cast<unsigned long long>(buckets.count));
  std::abort();
}

} // namespace regtt::rt
