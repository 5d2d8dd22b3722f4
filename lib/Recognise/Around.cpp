// Which addresses are taken around a loop.
#include "Around.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

Around::Around(const ir::Function &host, const ir::Statement *loop)
    : host(host), loop(loop) {
  look(host.body, loop);
}

void Around::look(const ir::Statement *s, const ir::Statement *loop) {
  if (s == loop)
    return;
  ir::forEachOperand(s, [&](const ir::Expr *own) {
    ir::walk(own, [&](const ir::Expr *e) {
      if (const auto *address = dyn_cast<ir::AddressExpr>(e))
        lead(address->place);
      if (const auto *read = dyn_cast<ir::ContainerReadExpr>(e);
          read && read->op == ir::ReadOp::Data &&
          !read->container->isIndirect())
        ofElements.insert(read->container->variable());
    });
  });
  if (const auto *each = dyn_cast<ir::RangeLoopStatement>(s))
    lead(each->range);
  ir::forEachChild(s, [&](const ir::Statement *inner) { look(inner, loop); });
}

/// Something leads to `place` from now on.
void Around::lead(const ir::Place *place) {
  if (place->isIndirect())
    return;
  bool isOfElement = false;
  for (const ir::Step &step : place->steps)
    isOfElement |= std::holds_alternative<ir::ElementStep>(step);
  auto &list = isOfElement ? ofElements : whole;
  if (const ir::Variable *variable = place->variable())
    list.insert(variable);
  else if (const ir::Global *global = place->global())
    whole.insert(global);
}

//===--- What only counts -------------------------------------------------===//

static bool names(const ir::Expr *e, const ir::Variable *variable) {
  bool result = false;
  ir::walk(e, [&](const ir::Expr *each) {
    const auto *value = dyn_cast<ir::ValueExpr>(each);
    const ir::Place *place = ir::placeOf(each);
    result |= (value && value->variable == variable) ||
              (place && place->variable() == variable);
  });
  return result;
}

/// `for { store %k = 0:i32 } ...`
static bool setsFirst(const ir::Statement *s, const ir::Variable *variable) {
  const auto *inner = dyn_cast<ir::LoopStatement>(s);
  const auto *store =
      inner && inner->init && !inner->init->statements.empty()
          ? dyn_cast<ir::StoreStatement>(inner->init->statements.front())
          : nullptr;
  return store && store->place->wholeVariable() == variable &&
         !names(store->value, variable);
}

static bool holds(const ir::Statement *s, const ir::Statement *part) {
  bool result = false;
  ir::walk(s, [&](const ir::Statement *each) { result |= each == part; });
  return result;
}

/// Whether `s` uses it but in loops that set it first; one around `loop` goes
/// on with its value.
static bool usesElsewhere(const ir::Statement *s, const ir::Statement *loop,
                          const ir::Variable *variable) {
  if (setsFirst(s, variable) && !holds(s, loop))
    return false;
  bool result = false;
  ir::forEachOperand(s,
                     [&](const ir::Expr *e) { result |= names(e, variable); });
  ir::forEachPlace(s, [&](const ir::Place *place) {
    result |= place->variable() == variable;
    ir::walk(place, [&](const ir::Expr *e) { result |= names(e, variable); });
  });
  ir::forEachChild(s, [&](const ir::Statement *inner) {
    result = result || usesElsewhere(inner, loop, variable);
  });
  return result;
}

bool Around::isScratch(const ir::Variable *variable) const {
  return ir::integerFormat(variable->type) &&
         variable->kind == ir::Variable::Local && !isShared(variable) &&
         !usesElsewhere(host.body, loop, variable);
}
