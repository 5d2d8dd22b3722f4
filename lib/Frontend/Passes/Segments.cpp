// Gives the calls of each segment their positions, and guards: a condition met
// after a call and depending on what visits change becomes the guard of the
// calls under it, evaluated when the rope is taken.
//
//     f(near); if (diff * diff < q.best) f(far);
//  -> f(near) at position 0; f(far) at position 1, guard 0, carrying diff
//
// Everything else that follows a call in its segment does not depend on visits,
// so that running it on arrival is the same: ResumePoints has seen to that.
#include "Cuts.h"
#include "Guards.h"

#include "regtt/Frontend/Passes/CountedLoop.h"
#include "regtt/Frontend/Passes/Effects.h"
#include "regtt/Frontend/Model/Walk.h"
#include "regtt/Frontend/Passes/Passes.h"

using namespace regtt;
using namespace clang;

namespace {

class Segmenter {
public:
  explicit Segmenter(PassContext &context)
      : context(context), traversal(context.model.traversal),
        function(traversal.function), guards(traversal, context.ast) {}

  bool run() {
    if (traversal.resumes.empty())
      segment(function.body.body);
    else
      segment(traversal.enter);
    for (ResumePoint &point : traversal.resumes)
      segment(point.body);
    return ok;
  }

private:
  void segment(std::vector<Statement> &body) {
    called = false;
    position = most = 0;
    list(body);
    traversal.maxRopes = std::max({traversal.maxRopes, most, position});
  }

  bool refuse(SourceLocation loc) {
    context.diagnostics.report(loc, Diag::RTT2009);
    if (firstCall.isValid())
      context.diagnostics.note(firstCall, "a recursive call before it is here");
    return ok = false;
  }

  void list(std::vector<Statement> &body) {
    std::vector<Statement> result;
    for (Statement &stmt : body) {
      if (deferred(stmt)) {
        splice(stmt, result);
        continue;
      }
      statement(stmt);
      result.push_back(std::move(stmt));
    }
    body = std::move(result);
  }

  /// An `if` after a call, over calls, that visits decide or that stands under
  /// one that they do.
  bool deferred(const Statement &stmt) const {
    return called && stmt.kind == Statement::If && holdsCall(stmt) &&
           (!terms.empty() ||
            effectsOf(traversal, function, stmt.cond).readsWritten);
  }

  /// Replaces a deferred `if` by its one call, with the condition as a guard.
  /// Of two calls the second would see the condition evaluated anew.
  void splice(Statement &stmt, std::vector<Statement> &result) {
    const Effects effects = effectsOf(traversal, function, stmt.cond);
    unsigned calls = 0;
    walkStmts(stmt, [&](const Statement &inner) {
      calls += inner.kind == Statement::CallNode;
    });
    if (effects.writesQuery || effects.writesLocal || calls != 1 ||
        (!stmt.body.empty() && !stmt.orElse.empty())) {
      refuse(stmt.loc);
      return;
    }
    const bool inElse = stmt.body.empty();
    terms.push_back({stmt.cond, stmt.negated != inElse});
    std::vector<Statement> &branch = inElse ? stmt.orElse : stmt.body;
    list(branch);
    terms.pop_back();
    for (Statement &inner : branch)
      result.push_back(std::move(inner));
  }

  void statement(Statement &stmt) {
    switch (stmt.kind) {
    case Statement::CallNode:
      return call(stmt);
    case Statement::Block:
      return list(stmt.body);
    case Statement::If:
      return branch(stmt);
    case Statement::Loop:
      return loop(stmt);
    case Statement::Switch:
      if (holdsCall(stmt))
        return choice(stmt);
      [[fallthrough]];
    case Statement::Let:
    case Statement::Eval:
      if (called && (!terms.empty() || dependsOnVisits(stmt)))
        refuse(stmt.loc);
      return;
    case Statement::Case:
    case Statement::CallTree:
      return;
    case Statement::Resume:
    case Statement::Keep:
    case Statement::Return:
    case Statement::Break:
    case Statement::Continue:
      if (!terms.empty())
        refuse(stmt.loc);
      return;
    }
  }

  bool dependsOnVisits(const Statement &stmt) const {
    const Effects effects = effectsOf(traversal, function, stmt);
    return effects.writesQuery || effects.readsWritten;
  }

  void branch(Statement &stmt) {
    if (called) {
      const Effects effects = effectsOf(traversal, function, stmt.cond);
      if (effects.writesQuery || effects.readsWritten || !terms.empty()) {
        refuse(stmt.loc);
        return;
      }
    }
    const int before = position;
    const bool calledBefore = called;
    list(stmt.body);
    const int afterBody = position;
    const bool calledInBody = called;
    position = before;
    called = calledBefore;
    list(stmt.orElse);
    most = std::max({most, position, afterBody});
    // Nothing follows a branch that returns.
    const bool elseGoesOn = !returns(stmt.orElse) && called;
    const bool bodyGoesOn = !returns(stmt.body) && calledInBody;
    position = std::max(returns(stmt.orElse) ? before : position,
                        returns(stmt.body) ? before : afterBody);
    called = calledBefore || bodyGoesOn || elseGoesOn;
  }

  /// A switch over calls: what is jumped to starts at the position before it,
  /// what is fallen into goes on.
  void choice(Statement &stmt) {
    if (called && (!terms.empty() ||
                   effectsOf(traversal, function, stmt.cond).readsWritten)) {
      refuse(stmt.loc);
      return;
    }
    const int before = position;
    const bool calledBefore = called;
    int last = position;
    bool calledAfter = called;
    std::vector<Statement> result, run;
    const auto finish = [&] {
      if (!result.empty() && leavesSwitch(result.back())) {
        position = before;
        called = calledBefore;
      }
      const bool goesOn = !returns(run);
      list(run);
      last = std::max(last, position);
      calledAfter |= called && goesOn;
      std::move(run.begin(), run.end(), std::back_inserter(result));
      run.clear();
    };
    for (Statement &inner : stmt.body) {
      if (inner.kind == Statement::Case)
        finish();
      run.push_back(std::move(inner));
    }
    finish();
    stmt.body = std::move(result);
    position = last;
    called = calledAfter;
  }

  static bool leavesSwitch(const Statement &stmt) {
    return stmt.kind == Statement::Break || stmt.kind == Statement::Return ||
           stmt.kind == Statement::Continue ||
           (stmt.kind == Statement::Block && !stmt.body.empty() &&
            leavesSwitch(stmt.body.back()));
  }

  static bool returns(const std::vector<Statement> &body) {
    if (body.empty())
      return false;
    const Statement &last = body.back();
    return last.kind == Statement::Return ||
           (last.kind == Statement::Block && returns(last.body)) ||
           (last.kind == Statement::If && returns(last.body) &&
            returns(last.orElse));
  }

  void loop(Statement &stmt) {
    if (!holdsCall(stmt)) {
      if (called && (!terms.empty() || dependsOnVisits(stmt)))
        refuse(stmt.loc);
      return;
    }
    if (resumes(stmt) || !hasFixedCalls(traversal, stmt, context.ast))
      return lastIteration(stmt);
    auto counted = countedLoop(traversal, stmt, context.ast);
    if (!counted)
      counted = listLoop(stmt);
    if (!terms.empty()) {
      refuse(stmt.loc);
      return;
    }
    const int before = position;
    loopVar = counted->var;
    loopFirst = counted->first;
    loopDown = counted->down;
    loopCalls.clear();
    // From the second iteration on, everything follows a call.
    called |= counted->trips > 1;
    list(stmt.body);
    const int stride = position - before;
    for (unsigned index : loopCalls)
      traversal.calls[index].stride = stride;
    position = before + stride * counted->trips;
    loopVar = nullptr;
    called = true;
  }

  /// Of a loop of which a segment runs one iteration with calls, and no more.
  void lastIteration(Statement &loop) {
    const int before = position;
    const bool calledBefore = called;
    list(loop.body);
    if (!returns(loop.body))
      return;
    most = std::max(most, position);
    position = before;
    called = calledBefore;
  }

  static bool resumes(const Statement &loop) {
    bool result = false;
    walkStmts(loop, [&](const Statement &stmt) {
      result |= stmt.kind == Statement::Resume;
    });
    return result;
  }

  /// A loop over a list takes any number of children; two tell all.
  CountedLoop listLoop(const Statement &stmt) const {
    return {loopVariable(traversal, stmt), 0, 2};
  }

  void call(Statement &stmt) {
    Call &result = traversal.calls[stmt.call];
    result.position = position++;
    if (loopVar) {
      result.loopVar = loopVar;
      result.loopFirst = loopFirst;
      result.loopDown = loopDown;
      loopCalls.push_back(stmt.call);
    }
    if (called)
      checkOperands(stmt);
    if (!terms.empty())
      result.guard = guards.add(terms);
    called = true;
    if (firstCall.isInvalid())
      firstCall = stmt.loc;
  }

  /// A later call's child and arguments are evaluated on arrival.
  void checkOperands(const Statement &stmt) {
    for (const Expr *e : ownExprs(traversal, stmt)) {
      const Effects effects = effectsOf(traversal, function, e);
      if (effects.readsWritten || effects.writesQuery ||
          (effects.writesLocal && !terms.empty())) {
        refuse(e->getBeginLoc());
        return;
      }
    }
  }

  PassContext &context;
  Traversal &traversal;
  Function &function;
  GuardBuilder guards;
  bool ok = true;
  bool called = false; ///< a call may have run before this place
  int position = 0;
  int most = 0; ///< positions on any way through the segment
  llvm::SmallVector<Term, 2> terms;
  const VarDecl *loopVar = nullptr;
  int loopFirst = 0;
  bool loopDown = false;
  llvm::SmallVector<unsigned, 4> loopCalls;
  SourceLocation firstCall;
};

} // namespace

bool regtt::runSegments(PassContext &context) {
  return Segmenter(context).run();
}
