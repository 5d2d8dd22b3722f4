/// What launchers share: the environment, the threads, the memory kept between
/// calls, and the record of the running call. One per process.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/change_log.h>
#include <regtt/rt/core/deferred_list.h>
#include <regtt/rt/core/linearise.h>
#include <regtt/rt/core/objects.h>
#include <regtt/rt/host/buffer.h>
#include <regtt/rt/host/change_habit.h>
#include <regtt/rt/host/environment.h>
#include <regtt/rt/host/known_reach.h>
#include <regtt/rt/host/list_memory.h>
#include <regtt/rt/host/places.h>
#include <regtt/rt/host/pool.h>
#include <regtt/rt/host/saved_elements.h>
#include <regtt/rt/host/trees.h>
#include <regtt/rt/host/way.h>

#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <vector>

namespace regtt::rt {

/// What one call did; the launcher fills it in, the dispatcher logs it.
struct CallReport {
  const char *variant = "none";
  std::size_t nodes = 0, depth = 0;
  bool resident = false; ///< the tree was there already
  /// How many nodes were copied because several parents share them.
  std::size_t (*countShared)(const regtt_call &call) = nullptr;
  double lineariseMs = 0;     ///< user's tree to records
  double transferMs = 0;      ///< queries and records to a device, results back
  double reorderMs = 0;       ///< finding keys and sorting queries
  double kernelMs = 0;        ///< the traversals themselves
  std::size_t stragglers = 0; ///< queries that the host took from a device
  double longestStragglerMs = 0; ///< what one of them took the host
  /// Grids that threads of a device launched, and that it did not launch.
  std::size_t children = 0, refusedChildren = 0;
  Reorder reorder = {Reorder::Never, 0}; ///< what was done
  bool reusedOrder = false;              ///< that of the call before
  bool noRoomForOrder = false;           ///< there was no memory to make one
  int wasOrdered = -1; ///< 0: queries came in no order; -1: was not looked at
  /// Of a program that counts (core/visit_counters.h).
  unsigned long long visits = 0, warpSteps = 0;
  /// The same, by engines for lanes (lanes/visit_counters.h).
  unsigned long long laneVisits = 0, laneSteps = 0, lists = 0, listed = 0;
  /// The same, on CPUs (cpu/visit_sets.h): nodes that one of two neighbours
  /// visits, and that 32 of them visit together, summed up.
  unsigned long long neighbourDifference = 0, warpNodes = 0;
  std::string unavailable; ///< why the launcher returned REGTT_UNAVAILABLE

  /// Whether an engine had anything to do: an absent tree leaves it nothing. A
  /// loop without a traversal has no nodes.
  bool hasRun() const { return nodes != 0 || kernelMs > 0; }
};

/// Used under the lock that regtt_begin holds; a caller that uses launchers
/// directly does so from one thread at a time.
struct Session {
  Environment environment;
  Pool pool;
  CallReport report;
  Way way; ///< how the running call is run

  std::vector<std::size_t>
      calls;                 ///< iterations that make their call, if not all
  Order order;               ///< the last tree, or trees
  Trees trees;               ///< of calls that enter several
  Buffer<std::byte> records; ///< for CPU launchers
  Buffer<std::byte> arrays;  ///< for CPU launchers
  ElementStarts starts;      ///< where queries' arrays start, of the last call
  Buffer<std::byte> stacks;  ///< of the threads, for the last tree
  Buffer<std::byte> results; ///< where iterations write containers
  std::deque<ListMemory> lists;     ///< of the threads, for lists of any length
  std::deque<ChangeMemory> changes; ///< of the threads, for changes in an order
  DeferredList deferred; ///< what the running call leaves to the host
  /// For CPU launchers: of each site the last order of its queries, or nothing.
  std::map<const regtt_site *, std::vector<Place>> places;
  Buffer<std::byte> handedQueries, rests; ///< for CPU launchers
  Buffer<std::byte> keys; ///< for CPU launchers: of queries, beside `places`
  std::map<const regtt_site *, ChangeHabit> changeHabits; ///< for CPU launchers
  SavedElements saved;        ///< under REGTT_VERIFY, of the running call
  KnownReaches reached;       ///< of loops over arrays that stay
  WriteWatch watch;           ///< on the nodes of the running call
  bool saidFloatMode = false; ///< that a thread's mode is no device's

  /// Reads the environment and sets up the pool. Returns an error or nothing.
  std::string configure();
};

Session &session();

/// Milliseconds since it was made or last read.
class Stopwatch {
public:
  double lap() {
    const double before = since;
    since = now();
    return since - before;
  }

private:
  static double now(); ///< by a clock that only goes forward

  double since = now();
};

/// Says on stderr why `call` is refused, as a warning where its serial loop is
/// allowed to run instead. Returns REGTT_REFUSED.
int refuse(const regtt_call &call, const std::string &why);

/// One line on stderr about `call`.
void warn(const regtt_call &call, const std::string &what);

/// The same, and the end of the program with exit code 1.
[[noreturn]] void fail(const regtt_call &call, const std::string &what);

/// Whether `call`'s serial loop may run where a check refuses.
bool serialAllowed(const regtt_call &call);

/// The orders of queries that REGTT_REORDER, or else the call, asks for: the
/// first that is possible is meant.
std::vector<Reorder> reordersOf(const regtt_call &call);

/// The tree that `call` hands over; of several, those in session().trees.
template <class Traversal> UserTree treeOf(const regtt_call &call) {
  if constexpr (hasProgram<Traversal>)
    return {0,
            call.arrays,
            call.uniforms,
            &session().watch,
            session().trees.roots(),
            session().trees.forest(),
            call.class_of};
  const NodeRef root = NodeReader<Traversal>::numbers
                           ? NodeRef(call.root_number)
                           : reinterpret_cast<NodeRef>(call.root);
  UserTree tree = {root, call.arrays, call.uniforms, &session().watch};
  tree.classOf = call.class_of;
  return tree;
}

/// Numbers the call's trees in session().order, writes its records, and notes
/// it in the report; of a query program, the trees of session().trees, which
/// collectTrees has found. `copied`: the caller copies records in any case.
/// Returns whether it is a tree that can be linearised; refuses it if not.
template <class Traversal, class Children>
bool orderTree(const regtt_call &call, bool copied) {
  Session &s = session();
  OrderLimits limits;
  if constexpr (!detail::visitsNothing<Traversal>) // which has no records
    limits.availableBytes = availableMemory();
  limits.copied = copied || s.pool.numWorkers() > 1;
  const std::string error = order<Traversal, Children>(
      s.order, treeOf<Traversal>(call), limits, s.pool);
  if (!error.empty()) {
    refuse(call, error);
    return false;
  }
  if constexpr (hasProgram<Traversal>)
    s.trees.link(rootLinks(s.order));
  s.report.nodes = s.order.numNodes;
  s.report.depth = s.order.depth;
  s.report.countShared = [](const regtt_call &counted) {
    return detail::countShared(
        NodeReader<Traversal>(treeOf<Traversal>(counted)),
        session().report.nodes);
  };
  return true;
}

/// Copies the records of session().order to `memory`, in parallel. Returns what
/// Records ask for as isFull.
template <class Traversal, class Children>
bool copyRecords(Session &session, const regtt_call &call, void *memory) {
  const RecordCopier<Traversal, Children> copier(
      session.order, treeOf<Traversal>(call), memory);
  session.pool.parallelFor(session.order.numNodes, 1 << 13,
                           [&](int, std::size_t first, std::size_t last) {
                             copier.copy(first, last);
                           });
  return copier.isFull();
}

} // namespace regtt::rt
