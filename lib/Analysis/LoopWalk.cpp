// Statements of a loop, and of the functions that it calls.
#include "LoopWalk.h"

#include "LoopCounters.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/SaveAndRestore.h>

using namespace regtt::ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;
using llvm::SaveAndRestore;

//===--- What is noted ----------------------------------------------------===//

/// Whether something is known of each number in it.
static bool isFollowed(const Region &region) {
  return region.root != Region::Unknown &&
         llvm::none_of(region.steps, [](const RegionStep &step) {
           const bool counts = step.kind == RegionStep::Index || step.leaves();
           return step.kind == RegionStep::Part ||
                  (counts && (step.index.kind == Number::Any ||
                              step.index.kind == Number::None));
         });
}

void LoopWalk::note(const Region &region, bool isWrite) {
  const std::vector<Region> by = finders;
  if (finding != 0 && !isWrite)
    finders.push_back(region);
  if (region.variable() && region.isHeld() &&
      (memory.isFresh(region) || questions.isPrivate(region.variable())))
    return;
  if (region.root == Region::OfText)
    return;
  if (region.variable() && region.frame == 0 && region.steps.empty() &&
      counters.count(region.variable()))
    return;
  const Spot at = current ? Spot() : spot;
  // Other places may be other elements of what no index is known of.
  const auto isSame = [&](const Access &known) {
    return isFollowed(region) ||
           (known.place == at.place && known.steps == at.steps);
  };
  const bool isAhead = asked && llvm::is_contained(*asked, at.place) &&
                       !isWrite && at.steps == at.place->steps.size();
  const SaveAndRestore when(phase, isAhead ? unsigned(After) : phase);
  for (Access &known : found.all)
    if (known.isWrite == isWrite && known.loc == loc && known.inner == inner &&
        known.region == region && isSame(known) &&
        known.isDeferred == (isDeferring || isAhead) &&
        known.isAskedAhead == isAhead) {
      known.phases |= phase;
      known.isConditional &= current || conditions != 0;
      return;
    }
  found.all.push_back({region, isWrite, phase, current || conditions != 0, loc,
                       inner, at.place, at.steps, by, isDeferring || isAhead,
                       isAhead});
}

/// Whether a record keeps what it was: a number that is no constant.
bool LoopWalk::isCaptured(const Expr *e) const {
  return captured && !isa<IntExpr, FloatExpr, BoolExpr>(e) &&
         llvm::any_of(*captured,
                      [&](const Expr *value) { return equal(value, e); });
}

/// Values and the condition are looked at as the iteration comes here, but for
/// what the statements themselves set, which they ask for again.
void LoopWalk::defer(const DeferStatement &s) {
  for (const Expr *e : s.values)
    value(e);
  std::vector<const Place *> changed;
  const std::vector<const Place *> *const claimed = &changed;
  const auto isStored = [&](const Place *place) {
    return s.body &&
           llvm::any_of(s.body->statements, [&](const Statement *each) {
             const auto *store = dyn_cast<StoreStatement>(each);
             return store && equal(store->place, place);
           });
  };
  if (s.when) {
    walk(s.when, [&](const Expr *e) {
      if (const auto *load = dyn_cast<LoadExpr>(e);
          load && isStored(load->place))
        changed.push_back(load->place);
    });
    const SaveAndRestore ahead(asked, claimed);
    value(s.when);
  }
  const SaveAndRestore when(conditions, conditions + 1);
  const SaveAndRestore behind(phase, unsigned(After));
  const SaveAndRestore later(isDeferring, true);
  const std::vector<const Expr *> *const values = &s.values;
  const SaveAndRestore kept(captured, values);
  if (s.body)
    statements(s.body);
}

/// An object with all that its containers own.
void LoopWalk::writeWhole(const Region &region) {
  write(region);
  spot = {};
  memory.blur(region);
  const Type *type = region.type;
  // Of objects that own others of their type, such as a node that has a vector
  // of nodes, any may be meant.
  const auto isSame = [&](const RegionStep &step) {
    return step.type == type && step.kind == RegionStep::Element;
  };
  if (llvm::count_if(region.steps, isSame) > 1) {
    write(Region::unknown(type));
    return memory.blur(Region::unknown(type));
  }
  if (const auto *record = dyn_cast_or_null<StructType>(type);
      record && record->isComplete()) {
    for (const Field &field : record->fields()) {
      if (field.type->kind != Type::Library && field.type->kind != Type::Struct)
        continue;
      writeWhole(region.then(RegionStep(&field)));
    }
    return;
  }
  const auto *library = dyn_cast_or_null<LibraryType>(type);
  if (!library || liesInside(library))
    return;
  const Type *element = library->typeArgument(
      library->name == "std::map" || library->name == "std::unordered_map");
  if (!ownsElements(type) || !element)
    return;
  writeWhole(region.then({RegionStep::Element, element, Number::any()}));
}

//===--- Calls ------------------------------------------------------------===//

Region LoopWalk::resultOf(const Function *function, unsigned ofFrame) {
  std::unique_ptr<Variable> &variable = results[function];
  if (!variable)
    variable = std::make_unique<Variable>(Variable::Let, "result",
                                          function->type->result, Location{});
  return Region::of(variable.get(), ofFrame);
}

/// Functions in functions, and calls that are told apart.
static constexpr size_t deepest = 32, mostFrames = 4096;

/// A pointer to where a row begins, of which each access is checked.
static Value checkedRow(Value pointer) {
  for (Region &target : pointer.targets)
    if (!target.steps.empty())
      target.steps.back().index = Number::checkedRow(target.steps.back().index);
  return pointer;
}

Region LoopWalk::call(const Function *callee,
                      llvm::ArrayRef<const Expr *> arguments,
                      const void *site) {
  const auto known = llvm::find_if(
      active, [&](const Active &a) { return a.function == callee; });
  const bool recurses = known != active.end();
  if (!callee->body || active.size() > deepest || frames.size() > mostFrames) {
    for (const Expr *argument : arguments)
      handOver(argument, false);
    isUnknown = true;
    const Region result = resultOf(callee, 1);
    memory.blur(result);
    return result;
  }
  const unsigned next =
      recurses
          ? known->frame
          : frames.try_emplace({frame, site}, frames.size() + 2).first->second;
  {
    const SaveAndRestore when(phase, isAhead ? unsigned(Before) : phase);
    isAhead = false;
    for (unsigned k = 0; k < arguments.size(); ++k)
      if (questions.isCheckedRow && questions.isCheckedRow(callee, k))
        memory.store(Region::of(callee->params[k], next),
                     checkedRow(value(arguments[k])));
      else
        assign(Region::of(callee->params[k], next), arguments[k]);
  }
  const Region result = resultOf(callee, next);
  if (recurses)
    return result;
  active.push_back({callee, next});
  {
    const SaveAndRestore inFrame(frame, next);
    const SaveAndRestore inFunction(current, callee);
    const SaveAndRestore where(inner);
    statements(callee->body);
  }
  active.pop_back();
  return result;
}

void LoopWalk::called(const Function *callee,
                      llvm::ArrayRef<const Expr *> given,
                      const Variable *result, const Statement *s) {
  const Region from = call(callee, given, s);
  if (result && isChoice(result))
    hold(result, memory.load(from));
  else if (result)
    copy(at(result), from);
}

//===--- Statements -------------------------------------------------------===//

static bool addressTaken(const Statement *s, const Variable *variable) {
  bool result = false;
  walkExprs(s, [&](const Expr *e) {
    const auto *address = dyn_cast<AddressExpr>(e);
    result |= address && address->place->variable() == variable;
  });
  return result;
}

void LoopWalk::statements(const BlockStatement *block) {
  if (block)
    for (const Statement *s : block->statements)
      statement(s);
}

void LoopWalk::sometimes(const BlockStatement *block) {
  const SaveAndRestore when(conditions, conditions + 1);
  statements(block);
}

void LoopWalk::store(const Place *place, const Expr *value) {
  for (const Region &region : regions(place)) {
    spot = {place, place->steps.size()};
    write(region);
    if (region.type->kind == Type::Library)
      writeWhole(region);
    assign(region, value);
  }
}

void LoopWalk::range(const RangeLoopStatement &s, const Number &index) {
  for (const Region &range : regions(s.range)) {
    const auto *library = dyn_cast<LibraryType>(range.type);
    const bool isInside = !library || liesInside(library);
    if (!isInside)
      read(range);
    const RegionStep step(isInside ? RegionStep::Index : RegionStep::Element,
                          elementOf(range.type), index);
    memory.store(at(s.variable), isInside || ownsElements(range.type)
                                     ? Value::to(range.then(step))
                                     : Value::anything());
  }
}

void LoopWalk::innerLoop(const LoopStatement &s) {
  const SaveAndRestore inLoop(innerLoops, innerLoops + 1);
  statements(s.init);
  statements(s.head);
  value(s.condition);
  const auto range =
      countedRange(s, [this](const Expr *e) { return value(e).number; });
  const bool isKnown = range && !ranges.count(range->variable) &&
                       (current ? !addressTaken(current->body, range->variable)
                                : !questions.isShared(range->variable));
  if (isKnown)
    ranges[range->variable] = range->values;
  sometimes(s.body);
  if (isKnown)
    ranges.erase(range->variable);
  sometimes(s.step);
}

void LoopWalk::innerLoop(const CountedLoopStatement &s) {
  const SaveAndRestore inLoop(innerLoops, innerLoops + 1);
  for (const Expr *e : {s.first, s.last, s.step})
    value(e);
  memory.store(at(s.variable), Value::of(Number::any()));
  sometimes(s.body);
}

/// Whether an iteration sets it once, so that it leads to one object then.
bool LoopWalk::isChoice(const Variable *variable) const {
  return !current && innerLoops == 0 && !isHead &&
         variable->kind == Variable::Let &&
         (variable->type->isPointer() || variable->type->isReference());
}

/// Stores a value that nothing else has: of a pointer of which it is not known
/// where it leads, that it is one object an iteration.
void LoopWalk::hold(const Variable *variable, const Value &value) {
  const bool isOneObject = value.leadsAnywhere && isChoice(variable);
  memory.store(at(variable),
               isOneObject ? Value::to(at(variable).then(
                                 {RegionStep::Deref, pointeeOf(variable->type),
                                  Number::chosenBy(variable)}))
                           : value);
}

void LoopWalk::let(const LetStatement &s) {
  if (isChoice(s.variable))
    return hold(s.variable, value(s.value));
  assign(at(s.variable), s.value);
}

void LoopWalk::statement(const Statement *s) {
  const SaveAndRestore whereOuter(loc, current ? loc : s->loc);
  const SaveAndRestore whereInner(inner, current ? s->loc : Location{});
  switch (s->kind) {
  case Statement::Block:
    return statements(cast<BlockStatement>(s));
  case Statement::Let:
    return let(*cast<LetStatement>(s));
  case Statement::Var: {
    const auto *var = cast<VarStatement>(s);
    if (var->init)
      assign(at(var->variable), var->init);
    return;
  }
  case Statement::Store: {
    const auto *stored = cast<StoreStatement>(s);
    const Variable *variable = stored->place->wholeVariable();
    if (variable && isCounter(variable) && !isHead)
      return;
    return store(stored->place, stored->value);
  }
  case Statement::Reduce: {
    const auto *reduce = cast<ReduceStatement>(s);
    for (const Region &region : regions(reduce->place))
      read(region);
    return store(reduce->place, reduce->value);
  }
  case Statement::If: {
    const auto *choice = cast<IfStatement>(s);
    value(choice->condition);
    sometimes(choice->then);
    return sometimes(choice->otherwise);
  }
  case Statement::Loop:
    return innerLoop(*cast<LoopStatement>(s));
  case Statement::CountedLoop:
    return innerLoop(*cast<CountedLoopStatement>(s));
  case Statement::RangeLoop: {
    const SaveAndRestore inLoop(innerLoops, innerLoops + 1);
    range(*cast<RangeLoopStatement>(s), Number::any());
    return sometimes(cast<RangeLoopStatement>(s)->body);
  }
  case Statement::Switch: {
    const auto *choice = cast<SwitchStatement>(s);
    value(choice->value);
    for (const auto &each : choice->cases)
      sometimes(each.body);
    return;
  }
  case Statement::Return:
    if (const Expr *e = cast<ReturnStatement>(s)->value; e && current)
      assign(resultOf(current, frame), e);
    return;
  case Statement::Call: {
    const auto *c = cast<CallStatement>(s);
    return called(c->callee, c->arguments, c->result, s);
  }
  case Statement::Visit: {
    const auto *c = cast<VisitStatement>(s);
    return called(c->callee, c->arguments, c->result, s);
  }
  case Statement::LibraryCall:
    return libraryCall(*cast<LibraryCallStatement>(s));
  case Statement::ContainerChange:
    return change(*cast<ContainerChangeStatement>(s));
  case Statement::Defer:
    return defer(*cast<DeferStatement>(s));
  case Statement::Fork:
    return statements(cast<ForkStatement>(s)->body);
  case Statement::Break:
  case Statement::Continue:
  case Statement::Leave:
  case Statement::Resume:
  case Statement::Join:
  case Statement::Barrier:
  case Statement::Trap:
  case Statement::Unreachable:
    return;
  }
}
