// Enumerates the ways through the body by the child slots they call, the call
// sets of Goldfarb 2013, section 3.2. Children chosen by data become a set of
// candidate slots, so a guided traversal cannot pass for a static one.
#include "regtt/Analysis/CountedLoop.h"
#include "regtt/Model/Links.h"
#include "regtt/Model/Walk.h"
#include "regtt/Transform/Passes.h"

#include <llvm/ADT/FoldingSet.h>

#include <set>

using namespace regtt;
using namespace clang;

namespace {

class PathWalker {
public:
  explicit PathWalker(PassContext &context)
      : context(context), traversal(context.model.traversal),
        function(traversal.function) {}

  std::vector<CallPath> run() {
    std::vector<Open> paths(1);
    list(function.body.body, paths);
    std::vector<CallPath> result;
    for (Open &open : paths)
      result.push_back(std::move(open.path));
    return result;
  }

private:
  struct Open {
    CallPath path;
    enum { Runs, Continued, Broken, Returned } state = Runs;
  };
  using Paths = std::vector<Open>;

  void list(const std::vector<Statement> &body, Paths &paths) {
    for (size_t i = 0; i < body.size(); ++i)
      if (!onlySkipsItsChild(body, i))
        statement(body[i], paths);
  }

  void statement(const Statement &stmt, Paths &paths) {
    switch (stmt.kind) {
    case Statement::Block:
      return list(stmt.body, paths);
    case Statement::Return:
      return leave(paths, Open::Returned);
    case Statement::Break:
      return leave(paths, Open::Broken);
    case Statement::Continue:
      return leave(paths, Open::Continued);
    case Statement::If:
      return branch(stmt, paths);
    case Statement::Loop:
      return loop(stmt, paths);
    case Statement::Switch:
      mayLeave(stmt, Statement::Continue, Open::Continued, paths);
      mayLeave(stmt, Statement::Return, Open::Returned, paths);
      return dedupe(paths);
    case Statement::CallNode:
      for (Open &open : paths)
        if (open.state == Open::Runs)
          open.path.items.push_back(item(stmt));
      return;
    case Statement::Case:
    case Statement::Let:
    case Statement::Eval:
      return;
    }
  }

  /// A statement without calls that may be left for good, or may not.
  static void mayLeave(const Statement &stmt, Statement::Kind kind,
                       decltype(Open::state) state, Paths &paths) {
    bool leaves = false;
    walkStmts(stmt,
              [&](const Statement &inner) { leaves |= inner.kind == kind; });
    if (!leaves)
      return;
    for (size_t i = 0, n = paths.size(); i < n; ++i)
      if (paths[i].state == Open::Runs) {
        Open left = paths[i];
        left.state = state;
        paths.push_back(std::move(left));
      }
  }

  static void leave(Paths &paths, decltype(Open::state) state) {
    for (Open &open : paths)
      if (open.state == Open::Runs)
        open.state = state;
  }

  /// What `break` or `continue` has stopped runs on.
  static void resume(Paths &paths, decltype(Open::state) state) {
    for (Open &open : paths)
      if (open.state == state)
        open.state = Open::Runs;
  }

  /// `if (!n->child[i]) continue;` before a call of that child alone splits
  /// nothing either.
  bool onlySkipsItsChild(const std::vector<Statement> &body, size_t at) const {
    const Statement &stmt = body[at];
    if (stmt.kind != Statement::If || stmt.negated || !stmt.orElse.empty() ||
        stmt.body.size() != 1 || stmt.body[0].kind != Statement::Continue)
      return false;
    const auto test = function.nullTests.find(stmt.cond->IgnoreParenImpCasts());
    if (test == function.nullTests.end() || test->second.whenPresent)
      return false;
    bool same = true;
    for (size_t i = at + 1; i < body.size(); ++i)
      walkStmts(body[i], [&](const Statement &inner) {
        if (inner.kind == Statement::CallNode)
          same &=
              sameLink(test->second.link, traversal.calls[inner.call].child);
      });
    return same;
  }

  /// `if (n->left) f(n->left);`: a null child is skipped by every engine, so
  /// the test splits nothing.
  bool onlyTestsItsChild(const Statement &stmt) const {
    if (stmt.negated || !stmt.orElse.empty() || stmt.body.size() != 1 ||
        stmt.body[0].kind != Statement::CallNode)
      return false;
    const auto test = function.nullTests.find(stmt.cond->IgnoreParenImpCasts());
    if (test == function.nullTests.end() || !test->second.whenPresent)
      return false;
    const Expr *child = traversal.calls[stmt.body[0].call].child;
    return sameLink(test->second.link, child);
  }

  bool sameLink(const Expr *a, const Expr *b) const {
    llvm::FoldingSetNodeID left, right;
    linkExpr(a)->Profile(left, context.ast, true);
    linkExpr(b)->Profile(right, context.ast, true);
    return left == right;
  }

  void branch(const Statement &stmt, Paths &paths) {
    if (onlyTestsItsChild(stmt))
      return list(stmt.body, paths);
    Paths running, other;
    for (Open &open : paths)
      if (open.state == Open::Runs)
        running.push_back(open);
    llvm::erase_if(paths,
                   [](const Open &open) { return open.state == Open::Runs; });
    other = running;
    list(stmt.body, running);
    list(stmt.orElse, other);
    for (Paths *side : {&running, &other})
      for (Open &open : *side)
        paths.push_back(std::move(open));
    dedupe(paths);
  }

  void loop(const Statement &stmt, Paths &paths) {
    if (!holdsCall(stmt)) {
      mayLeave(stmt, Statement::Return, Open::Returned, paths);
      return dedupe(paths);
    }
    auto counted = countedLoop(traversal, stmt, context.ast);
    if (!counted) // over a list: two children show what happens to all
      counted = CountedLoop{loopVariable(traversal, stmt), 0, 2};
    loopVar = counted->var;
    for (int i = 0; i < counted->trips; ++i) {
      loopValue = counted->first + i;
      list(stmt.body, paths);
      resume(paths, Open::Continued);
    }
    resume(paths, Open::Broken);
    dedupe(paths);
    loopVar = nullptr;
  }

  CallPath::Item item(const Statement &stmt) const {
    const Call &call = traversal.calls[stmt.call];
    CallPath::Item result;
    result.conditional = call.guard >= 0;
    slotsOf(call.child, result.slots);
    return result;
  }

  void slotsOf(const Expr *e, llvm::SmallVectorImpl<int> &slots) const {
    e = linkExpr(e);
    if (const auto *choice = dyn_cast<ConditionalOperator>(e)) {
      slotsOf(choice->getTrueExpr(), slots);
      return slotsOf(choice->getFalseExpr(), slots);
    }
    if (const auto *name = dyn_cast<DeclRefExpr>(e))
      if (const auto *var = dyn_cast<VarDecl>(name->getDecl())) {
        if (const auto each = function.eachChild.find(var);
            each != function.eachChild.end()) {
          slots.push_back(traversal.slots[each->second].first + loopValue);
          return;
        }
        return slotsOf(var->getInit(), slots);
      }
    const auto child = function.children.find(e);
    if (child == function.children.end())
      return; // null
    const SlotGroup &group = traversal.slots[child->second.group];
    if (!child->second.index) {
      slots.push_back(group.first);
      return;
    }
    if (const auto index = slotIndex(child->second.index)) {
      slots.push_back(group.first + *index);
      return;
    }
    for (int i = 0; i < group.count; ++i)
      slots.push_back(group.first + i);
  }

  std::optional<int> slotIndex(const Expr *index) const {
    if (const auto value = index->getIntegerConstantExpr(context.ast))
      return int(value->getExtValue());
    const auto *name = dyn_cast<DeclRefExpr>(index->IgnoreParenImpCasts());
    if (name && loopVar && name->getDecl() == loopVar)
      return loopValue;
    return std::nullopt;
  }

  static void dedupe(Paths &paths) {
    std::set<std::string> seen;
    llvm::erase_if(paths, [&](const Open &open) {
      std::string key = std::to_string(open.state) + ":";
      for (const CallPath::Item &item : open.path.items) {
        for (int slot : item.slots)
          key += std::to_string(slot) + ",";
        key += item.conditional ? "?;" : ";";
      }
      return !seen.insert(key).second;
    });
    if (paths.size() > maxCallPaths)
      paths.resize(maxCallPaths + 1);
  }

  PassContext &context;
  Traversal &traversal;
  Function &function;
  const VarDecl *loopVar = nullptr;
  int loopValue = 0;
};

} // namespace

bool regtt::runCallPaths(PassContext &context) {
  context.model.traversal.callPaths = PathWalker(context).run();
  return true;
}
