/// Lists of any length: where their elements go on the host's threads, and, run
/// here by hand, what a device does.
#include <regtt/rt/assign.h>
#include <regtt/rt/core/list_rooms.h>
#include <regtt/rt/core/objects.h>
#include <regtt/rt/host/list_memory.h>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace rt = regtt::rt;

/// Asked by the address sanitizer, where this is built with it: memory that
/// nobody has is a null pointer there too, which is what
/// ListMemory.SaysWhereThereIsNone is about.
extern "C" const char *__asan_default_options() {
  return "allocator_may_return_null=1";
}

namespace {

struct Odd {
  char bytes[3];
  bool operator==(const Odd &other) const {
    return std::memcmp(bytes, other.bytes, 3) == 0;
  }
};
struct alignas(64) Wide {
  double value[8];
};

struct Query {
  int seed;
  rt::Appended<int> numbers;
  rt::Appended<Odd> odd;

  struct Result {
    rt::AppendedResult numbers, odd;
  };
  Result result() const { return {numbers, odd}; }
};

struct User {
  int seed;
  std::vector<int> numbers;
  std::vector<Odd> odd;
};

struct Traversal {
  using Query = ::Query;
  static constexpr std::array<rt::ObjectField, 3> queryFields = {{
      {0, offsetof(Query, seed), offsetof(User, seed), 4},
      {0,
       offsetof(Query, numbers),
       offsetof(User, numbers),
       24,
       false,
       {},
       0,
       sizeof(int)},
      {0,
       offsetof(Query, odd),
       offsetof(User, odd),
       24,
       false,
       {},
       1,
       sizeof(Odd)},
  }};
  static constexpr std::array<rt::ObjectField, 2> resultFields = {{
      {0,
       offsetof(Query::Result, numbers),
       offsetof(User, numbers),
       24,
       false,
       {},
       0,
       sizeof(int)},
      {0,
       offsetof(Query::Result, odd),
       offsetof(User, odd),
       24,
       false,
       {},
       1,
       sizeof(Odd)},
  }};
};

/// What visits do: as many elements as `seed` says, some taken off again.
template <class Numbers, class Odds>
void add(int seed, Numbers &numbers, Odds &odd) {
  for (int k = 0; k < seed % 23; ++k) {
    numbers.push_back(seed * 100 + k);
    if (k % 3 == 1)
      odd.push_back(Odd{{char(seed), char(k), 'x'}});
    if (seed % 7 == 3 && k % 4 == 2)
      numbers.pop_back();
    if (seed % 11 == 5 && k == 9)
      odd.clear();
  }
}

struct ListsTest : testing::Test {
  std::vector<User> users = std::vector<User>(200);
  std::vector<User> expected;
  regtt_container containers[2] = {
      {"numbers", 0, offsetof(User, numbers), 0, sizeof(int), 0, 8, nullptr, 0},
      {"odd", 0, offsetof(User, odd), 0, sizeof(Odd), 0, 8, nullptr, 0}};
  regtt_assign assign[2] = {regtt_assigner(&users[0].numbers),
                            regtt_assigner(&users[0].odd)};
  regtt_operand operand{};
  regtt_site site{};
  regtt_call call{};

  void SetUp() override {
    for (std::size_t i = 0; i < users.size(); ++i) {
      users[i].seed = int(i * 37 % 199);
      users[i].numbers.resize(i % 5, -int(i));
      users[i].odd.resize(i % 3);
    }
    expected = users;
    for (User &user : expected)
      add(user.seed, user.numbers, user.odd);
    site.containers = containers;
    site.num_containers = 2;
    regtt_set_operand(&operand, users.data(), sizeof(User), 1, 0, sizeof(User));
    call.site = &site;
    call.operands = &operand;
    call.assign = assign;
    call.count = users.size();
  }
  void expectAll() const {
    for (std::size_t i = 0; i < users.size(); ++i) {
      EXPECT_EQ(users[i].numbers, expected[i].numbers) << i;
      EXPECT_EQ(users[i].odd, expected[i].odd) << i;
    }
  }
};

TEST_F(ListsTest, GrowOnTheHost) {
  const rt::Objects<Traversal> objects(call);
  rt::ListMemory memory;
  const rt::GrowingQueries<Traversal, rt::Objects<Traversal>> queries(objects,
                                                                      memory);
  for (std::size_t i = 0; i < users.size(); ++i) {
    Query query = queries.load(i);
    EXPECT_EQ(query.numbers.size(), users[i].numbers.size());
    add(query.seed, query.numbers, query.odd);
    EXPECT_TRUE(objects.makeRoom(i, query.result()));
    queries.store(i, query.result());
  }
  EXPECT_FALSE(memory.ranOut());
  expectAll();
}

TEST_F(ListsTest, AreCountedWhereThereIsNoMemory) {
  const rt::Objects<Traversal> objects(call);
  for (std::size_t i = 0; i < users.size(); ++i) {
    Query query = objects.load(i);
    add(query.seed, query.numbers, query.odd);
    EXPECT_EQ(query.numbers.size(), expected[i].numbers.size());
    EXPECT_EQ(query.odd.empty(), expected[i].odd.empty());
  }
}

TEST(ListMemory, KeepsListsThatGrowByTurns) {
  rt::ListMemory one, other;
  std::vector<rt::Appended<int>> lists(40);
  std::vector<std::vector<int>> expected(lists.size());
  for (int round = 0; round < 3000; ++round)
    for (std::size_t k = 0; k < lists.size(); ++k) {
      // Handed over from thread to thread.
      lists[k].memory = round < 100 || k % 2 ? &one : &other;
      for (std::size_t n = 0; n < k % 4; ++n) {
        lists[k].push_back(round);
        expected[k].push_back(round);
      }
    }
  for (std::size_t k = 0; k < lists.size(); ++k) {
    ASSERT_EQ(lists[k].count, expected[k].size());
    const int *items = static_cast<const int *>(lists[k].items);
    EXPECT_EQ(std::vector<int>(items, items + lists[k].count), expected[k]);
  }
}

TEST(ListMemory, KeepsAListOfMillions) {
  rt::ListMemory memory;
  for (int round = 0; round < 2; ++round) {
    rt::Appended<std::uint64_t> few{}, many{};
    few.memory = many.memory = &memory;
    few.push_back(7);
    const std::uint64_t count = 9000000;
    for (std::uint64_t n = 0; n < count; ++n)
      many.push_back(n * n);
    ASSERT_EQ(many.size(), count);
    const auto *items = static_cast<const std::uint64_t *>(many.items);
    for (std::uint64_t n = 0; n < count; ++n)
      ASSERT_EQ(items[n], n * n);
    EXPECT_EQ(*static_cast<const std::uint64_t *>(few.items), 7u);
    memory.clear();
  }
}

TEST(ListMemory, AlignsElements) {
  rt::ListMemory memory;
  rt::Appended<char> before{};
  rt::Appended<Wide> wide{};
  before.memory = wide.memory = &memory;
  for (int n = 0; n < 40000; ++n) {
    if (n % 1000 == 0)
      before.push_back('x');
    wide.push_back(Wide{{double(n)}});
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(wide.items) % alignof(Wide), 0u);
  }
  for (int n = 0; n < 40000; ++n)
    ASSERT_EQ(static_cast<const Wide *>(wide.items)[n].value[0], n);
}

TEST(ListMemory, GivesWhatIsNotUsedToTheNext) {
  rt::ListMemory memory;
  const char *end = nullptr;
  for (int round = 0; round < 100; ++round) {
    rt::Appended<int> list{};
    list.memory = &memory;
    for (int n = 0; n < 33; ++n)
      list.push_back(n);
    const rt::AppendedResult result(list);
    memory.trim(result, sizeof(int));
    if (end) {
      EXPECT_EQ(static_cast<const char *>(result.items), end);
    }
    end = static_cast<const char *>(result.items) + 33 * sizeof(int);
  }
}

TEST(ListMemory, SaysWhereThereIsNone) {
  rt::ListMemory memory;
  rt::Appended<int> list{};
  list.memory = &memory;
  list.count = list.room = std::uint64_t(1) << 58; // as if it had them
  list.push_back(1);
  EXPECT_TRUE(memory.ranOut());
  EXPECT_EQ(list.count, (std::uint64_t(1) << 58) + 1);
  memory.clear();
  EXPECT_FALSE(memory.ranOut());
}

TEST(Appended, LeavesWhatIsKept) {
  rt::Appended<int> list{};
  list.kept = 2;
  list.push_back(1);
  EXPECT_EQ(list.size(), 3u);
  list.pop_back();
  list.pop_back();
  EXPECT_EQ(list.kept, 1u);
  list.push_back(5);
  EXPECT_EQ(list.size(), 2u);
  list.clear();
  EXPECT_TRUE(list.empty());
  list.pop_back();
  EXPECT_TRUE(list.empty());
}

/// In the memory of a device: all queries with the same room, and those for
/// which it was too little a second time, in two parts.
TEST_F(ListsTest, AreFilledInPlacesOfTheirOwn) {
  const rt::Objects<Traversal> objects(call);
  const auto count = std::uint32_t(users.size());
  const rt::ListFields<2> fields = {
      {offsetof(Query, numbers), offsetof(Query, odd)},
      {offsetof(Query::Result, numbers), offsetof(Query::Result, odd)},
      {sizeof(int), sizeof(Odd)}};
  for (const std::uint64_t room : {0u, 3u, 9u, 100u}) {
    std::vector<std::byte> memory[2];
    std::vector<std::uint64_t> sums[2];
    rt::ListRooms<2> rooms{};
    rt::ListStarts<2> starts{};
    for (int k = 0; k < 2; ++k) {
      memory[k].resize(count * room * fields.element[k]);
      sums[k].resize(count + 1);
      rooms.memory[k] = memory[k].data();
      rooms.room[k] = room;
      starts.starts[k] = sums[k].data();
    }
    std::vector<Query> queries;
    std::vector<Query::Result> results;
    const auto run = [&](std::uint32_t i) {
      Query query = queries[i];
      add(query.seed, query.numbers, query.odd);
      return query.result();
    };
    for (std::uint32_t i = 0; i < count; ++i) {
      queries.push_back(objects.load(i));
      rt::giveRooms(queries[i], i, fields, rooms);
      results.push_back(run(i));
    }
    for (std::uint32_t i = 0; i <= count; ++i)
      rt::noteCounts(results.data(), count, i, fields, starts);
    for (std::vector<std::uint64_t> &each : sums) {
      std::uint64_t sum = 0;
      for (std::uint64_t &start : each)
        start = std::exchange(sum, sum + start);
    }
    for (const auto &[first, last] :
         {std::pair(0u, 70u), std::pair(70u, count)}) {
      std::vector<std::byte> all[2];
      rt::ListPlaces<2> places{};
      for (int k = 0; k < 2; ++k) {
        all[k].resize((sums[k][last] - sums[k][first]) * fields.element[k]);
        places.memory[k] = all[k].data();
        places.first[k] = sums[k][first];
      }
      for (std::uint32_t i = first; i < last; ++i) {
        if (rt::hadRoom(i, starts, rooms)) {
          for (std::uint32_t lane = 0; lane < 4; ++lane)
            rt::packLists<std::uint8_t>(i, lane, 4, fields, starts, rooms,
                                        places);
        } else {
          rt::giveExactRooms(queries[i], i, fields, starts, places);
          run(i);
        }
        const int *numbers = reinterpret_cast<const int *>(
            places.at(0, sums[0][i], sizeof(int)));
        std::vector<int> found = users[i].numbers;
        found.resize(results[i].numbers.kept);
        found.insert(found.end(), numbers, numbers + results[i].numbers.count);
        EXPECT_EQ(found, expected[i].numbers) << room << ' ' << i;
        const Odd *odd = reinterpret_cast<const Odd *>(
            places.at(1, sums[1][i], sizeof(Odd)));
        std::vector<Odd> others = users[i].odd;
        others.resize(results[i].odd.kept);
        others.insert(others.end(), odd, odd + results[i].odd.count);
        EXPECT_EQ(others, expected[i].odd) << room << ' ' << i;
      }
    }
  }
}

TEST(Assign, KeepsMakesRoomAndAdds) {
  std::vector<int> vector = {1, 2, 3};
  const int more[] = {7, 8};
  EXPECT_EQ(regtt_assign_elements<std::vector<int>>(&vector, 3, nullptr, 100),
            1);
  EXPECT_GE(vector.capacity(), 103u);
  EXPECT_EQ(vector, (std::vector<int>{1, 2, 3}));
  const int *const at = vector.data();
  EXPECT_EQ(regtt_assign_elements<std::vector<int>>(&vector, 2, more, 2), 1);
  EXPECT_EQ(vector, (std::vector<int>{1, 2, 7, 8}));
  EXPECT_EQ(vector.data(), at);
  EXPECT_EQ(regtt_assign_elements<std::vector<int>>(&vector, 4, nullptr,
                                                    ~std::size_t(0) / 2),
            0);
  EXPECT_EQ(vector, (std::vector<int>{1, 2, 7, 8}));

  struct Fixed {
    const int value;
  };
  const Fixed fixed[] = {{4}, {5}};
  std::vector<Fixed> constants;
  EXPECT_EQ(regtt_assign_elements<std::vector<Fixed>>(&constants, 0, fixed, 2),
            1);
  ASSERT_EQ(constants.size(), 2u);
  EXPECT_EQ(constants[1].value, 5);
}

} // namespace
