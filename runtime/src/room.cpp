/// Memory of the runtime's own that a call has for its iterations.
#include "room.h"

#include <regtt/rt/host/buffer.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>

namespace regtt::rt {

// What lies before them says where the memory begins.
void *makeZeros(std::size_t bytes) {
  const std::size_t before = sizeof(void *) + mostAlignment - 1;
  void *const memory = std::calloc(bytes + before, 1);
  if (!memory)
    return nullptr;
  const auto first = reinterpret_cast<std::uintptr_t>(memory) + before;
  void **const zeros =
      reinterpret_cast<void **>(first / mostAlignment * mostAlignment);
  zeros[-1] = memory;
  return zeros;
}

void freeZeros(void *zeros) {
  if (zeros)
    std::free(static_cast<void **>(zeros)[-1]);
}

void *Room::bytes(std::size_t count) {
  constexpr std::size_t unit = 16, least = 65536;
  count = (count + unit - 1) / unit * unit;
  if (count > left) {
    const std::size_t size = std::max(count, least);
    auto *const block = static_cast<char *>(makeZeros(size));
    if (!block)
      return nullptr;
    blocks.push_back({block, size});
    free = block;
    left = size;
  }
  void *const made = free;
  free += count;
  left -= count;
  return made;
}

bool Room::contains(const char *place) const {
  const std::less<const char *> isBelow;
  return std::any_of(blocks.begin(), blocks.end(), [&](const Block &block) {
    return !isBelow(place, block.first) &&
           isBelow(place, block.first + block.size);
  });
}

Room::~Room() {
  for (const Block &block : blocks)
    freeZeros(block.first);
}

} // namespace regtt::rt
