// What the user's places are: data of the node, of the query, of elements, and
// what all iterations see.
#include "Accessors.h"
#include "Body.h"
#include "Downcasts.h"
#include "KeptContainers.h"
#include "Lists.h"
#include "Numbers.h"
#include "Spelling.h"
#include "Unions.h"

#include "regtt/IR/TypeRules.h"

#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

//===--- The way to a datum -----------------------------------------------===//

bool Body::intoField(Part &part, const ir::Field *field) {
  if (!settle(part))
    return false;
  part.type = field->type;
  if (!part.steps.empty() || (field->parent->isUnion() && isOneDatum(part))) {
    part.steps.push_back(ir::FieldStep{field});
    part.field = field;
    return true;
  }
  if (field->isBase)
    return intoBase(site, part, *field, loc);
  if (field->isClass && !tellsClass(site, part.object, *field))
    return refuseVirtual(site, from, loc);
  kernel::DataStep step;
  step.isClass = field->isClass;
  step.field = field->isAnonymous ? "" : field->name;
  step.offset = part.before + field->offset;
  step.isPointer = field->type->isPointer();
  step.leadsToNode = site.leadsToNode(field->type);
  step.sharesBytes = isMixed(*field->parent);
  part.before = 0;
  // What the program keeps of nodes is links, and nothing else of it is.
  part.object.isNode = part.object.root == Object::Own &&
                       part.object.number >= kernel::firstScratch &&
                       site.isNodePointer(field->type);
  part.object.steps.push_back(std::move(step));
  part.object.type = field->type;
  part.field = field;
  return true;
}

/// What a pointer of the iteration's leads to is an array of one, from where it
/// is looked at on.
bool Body::settle(Part &part) {
  if (part.object.root != Object::Own || !part.object.isBehind() ||
      !part.isDatum())
    return true;
  const ir::Type *to = part.type;
  part.object.steps.pop_back();
  part.type = module.pointerTo(to);
  return intoBehind(part, to, nullptr);
}

/// The array or the object that is looked at is reached through `what`.
void Body::refuseWay(const char *what) {
  if (isStored)
    site.refuse(loc, Diag::RTT2006, {spelled(module, looked, 0)});
  else
    site.refuse(loc, Diag::RTT2030, {saidWay(), what});
}

/// What is looked at, as the user calls it.
std::string Body::said() const {
  if (looked)
    return spelled(module, looked);
  return way.place ? spelled(module, way.place, way.steps) : "";
}

/// What of it cannot be followed any further: `n->rows[k]` of `n->rows[k][1]`.
std::string Body::saidWay() const {
  return way.place ? spelled(module, way.place, way.steps) : said();
}

bool Body::through(Part &part, const ir::Expr *offset) {
  if (!settle(part))
    return false;
  const ir::Type *to = ir::followedFrom(part.type);
  if (part.object.isNode && part.isDatum() && !offset) {
    const ir::Place *held = datum(part);
    part = Part{linkedNode(module.load(held, loc))};
    part.type = part.object.type;
    return held != nullptr;
  }
  if (isLinked(part.object) && (offset || !isBehindOther(part, to)))
    return site.refuse(loc, Diag::RTT2012, {said()}), false;
  if (!to || !part.steps.empty()) {
    if (part.object.root == Object::Node && site.leadsToNode(part.type))
      return site.refuse(loc, Diag::RTT2012, {said()}), false;
    return refuseWay("an array of pointers"), false;
  }
  Object &object = part.object;
  if (object.isPointer && object.isWhole() && !offset) {
    object.isPointer = false;
    part.type = to;
    return true;
  }
  if (object.root == Object::Element) {
    if (!object.isWhole() || offset)
      return intoBehind(part, to, offset);
    site.kernel.arrays[object.number].isIndirect = true;
    site.kernel.arrays[object.number].elementName = stemOf(to);
  }
  if (offset && (object.root == Object::Own || object.root == Object::Node))
    return intoBehind(part, to, offset);
  if (object.root == Object::Own && !mayFollowOwn(part, to))
    return false;
  if (offset && object.root != Object::Shared)
    return refuseWay("a pointer"), false;
  kernel::DataStep step;
  step.isDeref = true;
  part.object.steps.push_back(step);
  part.object.type = part.type = to;
  part.before = 0;
  return !offset || ownElement(part, to, offset) || intoArray(part, to, offset);
}

bool Body::toElement(Part &part, const ir::Step &step, const ir::Expr *index) {
  if (!settle(part))
    return false;
  const ir::Type *element = ir::elementOf(part.type);
  if (element && part.isDatum() && part.before == 0 &&
      isContainer(part.object)) {
    lookInto(part);
    part.steps.push_back(ir::ElementStep{copy.expr(index)});
    part.type = element;
    return true;
  }
  if (isLinked(part.object) && !isa<ir::ArrayType>(part.type) &&
      !isStdArray(part.type))
    return site.refuse(loc, Diag::RTT2012, {said()}), false;
  if (!element)
    return site.refuse(loc, Diag::RTT2057,
                       {saidWay(),
                        "its elements are reached in another way than "
                        "by its functions"}),
           false;
  if (ownElement(part, element, index) || intoNode(part, element, index))
    return true;
  if (isGathered(part))
    return intoArray(part, element, index);
  if (isOwned(part) || isReachedInNode(part) || listForm(part.type))
    return intoOwned(part, element, index);
  if (const auto *array = dyn_cast<ir::ArrayType>(part.type);
      array && array->count == 0)
    return refuseWay("an object that does not say how long it is"), false;
  if (!isa<ir::ArrayType>(part.type) && !isStdArray(part.type))
    return site.refuse(loc, Diag::RTT2057,
                       {saidWay(),
                        "its elements are reached in another way than "
                        "by its functions"}),
           false;
  const ir::Expr *made = withinRow(part, index);
  if (std::holds_alternative<ir::IndexStep>(step))
    part.steps.push_back(ir::IndexStep{made});
  else
    part.steps.push_back(ir::ElementStep{made});
  part.type = element;
  return true;
}

bool Body::follow(Part &part, const ir::Step &step) {
  if (const auto *inner = std::get_if<ir::FieldStep>(&step))
    return intoField(part, inner->field);
  if (const auto *deref = std::get_if<ir::DerefStep>(&step))
    return through(part, deref->offset);
  if (const auto *index = std::get_if<ir::IndexStep>(&step))
    return toElement(part, step, index->index);
  if (const auto *element = std::get_if<ir::ElementStep>(&step))
    return toElement(part, step, element->index);
  if (const auto *list = std::get_if<ir::ListStep>(&step))
    return Lists(*this).into(part, list->list);
  return intoMember(part, std::get<ir::MemberStep>(step).name);
}

/// What a pointer or a reference of type `pointer` to `object` leads to, or
/// `offset` objects further.
bool Body::atPointee(Part &part, const Object &object, const ir::Type *pointer,
                     const ir::Expr *offset) {
  part.object = object;
  part.type = object.type;
  if (object.isDecayed) {
    part.object.isDecayed = false;
    const ir::Expr *index =
        offset ? withinRow(part, offset)
               : module.integer(module.intType(ir::IntType::I32), 0, loc);
    part.steps.push_back(ir::IndexStep{index});
    part.type = ir::elementOf(object.type);
    return true;
  }
  // A number behind a pointer that all share is an array's.
  const bool isArray = pointer->isPointer() &&
                       !isa<ir::StructType>(part.type) &&
                       object.root == Object::Shared;
  if (!offset && !isArray)
    return true;
  if (object.root == Object::Shared)
    return ownElement(part, part.type, offset) ||
           intoArray(part, part.type, offset);
  const auto found = moved(object, offset);
  if (!found)
    return refuseWay("a parameter"), false;
  part.object = *found;
  return true;
}

std::optional<Part> Body::begin(const ir::Place *place, size_t &step) {
  if (auto element = KeptContainers(*this).elementAt(place))
    return element;
  if (auto around = beginAround(place, step))
    return around;
  Part part;
  if (const auto child = heldChild(place, step)) {
    ++step;
    part.object = *child;
    part.type = child->type;
    return part;
  }
  const ir::Variable *variable = place->variable();
  if (const auto *pointed = std::get_if<ir::PointeeRoot>(&place->root)) {
    const auto to = pointee(pointed->pointer);
    if (!to) {
      const ir::Place *element = elementBehind(module, pointed->pointer);
      return element ? this->part(element) : std::nullopt;
    }
    part.object = *to;
  } else if (const ir::Global *global = place->global();
             global && !constant(global)) {
    part.object.root = Object::Shared;
    part.object.number = site.sharedGlobal(global);
    part.object.type = global->type;
  } else if (!variable) {
    return std::nullopt;
  } else if (const auto value = values.find(variable); value != values.end()) {
    part.object = value->second;
  } else {
    const auto *deref = place->steps.empty()
                            ? nullptr
                            : std::get_if<ir::DerefStep>(&place->steps[0]);
    if (!deref && !place->steps.empty())
      return Lists(*this).startOf(place, step);
    const auto found = deref ? behind(variable) : std::nullopt;
    if (!found)
      return std::nullopt;
    step = 1;
    if (!atPointee(part, *found, variable->type, deref->offset))
      return std::nullopt;
    return part;
  }
  part.type = part.object.type;
  return part;
}

std::optional<Part> Body::part(const ir::Place *place) {
  const llvm::SaveAndRestore here(looked, looked ? looked : place);
  size_t step = 0;
  const ir::Place *users = place;
  place = wordsAround(place);
  auto result = begin(place, step);
  const llvm::SaveAndRestore followed(way);
  for (; result && step < place->steps.size(); ++step) {
    way = {place == users ? place : nullptr, step};
    const size_t refusals = site.site.refusals.size();
    if (const auto child = chosenChild(place, step)) {
      result = Part{*child};
      result->type = child->type;
      continue;
    }
    if (site.site.refusals.size() > refusals ||
        !follow(*result, place->steps[step]))
      return std::nullopt;
  }
  return result;
}

//===--- Data -------------------------------------------------------------===//

const ir::Place *Body::datum(const Part &found) {
  Part part = found;
  if (!settle(part))
    return nullptr;
  Object &object = part.object;
  if (object.isNode)
    object.type = site.link;
  const ir::Field *field = part.isDatum() ? part.field : nullptr;
  if (isContainer(object)) {
    if (!containerRow(part, said()))
      return nullptr;
  } else if (part.before != 0 || // a base has no steps of its own
             (!object.isNode && !isCopyable(object.type))) {
    site.refuse(loc, Diag::RTT2011, {spelled(module, object.type), said()});
    return nullptr;
  }
  ir::DataRoot root{ir::DataRoot::Node, 0, object.type, nullptr};
  switch (object.root) {
  case Object::Node:
    root.number = site.row(object, field, loc);
    break;
  case Object::Own:
    root.kind = ir::DataRoot::Own;
    root.number = site.row(object, field, loc);
    break;
  case Object::Linked:
    if (object.isWhole()) {
      site.refuse(loc, Diag::RTT2012, {said()});
      return nullptr;
    }
    root.kind = ir::DataRoot::Linked;
    root.number = site.row(object, field, loc);
    root.index = object.index;
    break;
  case Object::Element:
    root.kind = ir::DataRoot::Element;
    root.number = site.row(object, field, loc);
    root.index = withinRow(object);
    if (!object.type->isInt() && !object.type->isFloat() &&
        !object.type->isBool() && !object.type->isEnum())
      site.kernel.arrays[object.number].isInPlace = true;
    break;
  case Object::Shared:
    root.kind = ir::DataRoot::Shared;
    root.number = site.uniform(object);
    break;
  }
  const ir::Place *place = module.place(root);
  for (const ir::Step &step : part.steps)
    place = module.place(place, step);
  return place;
}

/// Whether a pointer that leads to no datum is one in the copy, too: to a
/// local, or what a helper is handed.
static bool isCopied(const ir::Mapper &copy, const ir::Expr *pointer) {
  if (const auto *value = dyn_cast<ir::ValueExpr>(pointer))
    return copy.variables.count(value->variable);
  if (const auto *load = dyn_cast<ir::LoadExpr>(pointer))
    return load->place->wholeVariable() &&
           copy.variables.count(load->place->wholeVariable());
  if (const auto *choice = dyn_cast<ir::SelectExpr>(pointer))
    return isCopied(copy, choice->whenTrue) &&
           isCopied(copy, choice->whenFalse);
  if (const auto *sum = dyn_cast<ir::BinaryExpr>(pointer))
    return isCopied(copy, sum->left);
  return isa<ir::AddressExpr>(pointer);
}

/// Whether the place, or one on the way there, is volatile.
static bool isVolatile(ir::Module &module, const ir::Place *place) {
  for (size_t k = 0; k < place->steps.size(); ++k)
    if (module.place(place->root, place->steps.take_front(k))->isVolatile)
      return true;
  return place->isVolatile;
}

/// Whether compilers agree on where its bits are.
static bool isAgreedOn(const ir::Module &module, const ir::Field &field) {
  const auto declared = ir::integerFormat(field.type);
  return field.bitOffset + field.bitWidth <= 64 &&
         (!module.isC || field.bitWidth <= 32) &&
         (!declared || field.bitWidth <= declared->bits);
}

/// What stands for a place that is refused: what its parts become need not be
/// of the types that it asks for.
static const ir::Place *unknownPlace(ir::Module &module,
                                     const ir::Place *place) {
  return module.place(
      module.variable(ir::Variable::Local, "unknown", place->type));
}

/// Null: it is none of these, and copied as it is.
const ir::Place *Body::place(const ir::Place *place) {
  const llvm::SaveAndRestore here(looked, place);
  if (isVolatile(module, place))
    return site.refuse(loc, Diag::RTT2025, {said()});
  if (const ir::Place *known = heldPlace(place))
    return known;
  if (const ir::Variable *table = constant(place->global()))
    return sameIn(table, place->steps);
  const auto found = part(place);
  if (!found) {
    const ir::Variable *variable = place->variable();
    if (variable && (links.count(variable) || linkType(variable->type)))
      site.refuse(loc, place->isIndirect() ? Diag::RTT2012 : Diag::RTT2018,
                  {said()});
    const auto *pointed = std::get_if<ir::PointeeRoot>(&place->root);
    if (const auto *cast =
            pointed ? dyn_cast<ir::CastExpr>(pointed->pointer) : nullptr;
        cast && cast->isWritten && cast->op == ir::CastOp::PtrToPtr)
      return site.refuse(loc, Diag::RTT2004,
                         {cast->type->isReference() ? "a cast to a reference"
                                                    : "a cast of a pointer"});
    if (pointed
            ? !isCopied(copy, pointed->pointer)
            : variable && place->isIndirect() &&
                  !copy.variables.count(variable) && !unknown.count(variable))
      site.refuse(loc, Diag::RTT2041,
                  {variable && objects.count(variable) ? said()
                   : pointed ? spelled(module, pointed->pointer)
                             : variable->name});
    // What a variable of another type stands for has none of its parts.
    const ir::Variable *other =
        variable ? copy.variables.lookup(variable) : nullptr;
    if (other && other->type != variable->type && !place->steps.empty()) {
      site.refuse(loc, Diag::RTT2041, {said()});
      return unknownPlace(module, place);
    }
    return nullptr;
  }
  if (found->type->isPointer() || site.leadsToNode(found->type)) {
    if (site.leadsToNode(found->type))
      site.refuse(loc, Diag::RTT2004, {"a node's address as a value"});
    else if (isStored)
      site.refuse(loc, Diag::RTT2004, {"an assignment to a pointer"});
    else
      site.refuse(loc, Diag::RTT2041, {said()});
    return unknownPlace(module, place);
  }
  if (found->isDatum() && isContainer(found->object)) {
    site.refuse(loc, Diag::RTT2011, {spelled(module, found->type), said()});
    return unknownPlace(module, place);
  }
  const ir::Field *bits = place->bitField();
  if (bits && !isAgreedOn(module, *bits))
    return site.refuse(loc, Diag::RTT2026, {bits->name});
  const ir::Place *result = datum(*found);
  return result ? result : unknownPlace(module, place);
}
