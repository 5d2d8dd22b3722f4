/// A loop without a traversal, taken apart around the loop inside it: what
/// engines need that share an iteration's neighbours out among threads
/// (Wu 2019, Figure 3.1: prework, inner loop, postwork; the inner loop as terms
/// and a fold is ours).
///
///     double s = 0;                                 begin: %s = 0; the range
///     is for (int e = row[i]; e < row[i + 1]; ++e)            [row[i], row[i +
///     1])
///       s += val[e] * x[col[e]];                    term:  %value = val[e] *
///       ...
///     y[i] = s;                                     fold:  %s = %s + %value
///                                                   end:   y[i] = %s
///
/// Parameters of the functions stand for the fields of structs: the *frame*,
/// which outlives the inner loop; the *outer* values, which are what terms need
/// of their iteration; a *term*.
#pragma once

#include "regtt/IR/Function.h"
#include "regtt/IR/Operators.h"

#include <vector>

namespace regtt::kernel {

struct InnerRange {
  /// `(frame..., first, last) -> bool`: up to the inner loop, the bounds of
  /// which it sets. False: the iteration has not come there, and is done.
  ir::Function *begin = nullptr;
  /// `(frame..., outer...)`: sets the outer values.
  ir::Function *outer = nullptr;
  /// `(outer..., counter, term...)`: what an iteration of the inner loop
  /// computes by itself, and what it does to elements that all combine.
  ir::Function *term = nullptr;
  /// `(frame..., counter, term...)`: what is handed from one to the next, in
  /// their order. Its block is empty where nothing is.
  ir::Function *fold = nullptr;
  /// `(frame...)`: what follows the inner loop.
  ir::Function *end = nullptr;

  /// How the counter is compared with `last`, which is of the type in which
  /// that is done.
  enum Until { Less, LessEqual, NotEqual } until = Less;

  /// Fields that the fold changes, each by one operator that has one result in
  /// whatever order. Empty where some are changed otherwise, or none is.
  struct Part {
    unsigned frame = 0;
    ir::Combiner combiner = ir::Combiner::Add;
  };
  std::vector<Part> parts;
  /// `(frame...)`: sets these fields to what the operators leave others alone
  /// with. `(frame..., other...)`: combines them with those of another frame.
  ir::Function *identity = nullptr, *merge = nullptr;

  ir::Location loc; ///< of the inner loop

  size_t frameSize() const { return end->params.size(); }
  size_t outerSize() const { return outer->params.size() - frameSize(); }
  size_t termSize() const { return fold->params.size() - frameSize() - 1; }
  bool folds() const { return !fold->body->statements.empty(); }
  /// Whether terms may be folded in any order, or need not be.
  bool regroups() const { return !folds() || !parts.empty(); }
};

/// Whether all that a part changes is the iteration's own: it may be called
/// twice.
bool changesOwnAlone(const ir::Function &part);

/// Whether the fold may be regrouped, and looks at nothing of its iteration but
/// what it changes: whose term it is makes no difference.
bool foldsAlone(const InnerRange &inner);

} // namespace regtt::kernel
