#include <regtt/rt/cpu/visit_sets.h>

#include <gtest/gtest.h>

#include <future>
#include <random>
#include <set>
#include <thread>
#include <vector>

using namespace regtt::rt;
using namespace regtt::rt::cpu;

namespace {

struct Report {
  unsigned long long neighbourDifference = 0, warpNodes = 0;
  unsigned long long visits = 0; ///< each, also of a node that is visited again
};

using Visits = std::vector<std::vector<Link>>; ///< by turn, in any order

/// Takes the turns [first, last) as a thread of a launcher does.
void take(VisitSets &sets, const Visits &visits, std::size_t first,
          std::size_t last) {
  for (std::size_t turn = first; turn < last; ++turn) {
    visitTrace.now = visits[turn];
    sets.note(turn);
  }
}

Report expected(const Visits &visits) {
  Report report;
  std::set<Link> warp;
  for (std::size_t turn = 0; turn < visits.size(); ++turn) {
    const std::set<Link> own(visits[turn].begin(), visits[turn].end());
    report.visits += visits[turn].size();
    if (turn + 1 < visits.size()) {
      const std::set<Link> next(visits[turn + 1].begin(),
                                visits[turn + 1].end());
      for (Link link : own)
        report.neighbourDifference += !next.count(link);
      for (Link link : next)
        report.neighbourDifference += !own.count(link);
    }
    warp.insert(own.begin(), own.end());
    if (turn % 32 == 31 || turn + 1 == visits.size()) {
      report.warpNodes += warp.size();
      warp.clear();
    }
  }
  return report;
}

Visits randomVisits(std::size_t turns) {
  std::mt19937 random(7);
  Visits visits(turns);
  for (std::vector<Link> &links : visits)
    for (unsigned i = random() % 20; i > 0; --i) // a node may come twice
      links.push_back(Link(random() % 40));
  return visits;
}

void expectEqual(const Report &report, const Report &wanted) {
  EXPECT_EQ(report.neighbourDifference, wanted.neighbourDifference);
  EXPECT_EQ(report.warpNodes, wanted.warpNodes);
  EXPECT_EQ(report.visits, wanted.visits);
}

TEST(VisitSets, OfOnePiece) {
  const Visits visits = randomVisits(1000); // the last warp is not filled
  VisitSets sets;
  take(sets, visits, 0, visits.size());
  Report report;
  report.visits = sets.finish(report);
  expectEqual(report, expected(visits));
}

TEST(VisitSets, OfPiecesThatThreadsTakeInAnyOrder) {
  const Visits visits = randomVisits(1000);
  VisitSets sets;
  std::promise<void> taken, summedUp;
  std::thread other([&] { // lives until all is summed up, as a pool's does
    take(sets, visits, 960, 1000);
    take(sets, visits, 64, 128);
    take(sets, visits, 128, 192);
    taken.set_value();
    summedUp.get_future().wait();
  });
  take(sets, visits, 192, 960);
  take(sets, visits, 0, 64);
  taken.get_future().wait();
  Report report;
  report.visits = sets.finish(report);
  summedUp.set_value();
  other.join();
  expectEqual(report, expected(visits));
}

TEST(VisitSets, OfNoQueries) {
  VisitSets sets;
  Report report;
  report.visits = sets.finish(report);
  expectEqual(report, {});
}

TEST(VisitSets, OfOneCallAfterTheOther) {
  for (std::size_t turns : {70u, 33u, 1u}) {
    const Visits visits = randomVisits(turns);
    VisitSets sets;
    take(sets, visits, 0, turns);
    Report report;
    report.visits = sets.finish(report);
    expectEqual(report, expected(visits));
  }
}

} // namespace
