/// Where lanes are compared to vectors, not to bits (AVX2 and plain): from bits
/// to such vectors and choices by them.
#pragma once

#include <regtt/rt/lanes/isa.h>

#include <cstring>

namespace regtt::rt {
namespace {
namespace lane {

/// Signed integers as wide as C: what a comparison yields.
template <class C>
using Signed = std::conditional_t<
    sizeof(C) == 1, std::int8_t,
    std::conditional_t<
        sizeof(C) == 2, std::int16_t,
        std::conditional_t<sizeof(C) == 4, std::int32_t, std::int64_t>>>;
template <class C> using Chosen = Part<Signed<C>>;

/// All ones in each lane whose bit is set.
template <class C> REGTT_OP Chosen<C> spread(unsigned bits) {
  using Bits = Part<std::make_unsigned_t<Signed<C>>>;
  Bits given{}, own{};
  if constexpr (sizeof(C) == 1) {
    // Lanes 0 to 7 find their bits in one byte, 8 to 15 in the other.
    const std::uint64_t ones = 0x0101010101010101u;
    const std::uint64_t bytes[2] = {(bits & 0xff) * ones,
                                    (bits >> 8 & 0xff) * ones};
    std::memcpy(&given, bytes, sizeof given);
    unrolled<partLanes<C>>(
        [&](auto k) { own[k()] = std::uint8_t(1u << k % 8); });
  } else {
    using Bit = std::make_unsigned_t<Signed<C>>;
    unrolled<partLanes<C>>([&](auto k) {
      given[k()] = Bit(bits);
      own[k()] = Bit(Bit(1) << k);
    });
  }
  return (Chosen<C>)((given & own) == own);
}

template <class C>
REGTT_OP Part<C> choose(unsigned bits, Part<C> yes, Part<C> no) {
  const Chosen<C> chosen = spread<C>(bits);
  return (Part<C>)(((Chosen<C>)yes & chosen) | ((Chosen<C>)no & ~chosen));
}

template <class C> REGTT_OP unsigned bitsOf(Chosen<C> chosen);

template <class C> REGTT_OP unsigned equal(Part<C> a, Part<C> b) {
  return bitsOf<C>((Chosen<C>)(a == b));
}
template <class C> REGTT_OP unsigned less(Part<C> a, Part<C> b) {
  return bitsOf<C>((Chosen<C>)(a < b));
}
template <class C> REGTT_OP unsigned lessOrEqual(Part<C> a, Part<C> b) {
  return bitsOf<C>((Chosen<C>)(a <= b));
}

/// The lanes whose bit is set, each read by itself; the others are 0.
template <class C, class Read>
REGTT_OP Part<C> eachRead(unsigned bits, const Read &read) {
  Part<C> result{};
  unrolled<partLanes<C>>([&](auto k) {
    if ((bits >> k & 1) != 0)
      result[k()] = read(k());
  });
  return result;
}

/// Element number[k] is lane k's, of the lanes whose bit is set, in their
/// order.
template <class C>
REGTT_OP void scatterNumbered(unsigned bits, C *base,
                              const Parts<std::int32_t> &number,
                              const Parts<C> &values) {
  std::int32_t at[numLanes];
  C each[numLanes];
  std::memcpy(at, &number, sizeof at);
  std::memcpy(each, &values, sizeof each);
  for (unsigned left = bits; left != 0; left &= left - 1) {
    const int k = __builtin_ctz(left);
    base[at[k]] = each[k];
  }
}

} // namespace lane
} // namespace
} // namespace regtt::rt
