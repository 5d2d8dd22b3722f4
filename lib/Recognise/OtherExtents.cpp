// Arrays of objects of one class that are gone over together, as far as one of
// the objects says:
//
//     for { var %d = 0 } while lt(load %d, load %a->dim) ... %a->x[%d],
//     %b->x[%d]
//  -> extent of `a->x`: `a->dim`; of `b->x`: `b->dim`, which is the same, as
//     the runtime finds out once it has counted both
#include "OtherExtents.h"
#include "Accessors.h"
#include "Body.h"
#include "Multiples.h"

#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

/// The field that `place` is an element behind, by its step; nothing of others.
static std::optional<size_t> pointerIn(const ir::Place *place) {
  for (size_t k = place->steps.size(); k-- > 1;) {
    const auto *field = std::get_if<ir::FieldStep>(&place->steps[k - 1]);
    if (field && field->field->type->isPointer() &&
        std::holds_alternative<ir::DerefStep>(place->steps[k]))
      return k - 1;
  }
  return std::nullopt;
}

OtherExtents::OtherExtents(Body &body)
    : body(body), site(body.site), module(body.module) {}

bool OtherExtents::end(ArrayBound &bound, const ir::Expr *last,
                       const ir::Expr *element) {
  const ir::Place *looked = body.looked;
  const auto *load = dyn_cast<ir::LoadExpr>(withoutCasts(last));
  const auto *count =
      load && !load->place->steps.empty()
          ? std::get_if<ir::FieldStep>(&load->place->steps.back())
          : nullptr;
  const auto at = looked ? pointerIn(looked) : std::nullopt;
  if (!count || !at || !load->type->isInt())
    return false;
  const ir::Field *pointer = std::get<ir::FieldStep>(looked->steps[*at]).field;
  if (pointer->parent != count->field->parent || pointer->parent->isUnion())
    return false;
  const auto *other = dyn_cast<ir::LoadExpr>(body.copy.expr(load));
  const auto *root =
      other ? std::get_if<ir::DataRoot>(&other->place->root) : nullptr;
  if (!root || !other->place->steps.empty() ||
      (root->kind != ir::DataRoot::Own && root->kind != ir::DataRoot::Element))
    return false;
  const ir::Place *own = module.place(
      module.place(looked->root, looked->steps.take_front(*at)), *count);
  bound.terms.clear();
  if (!extentTerms(site.kernel, body.copy.expr(module.load(own, body.loc)), '+',
                   bound.terms, element))
    return false;
  bound.otherCount = int(root->number);
  return true;
}

const ir::Expr *OtherExtents::indexedBy(const ir::CallExpr &call) {
  if (body.loops.empty() || call.arguments.size() < 2)
    return nullptr;
  const auto *value =
      llvm::dyn_cast_or_null<ir::LoadExpr>(inWords(module, &call));
  if (!value || !pointerIn(value->place) ||
      !ir::pointeeOf(call.arguments[0]->type))
    return nullptr;
  const size_t refusals = site.site.refusals.size();
  const auto object = body.pointee(call.arguments[0]);
  site.site.refusals.resize(refusals);
  return object && (object->root == Object::Element ||
                    object->root == Object::Own)
             ? value
             : nullptr;
}

/// Whether it is of queries or of elements, and its own extent says how long
/// it is.
static bool isCounted(const kernel::DataArray &array) {
  return (array.isOfQueries || array.isOfElements()) && array.size < 0 &&
         !array.endsAtNull && !array.hasExactExtent;
}

/// An array that is gone over as far as `bound` says, by its own object's
/// number; nothing: there is none.
static std::optional<unsigned> coveredBy(const Recogniser &site,
                                         const ArrayBound &bound) {
  for (const ArrayBound &other : site.bounds) {
    const kernel::DataArray &array = site.kernel.arrays[other.array];
    if (other.otherCount >= 0 || !other.isKnown || !isCounted(array) ||
        array.extent.size() != bound.terms.size() ||
        array.extent[0].datum != bound.otherCount)
      continue;
    bool isSame = true;
    for (size_t t = 1; t < array.extent.size(); ++t)
      isSame &= array.extent[t].datum < 0 && array.extent[t].uniform < 0 &&
                array.extent[t].op == bound.terms[t].op &&
                array.extent[t].number == bound.terms[t].number;
    if (isSame)
      return other.array;
  }
  return std::nullopt;
}

bool Recogniser::coverOthers() {
  for (const ArrayBound &bound : bounds) {
    kernel::DataArray &array = kernel.arrays[bound.array];
    if (bound.otherCount < 0 || array.hasExactExtent)
      continue;
    const auto other = coveredBy(*this, bound);
    if (!other || !isCounted(array)) {
      refuseExtent(array, bound.loc);
      return false;
    }
    if (!llvm::is_contained(array.covers, *other))
      array.covers.push_back(*other);
  }
  return true;
}
