// Traversals that are handed where vectors keep their elements.
#pragma once

#include "regtt/IR/Module.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace regtt::recognise {

/// Such a traversal, and the calls of it that come from elsewhere: it is handed
/// the vectors.
///
///     call @search(load %root, data(%dist))
///  -> call @search(load %root, refof %dist)
struct HandedVectors {
  ir::Module &module;
  ir::Function *traversal;
  const ir::Variable *which; ///< a parameter of it that others hold; or null
  /// Whether a vector is the iteration's own.
  llvm::function_ref<bool(const ir::Variable *)> isOwn;

  /// Exchanges the traversal, as long as it has such a parameter.
  void run(std::vector<const ir::CallStatement *> &calls);

private:
  void hand(unsigned param, std::vector<const ir::CallStatement *> &calls);
};

/// Where `place` is `%p[k]` of the pointer, or lies in that, its first step;
/// null of others.
const ir::DerefStep *firstStep(const ir::Place *place,
                               const ir::Variable *pointer);
/// Element `index` of the vector, the first one where that is null.
const ir::Place *vectorElement(ir::Module &module, const ir::Place *vector,
                               const ir::Expr *index);

} // namespace regtt::recognise
