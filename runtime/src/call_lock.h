/// One call at a time: what the session and the devices hold is shared.
#pragma once

#include <mutex>

namespace regtt::rt {

inline std::mutex &callLock() {
  static std::mutex *const only = new std::mutex;
  return *only;
}

} // namespace regtt::rt
