// What depends on visits, looked for from a visit on along the ways that lead
// from there:
//
//     if load node(0: bool) {
//       visit @f(...)
//       return              // what follows the `if` does not follow the visit
//     }
#include "Cuts.h"

#include "regtt/Analysis/CountedLoop.h"
#include "regtt/Analysis/Integers.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

//===--- Cursors ----------------------------------------------------------===//

void Cursor::follow(const ir::Statement *wayOut) {
  if (const auto *leave = dyn_cast<ir::LeaveStatement>(wayOut)) {
    while (frames.back().owner != leave->block)
      frames.pop_back();
    frames.pop_back();
    return;
  }
  while (!isa<ir::LoopStatement>(frames.back().owner))
    frames.pop_back();
  if (isa<ir::BreakStatement>(wayOut))
    frames.pop_back();
  else
    frames.back().next = frames.back().block->statements.size();
}

void Cursor::normalise() {
  while (!frames.empty()) {
    const Frame &at = frames.back();
    const ir::Statement *next = at.atEnd() ? nullptr : at.statement();
    if (!next) {
      if (at.owner && isa<ir::LoopStatement>(at.owner))
        return;
      frames.pop_back();
    } else if (isa<ir::ReturnStatement>(next)) {
      frames.clear();
    } else if (isa<ir::BreakStatement, ir::ContinueStatement,
                   ir::LeaveStatement>(next)) {
      follow(next);
    } else {
      return;
    }
  }
}

//===--- Loops ------------------------------------------------------------===//

bool kernel::holdsVisitingLoop(const ir::LoopStatement &loop) {
  bool result = false;
  ir::walk(&loop, [&](const ir::Statement *s) {
    result |= s != &loop && holdsVisit(s) &&
              isa<ir::LoopStatement, ir::CountedLoopStatement,
                  ir::RangeLoopStatement>(s);
  });
  return result;
}

bool kernel::takesList(const Kernel &kernel, const ir::Function &function,
                       const ir::LoopStatement &loop) {
  const auto head = kernel.list() ? indexLoop(function, loop) : std::nullopt;
  if (!head || head->isDown || head->isInclusive)
    return false;
  const auto first = ir::integerOf(head->first, function);
  return first && first->isZero();
}

bool kernel::hasFixedVisits(const Kernel &kernel, const ir::Function &function,
                            const ir::LoopStatement &loop) {
  return !holdsVisitingLoop(loop) && (takesList(kernel, function, loop) ||
                                      countedLoop(function, loop).has_value());
}

//===--- Guards -----------------------------------------------------------===//

bool kernel::isPlainDeclaration(const ir::Statement *s) {
  return isa<ir::LetStatement, ir::VarStatement>(s);
}

/// Whether `s`, whose condition visits decide, can be made a visit with a
/// guard.
bool Cuts::isGuarded(const ir::IfStatement *s) {
  guards.speculation.enter(s);
  return canDefer(s, /*isConditional=*/false);
}

/// `isConditional`: it stands under another guard, so that it is run although
/// that may not hold.
bool Cuts::canDefer(const ir::IfStatement *s, bool isConditional) {
  const ir::BlockStatement *branch = onlyBranch(*s);
  if (!branch)
    return false;
  const GuardTerms terms = guards.termsOf(*s);
  for (const ir::Expr *term : terms.now) {
    if (isConditional && guards.speculation.mayFail(term))
      return false;
    if (!isConditional)
      guards.speculation.assume(term);
  }
  for (const ir::Expr *term : terms.later) {
    if (!isConditional)
      guards.speculation.assume(term);
    if (!guards.isCarriable(term) || guards.mayFailEarly(term, isConditional))
      return false;
    isConditional = true;
  }
  return canDefer(branch, isConditional);
}

/// Whether `block` is one visit, perhaps under further guards, and what its
/// arguments are made of. That is evaluated on arrival, whatever the guard will
/// say: it can change nothing, and does no harm.
bool Cuts::canDefer(const ir::BlockStatement *block, bool isConditional) {
  const auto &list = block->statements;
  if (list.empty() || !block->label.empty())
    return false;
  const auto isEarly = [&](const ir::Statement *s) {
    bool result = !depends(s);
    ir::forEachOperand(s, [&](const ir::Expr *e) {
      result = result && !(isConditional && guards.speculation.mayFail(e));
    });
    return result;
  };
  for (const ir::Statement *s : llvm::ArrayRef(list).drop_back())
    if (!isPlainDeclaration(s) || !isEarly(s))
      return false;
  const ir::Statement *last = list.back();
  if (const auto *inner = dyn_cast<ir::BlockStatement>(last))
    return canDefer(inner, isConditional);
  if (const auto *inner = dyn_cast<ir::IfStatement>(last))
    return canDefer(inner, isConditional);
  return isa<ir::VisitStatement>(last) && isEarly(last);
}

//===--- Units ------------------------------------------------------------===//

/// Whether a way through the branches of `s` returns: each branch is looked at
/// by itself then.
static bool returnsInBranch(const ir::Statement *s) {
  if (isa<ir::ReturnStatement>(s))
    return true;
  if (!isa<ir::IfStatement, ir::BlockStatement>(s))
    return false;
  bool result = false;
  ir::forEachChild(
      s, [&](const ir::Statement *child) { result |= returnsInBranch(child); });
  return result;
}

/// Visits in loops and switches have no resume points of their own, so that
/// these are looked at as a whole, from where they are first come to.
static bool isWholeOrNothing(const ir::Statement *s) {
  const auto *block = dyn_cast<ir::BlockStatement>(s);
  return isa<ir::LoopStatement, ir::SwitchStatement>(s) ||
         (block && !block->label.empty());
}

bool Cuts::isUnit(const ir::Statement *s) {
  if (isa<ir::VisitStatement>(s))
    return true;
  return !leavesOut(s) && !returnsInBranch(s) &&
         isFree(s, /*isCalled=*/!isWholeOrNothing(s));
}

bool Cuts::goesOnAfterVisit(const ir::Statement *unit) const {
  return VisitFlow().run(unit, Reach::start(false)).isCalled;
}

/// Whether nothing in `s` that runs after a visit depends on it; `isCalled`:
/// there may be one before `s`.
bool Cuts::isFree(const ir::Statement *s, bool isCalled) {
  bool result = true;
  VisitFlow flow;
  flow.onRun = [&](const ir::Statement *inner, bool isCalledThere) {
    result = result && isFreeAt(inner, isCalledThere);
  };
  flow.run(s, Reach::start(isCalled));
  return result;
}

bool Cuts::isFreeAt(const ir::Statement *s, bool isCalled) {
  if (const auto *loop = dyn_cast<ir::LoopStatement>(s))
    return hasFreeHead(loop, isCalled);
  if (isa<ir::CountedLoopStatement, ir::RangeLoopStatement, ir::ForkStatement>(
          s) &&
      holdsVisit(s))
    return false;
  if (!isCalled)
    return true;
  if (const auto *branch = dyn_cast<ir::IfStatement>(s))
    return !depends(branch->condition) || isGuarded(branch);
  if (const auto *choice = dyn_cast<ir::SwitchStatement>(s))
    return !depends(choice->value);
  return !depends(s);
}

bool Cuts::hasFreeHead(const ir::LoopStatement *loop, bool isCalled) {
  if (isCalled && depends(loop->condition))
    return false;
  if (!holdsVisit(loop))
    return true;
  return holdsVisit(loop->body) && !holdsVisit(loop->init) &&
         !holdsVisit(loop->head) && !holdsVisit(loop->step) &&
         hasFixedVisits(kernel, *kernel.enter, *loop);
}

//===--- Cuts -------------------------------------------------------------===//

bool Cuts::mustCut(Cursor cursor) {
  for (cursor.normalise(); !cursor.frames.empty(); cursor.normalise()) {
    Cursor::Frame &at = cursor.frames.back();
    // A loop that is no unit: its next iteration may come to the same visit.
    if (at.atEnd())
      return true;
    const Next found = next(at.block->statements[at.next++]);
    if (found != GoesOn)
      return found == Depends;
  }
  return false;
}

Cuts::Next Cuts::next(llvm::ArrayRef<ir::Statement *> list) {
  for (const ir::Statement *s : list)
    if (const Next found = next(s); found != GoesOn)
      return found;
  return GoesOn;
}

Cuts::Next Cuts::next(const ir::Statement *s) {
  if (!holdsVisit(s) && (depends(s) || leavesOut(s)))
    return Depends;
  const Reach end = VisitFlow().run(s, Reach::start(false));
  if (!holdsVisit(s))
    return end.isReached ? GoesOn : Stops;
  // From its visits on it is looked at there.
  if (!leavesOut(s) && !returnsInBranch(s) && isFree(s, /*isCalled=*/true))
    return end.isReached && !end.isCalled ? GoesOn : Stops;
  if (const auto *block = dyn_cast<ir::BlockStatement>(s);
      block && block->label.empty())
    return next(block->statements);
  const auto *branch = dyn_cast<ir::IfStatement>(s);
  if (!branch || depends(branch->condition) || leavesOut(branch))
    return Depends;
  const Next then = next(branch->then->statements);
  const Next otherwise =
      branch->otherwise ? next(branch->otherwise->statements) : GoesOn;
  if (then == Depends || otherwise == Depends)
    return Depends;
  return then == GoesOn || otherwise == GoesOn ? GoesOn : Stops;
}
