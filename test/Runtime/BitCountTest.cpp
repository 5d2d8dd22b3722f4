// Bit counts agree with the standard library's for every width.
#include <regtt/rt/core/bit_count.h>

#include <gtest/gtest.h>

#include <cstdint>

namespace rt = regtt::rt;

template <class Unsigned> class BitCount : public testing::Test {};
using Widths =
    testing::Types<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(BitCount, Widths);

TYPED_TEST(BitCount, AgreesWithTheLibrary) {
  std::uint64_t number = 0;
  for (int i = 0; i < 1000; ++i) {
    const TypeParam low = TypeParam(number),
                    high = TypeParam(~(number >> i % 9));
    for (const TypeParam x : {low, high}) {
      EXPECT_EQ(rt::popcount(x), std::popcount(x));
      EXPECT_EQ(rt::countlZero(x), std::countl_zero(x));
      EXPECT_EQ(rt::countlOne(x), std::countl_one(x));
      EXPECT_EQ(rt::countrZero(x), std::countr_zero(x));
      EXPECT_EQ(rt::countrOne(x), std::countr_one(x));
      EXPECT_EQ(rt::bitWidth(x), int(std::bit_width(x)));
      EXPECT_EQ(rt::bitFloor(x), std::bit_floor(x));
      EXPECT_EQ(rt::hasSingleBit(x), std::has_single_bit(x));
    }
    number = i % 2 ? number * 6364136223846793005u + 1442695040888963407u
                   : std::uint64_t(1) << i % 64;
  }
}
