/// From the lanes of one type to those of another, each value as C++ converts
/// it.
#pragma once

#include <regtt/rt/lanes/registers.h>

#include <cstring>

namespace regtt::rt {
namespace {
namespace lane {

template <class C, int Lanes> struct ChunkOf {
  typedef C type __attribute__((vector_size(Lanes * sizeof(C))));
};
template <class C, int Lanes> using Chunk = typename ChunkOf<C, Lanes>::type;

/// As many lanes as the wider type has in a register. Where the compilers'
/// own conversion takes apart what one instruction does, that is named.
template <class To, class From, int Lanes>
REGTT_OP Chunk<To, Lanes> converted(Chunk<From, Lanes> from) {
  [[maybe_unused]] constexpr bool isWidened =
      std::is_integral_v<From> && sizeof(To) > sizeof(From);
#if defined(REGTT_LANES_AVX512)
  if constexpr (std::is_same_v<From, float> && std::is_same_v<To, double>)
    return _mm512_maskz_cvtps_pd(0xff, from);
  else if constexpr (std::is_same_v<From, std::int32_t> &&
                     std::is_same_v<To, double>)
    return _mm512_maskz_cvtepi32_pd(0xff, (__m256i)from);
  else if constexpr (std::is_same_v<From, std::uint32_t> &&
                     std::is_same_v<To, double>)
    return _mm512_maskz_cvtepu32_pd(0xff, (__m256i)from);
  else if constexpr (std::is_same_v<From, float> &&
                     std::is_same_v<To, std::uint32_t>)
    return (Chunk<To, Lanes>)_mm512_maskz_cvttps_epu32(0xffff, from);
  else if constexpr (isWidened && std::is_integral_v<To> && sizeof(To) == 8 &&
                     sizeof(From) == 4)
    return std::is_signed_v<From>
               ? (Chunk<To, Lanes>)_mm512_maskz_cvtepi32_epi64(0xff,
                                                               (__m256i)from)
               : (Chunk<To, Lanes>)_mm512_maskz_cvtepu32_epi64(0xff,
                                                               (__m256i)from);
  else if constexpr (std::is_integral_v<From> && std::is_integral_v<To> &&
                     sizeof(From) == 8 && sizeof(To) == 4)
    return (Chunk<To, Lanes>)_mm512_maskz_cvtepi64_epi32(0xff, (__m512i)from);
  else if constexpr (std::is_integral_v<To> && sizeof(To) == 4 &&
                     sizeof(From) == 1)
    return std::is_signed_v<From>
               ? (Chunk<To, Lanes>)_mm512_maskz_cvtepi8_epi32(0xffff,
                                                              (__m128i)from)
               : (Chunk<To, Lanes>)_mm512_maskz_cvtepu8_epi32(0xffff,
                                                              (__m128i)from);
  else if constexpr (std::is_integral_v<To> && sizeof(To) == 4 &&
                     sizeof(From) == 2)
    return std::is_signed_v<From>
               ? (Chunk<To, Lanes>)_mm512_maskz_cvtepi16_epi32(0xffff,
                                                               (__m256i)from)
               : (Chunk<To, Lanes>)_mm512_maskz_cvtepu16_epi32(0xffff,
                                                               (__m256i)from);
  else if constexpr (std::is_integral_v<From> && sizeof(From) == 4 &&
                     sizeof(To) == 1)
    return (Chunk<To, Lanes>)_mm512_maskz_cvtepi32_epi8(0xffff, (__m512i)from);
  else if constexpr (std::is_integral_v<From> && sizeof(From) == 4 &&
                     sizeof(To) == 2)
    return (Chunk<To, Lanes>)_mm512_maskz_cvtepi32_epi16(0xffff, (__m512i)from);
  else
#elif defined(REGTT_LANES_AVX2)
  if constexpr (std::is_same_v<From, float> && std::is_same_v<To, double>)
    return _mm256_cvtps_pd(from);
  else if constexpr (std::is_same_v<From, std::int32_t> &&
                     std::is_same_v<To, double>)
    return _mm256_cvtepi32_pd((__m128i)from);
  else if constexpr (isWidened && std::is_integral_v<To> && sizeof(To) == 8 &&
                     sizeof(From) == 4)
    return std::is_signed_v<From>
               ? (Chunk<To, Lanes>)_mm256_cvtepi32_epi64((__m128i)from)
               : (Chunk<To, Lanes>)_mm256_cvtepu32_epi64((__m128i)from);
  else if constexpr (std::is_integral_v<To> && sizeof(To) == 4 &&
                     sizeof(From) == 2)
    return std::is_signed_v<From>
               ? (Chunk<To, Lanes>)_mm256_cvtepi16_epi32((__m128i)from)
               : (Chunk<To, Lanes>)_mm256_cvtepu16_epi32((__m128i)from);
  else
#endif
    return __builtin_convertvector(from, Chunk<To, Lanes>);
}

template <class To, class From> REGTT_OP Parts<To> convert(Parts<From> from) {
  if constexpr (std::is_same_v<To, From>) {
    return from;
  } else if constexpr (std::is_integral_v<To> && std::is_integral_v<From> &&
                       sizeof(To) == sizeof(From)) {
    Parts<To> result;
    unrolled<numParts<To>>(
        [&](auto i) { result.part[i] = (Part<To>)from.part[i]; });
    return result;
  } else if constexpr ((sizeof(To) < 4 && sizeof(From) != 4) ||
                       (sizeof(From) < 4 && sizeof(To) != 4)) {
    // Narrow integers come from int and go to it.
    return convert<To>(convert<std::int32_t>(from));
  } else {
    constexpr int lanes = std::min(partLanes<To>, partLanes<From>);
    Parts<To> result;
    unrolled<numLanes / lanes>([&](auto i) {
      using Given = Chunk<From, lanes>;
      const Given chunk = loadRegister<Given>(
          reinterpret_cast<const char *>(&from) + i * sizeof(Given));
      const Chunk<To, lanes> made = converted<To, From, lanes>(chunk);
      storeRegister(reinterpret_cast<char *>(&result) + i * sizeof made, made);
    });
    return result;
  }
}

} // namespace lane
} // namespace
} // namespace regtt::rt
