// What places around a query program are: the iteration's own objects, elements
// of its rows, what all iterations see.
#include "ProgramBody.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

const ir::Place *ProgramBody::wordsAround(const ir::Place *place) {
  const ir::Variable *variable = place->variable();
  return isAround(variable) && !parts.count(variable) && place->isIndirect() &&
                 site.origins->valueOf(variable)
             ? site.origins->of(place)
             : place;
}

/// Whether `element` is a number in an array that some iterations of a loop
/// without traversals do not come to: then there may be none, and it is used
/// where it lies, as is one of an array that is there as a whole, and any
/// element of one that is changed by others. All of what is the iteration's is
/// there.
bool ProgramBody::maySkip(const ir::Place *element) const {
  const ir::Type *type = element->type;
  if (!site.iteration.isNested || element->steps.empty())
    return false;
  if (isShared(element, true))
    return true;
  if (!(type->isInt() || type->isFloat() || type->isBool() || type->isEnum()))
    return false;
  const ir::Step &last = element->steps.back();
  const auto *deref = std::get_if<ir::DerefStep>(&last);
  if (!std::holds_alternative<ir::ElementStep>(last) &&
      !(deref && deref->offset))
    return false;
  if (isShared(element, false))
    return true;
  return llvm::none_of(met, [&](const ir::Place *place) {
    return place->steps.size() >= element->steps.size() &&
           ir::equal(site.module.place(place->root, place->steps.take_front(
                                                        element->steps.size())),
                     element);
  });
}

/// An element that is the iteration's, or what its pointer leads to.
std::optional<Part> ProgramBody::beginAround(const ir::Place *place,
                                             size_t &step) {
  isInPlace = false;
  const ir::Variable *variable = place->variable();
  if (variable && (!isAround(variable) || values.count(variable))) {
    // A vector that is known already.
    isInPlace = isAround(variable) && !place->steps.empty() &&
                maySkip(module.place(place->root, place->steps.take_front(1)));
    return std::nullopt;
  }
  if (auto row = beginRow(place, step))
    return row;
  const auto upTo = [&](size_t count) {
    return module.place(place->root, place->steps.take_front(count));
  };
  for (size_t k = 0; k <= place->steps.size(); ++k) {
    const ir::Type *type = site.finder->typeAt(upTo(k));
    if (!type)
      continue;
    isInPlace = maySkip(upTo(k));
    if (isInPlace)
      break;
    // Of pointers to objects, these are the iteration's own.
    const auto *deref = k < place->steps.size()
                            ? std::get_if<ir::DerefStep>(&place->steps[k])
                            : nullptr;
    k += deref && !deref->offset && type->isPointer();
    const auto own = site.finder->object(upTo(k));
    if (!own)
      return std::nullopt;
    Part part;
    part.object = {Object::Own, own->operand, own->steps, own->type, nullptr};
    part.type = own->type;
    part.field = own->field;
    step = k;
    return part;
  }
  if (variable && !objects.count(variable))
    bindShared(variable);
  return std::nullopt;
}

/// What a pointer of the iteration's to numbers leads to, which may be the
/// first of many: `const int *row = rows[i]`.
std::optional<Object> ProgramBody::arrayBehind(const ir::Expr *pointer) {
  const auto *load = dyn_cast<ir::LoadExpr>(pointer);
  const ir::Type *to = ir::pointeeOf(pointer->type);
  if (!site.iteration.isNested || !load || !pointer->type->isPointer() ||
      !(to->isInt() || to->isFloat() || to->isBool() || to->isEnum()))
    return std::nullopt;
  const auto own = site.finder->object(load->place);
  if (!own || own->type != pointer->type)
    return std::nullopt;
  Part part;
  part.object = {Object::Own, own->operand, own->steps, own->type, nullptr};
  part.type = own->type;
  part.field = own->field;
  return through(part, nullptr) ? std::optional(part.object) : std::nullopt;
}

std::optional<Object> ProgramBody::pointeeAround(const ir::Expr *pointer) {
  if (site.leadsToNode(pointer->type) || !ir::pointeeOf(pointer->type))
    return std::nullopt;
  bool isOutside = true;
  ir::walk(pointer, [&](const ir::Expr *e) {
    const ir::Variable *variable = rootVariable(e);
    isOutside &= !variable || isAround(variable);
  });
  if (!isOutside)
    return std::nullopt;
  if (const auto row = inRow(pointer))
    return row->object;
  if (const auto *address = dyn_cast<ir::AddressExpr>(pointer))
    for (size_t k = 1; k <= address->place->steps.size(); ++k)
      if (isShared(module.place(address->place->root,
                                address->place->steps.take_front(k)),
                   true))
        return std::nullopt; // an element like any other
  if (auto array = arrayBehind(pointer); array || site.isFailing())
    return array;
  if (const auto own = site.finder->objectBehind(pointer)) {
    Object object{Object::Own, own->operand, own->steps, own->type, nullptr};
    object.isDecayed = pointer->type->isPointer() &&
                       ir::pointeeOf(pointer->type) != own->type &&
                       own->type->kind == ir::Type::Array;
    return object;
  }
  const ir::Variable *named =
      isa<ir::AddressExpr>(pointer) ? nullptr : rootVariable(pointer);
  const ir::Place *place = ir::placeOf(pointer);
  if (!named || objects.count(named) || (place && !place->steps.empty()))
    return std::nullopt;
  if (site.origins->valueOf(named) && site.origins->of(pointer) != pointer)
    return pointee(site.origins->of(pointer));
  bindShared(named);
  return std::nullopt;
}
