// Enumerates the ways through the body by the child slots they call, the call
// sets of Goldfarb 2013, section 3.2. Children chosen by data become a set of
// candidate slots, so a guided traversal cannot pass for a static one. What a
// local holds that is changed on the way is followed along each path.
#include "regtt/Frontend/Passes/CountedLoop.h"
#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Numbers.h"
#include "regtt/Frontend/Model/Walk.h"
#include "regtt/Frontend/Passes/Passes.h"

#include <map>
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
    for (Open &open : paths)
      open.held.clear(), open.state = Open::Returned;
    dedupe(paths);
    std::vector<CallPath> result;
    for (Open &open : paths)
      result.push_back(std::move(open.path));
    return result;
  }

private:
  using SlotSet = llvm::SmallVector<int, 8>;

  struct Open {
    CallPath path;
    enum { Runs, Continued, Broken, Returned } state = Runs;
    /// What locals and elements of them hold, by their numbers in `locals`.
    std::map<unsigned, SlotSet> held;
  };
  using Paths = std::vector<Open>;

  /// The statements of `body` from number `from` on.
  void list(const std::vector<Statement> &body, Paths &paths, size_t from = 0) {
    for (size_t i = from; i < body.size(); ++i)
      if (!onlySkipsItsChild(body, i))
        statement(body[i], paths);
  }

  void statement(const Statement &stmt, Paths &paths) {
    if (stmt.kind != Statement::CallNode && stmt.kind != Statement::Loop)
      for (Open &open : paths)
        if (open.state == Open::Runs)
          hold(stmt, open);
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
      if (holdsCall(stmt))
        return choice(stmt, paths);
      holdAny(stmt, paths);
      mayLeave(stmt, Statement::Continue, Open::Continued, paths);
      mayLeave(stmt, Statement::Return, Open::Returned, paths);
      return dedupe(paths);
    case Statement::CallNode:
      for (Open &open : paths)
        if (open.state == Open::Runs)
          open.path.items.push_back(item(stmt, open));
      return;
    case Statement::CallTree:
    case Statement::Case:
    case Statement::Let:
    case Statement::Eval:
    case Statement::Resume:
    case Statement::Keep:
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
    if (function.linkValues.count(variableOf(test->second.link)))
      return false; // it may be another child by then
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
    if (sameSpelling(linkExpr(a), linkExpr(b), context.ast))
      return true;
    // Of locals, unless an index may have changed since they were set.
    const Expr *held = heldBy(function, a);
    const auto child = function.children.find(held);
    const Expr *index =
        child == function.children.end() ? nullptr : child->second.index;
    return (!index || index->isIntegerConstantExpr(context.ast)) &&
           sameSpelling(held, heldBy(function, b), context.ast);
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

  /// A switch over calls is entered at any of its labels; without a default it
  /// may be passed by.
  void choice(const Statement &stmt, Paths &paths) {
    Paths before, after;
    bool always = false;
    for (Open &open : paths)
      if (open.state == Open::Runs)
        before.push_back(open);
    llvm::erase_if(paths,
                   [](const Open &open) { return open.state == Open::Runs; });
    for (size_t i = 0; i < stmt.body.size(); ++i) {
      if (stmt.body[i].kind != Statement::Case)
        continue;
      always |= stmt.body[i].labels.empty();
      Paths entered = before;
      list(stmt.body, entered, i);
      resume(entered, Open::Broken);
      after.insert(after.end(), entered.begin(), entered.end());
      dedupe(after);
    }
    if (!always)
      after.insert(after.end(), before.begin(), before.end());
    paths.insert(paths.end(), after.begin(), after.end());
    dedupe(paths);
  }

  void loop(const Statement &stmt, Paths &paths) {
    if (!holdsCall(stmt)) {
      holdAny(stmt, paths);
      mayLeave(stmt, Statement::Return, Open::Returned, paths);
      return dedupe(paths);
    }
    auto counted = countedLoop(traversal, stmt, context.ast);
    if (!counted) // over a list: two children show what happens to all
      counted = CountedLoop{loopVariable(traversal, stmt), 0, 2};
    list(stmt.init, paths);
    loopVar = counted->var;
    for (int i = 0; i < counted->trips; ++i) {
      loopValue = counted->value(i);
      holdEach(stmt.cond, paths);
      list(stmt.body, paths);
      resume(paths, Open::Continued);
      holdEach(stmt.step, paths);
    }
    resume(paths, Open::Broken);
    dedupe(paths);
    loopVar = nullptr;
  }

  CallPath::Item item(const Statement &stmt, Open &open) {
    const Call &call = traversal.calls[stmt.call];
    hold(call.child, open, /*certain=*/true);
    CallPath::Item result;
    result.conditional = call.guard >= 0;
    slotsOf(call.child, open, result.slots);
    return result;
  }

  //===--- Locals -----------------------------------------------------------===

  unsigned numberOf(const VarDecl *var, int element = -1) {
    return locals.try_emplace({var, element}, locals.size()).first->second;
  }

  /// Numbers of the elements that `element` may be.
  llvm::SmallVector<unsigned, 4> elementsOf(const LinkElement &element) {
    llvm::SmallVector<unsigned, 4> result;
    const int count =
        pointerArray(element.array->getType(), context.ast)->first;
    const auto index = slotIndex(element.index);
    for (int i = 0; i < count; ++i)
      if (!index || *index == i)
        result.push_back(numberOf(element.array, i));
    return result;
  }

  /// The local, or the elements of one, that `e` names.
  llvm::SmallVector<unsigned, 4> heldIn(const Expr *e) {
    if (const LinkElement element = linkElement(function, e); element.array)
      return elementsOf(element);
    const VarDecl *var = variableOf(e);
    return var && function.linkValues.count(var)
               ? llvm::SmallVector<unsigned, 4>{numberOf(var)}
               : llvm::SmallVector<unsigned, 4>{};
  }

  /// What the expressions of `stmt` itself set locals to.
  void hold(const Statement &stmt, Open &open) {
    if (stmt.kind == Statement::Let) {
      for (const VarDecl *var : stmt.vars)
        if (function.roles.lookup(var).kind == Role::Link &&
            pointerArray(var->getType(), context.ast)) {
          holdElements(var, open);
        } else if (function.roles.lookup(var).kind == Role::Link &&
                   var->getInit()) {
          hold(var->getInit(), open, true);
          set(var, var->getInit(), open, true);
        }
    }
    if (stmt.kind != Statement::Let)
      for (const Expr *own : ownExprs(traversal, stmt))
        hold(own, open, true);
  }

  void holdElements(const VarDecl *array, Open &open) {
    int number = 0;
    for (const Expr *value : firstElements(array, context.ast)) {
      SlotSet slots;
      if (value)
        slotsOf(value, open, slots);
      open.held[numberOf(array, number++)] = slots;
    }
  }

  void holdEach(const Expr *expr, Paths &paths) {
    for (Open &open : paths)
      if (open.state == Open::Runs)
        hold(expr, open, true);
  }

  /// `certain`: whether `expr` is evaluated, and not only may be.
  void hold(const clang::Stmt *expr, Open &open, bool certain) {
    if (!expr)
      return;
    if (const auto *choice = dyn_cast<ConditionalOperator>(expr)) {
      hold(choice->getCond(), open, certain);
      hold(choice->getTrueExpr(), open, false);
      return hold(choice->getFalseExpr(), open, false);
    }
    if (const auto *logical = dyn_cast<BinaryOperator>(expr);
        logical && logical->isLogicalOp()) {
      hold(logical->getLHS(), open, certain);
      return hold(logical->getRHS(), open, false);
    }
    for (const clang::Stmt *child : expr->children())
      hold(child, open, certain);
    const auto *e = dyn_cast<Expr>(expr);
    if (!e)
      return;
    if (const auto [var, value] = linkSet(function, e); var)
      set(heldIn(cast<BinaryOperator>(e)->getLHS()), value, open, certain);
    if (e == e->IgnoreParenImpCasts() && isSwap(e))
      swap(heldIn(cast<CallExpr>(e)->getArg(0)),
           heldIn(cast<CallExpr>(e)->getArg(1)), open, certain);
  }

  void set(const VarDecl *var, const Expr *value, Open &open, bool certain) {
    set({numberOf(var)}, value, open, certain);
  }

  /// One of `targets` is set to `value`.
  void set(llvm::ArrayRef<unsigned> targets, const Expr *value, Open &open,
           bool certain) {
    SlotSet slots;
    slotsOf(value, open, slots);
    for (unsigned target : targets) {
      SlotSet &held = open.held[target];
      if (certain && targets.size() == 1)
        held.clear();
      merge(held, slots);
    }
  }

  /// One of `left` and one of `right` are exchanged.
  void swap(llvm::ArrayRef<unsigned> left, llvm::ArrayRef<unsigned> right,
            Open &open, bool certain) {
    if (certain && left.size() == 1 && right.size() == 1)
      return std::swap(open.held[left[0]], open.held[right[0]]);
    SlotSet any;
    for (const auto side : {left, right})
      for (unsigned number : side)
        merge(any, open.held[number]);
    for (const auto side : {left, right})
      for (unsigned number : side)
        merge(open.held[number], any);
  }

  static void merge(SlotSet &into, const SlotSet &from) {
    for (int slot : from)
      if (!llvm::is_contained(into, slot))
        into.push_back(slot);
    llvm::sort(into);
  }

  /// A statement that is not followed: what it sets may be any of its values.
  void holdAny(const Statement &stmt, Paths &paths) {
    llvm::SmallPtrSet<const VarDecl *, 4> changed;
    walkStmts(stmt, [&](const Statement &inner) {
      for (const Expr *own : ownExprs(traversal, inner))
        walkExpr(own, [&](const Expr *e) {
          changed.insert(linkSet(function, e).first);
          if (!isSwap(e))
            return;
          for (const Expr *side :
               cast<CallExpr>(e->IgnoreParenImpCasts())->arguments()) {
            changed.insert(variableOf(side));
            changed.insert(arrayOf(side));
          }
        });
    });
    for (const VarDecl *var : changed) {
      const auto values = function.linkValues.find(var);
      if (!var || values == function.linkValues.end())
        continue;
      for (Open &open : paths)
        for (const Expr *value : values->second)
          eachLink(function, value, [&](const Expr *leaf) {
            SlotSet slots;
            slotsOf(leaf, open, slots);
            const auto array = pointerArray(var->getType(), context.ast);
            for (int i = 0; array && i < array->first; ++i)
              merge(open.held[numberOf(var, i)], slots);
            if (!array)
              merge(open.held[numberOf(var)], slots);
          });
    }
  }

  void slotsOf(const Expr *e, Open &open, SlotSet &slots) {
    e = linkExpr(e);
    if (const auto *choice = dyn_cast<ConditionalOperator>(e)) {
      slotsOf(choice->getTrueExpr(), open, slots);
      return slotsOf(choice->getFalseExpr(), open, slots);
    }
    if (const auto [var, value] = linkSet(function, e); var)
      return slotsOf(value, open, slots);
    if (const LinkElement element = linkElement(function, e); element.array) {
      for (unsigned number : elementsOf(element))
        merge(slots, open.held[number]);
      return;
    }
    if (const VarDecl *var = variableOf(e);
        var && !function.children.count(e)) {
      if (const auto each = function.eachChild.find(var);
          each != function.eachChild.end())
        slots.push_back(traversal.slots[each->second].first + loopValue);
      else
        slots.append(open.held[numberOf(var)]);
      return;
    }
    const auto child = function.children.find(e);
    if (child == function.children.end())
      return; // null
    const SlotGroup &group = traversal.slots[child->second.group];
    if (!child->second.index) {
      slots.push_back(group.first);
      return;
    }
    if (const auto index = slotIndex(child->second.index);
        index && (group.isList() || (*index >= 0 && *index < group.count))) {
      slots.push_back(group.first + *index);
      return;
    }
    for (int i = 0; i < group.count; ++i)
      slots.push_back(group.first + i);
  }

  /// The index that `e` is in this iteration of the loop, where it says.
  std::optional<int> slotIndex(const Expr *e) const {
    e = e->IgnoreParenImpCasts();
    if (const auto value = e->getIntegerConstantExpr(context.ast))
      return int(value->getExtValue());
    if (loopVar && variableOf(e) == loopVar)
      return loopValue;
    const auto *binary = dyn_cast<BinaryOperator>(e);
    const auto left = binary ? slotIndex(binary->getLHS()) : std::nullopt;
    const auto right = left ? slotIndex(binary->getRHS()) : std::nullopt;
    if (!right)
      return std::nullopt;
    switch (binary->getOpcode()) {
    case BO_Add:
      return *left + *right;
    case BO_Sub:
      return *left - *right;
    case BO_Mul:
      return *left * *right;
    case BO_Xor:
      return *left ^ *right;
    default:
      return std::nullopt;
    }
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
      for (const auto &[local, slots] : open.held) {
        key += "/" + std::to_string(local) + ":";
        for (int slot : slots)
          key += std::to_string(slot) + ",";
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
  std::map<std::pair<const VarDecl *, int>, unsigned> locals; ///< for look-ups
};

} // namespace

bool regtt::runCallPaths(PassContext &context) {
  context.model.traversal.callPaths = PathWalker(context).run();
  return true;
}
