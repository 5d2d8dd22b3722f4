/// Changes of elements in the order of the iterations (core/in_order.h): those
/// of a piece's iterations are put down side by side, sorted by element, which
/// leaves those of one element in their order (Satish, Harris and Garland
/// 2009), and each element's are made one after the other. Only for nvcc.
///
///     iterations  0: h[7] += a   1: h[2] += b, h[7] += c
///     places      7 2 7 / a b c
///     sorted      2 7 7 / b a c       h[2] += b     h[7] += a, += c
#pragma once

#include <regtt/rt/core/deferred.h>
#include <regtt/rt/core/no_visits.h>
#include <regtt/rt/core/stream.h>
#include <regtt/rt/cuda/device.cuh>
#include <regtt/rt/cuda/kernel.h>
#include <regtt/rt/cuda/plan.cuh>
#include <regtt/rt/cuda/traversals.cuh>
#include <regtt/rt/host/session.h>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace regtt::rt::cuda::detail {

/// How many iterations there are of the inner loop of each, times `perTerm`.
template <class Op, class Queries>
__global__ __launch_bounds__(256) void countTerms(
    const __grid_constant__ Op op, const __grid_constant__ Queries queries,
    std::uint32_t count, unsigned perTerm, std::uint64_t *counts) {
  for (std::uint64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += gridDim.x * blockDim.x) {
    using Traversal = typename Op::Traversal;
    auto query = queries.load(std::uint32_t(i));
    typename Traversal::InnerFrame frame{};
    typename Traversal::InnerBounds bounds{};
    counts[i] = op.begin(query, frame, bounds) ? bounds.size() * perTerm : 0;
  }
}

/// The changes of one array once they are sorted, as a loop without a traversal
/// for the engine `stream`: an iteration for each element that is changed,
/// whose inner loop goes through its changes.
template <class Elements> struct ChangeLoop : NoVisits {
  using Element = typename Elements::Element;
  using Value = typename Elements::Change;

  /// Number `i` of the elements that are changed.
  struct Query {
    std::uint32_t i;
    struct Result {};
    REGTT_OP Result result() const { return {}; }
  };
  struct Queries {
    REGTT_OP Query load(std::uint32_t i) const { return {i}; }
    REGTT_OP void store(std::uint32_t, Query::Result) const {}
  };
  struct InnerFrame {
    Element held;
  };
  struct InnerOuter {};
  struct InnerTerm {
    Value value;
  };
  using InnerBounds =
      rt::InnerBounds<std::uint32_t, std::uint32_t, rt::Until::Less>;
  enum : bool {
    folds = true,
    regroups = false,
    beginIsPure = true,
    termIsPure = true
  };

  struct Operator {
    using Traversal = ChangeLoop;
    Elements array;
    const std::uint32_t *starts;   ///< [changed elements] of their changes
    const std::uint32_t *number;   ///< how many elements are changed
    const std::uint32_t *elements; ///< [count] sorted
    const Value *values;           ///< [count]
    std::uint32_t count;           ///< changes
    bool *isOutside;               ///< set where some are of no element

    REGTT_OP bool begin(Query &query, InnerFrame &frame,
                        InnerBounds &bounds) const {
      bounds.first = starts[query.i];
      bounds.last = query.i + 1 < *number ? starts[query.i + 1] : count;
      const std::uint32_t element = elements[bounds.first];
      if (element >= ChangeSink<Value>::outside) {
        if (element == ChangeSink<Value>::outside)
          *isOutside = true;
        return false;
      }
      frame.held = array[element];
      return true;
    }
    REGTT_OP void outer(const Query &, const InnerFrame &, InnerOuter &) const {
    }
    REGTT_OP void term(const InnerOuter &, std::uint32_t k,
                       InnerTerm &term) const {
      term.value = values[k];
    }
    REGTT_OP void fold(const Query &, InnerFrame &frame, std::uint32_t,
                       const InnerTerm &term) const {
      frame.held = Elements::apply(frame.held, term.value);
    }
    REGTT_OP void end(Query &query, InnerFrame &frame) const {
      array[elements[starts[query.i]]] = frame.held;
    }
  };
};

/// Whether change `k` is the first one of its element.
struct IsFirstChange {
  const std::uint32_t *elements;
  REGTT_OP bool operator()(std::uint32_t k) const {
    return k == 0 || elements[k] != elements[k - 1];
  }
};

/// Whether a place has something in it.
template <class Value> struct IsPlaceTaken {
  REGTT_OP bool operator()(std::uint32_t element) const {
    return element != ChangeSink<Value>::none;
  }
};

/// Runs an operator that makes such changes, from the root, piece by piece.
template <class Engine, class Op> class InOrderWays {
  using Traversal = typename Op::Traversal;
  using Queries = QueryArrays<typename Traversal::Query>;
  static constexpr int numArrays = Traversal::Arrays::numInOrder;

public:
  InOrderWays(const Op &op, const SecondOperator<Op> &second,
              const regtt_call &call, std::size_t pieceSize, SiteStreams &site)
      : op(op), second(second), call(call), site(site),
        plan(detail::plan<Engine, Op, Queries>(session().order, pieceSize, site,
                                               memoryOf<Engine>())) {
    while (memory().size() < std::size_t{numArrays})
      memory().emplace_back();
    bool *const flag = isOutside();
    REGTT_CUDA(cudaMemsetAsync(flag, 0, sizeof(bool), site.stream));
    REGTT_CUDA(cudaStreamSynchronize(site.stream));
  }

  void launch(cudaStream_t stream, int, const Queries &queries,
              std::size_t count, OrderMemory &) const {
    countPlaces(stream, queries, count);
    for (std::size_t first = 0, last; first < count; first = last) {
      last = endOfPart(stream, first, count);
      fill(stream, queries, first, last, count);
    }
    done += count;
  }
  void again(cudaStream_t stream, const Queries &queries,
             std::size_t count) const {
    plan.launch(stream, second.op, queries, count);
  }
  double finish(int, cudaEvent_t, const TimedStream &, const void *) const {
    return 0;
  }
  /// Once a piece is done.
  void patch(int, void *) const {
    plan.noteChildren();
    bool flag = false;
    REGTT_CUDA(
        cudaMemcpy(&flag, isOutside(), sizeof flag, cudaMemcpyDeviceToHost));
    if (flag)
      fail(call, "an iteration changes an element outside of an array");
  }

  static constexpr bool changesQueries = false;

private:
  static constexpr unsigned threads = 256;

  static std::deque<ChangePlaces> &memory() { return device().changes; }
  static bool *isOutside() {
    return reinterpret_cast<bool *>(memory()[0].flag.reserve(sizeof(bool)));
  }
  template <class Form, class Elements>
  std::uint64_t elementsOf([[maybe_unused]] Form form,
                           [[maybe_unused]] const Elements &array) const {
    if constexpr (rt::detail::defers<Elements>)
      return 1;
    else
      return call.arrays[Traversal::arrayForms[form.number].given].count *
             array.perRecord;
  }

  /// Lets `visit(form, array, places)` look at each array of `of`.
  template <class Visit> void each(const Op &of, const Visit &visit) const {
    std::size_t k = 0;
    of.arrays.eachInOrder([&](auto form, const auto &array) {
      visit(form, array, memory()[k++]);
    });
  }

  /// Finds how many places iterations need, and where they start.
  void countPlaces(cudaStream_t stream, const Queries &queries,
                   std::size_t count) const {
    const Op counting = second.op;
    each(counting, [&](auto form, const auto &array, ChangePlaces &places) {
      const std::size_t bytes = (count + 1) * sizeof(std::uint64_t);
      auto *const counts =
          reinterpret_cast<std::uint64_t *>(places.starts.reserve(bytes));
      REGTT_CUDA(cudaMemsetAsync(counts, 0, bytes, stream));
      array.sink.counts = counts;
      if (const std::uint64_t limit = elementsOf(form, array);
          limit >= array.sink.outside)
        throw OutOfMemory{"an array of " + std::to_string(limit) +
                              " elements that are changed in an order",
                          true};
      if constexpr (sharesTerms) {
        countTerms<<<unsigned(
                         std::clamp<std::size_t>(count / threads, 1, 4096)),
                     threads, 0, stream>>>(
            counting, queries, std::uint32_t(count), form.perTerm, counts);
        REGTT_CUDA(cudaGetLastError());
      }
    });
    if constexpr (!sharesTerms) {
      plan.launch(stream, counting, queries, count);
      second.save(stream); // what that has changed
    }
    each(op, [&](auto, const auto &, ChangePlaces &places) {
      auto *const starts =
          reinterpret_cast<std::uint64_t *>(places.starts.data());
      std::size_t scratch = 0;
      REGTT_CUDA(cub::DeviceScan::ExclusiveSum(nullptr, scratch, starts, starts,
                                               count + 1, stream));
      void *const place = places.scratch.reserve(scratch);
      REGTT_CUDA(cub::DeviceScan::ExclusiveSum(place, scratch, starts, starts,
                                               count + 1, stream));
      places.hostStarts.assign(2, 0);
      REGTT_CUDA(cudaMemcpyAsync(&places.hostStarts[1], starts + count,
                                 sizeof(std::uint64_t), cudaMemcpyDeviceToHost,
                                 stream));
    });
    REGTT_CUDA(cudaStreamSynchronize(stream));
  }

  /// How many iterations from `first` on have room for their changes.
  std::size_t endOfPart(cudaStream_t stream, std::size_t first,
                        std::size_t count) const {
    std::size_t last = count;
    each(op, [&](auto, const auto &array, ChangePlaces &places) {
      if (places.hostStarts.size() == 2 &&
          hasRoom(array, places, std::size_t(places.hostStarts[1])))
        return;
      const std::size_t most = mostPlaces(array, places);
      if (places.hostStarts.size() == 2 && places.hostStarts[1] <= most)
        return;
      if (places.hostStarts.size() == 2) {
        places.hostStarts.resize(count + 1);
        REGTT_CUDA(cudaMemcpyAsync(places.hostStarts.data(),
                                   places.starts.data(),
                                   (count + 1) * sizeof(std::uint64_t),
                                   cudaMemcpyDeviceToHost, stream));
        REGTT_CUDA(cudaStreamSynchronize(stream));
      }
      const auto &starts = places.hostStarts;
      const auto end = std::upper_bound(starts.begin() + std::ptrdiff_t(first),
                                        starts.end(), starts[first] + most);
      const auto most1 = std::size_t(end - starts.begin()) - 1;
      if (most1 == first && starts[first + 1] - starts[first] > most)
        throw OutOfMemory{
            "one iteration changes elements more often than there "
            "is memory to note",
            true};
      last = std::min(last, std::max(most1, first + 1));
    });
    return last;
  }

  static constexpr std::size_t mostOfAll = std::size_t{1} << 30; ///< for CUB

  /// Whether memory that is there already suffices: to ask how much is free
  /// takes longer than a small kernel.
  template <class Elements>
  static bool hasRoom(const Elements &, const ChangePlaces &places,
                      std::size_t number) {
    bool result = number < mostOfAll;
    for (int k = 0; k < 2; ++k)
      result &=
          number * sizeof(std::uint32_t) <= places.elements[k].capacity() &&
          number * sizeof(typename Elements::Change) <=
              places.values[k].capacity();
    return result;
  }

  /// As many as have room.
  template <class Elements>
  static std::size_t mostPlaces(const Elements &, const ChangePlaces &places) {
    constexpr std::size_t each =
        2 * (sizeof(std::uint32_t) + sizeof(typename Elements::Change)) +
        sizeof(std::uint32_t);
    std::size_t free = 0, total = 0;
    REGTT_CUDA(cudaMemGetInfo(&free, &total));
    return std::min<std::size_t>(mostOfAll, (places.capacity() + free / 2) /
                                                numArrays / each);
  }

  static std::uint64_t placesBefore(const ChangePlaces &places, std::size_t i,
                                    std::size_t count) {
    if (places.hostStarts.size() == 2)
      return i == count ? places.hostStarts[1] : 0;
    return places.hostStarts[i];
  }

  /// Runs the iterations [first, last) of `count`, and makes their changes.
  void fill(cudaStream_t stream, const Queries &queries, std::size_t first,
            std::size_t last, std::size_t count) const {
    const Op filling = op;
    each(filling, [&](auto form, const auto &array, ChangePlaces &places) {
      using Elements = std::remove_cvref_t<decltype(array)>;
      using Value = typename Elements::Change;
      const std::uint64_t begin = placesBefore(places, first, count);
      const std::size_t number =
          std::size_t(placesBefore(places, last, count) - begin);
      auto &sink = array.sink;
      sink.counts = reinterpret_cast<std::uint64_t *>(places.starts.data());
      sink.starts = sink.counts + first;
      sink.begin = begin;
      sink.limit = elementsOf(form, array);
      sink.firstIteration = done + first;
      sink.elements =
          reinterpret_cast<std::uint32_t *>(places.elements[0].reserve(
              std::max<std::size_t>(number, 1) * sizeof(std::uint32_t)));
      sink.values = reinterpret_cast<Value *>(places.values[0].reserve(
          std::max<std::size_t>(number, 1) * sizeof(Value)));
    });
    plan.launch(stream, filling,
                Queries{queries.queries + first, queries.results + first},
                last - first);
    each(filling, [&](auto form, const auto &array, ChangePlaces &places) {
      using Elements = std::remove_cvref_t<decltype(array)>;
      const auto number = std::size_t(placesBefore(places, last, count) -
                                      placesBefore(places, first, count));
      if constexpr (rt::detail::defers<Elements>)
        bring(stream, array, places, number);
      else
        change(stream, array, places, elementsOf(form, array), number);
    });
  }

  /// Brings to the host what `number` places hold of records for it.
  template <class Records>
  void bring(cudaStream_t stream, const Records &from, ChangePlaces &places,
             std::size_t number) const {
    if (number == 0)
      return;
    using Record = typename Records::Change;
    auto *const records = reinterpret_cast<Record *>(
        places.values[1].reserve(number * sizeof(Record)));
    auto *const kept = reinterpret_cast<std::uint32_t *>(
        places.firsts.reserve(sizeof(std::uint32_t)));
    std::size_t selecting = 0;
    const auto select = [&](void *scratch) {
      REGTT_CUDA(cub::DeviceSelect::FlaggedIf(
          scratch, selecting, from.sink.values, from.sink.elements, records,
          kept, int(number), IsPlaceTaken<Record>(), stream));
    };
    select(nullptr);
    select(places.scratch.reserve(selecting));
    std::uint32_t all = 0;
    REGTT_CUDA(cudaMemcpyAsync(&all, kept, sizeof all, cudaMemcpyDeviceToHost,
                               stream));
    REGTT_CUDA(cudaStreamSynchronize(stream));
    if (all == 0)
      return;
    REGTT_CUDA(cudaMemcpyAsync(from.list->add(all * sizeof(Record)), records,
                               all * sizeof(Record), cudaMemcpyDeviceToHost,
                               stream));
    REGTT_CUDA(cudaStreamSynchronize(stream));
  }

  /// Makes `number` changes of an array of `limit` elements.
  template <class Elements>
  void change(cudaStream_t stream, const Elements &array, ChangePlaces &places,
              std::uint64_t limit, std::size_t number) const {
    if (number == 0)
      return;
    using Loop = ChangeLoop<Elements>;
    using Value = typename Elements::Change;
    auto *const elements = reinterpret_cast<std::uint32_t *>(
        places.elements[1].reserve(number * sizeof(std::uint32_t)));
    auto *const values = reinterpret_cast<Value *>(
        places.values[1].reserve(number * sizeof(Value)));
    auto *const starts = reinterpret_cast<std::uint32_t *>(
        places.firsts.reserve((number + 1) * sizeof(std::uint32_t)));
    std::uint32_t *const numChanged = starts + number;
    // As many as keep the numbers of no element behind all others.
    const int bits = std::bit_width(limit + 2);
    const thrust::counting_iterator<std::uint32_t> all(0);
    const IsFirstChange isFirst{elements};
    std::size_t sorting = 0, selecting = 0;
    const auto sort = [&](void *scratch) {
      REGTT_CUDA(cub::DeviceRadixSort::SortPairs(
          scratch, sorting, array.sink.elements, elements, array.sink.values,
          values, int(number), 0, bits, stream));
    };
    const auto select = [&](void *scratch) {
      REGTT_CUDA(cub::DeviceSelect::If(scratch, selecting, all, starts,
                                       numChanged, int(number), isFirst,
                                       stream));
    };
    sort(nullptr);
    select(nullptr);
    void *const scratch = places.scratch.reserve(std::max(sorting, selecting));
    sort(scratch);
    select(scratch);
    std::uint32_t changed = 0;
    REGTT_CUDA(cudaMemcpyAsync(&changed, numChanged, sizeof changed,
                               cudaMemcpyDeviceToHost, stream));
    REGTT_CUDA(cudaStreamSynchronize(stream));
    const typename Loop::Operator fold = {
        array,      starts, numChanged, elements, values, std::uint32_t(number),
        isOutside()};
    detail::plan<Stream, typename Loop::Operator, typename Loop::Queries>(
        session().order, changed, site, places.longLists)
        .launch(stream, fold, {}, changed);
  }

  static constexpr bool sharesTerms = requires { Engine::sharesTerms; };

  const Op &op;
  const SecondOperator<Op> &second;
  const regtt_call &call;
  SiteStreams &site;
  const Plan<Op, Queries> plan;
  mutable std::size_t done = 0; ///< iterations of earlier pieces
};

} // namespace regtt::rt::cuda::detail
