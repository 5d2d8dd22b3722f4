/// The sparse bitmap behind AddressSet: block lookup and growth.
#include <regtt/rt/host/address_set.h>

#include <algorithm>
#include <bit>

namespace regtt::rt {

void AddressSet::reset(std::size_t granule) {
  granuleShift =
      std::bit_width(std::max<std::size_t>(granule, 1)) - 1; // rounds down
  last = {};
  std::fill(slots.begin(), slots.end(), Slot{});
  for (std::size_t b = 0; b < numBlocks; b += blocksInSlab)
    std::fill_n(slabs[b / blocksInSlab].get(), blocksInSlab * wordsInBlock, 0);
  numBlocks = 0;
}

std::uint64_t *AddressSet::newBlock() {
  if (numBlocks == slabs.size() * blocksInSlab)
    slabs.push_back(
        std::make_unique<std::uint64_t[]>(blocksInSlab * wordsInBlock));
  std::uint64_t *slab = slabs[numBlocks / blocksInSlab].get();
  return slab + numBlocks++ % blocksInSlab * wordsInBlock;
}

static std::size_t slotOf(std::uint64_t block, std::size_t numSlots) {
  const std::uint64_t mixed = block * 0x9E3779B97F4A7C15u;
  return mixed >> (64 - std::countr_zero(numSlots));
}

void AddressSet::rehash() {
  std::vector<Slot> old(std::max<std::size_t>(64, slots.size() * 2));
  old.swap(slots);
  for (const Slot &slot : old) {
    if (slot.block == noBlock)
      continue;
    std::size_t i = slotOf(slot.block, slots.size());
    while (slots[i].block != noBlock)
      i = (i + 1) % slots.size();
    slots[i] = slot;
  }
}

const AddressSet::Slot &AddressSet::find(std::uint64_t block) {
  if (2 * (numBlocks + 1) > slots.size())
    rehash();
  std::size_t i = slotOf(block, slots.size());
  while (slots[i].block != block) {
    if (slots[i].block == noBlock) {
      slots[i] = {block, newBlock()};
      break;
    }
    i = (i + 1) & (slots.size() - 1);
  }
  return slots[i];
}

} // namespace regtt::rt
