// The loop in a program without calls that goes over an iteration's neighbours.
#pragma once

#include "regtt/Kernel/Kernel.h"

namespace regtt::kernel {

struct InnerLoop {
  const ir::LoopStatement *loop = nullptr;
  /// The blocks around it, outermost first; the last one holds it.
  std::vector<const ir::BlockStatement *> around;
  const ir::Variable *counter = nullptr;
  const ir::Expr *first = nullptr, *last = nullptr;
  InnerRange::Until until = InnerRange::Less;
};

/// Why there is none, and where that stands.
struct InnerObstacle {
  std::string what;
  ir::Location loc;
};

/// The first one of those that count up from one number to another and are in
/// no other loop; loops over a number of elements that is written in the text
/// are passed over.
std::optional<InnerLoop> findInnerLoop(const ir::Function &program,
                                       InnerObstacle &why);

} // namespace regtt::kernel
