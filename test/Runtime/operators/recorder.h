/// A traversal that records the sequence of its visits, over trees that are
/// kept in different ways: a form per way, all with the same operator. Nodes
/// have a value; a query goes below those that its divisor does not divide.
#pragma once

#include <regtt/rt/core/children.h>
#include <regtt/rt/core/operator.h>

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace recorder {
namespace rt = regtt::rt;

struct UserQuery {
  int divisor;
  unsigned trace;
};

/// Of the implicit tree only.
struct Uniforms {
  long long numNodes;
};

struct Query {
  int divisor;
  unsigned trace;

  struct Result {
    unsigned trace;
  };
  REGTT_OP Result result() const { return {trace}; }
};

template <class Children> struct alignas(8) Node {
  int value;
  Children children;
};

template <class Children>
inline constexpr std::size_t valueInRecord = offsetof(Node<Children>, value);

/// What all forms share. NumSlots 0: any number of children.
template <class Form, int NumSlots> struct Recorder {
  using Query = recorder::Query;
  using Uniforms = recorder::Uniforms;
  using Args = rt::NoArgs;
  static constexpr int maxRopes = NumSlots;
  static constexpr bool hasGuards = false;
  static constexpr int numSlots = NumSlots;
  static constexpr bool hasChildList = NumSlots == 0;
  static constexpr std::array<rt::PointerField, 0> pointers = {};
  template <class Children> using Records = rt::Records<Node<Children>>;
  static constexpr std::array<rt::ObjectField, 2> queryFields = {{
      {0, offsetof(Query, divisor), offsetof(UserQuery, divisor), 4},
      {0, offsetof(Query, trace), offsetof(UserQuery, trace), 4},
  }};
  static constexpr std::array<rt::ObjectField, 1> resultFields = {{
      {0, offsetof(Query::Result, trace), offsetof(UserQuery, trace), 4},
  }};

  template <class Children> struct Operator {
    using Traversal = Form;
    Records<Children> tree;
    Uniforms u;

    REGTT_OP Args start(const Query &) const { return {}; }

    template <class Ropes>
    REGTT_OP void enter(Query &q, rt::Link, const Node<Children> &n,
                        const Args &args, Ropes &ropes) const {
      q.trace = q.trace * 31 + unsigned(n.value);
      if (n.value % q.divisor == 0)
        return;
      if constexpr (NumSlots == 0) {
        for (std::uint32_t i = 0; i < n.children.count; ++i)
          ropes.visit(int(i), tree.child(n.children, i), args);
      } else {
        REGTT_UNROLL
        for (int s = 0; s < NumSlots; ++s)
          ropes.visit(s, n.children[s], args);
      }
    }
  };
};

/// An array of structs with numbers of children; -1: none.
struct Structs : Recorder<Structs, 2> {
  struct User {
    int value;
    short child[2];
  };
  static constexpr int numNodeArrays = 1;
  static bool isNode(rt::NodeRef node, const Uniforms &) { return node != -1; }
  struct Links {
    short child[2];
  };
  static constexpr std::array<rt::NodeField, 1> linkFields = {{
      {0, offsetof(Links, child), -1, offsetof(User, child), 4},
  }};
  template <class Visit>
  static void children(const Links &n, rt::NodeRef, const Uniforms &,
                       Visit &&visit) {
    for (int s = 0; s < 2; ++s)
      if (n.child[s] != -1)
        visit(s, n.child[s]);
  }
  template <class Children>
  static constexpr std::array<rt::NodeField, 1> nodeFields = {{
      {0, valueInRecord<Children>, -1, offsetof(User, value), 4},
  }};
};

/// Three parallel arrays.
struct Parallel : Recorder<Parallel, 2> {
  static constexpr int numNodeArrays = 3;
  static bool isNode(rt::NodeRef node, const Uniforms &) { return node != -1; }
  struct Links {
    int left, right;
  };
  static constexpr std::array<rt::NodeField, 2> linkFields = {{
      {0, offsetof(Links, left), -2, 0, 4},
      {0, offsetof(Links, right), -3, 0, 4},
  }};
  template <class Visit>
  static void children(const Links &n, rt::NodeRef, const Uniforms &,
                       Visit &&visit) {
    if (n.left != -1)
      visit(0, n.left);
    if (n.right != -1)
      visit(1, n.right);
  }
  template <class Children>
  static constexpr std::array<rt::NodeField, 1> nodeFields = {{
      {0, valueInRecord<Children>, -1, 0, 4},
  }};
};

/// A heap: node i has children 2i + 1 and 2i + 2; its value is its number.
struct Heap : Recorder<Heap, 2> {
  static constexpr bool nodesAreNumbers = true;
  struct Links {};
  static constexpr std::array<rt::NodeField, 0> linkFields = {};
  template <class Visit>
  static void children(const Links &, rt::NodeRef self, const Uniforms &u,
                       Visit &&visit) {
    for (int s = 0; s < 2; ++s)
      if (2 * self + 1 + s < u.numNodes)
        visit(s, 2 * self + 1 + s);
  }
  static bool isNode(rt::NodeRef node, const Uniforms &u) {
    return node < u.numNodes;
  }
  template <class Children>
  static constexpr std::array<rt::NodeField, 1> nodeFields = {{
      {0, valueInRecord<Children>, rt::ownRef, 0, 4},
  }};
};

/// Children behind a pointer that only inner nodes have.
struct Behind : Recorder<Behind, 2> {
  struct Body;
  struct User {
    int value;
    bool leaf;
    Body *body; // anything at a leaf
  };
  struct Body {
    int value;
    User *child[2];
  };
  static constexpr std::array<rt::PointerField, 1> pointers = {{
      {-1, offsetof(User, body)},
  }};
  struct Links {
    bool leaf;
    const char *child[2];
  };
  static constexpr std::array<rt::NodeField, 2> linkFields = {{
      {0, offsetof(Links, child), 0, offsetof(Body, child), 16},
      {0, offsetof(Links, leaf), -1, offsetof(User, leaf), 1},
  }};
  template <int P> static bool followsLinks(const Links &n) { return !n.leaf; }
  template <class Visit>
  static void children(const Links &n, rt::NodeRef, const Uniforms &,
                       Visit &&visit) {
    if (!n.leaf)
      rt::eachPointer(reinterpret_cast<const char *>(n.child),
                      reinterpret_cast<const char *>(n.child + 2), visit);
  }
  template <class Children>
  static constexpr std::array<rt::NodeField, 1> nodeFields = {{
      {0, valueInRecord<Children>, -1, offsetof(User, value), 4},
  }};
};

/// A vector of pointers, null ones among them.
struct Vector : Recorder<Vector, 0> {
  struct User {
    int value;
    std::vector<User *> child;
  };
  struct Links {
    const char *begin, *end;
  };
  static constexpr std::array<rt::NodeField, 1> linkFields = {{
      {0, offsetof(Links, begin), -1, offsetof(User, child), 16},
  }};
  template <class Visit>
  static void children(const Links &n, rt::NodeRef, const Uniforms &,
                       Visit &&visit) {
    rt::eachPointer(n.begin, n.end, visit);
  }
  template <class Children>
  static constexpr std::array<rt::NodeField, 1> nodeFields = {{
      {0, valueInRecord<Children>, -1, offsetof(User, value), 4},
  }};
};

/// A vector of the children themselves.
struct InPlace : Recorder<InPlace, 0> {
  struct User {
    int value;
    std::vector<User> child;
  };
  struct Links {
    const char *begin, *end;
  };
  static constexpr std::array<rt::NodeField, 1> linkFields = {{
      {0, offsetof(Links, begin), -1, offsetof(User, child), 16},
  }};
  template <class Visit>
  static void children(const Links &n, rt::NodeRef, const Uniforms &,
                       Visit &&visit) {
    rt::eachObject(n.begin, n.end, sizeof(User), visit);
  }
  template <class Children>
  static constexpr std::array<rt::NodeField, 1> nodeFields = {{
      {0, valueInRecord<Children>, -1, offsetof(User, value), 4},
  }};
};

/// First child, next sibling.
struct Siblings : Recorder<Siblings, 0> {
  struct User {
    int value;
    User *first, *next;
  };
  struct Links {
    const char *first;
  };
  static constexpr std::array<rt::NodeField, 1> linkFields = {{
      {0, offsetof(Links, first), -1, offsetof(User, first), 8},
  }};
  template <class Visit>
  static void children(const Links &n, rt::NodeRef, const Uniforms &,
                       Visit &&visit) {
    rt::eachSibling(n.first, offsetof(User, next), visit);
  }
  template <class Children>
  static constexpr std::array<rt::NodeField, 1> nodeFields = {{
      {0, valueInRecord<Children>, -1, offsetof(User, value), 4},
  }};
};

/// An array of structs, each with a range of an array of numbers.
struct Numbers : Recorder<Numbers, 0> {
  struct User {
    int value;
    const unsigned *begin, *end;
  };
  static constexpr int numNodeArrays = 1;
  static bool isNode(rt::NodeRef node, const Uniforms &) { return node != -1; }
  struct Links {
    const char *begin, *end;
  };
  static constexpr std::array<rt::NodeField, 1> linkFields = {{
      {0, offsetof(Links, begin), -1, offsetof(User, begin), 16},
  }};
  template <class Visit>
  static void children(const Links &n, rt::NodeRef, const Uniforms &,
                       Visit &&visit) {
    rt::eachNumber<unsigned>(n.begin, n.end, visit);
  }
  template <class Children>
  static constexpr std::array<rt::NodeField, 1> nodeFields = {{
      {0, valueInRecord<Children>, -1, offsetof(User, value), 4},
  }};
};

} // namespace recorder
