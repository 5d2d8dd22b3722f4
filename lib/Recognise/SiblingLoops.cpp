// Loops over a first child and its siblings, with the step in the head or in
// the body, and further conditions after the test of the pointer:
//
//     for { var %c = load %n->first } while andalso(tobool(load %c), more)
//       step { store %c = load %c->next } { ... }
//     while tobool(load %c) { ...; store %c = load %c->next }
//     do { let %next = load %c->next; ...; store %c = %next } while tobool(...)
//
// The variable has to hold the first child where the loop begins, an iteration
// has to come to one step before it ends, and nothing may look at the variable
// after the step, or after the loop.
#include "SiblingLoops.h"

#include "LocalUses.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

/// The pointer that `condition` first asks for; what else has to hold goes to
/// `rest`.
static const ir::Variable *testedFirst(const ir::Expr *condition,
                                       std::vector<const ir::Expr *> &rest) {
  if (const auto *both = dyn_cast<ir::LogicalExpr>(condition)) {
    const ir::Variable *variable =
        both->isAnd ? testedFirst(both->left, rest) : nullptr;
    rest.push_back(both->right);
    return variable;
  }
  const ir::Variable *variable = nullptr;
  if (const auto *cast = dyn_cast<ir::CastExpr>(condition);
      cast && cast->op == ir::CastOp::ToBool) {
    variable = heldIn(cast->operand);
  } else if (const auto *test = dyn_cast<ir::BinaryExpr>(condition);
             test && test->op == ir::BinaryOp::Ne) {
    if (isa<ir::NullExpr>(test->right))
      variable = heldIn(test->left);
    else if (isa<ir::NullExpr>(test->left))
      variable = heldIn(test->right);
  }
  return variable && variable->type->isPointer() &&
                 variable->kind == ir::Variable::Local && !variable->isVolatile
             ? variable
             : nullptr;
}

/// Where in an object the field at `load %variable->next` lies; nothing of
/// other expressions.
static std::optional<uint64_t> fieldOf(const ir::Expr *e,
                                       const ir::Variable *variable) {
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  if (!load || load->place->variable() != variable ||
      load->place->steps.size() < 2 || e->type != variable->type)
    return std::nullopt;
  const auto *deref = std::get_if<ir::DerefStep>(&load->place->steps[0]);
  if (!deref || deref->offset)
    return std::nullopt;
  uint64_t offset = 0;
  for (const ir::Step &step : load->place->steps.drop_front()) {
    const auto *field = std::get_if<ir::FieldStep>(&step);
    if (!field || field->field->parent->isUnion())
      return std::nullopt;
    offset += field->field->offset;
  }
  return offset;
}

static bool mentions(const ir::Expr *e, const ir::Variable *variable) {
  bool result = false;
  ir::walk(e, [&](const ir::Expr *each) {
    const auto *value = dyn_cast<ir::ValueExpr>(each);
    const ir::Place *place = ir::placeOf(each);
    if (const auto *read = dyn_cast<ir::ContainerReadExpr>(each))
      place = read->container;
    result |= (value && value->variable == variable) ||
              (place && place->variable() == variable);
  });
  return result;
}

static bool mentions(const ir::Place *place, const ir::Variable *variable) {
  bool result = place->variable() == variable;
  ir::walk(place,
           [&](const ir::Expr *each) { result |= mentions(each, variable); });
  return result;
}

/// Whether `s` or anything in it names `variable`.
static bool mentions(const ir::Statement *s, const ir::Variable *variable) {
  bool result = false;
  ir::walk(s, [&](const ir::Statement *each) {
    ir::forEachOperand(
        each, [&](const ir::Expr *e) { result |= mentions(e, variable); });
    ir::forEachPlace(each, [&](const ir::Place *place) {
      result |= mentions(place, variable);
    });
  });
  return result;
}

namespace {

/// Finds the steps in a loop's body: one that every iteration comes to, and one
/// before each `continue` ahead of that.
class StepFinder {
public:
  explicit StepFinder(SiblingWalk &walk) : walk(walk) {}

  bool run(const ir::BlockStatement *body) {
    bool isStepped = false;
    for (const ir::Statement *s : body->statements) {
      if (isStepped)
        isClear &= !mentions(s, walk.variable);
      else if (isStep(s))
        isStepped = true;
      else if (!savesNext(s))
        ahead(s);
    }
    if (saved)
      for (const ir::Statement *s : body->statements)
        isClear &= walk.dropped.count(s) || !mentionsSaved(s);
    return isStepped && isClear;
  }

  /// `store %c = load %c->next`, or what was saved of it.
  bool isStep(const ir::Statement *s) {
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    if (!store || store->place->wholeVariable() != walk.variable)
      return false;
    const ir::Variable *from = heldIn(store->value);
    return take(from && from == saved ? savedField
                                      : fieldOf(store->value, walk.variable),
                s);
  }

private:
  bool take(std::optional<uint64_t> field, const ir::Statement *s) {
    if (!field || (isKnown && walk.next != *field))
      return false;
    isKnown = true;
    walk.next = *field;
    walk.dropped.insert(s);
    return true;
  }

  /// `let %next = load %c->next`
  bool savesNext(const ir::Statement *s) {
    const auto *let = dyn_cast<ir::LetStatement>(s);
    const auto *var = dyn_cast<ir::VarStatement>(s);
    const ir::Expr *value = let ? let->value : var ? var->init : nullptr;
    const auto field =
        value && !saved ? fieldOf(value, walk.variable) : std::nullopt;
    if (!field)
      return false;
    saved = ir::declaredBy(s);
    savedField = field;
    walk.dropped.insert(s);
    return true;
  }

  bool mentionsSaved(const ir::Statement *s) const {
    if (!isa<ir::BlockStatement, ir::IfStatement>(s))
      return mentions(s, saved);
    bool result = false;
    ir::forEachChild(s, [&](const ir::Statement *inner) {
      result |= !walk.dropped.count(inner) && mentionsSaved(inner);
    });
    if (const auto *branch = dyn_cast<ir::IfStatement>(s))
      result |= mentions(branch->condition, saved);
    return result;
  }

  /// What comes ahead of the step: a step there is followed by `continue`.
  void ahead(const ir::Statement *s) {
    if (const auto *block = dyn_cast<ir::BlockStatement>(s)) {
      isClear &= block->label.empty();
      const auto &list = block->statements;
      for (size_t k = 0; k < list.size(); ++k) {
        if (isa<ir::ContinueStatement>(list[k])) {
          isClear = false; // without a step before it
        } else if (k + 1 < list.size() &&
                   isa<ir::ContinueStatement>(list[k + 1]) && isStep(list[k])) {
          return;
        } else {
          ahead(list[k]);
        }
      }
      return;
    }
    if (const auto *branch = dyn_cast<ir::IfStatement>(s)) {
      ahead(branch->then);
      if (branch->otherwise)
        ahead(branch->otherwise);
      return;
    }
    // A loop's `continue` is its own; a switch is not looked into.
    bool isSet = isa<ir::ContinueStatement, ir::LeaveStatement>(s);
    ir::walk(s, [&](const ir::Statement *inner) {
      const auto *store = dyn_cast<ir::StoreStatement>(inner);
      isSet |= store && store->place->wholeVariable() == walk.variable;
      isSet |= isa<ir::SwitchStatement, ir::LeaveStatement>(inner);
    });
    isClear &= !isSet;
  }

  SiblingWalk &walk;
  const ir::Variable *saved = nullptr;
  std::optional<uint64_t> savedField;
  bool isKnown = false, isClear = true;
};

/// Looks at all of a function, in order, for what sets and asks a variable.
class Chain {
public:
  explicit Chain(SiblingWalk &walk) : walk(walk) {}

  /// Whether the variable holds the first child where the loop begins, and
  /// nothing looks at it after the loop.
  bool run(const ir::Function &function) {
    look(function.body);
    return isClear && state == Walked;
  }

private:
  void look(const ir::Statement *s) {
    if (s == walk.loop) {
      const auto &loop = *walk.loop;
      if (loop.init)
        look(loop.init);
      isClear &= state == Set && (loop.init == setIn || isSetEachTime()) &&
                 (loop.form != ir::LoopForm::DoWhile || isEntered());
      state = Walked;
      return;
    }
    if (isa<ir::VarStatement>(s) && ir::declaredBy(s) == walk.variable) {
      const auto *var = llvm::cast<ir::VarStatement>(s);
      walk.dropped.insert(s);
      if (var->init)
        set(var->init);
      return;
    }
    if (const auto *store = dyn_cast<ir::StoreStatement>(s);
        store && store->place->wholeVariable() == walk.variable) {
      walk.dropped.insert(s);
      return set(store->value);
    }
    ir::forEachOperand(s, [&](const ir::Expr *e) { ask(e); });
    ir::forEachPlace(s, [&](const ir::Place *place) {
      isClear &= !mentions(place, walk.variable);
    });
    around.push_back(s);
    ir::forEachChild(s, [&](const ir::Statement *inner) { look(inner); });
    around.pop_back();
  }

  /// Whether the first store is made each time that the loop begins: it stands
  /// around it, and no loop between.
  bool isSetEachTime() const {
    const auto set = llvm::find(around, setIn);
    return set != around.end() &&
           std::none_of(set + 1, around.end(), [](const ir::Statement *s) {
             return isa<ir::LoopStatement, ir::CountedLoopStatement,
                        ir::RangeLoopStatement>(s);
           });
  }

  /// Whether there is a first child where the body of a `do` begins: it was
  /// asked, or the body follows the pointer before it is left.
  bool isEntered() const {
    std::vector<const ir::Expr *> rest;
    for (size_t k = 0; k + 1 < around.size(); ++k)
      if (const auto *branch = dyn_cast<ir::IfStatement>(around[k]);
          branch && branch->then == around[k + 1] &&
          !isa<ir::LogicalExpr>(branch->condition) &&
          testedFirst(branch->condition, rest) == walk.variable)
        return true;
    for (const ir::Statement *s : walk.loop->body->statements) {
      if (walk.dropped.count(s))
        return true;
      bool isLeft = false;
      ir::walk(s, [&](const ir::Statement *inner) {
        isLeft |= isa<ir::BreakStatement, ir::ReturnStatement,
                      ir::LeaveStatement, ir::ContinueStatement>(inner);
      });
      if (isLeft)
        return false;
    }
    return false;
  }

  void set(const ir::Expr *value) {
    const auto *load = dyn_cast<ir::LoadExpr>(value);
    isClear &= load && state == Unset;
    if (!isClear)
      return;
    walk.first = load->place;
    state = Set;
    setIn = around.empty() ? nullptr : around.back();
  }

  /// Before the loop it may be asked whether there is a first child.
  void ask(const ir::Expr *e) {
    if (!mentions(e, walk.variable))
      return;
    std::vector<const ir::Expr *> rest;
    const auto *test = dyn_cast<ir::BinaryExpr>(e);
    const bool isTest = !isa<ir::LogicalExpr>(e) &&
                        (testedFirst(e, rest) == walk.variable ||
                         (test && test->op == ir::BinaryOp::Eq &&
                          ((isa<ir::NullExpr>(test->right) &&
                            heldIn(test->left) == walk.variable) ||
                           (isa<ir::NullExpr>(test->left) &&
                            heldIn(test->right) == walk.variable))));
    if (isTest) {
      isClear &= state == Set;
      return;
    }
    if (heldIn(e) == walk.variable || ir::placeOf(e)) {
      isClear = false;
      return;
    }
    ir::forEachOperand(e, [&](const ir::Expr *inner) { ask(inner); });
  }

  SiblingWalk &walk;
  enum { Unset, Set, Walked } state = Unset;
  std::vector<const ir::Statement *> around; ///< from outside in
  const ir::Statement *setIn = nullptr;      ///< the block of the first store
  bool isClear = true;
};

} // namespace

static bool findStep(SiblingWalk &walk) {
  const ir::LoopStatement &loop = *walk.loop;
  StepFinder finder(walk);
  if (!loop.step || loop.step->statements.empty())
    return finder.run(loop.body);
  bool isSet = false;
  ir::walk(loop.body, [&](const ir::Statement *s) {
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    isSet |= store && store->place->wholeVariable() == walk.variable;
  });
  return loop.step->statements.size() == 1 && !isSet &&
         finder.isStep(loop.step->statements[0]);
}

std::vector<SiblingWalk> recognise::siblingWalks(const ir::Function &function) {
  std::vector<SiblingWalk> result;
  ir::walk(function.body, [&](const ir::Statement *s) {
    const auto *loop = dyn_cast<ir::LoopStatement>(s);
    if (!loop || loop->head || !loop->condition)
      return;
    SiblingWalk walk;
    walk.loop = loop;
    walk.variable = testedFirst(loop->condition, walk.rest);
    // What else has to hold after the last step of a `do` would need the step.
    if (!walk.variable ||
        (loop->form == ir::LoopForm::DoWhile && !walk.rest.empty()))
      return;
    if (findStep(walk) && Chain(walk).run(function) &&
        llvm::none_of(result, [&](const SiblingWalk &other) {
          return other.variable == walk.variable;
        }))
      result.push_back(std::move(walk));
  });
  return result;
}
