/// Memory of the runtime's own that a call has for its iterations.
#pragma once

#include <cstddef>
#include <vector>

namespace regtt::rt {

/// As many zero bytes, aligned to mostAlignment; null if there are not as many.
void *makeZeros(std::size_t bytes);
void freeZeros(void *zeros);

/// Room for what iterations make for themselves, in blocks.
class Room {
public:
  Room() = default;
  Room(const Room &) = delete;
  Room &operator=(const Room &) = delete;
  ~Room();

  /// Zeros, aligned to 16 bytes; null if there are not as many.
  void *bytes(std::size_t count);
  /// Whether `place` lies in it: nobody else has what is there.
  bool contains(const char *place) const;

private:
  struct Block {
    char *first;
    std::size_t size;
  };
  std::vector<Block> blocks;
  char *free = nullptr;
  std::size_t left = 0;
};

} // namespace regtt::rt
