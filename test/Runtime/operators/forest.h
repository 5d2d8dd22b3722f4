/// A query program by hand: a query enters one tree, then others in a loop that
/// it may leave early. Each records the sequence of its visits (guarded.h).
#pragma once

#include "guarded.h"

#include <vector>

namespace forest {
namespace rt = regtt::rt;
using guarded::UserNode;
using guarded::UserQuery;

/// The serial program.
inline void runSerially(UserQuery *q, const UserNode *first,
                        const std::vector<const UserNode *> &trees) {
  guarded::visitSerially(q, first);
  q->best = q->best * 2 + 0.25;
  for (const UserNode *tree : trees) {
    guarded::visitSerially(q, tree);
    if (q->trace % 7 == 0)
      break;
  }
  q->trace += 1;
}

/// What it reads that is the same for all queries.
struct Uniforms {
  int numTrees;
};

struct Traversal : guarded::Traversal {
  using Uniforms = forest::Uniforms;
  static constexpr int numRootGroups = 2;

  template <class Children>
  struct Operator : guarded::Traversal::Operator<Children> {
    using Traversal = forest::Traversal;
    forest::Uniforms u;
    rt::Roots<2> roots;

    template <class Calls>
    REGTT_OP void program(guarded::Query &q, const Calls &calls) const {
      calls.visit(roots.at(0, 0), {});
      q.best = q.best * 2 + 0.25;
      for (int t = 0; t < u.numTrees; ++t) {
        calls.visit(roots.at(1, std::uint32_t(t)), {});
        if (q.trace % 7 == 0)
          break;
      }
      q.trace += 1;
    }
  };
};

} // namespace forest
