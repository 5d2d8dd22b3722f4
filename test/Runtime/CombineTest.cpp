/// What many threads do to the same elements is what one does, in any order.
#include <regtt/rt/core/combine.h>
#include <regtt/rt/host/pool.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace rt = regtt::rt;

namespace {

/// Numbers that a contribution may be, the ends of their type among them.
template <class T> std::vector<T> contributions(std::size_t count) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> result = {Limits::min(), Limits::max(), T(0), T(1), T(-1)};
  std::uint64_t state = 12345;
  while (result.size() < count) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    result.push_back(T(state >> 16));
  }
  return result;
}

/// Combines all in a few elements, on several threads, and compares with
/// `serial`, which is handed an element and a contribution.
template <class Operator, class T, class Serial>
void compare(T start, const Serial &serial) {
  constexpr std::size_t numElements = 3;
  const std::vector<T> values = contributions<T>(30000);
  std::vector<T> expected(numElements, start), actual(numElements, start);
  for (std::size_t k = 0; k < values.size(); ++k)
    serial(expected[k % numElements], values[k]);
  rt::Pool pool;
  pool.setWorkers(4);
  pool.parallelFor(
      values.size(), 16, [&](int, std::size_t first, std::size_t last) {
        for (std::size_t k = first; k < last; ++k)
          rt::combine<Operator>(actual[k % numElements], values[k]);
      });
  EXPECT_EQ(expected, actual);
}

template <class T> class CombineTest : public testing::Test {};
using Types =
    testing::Types<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(CombineTest, Types);

TYPED_TEST(CombineTest, AddsAndWrapsAround) {
  using T = TypeParam;
  using U = std::make_unsigned_t<T>;
  compare<rt::Add, T>(7, [](T &to, T value) { to = T(U(to) + U(value)); });
}

TYPED_TEST(CombineTest, KeepsTheLeastAndTheGreatest) {
  using T = TypeParam;
  compare<rt::Min, T>(100, [](T &to, T value) { to = std::min(to, value); });
  compare<rt::Max, T>(100, [](T &to, T value) { to = std::max(to, value); });
}

TYPED_TEST(CombineTest, CombinesBits) {
  using T = TypeParam;
  compare<rt::And, T>(T(-1), [](T &to, T value) { to = T(to & value); });
  compare<rt::Or, T>(2, [](T &to, T value) { to = T(to | value); });
  compare<rt::Xor, T>(3, [](T &to, T value) { to = T(to ^ value); });
}

TEST(SetForAllTest, SetsWhatAllSet) {
  std::vector<char> seen(100);
  std::vector<double> levels(100, -1);
  rt::Pool pool;
  pool.setWorkers(4);
  pool.parallelFor(10000, 16, [&](int, std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      rt::setForAll(seen[k % 50 * 2], 1);
      rt::setForAll(levels[k % 50 * 2], 2.5);
    }
  });
  for (std::size_t k = 0; k < 100; ++k) {
    EXPECT_EQ(seen[k], k % 2 == 0 ? 1 : 0);
    EXPECT_EQ(levels[k], k % 2 == 0 ? 2.5 : -1);
  }
}

} // namespace
