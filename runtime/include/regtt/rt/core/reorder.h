/// What is asked for about the order of queries.
#pragma once

namespace regtt::rt {

/// Whether queries are brought into another order before they run.
struct Reorder {
  enum Kind {
    Auto,   ///< the runtime's choice
    Never,  ///< each runs at its own turn
    First,  ///< sorted by the first leaves of the tree's top (core/inspect.h)
    Busiest ///< by the leaf with most visits around
  } kind = Auto;
  int levels = 0; ///< of the tree's top; 0: as many as usually serve

  bool isOn() const { return kind == First || kind == Busiest; }
};

} // namespace regtt::rt
