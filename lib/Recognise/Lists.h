// Lists as arrays of pointers to their elements: where one starts.
#pragma once

#include "Body.h"

namespace regtt::recognise {

class Lists {
public:
  explicit Lists(Body &body) : body(body) {}

  /// To the list that starts with the pointer at `part`.
  bool into(Part &part, const ir::LibraryType *list);
  /// Of a list in which what a parameter stands for is the first element: the
  /// pointer that leads there, or the list, which is `step` steps of `place`.
  std::optional<Part> startOf(const ir::Place *place, size_t &step);
  /// The list that starts with `argument`, if the callee goes along it.
  std::optional<Object> handed(const ir::Function &callee, unsigned k,
                               const ir::Expr *argument);
  /// What stands for the links of a container of the library's, of which the
  /// first one is asked for: `(*cast<ptr @std::_List_node<int>>(addressof
  /// %l)).next`.
  std::optional<Object> linksOf(const ir::CastExpr &cast);

private:
  Body &body;
};

} // namespace regtt::recognise
