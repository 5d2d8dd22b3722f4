// Locals of a loop's body, and what they stand for.
#include "Origins.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

Origins::Origins(ir::Module &module, const ir::Function &host,
                 const ir::Statement *loop, const Iteration &iteration)
    : copy(module), before(host), writes(host) {
  ir::walk(bodyOf(loop), [&](const ir::Statement *s) {
    if (const ir::Variable *made = ir::declaredBy(s)) {
      ofBody.insert(made);
      before.own(made);
      writes.own(made);
    }
  });
  if (iteration.counter)
    ofHead.insert(iteration.counter);
  if (const auto *counted = dyn_cast<ir::LoopStatement>(loop))
    for (const ir::BlockStatement *head : {counted->head, counted->step})
      if (head)
        ir::walk(head, [&](const ir::Statement *s) {
          if (const ir::Variable *made = ir::declaredBy(s))
            ofHead.insert(made);
          ir::forEachPlace(s, [&](const ir::Place *place) {
            if (place->variable() && !place->isIndirect())
              ofHead.insert(place->variable());
          });
        });
  for (const Level &level : iteration.levels) {
    for (const ir::Statement *s : level.before) {
      before.add(s);
      writes.add(s);
    }
    for (const ir::Statement *s : level.after)
      writes.add(s);
    for (const ir::Statement *s : level.otherwise)
      writes.add(s);
  }
  if (iteration.isProgram)
    for (const ir::Statement *s : iteration.calls) {
      before.add(s); // what locals stand for is asked for among its calls
      writes.add(s);
    }
  copy.onExpr = [this](const ir::Expr *e) -> const ir::Expr * {
    const ir::Variable *named = nullptr;
    if (const auto *value = dyn_cast<ir::ValueExpr>(e))
      named = value->variable;
    else if (const auto *load = dyn_cast<ir::LoadExpr>(e))
      named = load->place->wholeVariable();
    const ir::Expr *value = named ? valueOf(named) : nullptr;
    return value ? copy.expr(value) : nullptr;
  };
  copy.onPlace = [this, &module](const ir::Place *place) -> const ir::Place * {
    const ir::Variable *named = place->variable();
    const auto *deref = place->steps.size() == 1
                            ? std::get_if<ir::DerefStep>(&place->steps[0])
                            : nullptr;
    const ir::Expr *value = deref && named ? valueOf(named) : nullptr;
    return value ? module.pointee(copy.expr(value), copy.expr(deref->offset))
                 : nullptr;
  };
  findLocals(iteration);
}

const ir::Expr *Origins::of(const ir::Expr *e) { return copy.expr(e); }

const ir::Expr *Origins::valueOf(const ir::Variable *variable) const {
  const auto found = locals.find(variable);
  return found == locals.end() ? nullptr : found->second.value;
}

//===--- Locals -----------------------------------------------------------===//

/// Whether anything ahead of the calls gives it another value than it has by
/// `declaration` and `set`.
bool Origins::isChanged(const Iteration &iteration,
                        const ir::Statement *declaration,
                        const ir::Statement *set,
                        const ir::Variable *variable) const {
  if (variable->isFixed())
    return false;
  const auto changes = [&](const ir::Statement *s) {
    return s != declaration && s != set && ir::mayChange(s, variable);
  };
  for (const Level &level : iteration.levels)
    if (llvm::any_of(level.before, changes))
      return true;
  return iteration.isProgram && variable->kind != ir::Variable::Let &&
         llvm::any_of(iteration.calls, changes);
}

/// Whether what stands ahead of the calls may write what `value` reads.
bool Origins::isOvertaken(const ir::Expr *value) const {
  return before.mayChange(value);
}

void Origins::declare(const Iteration &iteration, unsigned level, size_t at,
                      const ir::Variable *variable, const ir::Expr *value) {
  const Statements &list = iteration.levels[level].before;
  const ir::Statement *set = nullptr;
  // `var %t: f32`, and the one store that gives it a value, which follows.
  if (!value && isa<ir::VarStatement>(list[at]) && at + 1 < list.size())
    if (const auto *store = dyn_cast<ir::StoreStatement>(list[at + 1]);
        store && store->place->wholeVariable() == variable) {
      set = store;
      value = store->value;
    }
  Local &local = locals[variable];
  if (!value || variable->isVolatile ||
      isChanged(iteration, list[at], set, variable))
    return;
  if (isOvertaken(value))
    return;
  local.value = value;
  local.varies = level > 0 || varies(value);
}

void Origins::findLocals(const Iteration &iteration) {
  for (unsigned level = 0; level < iteration.levels.size(); ++level) {
    const Statements &list = iteration.levels[level].before;
    for (size_t at = 0; at < list.size(); ++at) {
      if (const auto *let = dyn_cast<ir::LetStatement>(list[at]))
        declare(iteration, level, at, let->variable, let->value);
      else if (const auto *var = dyn_cast<ir::VarStatement>(list[at]))
        declare(iteration, level, at, var->variable, var->init);
    }
  }
}

//===--- Differences between iterations -----------------------------------===//

bool Origins::variesAt(const ir::Place *place) const {
  const ir::Variable *variable = place->variable();
  if (variable) {
    if (ofHead.count(variable))
      return true;
    if (const auto local = locals.find(variable); local != locals.end())
      return local->second.varies ||
             (place->isIndirect() && writes.mayChange(place));
    if (ofBody.count(variable))
      return true;
  }
  return place->isVolatile || writes.mayChange(place);
}

/// The same of where it lies.
bool Origins::variesAsAddress(const ir::Place *place) const {
  const ir::Variable *variable = place->variable();
  return variable && (ofHead.count(variable) || ofBody.count(variable))
             ? variesAt(place)
             : place->isVolatile || writes.mayMove(place);
}

bool Origins::moves(const ir::Place *place) const {
  const ir::Variable *variable = place->variable();
  if (variable && (ofHead.count(variable) || ofBody.count(variable)))
    return true;
  bool result = writes.mayMove(place);
  ir::walk(place, [&](const ir::Expr *e) { result = result || varies(e); });
  return result;
}

bool Origins::varies(const ir::Place *place) const {
  bool result = variesAt(place);
  ir::walk(place, [&](const ir::Expr *e) { result = result || varies(e); });
  return result;
}

bool Origins::varies(const ir::Expr *e) const {
  bool result = false;
  ir::walk(e, [&](const ir::Expr *each) {
    if (const auto *value = dyn_cast<ir::ValueExpr>(each))
      result = result || ofHead.count(value->variable) ||
               (ofBody.count(value->variable) &&
                (!locals.count(value->variable) ||
                 locals.lookup(value->variable).varies));
    if (const ir::Place *place = ir::placeOf(each))
      result = result || (isa<ir::AddressExpr>(each) ? variesAsAddress(place)
                                                     : variesAt(place));
  });
  return result;
}
