/// The choice of a call's engine and order: the rule, trials and their budget,
/// orders that serve again, and the tuning file.
#include "test_call.h"

#include <regtt/rt/core/balanced.h>
#include <regtt/rt/core/stream.h>
#include <regtt/rt/core/thread_mapped.h>
#include <regtt/rt/host/session.h>
#include <regtt/rt/host/tuner.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <fstream>
#include <functional>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace rt = regtt::rt;
using rt::Reorder;

namespace {

constexpr auto without(rt::Reorder::Kind kind) {
  decltype(rt::EngineOffer::whyNot) whyNot = {};
  whyNot[kind] = "it is not to be";
  return whyNot;
}
constexpr auto unlessHandedOver = without(rt::Reorder::HandOver);
constexpr rt::EngineOffer sorting[] = {
    {"ropes", unlessHandedOver, rt::fewToSort, false, 1},
    {"stack", unlessHandedOver, rt::fewToSort, false, 3},
    {"step", unlessHandedOver, rt::fewToSort, true, 2},
    {"split", unlessHandedOver, rt::fewToSort, false, 0},
};
constexpr rt::EngineOffer searches[] = {
    {"stack", unlessHandedOver, 0, false, 3},
    {"greedy", unlessHandedOver, 0, false, 3},
};
constexpr rt::EngineOffer guided[] = {
    {"stack", unlessHandedOver, 0, false, 3},
};

struct TunerTest : testing::Test {
  std::vector<int> many = std::vector<int>(100000);
  TestCall &test = fresh();
  std::size_t nodes = 1; ///< of the next calls' trees
  std::string file = testing::TempDir() + "tuning" + std::to_string(getpid());

  void SetUp() override {
    rt::session().environment = {};
    setenv("REGTT_TUNE_FILE", file.c_str(), 1);
    std::remove(file.c_str());
  }
  void TearDown() override { SetUp(); }

  /// A call of which nothing is known: its site lies where none has been.
  TestCall &fresh() {
    static std::deque<TestCall> all;
    return all.emplace_back(nullptr, many);
  }

  /// What a call takes; whether its queries were in order (-1: not looked at).
  struct Cost {
    double kernelMs, reorderMs;
    int wasOrdered;
  };
  using Costs = std::function<Cost(const rt::Way &)>;

  /// After a call that ran in that way. `serves`: an order does again.
  void note(const rt::EngineOffer *offers, const rt::Way &way, const Cost &cost,
            bool serves = true) {
    rt::Session &session = rt::session();
    session.way = way;
    session.report = {};
    session.report.nodes = nodes;
    session.report.kernelMs = cost.kernelMs;
    session.report.reorderMs = cost.reorderMs;
    session.report.wasOrdered = cost.wasOrdered;
    session.report.reusedOrder = way.reusesOrder && serves;
    session.report.reorder = way.reorder;
    rt::noteWay(test.call, "gpu", offers);
  }

  /// The ways of so many calls in a row.
  template <std::size_t N>
  std::vector<rt::Way> runs(const rt::EngineOffer (&offers)[N], int calls,
                            const Costs &costs) {
    std::vector<rt::Way> result;
    for (int c = 0; c < calls; ++c) {
      result.push_back(rt::chooseWay(test.call, "gpu", offers, int(N)));
      note(offers, result.back(), costs(result.back()));
    }
    return result;
  }
};

TEST_F(TunerTest, TheRuleSortsQueriesThatMayBeInNoOrder) {
  const rt::Way way = rt::chooseWay(test.call, "gpu", sorting, 4);
  EXPECT_EQ(way.engine, 3);
  EXPECT_EQ(way.reorder.kind, Reorder::Curve);
  EXPECT_TRUE(way.ifDisordered);
  EXPECT_EQ(way.why, rt::Way::Rule);
}

TEST_F(TunerTest, TheRuleLeavesGuidedSearchesAndFewQueriesAlone) {
  EXPECT_EQ(rt::chooseWay(test.call, "gpu", guided, 1).reorder.kind,
            Reorder::Never);
  test.call.count = 1000;
  const rt::Way few = rt::chooseWay(test.call, "gpu", sorting, 4);
  EXPECT_EQ(few.engine, 0);
  EXPECT_EQ(few.reorder.kind, Reorder::Never);
}

TEST_F(TunerTest, QueriesThatWereFoundInOrderAreNotSorted) {
  const auto ways = runs(sorting, 8, [](const rt::Way &way) -> Cost {
    return {1.0 + way.engine, 0.1, way.ifDisordered ? 1 : -1};
  });
  EXPECT_TRUE(ways[0].reorder.isOn());
  for (std::size_t c = 1; c < ways.size(); ++c)
    EXPECT_FALSE(ways[c].reorder.isOn()) << c;
}

// stream is the rule's choice, thread_mapped better where inner loops are short.
TEST_F(TunerTest, LearnsOfLoopsWithoutNodes) {
  constexpr rt::EngineOffer nested[] = {
      {"stream", unlessHandedOver, 0, false, 0},
      {"thread_mapped", unlessHandedOver, 0, false, 1},
  };
  nodes = 0;
  const auto ways = runs(nested, 30, [](const rt::Way &way) -> Cost {
    return {way.engine == 0 ? 0.4 : 0.2, 0, -1};
  });
  EXPECT_EQ(ways.front().engine, 0);
  EXPECT_EQ(ways.back().engine, 1);
  EXPECT_EQ(ways.back().why, rt::Way::Measured);
}

constexpr rt::EngineOffer byLengths[] = {
    {"stream", unlessHandedOver, 0, false, 0, false, &rt::Stream::fit},
    {"balanced", unlessHandedOver, 0, false, 0, false, &rt::Balanced::fit},
    {"warp_mapped", unlessHandedOver, 0, true, 2},
    {"thread_mapped", unlessHandedOver, 0, false, 1, false,
     &rt::ThreadMapped::fit},
};
// Of a million loops.
constexpr rt::LoopLengths threeEach = {1000, 3000, 3000, 3},
                          thirtyTwoEach = {1000, 32000, 32000, 32},
                          manyEach = {1000, 73000, 370000, 1199},
                          skewed = {1000, 8800, 150000, 36115},
                          oneLong = {1000, 3000, 3000, 70};

TEST_F(TunerTest, TheRuleLooksAtTheLengthsOfInnerLoops) {
  nodes = 0;
  const auto chosen = [&](const rt::LoopLengths &lengths) {
    test.call = fresh().call;
    const rt::Way first = rt::chooseWay(test.call, "gpu", byLengths, 4);
    EXPECT_TRUE(first.looksAtLengths);
    const rt::Way way =
        rt::chooseByLengths(test.call, "gpu", byLengths, 4, lengths);
    EXPECT_FALSE(way.looksAtLengths);
    EXPECT_EQ(way.why, rt::Way::Rule);
    return std::string(byLengths[way.engine].name);
  };
  EXPECT_EQ(chosen(threeEach), "thread_mapped");
  EXPECT_EQ(chosen(oneLong), "balanced");
  EXPECT_EQ(chosen(thirtyTwoEach), "balanced");
  EXPECT_EQ(chosen(manyEach), "stream");
  EXPECT_EQ(chosen(skewed), "balanced");
}

TEST_F(TunerTest, LengthsAreLookedAtOnceAndAgainWhereTimesChange) {
  nodes = 0;
  rt::Way way = rt::chooseWay(test.call, "gpu", byLengths, 4);
  EXPECT_TRUE(way.looksAtLengths);
  way = rt::chooseByLengths(test.call, "gpu", byLengths, 4, skewed);
  note(byLengths, way, {0.1, 0.01, -1});
  // What is hopeless is not tried.
  for (const rt::Way &next :
       runs(byLengths, 40, [](const rt::Way &) { return Cost{0.1, 0, -1}; })) {
    EXPECT_FALSE(next.looksAtLengths);
    EXPECT_NE(next.engine, 3);
  }
  // Other lengths.
  runs(byLengths, 1, [](const rt::Way &) { return Cost{1, 0, -1}; });
  EXPECT_TRUE(rt::chooseWay(test.call, "gpu", byLengths, 4).looksAtLengths);
}

TEST_F(TunerTest, AnEngineThatIsAskedForNeedsNoLengths) {
  rt::session().environment.variant = "stream";
  const rt::Way way = rt::chooseWay(test.call, "gpu", byLengths, 4);
  EXPECT_FALSE(way.looksAtLengths);
  EXPECT_EQ(way.engine, 0);
}

TEST_F(TunerTest, FindsTheBestWay) {
  for (int best = 0; best < 4; ++best) {
    test.call = fresh().call;
    const auto ways = runs(sorting, 20, [&](const rt::Way &way) -> Cost {
      const bool fits =
          way.engine == best && way.reorder.kind == Reorder::Never;
      if (sorting[way.engine].runsInStep && !way.reorder.isOn())
        ADD_FAILURE() << "lanes in step are not for queries in no order";
      return {fits ? 1.0 : 2.0, way.reorder.isOn() ? 0.5 : 0.0, 0};
    });
    if (best != 2) {
      EXPECT_EQ(ways.back().engine, best);
      EXPECT_EQ(ways.back().reorder.kind, Reorder::Never);
    }
  }
}

TEST_F(TunerTest, TrialsStayInTheirBudget) {
  for (const double own : {1.0, 10.0, 100.0}) { // milliseconds of a call
    test.call = fresh().call;
    double total = 0, tried = 0;
    runs(sorting, 200, [&](const rt::Way &way) -> Cost {
      const bool isRule = way.engine == 3 && way.reorder.kind == Reorder::Curve;
      const double ms = isRule ? own : 2 * own;
      total += ms;
      if (!isRule)
        tried += ms - own;
      EXPECT_LE(tried, std::max(std::min(std::max(50.0, 2 * own), 0.25 * total),
                                0.03 * total));
      return {ms, 0, 0};
    });
    EXPECT_GT(tried, 0);
  }
}

TEST_F(TunerTest, CallsThatTakeLongLearnWithinAFew) {
  const auto ways = runs(searches, 8, [&](const rt::Way &way) -> Cost {
    return {way.engine == 0 ? 1000.0 : 300.0, 0, 0};
  });
  EXPECT_EQ(ways.back().engine, 1);
}

TEST_F(TunerTest, TriesBothAnotherEngineAndAnotherOrderWhereEachMayPay) {
  // Sorting makes all engines twice as fast; the stack's is best.
  std::vector<std::pair<int, Reorder::Kind>> seen;
  const auto ways = runs(sorting, 40, [&](const rt::Way &way) -> Cost {
    const std::pair one{way.engine, way.reorder.kind};
    if (std::find(seen.begin(), seen.end(), one) == seen.end())
      seen.push_back(one);
    const double ms = way.engine == 1 ? 1 : 3;
    return {way.reorder.isOn() ? ms : 2 * ms, 0, 0};
  });
  EXPECT_EQ(ways.back().engine, 1);
  EXPECT_TRUE(ways.back().reorder.isOn());
  // Of the slower engines the other orders are not tried.
  EXPECT_EQ(seen.size(), 6u) << "4 engines, the stack's in 3 orders";
}

TEST_F(TunerTest, AnOrderServesAsLongAsItPays) {
  int sorted = 0, calls = 0;
  double drift = 0;
  runs(guided, 60, [&](const rt::Way &way) -> Cost {
    ++calls;
    if (!way.reorder.isOn())
      return {10, 0, -1};
    if (way.reusesOrder) {
      drift += 0.1; // things move
      return {4 + drift, 0, -1};
    }
    ++sorted;
    drift = 0;
    return {4, 3, 0};
  });
  // Lost after k calls: 0.05 k (k + 1) ms, which comes to 3 ms in 7 calls.
  EXPECT_GE(sorted, 60 / 10);
  EXPECT_LE(sorted, 60 / 4);
}

TEST_F(TunerTest, TwoGoodOrdersDoNotTakeTurns) {
  int sorted = 0;
  const auto ways = runs(guided, 40, [&](const rt::Way &way) -> Cost {
    if (!way.reorder.isOn())
      return {1.65, 0, -1};
    sorted += !way.reusesOrder;
    return {way.reorder.kind == Reorder::Curve ? 1.39 : 1.38,
            way.reusesOrder ? 0 : 0.18, 0};
  });
  EXPECT_LE(sorted, 4);
  EXPECT_TRUE(ways.back().reusesOrder);
}

TEST_F(TunerTest, AnOrderThatIsOfNoUseAgainDoesNotHoldOn) {
  // Other queries each time: an old order costs as much as none.
  double total = 0;
  const auto ways = runs(guided, 60, [&](const rt::Way &way) -> Cost {
    const Cost cost = !way.reorder.isOn() ? Cost{5, 0, -1}
                      : way.reusesOrder   ? Cost{7, 0, -1}
                                          : Cost{4, 1.5, 0};
    total += cost.kernelMs + cost.reorderMs;
    return cost;
  });
  EXPECT_EQ(ways.back().reorder.kind, Reorder::Never);
  EXPECT_LE(total, 1.1 * 60 * 5);
}

TEST_F(TunerTest, FewAreNotSortedAtFirstSightButInATrial) {
  const auto sorts = [&](const auto &offers, std::size_t queries) {
    test.call = fresh().call;
    test.call.count = queries;
    std::vector<bool> result;
    for (const rt::Way &way : runs(offers, 40, [](const rt::Way &way) -> Cost {
           return {1, way.reorder.isOn() ? 0.5 : 0, -1};
         }))
      result.push_back(way.reorder.isOn());
    return result;
  };
  EXPECT_TRUE(sorts(sorting, 32768).front());
  EXPECT_FALSE(std::ranges::count(sorts(sorting, 32767), true));

  rt::EngineOffer later[std::size(sorting)];
  std::ranges::copy(sorting, later);
  for (rt::EngineOffer &offer : later)
    offer.sortsFrom = 65536;
  EXPECT_TRUE(sorts(later, 65536).front());
  const std::vector<bool> few = sorts(later, 65535);
  EXPECT_FALSE(few.front());
  EXPECT_TRUE(std::ranges::count(few, true));
}

TEST_F(TunerTest, SortingCountsWholeWhereNoOrderServesAgain) {
  // As in pieces.
  double total = 0;
  for (int c = 0; c < 40; ++c) {
    const rt::Way way = rt::chooseWay(test.call, "gpu", guided, 1);
    const Cost cost = way.reorder.isOn() ? Cost{5, 5, 0} : Cost{7, 0, -1};
    total += cost.kernelMs + cost.reorderMs;
    note(guided, way, cost, false);
  }
  EXPECT_LE(total, 1.1 * 40 * 7);
}

TEST_F(TunerTest, LookingIsNoPartOfAWayThatDoesNotSort) {
  // The rule's engine is the best one, of queries that come in order.
  const auto ways = runs(sorting, 20, [](const rt::Way &way) -> Cost {
    return {way.engine == 3 ? 10.0 : 13.0, way.ifDisordered ? 6.0 : 0.0,
            way.ifDisordered ? 1 : -1};
  });
  EXPECT_EQ(ways.back().engine, 3);
}

/// Milliseconds of an engine's kernel, and of what sorts the queries for it: as
/// they come, inspected, and along a curve.
using ThreeOrders = std::array<std::pair<double, double>, 3>;

struct Task {
  const char *name;
  std::vector<rt::EngineOffer> offers; ///< as they are compiled in
  std::vector<ThreeOrders> times;      ///< of each
};

/// Measured on an H200, 1,000,000 queries in no order (docs/results/reorder.md).
std::vector<Task> measuredTasks() {
  const auto offer = [](const char *name, bool sortsFirst, int rankInOrder) {
    return rt::EngineOffer{name, unlessHandedOver,
                           sortsFirst ? rt::fewToSort : 0, rankInOrder == 2,
                           rankInOrder};
  };
  const std::vector both{offer("autoropes", false, 3),
                         offer("greedy_ropes", false, 3)};
  return {
      {"point correlation",
       {offer("static_ropes", true, 1), offer("split_ropes", true, 0),
        offer("autoropes", true, 3), offer("static_lockstep", true, 2)},
       {{{{3.846, 0}, {2.463, 0.472}, {2.442, 0.148}}},
        {{{5.980, 0}, {1.540, 0.481}, {1.519, 0.150}}},
        {{{4.777, 0}, {2.833, 0.753}, {2.813, 0.153}}},
        {{{24.008, 0}, {3.583, 0.470}, {2.921, 0.153}}}}},
      {"Barnes-Hut",
       {offer("autoropes", true, 3), offer("fsm_lockstep", true, 2)},
       {{{{72.886, 0}, {64.598, 5.417}, {41.693, 0.232}}},
        {{{158.873, 0}, {116.853, 5.412}, {20.04, 0.23}}}}},
      {"nearest neighbours, clustered",
       both,
       {{{{1.752, 0}, {1.383, 0.155}, {1.318, 0.147}}},
        {{{9.435, 0}, {10.296, 0.157}, {10.336, 0.146}}}}},
      {"vantage-point tree 7-D",
       both,
       {{{{11.832, 0}, {12.572, 0.081}, {13.359, 0.126}}},
        {{{9.082, 0}, {11.735, 0.084}, {11.053, 0.129}}}}},
      {"rays",
       both,
       {{{{1.328, 0}, {0.554, 0.173}, {0.410, 0.366}}},
        {{{0.922, 0}, {0.596, 0.172}, {0.609, 0.368}}}}},
  };
}

TEST_F(TunerTest, LearnsTheBestOfMeasuredWaysAtLittleCost) {
  constexpr int calls = 60;
  for (const Task &task : measuredTasks()) {
    SCOPED_TRACE(task.name);
    test.call = fresh().call;
    double best = 1e9, total = 0, last = 0;
    for (const ThreeOrders &orders : task.times)
      for (const auto &[kernelMs, reorderMs] : orders)
        best = std::min(best, kernelMs + reorderMs);
    for (int c = 0; c < calls; ++c) {
      const rt::Way way = rt::chooseWay(test.call, "gpu", task.offers.data(),
                                        int(task.offers.size()));
      const int order = way.reorder.kind == Reorder::Never     ? 0
                        : way.reorder.kind == Reorder::Inspect ? 1
                                                               : 2;
      auto [kernelMs, reorderMs] = task.times[way.engine][order];
      if (way.reusesOrder)
        reorderMs = 0;
      note(task.offers.data(), way,
           {kernelMs, reorderMs, way.ifDisordered ? 0 : -1});
      last = kernelMs + reorderMs;
      total += last;
    }
    EXPECT_LE(last, 1.05 * best);
    EXPECT_LE(total, 1.2 * calls * best);
  }
}

TEST_F(TunerTest, WhatWasLearnedIsForgottenWhenQueriesChange) {
  double slower = 1;
  const Costs costs = [&](const rt::Way &way) -> Cost {
    return {slower * (way.reorder.isOn() ? 2 : 1), 0.5, 0};
  };
  runs(guided, 8, costs);
  EXPECT_NE(rt::chooseWay(test.call, "gpu", guided, 1).why, rt::Way::Trial);
  slower = 5;
  runs(guided, 1, costs);
  EXPECT_EQ(rt::chooseWay(test.call, "gpu", guided, 1).why, rt::Way::Rule);
}

TEST_F(TunerTest, NothingIsTriedWhereTuningIsOff) {
  rt::session().environment.tune = rt::Tune::Off;
  for (const rt::Way &way :
       runs(sorting, 20, [](const rt::Way &) -> Cost { return {1, 0, 0}; }))
    EXPECT_EQ(way.engine, 3);
}

TEST_F(TunerTest, TheFileTellsTheNextProcess) {
  {
    std::ofstream out(file);
    out << "a line that says nothing\n";
  }
  rt::session().environment.tune = rt::Tune::Write;
  const Costs costs = [](const rt::Way &way) -> Cost {
    return {way.engine == 1 ? 1.0 : 3.0, way.reorder.isOn() ? 1.0 : 0.0, 0};
  };
  runs(sorting, 40, costs);
  std::ifstream in(file);
  std::string text((std::istreambuf_iterator<char>(in)), {});
  EXPECT_NE(text.find("user.cpp:42\tvisit\tgpu\t17\t1\tstack\tnone\t"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("a line that says nothing\n"), std::string::npos);

  rt::session().environment.tune = rt::Tune::Read;
  TestCall &again = fresh();
  const rt::Way way = rt::chooseWay(again.call, "gpu", sorting, 4);
  EXPECT_EQ(way.why, rt::Way::File);
  EXPECT_EQ(way.engine, 1);
  EXPECT_EQ(way.reorder.kind, Reorder::Never);
  TestCall &elsewhere = fresh();
  EXPECT_EQ(rt::chooseWay(elsewhere.call, "other", sorting, 4).why,
            rt::Way::Rule);
  // An engine that is not compiled in any more.
  TestCall &less = fresh();
  EXPECT_EQ(rt::chooseWay(less.call, "gpu", sorting, 1).why, rt::Way::Rule);
}

TEST_F(TunerTest, TreesOfOtherSizesAreLearnedByThemselves) {
  rt::session().environment.tune = rt::Tune::Write;
  // The stack's engine for the small tree, static ropes for the large one.
  const Costs costs = [&](const rt::Way &way) -> Cost {
    const int best = nodes == 1 ? 1 : 0;
    return {way.engine == best ? 1.0 : 3.0, way.reorder.isOn() ? 1.0 : 0.0, 0};
  };
  for (const std::size_t size : {1, 5000}) {
    nodes = size;
    runs(sorting, 40, costs);
  }
  const std::vector<rt::Way> large = runs(sorting, 1, costs);
  EXPECT_EQ(large[0].engine, 0);
  nodes = 1;
  const std::vector<rt::Way> small = runs(sorting, 2, costs);
  EXPECT_EQ(small[1].engine, 1); // from when it is seen

  // So does the next process; before that it takes the last one's way.
  rt::session().environment.tune = rt::Tune::Read;
  test.call = fresh().call;
  const std::vector<rt::Way> again = runs(sorting, 3, costs);
  EXPECT_EQ(again[0].why, rt::Way::File);
  EXPECT_EQ(again[0].engine, 0);
  EXPECT_EQ(again[1].why, rt::Way::File);
  EXPECT_EQ(again[1].engine, 1);
  EXPECT_EQ(again[2].why, rt::Way::Measured);
  EXPECT_EQ(again[2].engine, 1);
}

TEST_F(TunerTest, TrialsStayInTheirBudgetWhereTreesTakeTurns) {
  double total = 0, least = 0;
  for (int call = 0; call < 1000; ++call) {
    nodes = call % 2 ? 1000 : 1000000;
    // What is fast on the small tree is slow on the large one.
    const double ms[] = {nodes == 1000 ? 1.0 : 10.0,
                         nodes == 1000 ? 0.5 : 50.0};
    runs(searches, 1, [&](const rt::Way &way) -> Cost {
      total += ms[way.engine];
      return {ms[way.engine], 0, -1};
    });
    least += std::min(ms[0], ms[1]);
  }
  EXPECT_LE(total, 1.1 * least + 100);
}

TEST_F(TunerTest, WhatTheFileSaysForbidsTrialsOnlyWhereItIsDone) {
  {
    std::ofstream out(file);
    out << "user.cpp:42\tvisit\tgpu\t17\t1\tstack\tcurve\t1\n";
  }
  rt::session().environment.reorder = {{Reorder::Never, 0}};
  const auto ways = runs(searches, 30, [](const rt::Way &way) -> Cost {
    return {way.engine == 1 ? 1.0 : 5.0, 0, -1};
  });
  EXPECT_EQ(ways.back().engine, 1);

  // Queries that are known to be in order are not sorted because it says so.
  rt::session().environment.reorder = {};
  test.call = fresh().call;
  int sorted = 0;
  runs(searches, 30, [&](const rt::Way &way) -> Cost {
    sorted += way.reorder.isOn() && !way.ifDisordered;
    return {1, 0.1, way.ifDisordered ? 1 : -1};
  });
  EXPECT_EQ(sorted, 0);
}

TEST_F(TunerTest, TheLogSaysWhereAWayComesFrom) {
  EXPECT_STREQ(rt::whyName(rt::Way::Rule), "rule");
  EXPECT_STREQ(rt::whyName(rt::Way::Trial), "trial");
  EXPECT_STREQ(rt::whyName(rt::Way::Measured), "measured");
  EXPECT_STREQ(rt::whyName(rt::Way::File), "file");
  EXPECT_STREQ(rt::whyName(rt::Way::Asked), "asked");
}

TEST_F(TunerTest, WhatIsAskedForIsDoneOrRefused) {
  rt::Environment &environment = rt::session().environment;
  environment.variant = "step";
  environment.reorder = {{Reorder::Inspect, 9}};
  const rt::Way way = rt::chooseWay(test.call, "gpu", sorting, 4);
  EXPECT_EQ(way.engine, 2);
  EXPECT_EQ(way.reorder.kind, Reorder::Inspect);
  EXPECT_EQ(way.reorder.levels, 9);
  EXPECT_FALSE(way.ifDisordered);
  environment.reorder = {};
  test.call.reorder = Reorder::Curve;
  test.call.reorder_levels = 5;
  EXPECT_EQ(rt::chooseWay(test.call, "gpu", sorting, 4).reorder.levels, 5);

  constexpr rt::EngineOffer one[] = {
      {"step", without(rt::Reorder::Inspect), rt::fewToSort, true, 2}};
  EXPECT_EQ(rt::chooseWay(test.call, "gpu", one, 1).reorder.kind,
            Reorder::Curve);
  environment.reorder = {{Reorder::Inspect, 0}, {Reorder::Curve, 3}};
  EXPECT_EQ(rt::chooseWay(test.call, "gpu", one, 1).reorder.levels, 3);
  environment.reorder = {{Reorder::Inspect, 0}};
  testing::internal::CaptureStderr();
  EXPECT_EQ(rt::chooseWay(test.call, "gpu", one, 1).engine, -1);
  EXPECT_NE(testing::internal::GetCapturedStderr().find(
                "the queries cannot be reordered: it is not to be"),
            std::string::npos);
}

TEST_F(TunerTest, TriesAHistoryOnlyWhereThereIsNoCurve) {
  for (bool hasCurve : {true, false}) {
    fresh();
    auto whyNot = unlessHandedOver;
    if (!hasCurve)
      whyNot[rt::Reorder::Curve] = "it is not to be";
    const rt::EngineOffer engine[] = {{"ropes", whyNot, true, false, 1}};
    bool tried = false;
    for (int call = 0; call < 100; ++call) {
      const rt::Way way = rt::chooseWay(test.call, "gpu", engine, 1);
      tried |= way.reorder.kind == rt::Reorder::History;
      EXPECT_NE(way.reorder.kind, rt::Reorder::Hybrid);
      note(engine, way, {10, 0, 0});
    }
    EXPECT_EQ(tried, !hasCurve);
  }
}

TEST_F(TunerTest, HandsOverOnlyWhatItIsAskedTo) {
  constexpr rt::EngineOffer ropes[] = {
      {"stack", unlessHandedOver, rt::fewToSort, false, 3},
      {"ropes", {}, true, false, 1},
  };
  // Every other way is tried, and one of them stays.
  for (int call = 0; call < 30; ++call) {
    const rt::Way way = rt::chooseWay(test.call, "gpu", ropes, 2);
    EXPECT_NE(way.reorder.kind, Reorder::HandOver);
    note(ropes, way, {1e-3, 1e-3, -1});
  }
  test.call.reorder = Reorder::HandOver;
  test.call.reorder_levels = 7;
  const rt::Way way = rt::chooseWay(test.call, "gpu", ropes, 2);
  EXPECT_EQ(way.engine, 1);
  EXPECT_EQ(way.reorder.kind, Reorder::HandOver);
  EXPECT_EQ(way.reorder.levels, 7);
  EXPECT_FALSE(way.ifDisordered);
  EXPECT_FALSE(way.reusesOrder);
}

TEST_F(TunerTest, RecursionIsRunOnlyWhereThereIsNothingElse) {
  constexpr rt::EngineOffer both[] = {
      {"stack", unlessHandedOver, 0, false, 3},
      {"calls", unlessHandedOver, 0, false, 3, true},
  };
  for (const rt::Way &way :
       runs(both, 20, [](const rt::Way &) -> Cost { return {1e-3, 0, -1}; }))
    EXPECT_EQ(way.engine, 0);
  rt::session().environment.variant = "calls";
  EXPECT_EQ(rt::chooseWay(test.call, "gpu", both, 2).engine, 1);
}

TEST_F(TunerTest, FewQueriesAreSortedByNoRuleInStepEither) {
  constexpr rt::EngineOffer step[] = {
      {"step", unlessHandedOver, rt::fewToSort, true, 2}};
  EXPECT_EQ(rt::chooseWay(test.call, "gpu", step, 1).reorder.kind,
            Reorder::Curve);
  std::vector<int> few(100);
  TestCall of(nullptr, few);
  EXPECT_EQ(rt::chooseWay(of.call, "gpu", step, 1).reorder.kind,
            Reorder::Never);
}

} // namespace
