/// Records that are too large for a thread's stack of calls, such as those of
/// queries whose containers may hold many elements: each lies in memory of its
/// own while a function works on it. Only for code that runs on a CPU.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace regtt::rt {

/// Threads may have stacks of few hundred KiB, and several records on them.
template <class Record>
inline constexpr bool isHuge = sizeof(Record) > (std::size_t{16} << 10);

/// One record, as the functions that work on it take it.
template <class Record> class Held {
public:
  /// Of what `make()` returns, which is made where it is held.
  template <class Make> static Held of(const Make &make) {
    if constexpr (isHuge<Record>)
      return Held{std::unique_ptr<Record>(new Record(make()))};
    else
      return Held{make()};
  }

  operator Record &() { return get(); }
  operator const Record &() const { return get(); }

  /// Of a query.
  auto result() const {
    using Result = typename Record::Result;
    return Held<Result>::of([&] { return get().result(); });
  }

  Record &get() {
    if constexpr (isHuge<Record>)
      return *record;
    else
      return record;
  }
  const Record &get() const { return const_cast<Held *>(this)->get(); }

private:
  using Place =
      std::conditional_t<isHuge<Record>, std::unique_ptr<Record>, Record>;
  explicit Held(Place &&record) : record(std::move(record)) {}

  Place record;
};

/// Queries as an engine sees them, whose records it holds so.
template <class Queries> struct HeldQueries : Queries {
  explicit HeldQueries(const Queries &queries) : Queries(queries) {}

  auto load(std::size_t i) const {
    using Query = std::remove_cvref_t<decltype(Queries::load(i))>;
    return Held<Query>::of([&] { return Queries::load(i); });
  }
};

} // namespace regtt::rt
