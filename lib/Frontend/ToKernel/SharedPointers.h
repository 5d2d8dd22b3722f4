// The pointers that the host file follows to reach what all iterations share.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>
#include <vector>

namespace regtt::tokernel {

/// `p` and `p->tables` of `p->tables->x`: what has to lead somewhere for `text`
/// to name an object; `this` always does.
std::vector<std::string> followedPointers(llvm::StringRef text);

} // namespace regtt::tokernel
