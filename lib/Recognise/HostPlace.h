// Where the host has what all iterations see.
#pragma once

#include "regtt/IR/Module.h"
#include "regtt/Kernel/Data.h"

namespace regtt::recognise {

/// A place as the loop finds it: a variable or a global of the host's, and the
/// way from there.
struct HostPlace {
  const ir::Variable *variable = nullptr;
  const ir::Global *global = nullptr;
  kernel::DataSteps steps;

  explicit operator bool() const { return variable || global; }
  bool operator==(const HostPlace &other) const {
    return variable == other.variable && global == other.global &&
           steps == other.steps;
  }
  std::string text() const; ///< `tree.points`
  std::string name() const; ///< `points`
};

} // namespace regtt::recognise
