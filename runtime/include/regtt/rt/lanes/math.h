/// The library's functions over lanes: those whose vector forms are correctly
/// rounded, or exact, in a register; all others, and integer division, lane by
/// lane, by the same function that the serial program calls.
#pragma once

#include <regtt/rt/lanes/memory.h>

#include <cmath>
#include <limits>

namespace regtt::rt {
namespace {

/// f of each lane of the mask's values, which may be all lanes' alike; 0 in the
/// others.
template <class F, class... A>
REGTT_OP auto apply(Mask lanes, const F &f, const A &...values) {
  using T = decltype(f(lane::Value<A>()...));
  const auto at = [](const auto &value, int k) {
    if constexpr (lane::ValueOf<std::remove_cvref_t<decltype(value)>>::isLane)
      return value[k];
    else
      return value;
  };
  const auto looked = [](const auto &value) {
    using V = std::remove_cvref_t<decltype(value)>;
    if constexpr (lane::ValueOf<V>::isLane)
      return Lane<lane::Value<V>>(value); // of a column, once
    else
      return value;
  };
  return [&](const auto &...each) {
    return lane::eachOf<T>(lanes, [&](int k) { return f(at(each, k)...); });
  }(looked(values)...);
}

/// Integer division in lanes that run: others may have a divisor of 0.
template <class A, class B>
REGTT_OP auto divide(Mask lanes, const A &a, const B &b) {
  return apply(lanes, [](auto x, auto y) { return x / y; }, a, b);
}
template <class A, class B>
REGTT_OP auto remainder(Mask lanes, const A &a, const B &b) {
  return apply(lanes, [](auto x, auto y) { return x % y; }, a, b);
}

// Of what all lanes have alike, where a function is handed that.
#define REGTT_LANE_FUNCTION(name)                                              \
  template <lane::Number A> REGTT_OP auto name(A a) { return std::name(a); }
REGTT_LANE_FUNCTION(sqrt)
REGTT_LANE_FUNCTION(fabs)
REGTT_LANE_FUNCTION(abs)
REGTT_LANE_FUNCTION(floor)
REGTT_LANE_FUNCTION(ceil)
REGTT_LANE_FUNCTION(trunc)
#undef REGTT_LANE_FUNCTION
template <lane::Number A> REGTT_OP A min(A a, A b) { return b < a ? b : a; }
template <lane::Number A> REGTT_OP A max(A a, A b) { return a < b ? b : a; }

namespace lane {
/// What std::sqrt and its like have for an argument of type T.
template <class T>
using Floating = std::conditional_t<std::is_floating_point_v<T>, T, double>;
} // namespace lane

template <class A>
  requires(lane::ValueOf<A>::isLane)
REGTT_OP auto sqrt(const A &a) {
  using F = lane::Floating<lane::Value<A>>;
  const Lane<F> value(a);
  return value.mapped(value, [](lane::Part<F> x, lane::Part<F>) {
    return lane::squareRoot(x);
  });
}

template <class A>
  requires(lane::ValueOf<A>::isLane)
REGTT_OP auto fabs(const A &a) {
  using F = lane::Floating<lane::Value<A>>;
  using Bits = std::conditional_t<sizeof(F) == 4, std::int32_t, std::int64_t>;
  const Lane<F> value(a);
  return value.mapped(value, [](lane::Part<F> x, lane::Part<F>) {
    const auto bits = (lane::Part<Bits>)x;
    return (lane::Part<F>)(bits & std::numeric_limits<Bits>::max());
  });
}

/// std::abs: of integers, too.
template <class A>
  requires(lane::ValueOf<A>::isLane)
REGTT_OP auto abs(const A &a) {
  using T = lane::Value<A>;
  if constexpr (std::is_floating_point_v<T>) {
    return fabs(a);
  } else {
    using P = lane::Promoted<T>;
    const Lane<P> value(a);
    return select(value < P(0), -value, value);
  }
}

/// std::min and std::max of one type: of equal values, and beside a NaN, the
/// first.
template <class A, class B>
  requires lane::Pair<A, B> && std::same_as<lane::Value<A>, lane::Value<B>>
REGTT_OP auto min(const A &a, const B &b) {
  return select(b < a, b, a);
}
template <class A, class B>
  requires lane::Pair<A, B> && std::same_as<lane::Value<A>, lane::Value<B>>
REGTT_OP auto max(const A &a, const B &b) {
  return select(a < b, b, a);
}

#if defined(REGTT_LANES_AVX512) || defined(REGTT_LANES_AVX2)
#define REGTT_LANE_ROUNDING(name, how)                                         \
  template <class A>                                                           \
    requires(lane::ValueOf<A>::isLane)                                         \
  REGTT_OP auto name(const A &a) {                                             \
    using F = lane::Floating<lane::Value<A>>;                                  \
    const Lane<F> value(a);                                                    \
    return value.mapped(value, [](lane::Part<F> x, lane::Part<F>) {            \
      return lane::rounded<how>(x);                                            \
    });                                                                        \
  }
REGTT_LANE_ROUNDING(floor, _MM_FROUND_TO_NEG_INF)
REGTT_LANE_ROUNDING(ceil, _MM_FROUND_TO_POS_INF)
REGTT_LANE_ROUNDING(trunc, _MM_FROUND_TO_ZERO)
#undef REGTT_LANE_ROUNDING
#else
template <class A>
  requires(lane::ValueOf<A>::isLane)
REGTT_OP auto floor(const A &a) {
  return apply(
      Mask::all(), [](auto x) { return std::floor(x); },
      Lane<lane::Value<A>>(a));
}
template <class A>
  requires(lane::ValueOf<A>::isLane)
REGTT_OP auto ceil(const A &a) {
  return apply(
      Mask::all(), [](auto x) { return std::ceil(x); },
      Lane<lane::Value<A>>(a));
}
template <class A>
  requires(lane::ValueOf<A>::isLane)
REGTT_OP auto trunc(const A &a) {
  return apply(
      Mask::all(), [](auto x) { return std::trunc(x); },
      Lane<lane::Value<A>>(a));
}
#endif

} // namespace
} // namespace regtt::rt
