/// What of a kernel its visits run and look at. Where an iteration makes
/// several calls there is more: what the code around and between them names.
#pragma once

#include "regtt/Kernel/Kernel.h"

#include <llvm/ADT/DenseSet.h>

namespace regtt::kernel {

class VisitParts {
public:
  /// Of what runs on arrival, at resume points and when a rope is taken, and of
  /// the helpers that these call.
  explicit VisitParts(const Kernel &kernel);

  bool calls(const Helper &helper) const {
    return functions.contains(helper.function);
  }
  /// Of a row of Kernel::data.
  bool names(const Datum &datum) const { return data.contains(&datum); }
  /// Any element of Kernel::arrays[number].
  bool namesArray(unsigned number) const { return arrays.contains(number); }

private:
  void add(const Kernel &kernel, const ir::Function *function);

  llvm::DenseSet<const ir::Function *> functions;
  llvm::DenseSet<const Datum *> data;
  llvm::DenseSet<unsigned> arrays;
};

} // namespace regtt::kernel
