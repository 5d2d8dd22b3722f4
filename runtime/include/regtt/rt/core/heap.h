/// A std::priority_queue of bounded size in a query. Equal elements come out in
/// the order in which libstdc++'s would: each step moves the same elements.
///
/// libstdc++ keeps the binary heap of std::push_heap: an element is added at
/// the end and goes up past smaller parents; the greatest is taken from the
/// front, whose hole goes down to a leaf, always to the greater child (to the
/// right one of equals), and the last element goes up from there.
#pragma once

#include <regtt/rt/core/list.h>

#include <utility>

namespace regtt::rt {

namespace detail {

/// Puts `value` into the hole at `at`, or where its way up from there ends, not
/// above `top`.
template <class T, class Less>
REGTT_OP void siftUp(T *items, int at, int top, const T &value,
                     const Less &less) {
  while (at > top) {
    const int parent = (at - 1) / 2;
    if (!less(items[parent], value))
      break;
    items[at] = items[parent];
    at = parent;
  }
  items[at] = value;
}

/// Moves the hole at `top` of `count` elements down to a leaf, and puts `value`
/// in from there.
template <class T, class Less>
REGTT_OP void siftDown(T *items, int top, int count, const T &value,
                       const Less &less) {
  int hole = top;
  for (int right = 2 * hole + 2; right <= count; right = 2 * hole + 2) {
    // The last parent may have a left child alone.
    const bool alone = right == count;
    const int child =
        alone || less(items[right], items[right - 1]) ? right - 1 : right;
    items[hole] = items[child];
    hole = child;
  }
  siftUp(items, hole, top, value, less);
}

} // namespace detail

/// Makes a heap of `count` elements of one whose last is new.
template <class T, class Less>
REGTT_OP void pushHeap(T *items, int count, const Less &less) {
  const T value = items[count - 1];
  detail::siftUp(items, count - 1, 0, value, less);
}

/// Moves the greatest of `count` elements to the end; the others are a heap.
template <class T, class Less>
REGTT_OP void popHeap(T *items, int count, const Less &less) {
  if (count < 2)
    return;
  const T value = items[count - 1];
  items[count - 1] = items[0];
  detail::siftDown(items, 0, count - 1, value, less);
}

/// A std::priority_queue of at most `Room` elements, ordered by `less`, which
/// is the same in all calls. More elements than that: as List.
template <class T, int Room> struct Heap : List<T, Room> {
  REGTT_OP const T &top() const { return this->items[0]; }

  template <class Less>
  REGTT_OP void push(const T &value, [[maybe_unused]] const Less &less) {
    this->push_back(value);
    if constexpr (Room > 1)
      if (!this->isLost())
        pushHeap(this->items, int(this->count), less);
  }
  template <class Less> REGTT_OP void pop([[maybe_unused]] const Less &less) {
    if constexpr (Room > 1)
      if (!this->isLost())
        popHeap(this->items, int(this->count), less);
    this->pop_back();
  }
};

/// std::less on numbers, and on pairs of them as before C++20: by `<` alone.
struct Less {
  template <class T> REGTT_OP bool operator()(const T &a, const T &b) const {
    return a < b;
  }
  template <class A, class B>
  REGTT_OP bool operator()(const std::pair<A, B> &a,
                           const std::pair<A, B> &b) const {
    return (*this)(a.first, b.first) ||
           (!(*this)(b.first, a.first) && (*this)(a.second, b.second));
  }
};

/// The same since C++20, where pairs are compared by `<=>`: of first members
/// that are not ordered, the second ones do not matter.
struct LessThreeWay {
  template <class T> REGTT_OP bool operator()(const T &a, const T &b) const {
    return a < b;
  }
  template <class A, class B>
  REGTT_OP bool operator()(const std::pair<A, B> &a,
                           const std::pair<A, B> &b) const {
    return (*this)(a.first, b.first) ||
           (isEqual(a.first, b.first) && (*this)(a.second, b.second));
  }

private:
  template <class T> REGTT_OP static bool isEqual(const T &a, const T &b) {
    return a == b;
  }
  template <class A, class B>
  REGTT_OP static bool isEqual(const std::pair<A, B> &a,
                               const std::pair<A, B> &b) {
    return isEqual(a.first, b.first) && isEqual(a.second, b.second);
  }
};

/// std::greater, likewise.
template <class Order> struct Reversed {
  template <class T> REGTT_OP bool operator()(const T &a, const T &b) const {
    return Order()(b, a);
  }
};
using Greater = Reversed<Less>;
using GreaterThreeWay = Reversed<LessThreeWay>;

} // namespace regtt::rt
