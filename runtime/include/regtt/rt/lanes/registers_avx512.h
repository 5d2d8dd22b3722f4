/// What a register of lanes does in AVX-512 beyond the arithmetic that vectors
/// have by themselves: comparisons to bits, choices, loads of some lanes.
#pragma once

#include <regtt/rt/lanes/isa.h>

namespace regtt::rt {
namespace {
namespace lane {

template <class C> REGTT_OP unsigned equal(Part<C> a, Part<C> b) {
  if constexpr (std::is_same_v<C, float>)
    return _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ);
  else if constexpr (std::is_same_v<C, double>)
    return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ);
  else if constexpr (sizeof(C) == 4)
    return _mm512_cmpeq_epi32_mask((__m512i)a, (__m512i)b);
  else
    return _mm512_cmpeq_epi64_mask((__m512i)a, (__m512i)b);
}

template <class C> REGTT_OP unsigned less(Part<C> a, Part<C> b) {
  if constexpr (std::is_same_v<C, float>)
    return _mm512_cmp_ps_mask(a, b, _CMP_LT_OS);
  else if constexpr (std::is_same_v<C, double>)
    return _mm512_cmp_pd_mask(a, b, _CMP_LT_OS);
  else if constexpr (std::is_same_v<C, std::int32_t>)
    return _mm512_cmplt_epi32_mask((__m512i)a, (__m512i)b);
  else if constexpr (std::is_same_v<C, std::uint32_t>)
    return _mm512_cmplt_epu32_mask((__m512i)a, (__m512i)b);
  else if constexpr (std::is_same_v<C, std::int64_t>)
    return _mm512_cmplt_epi64_mask((__m512i)a, (__m512i)b);
  else
    return _mm512_cmplt_epu64_mask((__m512i)a, (__m512i)b);
}

template <class C> REGTT_OP unsigned lessOrEqual(Part<C> a, Part<C> b) {
  if constexpr (std::is_same_v<C, float>)
    return _mm512_cmp_ps_mask(a, b, _CMP_LE_OS);
  else if constexpr (std::is_same_v<C, double>)
    return _mm512_cmp_pd_mask(a, b, _CMP_LE_OS);
  else if constexpr (std::is_same_v<C, std::int32_t>)
    return _mm512_cmple_epi32_mask((__m512i)a, (__m512i)b);
  else if constexpr (std::is_same_v<C, std::uint32_t>)
    return _mm512_cmple_epu32_mask((__m512i)a, (__m512i)b);
  else if constexpr (std::is_same_v<C, std::int64_t>)
    return _mm512_cmple_epi64_mask((__m512i)a, (__m512i)b);
  else
    return _mm512_cmple_epu64_mask((__m512i)a, (__m512i)b);
}

template <class C>
REGTT_OP Part<C> choose(unsigned bits, Part<C> yes, Part<C> no) {
  if constexpr (sizeof(C) == 1)
    return (Part<C>)_mm_mask_blend_epi8(__mmask16(bits), (__m128i)no,
                                        (__m128i)yes);
  else if constexpr (sizeof(C) == 2)
    return (Part<C>)_mm256_mask_blend_epi16(__mmask16(bits), (__m256i)no,
                                            (__m256i)yes);
  else if constexpr (std::is_same_v<C, float>)
    return _mm512_mask_blend_ps(__mmask16(bits), no, yes);
  else if constexpr (std::is_same_v<C, double>)
    return _mm512_mask_blend_pd(__mmask8(bits), no, yes);
  else if constexpr (sizeof(C) == 4)
    return (Part<C>)_mm512_mask_blend_epi32(__mmask16(bits), (__m512i)no,
                                            (__m512i)yes);
  else
    return (Part<C>)_mm512_mask_blend_epi64(__mmask8(bits), (__m512i)no,
                                            (__m512i)yes);
}

/// Of the lanes whose bit is set; the others read nothing, and are 0.
template <class C> REGTT_OP Part<C> loadSome(unsigned bits, const C *from) {
  if constexpr (sizeof(C) == 1)
    return (Part<C>)_mm_maskz_loadu_epi8(__mmask16(bits), from);
  else if constexpr (sizeof(C) == 2)
    return (Part<C>)_mm256_maskz_loadu_epi16(__mmask16(bits), from);
  else if constexpr (sizeof(C) == 4)
    return (Part<C>)_mm512_maskz_loadu_epi32(__mmask16(bits), from);
  else
    return (Part<C>)_mm512_maskz_loadu_epi64(__mmask8(bits), from);
}

template <class C>
REGTT_OP void storeSome(unsigned bits, C *to, Part<C> values) {
  if constexpr (sizeof(C) == 1)
    _mm_mask_storeu_epi8(to, __mmask16(bits), (__m128i)values);
  else if constexpr (sizeof(C) == 2)
    _mm256_mask_storeu_epi16(to, __mmask16(bits), (__m256i)values);
  else if constexpr (sizeof(C) == 4)
    _mm512_mask_storeu_epi32(to, __mmask16(bits), (__m512i)values);
  else
    _mm512_mask_storeu_epi64(to, __mmask8(bits), (__m512i)values);
}

/// The lanes whose bit is set, one behind the other from lane 0 on.
template <class C> REGTT_OP Part<C> packed(unsigned bits, Part<C> values) {
  static_assert(sizeof(C) >= 4);
  if constexpr (sizeof(C) == 4)
    return (Part<C>)_mm512_maskz_compress_epi32(__mmask16(bits),
                                                (__m512i)values);
  else
    return (Part<C>)_mm512_maskz_compress_epi64(__mmask8(bits),
                                                (__m512i)values);
}

/// What lies `at` bytes behind `base`, for the lanes whose bit is set; 0 else.
template <class C>
REGTT_OP Part<C> gatherSome(unsigned bits, const void *base,
                            Part<std::int64_t> at) {
  static_assert(sizeof(C) == 8);
  return (Part<C>)_mm512_mask_i64gather_epi64(
      _mm512_setzero_si512(), __mmask8(bits), (__m512i)at, base, 1);
}
template <class C>
REGTT_OP Part<C> gatherSome(unsigned bits, const void *base,
                            Part<std::int64_t> low, Part<std::int64_t> high) {
  static_assert(sizeof(C) == 4);
  const __m256i first = _mm512_mask_i64gather_epi32(
      _mm256_setzero_si256(), __mmask8(bits), (__m512i)low, base, 1);
  const __m256i second = _mm512_mask_i64gather_epi32(
      _mm256_setzero_si256(), __mmask8(bits >> 8), (__m512i)high, base, 1);
  // The forms with a mask, of all lanes: g++ 12 warns of the others.
  const __m512i lower =
      _mm512_maskz_inserti64x4(0xff, _mm512_setzero_si512(), first, 0);
  return (Part<C>)_mm512_maskz_inserti64x4(0xff, lower, second, 1);
}
/// The elements with these numbers.
template <class C>
REGTT_OP Part<C> gatherNumbered(unsigned bits, const C *base,
                                Part<std::int32_t> number) {
  static_assert(sizeof(C) == 4);
  return (Part<C>)_mm512_mask_i32gather_epi32(
      _mm512_setzero_si512(), __mmask16(bits), (__m512i)number, base, 4);
}

/// Element number[k] is lane k's, of the lanes whose bit is set, in their
/// order.
template <class C>
REGTT_OP void scatterNumbered(unsigned bits, C *base,
                              const Parts<std::int32_t> &number,
                              const Parts<C> &values) {
  const __m512i numbers = (__m512i)number.part[0];
  if constexpr (sizeof(C) == 4) {
    _mm512_mask_i32scatter_epi32(base, __mmask16(bits), numbers,
                                 (__m512i)values.part[0], 4);
  } else {
    static_assert(sizeof(C) == 8);
    // The forms with a mask, of all lanes: g++ 12 warns of the others.
    _mm512_mask_i32scatter_epi64(
        base, __mmask8(bits), _mm512_maskz_extracti64x4_epi64(0xff, numbers, 0),
        (__m512i)values.part[0], 8);
    _mm512_mask_i32scatter_epi64(
        base, __mmask8(bits >> 8),
        _mm512_maskz_extracti64x4_epi64(0xff, numbers, 1),
        (__m512i)values.part[1], 8);
  }
}

/// From sixteen rows four words, word number `first` and those behind it, as
/// columns.
REGTT_OP void transpose(const void *const *rows, int first,
                        Parts<std::uint32_t> *columns) {
  const auto load = [&](int row) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i *>(
        static_cast<const std::uint32_t *>(rows[row]) + first));
  };
  __m512i mixed[4];
  unrolled<4>([&](auto k) {
    __m512i row = _mm512_castsi128_si512(load(k()));
    row = _mm512_maskz_inserti32x4(0xffff, row, load(k() + 4), 1);
    row = _mm512_maskz_inserti32x4(0xffff, row, load(k() + 8), 2);
    mixed[k()] = _mm512_maskz_inserti32x4(0xffff, row, load(k() + 12), 3);
  });
  const __m512i low[2] = {
      _mm512_maskz_unpacklo_epi32(0xffff, mixed[0], mixed[1]),
      _mm512_maskz_unpacklo_epi32(0xffff, mixed[2], mixed[3])};
  const __m512i high[2] = {
      _mm512_maskz_unpackhi_epi32(0xffff, mixed[0], mixed[1]),
      _mm512_maskz_unpackhi_epi32(0xffff, mixed[2], mixed[3])};
  using Word = Part<std::uint32_t>;
  columns[0].part[0] = (Word)_mm512_maskz_unpacklo_epi64(0xff, low[0], low[1]);
  columns[1].part[0] = (Word)_mm512_maskz_unpackhi_epi64(0xff, low[0], low[1]);
  columns[2].part[0] =
      (Word)_mm512_maskz_unpacklo_epi64(0xff, high[0], high[1]);
  columns[3].part[0] =
      (Word)_mm512_maskz_unpackhi_epi64(0xff, high[0], high[1]);
}

/// Values of eight bytes whose halves are in two columns.
template <class C>
REGTT_OP Parts<C> joined(const Parts<std::uint32_t> &low,
                         const Parts<std::uint32_t> &high) {
  const auto half = [&](auto i) {
    constexpr int at = 8 * i();
    const __m512i order = _mm512_set_epi32(
        at + 23, at + 7, at + 22, at + 6, at + 21, at + 5, at + 20, at + 4,
        at + 19, at + 3, at + 18, at + 2, at + 17, at + 1, at + 16, at);
    return (Part<C>)_mm512_maskz_permutex2var_epi32(
        0xffff, (__m512i)low.part[0], order, (__m512i)high.part[0]);
  };
  return {half(std::integral_constant<int, 0>()),
          half(std::integral_constant<int, 1>())};
}

REGTT_OP Part<float> squareRoot(Part<float> a) {
  return _mm512_maskz_sqrt_ps(0xffff, a);
}
REGTT_OP Part<double> squareRoot(Part<double> a) {
  return _mm512_maskz_sqrt_pd(0xff, a);
}

/// How: _MM_FROUND_TO_NEG_INF and its like.
template <int How> REGTT_OP Part<float> rounded(Part<float> a) {
  return _mm512_maskz_roundscale_ps(0xffff, a, How | _MM_FROUND_NO_EXC);
}
template <int How> REGTT_OP Part<double> rounded(Part<double> a) {
  return _mm512_maskz_roundscale_pd(0xff, a, How | _MM_FROUND_NO_EXC);
}

} // namespace lane
} // namespace
} // namespace regtt::rt
