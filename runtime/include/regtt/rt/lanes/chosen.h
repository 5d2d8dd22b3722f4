/// What lanes choose: elements by each lane's own number, and values behind a
/// condition, which only the lanes look at that come there.
///
///     best[i]         rt::element(
///                         go, [&](auto k) -> auto & { return best[k]; }, i)
///     c && a[i] > 0   rt::andThen(
///                         go, c, [&](rt::Mask some) { return a[i] > 0; })
#pragma once

#include <regtt/rt/lanes/fields.h>
#include <regtt/rt/lanes/math.h>

#include <tuple>

namespace regtt::rt {
namespace {

namespace lane {

/// Each of `values` in lane k; what all lanes have alike is the same there.
template <class V> REGTT_OP auto inLane(const V &value, int k) {
  if constexpr (ValueOf<V>::isLane)
    return value[k];
  else
    return value;
}
/// Looked up once, if it lies in a column.
template <class V> REGTT_OP auto lookedUp(const V &value) {
  if constexpr (ValueOf<V>::isLane)
    return Lane<Value<V>>(value);
  else
    return value;
}

/// What holds in lanes what `V` does, in lanes or in columns.
template <class V> struct LanesOf {
  using type = Lane<Value<V>>;
};
template <Struct V> struct LanesOf<V> {
  using type = typename V::Lanes;
};

} // namespace lane

/// The struct that f has for each lane's numbers, in lanes that run.
template <lane::Struct S, class F, class... I>
REGTT_OP S applied(Mask lanes, const F &f, const I &...numbers) {
  S result;
  [&](const auto &...each) {
    eachLane(lanes, [&](int k) {
      const auto &single = f(lane::inLane(each, k)...);
      lane::eachElement(result, single,
                        [&](auto &to, const auto &value) { to.set(k, value); });
    });
  }(lane::lookedUp(numbers)...);
  return result;
}

/// One element for each lane, of those that f has for all numbers. What lanes
/// that do not run have is not looked at.
template <class F, class... I> class Elements {
public:
  REGTT_OP Elements(Mask lanes, const F &f, const I &...numbers)
      : lanes(lanes), f(f), numbers(numbers...) {}

  using Form = std::remove_cvref_t<decltype(std::declval<const F &>()(
      lane::Value<I>()...))>;
  using Lanes = typename lane::LanesOf<Form>::type;

  REGTT_OP Lanes value() const {
    Lanes result{};
    each([&](int k, auto &element) {
      lane::eachElement(result, element, [&](auto &to, const auto &from) {
        to.set(k, lane::inLane(from, k));
      });
    });
    return result;
  }

  template <class From> REGTT_OP void operator=(const From &from) const {
    const Lanes values(from);
    each([&](int k, auto &element) {
      lane::eachElement(element, values, [&](auto &to, const auto &value) {
        to.set(k, value[k]);
      });
    });
  }

#define REGTT_LANE_ASSIGNMENT(op)                                              \
  template <lane::Operand B> REGTT_OP void operator op##=(const B &by) const { \
    *this = Lanes(value() op by);                                              \
  }
  REGTT_LANE_OPERATORS(REGTT_LANE_ASSIGNMENT)
#undef REGTT_LANE_ASSIGNMENT

private:
  template <class G> REGTT_OP void each(const G &g) const {
    std::apply(
        [&](const auto &...number) {
          eachLane(lanes, [&](int k) { g(k, f(lane::inLane(number, k)...)); });
        },
        numbers);
  }

  Mask lanes;
  const F &f;
  std::tuple<decltype(lane::lookedUp(std::declval<const I &>()))...> numbers;
};

/// The elements themselves, to be assigned to.
template <class F, class... I>
REGTT_OP auto elements(Mask lanes, const F &f, const I &...numbers) {
  return Elements<F, I...>(lanes, f, numbers...);
}

/// Of each lane that runs the element that its own number leads to.
template <class F, class... I>
REGTT_OP auto element(Mask lanes, const F &f, const I &...numbers) {
  return Elements<F, I...>(lanes, f, numbers...).value();
}

/// The same of an array of numbers, each of lanes or in columns.
template <class T, int N, class I> class ElementsOf {
public:
  REGTT_OP ElementsOf(Mask lanes, T (&array)[N], const I &number)
      : lanes(lanes), array(array), number(number) {}

  using Lanes = Lane<lane::Value<std::remove_const_t<T>>>;

  REGTT_OP Lanes value() const {
    if constexpr (!isCompared)
      return element(lanes, at(), number);
    Lanes result = array[0];
    lane::unrolled<N - 1>([&](auto k) {
      result = select(number == k() + 1, array[k() + 1], result);
    });
    return result;
  }

  template <class From> REGTT_OP void operator=(const From &from) const {
    const Lanes values(from);
    if constexpr (isCompared)
      lane::unrolled<N>(
          [&](auto k) { where(lanes & (number == k()), array[k()]) = values; });
    else
      elements(lanes, at(), number) = values;
  }

#define REGTT_LANE_ASSIGNMENT(op)                                              \
  template <lane::Operand B> REGTT_OP void operator op##=(const B &by) const { \
    *this = Lanes(value() op by);                                              \
  }
  REGTT_LANE_OPERATORS(REGTT_LANE_ASSIGNMENT)
#undef REGTT_LANE_ASSIGNMENT

private:
  /// All are looked at, where they are few and in registers.
  static constexpr bool isCompared =
      N <= 8 && std::is_same_v<std::remove_const_t<T>, Lanes>;

  REGTT_OP auto at() const {
    return [this](auto k) -> auto & { return array[k]; };
  }

  Mask lanes;
  T (&array)[N];
  Lane<lane::Value<I>> number;
};

/// The elements of an array themselves, to be assigned to.
template <class T, int N, class I>
REGTT_OP auto arrayElements(Mask lanes, T (&array)[N], const I &number) {
  return ElementsOf<T, N, I>(lanes, array, number);
}
/// Of each lane that runs the element with its own number.
template <class T, int N, class I>
REGTT_OP auto arrayElement(Mask lanes, T (&array)[N], const I &number) {
  return ElementsOf<T, N, I>(lanes, array, number).value();
}

// --- Behind a condition ---

/// `first && then(lanes)`, of the lanes that come to it: where there are none,
/// nothing is looked at.
template <class A, class F>
REGTT_OP Lane<bool> andThen(Mask lanes, const A &first, const F &then) {
  const Mask some = lanes & first;
  return Lane<bool>::of(some ? (some & then(some)).bits() : 0);
}
/// `first || otherwise(lanes)`
template <class A, class F>
REGTT_OP Lane<bool> orElse(Mask lanes, const A &first, const F &otherwise) {
  const Mask others = lanes - first;
  const Mask found = lanes & first;
  return Lane<bool>::of(others ? (found | (others & otherwise(others))).bits()
                               : found.bits());
}

namespace lane {
template <class A, class B> struct ChoiceOf {
  using type = Lane<decltype(true ? Value<A>() : Value<B>())>;
};

template <class R, class C, class F, class G>
REGTT_OP R chosen(Mask lanes, const C &condition, const F &yes, const G &no) {
  R result{};
  const Mask some = lanes & condition;
  if (some)
    where(some, result) = yes(some);
  if (const Mask others = lanes - some)
    where(others, result) = no(others);
  return result;
}
} // namespace lane

/// `condition ? yes(some) : no(others)`, each of the lanes that come to it.
template <class C, class F, class G>
REGTT_OP auto choice(Mask lanes, const C &condition, const F &yes,
                     const G &no) {
  using R =
      typename lane::ChoiceOf<decltype(yes(lanes)), decltype(no(lanes))>::type;
  return lane::chosen<R>(lanes, condition, yes, no);
}
/// The same of structs.
template <lane::Struct S, class C, class F, class G>
REGTT_OP S choice(Mask lanes, const C &condition, const F &yes, const G &no) {
  return lane::chosen<S>(lanes, condition, yes, no);
}

} // namespace
} // namespace regtt::rt
