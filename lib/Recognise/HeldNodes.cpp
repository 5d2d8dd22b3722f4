// Pointers to nodes that an iteration keeps while its calls are made, in
// variables of the program's own: `const Node *best`, which visits set, ask for
// null and read through. On a device they are links.
//
//     store (*%best) = load %n       ->  store own(3: link @Node) = load %self
//     load (*%best)->id              ->  load linked(1: i32, load own(3: link))
//
// What is visited is never found by them, and they are compared with null
// alone: where two nodes share a child, that has several links.
#include "Body.h"
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
static const ir::Place *loadedFrom(const ir::Expr *e) {
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  return load ? load->place : nullptr;
}

const ir::Expr *Body::heldNodeTest(const NullTest &test, ir::Location at) {
  const ir::Place *place =
      test.pointer ? loadedFrom(test.pointer) : nullptr;
  const ir::Place *held = place ? heldNode(place) : nullptr;
  return held ? present(module.load(held, at), test.isThere, at) : nullptr;
}

/// `e`, a pointer to a node, as a link; null where it is none.
const ir::Expr *Body::nodeValue(const ir::Expr *e) {
  if (const auto *choice = dyn_cast<ir::SelectExpr>(e)) {
    const ir::Expr *whenTrue = nodeValue(choice->whenTrue);
    const ir::Expr *whenFalse = whenTrue ? nodeValue(choice->whenFalse) : nullptr;
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
