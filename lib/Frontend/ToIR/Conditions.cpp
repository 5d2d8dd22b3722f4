// What is asked, and what is evaluated only then: `&&`, `||` and `?:` whose
// operands have effects are an `if` and a variable.
#include "Body.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::toir;
using llvm::dyn_cast;

/// Whether an object that ends with the block may be what is led to after it,
/// by an address in the block or in `value`, what it makes.
static bool holdsObject(const ir::BlockStatement *block,
                        const ir::Expr *value) {
  llvm::SmallPtrSet<const ir::Variable *, 4> led;
  const auto look = [&](const ir::Expr *e) {
    if (const auto *address = dyn_cast<ir::AddressExpr>(e))
      led.insert(address->place->variable());
  };
  ir::walkExprs(block, look);
  if (value)
    ir::walk(value, look);
  return llvm::any_of(block->statements, [&](const ir::Statement *s) {
    const auto *variable = dyn_cast<ir::VarStatement>(s);
    return variable && led.contains(variable->variable);
  });
}

/// `a && b` and `a || b`, as a bool.
static const ir::Expr *logical(Body &body, const clang::BinaryOperator *e) {
  ir::Module &m = body.unit.module;
  const bool isAnd = e->getOpcode() == clang::BO_LAnd;
  const ir::Expr *left = body.condition(e->getLHS());
  const ir::Expr *right = nullptr;
  ir::BlockStatement *effects =
      body.capture([&] { right = body.condition(e->getRHS()); });
  if (effects->statements.empty() || !left || !right)
    return body.make.logical(isAnd, left, right);
  // C's `&(struct S){1}` lives on in the block around the expression.
  if (body.isC() && holdsObject(effects, right))
    return body.refuse(e, "an operand with an object of its own");
  auto *result = m.variable(ir::Variable::Local, "t", m.boolType(),
                            body.at(e->getBeginLoc()));
  body.emit(m.var(result, left, body.at(e->getBeginLoc())));
  effects->statements.push_back(
      m.store(m.place(result), right, body.at(e->getBeginLoc())));
  const ir::Expr *known = m.load(m.place(result));
  body.emit(m.ifThen(isAnd ? known : body.make.unary(ir::UnaryOp::LNot, known),
                     effects, nullptr, body.at(e->getBeginLoc())));
  return m.load(m.place(result));
}

/// A comparison, as a bool.
const ir::Expr *Body::compare(clang::BinaryOperatorKind kind,
                              const clang::Expr *first,
                              const clang::Expr *second) {
  const auto op = [&] {
    switch (kind) {
    case clang::BO_EQ:
      return ir::BinaryOp::Eq;
    case clang::BO_NE:
      return ir::BinaryOp::Ne;
    case clang::BO_LT:
      return ir::BinaryOp::Lt;
    case clang::BO_LE:
      return ir::BinaryOp::Le;
    case clang::BO_GT:
      return ir::BinaryOp::Gt;
    default:
      return ir::BinaryOp::Ge;
    }
  }();
  const auto sides = sequence({{first, [&] { return value(first); }},
                               {second, [&] { return value(second); }}},
                              Order::Open);
  const ir::Expr *right = sides[1];
  // `void *` and the like beside another pointer.
  if (sides[0] && right && sides[0]->type->isPointer() &&
      right->type->isPointer() && sides[0]->type != right->type)
    right = make.cast(ir::CastOp::PtrToPtr, sides[0]->type, right);
  return make.binary(op, sides[0], right);
}

const ir::Expr *Body::condition(const clang::Expr *e) {
  const clang::Expr *plain = e->IgnoreParens();
  const llvm::SaveAndRestore here(make.loc, plain->getExprLoc());
  if (meanings)
    if (const auto known = meanings->condition(plain))
      return *known;
  if (const auto *full = dyn_cast<clang::ExprWithCleanups>(plain))
    return condition(full->getSubExpr());
  if (const auto *operation = dyn_cast<clang::BinaryOperator>(plain)) {
    if (operation->isLogicalOp())
      return logical(*this, operation);
    if (operation->isComparisonOp() && operation->getOpcode() != clang::BO_Cmp)
      return compare(operation->getOpcode(), operation->getLHS(),
                     operation->getRHS());
  }
  if (const auto *operation = dyn_cast<clang::UnaryOperator>(plain))
    if (operation->getOpcode() == clang::UO_LNot)
      return make.unary(ir::UnaryOp::LNot, condition(operation->getSubExpr()));
  if (const auto *cast = dyn_cast<clang::CastExpr>(plain))
    if (cast->getCastKind() == clang::CK_IntegralToBoolean)
      return condition(cast->getSubExpr());
  const ir::Expr *found = value(plain);
  if (!found || found->type->isBool())
    return found;
  return make.cast(ir::CastOp::ToBool, unit.module.boolType(), found);
}

//===--- c ? x : y --------------------------------------------------------===//

const ir::Expr *Body::choice(const clang::AbstractConditionalOperator *e,
                             bool isRead) {
  const auto value = [&](const clang::Expr *side) {
    return isRead ? read(side) : this->value(side);
  };
  const ir::Expr *asked = condition(e->getCond());
  const ir::Type *type = this->type(e->getType());
  if (!asked || !type)
    return nullptr;
  if (type->isVoid()) {
    ir::BlockStatement *then = capture([&] { discard(e->getTrueExpr()); });
    ir::BlockStatement *other = capture([&] { discard(e->getFalseExpr()); });
    if (then->statements.empty() && !other->statements.empty()) {
      std::swap(then, other);
      asked = make.unary(ir::UnaryOp::LNot, asked);
    }
    if (asked && !then->statements.empty())
      emit(unit.module.ifThen(asked, then,
                              other->statements.empty() ? nullptr : other,
                              at(e->getBeginLoc())));
    return nullptr;
  }
  const ir::Expr *first = nullptr, *second = nullptr;
  ir::BlockStatement *then = capture([&] { first = value(e->getTrueExpr()); });
  ir::BlockStatement *other =
      capture([&] { second = value(e->getFalseExpr()); });
  // What throws or ends the program there gives nothing.
  if (then->statements.empty() && other->statements.empty())
    return make.select(asked, first, second);
  if (!first || !second)
    return nullptr;
  if (first->type != type || second->type != type)
    return refuse(e, "a choice between two types");
  if (type->isPointer() &&
      (holdsObject(then, first) || holdsObject(other, second)))
    return refuse(e, "a pointer out of an operand with a temporary");
  ir::Module &m = unit.module;
  auto *result =
      m.variable(ir::Variable::Local, "t", type, at(e->getBeginLoc()));
  emit(m.var(result, nullptr, at(e->getBeginLoc())));
  then->statements.push_back(m.store(m.place(result), first));
  other->statements.push_back(m.store(m.place(result), second));
  emit(m.ifThen(asked, then, other, at(e->getBeginLoc())));
  return make.load(make.place(result));
}

const ir::Place *
Body::placeOfChoice(const clang::AbstractConditionalOperator *e) {
  const ir::Expr *asked = condition(e->getCond());
  const ir::Expr *first = nullptr, *second = nullptr;
  ir::BlockStatement *then =
      capture([&] { first = make.reference(place(e->getTrueExpr())); });
  ir::BlockStatement *other =
      capture([&] { second = make.reference(place(e->getFalseExpr())); });
  if (then->statements.empty() && other->statements.empty())
    return make.pointee(make.select(asked, first, second));
  if (!asked || !first || !second)
    return nullptr;
  if (holdsObject(then, first) || holdsObject(other, second))
    return refuse(e, "a choice between objects with a temporary");
  ir::Module &m = unit.module;
  const auto *reference = llvm::cast<ir::ReferenceType>(first->type);
  const ir::Type *pointer =
      m.pointerTo(reference->pointee, reference->isVolatile);
  auto *result = m.variable(ir::Variable::Local, "t", pointer);
  emit(m.var(result, nullptr, at(e->getBeginLoc())));
  const auto keep = [&](ir::BlockStatement *in, const ir::Expr *where) {
    if (const ir::Expr *address = make.address(make.pointee(where)))
      in->statements.push_back(m.store(m.place(result), address));
  };
  keep(then, first);
  keep(other, second);
  emit(m.ifThen(asked, then, other, at(e->getBeginLoc())));
  return make.deref(make.place(result));
}
