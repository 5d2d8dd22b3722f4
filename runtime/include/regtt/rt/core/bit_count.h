/// Bits of an unsigned integer, as C++20's <bit> counts them. libstdc++'s own
/// functions rest on built-ins of GCC that are not all right in GPU code (CUDA
/// 13.0, libstdc++ 12 and 13): those for trailing zeros and for 64 bits give a
/// constant.
#pragma once

#include <regtt/rt/core/target.h>

#include <bit>
#include <limits>

namespace regtt::rt {

template <class Unsigned> REGTT_OP int popcount(Unsigned x) {
#ifdef __CUDA_ARCH__
  return __popcll(x);
#else
  return std::popcount(x);
#endif
}

/// Zeros above the highest one; the number of bits for 0.
template <class Unsigned> REGTT_OP int countlZero(Unsigned x) {
#ifdef __CUDA_ARCH__
  return __clzll(x) - (64 - std::numeric_limits<Unsigned>::digits);
#else
  return std::countl_zero(x);
#endif
}

/// Ones above the highest zero.
template <class Unsigned> REGTT_OP int countlOne(Unsigned x) {
  return countlZero(Unsigned(~x));
}

/// Zeros below the lowest one; the number of bits for 0.
template <class Unsigned> REGTT_OP int countrZero(Unsigned x) {
  return popcount(Unsigned(~x & (x - 1)));
}

/// Ones below the lowest zero.
template <class Unsigned> REGTT_OP int countrOne(Unsigned x) {
  return countrZero(Unsigned(~x));
}

/// Bits that it takes to write x; 0 for 0.
template <class Unsigned> REGTT_OP int bitWidth(Unsigned x) {
  return std::numeric_limits<Unsigned>::digits - countlZero(x);
}

/// The highest one alone; 0 for 0.
template <class Unsigned> REGTT_OP Unsigned bitFloor(Unsigned x) {
  return x ? Unsigned(Unsigned(1) << (bitWidth(x) - 1)) : Unsigned(0);
}

template <class Unsigned> REGTT_OP bool hasSingleBit(Unsigned x) {
  return popcount(x) == 1;
}

} // namespace regtt::rt
