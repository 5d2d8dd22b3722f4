// What of a loop's accesses is in an object that an iteration has of its own,
// as the calls have it: the runtime sees to it that no other iteration has the
// same.
#pragma once

#include "../UserTexts.h"
#include "RegionPlaces.h"
#include "TraversalRows.h"

#include "regtt/Analysis/LoopAccesses.h"

namespace regtt::recognise {

LoopElement loopElement(const Recogniser &recogniser);
/// What the annotated loop accesses.
ir::LoopAccesses loopAccesses(const Recogniser &recogniser);

/// Whether it is made in that text of the loop's.
bool isWithin(UserTexts &texts, const ir::Access &access, ir::Location range);

/// The object that a region lies in: up to the last pointer, container or
/// element of an iteration's own.
ir::Region objectOf(const ir::Region &region);
/// Whether the region lies in an object that is the same all the time, or in
/// one that each iteration has, whatever part of it it is.
bool isInObject(const ir::Region &region);

class OwnObjects {
public:
  OwnObjects(const Recogniser &recogniser, const ir::LoopAccesses &accesses);

  /// The operand whose object `access` is in; -1: in none.
  int of(const ir::Access &access) const;
  /// Whether calls use what is accessed as a datum of the operand.
  bool isUsed(const ir::Access &access, int operand,
              bool isWritten = false) const;
  /// Whether the runtime sees to it that what `own` accesses in the operand's
  /// object, no call of another iteration accesses as `traversal`.
  bool isExcluded(const ir::Access &own, int operand,
                  const ir::Access &traversal) const;

private:
  const Recogniser &recogniser;
  struct OwnObject {
    ir::Region region;
    int operand;
  };
  std::vector<OwnObject> all;
};

} // namespace regtt::recognise
