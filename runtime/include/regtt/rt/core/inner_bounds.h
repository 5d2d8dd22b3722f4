/// The bounds of the inner loop of a loop without a traversal, and what a slice
/// says of such a loop when engines share its iterations out among threads
/// (regtt/Kernel/InnerRange.h):
///
///     struct InnerFrame { float s; };      // outlives the inner loop
///     struct InnerOuter {};                // what terms need of their
///     iteration struct InnerTerm { float value; };   // what one iteration
///     computes using InnerBounds = rt::InnerBounds<int, int, rt::Until::Less>;
///     enum : bool { folds = true, regroups = false };
///
///     bool begin(Query &, InnerFrame &, InnerBounds &) const;
///     void outer(const Query &, const InnerFrame &, InnerOuter &) const;
///     void term(const InnerOuter &, int e, InnerTerm &) const;
///     void fold(const Query &, InnerFrame &, int e, const InnerTerm &) const;
///     void end(Query &, InnerFrame &) const;
///
/// Where folds may be regrouped also identity(InnerFrame &), which sets what
/// the fold changes to what its operators leave others alone with, and
/// merge(InnerFrame &, const InnerFrame &other).
#pragma once

#include <regtt/rt/core/target.h>

#include <cstdint>
#include <type_traits>

namespace regtt::rt {

/// How a loop's counter is compared with its last number.
enum class Until { Less, LessEqual, NotEqual };

/// `for (Counter e = first; e < last; ++e)`, where Compared is the type in
/// which that is compared.
template <class Counter, class Compared, Until until> struct InnerBounds {
  Counter first;
  Compared last;

  /// How many iterations there are. A counter that is compared by `!=` may come
  /// around on its way; one that never gets there is not foreseen.
  REGTT_OP std::uint64_t size() const {
    if constexpr (until == Until::NotEqual) {
      using Number = std::make_unsigned_t<Counter>;
      return static_cast<Number>(static_cast<Number>(last) -
                                 static_cast<Number>(first));
    } else {
      using Number = std::make_unsigned_t<Compared>;
      const Compared from = static_cast<Compared>(first);
      const std::uint64_t distance = static_cast<Number>(
          static_cast<Number>(last) - static_cast<Number>(from));
      if constexpr (until == Until::LessEqual)
        return from <= last ? distance + 1 : 0;
      else
        return from < last ? distance : 0;
    }
  }

  /// The counter of iteration `k`.
  REGTT_OP static Counter at(Counter first, std::uint64_t k) {
    using Number = std::make_unsigned_t<Counter>;
    return static_cast<Counter>(static_cast<Number>(static_cast<Number>(first) +
                                                    static_cast<Number>(k)));
  }
};

/// What `#pragma regtt consolidate` asks of an engine that puts long inner
/// loops off or launches grids for them (core/putting_off.h); 0: as the engine
/// likes. A Traversal says it by `static constexpr Consolidation
/// consolidation`.
struct Consolidation {
  std::uint32_t longFrom = 0; ///< terms from which on an inner loop is long
  std::uint32_t threads = 0;  ///< of a child's blocks: 64 to 1024, by warps
  std::uint32_t blocks = 0;   ///< that a child has at most
  /// Instead: how many children shall fill the device together (Wu 2019,
  /// section 3.5, KC_X).
  std::uint32_t concurrency = 0;
};

} // namespace regtt::rt
