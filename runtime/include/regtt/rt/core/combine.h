/// Changes of elements that all iterations share, each by one operator: in
/// whatever order they come, the result is the serial program's. Numbers of 32
/// and 64 bits; sums of integers wrap around, and floating-point numbers have
/// minima and maxima alone, for which a NaN stays, and is passed over.
#pragma once

#include <regtt/rt/core/target.h>

#ifndef __CUDA_ARCH__
#include <atomic>
#endif
#include <type_traits>

namespace regtt::rt {

struct Add {};
struct Min {};
struct Max {};
struct And {};
struct Or {};
struct Xor {};

namespace detail {

#ifdef __CUDA_ARCH__
/// As the atomic functions of CUDA name a type of that width.
template <class T>
using AtomicWord =
    std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>;
template <class T>
using AtomicNumber = std::conditional_t<
    sizeof(T) == 4, std::conditional_t<std::is_signed_v<T>, int, unsigned>,
    std::conditional_t<std::is_signed_v<T>, long long, unsigned long long>>;

/// The least or greatest floating-point number. Where nothing but this changes
/// the place, and no NaN is there, the bits of those with one sign are in order
/// as integers, of negative ones the other way round.
template <class Operator, class T>
REGTT_OP void chooseOnDevice(T &place, T value) {
  constexpr bool isMin = std::is_same_v<Operator, Min>;
  const T held = *const_cast<volatile T *>(&place);
  if (!(isMin ? value < held : held < value))
    return;
  using Signed = std::conditional_t<sizeof(T) == 8, long long, int>;
  auto *const word = reinterpret_cast<AtomicWord<T> *>(&place);
  auto *const number = reinterpret_cast<Signed *>(&place);
  const AtomicWord<T> bits = __builtin_bit_cast(AtomicWord<T>, value);
  const bool isNegative = Signed(bits) < 0;
  if (isMin && isNegative)
    atomicMax(word, bits);
  else if (isMin)
    atomicMin(number, Signed(bits));
  else if (isNegative)
    atomicMin(word, bits);
  else
    atomicMax(number, Signed(bits));
}

template <class Operator, class T>
REGTT_OP void combineOnDevice(T &place, T value) {
  auto *const word = reinterpret_cast<AtomicWord<T> *>(&place);
  auto *const number = reinterpret_cast<AtomicNumber<T> *>(&place);
  if constexpr (std::is_same_v<Operator, Add>)
    atomicAdd(word, AtomicWord<T>(value));
  else if constexpr (std::is_same_v<Operator, And>)
    atomicAnd(word, AtomicWord<T>(value));
  else if constexpr (std::is_same_v<Operator, Or>)
    atomicOr(word, AtomicWord<T>(value));
  else if constexpr (std::is_same_v<Operator, Xor>)
    atomicXor(word, AtomicWord<T>(value));
  else if constexpr (std::is_same_v<Operator, Min>)
    atomicMin(number, AtomicNumber<T>(value));
  else
    atomicMax(number, AtomicNumber<T>(value));
}
#else
template <class Operator, class T> void combineOnHost(T &place, T value) {
  const std::atomic_ref<T> element(place);
  constexpr auto order = std::memory_order_relaxed;
  if constexpr (std::is_same_v<Operator, Add>) {
    element.fetch_add(value, order);
  } else if constexpr (std::is_same_v<Operator, And>) {
    element.fetch_and(value, order);
  } else if constexpr (std::is_same_v<Operator, Or>) {
    element.fetch_or(value, order);
  } else if constexpr (std::is_same_v<Operator, Xor>) {
    element.fetch_xor(value, order);
  } else {
    T held = element.load(order);
    constexpr bool isMin = std::is_same_v<Operator, Min>;
    while ((isMin ? value < held : held < value) &&
           !element.compare_exchange_weak(held, value, order))
      ;
  }
}
#endif

} // namespace detail

/// `place` becomes what `Operator` makes of it and of `value`.
template <class Operator, class T>
REGTT_OP void combine(T &place, std::type_identity_t<T> value) {
  constexpr bool isChoice =
      std::is_same_v<Operator, Min> || std::is_same_v<Operator, Max>;
  static_assert((std::is_integral_v<T> || isChoice) &&
                (sizeof(T) == 4 || sizeof(T) == 8));
#ifdef __CUDA_ARCH__
  if constexpr (std::is_integral_v<T>)
    detail::combineOnDevice<Operator>(place, value);
  else
    detail::chooseOnDevice<Operator>(place, value);
#else
  detail::combineOnHost<Operator>(place, value);
#endif
}

/// What `place` holds while others may set it so.
template <class T> REGTT_OP T look(T &place) {
#ifdef __CUDA_ARCH__
  return *const_cast<const volatile T *>(&place);
#else
  return std::atomic_ref<T>(place).load(std::memory_order_relaxed);
#endif
}

/// Sets `place` to what all iterations set it to that do. Whoever finds it set
/// leaves it alone: what many threads write, each has to wait for.
template <class T>
REGTT_OP void setForAll(T &place, std::type_identity_t<T> value) {
  if constexpr (std::is_integral_v<T>)
    if (look(place) == value)
      return;
#ifdef __CUDA_ARCH__
  *const_cast<volatile T *>(&place) = value;
#else
  std::atomic_ref<T>(place).store(value, std::memory_order_relaxed);
#endif
}

} // namespace regtt::rt
