// What constants.ir's globals hold and its functions give.
#include PRINTED

#include <cstring>
#include <initializer_list>

template <class Value, class Bits>
static bool holds(const Value &value, Bits bits) {
  static_assert(sizeof(Bits) <= sizeof(Value));
  return std::memcmp(&value, &bits, sizeof(Bits)) == 0;
}

int main() {
  const bool constants =
      holds(lowest, 0x80000000u) && holds(lowestLong, 1ul << 63) &&
      holds(highest, ~0ul) && wide >> 127 == -1 && wide << 1 == 2 &&
      byte == 200 && quote == 39 && negative == -3 && holds(least, 1u) &&
      holds(tenth, 0x3dcccccdu) && holds(tenthDouble, 0x3fb999999999999aul) &&
      tenthLong == 0.1l && holds(minusZero, 1ul << 63) &&
      holds(odd, 0x7fc00001u) && holds(infinite, 0xfff0000000000000ul) &&
      std::memcmp(text, "a\"\\\0\n", 6) == 0;
  if (!constants)
    return 1;
  if (products(65535, 65535) != 1 || products(300, 300) != 24464)
    return 2;
  for (int a = 0; a < 256; ++a)
    for (int b = 0; b < 256; b += 5) {
      const int sum = (a + b) & 255, half = (~(sum - 7) & 255) / 2;
      const int other = sum < a ? ((a << 3) & 255) >> 1 : -b * 3;
      if (sums(a, b, b * 3) != half + other * 1000l)
        return 3;
    }
  for (int i = -9; i < 20; ++i)
    for (unsigned u = 0; u < 16; ++u)
      for (int bools = 0; bools < 4; ++bools)
        for (const double f : {1.0, __builtin_nan("")}) {
          const bool a = bools & 1, b = bools & 2, both = bools != 0;
          const bool expected =
              f != f || (a && !b)
                  ? i > 0
                  : (both == (i > 3)) || unsigned(i) < u ||
                        ((u & 6) == 4 && u * (1u << (i & 3)) != 8);
          if (logic(a, b, i, u, f) != expected)
            return 4;
        }
  return 0;
}
