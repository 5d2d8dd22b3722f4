/// A traversal over nodes with three children, the later two behind guards that
/// earlier visits change. Each query records the sequence of its visits, so
/// that a guard evaluated too early, or a visit out of order, shows.
#pragma once

#include <regtt/rt/core/operator.h>

#include <array>
#include <cstddef>

namespace guarded {
namespace rt = regtt::rt;

struct UserQuery {
  double best;
  unsigned trace;
};
struct UserNode {
  double value;
  double bound[2];
  unsigned id;
  UserNode *child[3];
};

/// The serial program.
inline void visitSerially(UserQuery *q, const UserNode *n) {
  if (!n)
    return;
  q->trace = q->trace * 31 + n->id;
  if (n->value < q->best)
    q->best = n->value;
  visitSerially(q, n->child[0]);
  if (n->bound[0] < q->best)
    visitSerially(q, n->child[1]);
  if (n->bound[1] < q->best)
    visitSerially(q, n->child[2]);
}

struct Query {
  double best;
  unsigned trace;

  struct Result {
    double best;
    unsigned trace;
  };
  REGTT_OP Result result() const { return {best, trace}; }
};

template <class Children> struct alignas(16) Node {
  double value;
  double bound[2];
  unsigned id;
  Children children;
};

struct Traversal {
  using Query = guarded::Query;
  using Uniforms = rt::NoUniforms;
  struct Args {
    double bound;
  };
  static constexpr int maxRopes = 3;
  static constexpr bool hasGuards = true;
  static constexpr bool fixedOrder = true;
  static constexpr bool slotsClosed = false;

  static constexpr std::array<rt::Slots, 1> slots = {{
      {offsetof(UserNode, child), 3}, // n->child
  }};
  static constexpr int numSlots = 3;
  static constexpr std::array<rt::PointerField, 0> pointers = {};
  template <class Children> using Records = rt::Records<Node<Children>>;
  template <class Children>
  static constexpr std::array<rt::NodeField, 3> nodeFields = {{
      {0, offsetof(Node<Children>, value), -1, offsetof(UserNode, value), 8},
      {0, offsetof(Node<Children>, bound), -1, offsetof(UserNode, bound), 16},
      {0, offsetof(Node<Children>, id), -1, offsetof(UserNode, id), 4},
  }};
  static constexpr std::array<rt::ObjectField, 2> queryFields = {{
      {0, offsetof(Query, best), offsetof(UserQuery, best), 8},
      {0, offsetof(Query, trace), offsetof(UserQuery, trace), 4},
  }};
  static constexpr std::array<rt::ObjectField, 2> resultFields = {{
      {0, offsetof(Query::Result, best), offsetof(UserQuery, best), 8},
      {0, offsetof(Query::Result, trace), offsetof(UserQuery, trace), 4},
  }};

  template <class Children> struct Operator {
    using Traversal = guarded::Traversal;
    Records<Children> tree;
    Uniforms u;

    REGTT_OP Args start(const Query &) const { return {}; }

    REGTT_OP bool admit(const Query &q, const Args &rope) const {
      return rope.bound < q.best;
    }

    template <class Ropes>
    REGTT_OP void enter(Query &q, rt::Link self, const Node<Children> &n,
                        const Args &, Ropes &ropes) const {
      (void)self;
      q.trace = q.trace * 31 + n.id;
      if (n.value < q.best)
        q.best = n.value;
      ropes.visit(0, n.children[0], {});
      REGTT_UNROLL
      for (int i = 0; i < 2; ++i)
        ropes.visit(1 + i, n.children[1 + i], {n.bound[i]});
    }
  };
};

} // namespace guarded
