/// Lists of any length on the host's threads: pieces of large blocks, so that
/// the lists of many queries lie side by side.
#include <regtt/rt/host/list_memory.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sys/mman.h>
#include <utility>

namespace regtt::rt {

namespace {

constexpr std::size_t leastBlock = std::size_t{64} << 10;
constexpr std::size_t mostBlock = std::size_t{16} << 20;
constexpr std::size_t leastElements = 16;

/// Fewer page faults; only advice.
void useLargePages(void *memory, std::size_t bytes) {
  constexpr std::uintptr_t page = 1 << 21;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = (begin + page - 1) / page * page,
                       last = (begin + bytes) / page * page;
  if (first < last)
    (void)madvise(reinterpret_cast<void *>(first), last - first, MADV_HUGEPAGE);
}

char *aligned(char *place, std::size_t align) {
  const std::size_t past = reinterpret_cast<std::uintptr_t>(place) % align;
  return past == 0 ? place : place + (align - past);
}

} // namespace

bool growList(AppendedHead &list, std::size_t element, std::size_t align) {
  return list.memory->grow(list, element, align);
}

ListMemory::~ListMemory() {
  for (Block *block = newest; block;)
    std::free(std::exchange(block, block->before));
}

void ListMemory::clear() {
  while (newest && (newest->before || newest->bytes > mostBlock))
    std::free(std::exchange(newest, newest->before));
  next = newest ? begin() : nullptr;
  last = nullptr;
  lacked = false;
}

bool ListMemory::grow(AppendedHead &list, std::size_t element,
                      std::size_t align) {
  const std::size_t had = list.room * element;
  const std::size_t bytes = std::max(2 * list.room, leastElements) * element;
  if (list.items && list.items == last) {
    if (extend(list, element) ||
        (align <= alignof(Block) && enlarge(list, element, bytes)))
      return true;
  }
  char *const fresh = take(bytes, align);
  if (!fresh) {
    lacked = true;
    list.memory = nullptr;
    return false;
  }
  if (had != 0)
    std::memcpy(fresh, list.items, had);
  list.items = fresh;
  list.room = bytes / element;
  return true;
}

/// The list that ends where free memory begins goes on there.
bool ListMemory::extend(AppendedHead &list, std::size_t element) {
  const std::size_t more =
      std::min<std::size_t>(std::size_t(end() - next) / element,
                            std::max<std::size_t>(list.room, leastElements));
  list.room += more;
  next += more * element;
  return more != 0;
}

/// A list that has a block to itself has a larger one.
bool ListMemory::enlarge(AppendedHead &list, std::size_t element,
                         std::size_t bytes) {
  if (last != begin() || bytes < mostBlock)
    return false;
  void *const larger = std::realloc(newest, sizeof(Block) + bytes);
  if (!larger)
    return false;
  newest = static_cast<Block *>(larger);
  useLargePages(newest, sizeof(Block) + bytes);
  newest->bytes = sizeof(Block) + bytes;
  list.items = last = begin();
  list.room = bytes / element;
  next = last + bytes;
  return true;
}

/// Null: there is no memory.
char *ListMemory::take(std::size_t bytes, std::size_t align) {
  if (newest) {
    char *const place = aligned(next, align);
    if (place <= end() && bytes <= std::size_t(end() - place)) {
      next = place + bytes;
      return last = place;
    }
  }
  const std::size_t usual =
      newest ? std::clamp(2 * newest->bytes, leastBlock, mostBlock)
             : leastBlock;
  const std::size_t whole = std::max(usual, sizeof(Block) + align + bytes);
  void *const memory = std::malloc(whole);
  if (!memory)
    return nullptr;
  useLargePages(memory, whole);
  newest = new (memory) Block{newest, whole};
  last = aligned(begin(), align);
  next = last + bytes;
  return last;
}

} // namespace regtt::rt
