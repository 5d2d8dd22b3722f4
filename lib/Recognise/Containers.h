// Containers of the library whose size visits change.
#pragma once

#include "Object.h"

#include <string>

namespace regtt::recognise {

/// What the clause `bound` says of a container of the query's.
struct ContainerBound {
  std::optional<Object> object; ///< nothing where it names no such thing
  unsigned most = 1;
  std::string text;
  ir::Location loc;
  bool isUsed = false;
};

/// What the user calls it: `push_back`.
std::string methodOf(ir::ChangeOp op, bool isQueue);
/// Whether it is a std::priority_queue.
bool isQueue(const ir::Type *type);

} // namespace regtt::recognise
