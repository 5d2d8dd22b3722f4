/// Memory of a thread's for what waits while others are visited. Grows, and is
/// kept from one block of queries to the next.
#pragma once

#include <regtt/rt/core/tree.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace regtt::rt {
namespace {

/// A byte of this unit's: what the library makes for it is no other unit's.
struct Byte {
  unsigned char value;
};

/// Memory that grows by pieces and is given back from its end.
class PieceMemory {
public:
  struct Place {
    std::size_t piece = 0, used = 0;
  };

  Place end() const { return at; }
  void release(Place place) { at = place; }
  /// Room for `bytes`, aligned to a cache line.
  Byte *reserve(std::size_t bytes) {
    bytes = (bytes + 63) / 64 * 64;
    while (at.piece < pieces.size() &&
           at.used + bytes > pieces[at.piece].bytes) {
      ++at.piece;
      at.used = 0;
    }
    if (at.piece == pieces.size()) {
      const std::size_t size = std::max(bytes, std::size_t(1) << 20);
      pieces.push_back({std::unique_ptr<Byte[]>(new Byte[size + 64]), size});
      at.used = 0;
    }
    auto first =
        reinterpret_cast<std::uintptr_t>(pieces[at.piece].memory.get());
    first = (first + 63) / 64 * 64;
    Byte *result = reinterpret_cast<Byte *>(first) + at.used;
    at.used += bytes;
    return result;
  }

private:
  struct Piece {
    std::unique_ptr<Byte[]> memory;
    std::size_t bytes;
  };
  std::vector<Piece> pieces;
  Place at;
};

/// A stack of ropes that takes memory as it needs it (core/stack.h).
template <class Args> class GrowingStack {
public:
  bool empty() const { return top == 0; }
  void clear() { top = 0; }
  void push(Link link, const Args &args) {
    put(0, link, args);
    raise(1);
  }
  void put(std::uint32_t above, Link link, const Args &args) {
    const std::size_t at = top + above;
    if (at >= entries.size())
      entries.resize(2 * at + 64);
    entries[at] = {link, args};
  }
  void raise(std::uint32_t count) { top += count; }
  Link pop(Args &args) {
    const Entry &last = entries[--top];
    args = last.args;
    return last.link;
  }

private:
  struct Entry {
    Link link;
    Args args;
  };
  std::vector<Entry> entries;
  std::size_t top = 0; ///< entries in use
};

} // namespace
} // namespace regtt::rt
