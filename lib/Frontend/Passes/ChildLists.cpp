// Children in a list, whose number is known at run time only: checks that one
// loop takes them in order, one in each of several functions that recurse
// through each other, and finds out how long an array of them is.
//
//     for (int i = 0; i < n->count; ++i) f(n->child[i]);
//  -> the list n->child, `n->count` long
//
// Runs before positions are given out: in a list a call's position is its
// child's number.
#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Numbers.h"
#include "regtt/Frontend/Model/Walk.h"
#include "regtt/Frontend/Passes/CountedLoop.h"
#include "regtt/Frontend/Passes/Passes.h"

#include <set>

using namespace regtt;
using namespace clang;

namespace {

class ListFinder {
public:
  explicit ListFinder(PassContext &context)
      : context(context), traversal(context.model.traversal),
        function(traversal.function) {}

  bool run() {
    for (size_t k = 0; k < traversal.numBodies; ++k) {
      taking = nullptr;
      for (const Statement &stmt : bodyOf(traversal, k))
        walk(stmt, nullptr);
    }
    for (const SlotGroup &group : traversal.slots)
      if (ok && group.isList())
        check(group);
    return ok;
  }

private:
  void refuse(SourceLocation loc, Diag id, llvm::StringRef text = "") {
    if (refused.insert(loc).second)
      context.diagnostics.report(loc, id) << text;
    ok = false;
  }

  void walk(const Statement &stmt, const Statement *loop) {
    if (stmt.kind == Statement::CallNode)
      return call(stmt, loop);
    const bool opens = stmt.kind == Statement::Loop && holdsCall(stmt) &&
                       !countedLoop(traversal, stmt, context.ast);
    for (const Statement &inner : stmt.body)
      walk(inner, opens ? &stmt : loop);
    for (const Statement &inner : stmt.orElse)
      walk(inner, loop);
  }

  /// A call inside the innermost loop of run-time length, if there is one.
  void call(const Statement &stmt, const Statement *loop) {
    const Call &call = traversal.calls[stmt.call];
    const Expr *child = heldBy(function, call.child);
    if (!loop) {
      if (const auto found = function.children.find(child);
          found != function.children.end() &&
          traversal.slots[found->second.group].isList())
        refuse(stmt.loc, Diag::RTT2033,
               traversal.slots[found->second.group].text);
      return;
    }
    if (isFixed(child))
      return; // visited in every iteration
    if (taking && taking != loop)
      return refuse(loop->loc, Diag::RTT2016);
    if (!taking)
      loops.push_back(loop);
    taking = loop;
    if (loop->form == Statement::Children) {
      const auto *name = dyn_cast<DeclRefExpr>(child);
      if (!name || name->getDecl() != loop->vars[0])
        refuse(stmt.loc, Diag::RTT2033, traversal.slots[loop->group].text);
      return;
    }
    const auto head = indexLoop(traversal, *loop);
    const auto ref = function.children.find(child);
    if (!head || head->inclusive || head->down ||
        ref == function.children.end() || !ref->second.index)
      return refuse(loop->loc, Diag::RTT2016);
    SlotGroup &group = traversal.slots[ref->second.group];
    const auto first = head->first->getIntegerConstantExpr(context.ast);
    const auto *index =
        dyn_cast<DeclRefExpr>(ref->second.index->IgnoreParenImpCasts());
    if (!first || *first != 0 || !index || index->getDecl() != head->var)
      return refuse(stmt.loc, Diag::RTT2033, group.text);
    if (group.form == SlotGroup::Vector) {
      // Behind the end `at` throws.
      const auto size = function.listSizes.find(plainSize(head->last));
      if (isAt(child) &&
          (size == function.listSizes.end() || size->second.isEmpty ||
           size->second.group != ref->second.group))
        refuse(stmt.loc, Diag::RTT2033, group.text);
      return;
    }
    if (group.form == SlotGroup::Siblings || !onNodeAlone(head->last))
      return refuse(loop->loc, Diag::RTT2016);
    if (group.form == SlotGroup::Fields) {
      traversal.numSlots -= group.count;
      group.count = 0;
      group.form = SlotGroup::Array;
    }
    if (group.extent &&
        !sameNumbers(function, group.extent, head->last, context.ast))
      return refuse(loop->loc, Diag::RTT2033, group.text);
    group.extent = head->last;
  }

  /// `n->children.size()`, without its conversions.
  static const Expr *plainSize(const Expr *e) {
    e = e->IgnoreParenImpCasts();
    while (const auto *cast = dyn_cast<ExplicitCastExpr>(e))
      e = cast->getSubExpr()->IgnoreParenImpCasts();
    return e;
  }

  /// `n->children.at(i)`.
  static bool isAt(const Expr *e) { return isa<CXXMemberCallExpr>(e); }

  /// Whether the child is in slots that do not change with the loop's variable:
  /// those that are not there are null.
  bool isFixed(const Expr *child) const {
    std::set<const VarDecl *> seen;
    return isFixed(child, seen);
  }

  bool isFixed(const Expr *child, std::set<const VarDecl *> &seen) const {
    child = linkExpr(child);
    if (const auto *choice = dyn_cast<ConditionalOperator>(child))
      return isFixed(choice->getTrueExpr(), seen) &&
             isFixed(choice->getFalseExpr(), seen);
    if (const auto found = function.children.find(child);
        found != function.children.end())
      return !traversal.slots[found->second.group].isList() &&
             (!found->second.index ||
              found->second.index->isIntegerConstantExpr(context.ast));
    const VarDecl *var = variableOf(child);
    if (const LinkElement element = linkElement(function, child); element.array)
      var = element.array;
    if (!var || function.eachChild.count(var))
      return false;
    if (!seen.insert(var).second)
      return true; // said by what else it is set to
    const auto set = function.linkValues.find(var);
    if (set != function.linkValues.end())
      return llvm::all_of(
          set->second, [&](const Expr *value) { return isFixed(value, seen); });
    return var->getInit() && isFixed(var->getInit(), seen);
  }

  /// Whether `e` is the same in every visit of a node.
  bool onNodeAlone(const Expr *e) const {
    bool result = true;
    walkData(function, e, [&](const Expr *inner) {
      const auto access = function.accesses.find(inner);
      if (access != function.accesses.end())
        result &= traversal.paths[access->second.path].base == Base::Node;
      if (const auto *name = dyn_cast<DeclRefExpr>(inner))
        if (const auto *var = dyn_cast<VarDecl>(name->getDecl())) {
          const auto role = function.roles.find(var);
          result &= role == function.roles.end() ||
                    role->second.kind == Role::Object ||
                    role->second.kind == Role::Uniform ||
                    (traversal.nodesAreNumbers && isMadeOfNode(var));
        }
      result &= !isa<CallExpr>(inner) || function.listSizes.count(inner) ||
                function.accesses.count(inner) ||
                function.uniforms.count(inner);
    });
    return result;
  }

  /// Whether the local `var` has one value, which the node alone decides.
  bool isMadeOfNode(const VarDecl *var) const {
    return var->isLocalVarDecl() && var->getInit() &&
           !isReassigned(function.decl->getBody(), var) &&
           onNodeAlone(var->getInit());
  }

  void check(const SlotGroup &group) {
    if (traversal.slots.size() != 1) {
      refuse(group.loc, Diag::RTT2034, group.text);
      const SlotGroup &other = traversal.slots[&group == &traversal.slots[0]];
      context.diagnostics.note(other.loc, "and here is '" + other.text + "'");
      return;
    }
    if (loops.empty())
      return refuse(group.loc, Diag::RTT2033, group.text);
    for (const Statement *loop : loops) {
      unsigned calls = 0;
      walkStmts(*loop, [&](const Statement &stmt) {
        calls += stmt.kind == Statement::CallNode;
      });
      if (calls != 1)
        return refuse(loop->loc, Diag::RTT2033, group.text);
    }
    if (group.form == SlotGroup::Counted && !group.extent)
      refuse(group.loc, Diag::RTT2015, group.text);
    checkElements(group);
  }

  /// What is behind the end of an array is not linearised: only the loop that
  /// knows the end looks at elements.
  void checkElements(const SlotGroup &group) {
    const bool isVector = group.form == SlotGroup::Vector;
    std::set<const Expr *> known;
    for (const Statement *loop : loops) {
      const VarDecl *var = loopVariable(traversal, *loop);
      walkElements(*loop, [&](const Expr *e, const Expr *index) {
        if (variableOf(index) == var)
          known.insert(e);
      });
    }
    walkElements(function.body, [&](const Expr *e, const Expr *) {
      if (!known.count(e) && (!isVector || isAt(e)))
        refuse(e->getBeginLoc(), Diag::RTT2033, group.text);
    });
    for (const auto &helper : traversal.helpers)
      for (const auto &entry : helper->children)
        if (entry.second.index && !isVector)
          refuse(group.loc, Diag::RTT2033, group.text);
  }

  template <class Visit> void walkElements(const Statement &in, Visit visit) {
    walkStmts(in, [&](const Statement &stmt) {
      for (const Expr *own : ownExprs(traversal, stmt))
        walkExpr(own, [&](const Expr *e) {
          if (const auto child = function.children.find(e);
              child != function.children.end() && child->second.index)
            visit(e, child->second.index);
        });
    });
  }

  PassContext &context;
  Traversal &traversal;
  Function &function;
  std::vector<const Statement *> loops; ///< that take children, one a body
  const Statement *taking = nullptr;    ///< of the body that is walked
  std::set<SourceLocation> refused;
  bool ok = true;
};

} // namespace

bool regtt::runChildLists(PassContext &context) {
  return ListFinder(context).run();
}
