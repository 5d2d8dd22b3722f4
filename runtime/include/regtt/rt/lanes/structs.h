/// Structs and arrays of lanes. A printed slice has, beside each struct of the
/// user's whose values differ from lane to lane, one of sixteen:
///
///     template <template <class> class Each> struct LaneVec {
///       using Single = Vec;
///       using Lanes = LaneVec<rt::Lane>;
///       Each<float> x;
///       Each<float> y;
///       ...
///       template <class Other, class F> static void eachField(const F &f) {
///         f(&LaneVec::x, &Other::x);
///         f(&LaneVec::y, &Other::y);
///       }
///     };
///
/// `Each` is Lane, or, in queries that visits change, Column. `Other` is a
/// struct with fields of these names: the user's, or one of lanes. What is done
/// to a struct, or an array, is done to each number in it.
#pragma once

#include <regtt/rt/lanes/memory.h>

namespace regtt::rt {
namespace {

namespace lane {

/// A struct of lanes.
template <class S>
concept Struct = requires { typename std::remove_cvref_t<S>::Single; };
/// A struct of lanes or an array of whatever.
template <class S>
concept Compound = Struct<S> || std::is_array_v<std::remove_reference_t<S>>;

template <class S> struct SingleOf {
  using type = S;
};
template <Struct S> struct SingleOf<S> {
  using type = typename S::Single;
};
/// What holds the values of `Single`, of one lane or of each.
template <class S, class Single>
concept FormOf = std::same_as<typename SingleOf<S>::type, Single>;

/// f(number) of each number in arrays and structs of lanes, or of what is
/// none of these.
template <class A, class F> REGTT_OP void eachElement(A &a, const F &f) {
  if constexpr (std::is_array_v<A>)
    unrolled<int(std::extent_v<A>)>([&](auto i) { eachElement(a[i()], f); });
  else if constexpr (Struct<A>)
    A::template eachField<A>(
        [&](auto member, auto) { eachElement(a.*member, f); });
  else
    f(a);
}
/// The same of two of one shape, side by side. One of them is of lanes.
template <class A, class B, class F>
REGTT_OP void eachElement(A &a, B &b, const F &f) {
  if constexpr (std::is_array_v<A>)
    unrolled<int(std::extent_v<A>)>(
        [&](auto i) { eachElement(a[i()], b[i()], f); });
  else if constexpr (Struct<A>)
    A::template eachField<std::remove_const_t<B>>(
        [&](auto ofA, auto ofB) { eachElement(a.*ofA, b.*ofB, f); });
  else if constexpr (Struct<B>)
    B::template eachField<std::remove_const_t<A>>(
        [&](auto ofB, auto ofA) { eachElement(a.*ofA, b.*ofB, f); });
  else
    f(a, b);
}
/// f(number) of each number in `single`, in the order of a `Form` of lanes.
template <class Form, class A, class F>
REGTT_OP void eachSingle(A &single, const F &f) {
  if constexpr (std::is_array_v<A>)
    unrolled<int(std::extent_v<A>)>([&](auto i) {
      eachSingle<std::remove_extent_t<Form>>(single[i()], f);
    });
  else if constexpr (Struct<Form>)
    Form::template eachField<std::remove_const_t<A>>(
        [&](auto ofForm, auto member) {
          using Inner =
              std::remove_reference_t<decltype(std::declval<Form &>().*ofForm)>;
          eachSingle<Inner>(single.*member, f);
        });
  else
    f(single);
}

/// How many bytes one lane has in a `Form` of lanes, number after number.
template <class Form> REGTT_OP std::size_t singleBytes() {
  if constexpr (std::is_array_v<Form>) {
    return std::extent_v<Form> * singleBytes<std::remove_extent_t<Form>>();
  } else if constexpr (Struct<Form>) {
    std::size_t bytes = 0;
    Form::template eachField<Form>([&](auto member, auto) {
      using Inner =
          std::remove_reference_t<decltype(std::declval<Form &>().*member)>;
      bytes += singleBytes<Inner>();
    });
    return bytes;
  } else {
    return sizeof(typename Form::Value);
  }
}

/// Of another form: the same in all lanes, or looked up in columns.
template <class A, class B> REGTT_OP void assign(A &to, const B &from) {
  eachElement(to, from, [](auto &a, const auto &b) { a = b; });
}

} // namespace lane

/// `Values<Lane<int>[2]>{1, 2}`: an array without a name.
template <class Array> using Values = Array;

/// A struct or an array as some lanes see it: what is assigned to it is theirs.
template <lane::Compound S> class WhereAll {
public:
  REGTT_OP WhereAll(Mask lanes, S &variable)
      : lanes(lanes), variable(variable) {}

  template <class From> REGTT_OP void operator=(const From &from) const {
    lane::eachElement(variable, from, [&](auto &to, const auto &value) {
      where(lanes, to) = value;
    });
  }

private:
  Mask lanes;
  S &variable;
};

template <lane::Compound S>
REGTT_OP WhereAll<S> where(Mask lanes, S &variable) {
  return WhereAll<S>(lanes, variable);
}

/// `condition ? yes : no` of structs; both are there.
template <lane::Struct S, class C>
REGTT_OP S select(const C &condition, const std::type_identity_t<S> &yes,
                  const std::type_identity_t<S> &no) {
  S result = no;
  where(Mask::all() & condition, result) = yes;
  return result;
}

} // namespace
} // namespace regtt::rt
