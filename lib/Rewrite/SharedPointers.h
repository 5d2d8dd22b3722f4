// The pointers that the host file follows to reach what all iterations share.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>

namespace regtt {

/// `(p != 0 && p->tables != 0)` for `p->tables->x`, what is to hold for `text`
/// to name an object; empty where no pointer is followed, or only `this`. The
/// traversal may never look at what a pointer leads to, and then it may be
/// null.
std::string leadsSomewhere(llvm::StringRef text, llvm::StringRef null);

} // namespace regtt
