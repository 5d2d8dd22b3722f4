// Finds the objects that are an iteration's own.
//
//     @visit(refof %queries[load %i])       element of `queries`
//     @visit(load %owners[load %i])         the object behind one
//     @visit(load %x[load %i], refof %hits) element of `x`; the body's variable
//     @visit(addressof %q->at)              found ahead: an address
//     @visit(mul(2:i32, load %i))           found ahead: a value
#include "Operands.h"

#include "Downcasts.h"
#include "Recogniser.h"
#include "Views.h"

#include "regtt/Analysis/ChainStep.h"
#include "regtt/Analysis/Changes.h"
#include "regtt/IR/LibraryParts.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

static bool isScalar(const ir::Type *type) {
  return type->isInt() || type->isFloat() || type->isBool() || type->isEnum();
}

//===--- Elements ---------------------------------------------------------===//

/// K where `index` is K times the loop's number; 0: it is not.
uint64_t OperandFinder::multiple(const ir::Expr *index) const {
  const ir::Variable *counter = iteration.counter;
  if (!index || !counter || !counter->type->isInt() ||
      isa<ir::RangeLoopStatement>(loop))
    return 0;
  if (const auto *value = dyn_cast<ir::ValueExpr>(index))
    return value->variable == counter;
  if (const auto *load = dyn_cast<ir::LoadExpr>(index))
    return load->place->wholeVariable() == counter;
  if (const auto *cast = dyn_cast<ir::CastExpr>(index)) {
    // A number that is cut off would be another element's.
    const auto to = ir::integerFormat(cast->type),
               from = ir::integerFormat(cast->operand->type);
    return cast->op == ir::CastOp::IntToInt && to && from &&
                   to->bits >= from->bits
               ? multiple(cast->operand)
               : 0;
  }
  const auto *product = dyn_cast<ir::BinaryExpr>(index);
  if (!product || product->op != ir::BinaryOp::Mul)
    return 0;
  const ir::Expr *number = product->left, *factor = product->right;
  if (multiple(number) != 1)
    std::swap(number, factor);
  while (const auto *cast = dyn_cast<ir::CastExpr>(factor))
    factor = cast->operand;
  const auto *known = dyn_cast<ir::IntExpr>(factor);
  return known && multiple(number) == 1 &&
                 known->value().isStrictlyPositive() &&
                 known->value().getActiveBits() < 31
             ? known->low
             : 0;
}

bool OperandFinder::widen(Located &found, uint64_t factor,
                          const ir::Expr *index) {
  if (factor <= 1)
    return factor == 1;
  if (!isScalar(found.type))
    return false;
  found.operand.extent = factor;
  ir::walk(index, [&](const ir::Expr *e) {
    const auto format = ir::integerFormat(e->type);
    if (const auto *product = dyn_cast<ir::BinaryExpr>(e))
      found.operand.computed = product->type;
    found.operand.wraps |= llvm::isa<ir::BinaryExpr>(e) && format &&
                           !format->isSigned && format->bits < 64;
  });
  found.operand.type = found.type = module.array(found.type, factor);
  return true;
}

/// Whether `array[index]` at step `step` of the place is the iteration's.
std::optional<OperandFinder::Located>
OperandFinder::elementAt(const ir::Place *place, size_t step) {
  const ir::Step &taken = place->steps[step];
  const ir::Expr *index = nullptr;
  if (const auto *of = std::get_if<ir::IndexStep>(&taken))
    index = of->index;
  else if (const auto *of = std::get_if<ir::ElementStep>(&taken))
    index = of->index;
  else if (const auto *of = std::get_if<ir::DerefStep>(&taken))
    index = of->offset;
  const uint64_t factor = multiple(index);
  const ir::Place *array =
      factor ? module.place(place->root, place->steps.take_front(step))
             : nullptr;
  if (!array || origins.moves(array))
    return std::nullopt;
  // Those of a deque lie anywhere: they are found by their addresses.
  if (std::holds_alternative<ir::ElementStep>(taken) &&
      !isContiguous(array->type))
    return std::nullopt;
  Located found;
  found.operand.form = Operand::Element;
  found.operand.array = array;
  found.operand.arrayName = nameOfPlace(array);
  found.type = found.operand.type = ir::typeAfter(taken, array->type);
  found.operand.prefix =
      found.operand.arrayName + "[" + iteration.counter->name + "].";
  return widen(found, factor, index) ? std::optional(found) : std::nullopt;
}

/// What the loop goes over, an element after the other.
std::optional<OperandFinder::Located>
OperandFinder::loopElement(const ir::Place *place, size_t &step) {
  const ir::Variable *variable = place->variable();
  if (!variable || variable != iteration.counter)
    return std::nullopt;
  const auto *range = dyn_cast<ir::RangeLoopStatement>(loop);
  // Elements that lie anywhere are found by their addresses.
  if (ir::chainStep(loop, variable) ||
      (range && !isa<ir::ArrayType>(range->range->type) &&
       !isContiguous(range->range->type)))
    return std::nullopt;
  Located found;
  found.operand.form = Operand::Element;
  found.operand.prefix = variable->name + ".";
  const ir::Type *to = ir::pointeeOf(variable->type);
  if (range && !variable->type->isReference()) {
    found.type = found.operand.type = variable->type;
    found.isCopied = true;
    return found;
  }
  const auto *deref = place->steps.empty()
                          ? nullptr
                          : std::get_if<ir::DerefStep>(&place->steps[0]);
  if (!to || !deref || deref->offset)
    return std::nullopt;
  step = 1;
  found.type = found.operand.type = to;
  return found;
}

/// Whether it is no pointer in the user's text (ToIR/LinkIterators.h).
static bool isIterator(const ir::Type *pointer) {
  const auto *to = dyn_cast<ir::StructType>(ir::pointeeOf(pointer));
  return to && ir::isNodeOfLibrary(*to);
}

/// Through a pointer that is the element, and into fields.
bool OperandFinder::follow(Located &found, const ir::Place *place,
                           size_t from) {
  for (size_t k = from; k < place->steps.size(); ++k) {
    if (const auto *deref = std::get_if<ir::DerefStep>(&place->steps[k])) {
      if (deref->offset || !found.type->isPointer() || !found.steps.empty() ||
          found.operand.extent || found.operand.isIndirect ||
          isIterator(found.type))
        return false;
      found.operand.isIndirect = true;
      found.isCopied = false;
      found.type = found.operand.type = ir::pointeeOf(found.type);
      continue;
    }
    const auto *into = std::get_if<ir::FieldStep>(&place->steps[k]);
    if (into && isFirstBase(*into->field) && !found.operand.extent)
      continue;
    if (!into || into->field->isBase || into->field->isBitField() ||
        into->field->parent->isUnion() || found.operand.extent)
      return false;
    kernel::DataStep step;
    step.field = into->field->isAnonymous ? "" : into->field->name;
    step.offset = into->field->offset;
    step.isPointer = into->field->type->isPointer();
    found.steps.push_back(std::move(step));
    found.field = into->field;
    found.type = into->field->type;
  }
  return true;
}

std::optional<OperandFinder::Located>
OperandFinder::at(const ir::Place *place) {
  if (place->isVolatile)
    return std::nullopt;
  // A copy of what is the iteration's.
  if (const ir::Variable *variable = place->variable())
    if (const auto *copied =
            llvm::dyn_cast_or_null<ir::LoadExpr>(origins.valueOf(variable));
        copied && !place->isIndirect()) {
      const auto *from = dyn_cast<ir::LoadExpr>(origins.of(copied));
      auto found = from ? at(module.place(from->place->root,
                                          [&] {
                                            std::vector<ir::Step> steps(
                                                from->place->steps.begin(),
                                                from->place->steps.end());
                                            steps.insert(steps.end(),
                                                         place->steps.begin(),
                                                         place->steps.end());
                                            return steps;
                                          }()))
                        : std::nullopt;
      if (found)
        found->isCopied = true;
      return found;
    }
  size_t from = 0;
  auto found = loopElement(place, from);
  for (size_t k = 0; !found && k < place->steps.size(); ++k) {
    found = elementAt(place, k);
    from = k + 1;
  }
  if (!found || !follow(*found, place, from))
    return std::nullopt;
  return found;
}

/// `%array[0:i64]`, whose address an array decays to: the array.
static const ir::Place *decayed(ir::Module &module, const ir::Place *place) {
  const auto *index = place->steps.empty()
                          ? nullptr
                          : std::get_if<ir::IndexStep>(&place->steps.back());
  const auto *number = index ? dyn_cast<ir::IntExpr>(index->index) : nullptr;
  return number && number->value().isZero()
             ? module.place(place->root, place->steps.drop_back())
             : nullptr;
}

std::optional<OperandFinder::Located>
OperandFinder::arrayAt(const ir::Expr *base, const ir::Expr *index) {
  const uint64_t factor = multiple(index);
  if (!factor || origins.varies(base))
    return std::nullopt;
  Located found;
  found.operand.form = Operand::Element;
  if (const auto *load = dyn_cast<ir::LoadExpr>(base)) {
    found.operand.array = load->place;
  } else if (const auto *read = dyn_cast<ir::ContainerReadExpr>(base);
             read && read->op == ir::ReadOp::Data) {
    found.operand.array = read->container;
  } else if (const auto *address = dyn_cast<ir::AddressExpr>(base)) {
    found.operand.array = decayed(module, address->place);
  }
  if (found.operand.array)
    found.operand.arrayName = nameOfPlace(found.operand.array);
  else
    found.operand.base = base;
  found.type = found.operand.type = ir::pointeeOf(base->type);
  found.operand.prefix =
      found.operand.arrayName + "[" + iteration.counter->name + "].";
  return widen(found, factor, index) ? std::optional(found) : std::nullopt;
}

std::optional<OperandFinder::Located>
OperandFinder::pointee(const ir::Expr *e) {
  if (const auto *address = dyn_cast<ir::AddressExpr>(e)) {
    if (e->type->isPointer())
      if (const ir::Place *array = decayed(module, address->place))
        if (auto found = at(array))
          return found;
    return at(address->place);
  }
  if (const auto *sum = dyn_cast<ir::BinaryExpr>(e))
    return sum->op == ir::BinaryOp::PtrAdd ? arrayAt(sum->left, sum->right)
                                           : std::nullopt;
  const ir::Place *held = nullptr;
  if (const auto *value = dyn_cast<ir::ValueExpr>(e))
    held = module.place(value->variable);
  else if (const auto *load = dyn_cast<ir::LoadExpr>(e))
    held = load->place;
  return held ? at(module.deref(held)) : std::nullopt;
}

//===--- Operands ---------------------------------------------------------===//

unsigned OperandFinder::add(Operand operand) {
  for (unsigned k = 0; k < iteration.operands.size(); ++k)
    if (isSame(iteration.operands[k], operand))
      return k;
  iteration.operands.push_back(std::move(operand));
  return iteration.operands.size() - 1;
}

OwnPart OperandFinder::partOf(const Located &found) {
  return {add(found.operand), found.steps, found.type, found.field,
          found.isCopied};
}

std::optional<OperandFinder::Located> OperandFinder::located(unsigned param) {
  const ir::Expr *e = origins.of(first(param));
  if (ir::pointeeOf(e->type))
    return pointee(e);
  if (const ir::Place *viewed = viewedBy(module, e))
    return at(viewed);
  if (const auto *value = dyn_cast<ir::ValueExpr>(e))
    return at(module.place(value->variable));
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  return load ? at(load->place) : std::nullopt;
}

bool OperandFinder::isOwnArray(unsigned param) {
  const auto found = located(param);
  return found && found->type->kind == ir::Type::Array;
}

bool OperandFinder::isLoopNumber(unsigned param) const {
  const ir::Type *type = traversal->params[param]->type;
  return type->isInt() && multiple(origins.of(first(param))) == 1 &&
         ir::sizeOf(type) >= ir::sizeOf(iteration.counter->type);
}

/// The variable of the body's own whose address it is.
const ir::Variable *OperandFinder::ownVariable(const ir::Expr *address) const {
  const auto *taken = dyn_cast<ir::AddressExpr>(address);
  if (!taken)
    return nullptr;
  const ir::Place *place = wholeOf(module, taken->place);
  if (const ir::Place *array = decayed(module, place))
    place = array;
  const ir::Variable *variable = place->wholeVariable();
  return variable && origins.isLocal(variable) && !variable->type->isReference()
             ? variable
             : nullptr;
}

bool OperandFinder::isOwnResult(unsigned param) const {
  return ir::pointeeOf(traversal->params[param]->type) &&
         ownVariable(origins.of(first(param))) &&
         ir::writesThrough(traversal, param);
}

/// Whether the traversal comes to the object by another parameter, too, and so
/// may change it.
bool OperandFinder::isReachedBesides(unsigned param, const Operand &operand) {
  for (unsigned k = 0; k < traversal->params.size(); ++k) {
    if (k == param)
      continue;
    const auto other = ir::pointeeOf(traversal->params[k]->type)
                           ? pointee(origins.of(first(k)))
                           : std::nullopt;
    if (isLoopNumber(k) || (other && isSame(other->operand, operand) &&
                            other->operand.form == Operand::Element))
      return true;
  }
  return false;
}

static bool fits(const ir::Type *param, const ir::Type *object) {
  if (isViewOf(param, object))
    return true;
  if (const auto *array = dyn_cast<ir::ArrayType>(object);
      array && param->isPointer() && isScalar(array->element))
    object = array->element;
  const ir::Type *to = ir::pointeeOf(param);
  return object == (to ? to : param) || (to && isOrBeginsWith(object, to));
}

std::optional<OwnPart> OperandFinder::place(const ir::Place *place) {
  const auto found = pointee(origins.of(module.referenceTo(place)));
  return found ? std::optional(partOf(*found)) : std::nullopt;
}

/// What is found, or computed, for each iteration before any calls.
std::optional<OwnPart> OperandFinder::ahead(unsigned param, bool changes) {
  const ir::Variable *variable = traversal->params[param];
  Operand made;
  made.expr = first(param);
  made.origin = origins.of(made.expr);
  const ir::Type *to = ir::pointeeOf(variable->type);
  made.type = to ? to : variable->type;
  takeWhole(module, made);
  made.form = to ? Operand::Address : Operand::Value;
  made.name = isThis(variable) ? "query" : variable->name;
  made.prefix = variable->name +
                (isThis(variable) || variable->type->isPointer() ? "->" : ".");
  if (const auto *address = dyn_cast<ir::AddressExpr>(made.origin);
      to && address) {
    const ir::Place *place = address->place;
    if (const ir::Place *array = decayed(module, place);
        array && variable->type->isPointer() && isScalar(place->type))
      made.type = array->type;
    const ir::Variable *local = ownVariable(made.origin);
    if (local && (changes || iteration.isChanged(local))) {
      made.form = Operand::Local;
      made.local = local;
      made.type = local->type;
      made.prefix = local->name + ".";
    } else if (place->variable() && !place->isIndirect() &&
               origins.isLocal(place->variable())) {
      if (changes || !isTrivial(made.type))
        return std::nullopt;
      made.form = Operand::Value;
    }
  }
  // What is handed over by its address may hold pointers to data.
  if (made.form == Operand::Value && !isCopyable(made.type) &&
      !(to && isTrivial(made.type)))
    return std::nullopt;
  if (made.form != Operand::Local && !isThis(variable))
    spell(made);
  const ir::Type *type = made.type;
  return OwnPart{add(std::move(made)), {}, type, nullptr, false};
}

std::optional<OwnPart> OperandFinder::object(unsigned param) {
  const ir::Type *type = traversal->params[param]->type;
  const bool isThrough = ir::pointeeOf(type);
  const bool changes = isThrough && ir::writesThrough(traversal, param);
  auto found = located(param);
  auto part = found ? std::optional(partOf(*found)) : std::nullopt;
  if (part && (!fits(type, part->type) || (part->isCopied && changes)))
    part = std::nullopt;
  // A copy stays as it is; a view is none.
  if (part && ((!isThrough && !isViewOf(type, part->type)) || part->isCopied) &&
      isReachedBesides(param, found->operand))
    part = std::nullopt;
  if (!part)
    part = ahead(param, changes);
  if (part)
    name(part->operand, param, part->steps.empty());
  return part;
}

std::optional<OwnPart> OperandFinder::pointer(unsigned param) {
  const auto *load = dyn_cast<ir::LoadExpr>(origins.of(first(param)));
  const auto found =
      load && load->type->isPointer() ? at(load->place) : std::nullopt;
  if (!found || found->type != load->type || found->isCopied ||
      found->operand.isIndirect)
    return std::nullopt;
  const OwnPart part = partOf(*found);
  name(part.operand, param, part.steps.empty());
  return part;
}

std::optional<OwnPart> OperandFinder::value(unsigned param) {
  const auto found = located(param);
  auto part = found ? std::optional(partOf(*found)) : std::nullopt;
  if (!part || !fits(traversal->params[param]->type, part->type))
    part = ahead(param, false);
  if (part)
    name(part->operand, param, part->steps.empty());
  return part;
}
