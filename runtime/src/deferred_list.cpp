#include <regtt/rt/core/deferred_list.h>

#include <algorithm>
#include <cstdio>

namespace regtt::rt {

void DeferredList::grow(std::size_t more) {
  constexpr std::size_t least = std::size_t{1} << 12;
  const std::size_t wanted = std::max({least, used + more, 2 * room});
  void *const made = std::realloc(memory.get(), wanted);
  if (!made) {
    // Elements of arrays may have been changed already.
    std::fputs("regtt: error: no memory to note what iterations leave to the "
               "host\n",
               stderr);
    std::abort();
  }
  (void)memory.release();
  memory.reset(static_cast<std::byte *>(made));
  room = wanted;
}

} // namespace regtt::rt
