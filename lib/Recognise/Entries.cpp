// Children that are held beside other data: in elements of an array or of a
// std::vector of the node's, as R-trees have them, or in pairs.
//
//     %n->entries[%k].child  ->  rt::child(%k)
//     %n->edges[%k].second   ->  rt::child(%k)
//     %n->entries[%k].box    ->  element(2: @Box, add(load node(0: i64), %k))
//
// What else an element has is that of an array of the node's (NodeArrays.cpp).
#include "Body.h"
#include "Multiples.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using kernel::SlotGroup;
using llvm::dyn_cast;
using llvm::isa;

/// The fields, and members of pairs, that `place` ends with, behind an element
/// or what a reference leads to; nothing where they are none, or lie in a
/// union.
static std::optional<llvm::ArrayRef<ir::Step>>
fieldsBehind(const ir::Place *place) {
  llvm::ArrayRef<ir::Step> fields;
  for (size_t k = place->steps.size(); k-- > 0;) {
    const auto *into = std::get_if<ir::FieldStep>(&place->steps[k]);
    if (!into && !std::holds_alternative<ir::MemberStep>(place->steps[k]))
      break;
    if (into && (into->field->parent->isUnion() || into->field->isBase))
      return std::nullopt;
    fields = place->steps.drop_front(k);
  }
  return fields.empty() ? std::nullopt : std::optional(fields);
}

/// The way that these steps are from the start of an object of `type`; nothing
/// where it is not known.
static std::optional<kernel::DataStep>
joinedStep(llvm::ArrayRef<ir::Step> steps, const ir::Type *type) {
  kernel::DataStep joined;
  for (const ir::Step &each : steps) {
    const auto *into = std::get_if<ir::FieldStep>(&each);
    const auto *member = std::get_if<ir::MemberStep>(&each);
    const auto offset = into ? std::optional(into->field->offset)
                             : offsetOfMember(type, member->name);
    if (!offset)
      return std::nullopt;
    joined.field += (joined.field.empty() ? "" : ".") +
                    (into ? into->field->name : member->name.str());
    joined.offset += *offset;
    type = ir::typeAfter(each, type);
    joined.isPointer = type->isPointer();
  }
  return joined;
}

/// The group of the children that these fields of the elements at `holder` lead
/// to.
std::optional<unsigned> Entries::group(const Object &holder,
                                       llvm::ArrayRef<ir::Step> fields) {
  Object object = holder;
  const ir::Type *element = ir::elementOf(holder.type);
  const auto joined = joinedStep(fields, element);
  if (!joined)
    return std::nullopt;
  kernel::DataStep step = *joined;
  const auto *array = dyn_cast<ir::ArrayType>(holder.type);
  const uint64_t stride = element ? strideOf(element) : 0;
  if (stride == 0 || holder.root != Object::Node || holder.isWhole() ||
      kernel::leadsElsewhere(holder.steps))
    return std::nullopt;
  unsigned number = 0;
  if (array) {
    step.leadsToNode = true;
    object.steps.push_back(step);
    number = body.site.slots(object, array->count, body.loc);
  } else if (isContiguous(holder.type) && !isStdArray(holder.type)) {
    number = body.site.list(object, SlotGroup::Vector, false, body.loc);
  } else {
    return std::nullopt;
  }
  SlotGroup &slots = body.site.kernel.slots[number];
  const uint64_t within = array ? 0 : step.offset;
  if (slots.stride != 0 && slots.within != within) {
    body.site.refuse(body.loc, Diag::RTT2033, {slots.text});
    return std::nullopt;
  }
  slots.stride = stride;
  slots.within = within;
  return number;
}

/// Whether elements of that type hold pointers to nodes beside other data.
bool Entries::isEntry(const ir::Type *element) const {
  if (isPair(element))
    return llvm::any_of(
        llvm::ArrayRef({"first", "second"}), [&](const char *name) {
          const ir::Type *member = ir::memberOf(element, name);
          return body.site.leadsToNode(member) || isEntry(member);
        });
  const auto *record = dyn_cast<ir::StructType>(element);
  return record && record != body.site.nodeType && record->isComplete() &&
         !body.site.kernel.nodesAreNumbers &&
         llvm::any_of(record->fields(), [&](const ir::Field &field) {
           return body.site.leadsToNode(field.type) || isEntry(field.type);
         });
}

/// The child that a field of an element of the node's leads to; null: it is
/// none.
const ir::Expr *Entries::at(const ir::Place *place) {
  const auto fields = fieldsBehind(place);
  if (!fields || body.site.kernel.nodesAreNumbers ||
      !body.site.leadsToNode(place->type))
    return nullptr;
  const size_t length = place->steps.size() - fields->size();
  // A reference or a pointer to the element, or a copy of it.
  if (const auto known = entries.find(place->variable());
      known != entries.end() && length == (known->second.isCopy ? 0u : 1u)) {
    const auto *deref =
        length == 0 ? nullptr
                    : std::get_if<ir::DerefStep>(&place->steps[length - 1]);
    const auto found = length == 0 || (deref && !deref->offset)
                           ? group(known->second.holder, *fields)
                           : std::nullopt;
    return found ? body.site.child(*found, known->second.number, body.loc)
                 : nullptr;
  }
  if (length == 0)
    return nullptr;
  const ir::Step &last = place->steps[length - 1];
  const ir::Expr *index = nullptr;
  if (const auto *inArray = std::get_if<ir::IndexStep>(&last))
    index = inArray->index;
  else if (const auto *element = std::get_if<ir::ElementStep>(&last))
    index = element->index;
  if (!index)
    return nullptr;
  const auto holder = holderAt(
      body.module.place(place->root, place->steps.take_front(length - 1)));
  const auto found = holder ? group(*holder, *fields) : std::nullopt;
  return found ? body.site.child(*found, body.copy.expr(index), body.loc)
               : nullptr;
}

/// `e`, a test of whether such a field is null, asks what the field holds: a
/// leaf may keep anything there that no call follows. Null: it is no such test.
const ir::Expr *Entries::test(const ir::Expr *pointer, bool isThere,
                              const ir::Expr *e) {
  const auto *load = llvm::dyn_cast_or_null<ir::LoadExpr>(pointer);
  const ir::Expr *child = load ? at(load->place) : nullptr;
  if (!child)
    return nullptr;
  const ir::Expr *asked = nullptr;
  if (const auto *negation = dyn_cast<ir::UnaryExpr>(e);
      negation && negation->op == ir::UnaryOp::LNot) {
    const ir::Expr *inner = test(pointer, !isThere, negation->operand);
    asked =
        inner ? body.module.unary(ir::UnaryOp::LNot, inner, e->loc) : nullptr;
  } else {
    asked = body.addressTest(e);
  }
  if (asked)
    body.site.entryTests[asked] = {child, isThere};
  return asked;
}

/// The node's array or vector of such elements at `container`.
std::optional<Object> Entries::holderAt(const ir::Place *container) {
  const ir::Type *element = ir::elementOf(container->type);
  if (!element || !isEntry(element) || container->steps.empty() ||
      container->isVolatile)
    return std::nullopt;
  const auto found = body.part(container);
  if (!found || found->object.root != Object::Node || !found->isDatum() ||
      found->before != 0 || found->object.isWhole())
    return std::nullopt;
  Object holder = found->object;
  holder.type = found->type;
  return holder;
}

/// Notes that `variable` refers to element `number` of the array at `holder`,
/// where that is the node's and holds children. Returns what keeps the number;
/// null: nothing has to be.
ir::Statement *Entries::note(const ir::Variable *variable, const Object &to,
                             ir::Location at) {
  if (to.root != Object::Element || !to.steps.empty() || !isEntry(to.type) ||
      !body.site.kernel.arrays[to.number].isOfNodes())
    return nullptr;
  const auto *sum = dyn_cast<ir::BinaryExpr>(to.index);
  const auto *start = sum && sum->op == ir::BinaryOp::Add
                          ? dyn_cast<ir::LoadExpr>(sum->left)
                          : nullptr;
  const auto *root =
      start ? std::get_if<ir::DataRoot>(&start->place->root) : nullptr;
  if (!root || root->kind != ir::DataRoot::Node ||
      int(root->number) != body.site.kernel.arrays[to.number].start)
    return nullptr;
  Entry &made = entries[variable];
  made.holder = body.site.holders.lookup(to.number);
  made.number = withoutCasts(sum->right);
  // What counts a loop around stays as it is in it.
  const auto *load = dyn_cast<ir::LoadExpr>(made.number);
  const ir::Variable *counter = load ? load->place->wholeVariable() : nullptr;
  if (isa<ir::IntExpr>(made.number) ||
      (counter && llvm::any_of(body.loops, [&](const AroundLoop &around) {
         return body.copy.variables.lookup(around.head.variable) == counter ||
                around.head.variable == counter;
       })))
    return nullptr;
  const ir::Variable *number =
      body.module.variable(ir::Variable::Let, variable->name + "_number",
                           sum->right->type, variable->loc);
  made.number = body.module.load(body.module.place(number));
  return body.module.let(number, sum->right, at);
}

/// Calls visit(place) for what `s` reads by more than asking whether it is
/// null.
void Entries::eachRead(const ir::Statement *s,
                       llvm::function_ref<void(const ir::Place *)> visit) {
  llvm::SmallPtrSet<const ir::Expr *, 8> tested;
  ir::walkExprs(s, [&](const ir::Expr *e) {
    if (const auto test = body.nullTest(e))
      tested.insert(test->pointer);
  });
  ir::walkExprs(s, [&](const ir::Expr *e) {
    if (const ir::Place *place = ir::placeOf(e); place && !tested.count(e))
      visit(place);
  });
}

/// The vector of the node's whose elements lead to children in `s`, a loop.
const ir::Place *Entries::listIn(const ir::Statement *s) {
  const ir::Place *result = nullptr;
  const auto look = [&](const ir::Place *place) {
    const auto fields = fieldsBehind(place);
    if (result || !fields || !body.site.leadsToNode(place->type) ||
        place->steps.size() < fields->size() + 2)
      return;
    const size_t length = place->steps.size() - fields->size();
    if (!std::holds_alternative<ir::ElementStep>(place->steps[length - 1]))
      return;
    const ir::Place *container =
        body.module.place(place->root, place->steps.take_front(length - 1));
    const auto holder = holderAt(container);
    if (holder && group(*holder, *fields))
      result = container;
  };
  if (body.site.kernel.nodesAreNumbers)
    return nullptr;
  eachRead(s, look);
  return result;
}

/// `let %c = load (*%x)` of a reference to an element: `%c` is another name for
/// it. False: it is something else.
bool Entries::noteCopy(const ir::Variable *copy, const ir::Place *from) {
  const auto known = entries.find(from->variable());
  if (known == entries.end() || from->steps.size() != 1 ||
      !std::holds_alternative<ir::DerefStep>(from->steps[0]))
    return false;
  Entry same = known->second;
  same.isCopy = true;
  entries[copy] = same;
  return true;
}

/// Whether `body` looks at a child through `variable`, a reference to an
/// element, or through the copy that it begins with; the group of such children
/// is known from then on.
bool Entries::isLookedAt(const ir::BlockStatement *loop,
                         const ir::Variable *variable, const ir::Variable *copy,
                         const Object &holder) {
  bool result = false;
  eachRead(loop, [&](const ir::Place *place) {
    if (!place->variable() ||
        (place->variable() != variable && place->variable() != copy) ||
        !body.site.leadsToNode(place->type))
      return;
    const auto fields = fieldsBehind(place);
    result |= fields && group(holder, *fields);
  });
  return result;
}
