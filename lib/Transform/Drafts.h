// The segments of a body while they are made.
#pragma once

#include "regtt/Transform/Passes.h"

namespace regtt::kernel {

/// Statements in the variables of the whole body, which may stand in several
/// segments; a `resume` names no function yet.
struct Drafts {
  const ir::BlockStatement *enter = nullptr;
  struct Point {
    const ir::BlockStatement *body = nullptr;
    ir::Location loc; ///< where it goes on
  };
  std::vector<Point> points;
  /// Where each `resume` in the drafts goes on, by its number among `points`.
  llvm::DenseMap<const ir::Statement *, unsigned> resumes;
};

/// Cuts the body of `enter`, which stays as it is, where what follows visits
/// depends on them. No points: it need not be cut. Nothing: a message says what
/// is refused.
std::optional<Drafts> draftSegments(PassContext &context);

} // namespace regtt::kernel
