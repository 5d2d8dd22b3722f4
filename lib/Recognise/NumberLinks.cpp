// Numbers of children, where nodes are numbers: what is read from the node's
// own elements, or computed on it alone.
//
//     load @nodes[load %i].left  ->  rt::child(0), the datum `nodes[i].left`
//     add(mul(2, load %i), 1)    ->  rt::child(1), a value of its own
//
// Locals that hold a child become links; where their number is wanted it is
// `rt::number(link)` until it is known what tests of it ask (NumberTests.cpp).
#include "Accessors.h"
#include "Body.h"
#include "Numbers.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/Analysis/ReachingValues.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <utility>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

void Body::bindNumber(const ir::Variable *variable, const Object &object,
                      const ir::Expr *link) {
  values[variable] = object;
  self = link;
  findNumberLinks();
}

//===--- The own number ---------------------------------------------------===//

static unsigned bitsOf(const ir::Type *type) {
  const auto format = ir::integerFormat(type);
  return format ? format->bits : 0;
}

static bool isPlainDeref(llvm::ArrayRef<ir::Step> steps) {
  const auto *deref =
      steps.size() == 1 ? std::get_if<ir::DerefStep>(&steps[0]) : nullptr;
  return deref && !deref->offset;
}

static const ir::Variable *namedBy(const ir::Expr *e) {
  if (const auto *value = dyn_cast<ir::ValueExpr>(e))
    return value->variable;
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  return load ? load->place->wholeVariable() : nullptr;
}

/// Linearising sees to it that numbers of nodes fit in what holds them.
void Body::noteNarrow(const ir::Type *type) const {
  const auto format = ir::integerFormat(type);
  const unsigned bits = format->bits - (format->isSigned ? 1 : 0);
  const uint64_t most = (uint64_t(1) << bits) - 1;
  uint64_t &known = site.kernel.mostNumber;
  known = known == 0 ? most : std::min(known, most);
}

/// `e` without casts between integers that keep every number of a node: those
/// that the user did not write, and those to types that are wide enough for
/// what a local is made of.
const ir::Expr *Body::sameNumber(const ir::Expr *e) const {
  while (true) {
    const auto *cast = dyn_cast<ir::CastExpr>(e);
    if (!cast || cast->op != ir::CastOp::IntToInt || !cast->type->isInt() ||
        !cast->operand->type->isInt())
      return e;
    const ir::Expr *from = cast->operand;
    const unsigned bits = bitsOf(cast->type);
    if (!cast->isWritten && bits < 32 && bits < bitsOf(from->type))
      noteNarrow(cast->type);
    if (cast->isWritten && bits < bitsOf(from->type)) {
      const ir::Variable *held = namedBy(from);
      const ir::Expr *init = held ? ir::onlyValueOf(held, this->from) : nullptr;
      while (const auto *inner = llvm::dyn_cast_or_null<ir::CastExpr>(init))
        init = inner->isWritten ? nullptr : inner->operand;
      if (!init || bits < bitsOf(init->type))
        return e;
    }
    e = from;
  }
}

bool Body::isOwnNumber(const ir::Expr *e) const {
  const ir::Variable *variable =
      site.kernel.nodesAreNumbers && e ? namedBy(sameNumber(e)) : nullptr;
  const auto found = variable ? values.find(variable) : values.end();
  return found != values.end() && found->second.root == Object::Node &&
         found->second.number == kernel::nodeNumber;
}

/// To the element of a shared array whose number is the node's.
bool Body::intoNode(Part &part, const ir::Type *element,
                    const ir::Expr *index) {
  if (part.object.root != Object::Shared || !part.isDatum() || !index ||
      !site.kernel.nodesAreNumbers || !isOwnIndex(index))
    return false;
  Object holder = part.object;
  holder.type = part.type;
  Object found;
  found.number = site.nodeArray(holder, element, loc);
  found.type = element;
  part.object = found;
  part.type = element;
  part.field = nullptr;
  part.before = 0;
  return true;
}

/// A copy of the node's element, or of what it leads to, that nothing changes
/// is another name for it.
bool Body::bindCopy(const ir::Variable *variable, const ir::Expr *value) {
  const auto *load = dyn_cast<ir::LoadExpr>(value);
  const bool isEntry = entries.isEntry(variable->type);
  if (!load || !(isa<ir::StructType>(variable->type) || isEntry) ||
      !ir::onlyValueOf(variable, from))
    return false;
  const auto found = part(load->place);
  if (isEntry && found && entries.noteCopy(variable, load->place)) {
    values[variable] = found->object;
    return true;
  }
  if (!found || found->object.root != Object::Node || !found->isDatum() ||
      found->before != 0 || found->type != variable->type ||
      !(found->object.steps.empty() || found->object.steps.back().isDeref))
    return false;
  values[variable] = found->object;
  return true;
}

//===--- Locals -----------------------------------------------------------===//

/// Locals that recursive calls are handed as the child's number, and those that
/// these are made of.
void Body::findNumberLinks() {
  std::vector<const ir::Expr *> open;
  // What leads to the element of each iteration, or to another number.
  llvm::SmallPtrSet<const ir::Variable *, 8> ranges;
  ir::walk(from.body, [&](const ir::Statement *s) {
    if (const auto *range = dyn_cast<ir::RangeLoopStatement>(s))
      ranges.insert(range->variable);
    const ir::Variable *made = ir::declaredBy(s);
    const ir::Type *to = made ? ir::pointeeOf(made->type) : nullptr;
    if (to && to->isInt())
      ranges.insert(made);
  });
  for (const ir::CallStatement *each : site.recursive)
    open.push_back(each->arguments[site.nodeParam]);
  while (!open.empty()) {
    const ir::Expr *e = sameNumber(open.back());
    open.pop_back();
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e)) {
      open.push_back(choice->whenTrue);
      open.push_back(choice->whenFalse);
      continue;
    }
    const ir::Variable *variable = namedBy(e);
    if (const auto *load = dyn_cast<ir::LoadExpr>(e);
        load && isPlainDeref(load->place->steps) &&
        ranges.count(load->place->variable()))
      variable = load->place->variable();
    if (!variable || variable->kind == ir::Variable::Parameter ||
        (!variable->type->isInt() && !ranges.count(variable)) ||
        !numberLinks.insert(variable).second)
      continue;
    ir::walk(from.body, [&](const ir::Statement *s) {
      if (const auto *let = dyn_cast<ir::LetStatement>(s))
        if (let->variable == variable)
          open.push_back(variable->type->isReference()
                             ? module.load(module.pointee(let->value))
                             : let->value);
      if (const auto *var = dyn_cast<ir::VarStatement>(s))
        if (var->variable == variable && var->init)
          open.push_back(var->init);
      if (const auto *store = dyn_cast<ir::StoreStatement>(s))
        if (store->place->wholeVariable() == variable)
          open.push_back(store->value);
    });
  }
  // A loop's own counter is a number of its own.
  ir::walk(from.body, [&](const ir::Statement *s) {
    const auto *loop = dyn_cast<ir::LoopStatement>(s);
    if (!loop || !loop->step)
      return;
    ir::walk(loop->step, [&](const ir::Statement *step) {
      if (const auto *store = dyn_cast<ir::StoreStatement>(step))
        if (numberLinks.erase(store->place->variable()))
          numberCounters.insert(store->place->variable());
    });
  });
}

/// The number of the child that the local `variable` holds, as what `e` is.
const ir::Expr *Body::numberOfLink(const ir::Expr *e) {
  const ir::Variable *variable = numberHolder(e);
  if (!variable)
    return nullptr;
  return module.libraryCall("rt::number", e->type, {heldLink(variable)}, loc);
}

/// The child whose number a local holds: its copy's value, or what stands
/// wherever it is asked for.
const ir::Expr *Body::heldLink(const ir::Variable *holder) {
  const auto known = links.find(holder);
  return known != links.end() && !known->second.isBehind
             ? known->second.link
             : module.load(module.place(copy.variable(holder)), loc);
}

//===--- Children ---------------------------------------------------------===//

/// The child whose number lies at `place`; null: it is none.
const ir::Expr *Body::numberAt(const ir::Place *place) {
  if (const ir::Variable *variable = place->wholeVariable())
    return numberLinks.count(variable) ? heldLink(variable) : nullptr;
  if (const ir::Expr *element = numberElement(place))
    return element;
  if (site.isFailing())
    return nullptr;
  const auto found = part(place);
  if (!found || found->object.root != Object::Node ||
      found->object.number == kernel::nodeNumber || found->steps.size() > 1 ||
      !found->type->isInt() || (found->field && found->field->isBitField()))
    return nullptr;
  for (const kernel::DataStep &step : found->object.steps)
    if (step.isDeref)
      return nullptr;
  const ir::Expr *index = nullptr;
  if (!found->steps.empty()) {
    if (const auto *plain = std::get_if<ir::IndexStep>(&found->steps[0]))
      index = plain->index;
    else if (const auto *step = std::get_if<ir::ElementStep>(&found->steps[0]))
      index = step->index;
    if (!index)
      return nullptr;
  }
  return site.child(site.numberSlots(found->object, loc), index, loc);
}

/// `load (*select(c, refof a, select(d, refof b, refof e)))`
const ir::Expr *Body::chosenNumber(const ir::LoadExpr *e) {
  const auto *pointed = std::get_if<ir::PointeeRoot>(&e->place->root);
  return pointed && e->place->steps.empty() &&
                 isa<ir::SelectExpr>(pointed->pointer)
             ? numberBehind(pointed->pointer)
             : nullptr;
}

/// The child whose number `pointer` leads to; null: it is none.
const ir::Expr *Body::numberBehind(const ir::Expr *pointer) {
  if (const auto *address = dyn_cast<ir::AddressExpr>(pointer))
    return numberAt(address->place);
  const auto *choice = dyn_cast<ir::SelectExpr>(pointer);
  if (!choice)
    return nullptr;
  const ir::Expr *condition = copy.expr(choice->condition);
  const ir::Expr *left = numberBehind(choice->whenTrue);
  const ir::Expr *right = left ? numberBehind(choice->whenFalse) : nullptr;
  return right ? module.select(condition, left, right, pointer->loc) : nullptr;
}

/// The child whose number `e` is; null: it is none.
const ir::Expr *Body::numberLink(const ir::Expr *link) {
  const ir::Expr *e = sameNumber(link);
  if (const auto *choice = dyn_cast<ir::SelectExpr>(e)) {
    const ir::Expr *condition = copy.expr(choice->condition);
    const ir::Expr *whenTrue = numberLink(choice->whenTrue);
    const ir::Expr *whenFalse = numberLink(choice->whenFalse);
    return whenTrue && whenFalse
               ? module.select(condition, whenTrue, whenFalse, e->loc)
               : nullptr;
  }
  if (const ir::Variable *holder = numberHolder(e))
    return heldLink(holder);
  if (isOwnNumber(e) || !e->type->isInt())
    return nullptr;
  if (const auto *load = dyn_cast<ir::LoadExpr>(e)) {
    if (const ir::Expr *chosen = chosenNumber(load))
      return chosen;
    const size_t refusals = site.site.refusals.size();
    if (const ir::Expr *child = numberAt(load->place))
      return child;
    if (site.site.refusals.size() != refusals)
      return nullptr;
  }
  if (const auto *called = dyn_cast<ir::CallExpr>(e))
    if (const ir::Expr *words = inWords(module, called))
      return numberLink(words);
  return computedNumber(e);
}

/// `e` with the values that locals have there, for what is the same whenever it
/// is evaluated.
const ir::Expr *Body::expanded(const ir::Expr *e) {
  const ir::Expr *at = e;
  ir::Mapper values(module);
  values.onExpr = [&](const ir::Expr *inner) -> const ir::Expr * {
    const ir::Variable *variable = namedBy(inner);
    if (!variable || variable->kind == ir::Variable::Parameter)
      return nullptr;
    const ir::Expr *given = ir::onlyValueOf(variable, from);
    if (!given)
      given = ir::reachingValue(variable, at, from);
    if (!given)
      return nullptr;
    const ir::Expr *outer = std::exchange(at, given);
    const ir::Expr *value = values.expr(given);
    at = outer;
    return value;
  };
  return values.expr(e);
}

bool recognise::isOnNodeAlone(const ir::Expr *e) {
  bool result = true;
  ir::walk(e, [&](const ir::Expr *inner) {
    if (isa<ir::CallExpr, ir::LibraryCallExpr, ir::SelectExpr, ir::AddressExpr,
            ir::ContainerReadExpr, ir::ValueExpr, ir::LogicalExpr>(inner))
      result = false;
    if (const ir::Place *place = ir::placeOf(inner)) {
      const auto *root = std::get_if<ir::DataRoot>(&place->root);
      result &= root && (root->kind == ir::DataRoot::Node ||
                         root->kind == ir::DataRoot::Shared);
    }
  });
  return result;
}

const ir::Expr *Body::computedNumber(const ir::Expr *e) {
  const ir::Expr *value = copy.expr(expanded(e));
  if (site.isFailing())
    return nullptr;
  if (!isOnNodeAlone(value))
    return numberChoice(e);
  const Sum sum = sumOf(value);
  for (unsigned k = 0; k < site.kernel.slots.size(); ++k)
    if (const kernel::SlotGroup &known = site.kernel.slots[k];
        known.form == kernel::SlotGroup::Computed && known.type == value->type)
      if (const auto behind =
              distance(sumOf(Recogniser::valueOf(known.value)), sum);
          behind && *behind >= 0 && *behind < known.count)
        return site.child(k,
                          known.count == 1
                              ? nullptr
                              : module.integer(site.counter(), *behind, e->loc),
                          loc);
  return site.child(site.computedSlots(value, 1, writtenText(e), loc), nullptr,
                    loc);
}

//===--- Several side by side ---------------------------------------------===//

const ir::Expr *Body::numberChoice(const ir::Expr *e) {
  const Sum all = sumOf(e);
  Sum base, chosen;
  std::vector<const ir::Expr *> users;
  for (const Sum::Term &term : all.terms) {
    const ir::Expr *value = copy.expr(expanded(term.e));
    if (site.isFailing())
      return nullptr;
    if (isOnNodeAlone(value)) {
      base.terms.push_back({value, term.isNegated});
    } else {
      users.push_back(term.e);
      chosen.terms.push_back({copy.expr(term.e), term.isNegated});
    }
  }
  if (base.terms.empty() || chosen.terms.empty())
    return nullptr;
  if (users.size() == 1 && !chosen.terms[0].isNegated) {
    Sum first = base;
    first.constant = all.constant;
    if (const ir::Expr *child = consecutiveNumber(first, users[0], e))
      return child;
  }
  IntegerRange range = {all.constant, all.constant};
  for (unsigned k = 0; k < users.size(); ++k) {
    const auto values = rangeOf(users[k], from);
    if (!values)
      return nullptr;
    const bool isNegated = chosen.terms[k].isNegated;
    range.low += isNegated ? -values->high : values->low;
    range.high += isNegated ? -values->low : values->high;
  }
  static constexpr int64_t most = 32; // of slots
  const int64_t count = range.high - range.low + 1;
  if (count > most)
    return nullptr;
  base.constant = range.low;
  int64_t behind = 0;
  const auto group = indexedSlots(base, e, count, behind);
  if (!group)
    return nullptr;
  chosen.constant = all.constant - range.low + behind;
  return site.child(*group, madeOf(module, chosen, e->type), loc);
}

/// `count` slots for the numbers from `base` on, or room among those that are
/// there: the group, and how far behind its first slot they start.
std::optional<unsigned> Body::indexedSlots(const Sum &base, const ir::Expr *e,
                                           int64_t count, int64_t &behind) {
  auto &slots = site.kernel.slots;
  for (unsigned k = 0; k < slots.size(); ++k) {
    if (slots[k].form != kernel::SlotGroup::Computed || slots[k].count == 1)
      continue;
    const auto at = distance(sumOf(Recogniser::valueOf(slots[k].value)), base);
    if (!at || *at <= -count || *at >= slots[k].count)
      continue;
    if (*at < 0)
      return std::nullopt; // further ahead than those
    behind = *at;
    if (behind + count > slots[k].count) {
      site.kernel.numSlots += behind + count - slots[k].count;
      slots[k].count = behind + count;
    }
    return k;
  }
  behind = 0;
  return site.computedSlots(madeOf(module, base, e->type), count,
                            writtenText(e), loc);
}
