// Expressions and places of lanes: what of them has no form there.
#pragma once

#include "regtt/Analysis/Divergence.h"

#include <optional>
#include <string>

namespace regtt::kernel {

struct LaneObstacle {
  ir::Location at;
  std::string what;
};

class LaneValues {
public:
  LaneValues(const Kernel &kernel, const Divergence &levels)
      : kernel(kernel), levels(levels) {}

  /// What stands against `e` and its parts.
  std::optional<LaneObstacle> obstacle(const ir::Expr *e) const;
  /// What does against a store to a place of lanes' own.
  std::optional<LaneObstacle> storeObstacle(const ir::Place &place,
                                            ir::Location at) const;
  std::optional<LaneObstacle> called(const ir::Function &callee,
                                     llvm::ArrayRef<const ir::Expr *> arguments,
                                     ir::Location at) const;
  /// What does against an object that is referred to. `isLive`: it may be
  /// changed as long as it is, by this reference or otherwise.
  std::optional<LaneObstacle> referred(const ir::Expr &e, bool isLive) const;

private:
  using Found = std::optional<LaneObstacle>;

  Found own(const ir::Expr &e) const;
  Found operands(const ir::Expr &e) const;
  Found loaded(const ir::Place &place, ir::Location at) const;
  Found steps(const ir::Place &place, ir::Location at) const;
  Found ofChosen(const ir::SelectExpr &chosen, const ir::Place &place) const;

  const Kernel &kernel;
  const Divergence &levels;
};

} // namespace regtt::kernel
