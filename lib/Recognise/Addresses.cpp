// Pointers that are compared, tested for null or kept by iterations: on a
// device they are the numbers that addresses are on the host, data as any
// other.
//
//     if ne(load %n->body, load %q) { store %q->nearest = load %n->body }
//  -> if ne(load node(0), load own(1)) { store own(2) = load node(0) }
//
// Row 0 is what the node's pointer holds, row 1 where the query lies. What a
// pointer leads to is found elsewhere (Places.cpp).
#include "Body.h"
#include "Downcasts.h"
#include "KeptData.h"
#include "Roots.h"
#include "Spelling.h"

#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

const ir::Type *Recogniser::addressType() const {
  return module.intType(ir::IntType::U64);
}

/// The datum that has the number at `object`, as a pointer of type `pointer`.
const ir::Place *Body::addressDatum(Object object, const ir::Type *pointer) {
  object.type = site.addressType();
  ir::DataRoot root{ir::DataRoot::Node, 0, pointer, object.index};
  if (object.root == Object::Shared) {
    root.kind = ir::DataRoot::Shared;
    root.number = site.uniform(object);
    site.kernel.uniforms[root.number].isAddress = true;
    return module.place(root);
  }
  root.kind = object.root == Object::Own       ? ir::DataRoot::Own
              : object.root == Object::Linked  ? ir::DataRoot::Linked
              : object.root == Object::Element ? ir::DataRoot::Element
                                               : ir::DataRoot::Node;
  // What several elements lead to is gathered once, and lies nowhere else.
  if (object.root == Object::Element && object.isAddress &&
      site.kernel.arrays[object.number].isOfElements())
    site.refuse(loc, Diag::RTT2041, {site.kernel.arrays[object.number].text});
  root.number = site.row(object, nullptr, loc);
  return module.place(root);
}

/// The datum that is the pointer at `place` itself, as one of type `pointer`;
/// null: it is none.
const ir::Place *Body::heldPointer(const ir::Place *place,
                                   const ir::Type *pointer) {
  auto found = part(place);
  if (!found || !settle(*found) || !ir::followedFrom(found->type) ||
      !found->isDatum() || found->before != 0)
    return nullptr;
  const Object &held = found->object;
  if (isLinked(held)) {
    site.refuse(loc, Diag::RTT2012, {spelled(module, place)});
    return nullptr;
  }
  // Where the iteration's pointer leads is where its object lies; but an
  // element and a variable hold it.
  const bool isElement =
      held.root == Object::Own && held.type->isPointer() &&
      held.number < site.iteration.operands.size() &&
      (site.iteration.operands[held.number].form == Operand::Element ||
       site.iteration.operands[held.number].form == Operand::Local);
  if (held.isPointer || (held.isWhole() && held.root != Object::Shared &&
                         !isElement && !isOfProgram(held)))
    return nullptr;
  return addressDatum(held, pointer);
}

/// Where `object` lies, as a pointer of type `pointer`; null: no record says.
const ir::Expr *Body::addressOf(Object object, const ir::Type *pointer) {
  const bool isElement = object.root == Object::Element;
  if (isNodeItself(site, object))
    object.steps.clear(); // one of a derived class begins with the node
  if (!object.isWhole() && object.steps.back().isDeref && !isElement) {
    object.steps.pop_back(); // the pointer that leads there
    return module.load(addressDatum(object, pointer), loc);
  }
  object.isAddress = true;
  switch (object.root) {
  case Object::Linked:
    return nullptr;
  case Object::Node:
    if (site.kernel.nodesAreNumbers)
      return nullptr;
    if (!object.isWhole()) {
      // Another node may not be there.
      if (llvm::any_of(object.steps, [](const kernel::DataStep &step) {
            return step.leadsToNode;
          }))
        return nullptr;
      object.isAddress = false;
      object.steps.back().isHere = true;
    }
    break;
  case Object::Element:
    if (object.isWhole() ? ir::followedFrom(object.type) != nullptr
                         : object.steps.size() != 1 || !object.steps[0].isDeref)
      return nullptr;
    break;
  case Object::Own: {
    // A value that the loop computes ahead is no object of the user's.
    if (object.number >= site.iteration.operands.size())
      return nullptr;
    const Operand::Form form = site.iteration.operands[object.number].form;
    if (form != Operand::Element && form != Operand::Address)
      return nullptr;
    break;
  }
  case Object::Shared:
    break;
  }
  return module.load(addressDatum(object, pointer), loc);
}

/// `&n->points[i]`, an element of an array in the node: how many bytes behind
/// the array's begin it lies; null: it is none.
static const ir::Expr *bytesTo(ir::Module &module, const Part &part,
                               ir::Location at) {
  const ir::Type *number = module.intType(ir::IntType::U64),
                 *type = part.object.type;
  const ir::Expr *bytes = nullptr;
  const auto add = [&](const ir::Expr *more) {
    bytes = bytes ? module.binary(ir::BinaryOp::Add, bytes, more, at) : more;
  };
  for (const ir::Step &step : part.steps) {
    if (const auto *field = std::get_if<ir::FieldStep>(&step)) {
      if (field->field->isBitField())
        return nullptr;
      add(module.integer(number, int64_t(field->field->offset), at));
      type = field->field->type;
      continue;
    }
    const ir::Expr *index = indexOf(step);
    type = index ? ir::elementOf(type) : nullptr;
    const auto size = type ? ir::sizeOf(type) : std::nullopt;
    if (!size || !index->type->isInt())
      return nullptr;
    const ir::Expr *wide = module.cast(ir::CastOp::IntToInt, number, index,
                                       /*isWritten=*/false, at);
    add(module.binary(ir::BinaryOp::Mul, wide,
                      module.integer(number, int64_t(*size), at), at));
  }
  return bytes;
}

/// Where such an element lies, as a pointer of type `pointer`; null: `place` is
/// none.
const ir::Expr *Body::elementAddress(const ir::Place *place,
                                     const ir::Type *pointer) {
  const size_t refusals = site.site.refusals.size();
  const auto found = part(place);
  const ir::Expr *bytes = found && found->object.root == Object::Node &&
                                  !found->object.isWhole() &&
                                  !found->isDatum() && found->before == 0 &&
                                  isCopyable(found->object.type)
                              ? bytesTo(module, *found, loc)
                              : nullptr;
  const ir::Expr *first = bytes ? addressOf(found->object, pointer) : nullptr;
  if (!first) {
    site.site.refusals.resize(refusals);
    return nullptr;
  }
  const ir::Expr *from = module.cast(ir::CastOp::PtrToInt, bytes->type, first,
                                     /*isWritten=*/false, loc);
  return module.cast(ir::CastOp::IntToPtr, pointer,
                     module.binary(ir::BinaryOp::Add, from, bytes, loc),
                     /*isWritten=*/false, loc);
}

/// What the pointer `e` is as a number, as a pointer of type `pointer`; null:
/// it is not known, and `e` may be the address of a local.
const ir::Expr *Body::address(const ir::Expr *e, const ir::Type *pointer) {
  if (isa<ir::NullExpr>(e))
    return e;
  if (isa<ir::CastExpr>(e)) {
    const ir::Expr *same = sameAddress(e);
    return same != e ? address(same, pointer) : nullptr;
  }
  if (const auto *choice = dyn_cast<ir::SelectExpr>(e)) {
    const ir::Expr *whenTrue = address(choice->whenTrue, pointer);
    const ir::Expr *whenFalse =
        whenTrue ? address(choice->whenFalse, pointer) : nullptr;
    return whenFalse ? module.select(copy.expr(choice->condition), whenTrue,
                                     whenFalse, e->loc)
                     : nullptr;
  }
  if (const ir::Expr *held = heldAddress(e, pointer))
    return held;
  if (const auto *element = dyn_cast<ir::AddressExpr>(e))
    if (const ir::Expr *found = elementAddress(element->place, pointer))
      return found;
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  const auto *read = dyn_cast<ir::ContainerReadExpr>(e);
  const ir::Place *holder = load ? load->place
                            : read && read->op == ir::ReadOp::Get
                                ? read->container
                                : nullptr;
  if (holder && !holder->wholeVariable())
    if (const ir::Place *held = heldPointer(holder, pointer))
      return module.load(held, e->loc);
  const auto to = site.isFailing() ? std::nullopt : pointee(e);
  return to ? addressOf(*to, pointer) : nullptr;
}

/// What a pointer is as a number: `(long)n->child` of a leaf that keeps
/// something else there.
const ir::Expr *Body::addressNumber(const ir::CastExpr &cast) {
  const ir::Expr *held = address(cast.operand, cast.operand->type);
  if (held && !held->type->isLink())
    return module.cast(cast.op, cast.type, held, cast.isWritten, cast.loc);
  if (site.leadsToNode(cast.operand->type))
    site.refuse(loc, Diag::RTT2004, {"a node's address as a value"});
  else if (!site.isFailing())
    site.refuse(loc, Diag::RTT2042, {spelled(module, cast.operand)});
  return &cast;
}

static bool isPointer(const ir::Expr *e) {
  return e->type->isPointer() || isa<ir::NullExpr>(e);
}

/// Two pointers that are compared, or one that is asked whether it is null;
/// null where `e` is no such question, or one about locals.
const ir::Expr *Body::addressTest(const ir::Expr *e) {
  if (const auto *cast = dyn_cast<ir::CastExpr>(e)) {
    const bool isTest =
        cast->op == ir::CastOp::ToBool && cast->operand->type->isPointer();
    const ir::Expr *asked =
        isTest ? address(cast->operand, cast->operand->type) : nullptr;
    return asked ? module.cast(cast->op, cast->type, asked, cast->isWritten,
                               cast->loc)
                 : nullptr;
  }
  const auto *both = dyn_cast<ir::BinaryExpr>(e);
  if (!both || !ir::isComparison(both->op) || !isPointer(both->left) ||
      !isPointer(both->right))
    return nullptr;
  const ir::Type *type =
      isa<ir::NullExpr>(both->left) ? both->right->type : both->left->type;
  const ir::Expr *left = address(both->left, type),
                 *right = address(both->right, type);
  if (site.isFailing() || (!left && !right))
    return nullptr;
  if (!left || !right || left->type->isLink() || right->type->isLink()) {
    const ir::Expr *unknown = left ? both->right : both->left;
    const ir::Location at = unknown->loc ? unknown->loc : loc;
    if (site.leadsToNode(type) && both->op != ir::BinaryOp::Eq &&
        both->op != ir::BinaryOp::Ne)
      site.refuse(at, Diag::RTT2004, {"a node's address as a value"});
    else
      site.refuse(at, Diag::RTT2042, {spelled(module, unknown)});
    return e;
  }
  return module.binary(both->op, left, right, both->loc);
}

/// `q->nearest = n->body`; nothing: no pointer of the iteration's is set.
Body::Statements Body::storeAddress(const ir::StoreStatement &s) {
  const ir::Variable *whole = s.place->wholeVariable();
  if (!s.place->type->isPointer() ||
      (whole && !(values.count(whole) && isOfProgram(values[whole]))))
    return std::nullopt;
  const ir::Expr *value = address(s.value, s.place->type);
  const ir::Place *held = value ? heldPointer(s.place, s.place->type) : nullptr;
  if (!held)
    return std::nullopt;
  std::vector<ir::Statement *> out;
  if (const auto pointer = part(s.place))
    KeptData(*this).set(*pointer, s.value, s.loc, out);
  write(held, s.loc);
  out.push_back(module.store(held, value, s.loc));
  return out;
}
