// What is left of a function whose invariants are data.
#include "InvariantRewrite.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;

//===--- What is left -----------------------------------------------------===//

bool InvariantRewrite::isHoisted(const ir::Statement *s,
                                 const ir::Expr *e) const {
  return llvm::any_of(candidates, [&](const InvariantCandidate &candidate) {
    return candidate.in == s && ir::equal(candidate.expr, e);
  });
}

void InvariantRewrite::restIn(const ir::Statement *s, const ir::Expr *e,
                              OnExpr visit) const {
  if (isHoisted(s, e))
    return;
  if (staysWhole(e))
    return ir::walk(e, visit);
  visit(e);
  ir::forEachOperand(e, [&](const ir::Expr *part) { restIn(s, part, visit); });
}

/// What `s` itself still evaluates.
void InvariantRewrite::restOf(const ir::Statement *s, OnExpr visit) const {
  std::vector<const ir::Expr *> own;
  ir::forEachOperand(s, [&](const ir::Expr *e) { own.push_back(e); });
  // An expression may be what is stored, and an index of the place, too.
  forEachHoistable(const_cast<ir::Statement *>(s), [&](const ir::Expr *&e) {
    own.erase(llvm::find(own, e));
    restIn(s, e, visit);
  });
  for (const ir::Expr *e : own)
    ir::walk(e, visit);
}

/// Whether `s` only sets a local that nothing needs.
bool InvariantRewrite::isDead(const ir::Statement *s,
                              const Locals &live) const {
  const ir::Variable *set = settingOf(s).variable;
  return set && finder.isInvariant(set) && !live.count(set);
}

/// Invariant locals that something still needs.
InvariantRewrite::Locals InvariantRewrite::liveLocals() const {
  Locals live;
  for (bool changed = true; changed;) {
    changed = false;
    ir::walk(function.body, [&](ir::Statement *s) {
      if (!isDead(s, live))
        restOf(s, [&](const ir::Expr *e) {
          const ir::Variable *variable = variableRead(e);
          if (variable && finder.isInvariant(variable))
            changed |= live.insert(variable).second;
        });
    });
  }
  return live;
}

void InvariantRewrite::forEachRest(
    OnExpr onExpr, llvm::function_ref<void(const ir::Place *)> onPlace) const {
  const Locals live = liveLocals();
  ir::walk(function.body, [&](ir::Statement *s) {
    if (isDead(s, live))
      return;
    restOf(s, onExpr);
    ir::forEachPlace(s, onPlace);
  });
}

//===--- Reads of data ----------------------------------------------------===//

void InvariantRewrite::replace(ir::Statement *s,
                               llvm::ArrayRef<ChosenInvariant> chosen) const {
  ir::Module &module = *kernel.module;
  ir::Mapper mapper(module);
  mapper.onExpr = [&](const ir::Expr *e) -> const ir::Expr * {
    for (const ChosenInvariant &each : chosen)
      if (each.candidate->in == s && ir::equal(each.candidate->expr, e))
        return module.load(
            placeOfChosen(module, kernel, each,
                          [](const ir::Variable *counter) { return counter; }),
            e->loc);
    return staysWhole(e) ? e : nullptr;
  };
  forEachHoistable(s, [&](const ir::Expr *&e) { e = mapper.expr(e); });
}

void InvariantRewrite::apply(llvm::ArrayRef<ChosenInvariant> chosen) {
  const Locals live = liveLocals();
  ir::walk(function.body, [&](ir::Statement *s) {
    if (!isDead(s, live))
      replace(s, chosen);
  });
  candidates = {};
  drop(*function.body, live);
}

//===--- What goes --------------------------------------------------------===//

/// Whether the counter of a loop is named anywhere but in loops that set it
/// first.
bool InvariantRewrite::isNamedBeside(const ir::Variable *counter,
                                     const ir::LoopStatement *loop) const {
  bool result = false;
  const auto look = [&](const ir::Expr *e) {
    const ir::Place *place = ir::placeOf(e);
    result |=
        variableRead(e) == counter || (place && place->variable() == counter);
  };
  std::vector<const ir::Statement *> left = {function.body};
  while (!left.empty()) {
    const ir::Statement *s = left.back();
    left.pop_back();
    if (s == loop)
      continue;
    if (const auto *other = dyn_cast<ir::LoopStatement>(s);
        other && finder.isCounted(other) && other->init &&
        settingOf(other->init->statements.front()).variable == counter)
      continue;
    ir::forEachOperand(s, [&](const ir::Expr *e) { ir::walk(e, look); });
    ir::forEachChild(
        s, [&](const ir::Statement *child) { left.push_back(child); });
  }
  return result;
}

/// Whether nothing is left to do in a loop or a block that had something in it.
bool InvariantRewrite::isEmptied(const ir::Statement *s) const {
  if (const auto *block = dyn_cast<ir::BlockStatement>(s))
    return block->statements.empty();
  const auto *loop = dyn_cast<ir::LoopStatement>(s);
  if (!loop || !finder.isCounted(loop) || !loop->body->statements.empty())
    return false;
  const ir::Statement *start = loop->init->statements.front();
  return llvm::isa<ir::VarStatement>(start) ||
         !isNamedBeside(settingOf(start).variable, loop);
}

void InvariantRewrite::drop(ir::BlockStatement &block,
                            const Locals &live) const {
  llvm::erase_if(block.statements, [&](ir::Statement *s) {
    if (isDead(s, live))
      return true;
    const auto *body = dyn_cast<ir::BlockStatement>(s);
    const auto *loop = dyn_cast<ir::LoopStatement>(s);
    const bool held = (body && !body->statements.empty()) ||
                      (loop && !loop->body->statements.empty());
    if (auto *inner = dyn_cast<ir::BlockStatement>(s))
      drop(*inner, live);
    else
      ir::forEachChild(s, [&](ir::Statement *child) {
        drop(*llvm::cast<ir::BlockStatement>(child), live);
      });
    return held && isEmptied(s);
  });
}
