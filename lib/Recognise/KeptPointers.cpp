// Pointers and references that a body keeps as such: they lead to a part of a
// datum, or to a local of the body's.
//
//     let %p: ptr f32 = ptradd(addressof %q->best[0:i64], 3:i32)
//  -> let %p: ptr f32 = ptradd(addressof own(2: [4 x f32])[0:i64], 3:i32)
#include "Accessors.h"
#include "Body.h"
#include "KeptData.h"
#include "PointerWalks.h"
#include "WrittenResults.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

static bool isNumber(const ir::Type *type) {
  return type->isInt() || type->isFloat() || type->isBool() || type->isEnum();
}

/// `part` where a pointer to it is moved on: of a number by itself, its
/// neighbours in the struct around it are a part of the datum. False: they are
/// not known.
bool Body::withNeighbours(Part &part) {
  Object &object = part.object;
  // Only its functions see to it that there is an element.
  if (isContainer(object))
    return site.refuse(loc, Diag::RTT2057,
                       {looked ? said() : "it",
                        "its elements are reached in another way than by its "
                        "functions"}),
           false;
  if (!isNumber(part.type) || !part.isDatum())
    return true;
  const ir::Field *field = part.field;
  const bool isIn = field && object.steps.size() > 1 &&
                    !object.steps[object.steps.size() - 2].isDeref &&
                    object.steps.back().offset == field->offset &&
                    !field->isBitField() && isCopyable(field->parent);
  if (!isIn || object.root == Object::Element)
    return site.refuse(loc, Diag::RTT2058,
                       {looked  ? said()
                        : field ? field->name
                                : "it"}),
           false;
  object.steps.pop_back();
  object.type = field->parent;
  part.steps.push_back(ir::FieldStep{field});
  return true;
}

/// Whether a place in the copy is what `place` is here: a local's, or what a
/// reference of the copy's leads to.
bool Body::isLocalPlace(const ir::Place *place) const {
  const ir::Variable *variable = place->variable();
  return variable && copy.variables.count(variable) &&
         !objects.count(variable) && !values.count(variable) &&
         !links.count(variable) && !numbers.count(variable) &&
         !numberLinks.count(variable) && !linkType(variable->type) &&
         !site.leadsToNode(place->type);
}

/// The datum's place at `place`, a part of the node's or the iteration's.
const ir::Place *Body::pointedDatum(const ir::Place *place, bool isWalked) {
  const size_t refusals = site.site.refusals.size();
  auto found = part(place);
  if (!found || !settle(*found) ||
      (found->object.root != Object::Node &&
       found->object.root != Object::Own) ||
      isOfKeptPointer(found->object) || found->before != 0 ||
      found->type != place->type || !isCopyable(found->type)) {
    site.site.refusals.resize(refusals);
    return nullptr;
  }
  const llvm::SaveAndRestore here(looked, place);
  return !isWalked || withNeighbours(*found) ? datum(*found) : nullptr;
}

/// `e` in the copy, a pointer or a reference to a part of a datum or to a
/// local. `data` are told the parts. Null: it is none, or leads to what has no
/// place there.
const ir::Expr *Body::keptPointer(const ir::Expr *e, bool isWalked,
                                  std::vector<const ir::Place *> &data) {
  if (const auto *choice = dyn_cast<ir::SelectExpr>(e)) {
    const ir::Expr *whenTrue = keptPointer(choice->whenTrue, isWalked, data);
    const ir::Expr *whenFalse =
        whenTrue ? keptPointer(choice->whenFalse, isWalked, data) : nullptr;
    return whenFalse ? module.select(copy.expr(choice->condition), whenTrue,
                                     whenFalse, e->loc)
                     : nullptr;
  }
  if (const auto *sum = dyn_cast<ir::BinaryExpr>(e)) {
    const ir::Expr *from = sum->op == ir::BinaryOp::PtrAdd
                               ? keptPointer(sum->left, true, data)
                               : nullptr;
    return from ? module.binary(sum->op, from, copy.expr(sum->right), e->loc)
                : nullptr;
  }
  if (const auto *value = dyn_cast<ir::ValueExpr>(e))
    return pointers.count(value->variable) ? copy.expr(e) : nullptr;
  if (const auto *load = dyn_cast<ir::LoadExpr>(e))
    return pointers.count(load->place->wholeVariable()) ? copy.expr(e)
                                                        : nullptr;
  if (const auto *read = dyn_cast<ir::ContainerReadExpr>(e))
    if (const ir::Place *first = elementBehind(module, read))
      return keptPointer(module.addressOf(first, e->loc), isWalked, data);
  const auto *address = dyn_cast<ir::AddressExpr>(e);
  if (!address)
    return nullptr;
  const ir::Place *place = nullptr;
  if (isLocalPlace(address->place) || heldPlace(address->place)) {
    place = copy.place(address->place);
  } else {
    place = pointedDatum(address->place, isWalked);
    if (place)
      data.push_back(place);
  }
  if (!place || site.isFailing())
    return nullptr;
  return e->type->isReference() ? module.referenceTo(place, e->loc)
                                : module.addressOf(place, e->loc);
}

/// All that `variable` is ever set to, after its declaration; nothing where its
/// address is taken.
static std::optional<std::vector<const ir::Expr *>>
storesTo(const ir::BlockStatement *body, const ir::Variable *variable) {
  std::vector<const ir::Expr *> result;
  bool isKnown = true;
  ir::walk(body, [&](const ir::Statement *s) {
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    if (store && store->place->wholeVariable() == variable)
      result.push_back(store->value);
  });
  ir::walkExprs(body, [&](const ir::Expr *e) {
    const auto *address = dyn_cast<ir::AddressExpr>(e);
    isKnown &= !address || address->place->wholeVariable() != variable;
  });
  return isKnown ? std::optional(result) : std::nullopt;
}

/// Notes what may be written through `variable`, which leads to `data`.
void Body::writeThrough(const ir::Variable *variable,
                        llvm::ArrayRef<const ir::Place *> data,
                        ir::Location at) {
  if (data.empty() || !mayWriteThrough(from.body, variable))
    return;
  for (const ir::Place *place : data)
    write(place, at);
}

Body::Statements Body::keepPointer(const ir::Variable *variable,
                                   const ir::Expr *value, ir::Location at) {
  const auto stored = storesTo(from.body, variable);
  const ir::Type *to = ir::pointeeOf(variable->type);
  if (!stored || ir::pointeeOf(to) || (!value && stored->empty()))
    return std::nullopt;
  const bool isWalked = recognise::isWalked(from.body, variable);
  std::vector<const ir::Place *> data;
  const ir::Expr *first = value ? keptPointer(value, isWalked, data) : nullptr;
  if (value && !first)
    return std::nullopt;
  if (!value && !isa<ir::AddressExpr>(stored->front()))
    return std::nullopt;
  writeThrough(variable, data, at);
  ir::Variable *made = module.variable(variable->kind, variable->name,
                                       variable->type, variable->loc);
  made->isConst = variable->isConst;
  copy.variables[variable] = made;
  pointers[variable] = isWalked;
  if (made->kind == ir::Variable::Let)
    return std::vector<ir::Statement *>{module.let(made, first, at)};
  return std::vector<ir::Statement *>{module.var(made, first, at)};
}

/// `p = &q->k` of a pointer that is kept as such.
Body::Statements Body::storePointer(const ir::StoreStatement &s) {
  const ir::Variable *set = s.place->wholeVariable();
  const auto known = pointers.find(set);
  if (!set || known == pointers.end())
    return std::nullopt;
  std::vector<const ir::Place *> data;
  const ir::Expr *value = keptPointer(s.value, known->second, data);
  if (!value) {
    site.refuse(s.loc, Diag::RTT2004, {"an assignment to a pointer"});
    return std::vector<ir::Statement *>();
  }
  writeThrough(set, data, s.loc);
  return std::vector<ir::Statement *>{
      module.store(copy.place(s.place), value, s.loc)};
}

/// Refuses a pointer, or the place of one, that is used as a value.
bool Body::usesPointer(const ir::Expr *e) {
  const auto *address = dyn_cast<ir::AddressExpr>(e);
  const auto *value = dyn_cast<ir::ValueExpr>(e);
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  if (value && links.count(value->variable)) {
    site.refuse(loc, "a place that holds a child");
    return true;
  }
  const ir::Variable *pointer = address ? address->place->wholeVariable()
                                : value ? value->variable
                                : load  ? load->place->wholeVariable()
                                        : nullptr;
  if (!pointer || !objects.count(pointer))
    return false;
  refusePointer(pointer);
  return true;
}

/// A pointer is used for more than what it leads to.
void Body::refusePointer(const ir::Variable *variable) {
  const Object &object = objects[variable];
  const Diag id = !object.isWhole() || object.root == Object::Shared
                      ? Diag::RTT2041
                  : object.root == Object::Node ? Diag::RTT2018
                                                : Diag::RTT2019;
  site.refuse(loc, id, {variable->name});
}
