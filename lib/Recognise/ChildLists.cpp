// Children that lie side by side: fixed arrays of pointers, std::vectors, and
// arrays behind a pointer, whose length another number says.
//
//     %n->kid[%i]              ->  a slot, or the list's child number %i
//     ptradd(load %n->kids, %i)  ->  child number %i: the nodes themselves
//     size(%n->kids)           ->  rt::children()
#include "Body.h"
#include "LibraryLayout.h"
#include "Spelling.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::recognise;
using kernel::SlotGroup;
using llvm::dyn_cast;
using llvm::isa;

static bool isLibrary(const ir::Type *type, llvm::StringRef name) {
  const auto *library = dyn_cast<ir::LibraryType>(type);
  return library && library->name == name;
}

/// What lies in a container of that type; null where it is none.
static const ir::Type *elementOfContainer(const ir::Type *type) {
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return array->element;
  if (isVector(type) || isLibrary(type, "std::array"))
    return ir::elementOf(type);
  return type->isPointer() ? ir::pointeeOf(type) : nullptr;
}

/// The elements of a std::array are in a field, as the library has it.
static uint64_t intoLibraryArray(Object &object) {
  object.steps.push_back(elementsOfArray());
  const auto *type = llvm::cast<ir::LibraryType>(object.type);
  return std::get<int64_t>(type->arguments[1]);
}

/// Whether its elements are nodes, or lead to nodes.
bool Body::holdsNodes(const ir::Place *container) const {
  const ir::Type *element = elementOfContainer(container->type);
  return element && !container->isVolatile &&
         (element == site.nodeType || site.leadsToNode(element));
}

std::optional<Body::Children> Body::childrenIn(const ir::Place *container) {
  if (!holdsNodes(container))
    return std::nullopt;
  const bool isInPlace = elementOfContainer(container->type) == site.nodeType;
  const ir::Variable *variable = container->variable();
  if (container->steps.empty() ||
      (variable && !objects.count(variable) && !values.count(variable)))
    return std::nullopt;
  auto found = part(container);
  if (!found || found->object.root != Object::Node || !found->isDatum() ||
      found->object.steps.empty() || found->before != 0 ||
      kernel::leadsElsewhere(found->object.steps))
    return std::nullopt;
  Object &object = found->object;
  // A std::shared_ptr has more in it than the pointer.
  const ir::Type *element = elementOfContainer(container->type);
  const uint64_t stride =
      element->isPointer() || isInPlace ? 0 : strideOf(element);
  const auto apart = [&](unsigned group) {
    if (stride != 0)
      site.kernel.slots[group].stride = stride;
    return Children{group, isInPlace};
  };
  if (container->type->isPointer())
    return apart(site.list(object, SlotGroup::Counted, isInPlace, loc));
  if (isVector(container->type))
    return apart(site.list(object, SlotGroup::Vector, isInPlace, loc));
  if (isInPlace)
    return std::nullopt; // each of them lies in the node
  const auto *array = dyn_cast<ir::ArrayType>(container->type);
  const uint64_t count = array ? array->count : intoLibraryArray(object);
  return apart(site.slots(object, count, loc));
}

/// The child whose pointer is an element of a container of the node.
const ir::Expr *Body::elementAt(const ir::Place *place) {
  if (place->steps.empty())
    return nullptr;
  const ir::Step &last = place->steps.back();
  const ir::Expr *index = nullptr;
  if (const auto *inArray = std::get_if<ir::IndexStep>(&last))
    index = inArray->index;
  else if (const auto *element = std::get_if<ir::ElementStep>(&last))
    index = element->index;
  else if (const auto *deref = std::get_if<ir::DerefStep>(&last))
    index = deref->offset;
  if (!index)
    return nullptr;
  const auto children =
      childrenIn(module.place(place->root, place->steps.drop_back()));
  return children && !children->isInPlace
             ? site.child(children->group, copy.expr(index), loc)
             : nullptr;
}

/// The child that lies in a container of the node: by its address, or so many
/// objects from the first one on.
const ir::Expr *Body::elementOf(const ir::Expr *e) {
  const ir::Place *container = nullptr;
  const ir::Expr *index = nullptr;
  const auto *sum = dyn_cast<ir::BinaryExpr>(e);
  if (sum && sum->op == ir::BinaryOp::PtrAdd) {
    const auto *base = dyn_cast<ir::LoadExpr>(sum->left);
    container = base ? base->place : nullptr;
    index = sum->right;
  } else if (const auto *address = dyn_cast<ir::AddressExpr>(e);
             address && !address->place->steps.empty()) {
    const ir::Place *place = address->place;
    const ir::Step &last = place->steps.back();
    if (const auto *element = std::get_if<ir::ElementStep>(&last))
      index = element->index;
    else if (const auto *deref = std::get_if<ir::DerefStep>(&last))
      index = deref->offset;
    if (index)
      container = module.place(place->root, place->steps.drop_back());
  }
  if (!container || !index)
    return nullptr;
  const auto children = childrenIn(container);
  return children && children->isInPlace
             ? site.child(children->group, copy.expr(index), loc)
             : nullptr;
}

//===--- How many there are -----------------------------------------------===//

const ir::Expr *Body::childCount(unsigned group, ir::Location at) {
  const SlotGroup &slots = site.kernel.slots[group];
  const auto *number = module.intType(ir::IntType::U32);
  return slots.isList() ? module.libraryCall("rt::children", number, {}, at)
                        : module.integer(module.intType(ir::IntType::I32),
                                         slots.count, at);
}

/// How many children another node has in its vector; null: that is none.
const ir::Expr *Body::childCountOfOther(const ir::Place *container) {
  if (!seesOtherNodes() || !holdsNodes(container) ||
      !isVector(container->type) || container->steps.empty())
    return nullptr;
  const auto found = part(container);
  if (!found || !isLinked(found->object) || !found->isDatum() ||
      found->before != 0)
    return nullptr;
  Object here = found->object;
  here.root = Object::Node;
  here.index = nullptr;
  site.list(here, SlotGroup::Vector,
            elementOfContainer(container->type) == site.nodeType, loc);
  return module.libraryCall("rt::childrenOf", module.intType(ir::IntType::U32),
                            {found->object.index}, loc);
}

/// `size(%n->kids)`, `empty(%n->kids)`; null of others.
const ir::Expr *Body::listSize(const ir::Expr *e) {
  const auto *read = dyn_cast<ir::ContainerReadExpr>(e);
  if (!read || !isVector(read->container->type) ||
      (read->op != ir::ReadOp::Size && read->op != ir::ReadOp::Empty))
    return nullptr;
  auto children = childrenIn(read->container);
  if (!children && entries.loop && ir::equal(read->container, entries.loop)) {
    const auto list =
        llvm::find_if(site.kernel.slots, [](const kernel::SlotGroup &group) {
          return group.isList();
        });
    if (list == site.kernel.slots.end() || site.kernel.slots.size() > 1)
      return site.refuse(loc, Diag::RTT2034,
                         {spelled(module, read->container)});
    children = Children{unsigned(list - site.kernel.slots.begin()), false};
  }
  const ir::Expr *count = children ? childCount(children->group, loc)
                                   : childCountOfOther(read->container);
  if (!count)
    return nullptr;
  site.kernel.asksListLength = true;
  return read->op == ir::ReadOp::Size
             ? module.cast(ir::CastOp::IntToInt, e->type, count, false, loc)
             : module.binary(ir::BinaryOp::Eq, count,
                             module.integer(count->type, 0, loc), loc);
}

/// Whether there is a first child of those that follow each other.
const ir::Expr *Body::listTest(const NullTest &test, ir::Location at) {
  const auto *load = llvm::dyn_cast_or_null<ir::LoadExpr>(test.pointer);
  const ir::Place *asked = load ? load->place : test.holder;
  if (!asked)
    return nullptr;
  int group = -1;
  const ir::Variable *variable = asked->wholeVariable();
  if (const auto walk = walks.find(variable);
      variable && walk != walks.end() && !links.count(variable)) {
    group = walk->second.group;
  } else if (const kernel::SlotGroup *list = site.kernel.list();
             list && list->form == SlotGroup::Siblings && !variable) {
    const auto found = part(asked);
    if (found && found->object.root == Object::Node && found->isDatum() &&
        found->object.steps == list->steps)
      group = 0;
  }
  if (group < 0)
    return nullptr;
  const ir::Expr *count = childCount(group, at);
  return module.binary(test.isThere ? ir::BinaryOp::Ne : ir::BinaryOp::Eq,
                       count, module.integer(count->type, 0, at), at);
}
