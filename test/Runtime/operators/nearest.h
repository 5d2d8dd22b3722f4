/// Guarded nearest neighbour, by hand: near child first, the far child behind a
/// guard that is evaluated when its rope is taken. Exercises Args and guards.
#pragma once

#include <regtt/rt/core/operator.h>

#include <array>
#include <cstddef>

namespace nearest {
namespace rt = regtt::rt;

struct UserQuery {
  double coord[2];
  double best;
  int bestId;
};
struct UserNode {
  double coord[2];
  int axis, id;
  UserNode *child[2];
};

struct Uniforms {};

struct Query {
  double coord[2];
  double best;
  int bestId;

  struct Result {
    double best;
    int bestId;
  };
  REGTT_OP Result result() const { return {best, bestId}; }
};

template <class Children> struct alignas(16) Node {
  double coord[2];
  int axis;
  int id;
  Children children;
};

struct Traversal {
  using Query = nearest::Query;
  using Uniforms = nearest::Uniforms;
  /// What a deferred rope carries.
  struct Args {
    double diff;
  };
  static constexpr int maxRopes = 2;
  static constexpr bool hasGuards = true;
  static constexpr bool fixedOrder = false;
  static constexpr bool slotsClosed = false;

  static constexpr std::array<rt::Slots, 1> slots = {{
      {offsetof(UserNode, child), 2}, // n->child
  }};
  static constexpr int numSlots = 2;
  static constexpr std::array<rt::PointerField, 0> pointers = {};
  template <class Children> using Records = rt::Records<Node<Children>>;
  template <class Children>
  static constexpr std::array<rt::NodeField, 3> nodeFields = {{
      {0, offsetof(Node<Children>, coord), -1, offsetof(UserNode, coord), 16},
      {0, offsetof(Node<Children>, axis), -1, offsetof(UserNode, axis), 4},
      {0, offsetof(Node<Children>, id), -1, offsetof(UserNode, id), 4},
  }};
  static constexpr std::array<rt::ObjectField, 3> queryFields = {{
      {0, offsetof(Query, coord), offsetof(UserQuery, coord), 16},
      {0, offsetof(Query, best), offsetof(UserQuery, best), 8},
      {0, offsetof(Query, bestId), offsetof(UserQuery, bestId), 4},
  }};
  static constexpr std::array<rt::ObjectField, 2> resultFields = {{
      {0, offsetof(Query::Result, best), offsetof(UserQuery, best), 8},
      {0, offsetof(Query::Result, bestId), offsetof(UserQuery, bestId), 4},
  }};

  template <class Children> struct Operator {
    using Traversal = nearest::Traversal;
    Records<Children> tree;
    Uniforms u;

    REGTT_OP Args start(const Query &) const { return {}; }

    /// Whether a deferred rope is still to be taken (positions 1 and up).
    REGTT_OP bool admit(const Query &q, const Args &rope) const {
      return rope.diff * rope.diff < q.best;
    }

    template <class Ropes>
    REGTT_OP void enter(Query &q, rt::Link self, const Node<Children> &n,
                        const Args &, Ropes &ropes) const {
      (void)self;
      const double dx = q.coord[0] - n.coord[0], dy = q.coord[1] - n.coord[1];
      const double d = dx * dx + dy * dy;
      if (d < q.best) {
        q.best = d;
        q.bestId = n.id;
      }
      const double diff = n.axis == 0 ? dx : dy;
      const int near = diff < 0 ? 0 : 1;
      ropes.visit(0, n.children[near], {});
      ropes.visit(1, n.children[1 - near], {diff});
    }
  };
};

} // namespace nearest
