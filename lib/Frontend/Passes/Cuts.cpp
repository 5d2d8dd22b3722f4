// What depends on visits, looked for from a call on.
#include "Cuts.h"

#include "regtt/Frontend/Passes/CountedLoop.h"
#include "regtt/Frontend/Passes/Effects.h"
#include "regtt/Frontend/Model/Walk.h"

using namespace regtt;
using namespace clang;

static bool leaves(const Statement &stmt, bool inLoop, bool inSwitch) {
  if (stmt.kind == Statement::Break)
    return !inLoop && !inSwitch;
  if (stmt.kind == Statement::Continue)
    return !inLoop;
  inLoop |= stmt.kind == Statement::Loop;
  inSwitch |= stmt.kind == Statement::Switch;
  for (const auto *list : {&stmt.body, &stmt.orElse})
    for (const Statement &inner : *list)
      if (leaves(inner, inLoop, inSwitch))
        return true;
  return false;
}

bool regtt::leavesLoop(const Statement &stmt) {
  return leaves(stmt, false, false);
}

bool regtt::hasFixedCalls(const Traversal &traversal, const Statement &loop,
                          ASTContext &ast) {
  for (const Statement &inner : loop.body) {
    bool nested = false;
    walkStmts(inner, [&](const Statement &stmt) {
      nested |= stmt.kind == Statement::Loop && holdsCall(stmt);
    });
    if (nested)
      return false;
  }
  return traversal.list() || countedLoop(traversal, loop, ast);
}

bool Cuts::depends(const Expr *e) const {
  const Effects effects = effectsOf(traversal, function, e);
  return effects.writesQuery || effects.readsWritten;
}

bool Cuts::depends(const Statement &stmt) const {
  const Effects effects = effectsOf(traversal, function, stmt);
  return effects.writesQuery || effects.readsWritten;
}

//===--- Guards -----------------------------------------------------------===//

bool Cuts::isGuarded(const Statement &stmt) {
  if (stmt.kind != Statement::If || !stmt.body.empty() == !stmt.orElse.empty())
    return false;
  const Effects effects = effectsOf(traversal, function, stmt.cond);
  return !effects.writesQuery && !effects.writesLocal &&
         !guards.obstacle(stmt.cond) &&
         holdsOnlyGuarded(stmt.body.empty() ? stmt.orElse : stmt.body);
}

/// Whether `list` is one call, perhaps under further guards. It is made on
/// arrival, whatever the guard will say: it can change nothing.
bool Cuts::holdsOnlyGuarded(const std::vector<Statement> &list) {
  if (list.size() != 1)
    return false;
  const Statement &stmt = list.front();
  if (stmt.kind == Statement::Block)
    return holdsOnlyGuarded(stmt.body);
  if (stmt.kind == Statement::If)
    return isGuarded(stmt);
  return stmt.kind == Statement::CallNode &&
         llvm::none_of(ownExprs(traversal, stmt), [&](const Expr *e) {
           return depends(e) || effectsOf(traversal, function, e).writesLocal;
         });
}

//===--- Units ------------------------------------------------------------===//

/// Whether a way through the branches of `stmt` returns: what follows `stmt`
/// does not follow the calls on that way.
static bool returnsInBranch(const Statement &stmt) {
  if (stmt.kind == Statement::Return)
    return true;
  if (stmt.kind != Statement::If && stmt.kind != Statement::Block)
    return false;
  return llvm::any_of(stmt.body, returnsInBranch) ||
         llvm::any_of(stmt.orElse, returnsInBranch);
}

bool Cuts::isUnit(const Statement &stmt) {
  if (stmt.kind == Statement::CallNode)
    return true;
  if (returnsInBranch(stmt))
    return false;
  // What a switch is over is evaluated before its calls.
  return !leavesLoop(stmt) &&
         (stmt.kind == Statement::Switch ? isFree(stmt.body, false)
                                         : isFree(stmt, false));
}

bool Cuts::isFree(const std::vector<Statement> &list, bool inLoop) {
  return llvm::all_of(
      list, [&](const Statement &stmt) { return isFree(stmt, inLoop); });
}

bool Cuts::isFree(const Statement &stmt, bool inLoop) {
  if (!holdsCall(stmt))
    return !depends(stmt);
  switch (stmt.kind) {
  case Statement::If:
    return depends(stmt.cond)
               ? isGuarded(stmt)
               : isFree(stmt.body, inLoop) && isFree(stmt.orElse, inLoop);
  case Statement::Loop: {
    Statement head = stmt;
    head.body.clear();
    return !inLoop && !depends(head) && hasFixedCalls(traversal, stmt, ast) &&
           isFree(stmt.body, true);
  }
  case Statement::Block:
    return isFree(stmt.body, inLoop);
  case Statement::Switch:
    return !depends(stmt.cond) && isFree(stmt.body, inLoop);
  default:
    return llvm::none_of(ownExprs(traversal, stmt),
                         [&](const Expr *e) { return depends(e); });
  }
}

//===--- Cuts -------------------------------------------------------------===//

void Cuts::normalise(Place &place) {
  auto &frames = place.frames;
  while (!frames.empty()) {
    Place::Frame &at = frames.back();
    const Statement *next = at.atEnd() ? nullptr : &(*at.list)[at.next];
    if (next && next->kind == Statement::Return) {
      frames.clear();
    } else if (next && (next->kind == Statement::Break ||
                        next->kind == Statement::Continue)) {
      while (frames.back().owner->kind != Statement::Loop)
        frames.pop_back();
      if (next->kind == Statement::Break)
        frames.pop_back();
      else
        frames.back().next = frames.back().list->size();
    } else if (next || (at.owner && at.owner->kind == Statement::Loop)) {
      return;
    } else {
      frames.pop_back();
    }
  }
}

bool Cuts::mustCut(Place place) {
  for (normalise(place); !place.frames.empty(); normalise(place)) {
    Place::Frame &at = place.frames.back();
    // A loop that is no unit: its next iteration may come to the same call.
    if (at.atEnd())
      return true;
    const Next found = next((*at.list)[at.next++]);
    if (found != GoesOn)
      return found == Depends;
  }
  return false;
}

Cuts::Next Cuts::next(const std::vector<Statement> &list) {
  for (const Statement &stmt : list)
    if (const Next found = next(stmt); found != GoesOn)
      return found;
  return GoesOn;
}

Cuts::Next Cuts::next(const Statement &stmt) {
  if (stmt.kind == Statement::Return)
    return Stops;
  if (!holdsCall(stmt))
    return depends(stmt) || leavesLoop(stmt) ? Depends : GoesOn;
  if (!leavesLoop(stmt) && !returnsInBranch(stmt) && isFree(stmt, false))
    return Stops;
  switch (stmt.kind) {
  case Statement::Block:
    return next(stmt.body);
  case Statement::If: {
    if (depends(stmt.cond) || leavesLoop(stmt))
      return Depends;
    const Next body = next(stmt.body), orElse = next(stmt.orElse);
    if (body == Depends || orElse == Depends)
      return Depends;
    return body == GoesOn || orElse == GoesOn ? GoesOn : Stops;
  }
  default:
    return Depends;
  }
}
