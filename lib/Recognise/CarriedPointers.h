// Parameters that are pointers, handed on and returned, and followed by nobody.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// A traversal of which such a pointer, which changes from call to call, is the
/// number that its address is, and the calls of it that come from elsewhere:
///
///     fn @match(%n: ptr @Node, %best: ptr i64) -> ptr i64 {
///       store %best = load %n->value
///       ... call @match(load %n->next, load %best) ... return load %best }
///  -> fn @match(%n: ptr @Node, %best: u64) -> ptr i64 {
///       store %best = ptrtoint<u64>(load %n->value)
///       ... call @match(load %n->next, load %best)
///       ... return inttoptr<ptr i64>(load %best) }
struct CarriedPointers {
  ir::Module &module;
  ir::Function *traversal;
  const ir::Variable *which; ///< a parameter of it that others hold; or null

  /// Exchanges the traversal, as long as it has such a pointer.
  void run(std::vector<const ir::CallStatement *> &calls);

private:
  bool number(unsigned param, std::vector<const ir::CallStatement *> &calls);
};

/// The number that `e`, a pointer which a traversal returns, is made of; null:
/// it is made of none.
const ir::Expr *numberOfCarried(const ir::Expr *e);

} // namespace regtt::recognise
