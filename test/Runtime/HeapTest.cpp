// The bounded queue moves its elements as std::priority_queue does: the same
// layout after every step, with many equal keys, under every order.
#include <regtt/rt/assign.h>
#include <regtt/rt/core/heap.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <queue>
#include <random>
#include <utility>
#include <vector>

namespace rt = regtt::rt;

namespace {

struct Hit {
  int key, id;
  bool operator==(const Hit &other) const {
    return key == other.key && id == other.id;
  }
};

/// Compares keys alone, so that elements may be equal and yet distinct.
struct ByKey {
  bool operator()(const Hit &a, const Hit &b) const { return a.key < b.key; }
};

template <class T, int Room>
std::vector<T> elementsOf(const rt::Heap<T, Room> &heap) {
  return std::vector<T>(heap.items, heap.items + heap.count);
}

/// Takes both through the same random steps; `make` draws an element.
template <int Room, class T, class Compare, class Order, class Make>
void compareSteps(const Order &order, const Make &make, int limit,
                  unsigned seed) {
  std::mt19937 random(seed);
  std::priority_queue<T, std::vector<T>, Compare> queue;
  rt::Heap<T, Room> heap{};
  for (int step = 0; step < 4000; ++step) {
    // Fills, then replaces as a search for nearest neighbours does, at times
    // empties.
    if (step % 500 == 499) {
      while (!queue.empty()) {
        ASSERT_EQ(heap.top(), queue.top());
        queue.pop();
        heap.pop(order);
      }
      ASSERT_TRUE(heap.empty());
    }
    if (int(queue.size()) == limit || (!queue.empty() && random() % 4 == 0)) {
      queue.pop();
      heap.pop(order);
    }
    const T element = make(random);
    queue.push(element);
    heap.push(element, order);
    ASSERT_EQ(heap.size(), queue.size());
    ASSERT_EQ(elementsOf(heap),
              regtt_inside<decltype(queue)>::of(queue)); // the layout
  }
  EXPECT_FALSE(heap.isLost());
}

Hit drawHit(std::mt19937 &random) {
  static int next = 0;
  return {int(random() % 5), next++};
}
std::pair<float, int> drawPair(std::mt19937 &random) {
  const float key = random() % 50 == 0 ? NAN : float(random() % 4);
  return {std::isnan(key) ? 7.0f : key, int(random() % 3)};
}
int drawNumber(std::mt19937 &random) { return int(random() % 6); }

} // namespace

TEST(Heap, MovesEqualElementsAsTheLibraryDoes) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    compareSteps<1, Hit, ByKey>(ByKey(), drawHit, 1, seed);
    compareSteps<2, Hit, ByKey>(ByKey(), drawHit, 2, seed);
    compareSteps<8, Hit, ByKey>(ByKey(), drawHit, 8, seed);
    compareSteps<33, Hit, ByKey>(ByKey(), drawHit, 33, seed);
  }
}

TEST(Heap, OrdersNumbersAndPairs) {
  using Pair = std::pair<float, int>;
  for (unsigned seed = 1; seed <= 5; ++seed) {
    compareSteps<9, int, std::less<int>>(rt::Less(), drawNumber, 9, seed);
    compareSteps<9, int, std::greater<int>>(rt::Greater(), drawNumber, 9, seed);
    compareSteps<7, Pair, std::less<Pair>>(rt::LessThreeWay(), drawPair, 7,
                                           seed);
    compareSteps<7, Pair, std::greater<Pair>>(rt::GreaterThreeWay(), drawPair,
                                              7, seed);
    compareSteps<7, Pair, std::less<Pair>>(rt::Less(), drawPair, 7, seed);
  }
}

TEST(Heap, ComparesPairsAsEachLanguageDoes) {
  using Pair = std::pair<double, std::pair<double, int>>;
  const double values[] = {0, 1, -1, NAN};
  for (double a : values)
    for (double b : values)
      for (double c : values)
        for (double d : values)
          for (int e : {0, 1}) {
            const Pair x{a, {c, e}}, y{b, {d, 0}};
            // By `<` alone, as pairs are compared before C++20.
            const auto before = [](const std::pair<double, int> &p,
                                   const std::pair<double, int> &q) {
              return p.first < q.first ||
                     (!(q.first < p.first) && p.second < q.second);
            };
            EXPECT_EQ(rt::Less()(x, y),
                      a < b || (!(b < a) && before(x.second, y.second)));
            EXPECT_EQ(rt::LessThreeWay()(x, y), x < y);
            EXPECT_EQ(rt::GreaterThreeWay()(x, y), x > y);
          }
}

TEST(Heap, CountsOnWhereThereIsNoRoom) {
  rt::Heap<int, 3> heap{};
  for (int i = 0; i < 5; ++i)
    heap.push(i, rt::Less());
  EXPECT_EQ(heap.size(), 5u);
  EXPECT_TRUE(heap.isLost());
  EXPECT_EQ(heap.most, 5u);
  for (int i = 0; i < 7; ++i)
    heap.pop(rt::Less());
  EXPECT_TRUE(heap.empty());
  EXPECT_TRUE(heap.isLost());
}

TEST(List, IsAVector) {
  rt::List<Hit, 4> list{};
  std::vector<Hit> vector;
  for (int i = 0; i < 4; ++i) {
    list.push_back({i, -i});
    vector.push_back({i, -i});
  }
  list.pop_back();
  vector.pop_back();
  list[1] = {7, 7};
  vector[1] = {7, 7};
  EXPECT_EQ(list.size(), vector.size());
  EXPECT_EQ(list.back(), vector.back());
  EXPECT_EQ(list.front(), vector.front());
  EXPECT_EQ(list[1], vector[1]);
  list.clear();
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(list.most, 4u);
  EXPECT_FALSE(list.isLost());
}

TEST(Assign, GivesContainersTheirElements) {
  const Hit hits[] = {{5, 1}, {2, 2}, {5, 3}};
  std::priority_queue<Hit, std::vector<Hit>, ByKey> queue;
  regtt_assign_elements<decltype(queue)>(&queue, 0, hits, 3);
  EXPECT_EQ(queue.size(), 3u);
  EXPECT_EQ(queue.top(), hits[0]);
  std::vector<Hit> vector(9);
  regtt_assign_elements<std::vector<Hit>>(&vector, 0, hits, 2);
  EXPECT_EQ(vector, std::vector<Hit>(hits, hits + 2));
}
