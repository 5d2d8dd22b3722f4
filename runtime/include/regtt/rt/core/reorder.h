/// What is asked for about the order of queries.
#pragma once

namespace regtt::rt {

/// Whether queries are brought into another order before they run.
struct Reorder {
  enum Kind { // numbered as regtt_order
    Auto,     ///< the runtime's choice
    Never,    ///< each runs at its own turn
    Inspect,  ///< sorted by where they go in the tree's top (core/inspect.h)
    Curve,    ///< sorted along a curve through their numbers (core/curve.h)
    HandOver, ///< sorted once they have visited the top (core/hand_over.h)
    History,  ///< sorted by all visits in the top (core/history.h)
    Hybrid    ///< as Inspect; the host puts them in order
              ///< (host/bucket_schedule.h)
  } kind = Auto;
  static constexpr int numKinds = Hybrid + 1;

  /// Of the tree's top; or bits of a coordinate. 0: as many as usually serve.
  int levels = 0;

  bool isOn() const { return kind > Never; }
  /// Whether queries are told apart by the leaves of the top that they enter.
  bool namesLeaves() const { return kind == Inspect || kind == Hybrid; }
};

} // namespace regtt::rt
