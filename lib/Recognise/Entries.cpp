// Children that are held beside other data: in elements of an array or of a
// std::vector of the node's, as R-trees have them.
//
//     %n->entries[%k].child  ->  rt::child(%k)
//     %n->entries[%k].box    ->  element(2: @Box, add(load node(0: i64), %k))
//
// What else an element has is that of an array of the node's (NodeArrays.cpp).
#include "Body.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::recognise;
using kernel::SlotGroup;
using llvm::dyn_cast;
using llvm::isa;

/// The fields that `place` ends with, behind an element or what a reference
/// leads to; nothing where they are none, or lie in a union.
static std::optional<llvm::ArrayRef<ir::Step>>
fieldsBehind(const ir::Place *place) {
  llvm::ArrayRef<ir::Step> fields;
  for (size_t k = place->steps.size(); k-- > 0;) {
    const auto *into = std::get_if<ir::FieldStep>(&place->steps[k]);
    if (!into)
      break;
    if (into->field->parent->isUnion() || into->field->isBase)
      return std::nullopt;
    fields = place->steps.drop_front(k);
  }
  return fields.empty() ? std::nullopt : std::optional(fields);
}

/// The group of the children that these fields of the elements at `holder` lead
/// to.
std::optional<unsigned> Body::entryGroup(const Object &holder,
                                         llvm::ArrayRef<ir::Step> fields) {
  kernel::DataStep step;
  for (const ir::Step &each : fields) {
    const ir::Field *field = std::get<ir::FieldStep>(each).field;
    step.field += (step.field.empty() ? "" : ".") + field->name;
    step.offset += field->offset;
  }
  Object object = holder;
  const ir::Type *element = ir::elementOf(holder.type);
  const auto *array = dyn_cast<ir::ArrayType>(holder.type);
  const uint64_t stride = element ? strideOf(element) : 0;
  if (stride == 0 || holder.root != Object::Node || holder.isWhole() ||
      kernel::leadsElsewhere(holder.steps))
    return std::nullopt;
  unsigned group = 0;
  if (array) {
    step.isPointer = step.leadsToNode = true;
    object.steps.push_back(step);
    group = site.slots(object, array->count, loc);
  } else if (isContiguous(holder.type) && !isStdArray(holder.type)) {
    group = site.list(object, SlotGroup::Vector, false, loc);
  } else {
    return std::nullopt;
  }
  SlotGroup &slots = site.kernel.slots[group];
  const uint64_t within = array ? 0 : step.offset;
  if (slots.stride != 0 && slots.within != within) {
    site.refuse(loc, Diag::RTT2033, {slots.text});
    return std::nullopt;
  }
  slots.stride = stride;
  slots.within = within;
  return group;
}

/// Whether elements of that type hold pointers to nodes beside other data.
bool Body::isEntry(const ir::Type *element) const {
  const auto *record = dyn_cast<ir::StructType>(element);
  return record && record != site.nodeType && record->isComplete() &&
         !site.kernel.nodesAreNumbers &&
         llvm::any_of(record->fields(), [&](const ir::Field &field) {
           return site.leadsToNode(field.type);
         });
}

/// The child that a field of an element of the node's leads to; null: it is
/// none.
const ir::Expr *Body::entryAt(const ir::Place *place) {
  const auto fields = fieldsBehind(place);
  if (!fields || site.kernel.nodesAreNumbers || !place->type->isPointer())
    return nullptr;
  const size_t length = place->steps.size() - fields->size();
  if (length == 0)
    return nullptr;
  const ir::Step &last = place->steps[length - 1];
  // A reference to the element.
  if (const auto known = entries.find(place->variable());
      known != entries.end() && length == 1) {
    const auto *deref = std::get_if<ir::DerefStep>(&last);
    const auto group = deref && !deref->offset
                           ? entryGroup(known->second.holder, *fields)
                           : std::nullopt;
    return group ? site.child(*group, known->second.number, loc) : nullptr;
  }
  const ir::Expr *index = nullptr;
  if (const auto *inArray = std::get_if<ir::IndexStep>(&last))
    index = inArray->index;
  else if (const auto *element = std::get_if<ir::ElementStep>(&last))
    index = element->index;
  if (!index)
    return nullptr;
  const auto holder =
      entriesAt(module.place(place->root, place->steps.take_front(length - 1)));
  const auto group = holder ? entryGroup(*holder, *fields) : std::nullopt;
  return group ? site.child(*group, copy.expr(index), loc) : nullptr;
}

/// `e`, a test of whether such a field is null, asks what the field holds: a
/// leaf may keep anything there that no call follows. Null: it is no such test.
const ir::Expr *Body::entryTest(const NullTest &test, const ir::Expr *e) {
  const auto *load = llvm::dyn_cast_or_null<ir::LoadExpr>(test.pointer);
  const ir::Expr *child = load ? entryAt(load->place) : nullptr;
  const ir::Expr *asked = child ? addressTest(e) : nullptr;
  if (asked)
    site.entryTests[asked] = {child, test.isThere};
  return asked;
}

/// The node's array or vector of such elements at `container`.
std::optional<Object> Body::entriesAt(const ir::Place *container) {
  const ir::Type *element = ir::elementOf(container->type);
  if (!element || !isEntry(element) || container->steps.empty() ||
      container->isVolatile)
    return std::nullopt;
  const auto found = part(container);
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
ir::Statement *Body::noteEntry(const ir::Variable *variable, const Object &to,
                               ir::Location at) {
  if (to.root != Object::Element || !to.steps.empty() || !isEntry(to.type) ||
      !site.kernel.arrays[to.number].isOfNodes())
    return nullptr;
  const auto *sum = dyn_cast<ir::BinaryExpr>(to.index);
  const auto *start = sum && sum->op == ir::BinaryOp::Add
                          ? dyn_cast<ir::LoadExpr>(sum->left)
                          : nullptr;
  const auto *root =
      start ? std::get_if<ir::DataRoot>(&start->place->root) : nullptr;
  if (!root || root->kind != ir::DataRoot::Node ||
      int(root->number) != site.kernel.arrays[to.number].start)
    return nullptr;
  NodeEntry &made = entries[variable];
  made.holder = site.holders.lookup(to.number);
  made.number = withoutCasts(sum->right);
  // What counts a loop around stays as it is in it.
  const auto *load = dyn_cast<ir::LoadExpr>(made.number);
  const ir::Variable *counter = load ? load->place->wholeVariable() : nullptr;
  if (isa<ir::IntExpr>(made.number) ||
      (counter && llvm::any_of(loops, [&](const AroundLoop &around) {
         return copy.variables.lookup(around.head.variable) == counter ||
                around.head.variable == counter;
       })))
    return nullptr;
  const ir::Variable *number =
      module.variable(ir::Variable::Let, variable->name + "_number",
                      sum->right->type, variable->loc);
  made.number = module.load(module.place(number));
  return module.let(number, sum->right, at);
}

/// The vector of the node's whose elements lead to children in `s`, a loop.
const ir::Place *Body::entriesIn(const ir::Statement *s) {
  const ir::Place *result = nullptr;
  const auto look = [&](const ir::Place *place) {
    const auto fields = place ? fieldsBehind(place) : std::nullopt;
    if (result || !fields || !site.leadsToNode(place->type) ||
        place->steps.size() < fields->size() + 2)
      return;
    const size_t length = place->steps.size() - fields->size();
    if (!std::holds_alternative<ir::ElementStep>(place->steps[length - 1]))
      return;
    const ir::Place *container =
        module.place(place->root, place->steps.take_front(length - 1));
    const auto holder = entriesAt(container);
    if (holder && entryGroup(*holder, *fields))
      result = container;
  };
  if (site.kernel.nodesAreNumbers)
    return nullptr;
  ir::walkExprs(s, [&](const ir::Expr *e) { look(ir::placeOf(e)); });
  return result;
}

/// Whether `body` looks at a child through `variable`, a reference to an
/// element; the group of such children is known from then on.
bool Body::looksAtEntry(const ir::BlockStatement *body,
                        const ir::Variable *variable, const Object &holder) {
  bool result = false;
  ir::walkExprs(body, [&](const ir::Expr *e) {
    const ir::Place *place = ir::placeOf(e);
    if (!place || place->variable() != variable ||
        !site.leadsToNode(place->type))
      return;
    const auto fields = fieldsBehind(place);
    result |= fields && entryGroup(holder, *fields);
  });
  return result;
}
