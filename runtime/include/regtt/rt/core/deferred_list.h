/// Records of what iterations leave to the host, one behind the other.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace regtt::rt {

class DeferredList {
public:
  /// Whose own its bytes become: std::free() takes them back.
  struct Free {
    void operator()(std::byte *memory) const { std::free(memory); }
  };
  using Memory = std::unique_ptr<std::byte, Free>;

  template <class Record> void push(const Record &record) {
    std::memcpy(add(sizeof record), &record, sizeof record);
  }
  /// Room for so many bytes more. Ends the program where there is none.
  std::byte *add(std::size_t more) {
    if (more > room - used)
      grow(more);
    std::byte *const result = memory.get() + used;
    used += more;
    return result;
  }

  std::size_t bytes() const { return used; }
  const std::byte *first() const { return memory.get(); }
  void clear() { used = 0; }
  /// Nothing is left here.
  Memory take() {
    used = room = 0;
    return std::move(memory);
  }

private:
  void grow(std::size_t more);

  Memory memory;
  std::size_t used = 0, room = 0;
};

} // namespace regtt::rt
