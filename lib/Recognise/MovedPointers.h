// Parameters that are pointers into one array, moved on from call to call.
#pragma once

#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// A traversal of which such a pointer is a pointer that never changes and the
/// number of an element, and the calls of it that come from elsewhere:
///
///     fn @match(%n: ptr @Node, %text: ptr i8) {
///       ... load (*%text) ... call @match(load %n->next, addressof %text[1]) }
///  -> fn @match(%n: ptr @Node, %text: ptr i8, %text_at: i64) {
///       ... load %text[load %text_at]
///       ... call @match(load %n->next, load %text, add(load %text_at, 1)) }
struct NumberedPointers {
  ir::Module &module;
  ir::Function *traversal;
  const ir::Variable *which; ///< a parameter of it that others hold; or null

  /// Exchanges the traversal, as long as it has such a pointer.
  void run(std::vector<const ir::CallStatement *> &calls);

private:
  bool number(unsigned param, std::vector<const ir::CallStatement *> &calls);
};

} // namespace regtt::recognise
