// Finds out when the traversal follows the pointers in its nodes, so that
// linearising follows them then and only then: what an inner node keeps in a
// pointer that only leaves use may be anything.
//
//     if (!n->left && !n->right) near(p, n->point);
//  -> n->point is followed where both children are null
//
// Only conditions on the node alone count; others are taken to hold. Runs after
// RecordLayout, since a condition can look at the arrival record only.
#include "regtt/Model/Walk.h"
#include "regtt/Transform/Passes.h"

#include <map>
#include <set>

using namespace regtt;
using namespace clang;

namespace {

using Terms = llvm::SmallVector<Guard::Term, 4>;

class PointerFinder {
public:
  explicit PointerFinder(PassContext &context)
      : traversal(context.model.traversal), function(traversal.function) {}

  void run() {
    for (const Path &path : traversal.paths)
      if (path.base == Base::Node)
        lastPointer(path.steps);
    for (const auto &helper : traversal.helpers)
      helperPaths.push_back(pathsOf(*helper));
    list(function.body.body, {});
    // What a rope carries or tests is read where its call stands.
    for (const Capture &capture : traversal.captures)
      expr(capture.value, {});
    for (auto &[pointer, terms] : common)
      traversal.pointers[pointer].followedIf.assign(terms.begin(), terms.end());
  }

private:
  /// Number of the pointer that `steps` goes through last; -1: none.
  int lastPointer(const PathSteps &steps) {
    for (size_t end = steps.size(); end-- > 0;)
      if (steps[end].kind == PathStep::Deref)
        return pointer(PathSteps(steps.begin(), steps.begin() + end));
    return -1;
  }

  int pointer(const PathSteps &steps) {
    for (size_t i = 0; i < traversal.pointers.size(); ++i)
      if (traversal.pointers[i].steps == steps)
        return i;
    const int via = lastPointer(steps); // first, so that it has a lower number
    NodePointer result;
    result.steps = steps;
    result.via = via;
    traversal.pointers.push_back(result);
    return traversal.pointers.size() - 1;
  }

  std::set<unsigned> pathsOf(const Function &helper) const {
    std::set<unsigned> result;
    for (const auto &entry : helper.accesses)
      result.insert(entry.second.path);
    for (const auto &entry : helper.helperCalls)
      result.insert(helperPaths[entry.second].begin(),
                    helperPaths[entry.second].end());
    return result;
  }

  /// Statements of a list under `terms`; what follows `if (c) return;` runs
  /// under its negation, too.
  void list(const std::vector<Statement> &body, Terms terms) {
    const Terms before = terms;
    for (const Statement &stmt : body) {
      if (stmt.kind == Statement::Case)
        terms = before; // jumped to
      statement(stmt, terms);
      if (stmt.kind == Statement::If && stmt.orElse.empty() &&
          !stmt.body.empty() && stmt.body.back().kind == Statement::Return)
        add(terms, {stmt.cond, !stmt.negated});
    }
  }

  void statement(const Statement &stmt, const Terms &terms) {
    list(stmt.init, terms);
    for (const Expr *own : ownExprs(traversal, stmt))
      expr(own, terms);
    Terms inBody = terms, inElse = terms;
    if (stmt.kind == Statement::If) {
      add(inBody, {stmt.cond, stmt.negated});
      add(inElse, {stmt.cond, !stmt.negated});
    }
    list(stmt.body, inBody);
    list(stmt.orElse, inElse);
  }

  void expr(const Expr *e, const Terms &terms) {
    e = e->IgnoreParenImpCasts();
    if (const auto *binary = dyn_cast<BinaryOperator>(e);
        binary && binary->isLogicalOp()) {
      Terms right = terms;
      add(right, {binary->getLHS(), binary->getOpcode() == BO_LOr});
      expr(binary->getLHS(), terms);
      return expr(binary->getRHS(), right);
    }
    if (const auto *choice = dyn_cast<ConditionalOperator>(e)) {
      Terms whenTrue = terms, whenFalse = terms;
      add(whenTrue, {choice->getCond(), false});
      add(whenFalse, {choice->getCond(), true});
      expr(choice->getCond(), terms);
      expr(choice->getTrueExpr(), whenTrue);
      return expr(choice->getFalseExpr(), whenFalse);
    }
    if (const auto access = function.accesses.find(e);
        access != function.accesses.end())
      reads(access->second.path, terms);
    if (const auto call = function.helperCalls.find(e);
        call != function.helperCalls.end())
      for (unsigned path : helperPaths[call->second])
        reads(path, terms);
    for (const clang::Stmt *child : e->children())
      if (const auto *operand = dyn_cast_or_null<Expr>(child))
        expr(operand, terms);
  }

  void reads(unsigned path, const Terms &terms) {
    if (traversal.paths[path].base != Base::Node)
      return;
    for (int p = lastPointer(traversal.paths[path].steps); p >= 0;
         p = traversal.pointers[p].via) {
      const auto [entry, isNew] = common.insert({p, terms});
      if (!isNew)
        llvm::erase_if(entry->second, [&](const Guard::Term &term) {
          return llvm::none_of(terms, [&](const Guard::Term &other) {
            return other.cond == term.cond && other.negated == term.negated;
          });
        });
    }
  }

  void add(Terms &terms, Guard::Term term) const {
    if (onNodeAlone(function, term.cond))
      terms.push_back(term);
  }

  /// Whether `cond` looks at nothing but the node's arrival record.
  bool onNodeAlone(const Function &in, const Expr *cond) const {
    bool result = true;
    walkExpr(cond, [&](const Expr *e) {
      const auto access = in.accesses.find(e);
      if (access != in.accesses.end())
        result &= onArrival(access->second.path);
      if (const auto *name = dyn_cast<DeclRefExpr>(e)) {
        result &= !isa<BindingDecl>(name->getDecl());
        if (const auto *var = dyn_cast<VarDecl>(name->getDecl())) {
          const auto role = in.roles.find(var);
          result &=
              role == in.roles.end() || (role->second.kind == Role::Object &&
                                         role->second.base != Base::Element);
        }
      }
      result &= !in.uniforms.count(e);
      if (const auto *binary = dyn_cast<BinaryOperator>(e))
        result &= !binary->isAssignmentOp();
      if (const auto *unary = dyn_cast<UnaryOperator>(e))
        result &= !unary->isIncrementDecrementOp();
      const auto call = in.helperCalls.find(e);
      if (call != in.helperCalls.end()) {
        const Function &helper = *traversal.helpers[call->second];
        result &=
            !helper.usesQuery && !helper.usesUniforms && !helper.usesArrays;
        for (unsigned path : helperPaths[call->second])
          result &= onArrival(path);
      }
    });
    return result;
  }

  bool onArrival(unsigned path) const {
    const Path &p = traversal.paths[path];
    return p.base == Base::Node &&
           llvm::is_contained(traversal.groups[0].paths, path) &&
           llvm::none_of(p.steps, [](const PathStep &step) {
             return step.kind == PathStep::Deref;
           });
  }

  Traversal &traversal;
  const Function &function;
  std::vector<std::set<unsigned>> helperPaths;
  std::map<int, Terms> common;
};

} // namespace

bool regtt::runFollowPointers(PassContext &context) {
  PointerFinder(context).run();
  return true;
}
