// Finds the tests of a visit that can be asked ahead of it:
//
//   let %d: f32 = sub(load node(0: f32), load own(1: f32))
//   if gt(%d, load node(2: f32)) { return }       // two statements
//   store own(3: i32) = ...
#include "regtt/Analysis/TruncationTests.h"

#include "NullTests.h"

#include "regtt/Analysis/CountedLoop.h"
#include "regtt/Analysis/Effects.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

/// Whether `s` only computes locals, and leaves.
static bool onlyAsks(const Kernel &kernel, const ir::Statement *s) {
  bool result = true;
  ir::walk(s, [&](const ir::Statement *inner) {
    const auto *loop = dyn_cast<ir::LoopStatement>(inner);
    const auto *ends = dyn_cast<ir::ReturnStatement>(inner);
    result &= !isa<ir::VisitStatement, ir::ResumeStatement, ir::ForkStatement,
                   ir::JoinStatement, ir::BarrierStatement, ir::TrapStatement>(
                  inner) &&
              (!loop || !goesOverList(kernel, *loop)) &&
              (!ends || !ends->value);
  });
  for (const ir::Variable *parameter : kernel.enter->params)
    result &= !mayChange(s, parameter);
  const Effects effects = effectsOf(kernel, s);
  return result && !effects.dependsOnVisits();
}

static bool mayLeave(const ir::Statement *s) {
  bool result = false;
  ir::walk(s, [&](const ir::Statement *inner) {
    result |= isa<ir::ReturnStatement>(inner);
  });
  return result;
}

bool kernel::isPlainTest(const ir::Statement *s) {
  const auto *branch = dyn_cast<ir::IfStatement>(s);
  if (!branch || (branch->otherwise && !branch->otherwise->statements.empty()))
    return false;
  const auto then = unwrapped(*branch->then);
  return then.size() == 1 && isa<ir::ReturnStatement>(then[0]);
}

size_t kernel::truncationTests(const Kernel &kernel) {
  if (!kernel.resumes.empty() || !kernel.enter || !kernel.enter->body)
    return 0;
  const std::vector<ir::Statement *> &body = kernel.enter->body->statements;
  size_t tests = 0;
  for (size_t i = 0; i < body.size() && onlyAsks(kernel, body[i]); ++i)
    if (mayLeave(body[i]) && !isa<ir::ReturnStatement>(body[i]))
      tests = i + 1;
  return tests;
}
