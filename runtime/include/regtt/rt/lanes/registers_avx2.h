/// What a register of lanes does in AVX2 beyond the arithmetic that vectors
/// have by themselves. Sets of lanes are bits here, too: they become vectors
/// where something is chosen by them, which costs three instructions.
#pragma once

#include <regtt/rt/lanes/vector_bits.h>

#include <array>

namespace regtt::rt {
namespace {
namespace lane {

template <class C> REGTT_OP unsigned bitsOf(Chosen<C> chosen) {
  if constexpr (sizeof(C) == 4)
    return unsigned(_mm256_movemask_ps((__m256)chosen));
  else
    return unsigned(_mm256_movemask_pd((__m256d)chosen));
}

/// Of the lanes whose bit is set; the others read nothing, and are 0.
template <class C> REGTT_OP Part<C> loadSome(unsigned bits, const C *from) {
  if constexpr (sizeof(C) == 4)
    return (Part<C>)_mm256_maskload_epi32((const int *)from,
                                          (__m256i)spread<C>(bits));
  else if constexpr (sizeof(C) == 8)
    return (Part<C>)_mm256_maskload_epi64((const long long *)from,
                                          (__m256i)spread<C>(bits));
  else
    return eachRead<C>(bits, [&](int k) { return from[k]; });
}

template <class C>
REGTT_OP void storeSome(unsigned bits, C *to, Part<C> values) {
  if constexpr (sizeof(C) == 4)
    _mm256_maskstore_epi32((int *)to, (__m256i)spread<C>(bits),
                           (__m256i)values);
  else if constexpr (sizeof(C) == 8)
    _mm256_maskstore_epi64((long long *)to, (__m256i)spread<C>(bits),
                           (__m256i)values);
  else
    unrolled<partLanes<C>>([&](auto k) {
      if ((bits >> k & 1) != 0)
        to[k] = values[k()];
    });
}

/// For each set of a register's lanes, which 4 bytes of it come first.
template <int Lanes>
inline constexpr auto packingOrders = [] {
  std::array<std::array<std::uint8_t, 8>, 1 << Lanes> orders{};
  for (unsigned bits = 0; bits < orders.size(); ++bits) {
    unsigned to = 0;
    for (unsigned k = 0; k < Lanes; ++k)
      for (unsigned word = 0; (bits >> k & 1) != 0 && word < 8 / Lanes; ++word)
        orders[bits][to++] = std::uint8_t(k * (8 / Lanes) + word);
  }
  return orders;
}();

/// The lanes whose bit is set, one behind the other from lane 0 on; what is in
/// the others has no meaning.
template <class C> REGTT_OP Part<C> packed(unsigned bits, Part<C> values) {
  static_assert(sizeof(C) >= 4);
  constexpr int lanes = partLanes<C>;
  const __m256i order = _mm256_cvtepu8_epi32(_mm_loadl_epi64(
      (const __m128i *)packingOrders<lanes>[bits & ((1u << lanes) - 1)]
          .data()));
  return (Part<C>)_mm256_permutevar8x32_epi32((__m256i)values, order);
}

/// What lies `at` bytes behind `base`, for the lanes whose bit is set; 0 else.
template <class C>
REGTT_OP Part<C> gatherSome(unsigned bits, const void *base,
                            Part<std::int64_t> at) {
  static_assert(sizeof(C) == 8);
  return (Part<C>)_mm256_mask_i64gather_epi64(
      _mm256_setzero_si256(), (const long long *)base, (__m256i)at,
      (__m256i)spread<C>(bits), 1);
}
template <class C>
REGTT_OP Part<C> gatherSome(unsigned bits, const void *base,
                            Part<std::int64_t> low, Part<std::int64_t> high) {
  static_assert(sizeof(C) == 4);
  const __m256i chosen = (__m256i)spread<C>(bits);
  const __m128i first = _mm256_mask_i64gather_epi32(
      _mm_setzero_si128(), (const int *)base, (__m256i)low,
      _mm256_castsi256_si128(chosen), 1);
  const __m128i second = _mm256_mask_i64gather_epi32(
      _mm_setzero_si128(), (const int *)base, (__m256i)high,
      _mm256_extracti128_si256(chosen, 1), 1);
  return (Part<C>)_mm256_set_m128i(second, first);
}
/// The elements with these numbers.
template <class C>
REGTT_OP Part<C> gatherNumbered(unsigned bits, const C *base,
                                Part<std::int32_t> number) {
  static_assert(sizeof(C) == 4);
  return (Part<C>)_mm256_mask_i32gather_epi32(
      _mm256_setzero_si256(), (const int *)base, (__m256i)number,
      (__m256i)spread<C>(bits), 4);
}

/// From sixteen rows four words, word number `first` and those behind it, as
/// columns.
REGTT_OP void transpose(const void *const *rows, int first,
                        Parts<std::uint32_t> *columns) {
  const auto load = [&](int row) {
    return reinterpret_cast<const __m128i *>(
        static_cast<const std::uint32_t *>(rows[row]) + first);
  };
  unrolled<2>([&](auto i) {
    __m256i mixed[4];
    unrolled<4>([&](auto k) {
      mixed[k()] =
          _mm256_loadu2_m128i(load(8 * i() + k() + 4), load(8 * i() + k()));
    });
    const __m256i low[2] = {_mm256_unpacklo_epi32(mixed[0], mixed[1]),
                            _mm256_unpacklo_epi32(mixed[2], mixed[3])};
    const __m256i high[2] = {_mm256_unpackhi_epi32(mixed[0], mixed[1]),
                             _mm256_unpackhi_epi32(mixed[2], mixed[3])};
    using Word = Part<std::uint32_t>;
    columns[0].part[i()] = (Word)_mm256_unpacklo_epi64(low[0], low[1]);
    columns[1].part[i()] = (Word)_mm256_unpackhi_epi64(low[0], low[1]);
    columns[2].part[i()] = (Word)_mm256_unpacklo_epi64(high[0], high[1]);
    columns[3].part[i()] = (Word)_mm256_unpackhi_epi64(high[0], high[1]);
  });
}

/// Values of eight bytes whose halves are in two columns.
template <class C>
REGTT_OP Parts<C> joined(const Parts<std::uint32_t> &low,
                         const Parts<std::uint32_t> &high) {
  Parts<C> result;
  unrolled<2>([&](auto i) {
    const __m256i a = (__m256i)low.part[i()], b = (__m256i)high.part[i()];
    const __m256i first = _mm256_unpacklo_epi32(a, b);
    const __m256i second = _mm256_unpackhi_epi32(a, b);
    result.part[2 * i()] =
        (Part<C>)_mm256_permute2x128_si256(first, second, 0x20);
    result.part[2 * i() + 1] =
        (Part<C>)_mm256_permute2x128_si256(first, second, 0x31);
  });
  return result;
}

REGTT_OP Part<float> squareRoot(Part<float> a) { return _mm256_sqrt_ps(a); }
REGTT_OP Part<double> squareRoot(Part<double> a) { return _mm256_sqrt_pd(a); }

/// How: _MM_FROUND_TO_NEG_INF and its like.
template <int How> REGTT_OP Part<float> rounded(Part<float> a) {
  return _mm256_round_ps(a, How | _MM_FROUND_NO_EXC);
}
template <int How> REGTT_OP Part<double> rounded(Part<double> a) {
  return _mm256_round_pd(a, How | _MM_FROUND_NO_EXC);
}

} // namespace lane
} // namespace
} // namespace regtt::rt
