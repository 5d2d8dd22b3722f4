// After a recursive call, turns an early return into a condition on what
// follows, so that Segments only meets guarded calls.
//
//     f(near); if (d >= best) return; f(far);
//  -> f(near); if (!(d >= best)) { f(far); }
//
// Runs before Segments. A return that ends the body is simply dropped.
#include "regtt/Frontend/Model/Walk.h"
#include "regtt/Frontend/Passes/Passes.h"

using namespace regtt;

/// Whether `stmt` is `if (c) return;` with nothing else.
static bool isConditionalReturn(const Statement &stmt) {
  return stmt.kind == Statement::If && stmt.orElse.empty() &&
         stmt.body.size() == 1 && stmt.body[0].kind == Statement::Return;
}

/// Rewrites a list; `tail`: nothing runs after it.
static void rewrite(std::vector<Statement> &body, bool called, bool tail) {
  for (size_t i = 0; i < body.size(); ++i) {
    Statement &stmt = body[i];
    const bool last = tail && i + 1 == body.size();
    if (called && isConditionalReturn(stmt) && i + 1 < body.size() && tail) {
      std::vector<Statement> rest(std::make_move_iterator(body.begin() + i + 1),
                                  std::make_move_iterator(body.end()));
      body.resize(i + 1);
      rewrite(rest, called, tail);
      Statement &guard = body[i];
      guard.negated = !guard.negated;
      guard.body = std::move(rest);
      return;
    }
    if (stmt.kind == Statement::If || stmt.kind == Statement::Block) {
      rewrite(stmt.body, called, last);
      rewrite(stmt.orElse, called, last);
    }
    called |= holdsCall(stmt);
  }
  if (called && tail && !body.empty() && body.back().kind == Statement::Return)
    body.pop_back();
}

bool regtt::runEarlyReturns(PassContext &context) {
  rewrite(context.model.traversal.function.body.body, false, true);
  return true;
}
