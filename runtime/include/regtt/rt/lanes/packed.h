/// The packed engine: a block of queries comes to a node as one dense list,
/// sixteen at a time; those that call a child are compressed into that child's
/// list (stream compaction: Ren et al. 2013; a block at a time: Jo, Goldfarb
/// and Kulkarni 2013). Each query keeps its own order of visits: there is a
/// list for each child and position among the calls, and those of one position
/// are done before those of the next. No sorting is needed, and lanes are full
/// wherever a list is long. Short lists go on one query at a time.
#pragma once

#include <regtt/rt/core/autoropes.h>
#include <regtt/rt/core/tree.h>
#include <regtt/rt/lanes/calls.h>
#include <regtt/rt/lanes/fields.h>
#include <regtt/rt/lanes/programs.h>
#include <regtt/rt/lanes/visit_counters.h>
#include <regtt/rt/lanes/waiting_memory.h>

#include <algorithm>
#include <tuple>
#include <type_traits>
#include <vector>

namespace regtt::rt {
namespace {

/// Runs blocks of queries. `Op`: the scalar operator, `Lanes`: the lane
/// traversal. One for each thread.
template <class Op, class Lanes> class PackedBlocks {
public:
  using Traversal = typename Op::Traversal;
  using Query = typename Traversal::Query;
  using Args = typename Traversal::Args;

  explicit PackedBlocks(const Op &op) : op(op) {}

  /// Takes queries[0] to queries[count - 1] through the tree.
  void run(Query *queries, std::size_t count) {
    block = queries;
    // Columns begin where every type may.
    columnLength = (count + numLanes - 1) / numLanes * numLanes;
    columns.resize(changedBytes() * columnLength);
    makeCalls(op, programs, queries, count,
              [&](const auto &calls) { make(calls); });
  }

private:
  /// Lists of fewer queries go on without lanes.
  static constexpr int fewest = 8;
  static constexpr int numRopes = Traversal::maxRopes;
  static constexpr bool oneChild = Lanes::oneChild;
  using LaneQuery = typename Lanes::template Query<Column>;
  using LaneArgs = typename Lanes::Args;
  /// What a list's queries carry alike.
  static constexpr bool sharesArgs = !isOfLanes<LaneArgs>;
  using Shared = std::conditional_t<sharesArgs, LaneArgs, NoLaneArgs>;
  static_assert(oneChild || !sharesArgs);
  /// All queries that call one child call them all, with nothing of their own.
  static constexpr bool oneList = oneChild && Traversal::slotsClosed &&
                                  (std::is_empty_v<Args> || sharesArgs) &&
                                  !hasResumes<Traversal>;
  using Resumes = typename Lanes::Resumes;
  template <int K>
  using Resume = std::tuple_element_t<K, typename Resumes::Points>;
  static constexpr int child = -1;

  /// Queries that come to one node: numbers in the block, columns of what no
  /// visit changes, and of what their ropes carry.
  struct List {
    Byte *memory = nullptr;
    std::size_t capacity = 0;
    int count = 0;

    std::int32_t *numbers() const {
      return reinterpret_cast<std::int32_t *>(memory);
    }
    /// `before`: bytes of one query in the columns ahead of it.
    template <class T> T *column(std::size_t before) const {
      return reinterpret_cast<T *>(memory + capacity * (4 + before));
    }
  };
  struct Waiting {
    Link link;
    List list;
    PieceMemory::Place end; ///< of what is in use when it is taken
    int point;              ///< where the visit goes on; child: it begins
    bool isDeferred;        ///< its guard is asked then
    [[no_unique_address]] Shared shared;
  };

  /// Takes the queries that make `calls` through the tree, together.
  template <class Calls> void make(const Calls &calls) {
    List all = makeList<LaneArgs>(calls.count());
    all.count = int(calls.count());
    for (std::size_t k = 0; k < calls.count(); ++k) {
      Query &query = block[calls.number(k)];
      all.numbers()[k] = std::int32_t(calls.number(k));
      std::size_t before = 0;
      const auto put = [&](auto &value) {
        using T = std::remove_cvref_t<decltype(value)>;
        all.template column<T>(before)[k] = value;
        before += sizeof(T);
      };
      Lanes::template eachKept<LaneQuery>([&](auto member, auto lanes) {
        lane::eachSingle<Form<LaneQuery, decltype(lanes)>>(query.*member, put);
      });
      const Args args = calls.args(k);
      eachCarried<LaneArgs>([&](auto member, auto lanes) {
        lane::eachSingle<Form<LaneArgs, decltype(lanes)>>(args.*member, put);
      });
      toColumns(calls.number(k));
    }
    Shared shared;
    if constexpr (sharesArgs)
      shared = calls.args(0);
    waiting.clear();
    waiting.push_back({calls.root(), all, memory.end(), child, false, shared});
    while (!waiting.empty()) {
      const Waiting next = waiting.back();
      waiting.pop_back();
      memory.release(next.end);
      if (next.point != child)
        resume<0>(next);
      else if (next.list.count < fewest)
        goOnAlone(next);
      else
        take<LaneArgs>(next);
    }
    for (std::size_t k = 0; k < calls.count(); ++k)
      fromColumns(calls.number(k));
    memory.release({});
  }

  /// Of what a member of lanes holds.
  template <class Of, class Member>
  using Form = std::remove_reference_t<decltype(std::declval<Of &>().*
                                                std::declval<Member>())>;

  // What lies in columns, of one query: without gaps.
  static std::size_t changedBytes() {
    std::size_t bytes = 0;
    Lanes::template eachChanged<LaneQuery>([&](auto, auto member) {
      bytes += lane::singleBytes<Form<LaneQuery, decltype(member)>>();
    });
    return bytes;
  }
  static std::size_t keptBytes() {
    std::size_t bytes = 0;
    Lanes::template eachKept<LaneQuery>([&](auto, auto member) {
      bytes += lane::singleBytes<Form<LaneQuery, decltype(member)>>();
    });
    return bytes;
  }
  /// Of one query in a list whose ropes carry that, besides its number.
  template <class Carried> static std::size_t travellingBytes() {
    std::size_t bytes = keptBytes();
    eachCarried<Carried>([&](auto, auto member) {
      bytes += lane::singleBytes<Form<Carried, decltype(member)>>();
    });
    return bytes;
  }

  /// Room for `count` queries, and for a whole group behind them.
  template <class Carried> List makeList(std::size_t count) {
    List list;
    list.capacity = (count + 2 * numLanes - 1) / numLanes * numLanes;
    list.memory =
        memory.reserve(list.capacity * (4 + travellingBytes<Carried>()));
    return list;
  }

  /// f(value of the query, its column) for all that visits change.
  template <class F> void eachColumn(Query &query, const F &f) {
    std::size_t before = 0;
    Lanes::template eachChanged<LaneQuery>([&](auto member, auto lanes) {
      using Here = Form<LaneQuery, decltype(lanes)>;
      lane::eachSingle<Here>(query.*member, [&](auto &value) {
        using T = std::remove_cvref_t<decltype(value)>;
        f(value, reinterpret_cast<T *>(columns.data() + before * columnLength));
        before += sizeof(T);
      });
    });
  }

  void toColumns(std::size_t number) {
    eachColumn(block[number],
               [&](auto &value, auto *column) { column[number] = value; });
  }
  void fromColumns(std::size_t number) {
    eachColumn(block[number],
               [&](auto &value, auto *column) { value = column[number]; });
  }

  /// What the visits of one list's queries leave: a list for each child and
  /// position, and one for each resume point.
  static constexpr int numCalls = oneList    ? 1
                                  : oneChild ? numRopes
                                             : numRopes * Traversal::numSlots;
  /// Places that calls are at.
  static constexpr int numPlaces = oneList && sharesArgs ? numRopes : numCalls;
  struct Left {
    List lists[numCalls + Resumes::count];
    PieceMemory::Place ends[numCalls + Resumes::count];
    Link child[numPlaces];
    Shared shared[numPlaces];
  };

  template <int K> void makeResumeLists(Left &left, std::size_t count) {
    if constexpr (K >= 0) {
      left.lists[numCalls + K] = makeList<Resume<K>>(count);
      left.ends[numCalls + K] = memory.end();
      makeResumeLists<K - 1>(left, count);
    }
  }

  /// The list that is taken last lies first, so that what lies behind one is
  /// free when it is taken.
  Left makeLists(std::size_t count) {
    Left left;
    makeResumeLists<Resumes::count - 1>(left, count);
    for (int k = numCalls - 1; k >= 0; --k) {
      left.lists[k] = makeList<LaneArgs>(count);
      left.ends[k] = memory.end();
    }
    std::fill_n(left.child, numPlaces, none);
    return left;
  }

  template <int K> void resume(const Waiting &from) {
    if constexpr (K < Resumes::count) {
      if (from.point == K)
        take<Resume<K>>(from);
      else
        resume<K + 1>(from);
    }
  }

  /// Runs a segment for all queries of a list, whose ropes carry `Carried`.
  template <class Carried>
  __attribute__((flatten)) void take(const Waiting &from) {
    const List &list = from.list;
    countList(op, list.count);
    const auto &record = op.tree.template load<0>(from.link);
    Left left = makeLists(std::size_t(list.count));
    for (int at = 0; at < list.count; at += numLanes) {
      Mask there = Mask::first(std::min(numLanes, list.count - at));
      const Lane<std::int32_t> numbers = loadAll(list.numbers() + at);
      LaneQuery q;
      Carried carried;
      load(list, at, numbers, there, q, carried);
      if constexpr (sharesArgs)
        carried = from.shared;
      LaneSegmentRopes<LaneRopes<numRopes, LaneArgs, oneChild>, Resumes> ropes;
      if constexpr (std::is_same_v<Carried, LaneArgs>) {
        if constexpr (Traversal::hasGuards)
          if (from.isDeferred &&
              !(there &= Lanes::admit(op, there, q, carried)))
            continue;
        Lanes::enter(op, there, q, from.link, record, carried, ropes);
      } else {
        Lanes::resume(op, there, q, from.link, record, carried, ropes);
      }
      collect(left, record, there, numbers, q, ropes);
    }
    if constexpr (Resumes::count != 0)
      for (int k = Resumes::count - 1; k >= 0; --k)
        if (left.lists[numCalls + k].count != 0)
          waiting.push_back({from.link, left.lists[numCalls + k],
                             left.ends[numCalls + k], k, false, Shared()});
    if constexpr (oneList && sharesArgs) {
      for (int p = numRopes - 1; p >= 0 && left.lists[0].count != 0; --p)
        if (left.child[p] != none)
          waiting.push_back({left.child[p], left.lists[0], left.ends[0], child,
                             false, left.shared[p]});
    } else if constexpr (oneList) {
      for (int s = Traversal::numSlots - 1; s >= 0 && left.lists[0].count != 0;
           --s)
        if (record.children.has(s))
          waiting.push_back({record.children.link[s],
                             left.lists[0],
                             left.ends[0],
                             child,
                             false,
                             {}});
    } else {
      // The call at position 0 is never deferred.
      constexpr int atFirst = oneChild ? 1 : Traversal::numSlots;
      for (int k = numCalls - 1; k >= 0; --k)
        if (left.lists[k].count != 0)
          waiting.push_back({left.child[k], left.lists[k], left.ends[k], child,
                             k >= atFirst, left.shared[k]});
    }
  }

  /// Which child is called at each place, and with what.
  template <class Ropes>
  REGTT_OP static void noteCalls(Left &left, const Ropes &ropes) {
    lane::unrolled<numRopes>([&](auto p) {
      if (ropes.child[p()] == none)
        return;
      left.child[p()] = ropes.child[p()];
      if constexpr (sharesArgs)
        left.shared[p()] = ropes.args[p()];
    });
  }

  template <class Record, class Q, class Ropes>
  REGTT_OP void collect(Left &left, const Record &record, Mask there,
                        const Lane<std::int32_t> &numbers, const Q &q,
                        const Ropes &ropes) {
    if constexpr (oneList) {
      Mask called = Mask::none();
      lane::unrolled<numRopes>([&](auto p) { called |= ropes.called[p()]; });
      append(left.lists[0], called, numbers, q, LaneArgs());
      if constexpr (sharesArgs)
        noteCalls(left, ropes);
    } else if constexpr (oneChild) {
      noteCalls(left, ropes);
      lane::unrolled<numRopes>([&](auto p) {
        append(left.lists[p()], ropes.called[p()], numbers, q, ropes.args[p()]);
      });
    } else {
      lane::unrolled<numRopes>([&](auto p) {
        lane::unrolled<Traversal::numSlots>([&](auto s) {
          const Link slot = record.children.link[s()];
          if (slot == none)
            return;
          const int k = p() * Traversal::numSlots + s();
          left.child[k] = slot;
          append(left.lists[k], there & (ropes.child[p()] == slot), numbers, q,
                 ropes.args[p()]);
        });
      });
    }
    lane::unrolled<Resumes::count>([&](auto k) {
      append(left.lists[numCalls + k()], ropes.waits[k()], numbers, q,
             std::get<k()>(ropes.points));
    });
  }

  /// A group of the list's queries, from number `at` on.
  template <class Q, class Carried>
  REGTT_OP void load(const List &list, int at,
                     const Lane<std::int32_t> &numbers, Mask there, Q &q,
                     Carried &carried) {
    std::size_t before = 0;
    const auto take = [&](auto &value) {
      using T = typename std::remove_cvref_t<decltype(value)>::Value;
      value = loadAll(list.template column<T>(before) + at);
      before += sizeof(T);
    };
    Lanes::template eachKept<LaneQuery>(
        [&](auto, auto member) { lane::eachElement(q.*member, take); });
    eachCarried<Carried>(
        [&](auto, auto member) { lane::eachElement(carried.*member, take); });
    before = 0;
    Lanes::template eachChanged<LaneQuery>([&](auto, auto member) {
      lane::eachElement(q.*member, [&](auto &value) {
        using T = typename std::remove_cvref_t<decltype(value)>::Value;
        value.set(reinterpret_cast<T *>(columns.data() + before * columnLength),
                  &numbers, there);
        before += sizeof(T);
      });
    });
  }

  template <class Q, class Carried>
  REGTT_OP static void append(List &list, Mask lanes,
                              const Lane<std::int32_t> &numbers, const Q &q,
                              const Carried &carried) {
    compress(lanes, numbers, list.numbers() + list.count);
    std::size_t before = 0;
    const auto put = [&](auto &value) {
      using T = typename std::remove_cvref_t<decltype(value)>::Value;
      compress(lanes, value, list.template column<T>(before) + list.count);
      before += sizeof(T);
    };
    Lanes::template eachKept<LaneQuery>(
        [&](auto, auto member) { lane::eachElement(q.*member, put); });
    eachCarried<Carried>(
        [&](auto, auto member) { lane::eachElement(carried.*member, put); });
    list.count += lanes.size();
  }

  /// The queries of a list, one by one.
  __attribute__((noinline)) void goOnAlone(const Waiting &from) {
    const List &list = from.list;
    countList(op, list.count);
    for (int k = 0; k < list.count; ++k) {
      const std::size_t number = std::size_t(list.numbers()[k]);
      Query &query = block[number];
      fromColumns(number);
      Args args{};
      if constexpr (sharesArgs)
        args = from.shared;
      std::size_t before = keptBytes();
      eachCarried<LaneArgs>([&](auto member, auto lanes) {
        using Here = Form<LaneArgs, decltype(lanes)>;
        lane::eachSingle<Here>(args.*member, [&](auto &value) {
          using T = std::remove_cvref_t<decltype(value)>;
          value = list.template column<T>(before)[k];
          before += sizeof(T);
        });
      });
      if constexpr (Traversal::hasGuards)
        if (from.isDeferred && !op.admit(query, args))
          continue;
      Autoropes::from(op, query, alone, from.link, args);
      toColumns(number);
    }
  }

  const Op &op;
  Query *block = nullptr;
  std::size_t columnLength = 0; ///< in elements
  std::vector<Byte> columns;    ///< what visits change, of the block
  PieceMemory memory;
  std::vector<Waiting> waiting;
  Programs<Op, Lanes> programs;
  GrowingStack<StackValues<Traversal>> alone; ///< of one query
};

} // namespace
} // namespace regtt::rt
