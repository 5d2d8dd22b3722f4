/// The instruction set of this unit: AVX-512 (F, BW, DQ, VL), AVX2, or plain
/// vectors of 16 bytes that every compiler has. The headers of this folder say
/// what sixteen lanes do in each; the same text is compiled once for each
/// instruction set, with that one's options. So all that they define is the
/// unit's own (an unnamed namespace): no linker may take what was compiled for
/// one processor on another.
#pragma once

#include <regtt/rt/core/target.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) &&  \
    defined(__AVX512VL__)
#define REGTT_LANES_AVX512 1
#elif defined(__AVX2__)
#define REGTT_LANES_AVX2 1
#endif

#if defined(REGTT_LANES_AVX512) || defined(REGTT_LANES_AVX2)
#include <immintrin.h>
#endif

namespace regtt::rt {
namespace {

/// Lanes of a group, for all types of values.
inline constexpr int numLanes = 16;

namespace lane {

#if defined(REGTT_LANES_AVX512)
inline constexpr const char *isaName = "avx512";
inline constexpr std::size_t registerBytes = 64;
#elif defined(REGTT_LANES_AVX2)
inline constexpr const char *isaName = "avx2";
inline constexpr std::size_t registerBytes = 32;
#else
inline constexpr const char *isaName = "none";
inline constexpr std::size_t registerBytes = 16;
#endif

/// The type that stands for all arithmetic types of one kind and size: int64_t
/// for `long long`, too.
template <class T>
using Element = std::conditional_t<
    std::is_floating_point_v<T>, T,
    std::conditional_t<
        sizeof(T) == 1,
        std::conditional_t<std::is_signed_v<T>, std::int8_t, std::uint8_t>,
        std::conditional_t<
            sizeof(T) == 2,
            std::conditional_t<std::is_signed_v<T>, std::int16_t,
                               std::uint16_t>,
            std::conditional_t<
                sizeof(T) == 4,
                std::conditional_t<std::is_signed_v<T>, std::int32_t,
                                   std::uint32_t>,
                std::conditional_t<std::is_signed_v<T>, std::int64_t,
                                   std::uint64_t>>>>>;

/// Bytes of the registers that hold lanes of C. Narrow types stay narrow.
template <class C>
inline constexpr std::size_t partBytes =
    std::min(registerBytes, numLanes * sizeof(C));
template <class C>
inline constexpr int partLanes = int(partBytes<C> / sizeof(C));
template <class C> inline constexpr int numParts = numLanes / partLanes<C>;

template <class C> struct VectorOf {
  typedef C type __attribute__((vector_size(partBytes<C>)));
};
/// One register of lanes.
template <class C> using Part = typename VectorOf<C>::type;

/// The sixteen lanes of a type, register by register.
template <class C> struct Parts {
  Part<C> part[numParts<C>];
};

/// f(0) to f(N - 1), each with a constant.
template <int N, class F> REGTT_OP void unrolled(const F &f) {
  [&]<int... I>(std::integer_sequence<int, I...>)
      __attribute__((always_inline)) {
        (f(std::integral_constant<int, I>()), ...);
      }(std::make_integer_sequence<int, N>());
}

/// A register at any address, of whatever lies there. g++ copies memory 16
/// bytes at a time, which a wider register then waits for.
template <class V> struct __attribute__((packed, may_alias)) Unaligned {
  V value;
};
template <class V> REGTT_OP V loadRegister(const void *from) {
  return static_cast<const Unaligned<V> *>(from)->value;
}
template <class V> REGTT_OP void storeRegister(void *to, const V &value) {
  static_cast<Unaligned<V> *>(to)->value = value;
}

/// `same` in each lane.
template <class C> REGTT_OP Part<C> repeated(C same) {
  return [&]<int... I>(std::integer_sequence<int, I...>)
             __attribute__((always_inline)) {
               return Part<C>{(void(I), same)...};
             }(std::make_integer_sequence<int, partLanes<C>>());
}

/// Integers of the same size, where arithmetic goes round.
template <class C> struct Wrapping {
  using type = C;
};
template <class C>
  requires std::is_integral_v<C>
struct Wrapping<C> {
  using type = std::make_unsigned_t<C>;
};

} // namespace lane

} // namespace
} // namespace regtt::rt
