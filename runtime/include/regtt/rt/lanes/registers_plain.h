/// What a register of lanes does where nothing is known of the processor:
/// vectors of 16 bytes, and lane by lane what those cannot.
#pragma once

#include <regtt/rt/lanes/vector_bits.h>

#include <cmath>

namespace regtt::rt {
namespace {
namespace lane {

template <class C> REGTT_OP unsigned bitsOf(Chosen<C> chosen) {
  unsigned bits = 0;
  unrolled<partLanes<C>>(
      [&](auto k) { bits |= unsigned(chosen[k()] != 0) << k; });
  return bits;
}

/// Of the lanes whose bit is set; the others read nothing, and are 0.
template <class C> REGTT_OP Part<C> loadSome(unsigned bits, const C *from) {
  return eachRead<C>(bits, [&](int k) { return from[k]; });
}

template <class C>
REGTT_OP void storeSome(unsigned bits, C *to, Part<C> values) {
  unrolled<partLanes<C>>([&](auto k) {
    if ((bits >> k & 1) != 0)
      to[k] = values[k()];
  });
}

/// The lanes whose bit is set, one behind the other from lane 0 on; what is in
/// the others has no meaning.
template <class C> REGTT_OP Part<C> packed(unsigned bits, Part<C> values) {
  Part<C> result{};
  int to = 0;
  unrolled<partLanes<C>>([&](auto k) {
    if ((bits >> k & 1) != 0)
      result[to++] = values[k()];
  });
  return result;
}

template <class C> REGTT_OP C readAt(const void *base, std::int64_t at) {
  C result;
  std::memcpy(&result, static_cast<const char *>(base) + at, sizeof result);
  return result;
}

/// What lies `at` bytes behind `base`, for the lanes whose bit is set; 0 else.
template <class C>
REGTT_OP Part<C> gatherSome(unsigned bits, const void *base,
                            Part<std::int64_t> at) {
  return eachRead<C>(bits, [&](int k) { return readAt<C>(base, at[k]); });
}
template <class C>
REGTT_OP Part<C> gatherSome(unsigned bits, const void *base,
                            Part<std::int64_t> low, Part<std::int64_t> high) {
  constexpr int half = partLanes<std::int64_t>;
  return eachRead<C>(bits, [&](int k) {
    return readAt<C>(base, k < half ? low[k] : high[k - half]);
  });
}
/// The elements with these numbers.
template <class C>
REGTT_OP Part<C> gatherNumbered(unsigned bits, const C *base,
                                Part<std::int32_t> number) {
  return eachRead<C>(bits, [&](int k) { return base[number[k]]; });
}

/// From sixteen rows four words, word number `first` and those behind it, as
/// columns.
REGTT_OP void transpose(const void *const *rows, int first,
                        Parts<std::uint32_t> *columns) {
  using Word = Part<std::uint32_t>;
  unrolled<4>([&](auto i) {
    Word row[4];
    unrolled<4>([&](auto k) {
      row[k()] = loadRegister<Word>(
          static_cast<const std::uint32_t *>(rows[4 * i() + k()]) + first);
    });
    unrolled<4>([&](auto k) {
      columns[k()].part[i()] =
          Word{row[0][k()], row[1][k()], row[2][k()], row[3][k()]};
    });
  });
}

/// Values of eight bytes whose halves are in two columns.
template <class C>
REGTT_OP Parts<C> joined(const Parts<std::uint32_t> &low,
                         const Parts<std::uint32_t> &high) {
  Parts<C> result;
  unrolled<8>([&](auto i) {
    constexpr int part = i() / 2, at = i() % 2 * 2;
    using Word = Part<std::uint32_t>;
    result.part[i()] =
        (Part<C>)Word{low.part[part][at], high.part[part][at],
                      low.part[part][at + 1], high.part[part][at + 1]};
  });
  return result;
}

template <class V> REGTT_OP V squareRoot(V a) {
  V result{};
  unrolled<int(sizeof(V) / sizeof(a[0]))>(
      [&](auto k) { result[k()] = std::sqrt(a[k()]); });
  return result;
}

} // namespace lane
} // namespace
} // namespace regtt::rt
