/// One of several engines for loops without a traversal, which is chosen when
/// the iterations are on the device: the lengths of their inner loops tell
/// (core/loop_lengths.h). Only for nvcc.
#pragma once

#include <regtt/rt/core/loop_lengths.h>
#include <regtt/rt/cuda/device.cuh>
#include <regtt/rt/cuda/plan.cuh>
#include <regtt/rt/cuda/traversals.cuh>
#include <regtt/rt/host/session.h>
#include <regtt/rt/host/tuner.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace regtt::rt::cuda::detail {

/// The engine `session().way.engine` of these.
template <class Traversal, class First, class... Others>
struct OneOf : BlockEngine<OneOf<Traversal, First, Others...>> {
  static constexpr const char *name = First::name; ///< until one is chosen
  using Loaded = First; ///< whose kernel says whether the program runs here
  static constexpr EngineOffer offers[] = {offerOf<Traversal, First>(0),
                                           offerOf<Traversal, Others>(0)...};
  static constexpr int number = 1 + int(sizeof...(Others));

  template <class Op, class Queries>
  static Plan<Op, Queries> makePlan(int engine, std::size_t count,
                                    const SiteStreams &site) {
    using Make = Plan<Op, Queries> (*)(std::size_t, const SiteStreams &);
    static constexpr Make make[] = {&planOf<First, Op, Queries>,
                                    &planOf<Others, Op, Queries>...};
    return make[engine](count, site);
  }

private:
  template <class Engine, class Op, class Queries>
  static Plan<Op, Queries> planOf(std::size_t count, const SiteStreams &site) {
    return plan<Engine, Op, Queries>(session().order, count, site,
                                     memoryOf<Engine>());
  }
};

/// Whether the engine may be chosen so late: nothing else of a call depends on
/// it, and the inner loops can be looked at ahead.
template <class Traversal> constexpr bool choosesByLengths() {
  if constexpr (requires { typename Traversal::InnerBounds; })
    return Traversal::beginIsPure && !rt::detail::changesInOrder<Traversal>;
  else
    return false;
}

/// From the root, by one of them.
template <class Traversal, class... Engines, class Op>
class WholeWays<OneOf<Traversal, Engines...>, Op> {
  using Some = OneOf<Traversal, Engines...>;
  using Queries = QueryArrays<typename Op::Traversal::Query>;

public:
  WholeWays(const Op &op, const SecondOperator<Op> &second,
            std::size_t pieceSize, SiteStreams &site)
      : op(op), second(second), pieceSize(pieceSize), site(site) {
    if (!session().way.looksAtLengths)
      makePlan();
  }

  /// Ahead of the first launch. Returns for how many milliseconds the device
  /// looked at the iterations.
  double prepare(const regtt_call &call, cudaStream_t stream,
                 const Queries &queries, std::size_t count) {
    if (plan)
      return 0;
    const auto pass = passOf<LookAtLengths, Op, Queries>();
    std::vector<LoopLengths> parts(pass.blocks);
    const std::size_t bytes = parts.size() * sizeof(LoopLengths);
    const StackSpace space = {device().lengths.reserve(bytes), 0};
    REGTT_CUDA(cudaMemsetAsync(space.memory, 0, bytes, stream));
    REGTT_CUDA(cudaEventRecord(site.clock.kernelBegin, stream));
    pass.launch(stream, op, queries, count, space);
    REGTT_CUDA(cudaEventRecord(site.clock.kernelEnd, stream));
    REGTT_CUDA(cudaMemcpyAsync(parts.data(), space.memory, bytes,
                               cudaMemcpyDeviceToHost, stream));
    REGTT_CUDA(cudaStreamSynchronize(stream));
    LoopLengths all;
    for (const LoopLengths &part : parts)
      all.add(part);
    session().way = chooseByLengths(call, device().properties.name,
                                    Some::offers, Some::number, all);
    makePlan();
    float ms = 0;
    REGTT_CUDA(cudaEventElapsedTime(&ms, site.clock.kernelBegin,
                                    site.clock.kernelEnd));
    return ms;
  }

  void launch(cudaStream_t stream, int, const Queries &queries,
              std::size_t count, OrderMemory &) const {
    plan->launch(stream, op, queries, count);
  }
  void again(cudaStream_t stream, const Queries &queries,
             std::size_t count) const {
    plan->launch(stream, second.op, queries, count);
  }
  double finish(int, cudaEvent_t, const TimedStream &, const void *) const {
    return 0;
  }
  void patch(int, void *) const { plan->noteChildren(); }

  static constexpr bool changesQueries = false, chooses = true;

private:
  void makePlan() {
    const int engine = session().way.engine;
    session().report.variant = Some::offers[engine].name;
    plan = Some::template makePlan<Op, Queries>(engine, pieceSize, site);
  }

  const Op &op;
  const SecondOperator<Op> &second;
  const std::size_t pieceSize;
  const SiteStreams &site;
  std::optional<Plan<Op, Queries>> plan;
};

} // namespace regtt::rt::cuda::detail
