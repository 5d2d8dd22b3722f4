/// What is proved of a traversal as a whole.
#pragma once

#include "regtt/IR/Location.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include <string>

namespace regtt::kernel {

/// One way through the body: the slots it calls, in order.
struct CallPath {
  struct Item {
    llvm::SmallVector<int, 8> slots; ///< candidates; one if not chosen by data
    bool conditional = false;        ///< behind a deferred guard
  };
  llvm::SmallVector<Item, 8> items;
};

/// More ways through a body than this are not enumerated.
inline constexpr size_t maxCallPaths = 1024;

enum class TraversalClass {
  StmdStatic,
  StmdDynamic,
  StmdTopDown,
  NestedLoop ///< no traversal: an irregular nested loop
};

/// `STMD-static`, `irregular nested loop` and so on.
llvm::StringRef textOf(TraversalClass classification);

/// A proved property, or why it could not be proved.
struct Trait {
  bool holds = false;
  std::string reason;
  ir::Location where; ///< the cause, where there is one
};

/// What engines ask for; each is described in Traits.def.
struct Traits {
#define TRAIT(NAME) Trait NAME;
#include "regtt/Kernel/Traits.def"
#undef TRAIT
};

} // namespace regtt::kernel
