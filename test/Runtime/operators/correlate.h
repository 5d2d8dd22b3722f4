/// Two-point correlation over a kd-tree, written by hand in the form that the
/// compiler prints: what the engines' unit tests run. Target-independent; the
/// including file provides the launcher.
#pragma once

#include <regtt/rt/core/operator.h>

#include <array>
#include <cmath>
#include <cstddef>

namespace correlate {
namespace rt = regtt::rt;

/// The user's types, as a serial program has them.
struct UserPoint {
  float coord[3];
  int corr;
};
struct UserNode {
  float min[3], max[3];
  const UserPoint *point;
  UserNode *left, *right;
};

/// What the traversal reads that is the same for every query and node.
struct Uniforms {
  float rad;
};

/// What one query reads and writes.
struct Query {
  float coord[3]; // p->coord
  int corr;       // p->corr

  struct Result {
    int corr;
  };
  REGTT_OP Result result() const { return {corr}; }
};

/// Read on arrival at a node.
template <class Children> struct alignas(16) Node {
  float min[3]; // n->min
  float max[3]; // n->max
  Children children;
};

/// Read at a leaf only.
struct alignas(16) NodeLeaf {
  float point_coord[3]; // n->point->coord
};

REGTT_OP float sq(float x) { return x * x; }

template <class Children>
REGTT_OP bool canCorrelate(const Query &p, const Node<Children> &n,
                           const Uniforms &u) {
  float sum = 0, boxsum = 0;
  for (int i = 0; i < 3; ++i) {
    float center = (n.max[i] + n.min[i]) / 2;
    float boxdist = (n.max[i] - n.min[i]) / 2;
    sum += sq(p.coord[i] - center);
    boxsum += sq(boxdist);
  }
  return std::sqrt(sum) - std::sqrt(boxsum) < u.rad;
}

struct Traversal {
  using Query = correlate::Query;
  using Uniforms = correlate::Uniforms;
  using Args = rt::NoArgs;
  static constexpr int maxRopes = 2;
  static constexpr bool hasGuards = false;
  static constexpr bool fixedOrder = true;
  static constexpr bool slotsClosed = true;

  // The user's tree: UserNode, UserPoint.
  static constexpr std::array<rt::Slots, 2> slots = {{
      {offsetof(UserNode, left), 1},  // n->left
      {offsetof(UserNode, right), 1}, // n->right
  }};
  static constexpr int numSlots = 2;
  static constexpr std::array<rt::PointerField, 1> pointers = {{
      {-1, offsetof(UserNode, point)}, // n->point
  }};
  // Whether the traversal reads through pointer P of this node.
  template <int P, class Children>
  static bool follows(const Node<Children> &n) {
    return !n.children.has(0) && !n.children.has(1);
  }
  template <class Children>
  using Records = rt::Records<Node<Children>, NodeLeaf>;
  template <class Children>
  static constexpr std::array<rt::NodeField, 3> nodeFields = {{
      {0, offsetof(Node<Children>, min), -1, offsetof(UserNode, min), 12},
      {0, offsetof(Node<Children>, max), -1, offsetof(UserNode, max), 12},
      {1, offsetof(NodeLeaf, point_coord), 0, offsetof(UserPoint, coord), 12},
  }};
  static constexpr std::array<rt::ObjectField, 2> queryFields = {{
      {0, offsetof(Query, coord), offsetof(UserPoint, coord), 12},
      {0, offsetof(Query, corr), offsetof(UserPoint, corr), 4},
  }};
  static constexpr std::array<rt::ObjectField, 1> resultFields = {{
      {0, offsetof(Query::Result, corr), offsetof(UserPoint, corr), 4},
  }};

  /// The traversal's body. enter() runs on arrival at node `self` and hands
  /// each call to `ropes`, by its position in the call set.
  template <class Children> struct Operator {
    using Traversal = correlate::Traversal;
    Records<Children> tree;
    Uniforms u;

    REGTT_OP Args start(const Query &) const { return {}; }

    REGTT_OP bool truncates(const Query &p, rt::Link, const Node<Children> &n,
                            const Args &) const {
      return !canCorrelate(p, n, u);
    }
    template <class Ropes>
    REGTT_OP void enter(Query &p, rt::Link self, const Node<Children> &n,
                        const Args &args, Ropes &ropes) const {
      if (!truncates(p, self, n, args))
        proceed(p, self, n, args, ropes);
    }
    template <class Ropes>
    REGTT_OP void proceed(Query &p, rt::Link self, const Node<Children> &n,
                          const Args &, Ropes &ropes) const {
      if (!n.children.has(0) && !n.children.has(1)) {
        const auto &leaf = tree.template load<1>(self);
        float dist = 0;
        for (int i = 0; i < 3; ++i)
          dist += sq(p.coord[i] - leaf.point_coord[i]);
        if (std::sqrt(dist) < u.rad)
          p.corr++;
        return;
      }
      ropes.visit(0, n.children[0]); // correlate(p, n->left)
      ropes.visit(1, n.children[1]); // correlate(p, n->right)
    }
  };
};

} // namespace correlate
