/// Runs a call on the current CUDA device: linearises the tree into pinned
/// memory, copies it and the queries, runs one engine, brings results back.
/// Only for nvcc (-std=c++20, cudart static; for strict results -fmad=false,
/// and -ffp-contract=off for its host compiler).
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/linearise.h>
#include <regtt/rt/core/objects.h>
#include <regtt/rt/core/visit_counters.h>
#include <regtt/rt/cuda/device.cuh>
#include <regtt/rt/cuda/in_order.cuh>
#include <regtt/rt/cuda/one_of.cuh>
#include <regtt/rt/cuda/own_numbers.cuh>
#include <regtt/rt/cuda/pieces.cuh>
#include <regtt/rt/cuda/plan.cuh>
#include <regtt/rt/cuda/region.cuh>
#include <regtt/rt/cuda/reorder.cuh>
#include <regtt/rt/cuda/resident.cuh>
#include <regtt/rt/cuda/traversals.cuh>
#include <regtt/rt/host/absent_tree.h>
#include <regtt/rt/host/gather.h>
#include <regtt/rt/host/session.h>
#include <regtt/rt/host/staged_results.h>
#include <regtt/rt/host/tuner.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <optional>

namespace regtt::rt::cuda {

namespace detail {

/// A call's tree on its way to the device, or there already.
struct PlacedTree {
  DeviceTree &tree;
  bool isThere;
  std::byte *host;   ///< its records, in pinned memory, or null if it is there
  std::size_t bytes; ///< of records

  void upload(const SiteStreams &site) const {
    if (!isThere && bytes != 0)
      REGTT_CUDA(cudaMemcpyAsync(tree.records.reserve(bytes), host, bytes,
                                 cudaMemcpyHostToDevice, site.stream));
  }
};

/// What orders queries; nothing where there is no memory for it, and nobody
/// asked for an order.
template <class Sorter, class Op, class Pieces>
std::optional<Sorter> makeOrder(const Op &op, const rt::Order &tree,
                                const Way &way, const Pieces &pieces,
                                SiteStreams &site) {
  try {
    std::optional<Sorter> result(std::in_place, op, tree, way,
                                 pieces.pieceSize(), site);
    pieces.reserveOrders(*result, site);
    return result;
  } catch (const OutOfMemory &) {
    for (OrderMemory &memory : site.orders)
      memory.release();
    if (way.orderIsAsked)
      throw;
    return {};
  }
}

/// Stays empty where there is no memory for it.
template <class Watched, class Op>
void makeWatched(std::optional<Watched> &watched, const Op &op,
                 const Op &hostOp, std::size_t pieceSize, SiteStreams &site) {
  try {
    watched.emplace(op, hostOp, pieceSize, site);
  } catch (const OutOfMemory &) {
  } catch (const std::bad_alloc &) {
  }
}

/// Takes all queries through the tree once everything else is on the device;
/// `hostOp` reads it in the host's memory, `second` what arrays held before;
/// `own` is what iterations have, if that lies on the device.
/// Returns an empty text, or a refusal;
/// nothing of the user's was changed then.
template <class Engine, class Children, class Op>
std::string
runQueries(Session &session, const regtt_call &call, SiteStreams &site,
           const Op &op, const Op &hostOp, const SecondOperator<Op> &second,
           const PlacedTree &placed,
           const OwnNumbers<typename Op::Traversal> *own, Stopwatch &watch) {
  using Traversal = typename Op::Traversal;
  Pieces<Op> pieces(call, site, own);
  Objects<Traversal> objects(call, &session.starts);
  stageResults(session, call, objects);
  const auto run = [&](auto &&traversals, auto *reordering) {
    session.report.lineariseMs = watch.lap();
    placed.upload(site);
    const DeviceTimes ms = pieces.run(site, traversals, reordering, objects);
    session.report.reorderMs = ms.reorder;
    session.report.kernelMs = ms.kernel;
  };
  const auto runWhole = [&](auto *reordering) {
    if constexpr (finishesStragglers<Engine, Traversal>) {
      StragglerHabit &habit =
          site.stragglerHabits.of(Engine::name, int(session.way.reorder.kind),
                                  int(std::bit_width(numCalls(call))));
      std::optional<WatchedWays<Engine, Op>> watched;
      if (placed.host && watchesStragglers(habit))
        makeWatched(watched, op, hostOp, pieces.pieceSize(), site);
      if (watched)
        run(*watched, reordering);
      else
        run(WholeWays<Engine, Op>(op, second, pieces.pieceSize(), site),
            reordering);
      if (watched.has_value() == habit.watches())
        habit.note(session.report.kernelMs, session.report.stragglers,
                   roomForStragglers() * pieces.number(),
                   session.report.longestStragglerMs * double(pieces.number()));
    } else if constexpr (rt::detail::changesInOrder<Traversal>) {
      run(InOrderWays<Engine, Op>(op, second, call, pieces.pieceSize(), site),
          reordering);
    } else {
      run(WholeWays<Engine, Op>(op, second, pieces.pieceSize(), site),
          reordering);
    }
  };
  using Sorter = Reordering<Op, Children>;
  if constexpr (Sorter::isPossible)
    if (const Way &way = session.way; way.reorder.isOn()) {
      if (std::optional<Sorter> reordering =
              makeOrder<Sorter>(op, session.order, way, pieces, site)) {
        bool isRest = false;
        if constexpr (Sorter::handsOver)
          if ((isRest = way.reorder.kind == Reorder::HandOver))
            run(RestWays<Engine, Op, Sorter>(op, second, pieces.pieceSize(),
                                             site, *reordering),
                &*reordering);
        if (!isRest)
          runWhole(&*reordering);
        session.report.reorder = reordering->reorder();
        session.report.wasOrdered = reordering->wasInOrder();
        session.report.reusedOrder = reordering->wasReused();
        return storeResults(session, call, objects);
      }
      session.report.noRoomForOrder = true;
    }
  runWhole(static_cast<NoReordering *>(nullptr));
  return storeResults(session, call, objects);
}

/// Whether iterations may run twice that write to arrays.
template <class Engine, class Traversal> constexpr bool runsTwice() {
  if constexpr (!writesArrays<Traversal>)
    return false;
  else if constexpr (appendsLists<Traversal>)
    return true;
  else if constexpr (rt::detail::changesInOrder<Traversal>)
    return !(requires { Engine::sharesTerms; }) &&
           Traversal::writtenFields.size() >
               std::size_t{Traversal::Arrays::numChanged};
  else
    return false;
}

/// What iterations of a call have of their own, where it is one of a region.
template <class Engine, class Traversal> class OwnInRegion {
public:
  /// Throws OutOfMemory.
  explicit OwnInRegion(const regtt_call &call) {
    if (!call.region)
      return;
    Region &region = Region::of(call);
    // Where iterations run twice, all that they write is copied in one piece.
    if constexpr (runsTwice<Engine, Traversal>()) {
      region.bringBack();
      region.forget();
    }
    if (OwnNumbers<Traversal>::arePossible(call))
      own.emplace(region, call);
    else
      touchObjects<Traversal>(region, call, /*isWritten=*/false);
  }

  /// Null: the host makes queries, and stores results.
  const OwnNumbers<Traversal> *get() const { return own ? &*own : nullptr; }

  /// Once the call has run.
  void done(const regtt_call &call) {
    if (own)
      own->done();
    else if (call.region)
      touchObjects<Traversal>(Region::of(call), call, /*isWritten=*/true);
  }

private:
  std::optional<OwnNumbers<Traversal>> own;
};

/// The same on the call's arrays, which are gathered before in pinned memory,
/// what finishes the nodes' records that tell where theirs start, and scattered
/// again afterwards. Returns an empty text, or a refusal.
template <class Engine, class Children, class Op, class Layout>
std::string runOnArrays(Session &session, const regtt_call &call,
                        const WrittenBytes &written, SiteStreams &site, Op &op,
                        const Layout &layout, const PlacedTree &placed,
                        const OwnNumbers<typename Op::Traversal> *own,
                        Stopwatch &watch) {
  Device &dev = device();
  DeviceTree &tree = placed.tree;
  GatheredArrays<typename Op::Traversal, Children> arrays(
      call, written, layout.at(placed.host), session.order.numNodes, op.u, true,
      placed.isThere ? &tree.arrayPlaces : nullptr);
  if (call.resident)
    arrays.note(tree.read);
  // Where iterations run twice, all that they write is copied in one piece.
  std::optional<Region::View<typename Op::Traversal, Children>> staying;
  if constexpr (!runsTwice<Engine, typename Op::Traversal>())
    if (call.region)
      staying.emplace(Region::of(call), call, arrays);
  if (std::string error =
          staying ? staying->count(session) : arrays.count(session);
      !error.empty())
    return error;
  std::byte *host = dev.hostArrays.reserve(arrays.hostBytes());
  std::byte *memory = dev.arrays.reserve(arrays.bytes());
  std::byte *treeMemory = tree.arrays.reserve(arrays.treeBytes());
  std::byte *hostTree =
      placed.isThere ? nullptr : dev.hostTreeArrays.reserve(arrays.treeBytes());
  if (std::string error = arrays.gather(session, host, hostTree);
      !error.empty())
    return error;
  REGTT_CUDA(cudaMemcpyAsync(memory, host, arrays.bytes(),
                             cudaMemcpyHostToDevice, site.stream));
  if (!placed.isThere) {
    REGTT_CUDA(cudaMemcpyAsync(treeMemory, hostTree, arrays.treeBytes(),
                               cudaMemcpyHostToDevice, site.stream));
    tree.arrayPlaces = arrays.treeArrays();
  }
  if (staying)
    staying->upload(host, site.stream);
  op.arrays = arrays.at(memory, treeMemory);
  rt::detail::deferTo(op, session.deferred);
  SecondOperator<Op> second = {op};
  if constexpr (runsTwice<Engine, typename Op::Traversal>()) {
    second.to = dev.savedArrays.reserve(arrays.bytes());
    second.from = memory;
    second.bytes = arrays.bytes();
    second.save(site.stream);
    second.op.arrays = arrays.at(second.to, treeMemory);
  }
  if (std::string error = runQueries<Engine, Children>(
          session, call, site, op, op, second, placed, own, watch);
      !error.empty())
    return error;
  if constexpr (writesArrays<typename Op::Traversal>) {
    arrays.eachWritten([&](std::size_t offset, std::size_t size) {
      REGTT_CUDA(cudaMemcpyAsync(host + offset, memory + offset, size,
                                 cudaMemcpyDeviceToHost, site.stream));
    });
    REGTT_CUDA(cudaStreamSynchronize(site.stream));
    arrays.scatter(session, host);
  }
  if (staying)
    staying->done();
  return {};
}

/// The table of the trees' roots, in device memory once the stream is there.
template <class Traversal>
Roots<Traversal::numRootGroups> copyRoots(const Trees &trees,
                                          const SiteStreams &site) {
  const std::size_t bytes = trees.links().size() * sizeof(Link);
  std::byte *memory = device().roots.reserve(bytes);
  if (bytes != 0)
    REGTT_CUDA(cudaMemcpyAsync(memory, trees.links().data(), bytes,
                               cudaMemcpyHostToDevice, site.stream));
  return trees.at<Traversal::numRootGroups>(
      reinterpret_cast<const Link *>(memory));
}

/// Where the call's tree is to lie on the device: it may be there already.
template <class Traversal, class Children>
DeviceTree &findTree(Session &session, const regtt_call &call,
                     const WrittenBytes &written) {
  DeviceTrees &trees = deviceTrees();
  if (!call.resident)
    return trees.passing();
  TreeKey key = treeKeyOf<Traversal, Children>(call);
  DeviceTree *const found = trees.find(key, written);
  session.report.resident = found != nullptr;
  return found ? *found : trees.add(std::move(key));
}

/// Where a call comes to no end, waits for what it has begun, and drops a tree
/// that was to stay.
class CallGuard {
public:
  CallGuard(const regtt_call &call, const DeviceTree &tree)
      : call(call), tree(tree) {}
  CallGuard(const CallGuard &) = delete;
  CallGuard &operator=(const CallGuard &) = delete;
  ~CallGuard() {
    if (ended)
      return;
    const SiteStreams &site = device().streams[call.site];
    for (cudaStream_t stream :
         {site.streams[0].stream, site.streams[1].stream, site.clock.stream})
      REGTT_CUDA(cudaStreamSynchronize(stream));
    if (call.resident)
      deviceTrees().drop(tree);
  }
  void end() { ended = true; }

private:
  const regtt_call &call;
  const DeviceTree &tree;
  bool ended = false;
};

template <class Traversal, class Engine>
int run(const regtt_call &call, [[maybe_unused]] const WrittenBytes &written) {
  using Children = typename Engine::template Children<Traversal::numSlots>;
  using Op = Launched<typename Traversal::template Operator<Children>>;
  using Records = typename Traversal::template Records<Children>;
  Session &s = session();
  s.report.variant = Engine::name;
  Stopwatch watch;
  if constexpr (hasProgram<Traversal>)
    if (const std::string error = collectTrees<Traversal>(s.trees, call);
        !error.empty())
      return refuse(call, error);
  DeviceTree &tree = findTree<Traversal, Children>(s, call, written);
  CallGuard guard(call, tree);
  if (s.report.resident) {
    static_cast<TreeShape &>(s.order) = tree.shape;
    s.report.nodes = tree.shape.numNodes;
    s.report.depth = tree.shape.depth;
    if constexpr (hasProgram<Traversal>)
      s.trees.link(tree.rootLinks);
  } else {
    if (call.resident)
      s.watch.note(tree.read);
    if (!orderTree<Traversal, Children>(call, true))
      return REGTT_REFUSED;
  }
  if (isAbsentTree<Traversal>(s)) {
    const std::string error = answerAbsentTree<Op>(s, call);
    return error.empty() ? REGTT_DONE : refuse(call, error);
  }

  Device &dev = device();
  SiteStreams &site = dev.streams[call.site];
  const RecordLayout<Records> layout(s.order);
  std::byte *const records = tree.records.reserve(layout.bytes);
  std::byte *hostRecords = tree.isOnHost ? tree.hostRecords.data() : nullptr;
  if (!s.report.resident) {
    tree.isOnHost = call.resident && finishesStragglers<Engine, Traversal> &&
                    s.environment.stragglers != Finish::OnDevice;
    hostRecords = (tree.isOnHost ? tree.hostRecords : dev.hostRecords)
                      .reserve(layout.bytes);
    tree.isFull = copyRecords<Traversal, Children>(s, call, hostRecords);
    tree.shape = s.order;
    tree.rootLinks = rootLinks(s.order);
    if (const std::string error = s.watch.refusal(); !error.empty())
      return refuse(call, error);
  }
  const PlacedTree placed = {tree, s.report.resident, hostRecords,
                             layout.bytes};
  Op op;
#ifdef REGTT_COUNT_VISITS
  op.counters = reinterpret_cast<VisitCounters *>(
      dev.counters.reserve(2 * sizeof(VisitCounters)));
  REGTT_CUDA(
      cudaMemsetAsync(op.counters, 0, 2 * sizeof(VisitCounters), site.stream));
#endif
  op.tree = layout.at(records, tree.isFull);
  op.u = uniformsOf<Traversal>(call);
  if constexpr (hasProgram<Traversal>)
    op.roots = copyRoots<Traversal>(s.trees, site);
  Op hostOp = op;
  if (hostRecords)
    hostOp.tree = layout.at(hostRecords, tree.isFull);
#ifdef REGTT_COUNT_VISITS
  VisitCounters onHost = {};
  hostOp.counters = &onHost;
#endif
  OwnInRegion<Engine, Traversal> own(call);
  std::string error;
  if constexpr (hasArrays<Traversal>)
    error = runOnArrays<Engine, Children>(s, call, written, site, op, layout,
                                          placed, own.get(), watch);
  else
    error = runQueries<Engine, Children>(s, call, site, op, hostOp,
                                         SecondOperator<Op>{op}, placed,
                                         own.get(), watch);
  if (!error.empty())
    return refuse(call, error);
  own.done(call);
  guard.end();
  s.report.transferMs = watch.lap() - s.report.kernelMs - s.report.reorderMs;
#ifdef REGTT_COUNT_VISITS
  VisitCounters counted;
  REGTT_CUDA(cudaMemcpyAsync(&counted, op.counters, sizeof counted,
                             cudaMemcpyDeviceToHost, site.stream));
  REGTT_CUDA(cudaStreamSynchronize(site.stream));
  s.report.visits = counted.visits + onHost.visits;
  s.report.warpSteps = counted.warpSteps + onHost.warpSteps;
#endif
  return REGTT_DONE;
}

/// Whether the code in this program runs on the current device.
template <class Traversal, class Engine> std::string whyNotRunnable() {
  using Children = typename Engine::template Children<Traversal::numSlots>;
  using Op = Launched<typename Traversal::template Operator<Children>>;
  using Stacks =
      std::conditional_t<keepsStacks<Engine>, SharedStacks, NoStacks>;
  cudaFuncAttributes attributes;
  const cudaError_t error = cudaFuncGetAttributes(
      &attributes,
      &traverse<Engine, Stacks, Op, QueryArrays<typename Traversal::Query>>);
  if (error == cudaSuccess)
    return {};
  (void)cudaGetLastError();
  return cudaGetErrorString(error);
}

/// Notes why the device cannot be used; REGTT_TARGET=auto goes on with another
/// target, but not without a word.
inline int unavailable(const regtt_call &call, const std::string &why) {
  session().report.unavailable = why;
  if (session().environment.target == Target::Auto)
    warn(call, "the CUDA device is not used: " + why);
  return REGTT_UNAVAILABLE;
}

/// The engine whose kernel is asked.
template <class Engine> struct LoadedOf {
  using type = Engine;
};
template <class Engine>
  requires requires { typename Engine::Loaded; }
struct LoadedOf<Engine> {
  using type = typename Engine::Loaded;
};

template <class Traversal, class Engine>
int tryRun(const regtt_call &call, const WrittenBytes &written) {
  using Loaded = typename LoadedOf<Engine>::type;
  if (const std::string why = whyNotRunnable<Traversal, Loaded>(); !why.empty())
    return unavailable(call, why);
  // Before this call's own.
  const bool others = deviceTrees().any() || RegionMemory::only().any();
  try {
    return run<Traversal, Engine>(call, written);
  } catch (const OutOfMemory &error) {
    if (!error.ofDevice || !others)
      return unavailable(call, error.what);
  }
  // Trees that stay for later calls make way for this one's, and so does what
  // regions that are over have had.
  deviceTrees().clear();
  RegionMemory::only().clear();
  try {
    return run<Traversal, Engine>(call, written);
  } catch (const OutOfMemory &error) {
    return unavailable(call, error.what);
  }
}

/// From how many queries on they are sorted at first sight. Ropes in the tree
/// make visits short: of 35,947 queries sorting saves 0.03 ms of point
/// correlation and takes 0.08 (docs/results/reorder.md, bunny).
template <class Traversal, class... Engines>
inline constexpr std::size_t sortsFrom =
    ((rt::detail::rankInOrder<Engines, Traversal>() <= 1) || ...)
        ? 2 * fewToSort
        : fewToSort;

} // namespace detail

namespace detail {

/// How a call is run by each of the engines.
template <class Traversal, class... Engines> constexpr auto runsOf() {
  using Run = int (*)(const regtt_call &, const WrittenBytes &);
  using Runs = std::array<Run, sizeof...(Engines)>;
  if constexpr (choosesByLengths<Traversal>() && sizeof...(Engines) > 1) {
    constexpr Run run = &tryRun<Traversal, OneOf<Traversal, Engines...>>;
    Runs result = {};
    result.fill(run);
    return result;
  } else {
    return Runs{&tryRun<Traversal, Engines>...};
  }
}

} // namespace detail

/// Runs a call. `Engines` are the legal ones, best first; REGTT_VARIANT chooses
/// among them by name. Works on a stream of the call site's own, which is
/// synchronised on return: REGTT_DONE when all results are in the user's
/// objects, REGTT_UNAVAILABLE without a usable device or where its memory does
/// not suffice, or REGTT_REFUSED.
template <class Traversal, class... Engines>
int launch(const regtt_call &call) {
  static_assert(sizeof...(Engines) > 0);
  static constexpr EngineOffer offers[] = {
      offerOf<Traversal, Engines>(detail::sortsFrom<Traversal, Engines...>)...};
  static constexpr auto runs = detail::runsOf<Traversal, Engines...>();
  if (const std::string why = whyUnavailable(); !why.empty()) {
    session().report.unavailable = why;
    return REGTT_UNAVAILABLE;
  }
  const std::string device = cuda::device().properties.name;
  Session &s = session();
  s.way = chooseWay(call, device, offers, sizeof...(Engines));
  if (s.way.engine < 0)
    return REGTT_REFUSED;
  WrittenBytes written;
  const std::string clash = checkCall<Traversal>(call, written);
  if (!clash.empty())
    return refuse(call, clash);
  const int status = runs[s.way.engine](call, written);
  if (status == REGTT_DONE)
    noteWay(call, device, offers);
  return status;
}

} // namespace regtt::rt::cuda
