/// Sixteen values of one type, one of each lane's. Expressions over them are
/// written as those over numbers, and mean in each lane what C++ means there,
/// with its conversions:
///
///     rt::Lane<float> dist = p.coord[i] - n.center[i];   // n: all lanes' node
///     sum += dist * dist;
///     rt::where(go & (sum < u.radius), p.corr) += 1;
///
/// Operators compute in all lanes, also in those that do not run: nothing here
/// traps or reads memory. What would (integer division, elements of arrays)
/// takes a Mask (memory.h, math.h).
#pragma once

#include <regtt/rt/lanes/convert.h>
#include <regtt/rt/lanes/mask.h>

namespace regtt::rt {
namespace {

namespace lane {

template <class T> struct ValueOf {
  using type = T;
  static constexpr bool isLane = false;
};
template <class T> struct ValueOf<Lane<T>> {
  using type = T;
  static constexpr bool isLane = true;
};
template <class T> using Value = typename ValueOf<T>::type;

/// What lanes hold, and what all lanes have alike.
template <class T>
concept Number = std::is_arithmetic_v<T>;
template <class T>
concept Operand = Number<Value<T>>;
/// Operands of an operator for lanes.
template <class A, class B>
concept Pair =
    Operand<A> && Operand<B> && (ValueOf<A>::isLane || ValueOf<B>::isLane);

/// The type that C++ computes in.
template <class A, class B> using Common = decltype(Value<A>() + Value<B>());
template <class A> using Promoted = decltype(+Value<A>());

} // namespace lane

template <class T> class Lane {
public:
  using Value = T;
  using Element = lane::Element<T>;

  Lane() = default;
  /// The same in all lanes.
  template <lane::Number U> REGTT_OP Lane(U same) {
    lane::unrolled<count>(
        [&](auto i) { held.part[i] = lane::repeated(Element(T(same))); });
  }
  template <class U> REGTT_OP Lane(const Lane<U> &other) {
    if constexpr (std::is_same_v<U, bool>)
      lane::unrolled<count>([&](auto i) {
        held.part[i] = lane::choose<Element>(partBits<i>(other.bits()),
                                             lane::repeated(Element(1)),
                                             lane::Part<Element>{});
      });
    else
      held = lane::convert<Element>(other.parts());
  }
  REGTT_OP explicit Lane(const lane::Parts<Element> &parts) : held(parts) {}
  template <class U> REGTT_OP Lane(const Column<U> &column);

  REGTT_OP const lane::Parts<Element> &parts() const { return held; }
  REGTT_OP T operator[](int k) const {
    return T(held.part[k / lanes][k % lanes]);
  }
  REGTT_OP void set(int k, T value) {
    held.part[k / lanes][k % lanes] = Element(value);
  }

  /// `yes` in those lanes, `no` in the others.
  REGTT_OP static Lane choose(unsigned bits, const Lane &yes, const Lane &no) {
    Lane result;
    lane::unrolled<count>([&](auto i) {
      result.held.part[i] = lane::choose<Element>(
          partBits<i>(bits), yes.held.part[i], no.held.part[i]);
    });
    return result;
  }

  /// f of each register of this and of `b`.
  template <class F> REGTT_OP Lane mapped(const Lane &b, const F &f) const {
    Lane result;
    lane::unrolled<count>(
        [&](auto i) { result.held.part[i] = f(held.part[i], b.held.part[i]); });
    return result;
  }
  /// The bits that f has for each register of this and of `b`.
  template <class F>
  REGTT_OP Lane<bool> compared(const Lane &b, const F &f) const {
    unsigned bits = 0;
    lane::unrolled<count>([&](auto i) {
      bits |= f(held.part[i], b.held.part[i]) << (i * lanes);
    });
    return Lane<bool>::of(bits);
  }

  static constexpr int count = lane::numParts<Element>;
  static constexpr int lanes = lane::partLanes<Element>;
  /// Those of register I.
  template <int I> REGTT_OP static constexpr unsigned partBits(unsigned bits) {
    return bits >> (I * lanes) & ((1u << lanes) - 1);
  }

private:
  lane::Parts<Element> held{};
};

// --- Arithmetic ---

namespace lane {
/// As integers that go round, where they are integers.
template <class T> using Round = typename Wrapping<lane::Element<T>>::type;
} // namespace lane

#define REGTT_LANE_OPERATOR(op)                                                \
  template <class A, class B>                                                  \
    requires lane::Pair<A, B>                                                  \
  REGTT_OP auto operator op(const A &a, const B &b) {                          \
    using T = lane::Common<A, B>;                                              \
    using V = lane::Part<lane::Element<T>>;                                    \
    using W = lane::Part<lane::Round<T>>;                                      \
    return Lane<T>(a).mapped(Lane<T>(b),                                       \
                             [](V x, V y) { return V(W(x) op W(y)); });        \
  }
REGTT_LANE_OPERATOR(+)
REGTT_LANE_OPERATOR(-)
REGTT_LANE_OPERATOR(*)
#undef REGTT_LANE_OPERATOR

/// Of floating-point numbers; of integers `b` is a constant, neither 0 nor -1
/// (divide() in math.h is for others).
template <class A, class B>
  requires lane::Pair<A, B> && (std::is_floating_point_v<lane::Common<A, B>> ||
                                !lane::ValueOf<B>::isLane)
REGTT_OP auto operator/(const A &a, const B &b) {
  using T = lane::Common<A, B>;
  using V = lane::Part<lane::Element<T>>;
  return Lane<T>(a).mapped(Lane<T>(b), [](V x, V y) { return V(x / y); });
}
template <class A, class B>
  requires lane::Pair<A, B> && (!lane::ValueOf<B>::isLane)
REGTT_OP auto operator%(const A &a, const B &b) {
  using T = lane::Common<A, B>;
  using V = lane::Part<lane::Element<T>>;
  return Lane<T>(a).mapped(Lane<T>(b), [](V x, V y) { return V(x % y); });
}

#define REGTT_LANE_OPERATOR(op)                                                \
  template <class A, class B>                                                  \
    requires lane::Pair<A, B>                                                  \
  REGTT_OP auto operator op(const A &a, const B &b) {                          \
    if constexpr (std::is_same_v<lane::Value<A>, bool> &&                      \
                  std::is_same_v<lane::Value<B>, bool>) {                      \
      return Lane<bool>::of(Lane<bool>(a).bits() op Lane<bool>(b).bits());     \
    } else {                                                                   \
      using T = lane::Common<A, B>;                                            \
      using V = lane::Part<lane::Element<T>>;                                  \
      return Lane<T>(a).mapped(Lane<T>(b),                                     \
                               [](V x, V y) { return V(x op y); });            \
    }                                                                          \
  }
REGTT_LANE_OPERATOR(&)
REGTT_LANE_OPERATOR(|)
REGTT_LANE_OPERATOR(^)
#undef REGTT_LANE_OPERATOR

template <class A, class B>
  requires lane::Pair<A, B>
REGTT_OP auto operator<<(const A &a, const B &b) {
  using T = lane::Promoted<A>;
  using V = lane::Part<lane::Element<T>>;
  using W = lane::Part<lane::Round<T>>;
  return Lane<T>(a).mapped(Lane<T>(b),
                           [](V x, V y) { return V(W(x) << W(y)); });
}
template <class A, class B>
  requires lane::Pair<A, B>
REGTT_OP auto operator>>(const A &a, const B &b) {
  using T = lane::Promoted<A>;
  using V = lane::Part<lane::Element<T>>;
  return Lane<T>(a).mapped(Lane<T>(b), [](V x, V y) { return V(x >> y); });
}

template <class A>
  requires(lane::ValueOf<A>::isLane)
REGTT_OP auto operator+(const A &a) {
  return Lane<lane::Promoted<A>>(a);
}
template <class A>
  requires(lane::ValueOf<A>::isLane)
REGTT_OP auto operator-(const A &a) {
  using P = lane::Promoted<A>;
  using V = lane::Part<lane::Element<P>>;
  using W = lane::Part<lane::Round<P>>;
  const Lane<P> value(a);
  return value.mapped(value, [](V x, V) { return V(-W(x)); });
}
template <class A>
  requires(lane::ValueOf<A>::isLane)
REGTT_OP auto operator~(const A &a) {
  using P = lane::Promoted<A>;
  using V = lane::Part<lane::Element<P>>;
  const Lane<P> value(a);
  return value.mapped(value, [](V x, V) { return V(~x); });
}

// --- Comparisons ---

#define REGTT_LANE_COMPARISON(op, bits)                                        \
  template <class A, class B>                                                  \
    requires lane::Pair<A, B>                                                  \
  REGTT_OP Lane<bool> operator op(const A & a, const B & b) {                  \
    using T = lane::Common<A, B>;                                              \
    using C = lane::Element<T>;                                                \
    using V = lane::Part<C>;                                                   \
    return Lane<T>(a).compared(Lane<T>(b),                                     \
                               [](V x, V y) { return unsigned(lane::bits); }); \
  }
REGTT_LANE_COMPARISON(==, equal<C>(x, y))
REGTT_LANE_COMPARISON(<, less<C>(x, y))
REGTT_LANE_COMPARISON(<=, lessOrEqual<C>(x, y))
REGTT_LANE_COMPARISON(>, less<C>(y, x))
REGTT_LANE_COMPARISON(>=, lessOrEqual<C>(y, x))
#undef REGTT_LANE_COMPARISON
template <class A, class B>
  requires lane::Pair<A, B>
REGTT_OP Lane<bool> operator!=(const A &a, const B &b) {
  return !(a == b);
}

template <class A>
  requires(lane::ValueOf<A>::isLane && !std::is_same_v<A, Lane<bool>>)
REGTT_OP Lane<bool> operator!(const A &a) {
  return a == lane::Value<A>(0);
}
template <class U>
REGTT_OP Lane<bool>::Lane(const Lane<U> &numbers)
    : Lane(of((numbers != U(0)).bits())) {}

/// Both sides are there, and have no effect.
template <class A, class B>
  requires lane::Pair<A, B>
REGTT_OP Lane<bool> operator&&(const A &a, const B &b) {
  return Lane<bool>::of(Lane<bool>(a).bits() & Lane<bool>(b).bits());
}
template <class A, class B>
  requires lane::Pair<A, B>
REGTT_OP Lane<bool> operator||(const A &a, const B &b) {
  return Lane<bool>::of(Lane<bool>(a).bits() | Lane<bool>(b).bits());
}

/// A number as another type: static_cast of one, or of each lane's.
template <class T, class A> REGTT_OP auto to(const A &a) {
  if constexpr (lane::ValueOf<A>::isLane)
    return Lane<T>(a);
  else
    return T(a);
}

// --- Assignments ---

/// Each(op) of all operators that C++ assigns by.
#define REGTT_LANE_OPERATORS(Each)                                             \
  Each(+) Each(-) Each(*) Each(/) Each(%) Each(&) Each(|) Each(^) Each(<<)     \
      Each(>>)

#define REGTT_LANE_ASSIGNMENT(op)                                              \
  template <class T, lane::Operand B>                                          \
    requires requires(Lane<T> a, B b) { a op b; }                              \
  REGTT_OP Lane<T> &operator op##=(Lane<T> &a, const B & b) {                  \
    return a = Lane<T>(a op b);                                                \
  }
REGTT_LANE_OPERATORS(REGTT_LANE_ASSIGNMENT)
#undef REGTT_LANE_ASSIGNMENT

template <class T> REGTT_OP Lane<T> &operator++(Lane<T> &a) { return a += 1; }
template <class T> REGTT_OP Lane<T> &operator--(Lane<T> &a) { return a -= 1; }

// --- Choices ---

/// `condition ? yes : no`; both are there.
template <class A, class B>
  requires lane::Operand<A> && lane::Operand<B>
REGTT_OP auto select(Lane<bool> condition, const A &yes, const B &no) {
  using X = lane::Value<A>;
  using Y = lane::Value<B>;
  using T = decltype(true ? X() : Y());
  if constexpr (std::is_same_v<T, bool>)
    return (condition && Lane<bool>(yes)) || (!condition && Lane<bool>(no));
  else
    return Lane<T>::choose(condition.bits(), yes, no);
}
template <class A, class B>
  requires lane::Operand<A> && lane::Operand<B>
REGTT_OP auto select(bool condition, const A &yes, const B &no) {
  using T = decltype(true ? lane::Value<A>() : lane::Value<B>());
  if constexpr (lane::Pair<A, B>)
    return condition ? Lane<T>(yes) : Lane<T>(no);
  else
    return condition ? T(yes) : T(no);
}

/// Assigns a value to a variable in some lanes.
template <class T>
REGTT_OP void put(Mask lanes, Lane<T> &variable, const Lane<T> &value) {
  if constexpr (std::is_same_v<T, bool>)
    variable = Lane<bool>::of((value.bits() & lanes.bits()) |
                              (variable.bits() & ~lanes.bits()));
  else
    variable = Lane<T>::choose(lanes.bits(), value, variable);
}

/// A variable as some lanes see it: what is assigned to it is theirs.
/// `Variable` is a Lane, or a Column (fields.h).
template <class Variable> class Where {
  using T = lane::Value<std::remove_const_t<Variable>>;

public:
  REGTT_OP Where(Mask lanes, Variable &variable)
      : lanes(lanes), variable(variable) {}

  template <lane::Operand B> REGTT_OP void operator=(const B &value) const {
    put(lanes, variable, Lane<T>(value));
  }

#define REGTT_LANE_ASSIGNMENT(op)                                              \
  template <lane::Operand B>                                                   \
  REGTT_OP void operator op##=(const B &value) const {                         \
    put(lanes, variable, Lane<T>(Lane<T>(variable) op value));                 \
  }
  REGTT_LANE_OPERATORS(REGTT_LANE_ASSIGNMENT)
#undef REGTT_LANE_ASSIGNMENT

private:
  Mask lanes;
  Variable &variable;
};

template <class T>
REGTT_OP Where<Lane<T>> where(Mask lanes, Lane<T> &variable) {
  return Where<Lane<T>>(lanes, variable);
}

} // namespace
} // namespace regtt::rt
