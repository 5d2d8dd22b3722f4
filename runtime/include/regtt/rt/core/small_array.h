/// Elements of small arrays that data choose. A GPU thread holds such an array
/// in registers, which have no index: every element is looked at there, so that
/// the array need not lie in memory.
#pragma once

#include <regtt/rt/core/target.h>

#include <array>
#include <cstddef>
#include <cstdio>
#include <type_traits>

namespace regtt::rt {

namespace detail {

template <class T, std::size_t N, class Array>
REGTT_OP T at(const Array &array, std::size_t index) {
#ifdef __CUDA_ARCH__
  T chosen = array[0];
  REGTT_UNROLL
  for (std::size_t i = 1; i < N; ++i) {
    const T element = array[i]; // loaded in any case: addresses are not chosen
    chosen = index == i ? element : chosen;
  }
  return chosen;
#else
  return array[index];
#endif
}

template <class T, std::size_t N, class Array>
REGTT_OP T put(Array &array, std::size_t index, T value) {
#ifdef __CUDA_ARCH__
  REGTT_UNROLL
  for (std::size_t i = 0; i < N; ++i) {
    const T element = array[i];
    array[i] = index == i ? value : element;
  }
#else
  array[index] = value;
#endif
  return value;
}

} // namespace detail

/// `index`, into the `count` elements that an iteration has of a longer array
/// side by side. What lies beyond is another iteration's: the program ends.
template <class Index> REGTT_OP Index within(Index index, std::size_t count) {
  if (static_cast<std::size_t>(index) >= count) [[unlikely]] {
    constexpr const char *message =
        "regtt: error: index %lld leads out of the %llu elements that an "
        "iteration has of an array\n";
    const auto at = static_cast<long long>(index);
    const auto most = static_cast<unsigned long long>(count);
#ifdef __CUDA_ARCH__
    printf(message, at, most);
#else
    std::fprintf(stderr, message, at, most);
#endif
    fail();
  }
  return index;
}

/// `array[index]`, of a whole array of `N` elements; `index` is below that.
template <class T, std::size_t N, class Index>
REGTT_OP T at(const T (&array)[N], Index index) {
  return detail::at<T, N>(array, static_cast<std::size_t>(index));
}
template <class T, std::size_t N, class Index>
REGTT_OP T at(const std::array<T, N> &array, Index index) {
  return detail::at<T, N>(array, static_cast<std::size_t>(index));
}

/// `array[index] = value`.
template <class T, std::size_t N, class Index>
REGTT_OP T put(T (&array)[N], Index index, std::type_identity_t<T> value) {
  return detail::put<T, N>(array, static_cast<std::size_t>(index), value);
}
template <class T, std::size_t N, class Index>
REGTT_OP T put(std::array<T, N> &array, Index index,
               std::type_identity_t<T> value) {
  return detail::put<T, N>(array, static_cast<std::size_t>(index), value);
}

} // namespace regtt::rt
