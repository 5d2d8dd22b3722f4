/// Traversals with work between and after their calls: over three children, the
/// third behind a guard, and over a list of children, all of them or one at a
/// time. Each query records the sequence of its visits and of what it does
/// between them.
#pragma once

#include "guarded.h"

#include <regtt/rt/core/children.h>
#include <regtt/rt/core/segments.h>

#include <array>
#include <cstddef>
#include <vector>

namespace resuming {
namespace rt = regtt::rt;
using guarded::Node;
using guarded::Query;
using guarded::UserNode;
using guarded::UserQuery;

REGTT_OP void note(unsigned &trace, unsigned what) {
  trace = trace * 31 + what;
}

/// The serial program.
inline void visitSerially(UserQuery *q, const UserNode *n, int depth) {
  if (!n)
    return;
  note(q->trace, n->id);
  const double before = q->best;
  if (n->value < q->best)
    q->best = n->value;
  for (int k = 0; k < 2; ++k) {
    visitSerially(q, n->child[k], depth + 1);
    note(q->trace, unsigned(depth));
    if (q->trace % 7 == 0)
      return;
  }
  visitSerially(q, n->child[0], depth + 5);
  if (n->bound[0] < q->best)
    visitSerially(q, n->child[2], depth + 2);
  note(q->trace, q->best < before);
}

struct Traversal : guarded::Traversal {
  struct Args {
    int depth;
    double bound; // for its guard
    int guard;    // -1: none
  };
  struct Resume0 {
    double before;
    int k, depth;
  };
  struct Resume1 {
    double before;
  };
  using Resumes = rt::ResumePoints<Resume0, Resume1>;
  static constexpr int maxRopes = 2;

  template <class Children> struct Operator {
    using Traversal = resuming::Traversal;
    Records<Children> tree;
    Uniforms u;

    REGTT_OP Args start(const Query &) const { return {0, {}, -1}; }
    REGTT_OP bool admit(const Query &q, const Args &rope) const {
      return rope.guard < 0 || rope.bound < q.best;
    }

    template <class Ropes>
    REGTT_OP void enter(Query &q, rt::Link, const Node<Children> &n,
                        const Args &args, Ropes &ropes) const {
      note(q.trace, n.id);
      const double before = q.best;
      if (n.value < q.best)
        q.best = n.value;
      ropes.visit(0, n.children[0], {args.depth + 1, {}, -1});
      ropes.resume(Resume0{before, 0, args.depth});
    }
    template <class Ropes>
    REGTT_OP void resume(Query &q, rt::Link, const Node<Children> &n,
                         const Resume0 &live, Ropes &ropes) const {
      note(q.trace, unsigned(live.depth));
      if (q.trace % 7 == 0)
        return;
      int k = live.k;
      for (++k; k < 2; ++k) {
        ropes.visit(0, n.children[k], {live.depth + 1, {}, -1});
        ropes.resume(Resume0{live.before, k, live.depth});
        return;
      }
      ropes.visit(0, n.children[0], {live.depth + 5, {}, -1});
      ropes.visit(1, n.children[2], {live.depth + 2, n.bound[0], 0});
      ropes.resume(Resume1{live.before});
    }
    template <class Ropes>
    REGTT_OP void resume(Query &q, rt::Link, const Node<Children> &,
                         const Resume1 &live, Ropes &) const {
      note(q.trace, q.best < live.before);
    }
  };
};

/// A node with any number of children, null ones among them.
struct ListNode {
  unsigned id;
  std::vector<ListNode *> child;
};

inline void visitListSerially(UserQuery *q, const ListNode *n, bool oneByOne) {
  if (!n)
    return;
  note(q->trace, n->id);
  for (const ListNode *child : n->child) {
    visitListSerially(q, child, oneByOne);
    if (oneByOne && q->trace % 5 == 0)
      break;
  }
  note(q->trace, n->id + 1);
}

template <class Children> struct alignas(4) ListRecord {
  unsigned id;
  Children children;
};

/// OneByOne: a test after each child may leave the loop.
template <bool OneByOne> struct List {
  using Query = resuming::Query;
  using Uniforms = rt::NoUniforms;
  using Args = rt::NoArgs;
  struct Resume0 {
    std::uint32_t next;
  };
  struct Resume1 {};
  using Resumes = rt::ResumePoints<Resume0, Resume1>;
  static constexpr bool hasGuards = false;
  static constexpr bool fixedOrder = true;
  static constexpr bool slotsClosed = false;
  static constexpr int numSlots = 0;
  static constexpr bool hasChildList = true;
  static constexpr std::array<rt::PointerField, 0> pointers = {};
  template <class Children> using Records = rt::Records<ListRecord<Children>>;
  struct Links {
    const char *begin, *end;
  };
  static constexpr std::array<rt::NodeField, 1> linkFields = {{
      {0, offsetof(Links, begin), -1, offsetof(ListNode, child), 16},
  }};
  template <class Visit>
  static void children(const Links &n, rt::NodeRef, const Uniforms &,
                       Visit &&visit) {
    rt::eachPointer(n.begin, n.end, visit);
  }
  template <class Children>
  static constexpr std::array<rt::NodeField, 1> nodeFields = {{
      {0, offsetof(ListRecord<Children>, id), -1, offsetof(ListNode, id), 4},
  }};
  static constexpr auto queryFields = guarded::Traversal::queryFields;
  static constexpr auto resultFields = guarded::Traversal::resultFields;

  template <class Children> struct Operator {
    using Traversal = List;
    Records<Children> tree;
    Uniforms u;

    REGTT_OP Args start(const Query &) const { return {}; }
    template <class Ropes>
    REGTT_OP void enter(Query &q, rt::Link, const ListRecord<Children> &n,
                        const Args &, Ropes &ropes) const {
      note(q.trace, n.id);
      if constexpr (!OneByOne) {
        for (std::uint32_t i = 0; i < n.children.count; ++i)
          ropes.visit(int(i), tree.child(n.children, i));
        ropes.resume(Resume1{});
      } else {
        visitNext(q, n, 0, ropes);
      }
    }
    template <class Ropes>
    REGTT_OP void resume(Query &q, rt::Link, const ListRecord<Children> &n,
                         const Resume0 &live, Ropes &ropes) const {
      visitNext(q, n, q.trace % 5 == 0 ? n.children.count : live.next, ropes);
    }
    template <class Ropes>
    REGTT_OP void resume(Query &q, rt::Link, const ListRecord<Children> &n,
                         const Resume1 &, Ropes &) const {
      note(q.trace, n.id + 1);
    }

    template <class Ropes>
    REGTT_OP void visitNext(Query &q, const ListRecord<Children> &n,
                            std::uint32_t i, Ropes &ropes) const {
      if (i < n.children.count) {
        ropes.visit(int(i), tree.child(n.children, i));
        ropes.resume(Resume0{i + 1});
      } else {
        note(q.trace, n.id + 1);
      }
    }
  };
};

} // namespace resuming
