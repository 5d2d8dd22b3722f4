/// The containers of queries that iterations change the size of
/// (regtt_container), as the user's objects hold them.
#pragma once

#include <regtt/rt/abi.h>

#include <cstddef>
#include <string>
#include <vector>

namespace regtt::rt {

/// Whether every container fits its bound before the traversals run. Returns an
/// empty text, or the first that does not. No object is a null pointer.
std::string checkContainers(const regtt_call &call);

/// That iteration `i` needs room for `count` elements in the container `name`.
std::string overflowText(const char *name, std::size_t bound, std::size_t i,
                         std::size_t count);

/// REGTT_VERIFY: what the containers of one call hold.
class SavedContainers {
public:
  /// Copies what they hold before the parallel run.
  explicit SavedContainers(const regtt_call &call);

  /// Keeps the parallel results and puts back what was there before.
  void restore(const regtt_call &call);

  /// Compares the kept results with what the serial loop left, value by value
  /// and bit for bit. Returns an empty text, or the first that differs.
  std::string compare(const regtt_call &call) const;

private:
  std::vector<std::string> before, parallel; ///< by iteration and container
};

} // namespace regtt::rt
