/// An exact set of object addresses: was this one met before?
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace regtt::rt {

/// A sparse bitmap with one bit per `granule` bytes of address space, in blocks
/// found by hashing; the block used last is at hand, so that addresses that lie
/// close together cost a few instructions. Exact as long as two objects are
/// never closer than `granule` bytes. Keeps its memory when cleared.
class AddressSet {
public:
  /// Empties the set. `granule`: a lower bound of the objects' size.
  void reset(std::size_t granule);

  /// Adds `address`; returns whether it is new.
  bool insert(const void *address) {
    std::uint64_t &word = wordOf(address);
    const std::uint64_t old = word;
    word |= bitOf(address);
    return (old & bitOf(address)) == 0;
  }
  void erase(const void *address) { wordOf(address) &= ~bitOf(address); }
  bool contains(const void *address) {
    return (wordOf(address) & bitOf(address)) != 0;
  }

private:
  static constexpr int blockShift = 12; // bits in a block, as a power of two
  static constexpr std::size_t wordsInBlock = (1u << blockShift) / 64;
  static constexpr std::size_t blocksInSlab = 64;
  static constexpr std::uint64_t noBlock = ~std::uint64_t{0};
  struct Slot {
    std::uint64_t block = noBlock;
    std::uint64_t *words = nullptr;
  };

  std::uint64_t keyOf(const void *address) const {
    return reinterpret_cast<std::uintptr_t>(address) >> granuleShift;
  }
  std::uint64_t bitOf(const void *address) const {
    return std::uint64_t{1} << (keyOf(address) % 64);
  }
  std::uint64_t &wordOf(const void *address) {
    const std::uint64_t key = keyOf(address);
    if (key >> blockShift != last.block)
      last = find(key >> blockShift);
    return last.words[key / 64 % wordsInBlock];
  }
  const Slot &find(std::uint64_t block);
  std::uint64_t *newBlock();
  void rehash();

  int granuleShift = 0;
  Slot last;
  std::vector<Slot> slots;
  std::size_t numBlocks = 0;
  std::vector<std::unique_ptr<std::uint64_t[]>> slabs;
};

} // namespace regtt::rt
