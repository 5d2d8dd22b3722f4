// Statements in the inner loops of a body without a traversal that only the
// host can do, in the order of the iterations:
//
//     for (int u : frontier)                 if lt(load %level[load %w], 0) {
//       for (int w : near[u])                  defer 0 (load %w)
//         if (level[w] < 0) {         ->     }
//           level[w] = level[u] + 1;
//           next.push_back(w);               and behind all iterations, for each
//         }                                  of these: the statement as it stands
//
// What iterations compute then is what they compute before any of these
// statements has been done. That nothing of it depends on them is asked as of
// what follows a traversal (Host/LoopPairs.h), but for the condition that such
// a statement begins with: where the element that it sets is not free, or not
// greater, it stays so.
#pragma once

#include "Recogniser.h"

namespace regtt::recognise {

/// Puts DeferStatements into `body`, the loop's, and their records into the
/// kernel.
void deferStatements(Recogniser &site, const ir::Statement *loop,
                     ir::BlockStatement *body);

/// Those in it, by their numbers; where the lowering has a text twice, both.
std::vector<const ir::DeferStatement *>
deferredIn(const ir::BlockStatement *body);

/// What field `k` of its record has the value of: a local of the body's, or a
/// member of one, or of what it refers to; null: of none of this statement's.
const ir::Place *deferredPlace(ir::Module &module, const ir::DeferStatement &s,
                               size_t k);
/// In the user's words: `e.to`
std::string deferredText(const ir::Place *place);

/// An element that a statement sets where it is free, or greater or less than
/// what it is set to.
struct Claim {
  const ir::Place *asked = nullptr;  ///< in the condition
  const ir::Place *stored = nullptr; ///< in the block
  std::optional<ir::Combiner> combiner;
  ir::BinaryOp op = ir::BinaryOp::Eq; ///< without a combiner: how, and
  int64_t with = 0;                   ///< with what it is compared

  bool isAlike(const Claim &other) const {
    return combiner == other.combiner && op == other.op && with == other.with;
  }
};

/// What it sets so; nothing where it is no such statement.
std::optional<Claim> claimOf(ir::Module &module, const ir::Expr *condition,
                             const ir::BlockStatement *body);

} // namespace regtt::recognise
