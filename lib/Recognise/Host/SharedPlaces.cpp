// What all iterations see, found from where the loop stands: what its call
// hands over, or a global, and the way from there.
//
//     shared 0, `%tree`: what the call hands over for it, refof (*%forest->at)
//     object 0 of that, `->points`                     forest->at.points
#include "HostLoop.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Takes the steps of an object, which name fields by their names and offsets,
/// from a place of the language's.
class Way {
public:
  Way(ir::Module &module, const ir::Type *to) : module(module), to(to) {}

  /// Null: there is no such way.
  const ir::Place *from(const ir::Place *place,
                        llvm::ArrayRef<kernel::DataStep> steps) {
    // A member that is a reference may be a step of its own.
    if (place->type->isReference()) {
      const ir::Place *at = module.deref(place);
      const ir::Place *found = from(at, steps);
      return found || steps.empty() || !steps.front().isDeref
                 ? found
                 : from(at, steps.drop_front());
    }
    if (steps.empty())
      return !to || place->type == to ? place : nullptr;
    const kernel::DataStep &step = steps.front();
    if (step.isDeref)
      return ir::followedFrom(place->type)
                 ? from(module.deref(place), steps.drop_front())
                 : nullptr;
    if (const auto *library = dyn_cast<ir::LibraryType>(place->type))
      return ir::memberOf(library, step.field)
                 ? from(module.member(place, step.field), steps.drop_front())
                 : nullptr;
    const auto *record = dyn_cast<ir::StructType>(place->type);
    if (!record || !record->isComplete())
      return nullptr;
    for (const ir::Field &field : record->fields())
      if (const ir::Place *found = into(place, field, steps))
        return found;
    return nullptr;
  }

private:
  const ir::Place *into(const ir::Place *place, const ir::Field &field,
                        llvm::ArrayRef<kernel::DataStep> steps) {
    const kernel::DataStep &step = steps.front();
    const bool isNamed = !field.isBase && !field.isAnonymous;
    const std::string name = isNamed ? field.name : "";
    if (step.offset == field.offset && step.field == name)
      if (const ir::Place *found =
              from(module.field(place, &field), steps.drop_front()))
        return found;
    // A member of what has no name of its own there.
    if (isNamed || step.offset < field.offset)
      return nullptr;
    std::vector<kernel::DataStep> inner(steps.begin(), steps.end());
    inner.front().offset -= field.offset;
    return from(module.field(place, &field), inner);
  }

  ir::Module &module;
  const ir::Type *to;
};

} // namespace

const ir::Place *HostLoop::placeOf(const Object &object, bool isAddress) {
  const SharedObject &shared = recogniser.shared[object.number];
  const ir::Place *from = nullptr;
  if (shared.global)
    from = module.place(shared.global);
  else if (shared.first && ir::pointeeOf(shared.first->type))
    from = module.pointee(shared.first);
  else if (const auto *load =
               llvm::dyn_cast_or_null<ir::LoadExpr>(shared.first))
    from = load->place;
  // Sizes and addresses are numbers, whatever lies there.
  const bool isNumber = object.isSize || isAddress;
  return from ? placeFrom(from, object.steps, isNumber ? nullptr : object.type)
              : nullptr;
}

const ir::Place *HostLoop::placeFrom(const ir::Place *from,
                                     const kernel::DataSteps &steps,
                                     const ir::Type *to) {
  return Way(module, to).from(from, steps);
}

const ir::Expr *HostLoop::pointerAt(const ir::Place *place, bool isObject) {
  if (isObject)
    return module.addressOf(place);
  if (llvm::isa<ir::LibraryType>(place->type))
    return ir::followedFrom(place->type) ? module.read(ir::ReadOp::Get, place)
                                         : nullptr;
  return place->type->isPointer() ? module.load(place) : nullptr;
}

/// What lies at `steps` in a value that is made of its parts; null: it is not
/// known.
static const ir::Expr *partOf(const ir::Expr *value,
                              llvm::ArrayRef<ir::Step> steps) {
  for (const ir::Step &step : steps) {
    const auto *whole = llvm::dyn_cast_or_null<ir::AggregateExpr>(value);
    const auto *into = std::get_if<ir::FieldStep>(&step);
    value = whole && into && into->field->index < whole->elements.size() &&
                    !into->field->parent->isUnion()
                ? whole->elements[into->field->index]
                : nullptr;
  }
  return value;
}

const ir::Expr *HostLoop::valueOf(const Object &object, bool isAddress) {
  const SharedObject &shared = recogniser.shared[object.number];
  if (!object.isSize && !isAddress && object.isWhole() && shared.first &&
      shared.first->type == object.type)
    return shared.first;
  const ir::Place *place = placeOf(object, isAddress);
  if (!place)
    return nullptr;
  if (isAddress) {
    const ir::Expr *pointer = pointerAt(place, object.isAddress);
    return pointer ? module.cast(ir::CastOp::PtrToInt,
                                 module.intType(ir::IntType::U64), pointer)
                   : nullptr;
  }
  // What lies in a local of the body's is what that is set to.
  const ir::Variable *variable =
      place->isIndirect() ? nullptr : place->variable();
  if (!object.isSize && variable && recogniser.origins->isLocal(variable))
    if (const ir::Expr *part =
            partOf(recogniser.origins->valueOf(variable), place->steps))
      return recogniser.origins->of(part);
  return object.isSize ? module.read(ir::ReadOp::Size, place)
                       : recogniser.origins->of(module.load(place));
}

//===--- Pointers on the way ----------------------------------------------===//

std::vector<const ir::Expr *> HostLoop::followedIn(const ir::Expr *e) {
  std::vector<const ir::Expr *> found;
  const auto follow = [&](const ir::Expr *pointer) {
    if (llvm::none_of(found, [&](const ir::Expr *known) {
          return ir::equal(known, pointer);
        }))
      found.push_back(pointer);
  };
  ir::walk(e, [&](const ir::Expr *part) {
    const auto *read = dyn_cast<ir::ContainerReadExpr>(part);
    const ir::Place *place = read ? read->container : ir::placeOf(part);
    if (!place)
      return;
    const auto *root = std::get_if<ir::PointeeRoot>(&place->root);
    if (root && root->pointer->type->isNullable() &&
        !isa<ir::AddressExpr>(root->pointer))
      follow(root->pointer);
    const ir::Type *type = ir::typeOf(place->root);
    for (size_t k = 0; k < place->steps.size(); ++k) {
      const ir::Place *pointer =
          module.place(place->root, place->steps.take_front(k));
      const bool isSelf =
          pointer->wholeVariable() && pointer->wholeVariable()->name == "this";
      if (std::holds_alternative<ir::DerefStep>(place->steps[k]) &&
          !type->isReference() && !isSelf)
        follow(isa<ir::LibraryType>(type)
                   ? module.read(ir::ReadOp::Get, pointer)
                   : module.load(pointer));
      type = ir::typeAfter(place->steps[k], type);
    }
  });
  return found;
}

std::vector<std::string> HostLoop::pointersIn(const ir::Expr *e) {
  std::vector<std::string> texts;
  for (const ir::Expr *pointer : followedIn(e))
    texts.push_back(words.operand(pointer));
  return texts;
}
