// Counts what a body does with its locals.
#include "LocalUses.h"

#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

LocalUses recognise::usesOf(const ir::BlockStatement *body) {
  LocalUses result;
  ir::walkExprs(body, [&](const ir::Expr *e) {
    if (const auto *value = dyn_cast<ir::ValueExpr>(e)) {
      ++result[value->variable].loads;
      return;
    }
    const ir::Place *place = ir::placeOf(e);
    if (!place || !place->variable())
      return;
    LocalUse &use = result[place->variable()];
    ++use.loads;
    use.isWhole &= llvm::isa<ir::LoadExpr>(e) && place->wholeVariable();
    use.isAddressed |= !llvm::isa<ir::LoadExpr>(e) && !place->isIndirect();
  });
  ir::walk(static_cast<const ir::Statement *>(body),
           [&](const ir::Statement *s) {
             ir::forEachPlace(s, [&](const ir::Place *place) {
               if (!place->variable())
                 return;
               LocalUse &use = result[place->variable()];
               // What a pointer leads to is changed, not the pointer.
               ++(place->isIndirect() ? use.loads : use.changes);
               use.isWhole &= !place->isIndirect();
             });
           });
  return result;
}

const ir::Variable *recognise::heldIn(const ir::Expr *e) {
  if (const auto *fixed = llvm::dyn_cast_or_null<ir::ValueExpr>(e))
    return fixed->variable;
  const auto *load = llvm::dyn_cast_or_null<ir::LoadExpr>(e);
  return load ? load->place->wholeVariable() : nullptr;
}

bool recognise::namesAny(
    const ir::Statement *s,
    const llvm::SmallPtrSetImpl<const ir::Variable *> &variables) {
  bool result = false;
  const auto look = [&](const ir::Expr *e) {
    ir::walk(e, [&](const ir::Expr *part) {
      const auto *value = dyn_cast<ir::ValueExpr>(part);
      const ir::Place *place = ir::placeOf(part);
      result |=
          (value && variables.contains(value->variable)) ||
          (place && place->variable() && variables.contains(place->variable()));
    });
  };
  ir::forEachOperand(s, look);
  ir::forEachPlace(s, [&](const ir::Place *place) {
    result |= place->variable() && variables.contains(place->variable());
    ir::forEachOperand(place, look);
  });
  return result;
}

bool recognise::namesVariable(const ir::Statement *s,
                              const ir::Variable *variable) {
  bool result = false;
  ir::walkExprs(s, [&](const ir::Expr *e) {
    const auto *value = dyn_cast<ir::ValueExpr>(e);
    const ir::Place *place = ir::placeOf(e);
    result |= (value && value->variable == variable) ||
              (place && place->variable() == variable);
  });
  ir::walk(s, [&](const ir::Statement *each) {
    ir::forEachPlace(each, [&](const ir::Place *place) {
      result |= place->variable() == variable;
    });
  });
  return result;
}

bool recognise::isTemporary(const ir::Variable *variable) {
  return variable->loc.length == 0 && !variable->isVolatile &&
         (variable->kind == ir::Variable::Local ||
          variable->kind == ir::Variable::Let);
}

bool recognise::namesTemporary(const ir::Place *place) {
  bool result = place->variable() && isTemporary(place->variable());
  ir::walk(place, [&](const ir::Expr *e) {
    const ir::Variable *held = heldIn(e);
    result |= held && isTemporary(held);
  });
  return result;
}

bool recognise::onlyNamesPart(const ir::Statement *s, const ir::Variable *whole,
                              const ir::Statement *body) {
  const auto *let = dyn_cast<ir::LetStatement>(s);
  const auto *address = let ? dyn_cast<ir::AddressExpr>(let->value) : nullptr;
  if (!address || !let->variable->type->isReference() ||
      address->place->variable() != whole)
    return false;
  bool isRead = true;
  const auto look = [&](const ir::Place *place) {
    isRead &= place->variable() != let->variable;
  };
  ir::walk(body,
           [&](const ir::Statement *each) { ir::forEachPlace(each, look); });
  ir::walkExprs(body, [&](const ir::Expr *e) {
    if (const auto *taken = dyn_cast<ir::AddressExpr>(e))
      look(taken->place);
    const auto *value = dyn_cast<ir::ValueExpr>(e);
    isRead &= !value || value->variable != let->variable;
  });
  return isRead;
}
