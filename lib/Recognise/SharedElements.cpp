// Arrays that iterations of a loop without traversals use by more than their
// own elements: they only look at them, or change others, too.
//
//     for (int e = row[i]; e < row[i + 1]; ++e)
//       force[i] += f, force[col[e]] -= f;
//
// They are there as a whole, so that the iteration's own element is one of
// theirs like any other, and no record has to hold it.
#include "FixpointUpdates.h"
#include "ProgramBody.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;

/// `place` is `array[index]`, or a part of that; each array on the way.
template <class Visit>
static void eachElement(ir::Module &module, const ir::Place *place,
                        const Visit &visit) {
  bool isAtRoot = true; // of an array by itself, or by reference
  for (size_t k = 0; k < place->steps.size(); ++k) {
    const auto *deref = std::get_if<ir::DerefStep>(&place->steps[k]);
    const bool isIndex =
        isAtRoot && std::holds_alternative<ir::IndexStep>(place->steps[k]);
    isAtRoot &= deref && !deref->offset;
    if (std::holds_alternative<ir::ElementStep>(place->steps[k]) ||
        (deref && deref->offset) || isIndex)
      visit(module.place(place->root, place->steps.take_front(k)),
            module.place(place->root, place->steps.take_front(k + 1)));
  }
}

void ProgramBody::findSharedElements() {
  if (!site.iteration.isNested)
    return;
  struct Array {
    const ir::Place *place, *element; ///< an element that is read
    bool isShared = false, isChanged = false, isChangedByOthers = false;
  };
  std::vector<Array> arrays;
  const auto of = [&](const ir::Place *place,
                      const ir::Place *element) -> Array & {
    const auto found = llvm::find_if(arrays, [&](const Array &array) {
      return ir::equal(array.place, place);
    });
    if (found != arrays.end())
      return *found;
    arrays.push_back({place, element});
    return arrays.back();
  };
  const auto changes = [&](const ir::Place *place) {
    eachElement(module, place,
                [&](const ir::Place *array, const ir::Place *element) {
                  Array &known = of(array, element);
                  known.isShared |= !ir::equal(known.element, element);
                  known.isChanged = true;
                  known.isChangedByOthers |= isOfOthers(element);
                });
  };
  const auto *body = static_cast<const ir::Statement *>(from.body);
  ir::walkExprs(body, [&](const ir::Expr *e) {
    const ir::Place *place = ir::placeOf(e);
    if (place && llvm::isa<ir::AddressExpr>(e))
      changes(place); // or may be
    else if (place)
      eachElement(module, place,
                  [&](const ir::Place *array, const ir::Place *element) {
                    Array &known = of(array, element);
                    known.isShared |= !ir::equal(known.element, element);
                  });
  });
  ir::walk(body, [&](const ir::Statement *s) { ir::forEachPlace(s, changes); });
  // Up to a fixed point others may look at what an iteration changes.
  const bool mayChange = fixpointOf(site) != nullptr;
  for (const Array &array : arrays)
    if (array.isShared
            ? !array.isChanged || array.isChangedByOthers || mayChange
            : array.isChanged && mayChange)
      sharedArrays.push_back({array.place, array.isChanged});
}

/// Whether `element` is one of an array around the loop, and not the
/// iteration's own.
bool ProgramBody::isOfOthers(const ir::Place *element) const {
  const bool isOutside =
      std::holds_alternative<const ir::Global *>(element->root) ||
      isAround(element->variable());
  return isOutside && site.ownRows.empty() && !site.finder->typeAt(element);
}

/// Whether `element` is one of an array that is there as a whole, and any
/// iteration may change it, if that is asked.
bool ProgramBody::isShared(const ir::Place *element, bool isChanged) const {
  const ir::Place *array =
      site.module.place(element->root, element->steps.drop_back());
  return llvm::any_of(sharedArrays, [&](const WholeArray &whole) {
    return ir::equal(whole.place, array) && (!isChanged || whole.isChanged);
  });
}
