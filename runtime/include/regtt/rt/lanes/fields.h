/// The fields of a query, as an engine for lanes goes over them: a printed lane
/// traversal says which there are, and in which form each lies.
///
///     template <class F> static void eachKept(const F &f) {
///       f(&Point::coord, &LanePoint::coord);   // no visit changes it
///     }
///     template <class F> static void eachChanged(const F &f) {
///       f(&Point::corr, &LanePoint::corr);
///     }
///
/// A field may be an array or a struct; what these are made of are columns of
/// their own (structs.h).
#pragma once

#include <regtt/rt/lanes/structs.h>

namespace regtt::rt {
namespace {

/// One number of a query that visits change, of all queries of a block: lanes
/// look it up by the queries' numbers and put it there.
template <class T> class Column {
public:
  using Value = T;

  REGTT_OP void set(T *first, const Lane<std::int32_t> *which, Mask there) {
    values = first;
    numbers = which;
    lanes = there;
  }
  REGTT_OP Lane<T> value() const { return gather(lanes, values, *numbers); }
  REGTT_OP void put(Mask some, const Lane<T> &changed) const {
    scatter(some, changed, values, *numbers);
  }
  /// Of the query in lane k.
  REGTT_OP T operator[](int k) const { return values[(*numbers)[k]]; }
  REGTT_OP void set(int k, T value) const { values[(*numbers)[k]] = value; }

private:
  T *values;
  const Lane<std::int32_t> *numbers;
  Mask lanes;
};

template <class T>
template <class U>
REGTT_OP Lane<T>::Lane(const Column<U> &column) : Lane(column.value()) {}
template <class U>
REGTT_OP Lane<bool>::Lane(const Column<U> &column) : Lane(column.value()) {}

namespace lane {

template <class T> struct ValueOf<Column<T>> {
  using type = T;
  static constexpr bool isLane = true;
};

} // namespace lane

template <class T>
REGTT_OP void put(Mask lanes, const Column<T> &column, const Lane<T> &value) {
  column.put(lanes, value);
}
template <class T>
REGTT_OP Where<const Column<T>> where(Mask lanes, const Column<T> &column) {
  return Where<const Column<T>>(lanes, column);
}

} // namespace
} // namespace regtt::rt
