/// The children of a node, and what is asked about links to them.
#pragma once

#include "regtt/Frontend/Model/Path.h"

#include <optional>
#include <string>
#include <vector>

namespace regtt {

/// A condition, or its negation.
struct Term {
  const clang::Expr *cond;
  bool negated;
};

/// A test that says whether a number is a node: `i < 0`, `n.left == -1`,
/// `2 * i + 1 < count`. The other operand is the same wherever it is asked.
struct NumberTest {
  const clang::Expr *cond;
  const clang::Expr *number; ///< what it asks about, a part of `cond`
  bool whenPresent;          ///< its value where the number is a node
};

/// Children that lie side by side: `count` slots, in one pointer field or an
/// array of them; or a list, whose length is known at run time only.
struct SlotGroup {
  enum Form {
    Fields,      ///< one pointer or number, or a fixed array of them: slots
    Computed,    ///< the numbers from `value` on, one a slot
    Array,       ///< the first `extent` of a fixed array: a list
    Counted,     ///< `extent` children behind a pointer: a list
    Vector,      ///< a std::vector: a list
    Siblings,    ///< the first child; the others follow it by `next`: a list
    Range,       ///< the numbers from `value` up to `extent`: a list
    Consecutive, ///< `extent` numbers from `value` on: a list
  } form = Fields;
  PathSteps steps;    ///< fields from the node to the pointer, array or vector
  unsigned array = 0; ///< the node array whose element that is
  clang::QualType type; ///< of one number, where nodes are numbers
  /// Of Computed, Range and Consecutive: on the node alone.
  const clang::Expr *value = nullptr;
  bool inclusive = false; ///< of Range: the last number is one
  std::string name;       ///< of a number, as linearising holds it
  std::string text;
  int first = 0;        ///< number of its first slot
  int count = 1;        ///< 0 of a list
  bool inPlace = false; ///< a list's elements are the nodes themselves
  const clang::FieldDecl *next = nullptr; ///< of Siblings
  const clang::Expr *extent = nullptr;    ///< of Array, Counted, Consecutive
  clang::SourceLocation loc;              ///< of its first use
  /// Where nodes are numbers: what every call of these children asks first.
  std::optional<NumberTest> test;

  bool isList() const { return form != Fields && form != Computed; }
};

/// An expression that is one child of the node: `n->child[i]`. `index` is null
/// where the field is a single pointer, and for a list's head.
struct ChildRef {
  unsigned group;
  const clang::Expr *index;
};

/// An expression of the query program that is the root of a tree.
struct RootRef {
  unsigned group;                     ///< index into QueryLoop::roots
  const clang::Expr *index = nullptr; ///< null: the only one there
};

/// A test of a link against null, as a value: `link` is a child or a local
/// that holds one; the value is (link is there) == `whenPresent`.
struct NullTest {
  const clang::Expr *link;
  bool whenPresent;
};

/// Whether two links lead to the same child; the value is that == `whenSame`.
struct SameChild {
  const clang::Expr *left, *right;
  bool whenSame;
};

/// A call of a member function of a container that changes its size. Its object
/// is an access of its own.
struct ContainerCall {
  const clang::Expr *object = nullptr;
  std::string method; ///< as emitted
  bool changes = false;
  /// Of a queue: what compares its elements, by a function object of the
  /// runtime, or a helper.
  std::string order;
  int orderHelper = -1;
  /// Arguments are what an element is made of.
  bool makesElement = false;
};

/// The length of the list `group`, or whether it is zero.
struct ListSize {
  unsigned group;
  bool isEmpty;
};

} // namespace regtt
