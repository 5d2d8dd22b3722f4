// Arrays that are gone over as far as those of other objects of one class.
#pragma once

#include "Object.h"

namespace regtt::recognise {

class Body;
class Recogniser;

/// What one function says of them.
class OtherExtents {
public:
  explicit OtherExtents(Body &body);

  /// The loop ends at `last`, a number that another object of the same class
  /// has beside its own array: what is looked at ends at its own number, if
  /// that is the same. Of an element's array, `element` is the one that has it.
  /// False: it is something else.
  bool end(ArrayBound &bound, const ir::Expr *last, const ir::Expr *element);
  /// What `call` returns, if that is the element of an array of the
  /// iteration's or an element's that one of its arguments chooses, inside a
  /// loop: `p.x(d)`. Null: it is something else.
  const ir::Expr *indexedBy(const ir::CallExpr &call);

private:
  Body &body;
  Recogniser &site;
  ir::Module &module;
};

} // namespace regtt::recognise
