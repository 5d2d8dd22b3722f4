// Places: made step by step, in the one form that each has.
#include "TypeTable.h"

#include "regtt/IR/Module.h"
#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt::ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

static bool isZero(const Expr *e) {
  const auto *number = llvm::dyn_cast_or_null<IntExpr>(e);
  return number && number->value().isZero();
}

bool Place::isIndirect() const {
  return std::holds_alternative<PointeeRoot>(root) ||
         llvm::any_of(steps, [](const Step &step) {
           return std::holds_alternative<DerefStep>(step);
         });
}

const Field *Place::bitField() const {
  const auto *last =
      steps.empty() ? nullptr : std::get_if<FieldStep>(&steps.back());
  return last && last->field->isBitField() ? last->field : nullptr;
}

//===--- Roots ------------------------------------------------------------===//

static bool isVolatilePointer(const Type *type) {
  if (const auto *pointer = dyn_cast<PointerType>(type))
    return pointer->isVolatile;
  const auto *reference = dyn_cast<ReferenceType>(type);
  return reference && reference->isVolatile;
}

static bool isVolatileRoot(const Root &root) {
  if (const auto *variable = std::get_if<const Variable *>(&root))
    return (*variable)->isVolatile;
  if (const auto *global = std::get_if<const Global *>(&root))
    return (*global)->isVolatile;
  const auto *pointee = std::get_if<PointeeRoot>(&root);
  return pointee && isVolatilePointer(pointee->pointer->type);
}

const Place *Module::rootPlace(const Root &root) {
  assert(fault(root).empty());
  return new (types->arena.Allocate<Place>())
      Place{root, {}, typeOf(root), isVolatileRoot(root)};
}

const Place *Module::place(const Variable *variable) {
  return rootPlace(variable);
}
const Place *Module::place(const Global *global) { return rootPlace(global); }
const Place *Module::place(const StringExpr *string) {
  return rootPlace(string);
}
const Place *Module::place(const DataRoot &root) { return rootPlace(root); }

/// The place that a pointer is loaded from; null where it is not.
static const Place *loadedFrom(Module &module, const Expr *e) {
  if (const auto *load = dyn_cast<LoadExpr>(e))
    return load->place;
  if (const auto *value = dyn_cast<ValueExpr>(e))
    return module.place(value->variable);
  return nullptr;
}

const Place *Module::pointee(const Expr *pointer, const Expr *offset) {
  if (isZero(offset))
    offset = nullptr;
  if (const Place *held = loadedFrom(*this, pointer))
    return deref(held, offset);
  if (offset)
    return rootPlace(PointeeRoot{binary(BinaryOp::PtrAdd, pointer, offset)});
  if (const auto *address = dyn_cast<AddressExpr>(pointer))
    return address->place;
  const auto *sum = dyn_cast<BinaryExpr>(pointer);
  if (sum && (isZero(sum->right) || loadedFrom(*this, sum->left)))
    return pointee(sum->left, sum->right);
  return rootPlace(PointeeRoot{pointer});
}

const Place *Module::place(const Root &root, llvm::ArrayRef<Step> steps) {
  const auto *pointed = std::get_if<PointeeRoot>(&root);
  const Place *result = pointed ? pointee(pointed->pointer) : rootPlace(root);
  for (const Step &next : steps)
    result = place(result, next);
  return result;
}

//===--- Steps ------------------------------------------------------------===//

const Place *Module::place(const Place *base, const Step &step) {
  assert(fault(step, base->type).empty());
  llvm::SmallVector<Step, 4> steps(base->steps);
  steps.push_back(step);
  bool isVolatile = base->isVolatile;
  if (const auto *inner = std::get_if<FieldStep>(&step))
    isVolatile |= inner->field->isVolatile;
  else if (const auto *member = std::get_if<MemberStep>(&step))
    steps.back() = MemberStep{types->copy(member->name)};
  else if (const auto *followed = std::get_if<DerefStep>(&step)) {
    isVolatile = isVolatilePointer(base->type);
    if (isZero(followed->offset))
      steps.back() = DerefStep{nullptr};
  }
  return new (types->arena.Allocate<Place>())
      Place{base->root, types->copy(llvm::ArrayRef<Step>(steps)),
            typeAfter(step, base->type), isVolatile};
}

const Place *Module::field(const Place *base, const Field *field) {
  return place(base, FieldStep{field});
}
const Place *Module::index(const Place *array, const Expr *index) {
  return place(array, IndexStep{index});
}
const Place *Module::deref(const Place *pointer, const Expr *offset) {
  return place(pointer, DerefStep{offset});
}
const Place *Module::arrow(const Place *pointer, const Field *field) {
  return place(deref(pointer), FieldStep{field});
}
const Place *Module::element(const Place *container, const Expr *index) {
  return place(container, ElementStep{index});
}
const Place *Module::member(const Place *base, llvm::StringRef name) {
  return place(base, MemberStep{name});
}
const Place *Module::list(const Place *start, const LibraryType *list) {
  return place(start, ListStep{list});
}
