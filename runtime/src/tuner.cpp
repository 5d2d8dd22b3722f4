/// What is known of each call site, and the choice that follows from it.
#include <regtt/rt/host/tuner.h>

#include <regtt/rt/host/session.h>
#include <regtt/rt/host/tuning_path.h>

#include <algorithm>
#include <bit>
#include <exception>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "order_reuse.h"
#include "tuning_file.h"

namespace regtt::rt {

namespace {

/// What trying other ways may cost a call site, beside the best known one, of
/// the time that it has taken: at first a good part, since what is learned
/// serves all calls to come, then little. Up to so many milliseconds, or where
/// a call takes longer, so many calls.
constexpr double firstShare = 0.25, firstMs = 50, firstCalls = 2,
                 budgetShare = 0.03;
/// What is expected to take longer than that, beside the best, is not tried:
/// what differs from that in the engine and the order, and in one alone.
constexpr double worthTrying = 1.1, worthTryingNear = 2;
/// Ways with a rank from here on are not worth a trial.
constexpr int hopeless = 1000;
/// After so many calls it is looked anew whether queries come in order.
constexpr unsigned lookAfter = 64;

struct Measured {
  int engine;
  Reorder::Kind kind;
  double nsPerQuery; ///< of a call that sorts anew, or sorts nothing, of late
  double nsExpected; ///< of the next calls, if they go on like that
};

/// What is known of one call site with about so many queries and nodes on one
/// device.
struct Known {
  std::vector<Measured> ways;
  std::optional<Measured> fromFile, written;
  double totalMs = 0, triedMs = 0;
  bool wasFileRead = false; ///< if what it says did not hold, not again
  bool wasFileFollowed = false;
};

int sizeClass(std::size_t number) {
  return int(std::bit_width(std::max<std::size_t>(number, 1)));
}

/// A call site with about so many queries on one device. How many nodes its
/// tree has is found out only while it runs: the last one's are expected again.
struct Site {
  std::map<int, Known> byNodes; ///< by their size class; 0: it is not known yet
  int nodes = 0;                ///< size class of the last tree
  bool isSteady = true;         ///< the tree before was of that class, too
  bool noRoom = false;          ///< for another order
  LoopLengths lengths;          ///< of inner loops, if they were looked at
  int ordered = -1;   ///< whether queries come in order; -1: not known
  unsigned calls = 0; ///< since it was looked
  OrderReuse reuse;

  Known &known() { return byNodes[nodes]; }

  /// Other queries than before: nothing that was learned holds.
  void forget() {
    known().ways.clear();
    known().fromFile.reset();
    ordered = -1;
    noRoom = false;
    lengths = {};
    reuse = {};
  }
};

Site &siteOf(const regtt_call &call, const std::string &device) {
  using Key = std::tuple<const regtt_site *, std::string, int>;
  // Never destroyed, as the session is.
  static auto *const all = new std::map<Key, Site>;
  return (*all)[Key{call.site, device, sizeClass(numCalls(call))}];
}

class Choice {
public:
  Choice(const regtt_call &call, const std::string &device,
         const EngineOffer *offers, int count)
      : call(call), device(device), offers(offers), count(count),
        site(siteOf(call, device)), known(site.known()) {}

  Way choose() {
    const std::string &variant = session().environment.variant;
    if (!variant.empty() && !findEngine(variant))
      return refuseVariant(variant);
    if (const char *obstacle = chooseAsked()) {
      refuse(call, std::string("the queries cannot be reordered: ") + obstacle);
      return {.engine = -1};
    }
    Way way = best();
    way.looksAtLengths =
        way.why == Way::Rule && site.lengths.loops == 0 && numFitting() > 1;
    way.reorder.levels = asked.isOn() ? asked.levels : 0;
    const bool own = way.reorder.isOn() && !asked.isOn();
    way.orderIsAsked = asked.isOn();
    way.ifDisordered = own && site.ordered < 0;
    way.reusesOrder = own && site.reuse.serves(way, numCalls(call));
    return way;
  }

  Way chooseAgain(const LoopLengths &lengths) {
    site.lengths = lengths;
    return choose();
  }

private:
  /// Engines that say what they make of the lengths of inner loops.
  int numFitting() const {
    int number = 0;
    for (int e = 0; e < count; ++e)
      number += offers[e].fit && isAllowed(e, Reorder::Never);
    return number;
  }

  bool findEngine(const std::string &name) {
    for (int e = 0; e < count; ++e)
      if (name == offers[e].name)
        only = e;
    return only >= 0;
  }

  Way refuseVariant(const std::string &variant) const {
    std::string all;
    for (int e = 0; e < count; ++e)
      all += std::string(e ? ", " : "") + offers[e].name;
    refuse(call, "REGTT_VARIANT=" + variant +
                     " is not compiled in for this traversal and target; "
                     "it has " +
                     all);
    return {.engine = -1};
  }

  /// Takes the first order that is asked for and can be had. Returns null, or
  /// why the last one cannot.
  const char *chooseAsked() {
    const char *obstacle = nullptr;
    for (const Reorder &wanted : reordersOf(call)) {
      asked = wanted;
      obstacle = obstacleToAsked();
      if (!obstacle)
        break;
    }
    return obstacle;
  }

  /// Null where an engine can do what is asked for.
  const char *obstacleToAsked() const {
    const char *obstacle = nullptr;
    for (int e = 0; e < count; ++e) {
      if (only >= 0 && e != only)
        continue;
      obstacle = obstacleTo(asked.kind, offers[e]);
      if (!obstacle)
        return nullptr;
    }
    return obstacle;
  }

  static const char *obstacleTo(Reorder::Kind kind, const EngineOffer &offer) {
    return offer.whyNot[kind];
  }

  bool isAllowed(int engine, Reorder::Kind kind) const {
    const EngineOffer &offer = offers[engine];
    return (only < 0 || engine == only) &&
           (asked.kind == Reorder::Auto
                ? kind == Reorder::Never ||
                      (!site.noRoom && isChosenUnasked(kind, offer))
                : asked.kind == kind) &&
           !obstacleTo(kind, offer);
  }

  /// On no input that was measured was handing over the fastest way, and it
  /// takes more memory; nor a history where there is a curve; and the host
  /// never orders as fast as the device.
  static bool isChosenUnasked(Reorder::Kind kind, const EngineOffer &offer) {
    return kind == Reorder::Curve || kind == Reorder::Inspect ||
           (kind == Reorder::History && offer.whyNot[Reorder::Curve]);
  }

  /// Which kinds of order are tried before others.
  static int turnOf(Reorder::Kind kind) {
    return kind == Reorder::Never     ? 0
           : kind == Reorder::Curve   ? 1
           : kind == Reorder::Inspect ? 2
                                      : 3;
  }

  /// Less is better; the rule's choice is the least.
  int rank(int engine, Reorder::Kind kind) const {
    const EngineOffer &offer = offers[engine];
    const bool reorders = kind != Reorder::Never;
    if (offer.fit && site.lengths.loops != 0) {
      const Fit fit = offer.fit(site.lengths);
      return fit == Fit::Best       ? -1 - engine
             : fit == Fit::Possible ? engine
                                    : hopeless + engine;
    }
    // Sorting what is in order, or what is done at once, is lost time.
    if (offer.recurses ||
        (reorders && (site.ordered == 1 || numCalls(call) < fewToSort)))
      return 3 * hopeless + engine;
    if (offer.sortsFrom == 0) // compiled in their order of preference
      return (offer.runsInStep ? 2 * hopeless : 0) + engine +
             count * turnOf(kind);
    if (reorders || site.ordered == 1)
      return offer.rankInOrder + 4 * std::max(turnOf(kind) - 1, 0) +
             (reorders && numCalls(call) < offer.sortsFrom ? 5 + count : 0);
    return offer.runsInStep ? 2 * hopeless : 5 + engine;
  }

  Way best() {
    const Measured *measured = nullptr;
    int numAllowed = 0;
    eachAllowed([&](int engine, Reorder::Kind kind) {
      ++numAllowed;
      const Measured *found = learns() ? find(engine, kind) : nullptr;
      if (found && (!measured || found->nsExpected < measured->nsExpected))
        measured = found;
    });
    readFile();
    if (const auto &told = known.fromFile;
        told && !known.wasFileFollowed && isAllowed(told->engine, told->kind) &&
        !find(told->engine, told->kind) &&
        (told->kind == Reorder::Never || site.ordered != 1))
      return wayOf(told->engine, told->kind, Way::File);
    const bool isAsked = only >= 0 && asked.kind != Reorder::Auto;
    const std::optional<Way> untried = bestUntried(measured);
    if (!measured) {
      Way way = *untried;
      way.why = isAsked ? Way::Asked : Way::Rule;
      return way;
    }
    if (untried && mayTry(*measured))
      return *untried;
    return wayOf(measured->engine, measured->kind,
                 numAllowed > 1 ? Way::Measured
                 : isAsked      ? Way::Asked
                                : Way::Rule);
  }

  static Way wayOf(int engine, Reorder::Kind kind, Way::Why why) {
    return {.engine = engine, .reorder = {kind, 0}, .why = why};
  }

  template <class Function> void eachAllowed(const Function &function) const {
    for (int e = 0; e < count; ++e)
      for (int kind = Reorder::Never; kind < Reorder::numKinds; ++kind)
        if (isAllowed(e, Reorder::Kind(kind)))
          function(e, Reorder::Kind(kind));
  }

  /// What is to be tried next, beside the best that was measured; without that,
  /// what the rule says.
  std::optional<Way> bestUntried(const Measured *measured) const {
    std::optional<Way> best;
    int least = 0;
    eachAllowed([&](int engine, Reorder::Kind kind) {
      const int own = rank(engine, kind);
      if (best && own >= least)
        return;
      if (measured && (find(engine, kind) || own >= hopeless ||
                       !isWorthTrying(engine, kind, *measured)))
        return;
      best = wayOf(engine, kind, Way::Trial);
      least = own;
    });
    return best;
  }

  /// Of the best way engine or order is changed first; then what may be the
  /// best, if an order does for one engine what it did for another.
  bool isWorthTrying(int engine, Reorder::Kind kind,
                     const Measured &best) const {
    const bool isNear = engine == best.engine || kind == best.kind;
    if (const std::optional<double> ns = expectedOf(engine, kind))
      return *ns <= (isNear ? worthTryingNear : worthTrying) * best.nsExpected;
    if (isNear)
      return true;
    const auto comes = [&](int e, Reorder::Kind k) {
      return isAllowed(e, k) && rank(e, k) < hopeless && !find(e, k);
    };
    return !comes(engine, best.kind) && !comes(best.engine, kind);
  }

  /// What a way may take at best that was not tried, by two that have its
  /// engine and its order, and one that has what these differ from it in.
  std::optional<double> expectedOf(int engine, Reorder::Kind kind) const {
    std::optional<double> least;
    for (const Measured &other : known.ways) {
      const Measured *ofEngine = find(engine, other.kind);
      const Measured *ofOrder = find(other.engine, kind);
      if (!ofEngine || !ofOrder)
        continue;
      const double ns =
          ofEngine->nsExpected * ofOrder->nsExpected / other.nsExpected;
      if (!least || ns < *least)
        least = ns;
    }
    return least;
  }

  static bool learns() { return session().environment.tune != Tune::Off; }

  /// Whether one more trial, which may take twice the time, is in the budget.
  bool mayTry(const Measured &now) const {
    const double expected = now.nsPerQuery * double(numCalls(call)) * 1e-6;
    const Tune tune = session().environment.tune;
    const double budget =
        std::max(std::min(std::max(firstMs, firstCalls * expected),
                          firstShare * known.totalMs),
                 budgetShare * known.totalMs);
    // What the file says holds, once it was followed.
    const bool isTold =
        known.fromFile && find(known.fromFile->engine, known.fromFile->kind);
    return site.isSteady &&
           (tune == Tune::Write || (tune == Tune::Read && !isTold)) &&
           known.triedMs + expected <= budget;
  }

  const Measured *find(int engine, Reorder::Kind kind) const {
    for (const Measured &way : known.ways)
      if (way.engine == engine && way.kind == kind)
        return &way;
    return nullptr;
  }

  void readFile() {
    if (!learns() || std::exchange(known.wasFileRead, true))
      return;
    const std::optional<TunedWay> tuned =
        readTuning(tuningFile(), {placeOf(call), device,
                                  sizeClass(numCalls(call)), site.nodes});
    for (int e = 0; tuned && e < count; ++e)
      if (tuned->engine == offers[e].name &&
          !obstacleTo(tuned->reorder, offers[e]))
        known.fromFile =
            Measured{e, tuned->reorder, tuned->nsPerQuery, tuned->nsPerQuery};
  }

  const regtt_call &call;
  const std::string &device;
  const EngineOffer *offers;
  const int count;
  Site &site;
  Known &known;
  Reorder asked;
  int only = -1; ///< the engine that REGTT_VARIANT names
};

} // namespace

Way chooseWay(const regtt_call &call, const std::string &device,
              const EngineOffer *offers, int count) {
  return Choice(call, device, offers, count).choose();
}

Way chooseByLengths(const regtt_call &call, const std::string &device,
                    const EngineOffer *offers, int count,
                    const LoopLengths &lengths) {
  return Choice(call, device, offers, count).chooseAgain(lengths);
}

static void note(const regtt_call &call, const std::string &device,
                 const EngineOffer *offers) {
  const std::size_t queries = numCalls(call);
  const CallReport &report = session().report;
  if (queries == 0 || !report.hasRun())
    return;
  Site &site = siteOf(call, device);
  Known &chooser = site.known();
  const int nodes = sizeClass(report.nodes);
  site.isSteady = site.nodes == 0 || site.nodes == nodes;
  site.nodes = nodes;
  Known &known = site.known();
  Way way = session().way;
  const bool wasWanted = way.reusesOrder && !report.reusedOrder;
  way.reusesOrder = report.reusedOrder;
  site.noRoom |= report.noRoomForOrder;
  const bool wasOrdered = report.wasOrdered == 1;
  if (!report.reorder.isOn() || wasOrdered)
    way.reorder.kind = Reorder::Never;
  if (report.wasOrdered >= 0) {
    site.ordered = report.wasOrdered;
    site.calls = 0;
  } else if (++site.calls % lookAfter == 0) {
    site.ordered = -1;
  }

  const WayCost cost = {report.kernelMs, report.reorderMs};
  // Looking is no part of a way that does not sort.
  const double ms = cost.kernelMs + (wasOrdered ? 0 : cost.reorderMs);
  const double ns = ms * 1e6 / double(queries);
  double least = ns;
  for (const Measured &other : known.ways)
    least = std::min(least, other.nsPerQuery);
  known.totalMs += cost.kernelMs + cost.reorderMs;
  chooser.wasFileFollowed |= way.why == Way::File;
  if (way.why == Way::Trial)
    chooser.triedMs +=
        cost.kernelMs + cost.reorderMs - least * double(queries) * 1e-6;

  Measured own{way.engine, way.reorder.kind, ns, ns};
  if (way.reorder.isOn()) {
    const double expected =
        site.reuse.note(way, queries, cost, wasWanted) * 1e6 / double(queries);
    // What was visited ahead is visited anew each time.
    if (way.reorder.kind != Reorder::HandOver)
      own.nsExpected = expected;
  }
  bool isNew = true;
  for (Measured &other : known.ways)
    if (other.engine == own.engine && other.kind == own.kind) {
      isNew = false;
      // Other queries than before: nothing that was learned holds.
      if (ns > 2 * other.nsPerQuery && !way.reusesOrder)
        return site.forget();
      other.nsExpected =
          way.reorder.isOn() ? own.nsExpected : (other.nsExpected + ns) / 2;
      if (!way.reusesOrder)
        other.nsPerQuery = (other.nsPerQuery + ns) / 2;
    }
  if (isNew)
    known.ways.push_back(own);

  // One way by itself says nothing to other processes.
  if (session().environment.tune != Tune::Write || known.ways.size() < 2)
    return;
  const Measured &best =
      *std::min_element(known.ways.begin(), known.ways.end(),
                        [](const Measured &a, const Measured &b) {
                          return a.nsExpected < b.nsExpected;
                        });
  if (known.written && known.written->engine == best.engine &&
      known.written->kind == best.kind)
    return;
  known.written = best;
  writeTuning(tuningFile(),
              {placeOf(call), device, sizeClass(queries), site.nodes},
              {offers[best.engine].name, best.kind, best.nsExpected});
}

void noteWay(const regtt_call &call, const std::string &device,
             const EngineOffer *offers) noexcept {
  try {
    note(call, device, offers);
  } catch (const std::exception &error) { // the call itself is done
    warn(call,
         std::string("nothing was learned of this call: ") + error.what());
  }
}

} // namespace regtt::rt
