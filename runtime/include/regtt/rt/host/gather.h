/// Gathers a call's arrays into records, in parallel, once per call: those that
/// all queries share, and those that nodes, queries or elements of other arrays
/// have, one's after the other's. What traversals change of them is scattered
/// again.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/array.h>
#include <regtt/rt/core/objects.h>
#include <regtt/rt/core/records.h>
#include <regtt/rt/host/arrays_of_elements.h>
#include <regtt/rt/host/arrays_of_queries.h>
#include <regtt/rt/host/containers.h>
#include <regtt/rt/host/element_records.h>
#include <regtt/rt/host/fixpoint.h>
#include <regtt/rt/host/linked_lists.h>
#include <regtt/rt/host/reach.h>
#include <regtt/rt/host/region.h>
#include <regtt/rt/host/session.h>
#include <regtt/rt/host/written_bytes.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace regtt::rt {

/// Whether a traversal reads arrays.
template <class Traversal>
inline constexpr bool hasArrays = requires { typename Traversal::Arrays; };

/// Whether some of them lie in nodes.
template <class Traversal, class Children>
inline constexpr bool hasNodeArrays =
    requires { Traversal::template nodeArrays<Children>.size(); };

/// Whether the call's arrays are what the traversal was made for, and hold no
/// byte that an iteration writes and another reads. Returns an empty text, or
/// what is wrong with which array. Arrays in nodes and queries are not looked
/// at, nor are node arrays of unknown length.
std::string checkArrays(const regtt_call &call, const ArrayTables &arrays,
                        const WrittenBytes &written);

/// Whether no iteration writes what the host file read ahead for another, and
/// no traversal what it reads when all ran. Returns an empty text, or which
/// iteration's value would be another.
std::string checkReads(const regtt_call &call, const WrittenBytes &written);

/// Arrays that are variables of the function that holds the loop, by number.
template <class Traversal> constexpr std::span<const int> flagArrays() {
  if constexpr (requires { Traversal::flagArrays.size(); })
    return Traversal::flagArrays;
  else
    return {};
}

/// Where they lie.
template <class Traversal>
std::vector<const void *> flagPlaces([[maybe_unused]] const regtt_call &call) {
  std::vector<const void *> result;
  if constexpr (requires { Traversal::flagArrays.size(); })
    for (const int flag : Traversal::flagArrays)
      result.push_back(
          call.arrays[Traversal::arrayForms[std::size_t(flag)].given].base);
  return result;
}

/// Whether iterations change elements of array A, which they all share.
template <class Traversal, int A> constexpr bool isCombined() {
  if constexpr (writesArrays<Traversal>)
    for (const ArrayField &field : Traversal::writtenFields)
      if (field.array == A)
        return Traversal::arrayForms[A].given >= 0;
  return false;
}

/// Adds the arrays that all iterations share, and change elements of. Returns
/// an empty text, or what iterations use besides.
template <class Traversal, int... A>
std::string addCombined(const regtt_call &call, WrittenBytes &written,
                        const WrittenBytes &used,
                        std::integer_sequence<int, A...>) {
  std::string error;
  const auto add = [&]<int Number>() {
    constexpr ArrayForm form = Traversal::arrayForms[Number];
    if constexpr (isCombined<Traversal, Number>()) {
      if (!error.empty())
        return;
      const regtt_array &given = call.arrays[form.given];
      WrittenElements elements = {Number, form.name, form.stride, {}, {}};
      for (const ArrayField &field : Traversal::writtenFields)
        if (field.array == Number)
          elements.fields.push_back(field);
      elements.slices.push_back(
          {static_cast<char *>(const_cast<void *>(given.base)), given.count,
           WrittenSlice::ofAll});
      error = written.add(std::move(elements), used);
    }
  };
  (add.template operator()<A>(), ...);
  return error;
}

/// Finds what the call's iterations write, and how many elements their arrays
/// have: `written` and session().starts. Then checkObjects, checkReads, and
/// checkArrays where the traversal reads any, be they nodes.
template <class Traversal>
std::string checkCall(const regtt_call &call, WrittenBytes &written) {
  const FieldTables fields = fieldTables<Traversal>();
  std::string error = checkObjects(call, fields);
  if (!error.empty())
    return error;
  if constexpr (requires { &Traversal::assumes; })
    if (!Traversal::assumes(uniformsOf<Traversal>(call)))
      return "what iterations set an array's elements to may change what "
             "others ask of them, so that their order shows in the result";
  if constexpr (hasReachedArrays<Traversal>)
    if (error = findReached<Traversal>(session(), call); !error.empty())
      return error;
  if constexpr (requires { &Traversal::startFault; })
    if (isFirstRound(call))
      if (error = Traversal::startFault(call.arrays); !error.empty())
        return error;
  error = checkContainers(call);
  if (!error.empty())
    return error;
  written = WrittenBytes(call, fields);
  // Of objects, as if what is read were written.
  const auto used = [&] {
    return WrittenBytes(call, {nullptr, 0, fields.read, fields.numRead});
  };
  if constexpr (detail::numQueryArrays<Traversal>() > 0) {
    const ArraysOfQueries<Traversal> arrays(call);
    error = arrays.count(session());
    if (error.empty())
      error = arrays.addWritten(session(), written, used());
  }
  if constexpr (writesArrays<Traversal>)
    if (error.empty())
      error = addCombined<Traversal>(
          call, written, used(),
          std::make_integer_sequence<int, int(Traversal::arrayForms.size())>());
  if (error.empty())
    error = checkReads(call, written);
  if constexpr (requires { Traversal::arrayForms.size(); })
    if (error.empty())
      error = checkArrays(call, arrayTables<Traversal>(), written);
  session().watch.start(written);
  noteRegionChanges(call, written);
  if (error.empty() && session().environment.verify) {
    if (areRounds(call))
      keepStates(written.elements(), flagArrays<Traversal>());
    else
      session().saved.keep(written.elements());
  }
  if (error.empty() && session().environment.checkRegions)
    noteRegionWrites(written.elements(), flagPlaces<Traversal>(call));
  return error;
}

/// What the arrays of a tree that stays are made of.
struct KeptArrays {
  std::vector<std::size_t> offsets; ///< where each begins. [numArrays]
  std::vector<std::size_t> counts;  ///< how many elements it has. [numArrays]
  std::size_t bytes = 0;
};

/// Where the records of an array stay from call to call, if they do.
struct KeptRecords {
  void *memory = nullptr; ///< null: they do not
  bool areThere = false;  ///< as the user's array holds them, or newer
};

/// The records of a call's arrays, in two pieces of memory: those in nodes, and
/// the others. First count(), then gather(); at() tells where they lie.
/// scatter() ends it where the traversal writes queries' arrays.
template <class Traversal, class Children> class GatheredArrays {
  using Records = typename Traversal::template Records<Children>;
  using Uniforms = typename Traversal::Uniforms;
  using Queries = ArraysOfQueries<Traversal>;
  using Elements = ArraysOfElements<Traversal>;
  using OfElements = ElementRecords<Traversal>;
  static constexpr int numArrays = int(Traversal::arrayForms.size());
  static constexpr int numFields = int(Traversal::arrayFields.size());
  static constexpr std::size_t alignment = 256;
  static constexpr bool inNodes = hasNodeArrays<Traversal, Children>;
  static constexpr int numInQueries = detail::numQueryArrays<Traversal>();
  static constexpr int numInElements = detail::numElementArrays<Traversal>();
  static constexpr auto allArrays =
      std::make_integer_sequence<int, numArrays>();
  static constexpr std::size_t blockSize = std::size_t{1} << 13;

public:
  /// written, session().starts: of checkCall. records: of `numNodes` nodes, in
  /// memory that may be written. `copyAll`: whether arrays that are records as
  /// they lie are copied, too. `kept`: arrays in nodes that are there already,
  /// and are not gathered; else null, and `records` may be written. Borrows
  /// all.
  GatheredArrays(const regtt_call &call, const WrittenBytes &written,
                 const Records &records, std::size_t numNodes,
                 const Uniforms &u, bool copyAll,
                 const KeptArrays *kept = nullptr)
      : call(call), written(written), inQueries(call), inElements(call, u),
        records(records), numNodes(numNodes), u(u), copyAll(copyAll),
        kept(kept) {
    countGiven(allArrays);
  }

  /// Adds the elements of nodes that gather() reads to `range`. Borrows it.
  void note(AddressRange &range) { read = &range; }

  /// Finds out how many elements there are. Returns an empty text, or why they
  /// cannot be gathered.
  std::string count(Session &session) {
    std::string error;
    if constexpr (inNodes || numInQueries > 0 || numInElements > 0)
      error = countAll(session, allArrays);
    if constexpr (requires { Traversal::coveredArrays.size(); })
      if (error.empty())
        error = compareLengths(
            session,
            std::make_index_sequence<Traversal::coveredArrays.size()>());
    if (error.empty() && kept)
      error = compareKept(allArrays);
    place(allArrays);
    return error;
  }

  /// How many elements each has; after count().
  std::span<const std::size_t> sizes() const { return counts; }
  /// Instead of count(): they are as many as in an earlier call, of which all
  /// records are there.
  void recount(std::span<const std::size_t> sizes) {
    std::copy(sizes.begin(), sizes.end(), counts.begin());
  }
  /// Whether array A may stay for later calls: it lies in no node, and in no
  /// object of an iteration's.
  template <int A> bool mayStay() const {
    bool isFlag = false;
    for (const int flag : flagArrays<Traversal>())
      isFlag |= flag == A;
    return isCopied<A>() && !isOfTree<A>() && !isFlag &&
           Queries::template numberOf<A>() < 0;
  }
  /// Says where arrays stay, by number; after count(). gather() leaves out
  /// those that are there, and eachStale() tells the others. Borrows it.
  void keepAt(const std::array<KeptRecords, numArrays> &where) {
    staying = &where;
    place(allArrays);
  }

  /// Of all records that are copied, but of those in nodes and of those that
  /// stay; after count().
  std::size_t bytes() const { return passing; }
  /// Of those that gather() writes, but for those in nodes.
  std::size_t hostBytes() const { return total; }
  /// Of those in nodes.
  std::size_t treeBytes() const { return kept ? kept->bytes : treeTotal; }
  /// What a later call needs to know of those in nodes; after count().
  KeptArrays treeArrays() const {
    return {{offsets.begin(), offsets.end()},
            {counts.begin(), counts.end()},
            treeTotal};
  }

  /// Writes them to `memory` and `ofTree`, on the session's threads; nodes'
  /// records then hold numbers of elements. Returns an empty text, or which
  /// array an iteration writes.
  std::string gather(Session &session, void *memory, void *ofTree) {
    return gatherAll(session, static_cast<char *>(memory),
                     static_cast<char *>(ofTree), allArrays);
  }

  /// The arrays whose records lie there, which may be a device's memory.
  typename Traversal::Arrays at(void *memory, void *ofTree) const {
    return at(memory, ofTree, allArrays);
  }

  /// Calls visit(memory, offset, bytes) for arrays that stay, and have been
  /// gathered.
  template <class Visit> void eachStale(const Visit &visit) const {
    eachStale(visit, allArrays);
  }

  /// Calls visit(offset, bytes) for the records that traversals write, but for
  /// those that stay.
  template <class Visit> void eachWritten(const Visit &visit) const {
    eachWritten(visit, allArrays);
  }

  /// Writes what traversals changed in the records at `memory` to the elements.
  void scatter(Session &session, const void *memory) const {
    scatterAll(session, static_cast<const char *>(memory), allArrays);
  }

  /// The same of one array that all iterations share and change, where `given`
  /// says that it lies.
  template <int A>
  static void scatterGiven(Session &session, const char *from,
                           const regtt_array &given) {
    constexpr ArrayForm form = Traversal::arrayForms[A];
    char *const to = static_cast<char *>(const_cast<void *>(given.base));
    if constexpr (OfElements::template isRecords<A>())
      std::memcpy(to, from, given.count * form.stride);
    else
      session.pool.parallelFor(given.count, blockSize,
                               [&](int, std::size_t first, std::size_t last) {
                                 for (std::size_t e = first; e < last; ++e)
                                   writeBack<A>(from + e * form.record,
                                                to + e * form.stride);
                               });
  }

private:
  //===--- Shared arrays ----------------------------------------------------===

  template <int A> static constexpr std::size_t tails() {
    return numTails<Traversal, A>();
  }

  template <int... A> void countGiven(std::integer_sequence<int, A...>) {
    ((counts[A] =
          Traversal::arrayForms[A].given < 0
              ? 0
              : call.arrays[Traversal::arrayForms[A].given].count + tails<A>()),
     ...);
  }

  template <int A> bool isCopied() const {
    constexpr ArrayForm form = Traversal::arrayForms[A];
    return form.record != 0 &&
           (copyAll || form.given < 0 || !OfElements::template isRecords<A>());
  }

  /// Whether array A lies in nodes.
  template <int A> static constexpr bool isOfNodes() {
    return Traversal::arrayForms[A].given < 0 &&
           Queries::template numberOf<A>() < 0 &&
           Elements::template numberOf<A>() < 0;
  }

  /// Whether array A lies beside the records of the tree, and stays where that
  /// does.
  template <int A> bool isOfTree() const {
    return isOfNodes<A>() ||
           (Traversal::arrayForms[A].stays && call.resident && copyAll);
  }

  /// What the user says has not changed has not changed its length.
  template <int... A>
  std::string compareKept(std::integer_sequence<int, A...>) const {
    std::string error;
    const auto compare = [&]<int N>() {
      constexpr ArrayForm form = Traversal::arrayForms[N];
      if (form.stays && error.empty() && counts[N] != kept->counts[N])
        error = "the array '" + std::string(form.name) + "' has " +
                std::to_string(counts[N]) +
                " elements, and what stays of it on the device " +
                std::to_string(kept->counts[N]) +
                "; a version in the clause 'resident' says that it has changed";
    };
    (compare.template operator()<A>(), ...);
    return error;
  }

  template <int A> bool stays() const {
    return staying && (*staying)[A].memory;
  }
  template <int A> bool isThere() const {
    return stays<A>() && (*staying)[A].areThere;
  }

  template <int... A> void place(std::integer_sequence<int, A...>) {
    total = treeTotal = 0;
    ((stays<A>() ? void() : placeArray<A>()), ...);
    passing = total;
    ((stays<A>() && !isThere<A>() ? placeArray<A>() : void()), ...);
  }
  template <class Visit, int... A>
  void eachStale(const Visit &visit, std::integer_sequence<int, A...>) const {
    ((stays<A>() && !isThere<A>()
          ? visit((*staying)[A].memory, offsets[A],
                  counts[A] * Traversal::arrayForms[A].record)
          : void()),
     ...);
  }
  template <int A> void placeArray() {
    if (isOfTree<A>() && kept) {
      offsets[A] = kept->offsets[A];
      return;
    }
    std::size_t &end = isOfTree<A>() ? treeTotal : total;
    offsets[A] = end;
    if (isCopied<A>())
      end += counts[A] * Traversal::arrayForms[A].record;
    end = (end + alignment - 1) / alignment * alignment;
  }

  /// Where the record of element 0 lies, or would lie.
  template <int A> void *zerothOf(void *memory, void *ofTree) const {
    constexpr ArrayForm form = Traversal::arrayForms[A];
    void *const records = recordsOf<A>(memory, ofTree);
    if constexpr (form.given < 0 || form.record == 0)
      return records;
    else
      return static_cast<char *>(records) -
             call.arrays[form.given].first * std::ptrdiff_t(form.record);
  }
  template <int A> void *recordsOf(void *memory, void *ofTree) const {
    if (stays<A>())
      return (*staying)[A].memory;
    if (isCopied<A>())
      return static_cast<char *>(isOfTree<A>() ? ofTree : memory) + offsets[A];
    constexpr int given = Traversal::arrayForms[A].given;
    if constexpr (given >= 0)
      return const_cast<void *>(call.arrays[given].base); // only read
    return nullptr;                                       // none of it is read
  }
  template <int... A>
  typename Traversal::Arrays at(void *memory, void *ofTree,
                                std::integer_sequence<int, A...>) const {
    void *const where[] = {zerothOf<A>(memory, ofTree)...};
    return Traversal::Arrays::at(where);
  }

  template <int... A>
  std::string gatherAll(Session &session, char *memory, char *ofTree,
                        std::integer_sequence<int, A...>) {
    std::string error;
    ((error = error.empty()
                  ? gatherArray<A>(session, (isOfTree<A>() ? ofTree : memory) +
                                                offsets[A])
                  : error),
     ...);
    if (error.empty())
      (numberElements<A>(session, memory + offsets[A]), ...);
    return error;
  }

  template <int A>
  void numberElements([[maybe_unused]] Session &session,
                      [[maybe_unused]] char *at) const {
    if constexpr (OfElements::template isParent<A>())
      if (!isThere<A>())
        inElements.template number<A>(session, at);
  }

  template <int A> std::string gatherArray(Session &session, char *to) {
    constexpr ArrayForm form = Traversal::arrayForms[A];
    if (isThere<A>())
      return {};
    const bool isKept = form.stays && isOfTree<A>() && kept;
    if (isKept && form.given >= 0)
      return {};
    if constexpr (Queries::template numberOf<A>() >= 0)
      return gatherFromQueries<A>(session, isKept ? nullptr : to);
    else if constexpr (Elements::template numberOf<A>() >= 0)
      return inElements.template gather<A>(session, written, to);
    else if constexpr (form.given < 0)
      return kept ? std::string() : gatherFromNodes<A>(session, to);
    if (!isCopied<A>())
      return {};
    const regtt_array &given = call.arrays[form.given < 0 ? 0 : form.given];
    const char *const base = static_cast<const char *>(given.base);
    session.pool.parallelFor(given.count, std::size_t{1} << 14,
                             [&](int, std::size_t first, std::size_t last) {
                               OfElements::template copy<A>(
                                   base + first * form.stride, last - first,
                                   to + first * form.record);
                             });
    OfElements::template writeTail<A>(base, given.count,
                                      to + given.count * form.record);
    return {};
  }

  //===--- Arrays in nodes --------------------------------------------------===

  template <int A> static constexpr NodeArray findNodeArray() {
    for (const NodeArray &array : Traversal::template nodeArrays<Children>)
      if (array.array == A)
        return array;
    return {};
  }

  template <int A> static constexpr NodeArray nodeArray = findNodeArray<A>();

  char *recordAt(int group, std::size_t offset, std::size_t n) const {
    char *const base =
        const_cast<char *>(static_cast<const char *>(records.groups[group]));
    return base + n * GroupSizes<Records>::bytes[group] + offset;
  }
  std::uint64_t &startOf(const NodeArray &array, std::size_t n) const {
    return *reinterpret_cast<std::uint64_t *>(
        recordAt(array.group, array.start, n));
  }
  std::uint64_t &sizeOf(const NodeArray &array, std::size_t n) const {
    return *reinterpret_cast<std::uint64_t *>(
        recordAt(array.sizeGroup, array.size, n));
  }

  /// How many elements node n has, as its record was written.
  template <int A> std::int64_t elementsOf(std::size_t n) const {
    constexpr NodeArray array = nodeArray<A>;
    const auto &arrival = records.template load<0>(Link(n));
    const std::uint64_t start = startOf(array, n);
    if constexpr (array.size != noSize)
      return std::int64_t(sizeOf(array, n) - start) /
             std::int64_t(Traversal::arrayForms[A].stride);
    else if constexpr (Traversal::arrayForms[A].isList())
      return detail::follows<Traversal, array.pointer>(arrival)
                 ? lengthOfList(Traversal::arrayForms[A].list, start)
                 : 0;
    else if (!start || !detail::follows<Traversal, array.pointer>(arrival))
      return 0;
    else if constexpr (array.endsAtNull)
      return upToNull(start, Traversal::arrayForms[A].stride,
                      Traversal::template extent<A>(arrival, u));
    else
      return Traversal::template extent<A>(arrival, u);
  }

  /// An array as a node's record says where it is, and the number of its first
  /// element, once it is gathered.
  struct Found {
    std::uint64_t start = 0;
    std::int64_t count = 0;
    std::size_t number = 0;

    bool isSame(std::uint64_t at, std::int64_t elements) const {
      return count > 0 && start == at && count == elements;
    }
  };

  /// Whether the array of node n is the first node's, or that of the one before
  /// it in its block, which is gathered once: nodes may all lead to one array.
  /// `last` becomes the array of node n.
  template <int A>
  bool isNodesBefore(std::size_t n, std::uint64_t start, std::int64_t count,
                     Found &last) const {
    if constexpr (Traversal::arrayForms[A].isList())
      return false;
    if (n != 0 && firstNodes[A].isSame(start, count)) {
      last = firstNodes[A];
      return true;
    }
    if (last.isSame(start, count))
      return true;
    last = {start, count, 0};
    return false;
  }

  template <int... A>
  std::string countAll(Session &session, std::integer_sequence<int, A...>) {
    std::string error;
    ((error = error.empty() ? countArray<A>(session) : error), ...);
    return error;
  }

  template <int A> ArrayLengths lengths(Session &session) const {
    if constexpr (Queries::template numberOf<A>() >= 0)
      return inQueries.template lengths<Queries::template numberOf<A>()>();
    else
      return inElements.template lengths<A>(session);
  }

  template <std::size_t... R>
  std::string compareLengths(Session &session,
                             std::index_sequence<R...>) const {
    std::string error;
    ((error = error.empty() ? compareLength<R>(session) : error), ...);
    return error;
  }
  template <std::size_t R> std::string compareLength(Session &session) const {
    constexpr CoveredArray row = Traversal::coveredArrays[R];
    const ArrayLengths of = lengths<row.array>(session);
    const ArrayLengths covered = lengths<row.covered>(session);
    if (of.most < 0 || covered.most < 0 ||
        (of.least == covered.most && of.most == covered.least))
      return {};
    return "the arrays '" + std::string(Traversal::arrayForms[row.array].name) +
           "' have " + text(of) + " elements, and '" +
           Traversal::arrayForms[row.covered].name +
           "', as far as which they are looked at, " + text(covered) +
           "; they have to be of one length";
  }
  static std::string text(const ArrayLengths &lengths) {
    const std::string most = std::to_string(lengths.most);
    return lengths.least == lengths.most
               ? most
               : std::to_string(lengths.least) + " to " + most;
  }

  /// Fills `firsts`: for every block of nodes, the number of its first element.
  template <int A> std::string countArray(Session &session) {
    if constexpr (Queries::template numberOf<A>() >= 0) {
      counts[A] = session.starts[Queries::template numberOf<A>()].back();
    } else if constexpr (Elements::template numberOf<A>() >= 0) {
      return inElements.template count<A>(session, counts[A]);
    } else if constexpr (Traversal::arrayForms[A].given < 0) {
      if (kept)
        return {};
      constexpr NodeArray array = nodeArray<A>;
      constexpr std::size_t most =
          std::size_t(PTRDIFF_MAX) / Traversal::arrayForms[A].stride;
      std::vector<std::size_t> &first = firsts[A];
      first.assign((numNodes + blockSize - 1) / blockSize + 1, 0);
      std::atomic<std::int64_t> wrong{0};
      if (numNodes != 0)
        firstNodes[A] = {startOf(array, 0), elementsOf<A>(0), 0};
      session.pool.parallelFor(
          first.size() - 1, 1, [&](int, std::size_t begin, std::size_t end) {
            for (std::size_t b = begin; b < end; ++b) {
              Found last;
              for (std::size_t n = b * blockSize;
                   n < std::min(numNodes, (b + 1) * blockSize); ++n) {
                const std::int64_t count = elementsOf<A>(n);
                const std::uint64_t start = startOf(array, n);
                if ((count < 0 && array.exact) || count == endlessList ||
                    count > std::int64_t(most))
                  wrong = count;
                else if (!isNodesBefore<A>(n, start, count, last))
                  first[b + 1] +=
                      std::size_t(count < 0 ? 0 : count) + tails<A>();
              }
            }
          });
      if (wrong == endlessList)
        return refuseEndless(Traversal::arrayForms[A], "a node");
      if (wrong != 0)
        return "the extent of '" + std::string(Traversal::arrayForms[A].name) +
               "' is " + std::to_string(wrong.load()) +
               " in a node; it must be the number of its elements";
      for (std::size_t b = 1; b < first.size(); ++b)
        first[b] += first[b - 1];
      counts[A] = first.back();
      return refuseHuge(Traversal::arrayForms[A], "nodes", counts[A]);
    }
    return {};
  }

  template <int A> std::string gatherFromNodes(Session &session, char *to) {
    constexpr NodeArray array = nodeArray<A>;
    constexpr ArrayForm form = Traversal::arrayForms[A];
    const ArrayTables tables = arrayTables<Traversal>();
    const std::vector<std::size_t> &firsts = this->firsts[A];
    std::atomic<bool> isWritten{false};
    session.pool.parallelFor(
        firsts.size() - 1, 1, [&](int, std::size_t begin, std::size_t end) {
          for (std::size_t b = begin; b < end; ++b) {
            std::size_t next = firsts[b];
            std::vector<const char *> list;
            Found last;
            for (std::size_t n = b * blockSize;
                 n < std::min(numNodes, (b + 1) * blockSize); ++n) {
              const std::int64_t found = elementsOf<A>(n);
              const std::size_t count = std::size_t(found < 0 ? 0 : found);
              std::uint64_t &start = startOf(array, n);
              const char *from = reinterpret_cast<const char *>(start);
              if (isNodesBefore<A>(n, start, found, last)) {
                start = last.number;
                if constexpr (nodeArray<A>.size != noSize)
                  sizeOf(array, n) = count;
                continue;
              }
              last.number = next;
              if constexpr (Traversal::arrayForms[A].isList()) {
                elementsOfList(form.list, start, count, list);
                from = reinterpret_cast<const char *>(list.data());
                isWritten =
                    isWritten || changesList(written, form.list, A, list);
              }
              if (form.record != 0 && count != 0) {
                if (readsWritten(written, tables, A, from, count))
                  isWritten = true;
                noteRead<A>(from, count);
                OfElements::template copy<A>(from, count,
                                             to + next * form.record);
              }
              OfElements::template writeTail<A>(
                  from, count, to + (next + count) * form.record);
              start = next;
              if constexpr (nodeArray<A>.size != noSize)
                sizeOf(array, n) = count;
              next += count + tails<A>();
            }
          }
        });
    return isWritten ? "an iteration writes what is read through the nodes' "
                       "array '" +
                           std::string(form.name) + "'"
                     : std::string();
  }

  template <int A> void noteRead(const char *from, std::size_t count) {
    constexpr ArrayForm form = Traversal::arrayForms[A];
    if (!read)
      return;
    if constexpr (!Traversal::arrayForms[A].isList())
      read->add(from, count * form.stride);
    else
      for (std::size_t i = 0; i + 1 < count; ++i)
        read->add(detail::pointerAt(from, i * form.stride) + form.list.next,
                  sizeof(void *));
    if constexpr (form.indirect) {
      std::size_t bytes = 0;
      for (const ArrayField &field : Traversal::arrayFields)
        if (field.array == A)
          bytes = std::max(bytes, field.offset + field.bytes);
      for (std::size_t i = 0; i < count; ++i)
        if (const char *object = detail::pointerAt(from, i * form.stride))
          read->add(object, bytes);
    }
  }

  //===--- Arrays in queries ------------------------------------------------===

  /// `to`: null where they are there already; it is looked whether iterations
  /// write them all the same.
  template <int A> std::string gatherFromQueries(Session &session, char *to) {
    constexpr ArrayForm form = Traversal::arrayForms[A];
    const ArrayTables tables = arrayTables<Traversal>();
    const std::vector<std::size_t> &starts =
        session.starts[Queries::template numberOf<A>()];
    std::atomic<bool> isWritten{false};
    session.pool.parallelFor(
        numCalls(call), blockSize,
        [&](int, std::size_t first, std::size_t last) {
          std::vector<const char *> list;
          for (std::size_t i = first; i < last; ++i) {
            const std::size_t count = starts[i + 1] - starts[i] - tails<A>();
            if (count + tails<A>() == 0)
              continue;
            const char *from =
                inQueries.template start<Queries::template numberOf<A>()>(i);
            if constexpr (Traversal::arrayForms[A].isList()) {
              elementsOfList(form.list, std::uint64_t(from), count, list);
              from = reinterpret_cast<const char *>(list.data());
              isWritten = isWritten || changesList(written, form.list, A, list);
            }
            if (form.record == 0)
              continue;
            if (readsWritten(written, tables, A, from, count))
              isWritten = true;
            if (!to)
              continue;
            OfElements::template copy<A>(from, count,
                                         to + starts[i] * form.record);
            OfElements::template writeTail<A>(
                from, count, to + (starts[i] + count) * form.record);
          }
        });
    return isWritten ? "an iteration writes what is read through the queries' "
                       "array '" +
                           std::string(form.name) + "'"
                     : std::string();
  }

  //===--- Back to the queries ----------------------------------------------===

  template <int A> static constexpr bool isWritten() {
    constexpr int K = Queries::template numberOf<A>();
    if constexpr (K >= 0)
      return Queries::template isWritten<K>();
    return isCombined<Traversal, A>();
  }

  template <class Visit, int... A>
  void eachWritten(const Visit &visit, std::integer_sequence<int, A...>) const {
    ((isWritten<A>() && !stays<A>()
          ? visit(offsets[A], counts[A] * Traversal::arrayForms[A].record)
          : void()),
     ...);
  }

  template <int... A>
  void scatterAll(Session &session, const char *memory,
                  std::integer_sequence<int, A...>) const {
    ((stays<A>() ? void() : scatterArray<A>(session, memory + offsets[A])),
     ...);
  }

  template <int A>
  void scatterArray([[maybe_unused]] Session &session,
                    [[maybe_unused]] const char *from) const {
    constexpr int K = Queries::template numberOf<A>();
    constexpr ArrayForm form = Traversal::arrayForms[A];
    if constexpr (isCombined<Traversal, A>()) {
      if (isCopied<A>())
        scatterGiven<A>(session, from, call.arrays[form.given]);
    } else if constexpr (isWritten<A>()) {
      const std::vector<std::size_t> &starts = session.starts[K];
      session.pool.parallelFor(
          numCalls(call), blockSize,
          [&](int, std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
              char *const to = inQueries.template start<K>(i);
              for (std::size_t e = starts[i]; e < starts[i + 1] - tails<A>();
                   ++e)
                writeBack<A>(from + e * form.record,
                             to + (e - starts[i]) * form.stride);
            }
          });
    }
  }

  template <int A> static void writeBack(const char *from, char *to) {
    for (const ArrayField &field : Traversal::writtenFields)
      if (field.array == A)
        copyOut(to + field.offset, from + field.record, field);
  }

  const regtt_call &call;
  const WrittenBytes &written;
  const Queries inQueries;
  Elements inElements;
  const Records records;
  const std::size_t numNodes;
  const Uniforms &u;
  const bool copyAll;
  const KeptArrays *const kept;
  AddressRange *read = nullptr;
  std::array<std::size_t, numArrays> offsets{}, counts{};
  std::array<std::vector<std::size_t>, numArrays> firsts;
  std::array<Found, numArrays> firstNodes;
  const std::array<KeptRecords, numArrays> *staying = nullptr;
  std::size_t total = 0, passing = 0, treeTotal = 0;
};

} // namespace regtt::rt
