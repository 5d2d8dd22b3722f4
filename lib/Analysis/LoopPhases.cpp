// The parts of an iteration, and the loop as a whole.
#include "LoopWalk.h"

#include "regtt/Analysis/ChainStep.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/SaveAndRestore.h>

using namespace regtt::ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using llvm::SaveAndRestore;

//===--- The loop's own variables -----------------------------------------===//

static const BlockStatement *bodyOf(const Statement *loop) {
  if (const auto *counted = dyn_cast<CountedLoopStatement>(loop))
    return counted->body;
  if (const auto *range = dyn_cast<RangeLoopStatement>(loop))
    return range->body;
  return cast<LoopStatement>(loop)->body;
}

/// What an iteration declares is its own.
void LoopWalk::findFresh() {
  const auto add = [&](const Statement *s) {
    if (const Variable *variable = declaredBy(s))
      memory.fresh.insert(variable);
  };
  walk(bodyOf(loop), add);
  if (const auto *s = dyn_cast<LoopStatement>(loop); s && s->head)
    walk(s->head, add);
  if (const Variable *variable = declaredBy(loop))
    memory.fresh.insert(variable);
  if (const auto *s = dyn_cast<LoopStatement>(loop); s && s->init)
    walk(s->init, [&](const Statement *inner) {
      if (const Variable *variable = declaredBy(inner))
        memory.ofHead.insert(variable);
    });
}

//===--- Phases -----------------------------------------------------------===//

static const Function *calleeOf(const Statement *s) {
  if (const auto *c = dyn_cast<CallStatement>(s))
    return c->callee;
  if (const auto *c = dyn_cast<VisitStatement>(s))
    return c->callee;
  return nullptr;
}

bool LoopWalk::holdsTraversal(const Statement *s) const {
  bool result = false;
  if (s)
    walk(s, [&](const Statement *inner) {
      const Function *callee = calleeOf(inner);
      result |= isa<VisitStatement>(inner) || (callee && isTraversal(callee));
      forEachOperand(inner, [&](const Expr *own) {
        walk(own, [&](const Expr *e) {
          const auto *c = dyn_cast<CallExpr>(e);
          result |= c && isTraversal(c->callee);
        });
      });
    });
  return result;
}

/// `if (c) { ...; continue; }`
static const IfStatement *goingOn(const Statement *s) {
  const auto *choice = dyn_cast<IfStatement>(s);
  return choice && !choice->then->statements.empty() &&
                 isa<ContinueStatement>(choice->then->statements.back())
             ? choice
             : nullptr;
}

/// Whether it may go on with the next iteration.
static bool mayGoOn(const Statement *s) {
  bool result = false;
  walk(s, [&](const Statement *inner) {
    result |= isa<ContinueStatement>(inner);
  });
  return result;
}

/// A statement that holds all the calls of the iteration.
void LoopWalk::holding(const Statement *s) {
  if (const auto *block = dyn_cast<BlockStatement>(s);
      block && block->label.empty())
    return iteration(block);
  if (const auto *choice = dyn_cast<IfStatement>(s)) {
    const bool inThen = holdsTraversal(choice->then);
    const bool inElse = holdsTraversal(choice->otherwise);
    if (inThen != inElse) {
      const SaveAndRestore where(loc, s->loc);
      phase = Before;
      value(choice->condition);
      const SaveAndRestore when(conditions, conditions + 1);
      iteration(inThen ? choice->then : choice->otherwise);
      phase = After;
      return statements(inThen ? choice->otherwise : choice->then);
    }
  }
  const Function *callee = calleeOf(s);
  if (!callee) {
    phase = During;
    return statement(s);
  }
  // What it is handed is evaluated ahead; the rest is the traversal's.
  const SaveAndRestore where(loc, s->loc);
  phase = During;
  isAhead = true;
  statement(s);
}

void LoopWalk::iteration(const BlockStatement *body) {
  const auto &list = body->statements;
  const auto isOfProgram = [&](const Statement *s) {
    return questions.isOfProgram && questions.isOfProgram(s);
  };
  const auto holds = [&](const Statement *s) {
    return isOfProgram(s) || holdsTraversal(s);
  };
  const SaveAndRestore when(conditions);
  const size_t first = llvm::find_if(list, holds) - list.begin();
  size_t last = list.size();
  while (last > first && !holds(list[last - 1]))
    --last;
  for (size_t k = 0; k < list.size(); ++k) {
    // What an iteration without calls does comes when all calls are made.
    if (const IfStatement *choice = k < first ? goingOn(list[k]) : nullptr) {
      const SaveAndRestore where(loc, choice->loc);
      phase = Before;
      value(choice->condition);
      ++conditions; // what follows is passed over
      statements(choice->otherwise);
      phase = After;
      statements(choice->then);
      continue;
    }
    if (k < first)
      phase = mayGoOn(list[k]) ? Before | After : Before;
    else if (k < last)
      phase = During;
    else
      phase = After;
    if (k == first && last == first + 1 && !isOfProgram(list[k]))
      holding(list[k]);
    else
      statement(list[k]);
  }
}

void LoopWalk::walkLoop() {
  phase = Before;
  loc = loop->loc;
  if (const auto *s = dyn_cast<RangeLoopStatement>(loop)) {
    range(*s, Number::counter(s->variable));
  } else if (const auto *s = dyn_cast<CountedLoopStatement>(loop)) {
    counters.insert(s->variable);
    value(s->last);
  } else {
    const auto *general = cast<LoopStatement>(loop);
    isHead = true;
    statements(general->init);
    isHead = false;
    for (const Variable *variable : counters)
      if (variable->type->isPointer())
        starts[variable] = chained.count(variable)
                               ? Value::to(chainElement(variable))
                               : memory.load(at(variable));
    statements(general->head);
    value(general->condition);
    statements(general->step);
  }
  iteration(bodyOf(loop));
}

LoopAccesses LoopWalk::run() {
  findFresh();
  if (const auto *general = dyn_cast<LoopStatement>(loop))
    findCounters(*general);
  do {
    found = {};
    memory.changed = false;
    walkLoop();
  } while (memory.changed);
  found.isUnknown = isUnknown;
  for (const Access &access : found.all)
    if (!memory.isReachable(access.region))
      found.hidden.push_back(access.region);
  return std::move(found);
}

//===--- The answer -------------------------------------------------------===//

bool LoopAccesses::isMovedLater(const Access &access) const {
  return llvm::any_of(access.finders, [&](const Region &finder) {
    return llvm::any_of(all, [&](const Access &write) {
      return write.isWrite && (write.phases & (During | After)) &&
             mayMeet(write.region, finder);
    });
  });
}

bool LoopAccesses::mayMeet(const Region &a, const Region &b) const {
  return mayOverlap(a, b,
                    [&](const Region &region) { return isReachable(region); });
}

bool LoopAccesses::isReachable(const Region &region) const {
  return llvm::none_of(hidden, [&](const Region &known) {
    return known.hasSameRoot(region) &&
           (known.isDirect() == region.isDirect() || !known.isDirect());
  });
}

LoopAccesses regtt::ir::accessesOf(const Statement *loop,
                                   const LoopQuestions &questions) {
  return LoopWalk(loop, questions).run();
}
