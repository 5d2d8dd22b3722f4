// What of an iteration's statements leaves it.
#pragma once

#include "regtt/IR/Walk.h"

namespace regtt::recognise {

inline bool isLoop(const ir::Statement *s) {
  return llvm::isa<ir::LoopStatement, ir::CountedLoopStatement,
                   ir::RangeLoopStatement>(s);
}

inline bool holdsLoop(const ir::Statement *s) {
  bool result = false;
  ir::walk(s, [&](const ir::Statement *each) { result |= isLoop(each); });
  return result;
}

/// What in statements goes on with the loop's next iteration, or leaves the
/// loop; null: nothing.
struct Leaving {
  const ir::Statement *next = nullptr, *loop = nullptr;

  void find(const ir::Statement *s, bool isInner = false) {
    if (llvm::isa<ir::ReturnStatement>(s) ||
        (llvm::isa<ir::BreakStatement>(s) && !isInner))
      loop = loop ? loop : s;
    if (llvm::isa<ir::ContinueStatement>(s) && !isInner)
      next = next ? next : s;
    ir::forEachChild(s, [&](const ir::Statement *child) {
      find(child, isInner || isLoop(s));
    });
  }
};

} // namespace regtt::recognise
