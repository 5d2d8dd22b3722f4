// Data of other nodes than the one that is visited, which a link leads to:
// children that data chooses, and those that variables hold.
//
//     load %n->child[load %k]->box.lo  ->  load linked(2: f32, rt::child(0,
//     %k))
//
// A child that a field leads to, always the same one, is no such node: its data
// are copied into its parent's record (Places.cpp).
#include "Body.h"
#include "FollowedFields.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;

/// Whether the step chooses one of several.
static bool chooses(const ir::Step &step) {
  const auto *deref = std::get_if<ir::DerefStep>(&step);
  return deref ? deref->offset != nullptr
               : std::holds_alternative<ir::IndexStep>(step) ||
                     std::holds_alternative<ir::ElementStep>(step);
}

/// Whether a recursive call may be handed what the pointer at `place` leads to,
/// as far as fields tell.
bool Body::isFollowedAt(const ir::Place *place) {
  if (!site.followed) {
    std::vector<const ir::Expr *> nodes;
    for (const ir::CallStatement *each : site.recursive)
      nodes.push_back(each->arguments[site.nodeParam]);
    site.followed = followedFields(*site.traversal, nodes);
  }
  for (size_t k = place->steps.size(); k-- > 0;)
    if (const auto *into = std::get_if<ir::FieldStep>(&place->steps[k]))
      return site.followed->count(into->field);
  return false;
}

bool Body::isLinked(const Object &object) const {
  return object.root == Object::Linked;
}

/// Whether `to`, which the pointer at `part` of another node leads to, is one
/// datum of that node: it is copied into its record.
bool Body::isBehindOther(const Part &part, const ir::Type *to) const {
  return to && part.isDatum() && part.before == 0 && part.type->isPointer() &&
         !part.object.isWhole() && to != site.nodeType && !site.leadsToNode(to);
}

/// The node that the link leads to.
Object Body::linkedNode(const ir::Expr *link) const {
  Object result;
  result.type = site.nodeType;
  if (self && ir::equal(link, self))
    return result;
  result.root = Object::Linked;
  result.index = link;
  return result;
}

/// The node that the variable holds; nothing where it holds none, or where its
/// data are found in another way.
std::optional<Object> Body::linkedBy(const ir::Variable *variable) {
  if (!seesOtherNodes() || site.kernel.nodesAreNumbers ||
      !site.leadsToNode(variable->type) ||
      ir::pointeeOf(variable->type) != site.nodeType)
    return std::nullopt;
  const auto known = links.find(variable);
  const ir::Variable *made = copy.variables.lookup(variable);
  if (known != links.end())
    return known->second.isBehind
               ? std::nullopt
               : std::optional(linkedNode(known->second.link));
  if (!made || !made->type->isLink())
    return std::nullopt;
  return linkedNode(module.load(module.place(made), loc));
}

/// The child that the pointer at `place` leads to, where numbers on the way
/// there choose it.
std::optional<Object> Body::chosenChild(const ir::Place *place) {
  if (!seesOtherNodes() || site.kernel.nodesAreNumbers ||
      !site.leadsToNode(place->type) ||
      ir::followedFrom(place->type) != site.nodeType ||
      llvm::none_of(place->steps, chooses) ||
      (!linkPlace(place) && !isFollowedAt(place)))
    return std::nullopt;
  const ir::Expr *link = linkAt(place);
  return link ? std::optional(linkedNode(link)) : std::nullopt;
}

/// The same where a variable, or an element of one, holds the pointer. `step`
/// becomes the one that follows it.
std::optional<Object> Body::heldChild(const ir::Place *place, size_t &step) {
  const ir::Variable *variable = place->variable();
  if (!seesOtherNodes() || site.kernel.nodesAreNumbers || !variable ||
      objects.count(variable) || values.count(variable))
    return std::nullopt;
  for (size_t k = 1; k < place->steps.size(); ++k) {
    const auto *deref = std::get_if<ir::DerefStep>(&place->steps[k]);
    const ir::Place *held =
        module.place(place->root, place->steps.take_front(k));
    if (!deref || deref->offset || !held->type->isPointer() ||
        ir::pointeeOf(held->type) != site.nodeType)
      continue;
    const ir::Expr *link = linkAt(held);
    if (!link)
      return std::nullopt;
    step = k;
    return linkedNode(link);
  }
  return std::nullopt;
}

/// The same of a place that goes on there. `step` is one that chooses, and
/// becomes the last one on the way to the child.
std::optional<Object> Body::chosenChild(const ir::Place *place, size_t &step) {
  if (!chooses(place->steps[step]))
    return std::nullopt;
  for (size_t k = step + 1; k < place->steps.size(); ++k) {
    const auto *deref = std::get_if<ir::DerefStep>(&place->steps[k]);
    if (!deref || deref->offset)
      continue;
    const auto found =
        chosenChild(module.place(place->root, place->steps.take_front(k)));
    if (found)
      step = k;
    return found;
  }
  return std::nullopt;
}
