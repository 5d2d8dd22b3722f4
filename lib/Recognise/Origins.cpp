// Locals of a loop's body, and what they stand for.
#include "Origins.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/TypeRules.h"
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

/// Whether finding where `place` is reads nothing but variables.
static bool isFoundByName(const ir::Place *place) {
  for (size_t k = 0; k < place->steps.size(); ++k) {
    const ir::Step &step = place->steps[k];
    const auto *index = std::get_if<ir::IndexStep>(&step);
    if (std::holds_alternative<ir::DerefStep>(step)
            ? k > 0
            : !std::holds_alternative<ir::FieldStep>(step) &&
                  !(index && isa<ir::IntExpr>(index->index)))
      return false;
  }
  return place->variable() || place->global();
}

/// Whether `e` may be evaluated where the conditions around it do not hold: it
/// follows no pointer, asks no container and calls nothing.
static bool isThereAnywhere(const ir::Expr *e) {
  bool result = true;
  ir::walk(e, [&](const ir::Expr *each) {
    if (const auto *load = dyn_cast<ir::LoadExpr>(each))
      result &= !load->place->isIndirect() && isFoundByName(load->place);
    else if (const auto *address = dyn_cast<ir::AddressExpr>(each))
      result &= isFoundByName(address->place);
    else
      result &= isa<ir::ValueExpr, ir::CastExpr, ir::IntExpr, ir::FloatExpr,
                    ir::BoolExpr>(each) ||
                (each->type->isPointer() && isa<ir::BinaryExpr>(each));
  });
  return result;
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
  local.varies = (level > 0 && !isThereAnywhere(value)) || varies(value);
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
  findProgramLocals(iteration);
}

/// What pointers and references are that are made among the calls of a program,
/// as they are before a temporary is: `let %t: ptr @Query = ptradd(%qs, %i)`;
/// what is the number of the iteration, and numbers that all iterations see.
/// Only of what no statement of it changes or declares.
void Origins::findProgramLocals(const Iteration &iteration) {
  if (!iteration.isProgram)
    return;
  llvm::SmallPtrSet<const ir::Variable *, 16> declared;
  for (const ir::Statement *s : iteration.calls)
    ir::walk(s, [&](const ir::Statement *each) {
      if (const ir::Variable *made = ir::declaredBy(each))
        declared.insert(made);
    });
  // A number that visits may change is what it is where it is read.
  const auto isCounted = [&](const ir::Expr *value) {
    while (const auto *cast = dyn_cast<ir::CastExpr>(value))
      value = cast->operand;
    const auto *load = dyn_cast<ir::LoadExpr>(value);
    return load && ofHead.count(load->place->wholeVariable());
  };
  // What all iterations see is the same wherever it is read.
  const auto isOfAll = [&](const ir::Expr *value) {
    while (const auto *cast = dyn_cast<ir::CastExpr>(value))
      value = cast->operand;
    const auto *load = dyn_cast<ir::LoadExpr>(value);
    return load && load->place->wholeVariable() &&
           ir::integerFormat(value->type) && !varies(value);
  };
  const auto isOutside = [&](const ir::Expr *value) {
    bool result = !before.mayChange(value);
    ir::walk(value, [&](const ir::Expr *e) {
      const auto *named = dyn_cast<ir::ValueExpr>(e);
      const ir::Place *place = ir::placeOf(e);
      result &= !(named && declared.count(named->variable)) &&
                !(place && declared.count(place->variable())) &&
                !isa<ir::CallExpr>(e);
    });
    return result;
  };
  for (const ir::Statement *s : iteration.calls)
    ir::walk(s, [&](const ir::Statement *each) {
      const auto *let = dyn_cast<ir::LetStatement>(each);
      if (!let || !isOutside(of(let->value)) ||
          !(ir::pointeeOf(let->variable->type) || isCounted(let->value) ||
            isOfAll(let->value)))
        return;
      locals[let->variable] = {let->value, varies(let->value)};
    });
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
      result = result ||
               (asksWhere(each) ? variesAsAddress(place) : variesAt(place));
  });
  return result;
}
