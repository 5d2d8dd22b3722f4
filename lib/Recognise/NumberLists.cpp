// Lists of children, where nodes are numbers: numbers in a std::vector or
// behind a pointer, and numbers that follow each other.
//
//     each %c: ref i32 in @nodes[load %i].kids { call @f(load (*%c)) }
//     for { var %k = 0 } ... { call @f(load @nodes[load %i].kids[load %k]) }
//     for { var %c = first } while lt(load %c, add(first, count)) ... { @f(%c)
//     } for { var %k = 0 } ... { call @f(add(first, load %k)) }
//
// Which loop takes the children, and how long an array of numbers is, is found
// once the body is copied (ListChecks.cpp).
#include "Body.h"
#include "Multiples.h"
#include "Numbers.h"

#include "LibraryLayout.h"
#include "regtt/Analysis/Changes.h"

#include "regtt/Analysis/Integers.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using kernel::SlotGroup;
using llvm::dyn_cast;

//===--- Numbers in containers --------------------------------------------===//

/// The group that the numbers in `container`, a datum of the node, are: a list
/// of what has no fixed size; nothing of what holds no numbers.
std::optional<unsigned> Body::numbersIn(const ir::Place *container) {
  const bool isPointer = container->type->isPointer();
  const ir::Type *element = isPointer ? ir::pointeeOf(container->type)
                                      : ir::elementOf(container->type);
  const bool isSlots =
      container->type->kind == ir::Type::Array || isStdArray(container->type);
  if (!element || !element->isInt() || container->isVolatile ||
      (!isPointer && !isSlots && !isVector(container->type)))
    return std::nullopt;
  auto found = part(container);
  if (!found || found->object.root != Object::Node || !found->isDatum() ||
      found->object.number == kernel::nodeNumber || found->before != 0 ||
      found->object.steps.empty() ||
      kernel::isThroughPointer(found->object.steps))
    return std::nullopt;
  if (isSlots)
    return site.numberSlots(found->object, loc);
  return site.numberList(found->object,
                         isPointer ? SlotGroup::Counted : SlotGroup::Vector,
                         element, loc);
}

/// The child whose number is an element of a std::vector, or of an array behind
/// a pointer; null of others.
const ir::Expr *Body::numberElement(const ir::Place *place) {
  if (place->steps.empty())
    return nullptr;
  const ir::Step &last = place->steps.back();
  const ir::Expr *index = nullptr;
  if (const auto *element = std::get_if<ir::ElementStep>(&last))
    index = element->index;
  else if (const auto *deref = std::get_if<ir::DerefStep>(&last))
    index = deref->offset;
  if (!index)
    return nullptr;
  const ir::Place *container =
      module.place(place->root, place->steps.drop_back());
  if (isStdArray(container->type))
    return nullptr; // has slots
  const auto group = numbersIn(container);
  return group ? site.child(*group, copy.expr(index), loc) : nullptr;
}

//===--- Loops over numbers -----------------------------------------------===//

/// The local that holds the child whose number `e` is: what it names, or what
/// is an element that a loop goes to by reference. Null: none does.
const ir::Variable *Body::numberHolder(const ir::Expr *e) const {
  if (numberLinks.empty() || !e->type->isInt())
    return nullptr;
  const ir::Variable *variable = nullptr;
  if (const auto *value = dyn_cast<ir::ValueExpr>(e)) {
    variable = value->variable;
  } else if (const auto *load = dyn_cast<ir::LoadExpr>(e)) {
    const auto steps = load->place->steps;
    const auto *deref =
        steps.size() == 1 ? std::get_if<ir::DerefStep>(&steps[0]) : nullptr;
    variable = load->place->variable();
    if (!variable || (ir::pointeeOf(variable->type)
                          ? !deref || deref->offset || !links.count(variable)
                          : !steps.empty()))
      return nullptr;
  }
  return variable && numberLinks.count(variable) ? variable : nullptr;
}

/// A reference or a pointer to the number of a child: the child is that of the
/// place where it is declared.
Body::Statements Body::declareNumberHolder(const ir::Variable *variable,
                                           const ir::Expr *value,
                                           ir::Location at) {
  const ir::Place *place =
      value && fixedValue(variable, value) ? module.pointee(value) : nullptr;
  // Stores change what a local holds.
  const ir::Expr *link =
      place && !linkPlace(place) ? numberLink(module.load(place, at)) : nullptr;
  if (!link) {
    noChild(variable, value, at);
    return std::vector<ir::Statement *>();
  }
  ir::Variable *made = module.variable(ir::Variable::Let, variable->name,
                                       site.link, variable->loc);
  copy.variables[variable] = made;
  links[variable] = {module.load(module.place(made)), true};
  site.numberTypes[made] = ir::pointeeOf(variable->type);
  return std::vector<ir::Statement *>{module.let(made, link, at)};
}

/// `each %child: ref i32 in @nodes[load %i].children`, whose elements calls are
/// handed; null of others.
ir::Statement *Body::numberRange(const ir::RangeLoopStatement &s) {
  if (!numberLinks.count(s.variable))
    return nullptr;
  const auto group = numbersIn(s.range);
  return group && !s.range->type->isPointer()
             ? eachChild(s.variable, s.variable->type->isReference(),
                         {*group, false}, childCount(*group, s.loc), s, s.body)
             : nullptr;
}

/// `for { var %c = first } while lt(load %c, last) step { ++ }`, where calls
/// are handed `%c`; null of others.
ir::Statement *Body::numberLoop(const ir::LoopStatement &s) {
  const auto head = kernel::indexLoop(from, s);
  if (!head || head->isDown || !numberCounters.count(head->variable) ||
      s.init->statements.size() != 1 ||
      ir::declaredBy(s.init->statements[0]) != head->variable)
    return nullptr;
  const ir::Expr *first = copy.expr(expanded(head->first));
  const ir::Expr *last = copy.expr(expanded(head->last));
  if (site.isFailing())
    return nullptr;
  if (!isOnNodeAlone(first) || !isOnNodeAlone(last) ||
      first->type != head->variable->type || last->type != head->compared) {
    site.refuse(s.loc, Diag::RTT2016);
    return nullptr;
  }
  const unsigned group =
      site.numberSpan(SlotGroup::Range, first, last, head->isInclusive,
                      writtenText(head->first), head->first->loc);
  site.kernel.slots[group].isUnequal |= head->isUnequal;
  numberLinks.insert(head->variable);
  return eachChild(head->variable, false, {group, false},
                   childCount(group, s.loc), s, s.body);
}

/// The child whose number is `base`, and a loop's counter, whose end the node
/// decides; null of others.
const ir::Expr *Body::consecutiveNumber(const Sum &base, const ir::Expr *index,
                                        const ir::Expr *e) {
  index = withoutCasts(index);
  const auto *load = dyn_cast<ir::LoadExpr>(index);
  for (const auto &[loop, nullAt, body] : loops) {
    if (!load || load->place->wholeVariable() != loop.variable ||
        fixedInteger(loop.last))
      continue;
    const unsigned group =
        site.numberSpan(SlotGroup::Consecutive, madeOf(module, base, e->type),
                        nullptr, false, writtenText(e), loc);
    return site.child(group, copy.expr(index), loc);
  }
  return nullptr;
}

//===--- Tables -----------------------------------------------------------===//

unsigned Recogniser::numberList(const Object &object, SlotGroup::Form form,
                                const ir::Type *element, ir::Location loc) {
  const unsigned group = list(object, form, false, loc);
  SlotGroup &made = kernel.slots[group];
  made.type = element;
  made.bytes = ir::sizeOf(element).value_or(0);
  made.tested = kernel.numberType;
  return group;
}

/// The list of the numbers from `first` on, up to `last` where that is known:
/// one for all loops over the same numbers.
unsigned Recogniser::numberSpan(SlotGroup::Form form, const ir::Expr *first,
                                const ir::Expr *last, bool isInclusive,
                                const std::string &text, ir::Location loc) {
  for (unsigned k = 0; k < kernel.slots.size(); ++k)
    if (const SlotGroup &known = kernel.slots[k];
        known.form == form && known.isInclusive == isInclusive &&
        ir::equal(valueOf(known.value), first) &&
        (!last || ir::equal(valueOf(known.extent), last)))
      return k;
  SlotGroup made;
  made.form = form;
  made.text = text;
  made.type = first->type;
  made.tested = kernel.numberType;
  made.bytes = ir::sizeOf(first->type).value_or(0);
  made.count = 0;
  made.first = kernel.numSlots;
  made.isInclusive = isInclusive;
  made.loc = loc;
  made.value = hostFunction("slot::value", first, nullptr);
  if (last)
    made.extent = hostFunction("slot::extent", last, nullptr);
  kernel.slots.push_back(std::move(made));
  return kernel.slots.size() - 1;
}
