// Which ways lead through statements, kind by kind.
#include "VisitFlow.h"

#include "regtt/Analysis/Effects.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

Reach VisitFlow::run(const ir::Statement *s, Reach in) {
  const llvm::SaveAndRestore outer(at, in);
  if (in.isReached)
    visit(const_cast<ir::Statement *>(s));
  return at;
}

Reach VisitFlow::run(llvm::ArrayRef<ir::Statement *> list, Reach in) {
  for (const ir::Statement *s : list)
    in = run(s, in);
  return in;
}

//===--- Straight on ------------------------------------------------------===//

void VisitFlow::simple(const ir::Statement &s) {
  if (onRun)
    onRun(&s, at.isCalled);
}

void VisitFlow::visitVisit(const ir::VisitStatement &s) {
  simple(s);
  at.isCalled = true;
}

void VisitFlow::child(const ir::BlockStatement *block) {
  if (block)
    at = run(block, at);
}

void VisitFlow::visitBlock(const ir::BlockStatement &s) {
  if (s.label.empty()) {
    at = run(s.statements, at);
    return;
  }
  left[&s] = {};
  at = run(s.statements, at);
  at |= left.lookup(&s);
  left.erase(&s);
}

/// What is in it runs any number of times, or beside what follows.
void VisitFlow::opaqueLoop(const ir::Statement &s) {
  simple(s);
  at.isCalled |= holdsVisit(&s);
}

//===--- Branches ---------------------------------------------------------===//

void VisitFlow::visitIf(const ir::IfStatement &s) {
  simple(s);
  Reach other = at;
  child(s.then);
  if (s.otherwise)
    other = run(s.otherwise, other);
  at |= other;
}

void VisitFlow::visitSwitch(const ir::SwitchStatement &s) {
  simple(s);
  const Reach before = at;
  Reach after, fallen;
  bool hasDefault = false;
  for (const ir::SwitchStatement::Case &each : s.cases) {
    Reach in = before;
    in |= fallen;
    const Reach end = run(each.body, in);
    fallen = each.fallsThrough ? end : Reach();
    if (!each.fallsThrough)
      after |= end;
    hasDefault |= each.isDefault;
  }
  after |= fallen;
  if (!hasDefault)
    after |= before;
  at = after;
}

//===--- Loops ------------------------------------------------------------===//

static bool isAlwaysTrue(const ir::Expr *condition) {
  const auto *constant = dyn_cast<ir::BoolExpr>(condition);
  return constant && constant->value;
}

void VisitFlow::visitLoop(const ir::LoopStatement &s) {
  child(s.init);
  const llvm::SaveAndRestore inLoop(loops, loops + 1);
  const llvm::SaveAndRestore outerBreaks(breaks, Reach());
  const llvm::SaveAndRestore outerContinues(continues, Reach());
  iterations(s);
}

/// Gone through until what an iteration begins with is what it leads to.
void VisitFlow::iterations(const ir::LoopStatement &s) {
  const bool bodyFirst = s.form == ir::LoopForm::DoWhile;
  Reach begin = at;
  for (bool isNew = true; isNew;) {
    at = begin;
    Reach asked;
    const auto ask = [&] {
      child(s.head);
      if (at.isReached)
        simple(s);
      asked = at;
    };
    if (!bodyFirst)
      ask();
    child(s.body);
    at |= continues;
    if (bodyFirst)
      ask();
    child(s.step);
    Reach next = begin;
    next |= at;
    isNew = !(next == begin);
    begin = next;
    at = isAlwaysTrue(s.condition) ? Reach() : asked;
  }
  at |= breaks;
}

//===--- Ways out ---------------------------------------------------------===//

void VisitFlow::visitReturn(const ir::ReturnStatement &s) {
  simple(s);
  ends();
}
void VisitFlow::visitTrap(const ir::TrapStatement &s) {
  simple(s);
  ends();
}
void VisitFlow::visitBreak(const ir::BreakStatement &) {
  (loops ? breaks : out) |= at;
  ends();
}
void VisitFlow::visitContinue(const ir::ContinueStatement &) {
  (loops ? continues : out) |= at;
  ends();
}
void VisitFlow::visitLeave(const ir::LeaveStatement &s) {
  const auto found = left.find(s.block);
  (found == left.end() ? out : found->second) |= at;
  ends();
}

static void findWaysOut(const ir::Statement *s, bool inLoop,
                        llvm::SmallPtrSetImpl<const ir::Statement *> &inside,
                        std::vector<const ir::Statement *> &result) {
  inside.insert(s);
  if (const auto *leave = dyn_cast<ir::LeaveStatement>(s)) {
    if (!inside.contains(leave->block))
      result.push_back(s);
  } else if (isa<ir::BreakStatement, ir::ContinueStatement>(s)) {
    if (!inLoop)
      result.push_back(s);
  }
  inLoop |=
      isa<ir::LoopStatement, ir::CountedLoopStatement, ir::RangeLoopStatement>(
          s);
  ir::forEachChild(s, [&](const ir::Statement *child) {
    findWaysOut(child, inLoop, inside, result);
  });
}

std::vector<const ir::Statement *>
regtt::kernel::waysOut(const ir::Statement *s) {
  llvm::SmallPtrSet<const ir::Statement *, 16> inside;
  std::vector<const ir::Statement *> result;
  findWaysOut(s, false, inside, result);
  return result;
}

bool regtt::kernel::leavesOut(const ir::Statement *s) {
  return !waysOut(s).empty();
}
