// Goes through the statements of a body: which locals move, and whether what
// stands where is come to.
#include "Progress.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/TypeSwitch.h>
#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

bool Progress::setLocal(const ir::Variable *variable, Course course,
                        const ir::Expr *value) {
  Local &local = locals[variable];
  const Course known = local.course;
  local.course = together(known, course);
  local.mayBeZero |= value && mayBeNegativeZero(value);
  if (value != local.value) {
    ++local.numValues;
    local.value = value;
  }
  return local.course != known;
}

/// True: something is known that was not.
bool Progress::learnOnce(const ir::Statement *s) {
  const ir::Expr *value = nullptr;
  // What is set in some of the rounds that it is declared in may be anything.
  const auto isEach = [&](const ir::Variable *local) {
    const auto known = locals.find(local);
    return known != locals.end() && known->second.scope == scope ? Course::Fixed
                                                                 : Course::Open;
  };
  if (const ir::Variable *declared = ir::declaredBy(s))
    locals[declared].scope = scope;
  if (const ir::Variable *chosen = choosesLocal(site.module, s, value)) {
    locals[chosen].numValues += 2;
    return setLocal(chosen, together(of(value), isEach(chosen)), value);
  }
  if (const auto *each = dyn_cast<ir::RangeLoopStatement>(s))
    return ofPlace(each->range) != Course::Fixed &&
           setLocal(each->variable, Course::Open, nullptr);
  if (const auto *let = dyn_cast<ir::LetStatement>(s))
    return setLocal(let->variable, of(let->value), let->value);
  if (const auto *var = dyn_cast<ir::VarStatement>(s))
    return var->init && setLocal(var->variable, of(var->init), var->init);
  const auto *store = dyn_cast<ir::StoreStatement>(s);
  const ir::Variable *local = store ? localAt(store->place) : nullptr;
  if (!local)
    return false;
  const bool isWhole = store->place->steps.empty();
  return setLocal(
      local,
      together(isEach(local),
               together(of(store->value),
                        isWhole ? Course::Fixed : ofPlace(store->place))),
      store->value);
}

void Progress::learn(const ir::BlockStatement *body,
                     llvm::function_ref<bool(const ir::Statement *)> isChange) {
  ir::walkExprs(static_cast<const ir::Statement *>(body),
                [&](const ir::Expr *e) {
                  const auto *address = dyn_cast<ir::AddressExpr>(e);
                  if (const ir::Variable *local =
                          address ? localAt(address->place) : nullptr)
                    locals[local].isAddressed = true;
                });
  for (bool isNew = true; isNew;) {
    isNew = false;
    walk(body, isChange,
         [&](const ir::Statement *s, Course) { isNew |= learnOnce(s); });
  }
  needed.clear();
}

void Progress::walk(
    const ir::BlockStatement *body,
    llvm::function_ref<bool(const ir::Statement *)> isChange,
    llvm::function_ref<void(const ir::Statement *, Course)> found) {
  this->isChange = isChange;
  this->found = found;
  scope = lastScope = 0;
  walk(body, Course::Fixed);
}

/// Whether it may end an iteration, or a loop around.
static bool mayLeave(const ir::Statement *s, bool isInLoop = false) {
  if (isa<ir::ContinueStatement, ir::BreakStatement>(s))
    return !isInLoop;
  if (isa<ir::LeaveStatement, ir::ReturnStatement>(s))
    return true;
  const bool isLoop =
      isa<ir::LoopStatement, ir::CountedLoopStatement, ir::RangeLoopStatement>(
          s);
  bool result = false;
  ir::forEachChild(s, [&](const ir::Statement *child) {
    result |= mayLeave(child, isInLoop || isLoop);
  });
  return result;
}

/// Returns the course of whether what follows the block is come to.
Course Progress::walk(const ir::BlockStatement *body, Course guard) {
  Course rest = Course::Fixed;
  const llvm::SaveAndRestore outer(scope);
  for (const ir::Statement *s : body->statements) {
    const Course here = together(guard, rest);
    found(s, here);
    const ir::Expr *value = nullptr;
    if (isChange(s) || choosesLocal(site.module, s, value))
      continue;
    const Course after =
        llvm::TypeSwitch<const ir::Statement *, Course>(s)
            .Case([&](const ir::BlockStatement *inner) {
              return walk(inner, here);
            })
            .Case(
                [&](const ir::IfStatement *one) { return choice(*one, here); })
            .Case([&](const ir::LoopStatement *each) {
              return loop(*each, each->body, here);
            })
            .Case([&](const ir::CountedLoopStatement *each) {
              return loop(*each, each->body, here);
            })
            .Case([&](const ir::RangeLoopStatement *each) {
              return loop(*each, each->body, here);
            })
            .Case([&](const ir::SwitchStatement *several) {
              const Course inner =
                  of(several->value) == Course::Fixed ? here : Course::Open;
              Course after = Course::Fixed, fallen = Course::Fixed;
              for (const auto &each : several->cases) {
                const llvm::SaveAndRestore own(scope, ++lastScope);
                const Course ended = walk(each.body, together(inner, fallen));
                after = together(after, ended);
                fallen =
                    each.fallsThrough ? together(fallen, ended) : Course::Fixed;
              }
              return inner == here || !mayLeave(several) ? after : Course::Open;
            })
            .Default(Course::Fixed);
    if (after != Course::Fixed)
      scope = ++lastScope;
    rest = together(rest, after);
  }
  return rest;
}

Course Progress::choice(const ir::IfStatement &s, Course guard) {
  const Course asked = of(s.condition);
  const auto branch = [&](const ir::BlockStatement *block, Course taken) {
    if (!block)
      return Course::Fixed;
    const llvm::SaveAndRestore own(scope, taken == Course::Fixed ? scope
                                                                 : ++lastScope);
    const Course after = walk(block, together(guard, taken));
    // What follows is come to where this branch is not, or goes on to its end.
    return mayLeave(block) ? together(opposite(taken), after) : after;
  };
  const Course then = branch(s.then, asked);
  return together(then, branch(s.otherwise, opposite(asked)));
}

Course Progress::loop(const ir::Statement &s, const ir::BlockStatement *body,
                      Course guard) {
  Course asked = Course::Fixed;
  ir::forEachOperand(
      &s, [&](const ir::Expr *e) { asked = together(asked, of(e)); });
  // Where an iteration may end the loop, the next ones depend on it.
  bool breaks = false;
  ir::walk(body, [&](const ir::Statement *each) {
    breaks |=
        isa<ir::BreakStatement, ir::ReturnStatement, ir::LeaveStatement>(each);
  });
  Course inner = asked == Course::Fixed ? guard : Course::Open;
  const auto ignore = [](const ir::Statement *, Course) {};
  if (breaks && inner != Course::Open) {
    const llvm::function_ref<void(const ir::Statement *, Course)> outer = found;
    found = ignore;
    if (walk(body, inner) != Course::Fixed)
      inner = Course::Open;
    found = outer;
  }
  ir::forEachChild(&s, [&](const ir::Statement *part) {
    if (part != body)
      walk(llvm::cast<ir::BlockStatement>(part), guard);
  });
  const llvm::SaveAndRestore own(scope, inner == guard ? scope : ++lastScope);
  const Course after = walk(body, inner);
  return breaks && after != Course::Fixed ? Course::Open : Course::Fixed;
}
