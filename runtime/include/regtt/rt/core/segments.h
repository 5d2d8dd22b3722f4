/// Traversals that are cut into several segments: work between and after calls.
/// `enter` runs on arrival; what follows a call and depends on its visits is a
/// *resume point*, which waits on the stack below the calls before it, as a
/// rope back to the same node with the values that live there.
///
/// Such a Traversal names its resume points, one struct of live values each:
///
///     using Resumes = rt::ResumePoints<Resume0, Resume1>;
///
/// Its operator hands them to `ropes.resume(Resume0{...})`, last of all ropes
/// of a segment, and runs them in `resume(query, self, record, live, ropes)`.
#pragma once

#include <regtt/rt/core/ropes.h>
#include <regtt/rt/core/target.h>
#include <regtt/rt/core/tree.h>

#include <cstdint>
#include <type_traits>

namespace regtt::rt {

/// The resume points of a traversal, by the structs of their live values.
template <class... Points> struct ResumePoints {};

namespace detail {

template <class Traversal> struct ResumesOf {
  using type = ResumePoints<>;
};
template <class Traversal>
  requires requires { typename Traversal::Resumes; }
struct ResumesOf<Traversal> {
  using type = typename Traversal::Resumes;
};

/// The bytes of a value that has a constructor or an assignment, as std::pair
/// has: a union holds no such value, but it is copied by its bytes.
template <class Value> struct Bytes {
  static_assert(std::is_trivially_copy_constructible_v<Value> &&
                std::is_trivially_destructible_v<Value>);
  alignas(Value) unsigned char bytes[sizeof(Value)];
};

template <class Value>
inline constexpr bool isPlain =
    std::is_trivially_default_constructible_v<Value> &&
    std::is_trivially_copy_assignable_v<Value>;

template <class Value>
using Held = std::conditional_t<isPlain<Value>, Value, Bytes<Value>>;

template <class Value> REGTT_OP const Value &valueOf(const Value &held) {
  return held;
}
template <class Value> REGTT_OP const Value &valueOf(const Bytes<Value> &held) {
  return *static_cast<const Value *>(static_cast<const void *>(held.bytes));
}

template <class Value> REGTT_OP void hold(Value &at, const Value &value) {
  at = value;
}
template <class Value>
REGTT_OP void hold(Bytes<Value> &at, const Value &value) {
  __builtin_memcpy(at.bytes, &value, sizeof value);
}

/// One of several values, in the room of the largest.
template <class First, class... Rest> union OneOf {
  Held<First> first;
  OneOf<Rest...> rest;
};
template <class First> union OneOf<First> {
  Held<First> first;
};

template <int I, class Values> REGTT_OP auto &nth(Values &values) {
  if constexpr (I == 0)
    return values.first;
  else
    return nth<I - 1>(values.rest);
}

template <class Wanted, class First, class... Rest>
inline constexpr int indexOf =
    std::is_same_v<Wanted, First> ? 0 : 1 + indexOf<Wanted, Rest...>;
template <class Wanted, class First>
inline constexpr int indexOf<Wanted, First> = 0;

} // namespace detail

/// Whether a traversal has resume points.
template <class Traversal>
inline constexpr bool hasResumes =
    !std::is_same_v<typename detail::ResumesOf<Traversal>::type,
                    ResumePoints<>>;

/// What a rope carries where some lead to a child, with arguments, and others
/// back to a resume point, with its live values.
template <class Args, class... Points> struct RopeValues {
  std::int32_t point; ///< number of the resume point; -1: a child
  detail::OneOf<Args, Points...> values;

  REGTT_OP bool isChild() const { return point < 0; }
  REGTT_OP const Args &args() const { return detail::valueOf(values.first); }
  REGTT_OP void setArgs(const Args &args) {
    clear();
    point = -1;
    detail::hold(values.first, args);
  }
  template <class Point> REGTT_OP void setLive(const Point &live) {
    clear();
    point = detail::indexOf<Point, Points...>;
    detail::hold(detail::nth<1 + detail::indexOf<Point, Points...>>(values),
                 live);
  }

  /// Runs the segment that the rope leads to.
  template <class Op, class Query, class Record, class Ropes>
  REGTT_OP void run(const Op &op, Query &query, Link self, const Record &record,
                    Ropes &ropes) const {
    if (isChild())
      op.enter(query, self, record, args(), ropes);
    else
      resume<0>(op, query, self, record, ropes);
  }

private:
  // Values are copied whole, whichever they are.
  REGTT_OP void clear() { __builtin_memset(&values, 0, sizeof values); }

  template <int I, class Op, class Query, class Record, class Ropes>
  REGTT_OP void resume(const Op &op, Query &query, Link self,
                       const Record &record, Ropes &ropes) const {
    constexpr int last = static_cast<int>(sizeof...(Points)) - 1;
    if (I == last || point == I)
      op.resume(query, self, record,
                detail::valueOf(detail::nth<1 + I>(values)), ropes);
    else if constexpr (I < last)
      resume<I + 1>(op, query, self, record, ropes);
  }
};

namespace detail {
template <class Args, class Resumes> struct Carried;
template <class Args> struct Carried<Args, ResumePoints<>> {
  using type = Args;
};
template <class Args, class... Points>
struct Carried<Args, ResumePoints<Points...>> {
  using type = RopeValues<Args, Points...>;
};
} // namespace detail

/// What lies on the stack beside a link.
template <class Traversal>
using StackValues =
    typename detail::Carried<typename Traversal::Args,
                             typename detail::ResumesOf<Traversal>::type>::type;

/// The ropes of one segment: those of its calls, and the resume point that
/// waits for them. Held in registers, as VisitRopes.
template <class Traversal>
class SegmentRopes
    : public VisitRopes<typename Traversal::Args, Traversal::maxRopes> {
public:
  template <class Point> REGTT_OP void resume(const Point &live) {
    rest.setLive(live);
    waits = true;
  }
  /// Whether the node's resume point waits for the calls, and with what.
  REGTT_OP bool resumes() const { return waits; }
  REGTT_OP const StackValues<Traversal> &resumeValues() const { return rest; }

  /// Leaves all but the first rope on `stack`. Returns the first one's link,
  /// `none` where there is no rope, and sets what it carries.
  template <class Stack>
  REGTT_OP Link keep(Stack &stack, Link self, StackValues<Traversal> &first) {
    Link link = none;
    if (waits) {
      link = self;
      first = rest;
    }
    REGTT_UNROLL
    for (int i = Traversal::maxRopes - 1; i >= 0; --i) {
      if (this->link[i] == none)
        continue;
      if (link != none)
        stack.push(link, first);
      link = this->link[i];
      first.setArgs(this->argsAt(i));
    }
    return link;
  }

  /// Whether the first rope is one that no guard holds back.
  REGTT_OP bool firstIsFree() const { return this->link[0] != none; }

private:
  StackValues<Traversal> rest;
  bool waits = false;
};

/// The same for a node with a child list: the deferred ropes lie on the stack,
/// the resume point below them.
template <class Traversal, class Stack> class SegmentListRopes {
  using Args = typename Traversal::Args;

public:
  /// `count`: of the node's children; each is visited once at most.
  REGTT_OP SegmentListRopes(Stack &stack, std::uint32_t count)
      : stack(stack), room(count ? count - 1 : 0), free(room) {}

  REGTT_OP void visit(int position, Link to) { visit(position, to, Args{}); }
  REGTT_OP void visit(int, Link to, const Args &with) {
    if (to == none)
      return;
    StackValues<Traversal> values;
    values.setArgs(with);
    if (link == none) {
      link = to;
      next = values;
    } else {
      // Entry 0 is the resume point's.
      stack.put(free--, to, values);
    }
  }
  template <class Point> REGTT_OP void resume(const Point &live) {
    rest.setLive(live);
    resumes = true;
  }

  /// As SegmentRopes'. Skipped calls leave absent ropes on the stack.
  REGTT_OP Link keep(Stack &, Link self, StackValues<Traversal> &first) {
    if (link == none) {
      if (resumes)
        first = rest;
      return resumes ? self : none;
    }
    const bool defers = free < room;
    if (resumes || defers)
      stack.put(0, resumes ? self : none, resumes ? rest : next);
    while (defers && free > 0)
      stack.put(free--, none, next);
    stack.raise(defers ? room + 1 : resumes ? 1 : 0);
    first = next;
    return link;
  }

  REGTT_OP static bool firstIsFree() { return false; }

private:
  Stack &stack;
  const std::uint32_t room; ///< for ropes that wait
  std::uint32_t free;
  Link link = none;
  StackValues<Traversal> next, rest;
  bool resumes = false;
};

} // namespace regtt::rt
