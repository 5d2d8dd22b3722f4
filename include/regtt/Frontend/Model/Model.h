/// The Model: one annotated loop and the traversal it calls, as plain data.
///
/// Two levels (docs/design.md, "The Model"). The QueryLoop is the annotated
/// loop: its range, its query objects and its traverse site. The Traversal is a
/// structured statement tree over typed handles on Clang expressions, in which
/// every access to a node, a query or a uniform is recorded as an access path.
/// lib/Frontend builds it, lib/Analysis and lib/Transform fill in what they
/// prove, lib/Backend prints it. Nothing here depends on a target.
#pragma once

#include "regtt/Frontend/Model/Loop.h"
#include "regtt/Frontend/Model/Traversal.h"

namespace regtt {

/// One annotated loop with its traversal: the unit of transformation.
struct Model {
  QueryLoop loop;
  Traversal traversal;
  bool c = false; ///< the user's file is C
};

} // namespace regtt
