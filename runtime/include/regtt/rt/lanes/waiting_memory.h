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

/// A stack of ropes that takes memory as it needs it.
template <class Args> class GrowingStack {
public:
  bool empty() const { return entries.empty(); }
  void clear() { entries.clear(); }
  void push(Link link, const Args &args) { entries.push_back({link, args}); }
  Link pop(Args &args) {
    const Entry last = entries.back();
    entries.pop_back();
    args = last.args;
    return last.link;
  }

private:
  struct Entry {
    Link link;
    Args args;
  };
  std::vector<Entry> entries;
};

} // namespace
} // namespace regtt::rt
