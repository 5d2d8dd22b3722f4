// How the place of an access is said ahead of the calls, for the runtime to
// compare.
#pragma once

#include "../Recogniser.h"
#include "RegionPlaces.h"

#include "regtt/Analysis/LoopAccesses.h"

namespace regtt::recognise {

/// One place to compare, in all of its accesses.
struct ComparedPlace {
  const ir::Access *access = nullptr; ///< the first
  RegionPlace at;
  /// The operand whose object it lies in, where that is found by a pointer: no
  /// other iteration may find the same.
  int object = -1;
  /// Its place is found where the call is, and kept in the record.
  bool isFound = false;
  /// A value that iterations share: into Kernel::uniforms.
  int uniform = -1;
  /// An array of roots: into Recogniser::roots.
  int roots = -1;
};

bool isOnePlace(const ComparedPlace &a, const ComparedPlace &b);

/// Whether iterations come to it only if they make their call. What is found by
/// pointers, the runtime compares for these alone.
bool runsWithCall(const Iteration &iteration, const ir::Access &access);

class PlaceFinder {
public:
  PlaceFinder(const Recogniser &recogniser, const ir::LoopAccesses &accesses,
              const LoopElement &counter)
      : recogniser(recogniser), module(recogniser.module), accesses(accesses),
        counter(counter) {}

  /// Nothing where it cannot be said.
  std::optional<ComparedPlace> rowOf(const ir::Access &access) const;
  /// The same of a container, in an element of which `access` is.
  std::optional<ComparedPlace> rowOf(const ir::Region &container,
                                     const ir::Access &access) const;

private:
  bool isFoundAtCall(const ir::Access &access) const;
  bool isInArray(const ir::Place *place) const;
  std::optional<ComparedPlace> foundBesides(const ir::Region &region) const;

  const Recogniser &recogniser;
  ir::Module &module;
  const ir::LoopAccesses &accesses;
  const LoopElement counter;
};

} // namespace regtt::recognise
