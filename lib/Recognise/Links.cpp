// Children: where pointers to nodes come from, what variables hold them, and
// what is asked about them.
//
//     let %near: ptr @Node = load (*select(c, refof %n->l, refof %n->r))
//  -> let %near: link @Node = select(c, rt::child(0), rt::child(1))
#include "Body.h"
#include "FollowedFields.h"
#include "LocalUses.h"
#include "Spelling.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

bool recognise::isStoredTo(const ir::Statement *s,
                           const ir::Variable *variable) {
  bool result = false;
  ir::walk(s, [&](const ir::Statement *each) {
    const auto *store = dyn_cast<ir::StoreStatement>(each);
    result |= store && store->place->variable() == variable &&
              !store->place->isIndirect();
  });
  ir::walkExprs(s, [&](const ir::Expr *e) {
    const auto *address = dyn_cast<ir::AddressExpr>(e);
    result |= address && address->place->variable() == variable &&
              !address->place->isIndirect();
  });
  return result;
}

//===--- Where children are from ------------------------------------------===//

/// `place` with `pointer` for the pointer that its root follows.
const ir::Place *Body::followed(const ir::Expr *pointer,
                                const ir::Place *place) {
  const ir::Place *result = module.pointee(pointer);
  for (const ir::Step &step : place->steps)
    result = module.place(result, step);
  return result;
}

/// The child that a call or a local is handed, by whatever nodes are.
const ir::Expr *Body::childOf(const ir::Expr *e) {
  if (const ir::Expr *root = rootNumber(e))
    return root;
  return site.kernel.nodesAreNumbers ? numberLink(e) : linkOf(e);
}

/// The child that the pointer at `place` leads to; null: it is none.
const ir::Expr *Body::linkAt(const ir::Place *place) {
  if (const auto *pointed = std::get_if<ir::PointeeRoot>(&place->root))
    if (const auto *choice = dyn_cast<ir::SelectExpr>(pointed->pointer)) {
      const ir::Expr *whenTrue = linkAt(followed(choice->whenTrue, place));
      const ir::Expr *whenFalse = linkAt(followed(choice->whenFalse, place));
      return whenTrue && whenFalse ? module.select(copy.expr(choice->condition),
                                                   whenTrue, whenFalse, loc)
                                   : nullptr;
    }
  if (const ir::Expr *root = rootAt(place, false))
    return root;
  if (const ir::Variable *variable = place->variable()) {
    if (const auto known = links.find(variable); known != links.end()) {
      const auto *deref = place->steps.size() == 1
                              ? std::get_if<ir::DerefStep>(&place->steps[0])
                              : nullptr;
      const bool isThere = known->second.isBehind ? deref && !deref->offset
                                                  : place->steps.empty();
      if (isThere)
        return known->second.link;
    }
    if (place->steps.empty() && variable == node)
      return self;
    if (const ir::Place *found = linkPlace(place))
      return found->type->isLink() ? module.load(found, loc) : nullptr;
    if (place->steps.empty() && isLinkVariable(variable))
      return module.load(module.place(copy.variable(variable)), loc);
    if (!objects.count(variable) && !values.count(variable))
      return nullptr;
  }
  if (!site.leadsToNode(place->type))
    return nullptr;
  if (const ir::Expr *entry = entries.at(place))
    return entry;
  if (const ir::Expr *element = elementAt(place))
    return element;
  const auto found = part(place);
  if (!found || found->object.root != Object::Node || !found->isDatum() ||
      kernel::leadsElsewhere(found->object.steps))
    return nullptr;
  return site.child(site.slots(found->object, 1, loc), nullptr, loc);
}

/// The child that `e`, a pointer or a reference, leads to; null: it is none.
const ir::Expr *Body::linkOf(const ir::Expr *e) {
  if (!site.leadsToNode(e->type))
    return nullptr;
  if (isa<ir::NullExpr>(e))
    return module.null(site.link, e->loc);
  if (const auto *value = dyn_cast<ir::ValueExpr>(e))
    return linkAt(module.place(value->variable));
  if (const auto *load = dyn_cast<ir::LoadExpr>(e))
    return linkAt(load->place);
  if (const auto *read = dyn_cast<ir::ContainerReadExpr>(e))
    return read->op == ir::ReadOp::Get ? linkAt(read->container) : nullptr;
  if (const auto *choice = dyn_cast<ir::SelectExpr>(e)) {
    const ir::Expr *whenTrue = linkOf(choice->whenTrue);
    const ir::Expr *whenFalse = linkOf(choice->whenFalse);
    return whenTrue && whenFalse ? module.select(copy.expr(choice->condition),
                                                 whenTrue, whenFalse, e->loc)
                                 : nullptr;
  }
  if (const ir::Expr *element = elementOf(e))
    return element;
  const auto *address = dyn_cast<ir::AddressExpr>(e);
  return address ? linkTo(address->place) : rootAt(module.pointee(e), true);
}

/// The child that lies at `place`: `*n->left`, by its address.
const ir::Expr *Body::linkTo(const ir::Place *place) {
  if (const auto *pointed = std::get_if<ir::PointeeRoot>(&place->root);
      pointed && place->steps.empty())
    return linkOf(pointed->pointer);
  const auto *deref = place->steps.empty()
                          ? nullptr
                          : std::get_if<ir::DerefStep>(&place->steps.back());
  return deref && !deref->offset
             ? linkAt(module.place(place->root, place->steps.drop_back()))
             : rootAt(place, true);
}

//===--- Questions --------------------------------------------------------===//

const ir::Expr *Body::present(const ir::Expr *link, bool isThere,
                              ir::Location loc) {
  const ir::Expr *isNull =
      module.intrinsic(ir::IntrinsicOp::IsNull, {link}, loc);
  return isThere ? module.unary(ir::UnaryOp::LNot, isNull, loc) : isNull;
}

static bool isNull(const ir::Expr *e) { return isa<ir::NullExpr>(e); }

/// The pointer of which `e` asks whether it is null, and what the answer is
/// where it is not.
std::optional<Body::NullTest> Body::nullTest(const ir::Expr *e) const {
  if (const auto *negation = dyn_cast<ir::UnaryExpr>(e);
      negation && negation->op == ir::UnaryOp::LNot) {
    auto test = nullTest(negation->operand);
    if (test)
      test->isThere = !test->isThere;
    return test;
  }
  if (const auto *cast = dyn_cast<ir::CastExpr>(e);
      cast && cast->op == ir::CastOp::ToBool &&
      site.leadsToNode(cast->operand->type))
    return NullTest{cast->operand, nullptr, true};
  if (const auto *read = dyn_cast<ir::ContainerReadExpr>(e);
      read && read->op == ir::ReadOp::HasValue &&
      site.leadsToNode(read->container->type))
    return NullTest{nullptr, read->container, true};
  const auto *comparison = dyn_cast<ir::BinaryExpr>(e);
  if (!comparison || (comparison->op != ir::BinaryOp::Eq &&
                      comparison->op != ir::BinaryOp::Ne))
    return std::nullopt;
  const bool isThere = comparison->op == ir::BinaryOp::Ne;
  const ir::Expr *left = comparison->left, *right = comparison->right;
  if (isNull(left))
    std::swap(left, right);
  if (!isNull(right) || !site.leadsToNode(left->type))
    return std::nullopt;
  return NullTest{left, nullptr, isThere};
}

/// Whether what the pointer `e` leads to is the first of several nodes side by
/// side: somewhere it is counted from. Where there are none may be a pointer
/// all the same.
bool Body::isCountedFrom(const ir::Expr *e) const {
  const auto *pointer = llvm::dyn_cast_or_null<ir::LoadExpr>(e);
  bool result = false;
  if (pointer && pointer->place->isIndirect())
    ir::walkExprs(from.body, [&](const ir::Expr *each) {
      const auto *sum = dyn_cast<ir::BinaryExpr>(each);
      result |= sum && sum->op == ir::BinaryOp::PtrAdd &&
                ir::equal(sum->left, pointer) &&
                ir::pointeeOf(pointer->type) == site.nodeType;
    });
  return result;
}

/// Whether no call is handed what the pointer leads to.
bool Body::isNotFollowed(const ir::Expr *e) {
  const auto *pointer = llvm::dyn_cast_or_null<ir::LoadExpr>(e);
  const auto *into =
      pointer && pointer->type->isPointer() && !pointer->place->steps.empty()
          ? std::get_if<ir::FieldStep>(&pointer->place->steps.back())
          : nullptr;
  if (!into || site.kernel.nodesAreNumbers)
    return false;
  if (!site.followed) {
    std::vector<const ir::Expr *> nodes;
    for (const ir::CallStatement *each : site.recursive)
      nodes.push_back(each->arguments[site.nodeParam]);
    site.followed = followedFields(*site.traversal, nodes);
  }
  return !site.followed->count(into->field);
}

/// A question about links, as a bool; null where it is none.
const ir::Expr *Body::linkTest(const ir::Expr *e) {
  if (const auto test = nullTest(e)) {
    if (const ir::Expr *asked = heldNodeTest(*test, e->loc))
      return asked;
    if (isCountedFrom(test->pointer) || isNotFollowed(test->pointer))
      return addressTest(e);
    if (const ir::Expr *asked = entries.test(test->pointer, test->isThere, e))
      return asked;
    if (const ir::Expr *asked = listTest(*test, e->loc))
      return asked;
    const ir::Expr *asked =
        test->pointer ? linkOf(test->pointer) : linkAt(test->holder);
    if (asked)
      return present(asked, test->isThere, e->loc);
    const ir::Expr *held = test->pointer ? addressTest(e) : nullptr;
    if (held || !isa<ir::BinaryExpr>(e))
      return held;
    const ir::Expr *other = copy.expr(test->pointer);
    return module.binary(test->isThere ? ir::BinaryOp::Ne : ir::BinaryOp::Eq,
                         other, module.null(other->type, e->loc), e->loc);
  }
  const auto *comparison = dyn_cast<ir::BinaryExpr>(e);
  if (!comparison || (comparison->op != ir::BinaryOp::Eq &&
                      comparison->op != ir::BinaryOp::Ne))
    return nullptr;
  if (!site.leadsToNode(comparison->left->type) ||
      !site.leadsToNode(comparison->right->type))
    return nullptr;
  // Pointers where they are kept are compared as what they are: of one that no
  // call follows nothing else is known.
  if (!isHeldLink(comparison->left) && !isHeldLink(comparison->right))
    return addressTest(e);
  const ir::Expr *first = linkOf(comparison->left);
  const ir::Expr *second = linkOf(comparison->right);
  if (first && second && !isNode(comparison->left) &&
      !isNode(comparison->right))
    return module.binary(comparison->op, first, second, e->loc);
  site.refuse(
      loc, Diag::RTT2042,
      {spelled(module, first && !isNode(comparison->left) ? comparison->right
                                                          : comparison->left)});
  return module.boolean(false, loc);
}

/// Whether a child is meant by a local that holds it, or by a choice.
bool Body::isHeldLink(const ir::Expr *e) const {
  if (isa<ir::SelectExpr>(e))
    return true;
  const ir::Place *place = nullptr;
  if (const auto *load = dyn_cast<ir::LoadExpr>(e))
    place = load->place;
  else if (const auto *address = dyn_cast<ir::AddressExpr>(e))
    place = address->place;
  if (place)
    if (const auto *pointed = std::get_if<ir::PointeeRoot>(&place->root))
      return isHeldLink(pointed->pointer);
  const auto *value = dyn_cast<ir::ValueExpr>(e);
  const ir::Variable *variable = value   ? value->variable
                                 : place ? place->variable()
                                         : nullptr;
  return variable && variable != node && !values.count(variable) &&
         (copy.variables.count(variable) || links.count(variable)) &&
         !isNode(e);
}

/// Whether `e` is the node itself.
bool Body::isNode(const ir::Expr *e) const {
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  const auto *value = dyn_cast<ir::ValueExpr>(e);
  const auto *address = dyn_cast<ir::AddressExpr>(e);
  const ir::Variable *variable = value     ? value->variable
                                 : load    ? load->place->wholeVariable()
                                 : address ? address->place->variable()
                                           : nullptr;
  if (!variable || (address && address->place->steps.size() != 1))
    return false;
  const auto bound = objects.find(variable);
  return bound != objects.end() && bound->second.root == Object::Node &&
         bound->second.isWhole();
}
