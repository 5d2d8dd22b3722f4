// Cuts the traversal at its recursive calls: segment 0, `enter`, and ropes with
// guards. A condition met after a call and depending on what visits change
// becomes the guard of the calls under it, evaluated when the rope is taken.
//
//     f(near); if (diff * diff < q.best) f(far);
//  -> f(near) at position 0; f(far) at position 1, guard 0, carrying diff
//
// Everything else that follows a call must not depend on visits, so that
// running it on arrival is the same; what does is refused (RTT2009).
#include "regtt/Analysis/CountedLoop.h"
#include "regtt/Analysis/Effects.h"
#include "regtt/Model/Walk.h"
#include "regtt/Transform/Passes.h"

#include <llvm/ADT/SetVector.h>

using namespace regtt;
using namespace clang;

namespace {

class Segmenter {
public:
  explicit Segmenter(PassContext &context)
      : context(context), traversal(context.model.traversal),
        function(traversal.function) {}

  bool run() {
    list(function.body.body);
    traversal.maxRopes = position;
    return ok;
  }

private:
  using Terms = llvm::SmallVector<Term, 2>;

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
      return;
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
    position = std::max(position, afterBody);
    // Nothing follows a branch that returns.
    const bool elseGoesOn = !returns(stmt.orElse) && called;
    const bool bodyGoesOn = !returns(stmt.body) && calledInBody;
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
    return !body.empty() && body.back().kind == Statement::Return;
  }

  void loop(Statement &stmt) {
    if (!holdsCall(stmt)) {
      if (called && (!terms.empty() || dependsOnVisits(stmt)))
        refuse(stmt.loc);
      return;
    }
    auto counted = countedLoop(traversal, stmt, context.ast);
    if (!counted && traversal.list())
      counted = listLoop(stmt);
    if (!counted || loopVar) {
      context.diagnostics.report(stmt.loc, Diag::RTT2016);
      ok = false;
      return;
    }
    if (!terms.empty()) {
      refuse(stmt.loc);
      return;
    }
    const int before = position;
    loopVar = counted->var;
    loopFirst = counted->first;
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
      loopCalls.push_back(stmt.call);
    }
    if (called)
      checkOperands(stmt);
    if (!terms.empty())
      result.guard = guard();
    called = true;
    if (firstCall.isInvalid())
      firstCall = stmt.loc;
  }

  /// A later call's child and arguments are evaluated on arrival.
  void checkOperands(const Statement &stmt) {
    for (const Expr *e : ownExprs(traversal, stmt)) {
      const Effects effects = effectsOf(traversal, function, e);
      if (effects.readsWritten || effects.writesQuery) {
        refuse(e->getBeginLoc());
        return;
      }
    }
  }

  int guard() {
    for (unsigned i = 0; i < traversal.guards.size(); ++i)
      if (sameTerms(traversal.guards[i]))
        return i;
    Guard result;
    result.loc = terms.front().cond->getBeginLoc();
    result.terms.append(terms.begin(), terms.end());
    for (const Term &term : terms)
      capture(term.cond, result);
    traversal.guards.push_back(std::move(result));
    return traversal.guards.size() - 1;
  }

  bool sameTerms(const Guard &other) const {
    return other.terms.size() == terms.size() &&
           std::equal(terms.begin(), terms.end(), other.terms.begin(),
                      [](const Term &a, const Term &b) {
                        return a.cond == b.cond && a.negated == b.negated;
                      });
  }

  /// What a guard's operand needs from the place of the call.
  struct Needs {
    bool node = false; ///< node data or children
    llvm::SmallSetVector<const VarDecl *, 2> variables; ///< locals, arguments
  };

  Needs needsOf(const Expr *expr) const {
    Needs needs;
    walkExpr(expr, [&](const Expr *e) {
      forNodeReads(traversal, function, e,
                   [&](unsigned) { needs.node = true; });
      needs.node |= function.nullTests.count(e) ||
                    function.sameChildren.count(e) ||
                    function.children.count(e);
      needs.node |= takesNode(e);
      if (const Function *helper = calledHelper(e))
        needs.variables.insert(helper->captured.begin(),
                               helper->captured.end());
      if (const auto *name = dyn_cast<DeclRefExpr>(e)) {
        needs.node |= isa<BindingDecl>(name->getDecl()); // carried as a value
        if (const auto *var = dyn_cast<VarDecl>(name->getDecl())) {
          const auto role = function.roles.find(var);
          if (role != function.roles.end() &&
              (role->second.kind == Role::Value ||
               role->second.kind == Role::Arg || holdsElement(role->second)))
            needs.variables.insert(var);
        }
      }
    });
    return needs;
  }

  const Function *calledHelper(const Expr *e) const {
    const auto call = function.helperCalls.find(e);
    return call == function.helperCalls.end()
               ? nullptr
               : traversal.helpers[call->second].get();
  }

  /// Whether a lambda looks at the node that it captures.
  bool looksAtNode(const Function &helper) const {
    return !helper.children.empty() || !helper.nullTests.empty() ||
           llvm::any_of(helper.accesses,
                        [&](const auto &entry) {
                          bool reads = false;
                          forNodeReads(traversal, helper, entry.first,
                                       [&](unsigned) { reads = true; });
                          return reads;
                        }) ||
           llvm::any_of(helper.helperCalls, [&](const auto &entry) {
             return looksAtNode(*traversal.helpers[entry.second]);
           });
  }

  /// Whether `e` calls a helper that is handed the node or data of it.
  bool takesNode(const Expr *e) const {
    const Function *called = calledHelper(e);
    if (!called)
      return false;
    const Function &helper = *called;
    if (looksAtNode(helper))
      return true;
    const auto isNode = [](const Role &role) {
      return role.kind == Role::Object && role.base == Base::Node;
    };
    return llvm::any_of(helper.paramRoles, isNode) ||
           (helper.thisRole && isNode(*helper.thisRole));
  }

  /// Whether the variable is emitted as the number of an array's element.
  static bool holdsElement(const Role &role) {
    return role.kind == Role::Object && role.base == Base::Element;
  }

  /// Captures the largest operands that visits do not change. Where such an
  /// operand is made of one variable, the variable is carried.
  void capture(const Expr *expr, Guard &guard) {
    const Expr *e = expr->IgnoreParenImpCasts();
    const Needs needs = needsOf(e);
    if (!needs.node && needs.variables.empty())
      return; // recomputed from the query and the uniforms
    const bool test =
        function.nullTests.count(e) || function.sameChildren.count(e);
    const bool address =
        e->getType()->isPointerType() && function.accesses.count(e);
    const bool scalar = test || address || e->getType()->isArithmeticType() ||
                        e->getType()->isEnumeralType() ||
                        e->getType()->isRecordType();
    // An element that is handed on, or a pointer to one, is its number.
    const auto *name = dyn_cast<DeclRefExpr>(e);
    const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    const bool alias = var && holdsElement(function.roles.lookup(var));
    const bool number = alias || function.elements.count(e) != 0;
    if (!alias && ((!scalar && !number) ||
                   effectsOf(traversal, function, e).readsWritten))
      return captureOperands(e, guard);
    Capture result;
    result.value = e;
    result.type = test ? context.ast.BoolTy : e->getType().getUnqualifiedType();
    if (const QualType promoted =
            context.ast.isPromotableBitField(const_cast<Expr *>(e));
        !promoted.isNull())
      result.type = promoted;
    result.name = "bound";
    const QualType single = needs.variables.size() == 1
                                ? needs.variables[0]->getType()
                                : QualType();
    if (address)
      result.type = context.ast.getSizeType();
    else if (number)
      result.type = context.ast.getPointerDiffType();
    if (alias) {
      result.var = var;
      result.name = var->getNameAsString();
    } else if (!needs.node && !single.isNull() && single->isArithmeticType()) {
      result.var = needs.variables[0];
      result.type = single.getUnqualifiedType();
      result.name = result.var->getNameAsString();
      // Carried already, as an argument of the call itself? No: the guard
      // wants the caller's value, so it gets a field of its own.
    }
    for (unsigned i = 0; i < traversal.captures.size(); ++i) {
      const Capture &other = traversal.captures[i];
      if (other.var == result.var && (result.var || other.value == e)) {
        if (!llvm::is_contained(guard.captures, i))
          guard.captures.push_back(i);
        return;
      }
    }
    const std::string base = result.name;
    const auto taken = [&](const std::string &name) {
      return llvm::any_of(traversal.captures,
                          [&](const Capture &c) { return c.name == name; }) ||
             llvm::any_of(traversal.args,
                          [&](const Arg &a) { return a.name == name; });
    };
    for (int suffix = 2; taken(result.name); ++suffix)
      result.name = base + std::to_string(suffix);
    guard.captures.push_back(traversal.captures.size());
    traversal.captures.push_back(std::move(result));
  }

  /// For what depends on visits, or is no value that a rope can carry.
  void captureOperands(const Expr *e, Guard &guard) {
    bool ofNode = false;
    forNodeReads(traversal, function, e, [&](unsigned) { ofNode = true; });
    const Function *helper = calledHelper(e);
    if (ofNode || takesNode(e) || isa<DeclRefExpr>(e) ||
        (helper && !helper->captured.empty())) {
      context.diagnostics.report(e->getBeginLoc(), Diag::RTT2028);
      ok = false;
      return;
    }
    for (const clang::Stmt *child : e->children())
      if (const auto *operand = dyn_cast_or_null<Expr>(child))
        capture(operand, guard);
  }

  PassContext &context;
  Traversal &traversal;
  Function &function;
  bool ok = true;
  bool called = false; ///< a call may have run before this place
  int position = 0;
  Terms terms;
  const VarDecl *loopVar = nullptr;
  int loopFirst = 0;
  llvm::SmallVector<unsigned, 4> loopCalls;
  SourceLocation firstCall;
};

} // namespace

bool regtt::runSegments(PassContext &context) {
  return Segmenter(context).run();
}
