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
#include <regtt/rt/lanes/fields.h>
#include <regtt/rt/lanes/lane_ropes.h>

#include <cstring>
#include <memory>
#include <vector>

namespace regtt::rt {
namespace {

/// Memory that grows by pieces and is given back from its end.
class ListMemory {
public:
  struct Place {
    std::size_t piece = 0, used = 0;
  };

  Place end() const { return at; }
  void release(Place place) { at = place; }
  /// Room for `bytes`, aligned to a cache line.
  std::byte *reserve(std::size_t bytes) {
    bytes = (bytes + 63) / 64 * 64;
    while (at.piece < pieces.size() &&
           at.used + bytes > pieces[at.piece].bytes) {
      ++at.piece;
      at.used = 0;
    }
    if (at.piece == pieces.size()) {
      const std::size_t size = std::max(bytes, std::size_t(1) << 20);
      pieces.push_back(
          {std::unique_ptr<std::byte[]>(new std::byte[size + 64]), size});
      at.used = 0;
    }
    auto first =
        reinterpret_cast<std::uintptr_t>(pieces[at.piece].memory.get());
    first = (first + 63) / 64 * 64;
    std::byte *result = reinterpret_cast<std::byte *>(first) + at.used;
    at.used += bytes;
    return result;
  }

private:
  struct Piece {
    std::unique_ptr<std::byte[]> memory;
    std::size_t bytes;
  };
  std::vector<Piece> pieces;
  Place at;
};

/// A stack of ropes that takes memory as it needs it.
template <class Args> class GrowingStack {
public:
  bool empty() const { return entries.empty(); }
  void clear() { entries.clear(); }
  void push(Link link, const Args &args) { entries.push_back({link, args}); }
  Link pop(Args &args) {
    const Entry last = entries.back();
    entries.pop_back();
    args = last.args;
    return last.link;
  }

private:
  struct Entry {
    Link link;
    Args args;
  };
  std::vector<Entry> entries;
};

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
    List all = makeList(count);
    all.count = int(count);
    columns.resize(changedBytes * count + 64);
    for (std::size_t i = 0; i < count; ++i) {
      all.numbers()[i] = std::int32_t(i);
      std::size_t c = 0;
      Lanes::eachKept([&](auto member, auto) {
        lane::eachElement(queries[i].*member, [&](auto &value) {
          using T = std::remove_cvref_t<decltype(value)>;
          all.template column<T>(c)[i] = value;
          c += sizeof(T);
        });
      });
      eachColumn(queries[i], count,
                 [&](auto &value, auto *column) { column[i] = value; });
    }
    numQueries = count;
    waiting.clear();
    waiting.push_back({0, all, memory.end()});
    while (!waiting.empty()) {
      const Waiting next = waiting.back();
      waiting.pop_back();
      memory.release(next.end);
      if (next.list.count < fewest)
        goOnAlone(next.link, next.list);
      else
        visit(next.link, next.list);
    }
    for (std::size_t i = 0; i < count; ++i)
      eachColumn(queries[i], count,
                 [&](auto &value, auto *column) { value = column[i]; });
    memory.release({});
  }

private:
  /// Lists of fewer queries go on without lanes.
  static constexpr int fewest = 8;
  static constexpr int numRopes = Traversal::maxRopes;
  static constexpr bool oneChild = Traversal::fixedOrder;
  /// All queries that call one child call them all.
  static constexpr bool oneList = oneChild && Traversal::slotsClosed;

  /// Queries that come to one node: numbers in the block, and columns of what
  /// no visit changes.
  struct List {
    std::byte *memory = nullptr;
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
    ListMemory::Place end; ///< of what is in use when it is taken
  };

  static std::size_t sumOfBytes(bool kept) {
    std::size_t bytes = 0;
    const auto add = [&](auto member, auto) {
      using M =
          std::remove_reference_t<decltype(std::declval<Query>().*member)>;
      bytes += sizeof(M);
    };
    if (kept)
      Lanes::eachKept(add);
    else
      Lanes::eachChanged(add);
    return bytes;
  }
  inline static const std::size_t keptBytes = sumOfBytes(true),
                                  changedBytes = sumOfBytes(false);

  /// Room for `count` queries, and for a whole group behind them.
  List makeList(std::size_t count) {
    List list;
    list.capacity = (count + 2 * numLanes - 1) / numLanes * numLanes;
    list.memory = memory.reserve(list.capacity * (4 + keptBytes));
    return list;
  }

  /// f(value of the query, its column) for all that visits change.
  template <class F>
  void eachColumn(Query &query, std::size_t count, const F &f) {
    std::size_t before = 0;
    Lanes::eachChanged([&](auto member, auto) {
      lane::eachElement(query.*member, [&](auto &value) {
        using T = std::remove_cvref_t<decltype(value)>;
        f(value, reinterpret_cast<T *>(columns.data() + before * count));
        before += sizeof(T);
      });
    });
  }

  void visit(Link link, const List &list) {
    const auto &record = op.tree.template load<0>(link);
    constexpr int numLists = oneList    ? 1
                             : oneChild ? numRopes
                                        : numRopes * Traversal::numSlots;
    // The last list to be taken lies first, so that what lies behind one is
    // free when it is taken.
    List lists[numLists];
    ListMemory::Place ends[numLists];
    for (int k = numLists - 1; k >= 0; --k) {
      lists[k] = makeList(std::size_t(list.count));
      ends[k] = memory.end();
    }
    Link child[numLists];
    for (int k = 0; k < numLists; ++k)
      child[k] = none;
    for (int at = 0; at < list.count; at += numLanes) {
      const Mask there = Mask::first(std::min(numLanes, list.count - at));
      typename Lanes::Query q;
      Lane<std::int32_t> numbers = loadGroup(list.numbers() + at);
      std::size_t before = 0;
      Lanes::eachKept([&](auto, auto member) {
        lane::eachElement(q.*member, [&](auto &value) {
          using T = typename std::remove_cvref_t<decltype(value)>::Value;
          value = loadGroup(list.template column<T>(before) + at);
          before += sizeof(T);
        });
      });
      before = 0;
      Lanes::eachChanged([&](auto, auto member) {
        lane::eachElement(q.*member, [&](auto &value) {
          using T = typename std::remove_cvref_t<decltype(value)>::Value;
          value.set(reinterpret_cast<T *>(columns.data() + before * numQueries),
                    &numbers, there);
          before += sizeof(T);
        });
      });
      LaneRopes<numRopes, oneChild> ropes;
      Lanes::enter(op, there, q, link, record, ropes);
      if constexpr (oneList) {
        Mask called = Mask::none();
        lane::unrolled<numRopes>([&](auto p) { called |= ropes.called[p()]; });
        append(lists[0], called, numbers, q);
      } else if constexpr (oneChild) {
        lane::unrolled<numRopes>([&](auto p) {
          child[p()] = ropes.child[p()] == none ? child[p()] : ropes.child[p()];
          append(lists[p()], ropes.called[p()], numbers, q);
        });
      } else {
        lane::unrolled<numRopes>([&](auto p) {
          lane::unrolled<Traversal::numSlots>([&](auto s) {
            const Link slot = record.children.link[s()];
            if (slot == none)
              return;
            const int k = p() * Traversal::numSlots + s();
            child[k] = slot;
            append(lists[k], there & (ropes.child[p()] == slot), numbers, q);
          });
        });
      }
    }
    if constexpr (oneList) {
      for (int s = Traversal::numSlots - 1; s >= 0 && lists[0].count != 0; --s)
        if (record.children.has(s))
          waiting.push_back({record.children.link[s], lists[0], ends[0]});
    } else {
      for (int k = numLists - 1; k >= 0; --k)
        if (lists[k].count != 0)
          waiting.push_back({child[k], lists[k], ends[k]});
    }
  }

  template <class T> REGTT_OP static Lane<T> loadGroup(const T *from) {
    using C = lane::Element<T>;
    lane::Parts<C> parts;
    std::memcpy(&parts, from, sizeof parts);
    return Lane<T>(parts);
  }

  template <class Q>
  REGTT_OP static void append(List &list, Mask lanes,
                              const Lane<std::int32_t> &numbers, const Q &q) {
    compress(lanes, numbers, list.numbers() + list.count);
    std::size_t before = 0;
    Lanes::eachKept([&](auto, auto member) {
      lane::eachElement(q.*member, [&](auto &value) {
        using T = typename std::remove_cvref_t<decltype(value)>::Value;
        compress(lanes, value, list.template column<T>(before) + list.count);
        before += sizeof(T);
      });
    });
    list.count += lanes.size();
  }

  /// The queries of a list, one by one.
  void goOnAlone(Link link, const List &list) {
    for (int k = 0; k < list.count; ++k) {
      const std::int32_t number = list.numbers()[k];
      Query &query = block[number];
      eachColumn(query, numQueries,
                 [&](auto &value, auto *column) { value = column[number]; });
      Autoropes::from(op, query, alone, link, Args{});
      eachColumn(query, numQueries,
                 [&](auto &value, auto *column) { column[number] = value; });
    }
  }

  const Op &op;
  Query *block = nullptr;
  std::size_t numQueries = 0;
  std::vector<std::byte> columns; ///< what visits change, of the block
  ListMemory memory;
  std::vector<Waiting> waiting;
  GrowingStack<Args> alone; ///< of one query
};

} // namespace
} // namespace regtt::rt
