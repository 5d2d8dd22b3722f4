// What lanes leave. A way out takes the lanes that run out of the masks of all
// that they leave; where what follows asks such a mask again, there is a test
// of whether any lane is left, for code runs for some lane or not at all.
#include "LaneFrames.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

bool LaneFrames::isGuardClause(const ir::IfStatement &s, size_t depth) {
  const auto *only =
      s.then->statements.size() == 1
          ? dyn_cast<ir::ReturnStatement>(s.then->statements.front())
          : nullptr;
  return depth == 1 && only && !only->value && !s.otherwise;
}

LaneFrames::LaneFrames(const ir::Function &function, const Divergence &levels)
    : levels(levels) {
  for (const ir::Variable *param : function.params)
    if (!param->type->isReference() && !param->type->isPointer())
      depths[param] = 1;
  inFrame(LaneFrame::Function, nullptr, function.body);
}

//===--- Regions ----------------------------------------------------------===//

size_t LaneFrames::masksBefore(size_t depth) const {
  return llvm::count_if(llvm::ArrayRef(frames).take_front(depth),
                        [](const LaneFrame &frame) { return frame.hasMask(); });
}

size_t LaneFrames::innermostMask(size_t depth) const {
  while (!frames[depth - 1].hasMask())
    --depth;
  return depth - 1;
}

void LaneFrames::list(const ir::BlockStatement *block) {
  for (const ir::Statement *s : block->statements) {
    ancestors.push_back({s, frames.size(), s != block->statements.back()});
    look(s);
    ancestors.pop_back();
  }
}

void LaneFrames::inFrame(LaneFrame::Kind kind, const ir::Statement *s,
                         const ir::BlockStatement *body) {
  if (!body)
    return;
  frames.push_back({kind, s, body});
  list(body);
  frames.pop_back();
}

void LaneFrames::look(const ir::Statement *s) {
  if (const ir::Variable *variable = ir::declaredBy(s))
    depths[variable] = masksBefore(frames.size());
  if (const auto *choice = dyn_cast<ir::IfStatement>(s)) {
    const bool isChoice = isOwn(choice->condition);
    if (isChoice && !isGuardClause(*choice, masksBefore(frames.size())))
      numbers[s] = ++choices;
    for (const ir::BlockStatement *side : {choice->then, choice->otherwise})
      if (isChoice)
        inFrame(LaneFrame::Choice, s, side);
      else if (side)
        list(side);
  } else if (const auto *around = dyn_cast<ir::LoopStatement>(s)) {
    loop(*around);
  } else if (const auto *each = dyn_cast<ir::SwitchStatement>(s)) {
    cases(*each);
  } else if (const auto *block = dyn_cast<ir::BlockStatement>(s)) {
    bool isLeft = false;
    ir::walk(s, [&](const ir::Statement *inner) {
      const auto *leave = dyn_cast<ir::LeaveStatement>(inner);
      isLeft |= leave && leave->block == s;
    });
    if (!isLeft || (levels.leaving(s) != Level::Own &&
                    !containsOwnJump(s, /*isForSome=*/false)))
      return list(block);
    blocks.insert(s);
    numbers[s] = ++insides;
    inFrame(LaneFrame::Block, s, block);
  } else {
    leave(s);
  }
}

/// Whether some lanes may jump from inside of `s`, and others go on.
bool LaneFrames::containsOwnJump(const ir::Statement *s, bool isForSome) const {
  if (isa<ir::ReturnStatement, ir::BreakStatement, ir::ContinueStatement,
          ir::LeaveStatement>(s))
    return isForSome;
  const auto *choice = dyn_cast<ir::IfStatement>(s);
  const auto *each = dyn_cast<ir::SwitchStatement>(s);
  isForSome |= (choice && isOwn(choice->condition)) ||
               (each && isOwn(each->value)) || isOwnLoop(s);
  bool result = false;
  ir::forEachChild(s, [&](const ir::Statement *child) {
    result |= containsOwnJump(child, isForSome);
  });
  return result;
}

void LaneFrames::loop(const ir::LoopStatement &s) {
  if (s.init)
    list(s.init);
  const bool isOwn = isOwnLoop(&s);
  if (isOwn)
    numbers[&s] = ++loops;
  frames.push_back(
      {isOwn ? LaneFrame::Loop : LaneFrame::JoinedLoop, &s, s.body});
  if (s.head)
    list(s.head);
  if (s.step)
    list(s.step);
  if (levels.skipping(&s) == Level::Own) {
    turns[&s] = ++iterations;
    inFrame(LaneFrame::Turn, &s, s.body);
  } else {
    list(s.body);
  }
  frames.pop_back();
}

bool LaneFrames::isOwnSwitch(const ir::SwitchStatement &s) const {
  return isOwn(s.value) ||
         (containsOwnJump(&s, /*isForSome=*/false) &&
          llvm::any_of(s.cases, [](const ir::SwitchStatement::Case &one) {
            return one.fallsThrough;
          }));
}

void LaneFrames::cases(const ir::SwitchStatement &s) {
  if (!isOwnSwitch(s)) {
    for (const ir::SwitchStatement::Case &one : s.cases) {
      const ir::BlockStatement *body = one.body;
      inCase.insert(body->statements.begin(), body->statements.end());
      // A block alone stands there without its braces.
      if (body->statements.size() == 1)
        body = dyn_cast<ir::BlockStatement>(body->statements.front());
      if (body)
        inCase.insert(body->statements.begin(), body->statements.end());
    }
    frames.push_back({LaneFrame::Switch, &s, nullptr});
    for (const ir::SwitchStatement::Case &one : s.cases)
      list(one.body);
    frames.pop_back();
    return;
  }
  numbers[&s] = choices + 1;
  choices += s.cases.size();
  for (const ir::SwitchStatement::Case &one : s.cases) {
    if (one.fallsThrough)
      fallsThrough.insert(one.body);
    inFrame(LaneFrame::Choice, &s, one.body);
  }
}

//===--- Ways out ---------------------------------------------------------===//

/// The frame that is left; as many as there are, where C++'s own jump does.
size_t LaneFrames::targetOf(const ir::Statement *s) const {
  if (isa<ir::ReturnStatement>(s))
    return 0;
  const auto *out = dyn_cast<ir::LeaveStatement>(s);
  for (size_t k = frames.size(); k-- > 0;) {
    const LaneFrame &frame = frames[k];
    if (out ? frame.kind == LaneFrame::Block && frame.statement == out->block
        : isa<ir::ContinueStatement>(s) ? frame.kind == LaneFrame::Turn
                                        : frame.kind == LaneFrame::Loop)
      return k;
    if (!out &&
        (frame.kind == LaneFrame::Loop || frame.kind == LaneFrame::JoinedLoop))
      break;
  }
  return frames.size();
}

void LaneFrames::leave(const ir::Statement *s) {
  if (!isa<ir::ReturnStatement, ir::BreakStatement, ir::ContinueStatement,
           ir::LeaveStatement>(s))
    return;
  const size_t target = targetOf(s);
  if (target < frames.size())
    note(s, target);
}

void LaneFrames::note(const ir::Statement *s, size_t target) {
  const size_t own = innermostMask(frames.size());
  returnsInside |=
      isa<ir::ReturnStatement>(s) && frames[own].kind != LaneFrame::Function;
  size_t left = own;
  while (frames[left].kind == LaneFrame::Choice)
    --left;
  const auto isBetween = [&](LaneFrame::Kind kind) {
    return llvm::any_of(llvm::drop_begin(frames, left + 1),
                        [&](const LaneFrame &f) { return f.kind == kind; });
  };
  const bool reaches =
      frames[left].kind == LaneFrame::Function ||
      ((frames[left].kind == LaneFrame::Loop ||
        frames[left].kind == LaneFrame::Turn) &&
       !isBetween(LaneFrame::JoinedLoop) && !isBetween(LaneFrame::Switch));
  Jump &jump = jumps[s];
  jump = {masksBefore(target), own + 1 < frames.size(), false, reaches};
  for (const Ancestor &at : llvm::ArrayRef(ancestors).drop_back()) {
    const size_t frame = innermostMask(at.depth);
    jump.isNested |= frame == own;
    if (frame < target || frames[frame].kind == LaneFrame::Function ||
        (frame == left && reaches))
      continue;
    const After after = behind(frame, at);
    if (after == After::Nothing)
      continue;
    Check &check = checks[at.statement];
    check.after = after;
    check.leavesLoop |= target < frame;
    if (frames[frame].kind == LaneFrame::Choice)
      reduced.insert(frames[frame].body);
  }
  for (size_t k = target; k < frames.size(); ++k)
    if (frames[k].kind == LaneFrame::Choice &&
        fallsThrough.contains(frames[k].body))
      reduced.insert(frames[k].body);
}

LaneFrames::After LaneFrames::behind(size_t frame, const Ancestor &at) const {
  const After rest = at.hasRest ? After::Guard : After::Nothing;
  if (frame + 1 < at.depth)
    return frames[at.depth - 1].kind == LaneFrame::JoinedLoop ? After::Break
                                                              : rest;
  switch (frames[frame].kind) {
  case LaneFrame::Loop:
    return After::Break;
  case LaneFrame::Turn:
    return After::Continue;
  default:
    return rest;
  }
}
