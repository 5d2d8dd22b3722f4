// Which locals of a function depend on the node alone, and what of it may be
// hoisted.
#include "InvariantFinder.h"

#include "FunctionReads.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

InvariantFinder::InvariantFinder(const Kernel &kernel,
                                 const ir::Function &function)
    : kernel(kernel), function(function) {
  collect(function.body, {});
  settle();
}

std::vector<InvariantCandidate> InvariantFinder::candidates() {
  Candidates result;
  find(function.body, {}, result);
  return result;
}

bool InvariantFinder::isInvariant(const ir::Variable *local) const {
  const auto found = locals.find(local);
  return found != locals.end() && found->second.isKnown;
}

std::vector<const ir::Expr *>
InvariantFinder::valuesOf(const ir::Variable *local) const {
  std::vector<const ir::Expr *> result;
  if (const auto found = locals.find(local); found != locals.end())
    for (const Definition &definition : found->second.definitions)
      if (definition.value)
        result.push_back(definition.value);
  return result;
}

const InvariantFinder::Definition *
InvariantFinder::onlyDefinition(const ir::Variable *local) const {
  const auto found = locals.find(local);
  return found != locals.end() && found->second.definitions.size() == 1 &&
                 found->second.definitions[0].value
             ? &found->second.definitions[0]
             : nullptr;
}

const CountedLoop *
InvariantFinder::Position::loopOf(const ir::Variable *counter) const {
  const auto found = llvm::find_if(
      loops, [&](const CountedLoop &loop) { return loop.variable == counter; });
  return counter && found != loops.end() ? &*found : nullptr;
}

//===--- Where statements stand -------------------------------------------===//

/// Whether something may end an iteration of a loop, or the loop, early. A
/// `return` ends all that could see it.
static bool leaves(const ir::Statement *body) {
  bool result = false;
  ir::walk(body, [&](const ir::Statement *s) {
    result |=
        isa<ir::BreakStatement, ir::ContinueStatement, ir::LeaveStatement>(s);
  });
  return result;
}

/// Whether the head of a loop names no variable but its counter, and no data.
bool InvariantFinder::standsAlone(const ir::LoopStatement &loop,
                                  const ir::Variable *counter) const {
  bool result =
      !loop.head && loop.init && loop.init->statements.size() == 1 &&
      isa<ir::VarStatement, ir::StoreStatement>(loop.init->statements.front());
  const auto look = [&](const ir::Expr *e) {
    const auto *value = dyn_cast<ir::ValueExpr>(e);
    const ir::Place *place = ir::placeOf(e);
    result &= !value && (!place || place->wholeVariable() == counter) &&
              !isa<ir::CallExpr, ir::LibraryCallExpr, ir::ContainerReadExpr>(e);
  };
  ir::walk(loop.condition, look);
  for (const ir::BlockStatement *part : {loop.init, loop.step})
    if (part)
      ir::walkExprs(part, look);
  return result;
}

void InvariantFinder::enter(const ir::LoopStatement *loop, Position &at) {
  const auto known = countedLoop(function, *loop);
  if (!known || known->trips < 1 || known->value(0) < 0 ||
      known->value(known->trips - 1) < 0 ||
      !standsAlone(*loop, known->variable)) {
    at.isUnknown = true;
    return;
  }
  at.loops.push_back(*known);
  at.statements.push_back(loop);
  at.isConditional |= leaves(loop->body);
  counters.insert(known->variable);
  counted.insert(loop);
}

/// The position of what is in `s`.
InvariantFinder::Position InvariantFinder::within(const ir::Statement *s,
                                                  Position at) {
  const auto *block = dyn_cast<ir::BlockStatement>(s);
  if (isa<ir::IfStatement, ir::SwitchStatement>(s) ||
      (block && !block->label.empty()))
    at.isConditional = true;
  if (isa<ir::CountedLoopStatement, ir::RangeLoopStatement, ir::ForkStatement>(
          s))
    at.isUnknown = true;
  if (const auto *loop = dyn_cast<ir::LoopStatement>(s))
    enter(loop, at);
  return at;
}

//===--- Locals -----------------------------------------------------------===//

/// What changes a local other than by setting it is not followed.
void InvariantFinder::forget(const ir::Place *place) {
  const ir::Variable *variable = place ? place->variable() : nullptr;
  if (variable)
    locals[variable].isKnown = false;
}

/// Every local of floating-point type, with all that sets it.
void InvariantFinder::collect(const ir::Statement *s, const Position &at) {
  const Setting set = settingOf(s);
  if (set.variable && set.variable->type->isFloat() &&
      set.variable->kind != ir::Variable::Parameter &&
      !set.variable->isVolatile)
    locals[set.variable].definitions.push_back({s, set.value, at});
  else
    ir::forEachPlace(s, [&](const ir::Place *place) { forget(place); });
  ir::forEachOperand(s, [&](const ir::Expr *own) {
    ir::walk(own, [&](const ir::Expr *e) {
      if (const auto *address = dyn_cast<ir::AddressExpr>(e))
        forget(address->place);
    });
  });
  const Position inner = within(s, at);
  const auto *loop = dyn_cast<ir::LoopStatement>(s);
  ir::forEachChild(s, [&](const ir::Statement *child) {
    Position here = inner;
    if (loop && (child == loop->head || child == loop->step))
      here.isUnknown = true;
    collect(child, here);
  });
}

/// Leaves those that depend on nothing else: what locals are made of each other
/// is one answer, true until something is not.
void InvariantFinder::settle() {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto &[variable, local] : locals)
      if (local.isKnown && !depends(local)) {
        local.isKnown = false;
        changed = true;
      }
  }
}

bool InvariantFinder::depends(const Local &local) const {
  const bool several = local.definitions.size() > 1;
  return llvm::all_of(local.definitions, [&](const Definition &definition) {
    return !definition.at.isUnknown &&
           !(several && definition.at.isConditional) &&
           (definition.value ? isInvariant(definition.value, definition.at)
                             : several);
  });
}

//===--- Candidates -------------------------------------------------------===//

void InvariantFinder::find(ir::Statement *s, const Position &at,
                           Candidates &out) {
  // What sets an invariant local is no use of it.
  const Setting set = settingOf(s);
  if (!(set.variable && isInvariant(set.variable)) && !at.isUnknown)
    forEachHoistable(s, [&](const ir::Expr *&e) { findIn(e, s, at, out); });
  const Position inner = within(s, at);
  const auto *loop = dyn_cast<ir::LoopStatement>(s);
  ir::forEachChild(s, [&](ir::Statement *child) {
    if (!loop || child == loop->body)
      find(child, inner, out);
  });
}

void InvariantFinder::findIn(const ir::Expr *e, const ir::Statement *s,
                             const Position &at, Candidates &out) {
  e = plainExpr(e);
  if (isInvariant(e, at)) {
    if (e->type->isFloat())
      add(e, s, at, out);
    return;
  }
  if (!staysWhole(e))
    ir::forEachOperand(e,
                       [&](const ir::Expr *part) { findIn(part, s, at, out); });
}

void InvariantFinder::add(const ir::Expr *e, const ir::Statement *s,
                          const Position &at, Candidates &out) {
  InvariantCandidate result{s, e, variableRead(e)};
  const Definition *definition =
      result.local ? onlyDefinition(result.local) : nullptr;
  // A local that keeps its value is hoisted where it is declared.
  if (definition) {
    result.in = definition->in;
    result.expr = definition->value;
  }
  const Position &where = definition ? definition->at : at;
  // A datum already, or one that is a candidate.
  if (dataOf(plainExpr(result.expr)) ||
      llvm::any_of(out, [&](const InvariantCandidate &other) {
        return other.in == result.in && ir::equal(other.expr, result.expr);
      }))
    return;
  Dependence dependence;
  dependsOn(result.expr, where, dependence);
  const auto bytes = ir::sizeOf(result.expr->type);
  if (dependence.reads.empty() || !bytes)
    return;
  result.reads = dependence.reads;
  result.bytes = *bytes;
  for (const CountedLoop &loop : where.loops)
    if (dependence.counters.contains(loop.variable)) {
      result.counters.push_back(loop);
      result.bytes *= arrayLength(loop);
    }
  out.push_back(std::move(result));
}

/// The data that `e` is made of, and the loops around it whose iteration it
/// depends on.
void InvariantFinder::dependsOn(const ir::Expr *e, const Position &at,
                                Dependence &result) const {
  ir::walk(e, [&](const ir::Expr *part) {
    if (const auto datum = nodeDatum(dataOf(part)))
      result.reads.insert(*datum);
    if (const ir::Variable *variable = variableRead(part))
      dependsOn(variable, at, result);
  });
}

void InvariantFinder::dependsOn(const ir::Variable *variable,
                                const Position &at, Dependence &result) const {
  if (at.loopOf(variable))
    result.counters.insert(variable);
  const auto found = locals.find(variable);
  if (found == locals.end() || !result.seen.insert(variable).second)
    return;
  const Local &local = found->second;
  for (const Definition &definition : local.definitions) {
    // What a loop goes on changing is another value in each iteration.
    if (local.definitions.size() > 1)
      for (size_t k = 0; k < at.loops.size(); ++k)
        if (llvm::is_contained(definition.at.statements, at.statements[k]))
          result.counters.insert(at.loops[k].variable);
    if (definition.value)
      dependsOn(definition.value, at, result);
  }
}
