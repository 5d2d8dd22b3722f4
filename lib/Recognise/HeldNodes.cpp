// Pointers to nodes that an iteration keeps while its calls are made, in
// variables of the program's own: `const Node *best`, which visits set, ask for
// null and read through. On a device they are links.
//
//     store (*%best) = load %n       ->  store own(3: link @Node) = load %self
//     load (*%best)->id              ->  load linked(1: i32, load own(3: link))
//
// What is visited is never found by them, and they are compared with null
// alone: where two nodes share a child, that has several links.
#include "ProgramBody.h"
#include "Spelling.h"

#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

/// The row that holds the link of the node that the pointer at `place` leads
/// to; null where no row does.
const ir::Place *Body::heldNode(const ir::Place *place) {
  if (!site.keepsNodes() || !place->type->isPointer() ||
      !site.leadsToNode(place->type))
    return nullptr;
  if (const ir::Variable *variable = place->variable();
      variable && !objects.count(variable) && !values.count(variable))
    return nullptr;
  const size_t refusals = site.site.refusals.size();
  const auto found = part(place);
  site.site.refusals.resize(refusals);
  return found && found->object.isNode && found->isDatum() ? datum(*found)
                                                           : nullptr;
}

/// The place of the pointer whose value `e` is.
const ir::Place *Body::loadedFrom(const ir::Expr *e) {
  const auto *value = dyn_cast<ir::ValueExpr>(e);
  if (value && values.count(value->variable))
    return module.place(value->variable);
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  return load ? load->place : nullptr;
}

const ir::Expr *Body::heldNodeTest(const NullTest &test, ir::Location at) {
  const ir::Place *place = test.pointer ? loadedFrom(test.pointer) : nullptr;
  const ir::Place *held = place ? heldNode(place) : nullptr;
  return held ? present(module.load(held, at), test.isThere, at) : nullptr;
}

/// `e`, a pointer to a node, as a link; null where it is none.
const ir::Expr *Body::nodeValue(const ir::Expr *e) {
  if (const auto *choice = dyn_cast<ir::SelectExpr>(e)) {
    const ir::Expr *whenTrue = nodeValue(choice->whenTrue);
    const ir::Expr *whenFalse =
        whenTrue ? nodeValue(choice->whenFalse) : nullptr;
    return whenFalse ? module.select(copy.expr(choice->condition), whenTrue,
                                     whenFalse, e->loc)
                     : nullptr;
  }
  const ir::Place *place = loadedFrom(e);
  if (const ir::Place *held = place ? heldNode(place) : nullptr)
    return module.load(held, e->loc);
  return linkOf(e);
}

/// `best = n`; nothing of what stores to no such pointer.
Body::Statements Body::storeNode(const ir::StoreStatement &s) {
  const ir::Place *held = heldNode(s.place);
  if (!held)
    return std::nullopt;
  const ir::Expr *link = nodeValue(s.value);
  if (!link && !site.isFailing())
    site.refuse(s.loc, Diag::RTT2027, {spelled(module, s.place)});
  if (site.isFailing())
    return std::vector<ir::Statement *>();
  write(held, s.loc, spelled(module, s.place));
  return std::vector<ir::Statement *>{module.store(held, link, s.loc)};
}

/// The address of the node that a kept pointer leads to, as one of type
/// `pointer`; null where none is kept.
const ir::Expr *Body::heldAddress(const ir::Expr *e, const ir::Type *pointer) {
  const ir::Place *place = loadedFrom(e);
  const ir::Place *held = place ? heldNode(place) : nullptr;
  if (!held)
    return nullptr;
  Object node = linkedNode(module.load(held, e->loc));
  node.isAddress = true;
  return module.select(
      present(node.index, false, e->loc), module.null(pointer, e->loc),
      module.load(addressDatum(node, pointer), e->loc), e->loc);
}

/// A variable that what follows the calls reads begins with where a node lies.
std::vector<ir::Statement *> ProgramBody::keepAddress(const ir::Statement &s,
                                                      const ir::Variable *made,
                                                      const ir::Expr *init) {
  const ir::Expr *value = address(init, made->type);
  const ir::Place *place =
      value ? heldPointer(module.place(made), made->type) : nullptr;
  if (!place && !site.isFailing())
    site.refuse(s.loc, Diag::RTT2027, {made->name});
  if (!place || site.isFailing())
    return {};
  write(place, s.loc);
  return {module.store(place, value, s.loc)};
}

/// Where the pointer to a node is kept whose address a call is handed; null: it
/// is handed something else.
const ir::Place *ProgramBody::handedNode(unsigned param,
                                         const ir::Expr *argument) {
  const auto *address = dyn_cast<ir::AddressExpr>(argument);
  return address && site.roles[param].object.isNode ? heldNode(address->place)
                                                    : nullptr;
}

//===--- Which variables keep nodes ---------------------------------------===//

/// What the program copies such pointers to keeps nodes, too.
void Recogniser::keepCopies() {
  KeptNodes kept;
  for (const auto &[variable, object] : ofProgram)
    if (object.isNode)
      kept.insert(variable);
  for (bool grows = !kept.empty(); grows;) {
    grows = false;
    std::vector<const ir::Variable *> copies;
    forEachCopy(iteration.calls, kept, [&](const ir::Variable *to) {
      if (keepsInside(to))
        copies.push_back(to);
    });
    for (const ir::Variable *copy : copies)
      if (kept.insert(copy)) {
        grows = true;
        keep(copy);
      }
  }
}

bool Recogniser::isNodePointer(const ir::Type *type) const {
  return type->isPointer() && leadsToNode(type) &&
         ir::pointeeOf(type) == nodeType;
}

bool Recogniser::keepsNodes() const {
  return llvm::any_of(ofProgram, [](const auto &each) {
    return each.second.isNode || isa<ir::StructType>(each.second.type) ||
           each.second.type->isPointer();
  });
}
