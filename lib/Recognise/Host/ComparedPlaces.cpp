// Places that are said by texts, or found where the call is.
#include "ComparedPlaces.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

static bool areEqual(const ir::Place *a, const ir::Place *b) {
  return a && b ? ir::equal(a, b) : a == b;
}

bool recognise::isOnePlace(const ComparedPlace &a, const ComparedPlace &b) {
  return a.object == b.object && a.uniform == b.uniform && a.roots == b.roots &&
         a.isFound == b.isFound && areEqual(a.at.place, b.at.place) &&
         areEqual(a.at.element, b.at.element) && a.at.extent == b.at.extent &&
         (!a.isFound || a.access->place == b.access->place);
}

static bool names(const ir::Statement *s, const ir::Place *place) {
  bool result = false;
  ir::walk(s, [&](const ir::Statement *each) {
    ir::forEachPlace(each,
                     [&](const ir::Place *own) { result |= own == place; });
  });
  ir::walkExprs(s, [&](const ir::Expr *e) {
    const auto *read = dyn_cast<ir::ContainerReadExpr>(e);
    result |= ir::placeOf(e) == place || (read && read->container == place);
  });
  return result;
}

bool recognise::runsWithCall(const Iteration &iteration,
                             const ir::Access &access) {
  if (iteration.levels.size() == 1)
    return true;
  const Level &level = iteration.levels.back();
  const auto names = [&](const ir::Statement *s) {
    return ::names(s, access.place);
  };
  return access.place && (llvm::any_of(level.before, names) ||
                          llvm::any_of(iteration.calls, names) ||
                          llvm::any_of(level.after, names));
}

/// Whether finding the place reads what a pointer leads to: where no iteration
/// comes to it, that may lead nowhere.
static bool readsThroughPointer(const ir::Place *place) {
  bool isBehind = false, result = false;
  const ir::Type *type = ir::typeOf(place->root);
  for (const ir::Step &step : place->steps) {
    const bool isFollowed = std::holds_alternative<ir::DerefStep>(step);
    if (isFollowed || std::holds_alternative<ir::ElementStep>(step))
      result |= isBehind;
    isBehind |= isFollowed && !type->isReference();
    type = ir::typeAfter(step, type);
  }
  ir::walk(place, [&](const ir::Expr *e) {
    const ir::Place *inner = ir::placeOf(e);
    result |= inner && inner->isIndirect();
  });
  return result;
}

/// Whether it lies in an array that calls read: where that begins is looked at
/// for each run of the loop.
bool PlaceFinder::isInArray(const ir::Place *place) const {
  size_t last = place->steps.size();
  while (last > 0 &&
         !std::holds_alternative<ir::DerefStep>(place->steps[last - 1]))
    --last;
  if (last == 0)
    return false;
  const ir::Place *pointer =
      module.place(place->root, place->steps.take_front(last - 1));
  bool readsAnything = false;
  for (const ir::Step &step : place->steps.drop_front(last - 1))
    if (const ir::Expr *index = indexOf(step))
      ir::walk(index, [&](const ir::Expr *e) {
        readsAnything |= ir::placeOf(e) != nullptr;
      });
  const HostPlace array = pointer->type->isPointer() && !readsAnything
                              ? hostPlaceBehind(module.load(pointer))
                              : HostPlace();
  const auto isThat = [&](const auto &each) { return each.place == array; };
  return array && (llvm::any_of(recogniser.sharedArrays, isThat) ||
                   llvm::any_of(recogniser.nodeArrays, isThat));
}

std::optional<ComparedPlace>
PlaceFinder::rowOf(const ir::Access &access) const {
  ComparedPlace row;
  row.access = &access;
  if (const auto at = placeOf(module, access.region, counter);
      at && (!readsThroughPointer(at->place) || isInArray(at->place))) {
    row.at = *at;
    return row;
  }
  if (access.isWrite && access.region.isDirect())
    if (const ir::Place *array = wholeArrayOf(module, access.region)) {
      row.at.place = array;
      return row;
    }
  if (!isFoundAtCall(access))
    return foundBesides(access.region);
  row.isFound = true;
  return row;
}

/// By another access of the same place, which each iteration comes to.
std::optional<ComparedPlace>
PlaceFinder::foundBesides(const ir::Region &region) const {
  for (const ir::Access &other : accesses.all)
    if (other.region == region && ir::isExact(region) && isFoundAtCall(other)) {
      ComparedPlace row;
      row.access = &other;
      row.isFound = true;
      return row;
    }
  return std::nullopt;
}

std::optional<ComparedPlace>
PlaceFinder::rowOf(const ir::Region &container,
                   const ir::Access &access) const {
  const auto at = placeOf(module, container, counter);
  if (!at || readsThroughPointer(at->place))
    return foundBesides(container);
  ComparedPlace row;
  row.access = &access;
  row.at = *at;
  return row;
}

/// Whether the place is, where the call stands, the one that is accessed: what
/// it is found by is declared there, and nothing changes it.
bool PlaceFinder::isFoundAtCall(const ir::Access &access) const {
  const bool isWithCall =
      recogniser.iteration.levels.size() == 1 && !access.isConditional;
  if (!access.place || access.steps == 0 || !isWithCall)
    return false;
  bool result = llvm::none_of(access.finders, [&](const ir::Region &finder) {
    return llvm::any_of(accesses.all, [&](const ir::Access &write) {
      return write.isWrite && accesses.mayMeet(write.region, finder);
    });
  });
  const auto look = [&](const ir::Variable *variable) {
    const bool isLocal = recogniser.origins->isLocal(variable);
    result &= !isLocal || recogniser.origins->valueOf(variable);
  };
  if (access.place->variable())
    look(access.place->variable());
  ir::walk(access.place, [&](const ir::Expr *e) {
    if (const auto *value = dyn_cast<ir::ValueExpr>(e))
      look(value->variable);
    if (const ir::Place *inner = ir::placeOf(e); inner && inner->variable())
      look(inner->variable());
  });
  return result;
}
