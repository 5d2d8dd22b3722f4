/// Changes of elements that all iterations share, whose order shows in the
/// result, as it does where sums are rounded, or where the last value stays:
///
///     arrays.h_changes.make(w, value);  // h[w] += value
///
/// What comes of them is what the serial loop makes of the element. Threads of
/// a CPU log what they change (change_log.h), those of a GPU put it into rows
/// of memory, iteration by iteration; then each element's changes are made one
/// after the other. One thread alone makes them at once.
#pragma once

#include <regtt/rt/core/array.h>
#include <regtt/rt/core/change_log.h>
#include <regtt/rt/core/combine.h>

#include <type_traits>
#include <utility>

namespace regtt::rt {

struct Mul {};
struct Last {}; ///< the value that comes last stays

/// How an element is compared with a number.
enum class Is { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };
/// An element for which that holds is set: the value that comes first stays.
template <Is is, std::int64_t with> struct FirstWhere {
  template <class T> REGTT_OP static bool holds(T held) {
    if constexpr (is == Is::Equal)
      return held == T(with);
    else if constexpr (is == Is::NotEqual)
      return held != T(with);
    else if constexpr (is == Is::Less)
      return held < T(with);
    else if constexpr (is == Is::LessEqual)
      return held <= T(with);
    else if constexpr (is == Is::Greater)
      return held > T(with);
    else
      return held >= T(with);
  }
};

/// What `Operator` makes of an element and a value, as the serial loop does: in
/// the value's type, if that is wider.
template <class Operator, class T, class Value>
REGTT_OP T changed(T held, Value value) {
  if constexpr (requires { Operator::holds(held); })
    return Operator::holds(held) ? T(value) : held;
  // Of integers in a type that wraps.
  const auto wrapping = [](auto number) {
    using Number = decltype(number);
    if constexpr (std::is_same_v<Number, bool> || !std::is_integral_v<Number>)
      return number;
    else if constexpr (sizeof(Number) < sizeof(int))
      return unsigned(number);
    else
      return std::make_unsigned_t<Number>(number);
  };
  const auto left = wrapping(Value(held)), right = wrapping(value);
  if constexpr (std::is_same_v<Operator, Add>)
    return T(left + right);
  else if constexpr (std::is_same_v<Operator, Mul>)
    return T(left * right);
  else if constexpr (std::is_same_v<Operator, And>)
    return T(left & right);
  else if constexpr (std::is_same_v<Operator, Or>)
    return T(left | right);
  else if constexpr (std::is_same_v<Operator, Xor>)
    return T(left ^ right);
  else if constexpr (std::is_same_v<Operator, Min>)
    return value < held ? T(value) : held;
  else if constexpr (std::is_same_v<Operator, Max>)
    return held < value ? T(value) : held;
  else
    return T(value);
}

/// Where the changes go that iterations make.
template <class Value> struct ChangeSink {
  /// A host's; without one elements are changed at once.
  ChangeLog log;

  // A GPU's: it is counted how many places each iteration needs, then they are
  // filled.
  std::uint64_t *counts = nullptr;       ///< [iterations]
  const std::uint64_t *starts = nullptr; ///< [iterations] the first place
  std::uint64_t begin = 0;               ///< what `starts` has for the place 0
  std::uint32_t *elements = nullptr; ///< [places] which element; null: count
  Value *values = nullptr;           ///< [places]
  std::uint64_t limit = 0;           ///< elements that there are
  std::uint64_t next = 0;            ///< place for what is changed next
  std::uint64_t firstIteration = 0;  ///< the number of the one of turn 0

  /// In a place whose change lies outside of the array, and in one without a
  /// change. No element has these numbers.
  static constexpr std::uint32_t outside = ~std::uint32_t{0} - 1,
                                 none = ~std::uint32_t{0};

  REGTT_OP bool isOnDevice() const { return counts != nullptr; }

  /// Of an element, on a device.
  REGTT_OP void put(std::uint64_t element, const Value &value) {
    if (elements) {
      elements[next] = element < limit ? std::uint32_t(element) : outside;
      values[next] = value;
    }
    ++next;
  }

  /// Before and after iteration `turn` of those that run.
  REGTT_OP void beginIteration(std::uint64_t turn) {
    if (isOnDevice())
      next = elements ? starts[turn] - begin : 0;
  }
  REGTT_OP void endIteration(std::uint64_t turn) {
    if (!isOnDevice())
      return;
    if (!elements)
      counts[turn] = next;
    else // fewer than were counted, where earlier changes have been made
      leaveOut(starts[turn + 1] - begin);
  }

  /// Before and after term `k` of it, which has `perTerm` places.
  REGTT_OP void beginTerm(std::uint64_t turn, std::uint64_t k,
                          unsigned perTerm) {
    if (isOnDevice())
      next = starts[turn] - begin + k * perTerm;
  }
  REGTT_OP void endTerm(std::uint64_t turn, std::uint64_t k, unsigned perTerm) {
    if (isOnDevice())
      leaveOut(starts[turn] - begin + (k + 1) * perTerm);
  }

private:
  REGTT_OP void leaveOut(std::uint64_t end) {
    for (; next < end; ++next)
      elements[next] = none;
  }
};

/// What an operator's arrays say of one such array: its number among the
/// traversal's, and how many changes a term makes at most, where engines
/// compute these by themselves.
template <int Number, unsigned PerTerm = 0> struct InOrderForm {
  static constexpr int number = Number;
  static constexpr unsigned perTerm = PerTerm;
};

namespace detail {
/// What of a record is changed.
template <class Record, auto member> struct ChangedPart {
  using type =
      std::remove_reference_t<decltype(std::declval<Record &>().*member)>;
};
template <class Record> struct ChangedPart<Record, nullptr> {
  using type = Record;
};
} // namespace detail

/// Elements that are changed so, each by `Operator` and a `Value`; of structs a
/// member of them. Where that is an array, its numbers are the elements here:
/// at(i, k) is which one `records[i].member[k]` is.
template <class Record, class Operator, class Value, auto member = nullptr>
struct InOrder {
  using Change = Value;

  Record *records; ///< [count of the regtt_array]
  /// The thread's own, in a copy of this.
  mutable ChangeSink<Value> sink;

  static InOrder at(void *records) {
    return {static_cast<Record *>(records), {}};
  }

  using Whole = typename detail::ChangedPart<Record, member>::type;
  using Element = std::remove_all_extents_t<Whole>;
  static constexpr std::size_t perRecord = sizeof(Whole) / sizeof(Element);

  REGTT_OP Whole &inRecord(std::uint64_t i) const {
    if constexpr (std::is_null_pointer_v<decltype(member)>)
      return records[i];
    else
      return records[i].*member;
  }
  REGTT_OP Element &operator[](std::uint64_t i) const {
    if constexpr (perRecord == 1 && !std::is_array_v<Whole>)
      return inRecord(i);
    else
      return reinterpret_cast<Element *>(
          &inRecord(i / perRecord))[i % perRecord];
  }
  template <class... Indices>
  REGTT_OP static Index at(Index i, Indices... indices) {
    return numbered<Whole>(i, indices...);
  }

  static REGTT_OP Element apply(Element held, Value value) {
    return changed<Operator>(held, value);
  }

  /// Of element `i`, at its turn.
  REGTT_OP void make(Index i, std::type_identity_t<Value> value) const {
#ifndef __CUDA_ARCH__
    if (!sink.isOnDevice()) {
      if (sink.log)
        sink.log.push(i, value);
      else
        change(std::uint64_t(i), value);
      return;
    }
#endif
    sink.put(std::uint64_t(i), value);
  }

  /// At once.
  REGTT_OP void change(std::uint64_t i, Value value) const {
    auto &held = (*this)[i];
    held = apply(held, value);
  }

  REGTT_OP void beginIteration(std::uint64_t turn) const {
    sink.beginIteration(turn);
  }
  REGTT_OP void endIteration(std::uint64_t turn) const {
    sink.endIteration(turn);
  }
  REGTT_OP void beginTerm(std::uint64_t turn, std::uint64_t k,
                          unsigned perTerm) const {
    sink.beginTerm(turn, k, perTerm);
  }
  REGTT_OP void endTerm(std::uint64_t turn, std::uint64_t k,
                        unsigned perTerm) const {
    sink.endTerm(turn, k, perTerm);
  }

private:
  template <class> REGTT_OP static Index numbered(Index i) { return i; }
  template <class Of, class First, class... Others>
  REGTT_OP static Index numbered(Index i, First k, Others... others) {
    return numbered<std::remove_extent_t<Of>>(
        i * Index(std::extent_v<Of>) + Index(k), others...);
  }
};

namespace detail {
/// Whether what `Elements` have an order of are no elements, but records that
/// are left to the host (deferred.h).
template <class Elements> inline constexpr bool defers = false;
template <class Elements>
  requires requires { Elements::defers; }
inline constexpr bool defers<Elements> = true;

template <class Traversal> inline constexpr bool changesInOrder = false;
template <class Traversal>
  requires requires { Traversal::Arrays::numInOrder; }
inline constexpr bool changesInOrder<Traversal> = true;

/// visit(form, array) for each such array of `op`.
template <class Op, class Visit>
REGTT_OP void eachInOrder(const Op &op, const Visit &visit) {
  if constexpr (changesInOrder<typename Op::Traversal>)
    op.arrays.eachInOrder(visit);
}

/// Runs iterations by `op`, whose address nobody has, once for each way in
/// which its arrays may be changed: so the compiler sees which one it is.
template <class Op, class Run>
REGTT_OP void withSinks(const Op &op, const Run &run) {
#ifndef __CUDA_ARCH__
  if constexpr (changesInOrder<typename Op::Traversal>) {
    bool isOnDevice = false, logs = false;
    eachInOrder(op, [&](auto, const auto &array) {
      isOnDevice = array.sink.isOnDevice();
      logs = bool(array.sink.log);
    });
    if (!isOnDevice && !logs) {
      eachInOrder(op, [](auto, const auto &array) { array.sink = {}; });
      return run();
    }
    if (!isOnDevice)
      eachInOrder(op,
                  [](auto, const auto &array) { array.sink.counts = nullptr; });
  }
#endif
  run();
}

/// What a thread takes terms by, of which others have their own: a copy, where
/// it changes that.
template <class Op>
using OwnOperator = std::conditional_t<changesInOrder<typename Op::Traversal>,
                                       const Op, const Op &>;

/// Term `k` of iteration `turn`, whose counter is `e`.
template <class Op, class Outer, class Counter, class Term>
REGTT_OP void runTerm(const Op &op, std::uint64_t turn, std::uint64_t k,
                      const Outer &outer, Counter e, Term &term) {
  eachInOrder(op, [&](auto form, const auto &array) {
    array.beginTerm(turn, k, form.perTerm);
  });
  op.term(outer, e, term);
  eachInOrder(op, [&](auto form, const auto &array) {
    array.endTerm(turn, k, form.perTerm);
  });
}
} // namespace detail

} // namespace regtt::rt
