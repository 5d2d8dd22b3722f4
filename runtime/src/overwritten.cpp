#include "overwritten.h"

#include <regtt/rt/host/session.h>

#include <cstddef>
#include <cstring>
#include <new>
#include <vector>

namespace regtt::rt {

namespace {

class Overwritten {
public:
  void keep(const void *place, std::size_t size) {
    places.push_back({const_cast<void *>(place), bytes.size(), size});
    const auto *from = static_cast<const std::byte *>(place);
    bytes.insert(bytes.end(), from, from + size);
  }

  void putBack() const {
    for (std::size_t p = places.size(); p-- > 0;)
      std::memcpy(places[p].at, bytes.data() + places[p].first, places[p].size);
  }

private:
  struct Place {
    void *at;
    std::size_t first, size; ///< in `bytes`
  };
  std::vector<Place> places;
  std::vector<std::byte> bytes;
};

} // namespace

void keepOverwritten(regtt_call &call) { call.kept = new Overwritten; }

void putBack(const regtt_call &call) {
  if (call.kept)
    static_cast<const Overwritten *>(call.kept)->putBack();
}

void forgetOverwritten(regtt_call &call) {
  delete static_cast<Overwritten *>(call.kept);
  call.kept = nullptr;
}

} // namespace regtt::rt

extern "C" void regtt_keep_bytes(regtt_call *call, const void *place,
                                 size_t bytes) {
  using namespace regtt::rt;
  try {
    static_cast<Overwritten *>(call->kept)->keep(place, bytes);
  } catch (const std::bad_alloc &) {
    fail(*call, "out of memory for what the loop overwrites before its calls");
  }
}
