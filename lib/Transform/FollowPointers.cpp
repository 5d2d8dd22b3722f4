// Finds out when the traversal follows the pointers in its nodes, to data and
// to children, so that linearising follows them then and only then: what an
// inner node keeps in a pointer that only leaves use may be anything, and so
// may what a leaf keeps for children.
//
//     if (!n->left && !n->right) near(p, n->point);
//  -> n->point is followed where both children are null
//     if (n->isLeaf) { ...; return; } f(n->left);
//  -> n->left is followed where !n->isLeaf
//
//     if (!n->left->isLeaf) g(n->left->left->x);
//  -> n->left->left is followed where !n->left->isLeaf
//
// Only conditions on the node alone, and on what lies behind pointers of lower
// number, count; others are taken to hold. Runs after RecordLayout, since a
// condition can look at the arrival record only.
#include "regtt/Model/Links.h"
#include "regtt/Model/Numbers.h"
#include "regtt/Model/Walk.h"
#include "regtt/Transform/Passes.h"

#include <limits>
#include <map>
#include <set>

using namespace regtt;
using namespace clang;

namespace {

using Terms = llvm::SmallVector<Term, 4>;

class PointerFinder {
public:
  explicit PointerFinder(PassContext &context)
      : traversal(context.model.traversal), function(traversal.function),
        ast(context.ast) {}

  void run() {
    for (const Path &path : traversal.paths)
      if (path.base == Base::Node)
        lastPointer(path.number, path.steps);
    for (DataArray &array : traversal.arrays)
      if (array.ofNodes())
        array.pointer = pointer(traversal.paths[array.start].number,
                                traversal.paths[array.start].steps);
    for (const auto &helper : traversal.helpers)
      helperPaths.push_back(pathsOf(*helper));
    list(function.body.body, {});
    list(traversal.enter, {});
    for (const ResumePoint &point : traversal.resumes)
      for (const Statement &part : point.body)
        walkStmts(part, [&](const Statement &stmt) {
          if (stmt.kind == Statement::CallNode)
            captures(stmt, {});
        });
    for (auto &[pointer, terms] : common) {
      known = pointer - 1; // what lies behind those is in the record by then
      llvm::erase_if(terms, [&](const Term &term) {
        return !onNodeAlone(function, term.cond, /*numbers=*/false);
      });
      traversal.pointers[pointer].followedIf.assign(terms.begin(), terms.end());
    }
    known = -1;
    for (auto &[group, terms] : looked) {
      llvm::erase_if(terms, [&](const Term &term) {
        return !onNodeAlone(function, term.cond, traversal.nodesAreNumbers);
      });
      traversal.slots[group].followedIf.assign(terms.begin(), terms.end());
    }
    if (traversal.nodesAreNumbers)
      findHostPaths();
  }

private:
  /// Number of the pointer that `steps` goes through last; -1: none.
  int lastPointer(unsigned array, const PathSteps &steps) {
    for (size_t end = steps.size(); end-- > 0;)
      if (steps[end].kind == PathStep::Deref)
        return pointer(array, PathSteps(steps.begin(), steps.begin() + end));
    return -1;
  }

  int pointer(unsigned array, const PathSteps &steps) {
    for (size_t i = 0; i < traversal.pointers.size(); ++i)
      if (traversal.pointers[i].array == array &&
          traversal.pointers[i].steps == steps)
        return i;
    // First, so that it has a lower number.
    const int via = lastPointer(array, steps);
    NodePointer result;
    result.array = array;
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
          !stmt.body.empty() &&
          (stmt.body.back().kind == Statement::Return ||
           stmt.body.back().kind == Statement::Break ||
           stmt.body.back().kind == Statement::Continue))
        add(terms, {stmt.cond, !stmt.negated});
    }
  }

  void statement(const Statement &stmt, const Terms &terms) {
    list(stmt.init, terms);
    if (stmt.kind == Statement::CallNode) {
      child(traversal.calls[stmt.call].child, terms);
      captures(stmt, terms);
    } else if (stmt.kind == Statement::Loop &&
               stmt.form == Statement::Children) {
      looksAt(stmt.group, nullptr, terms);
    }
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

  /// What a call's rope carries for its guard is read where the call stands,
  /// all of it.
  void captures(const Statement &call, const Terms &terms) {
    const int guard = traversal.calls[call.call].guard;
    if (guard >= 0)
      for (unsigned index : traversal.guards[guard].captures)
        expr(traversal.captures[index].value, terms);
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
    if (const auto test = function.nullTests.find(e);
        test != function.nullTests.end())
      return child(test->second.link, terms);
    if (const auto same = function.sameChildren.find(e);
        same != function.sameChildren.end()) {
      child(same->second.left, terms);
      return child(same->second.right, terms);
    }
    if (const auto size = function.listSizes.find(e);
        size != function.listSizes.end())
      return looksAt(size->second.group, nullptr, terms);
    if (const auto access = function.accesses.find(e);
        access != function.accesses.end())
      reads(access->second.path, terms);
    if (const auto call = function.helperCalls.find(e);
        call != function.helperCalls.end())
      helperReads(*traversal.helpers[call->second], terms);
    for (const clang::Stmt *child : e->children())
      if (const auto *operand = dyn_cast_or_null<Expr>(child))
        expr(operand, terms);
  }

  void reads(unsigned path, const Terms &terms) {
    const Path &read = traversal.paths[path];
    int first = -1;
    if (read.base == Base::Node)
      first = lastPointer(read.number, read.steps);
    else if (read.base == Base::Element)
      first = traversal.arrays[read.number].pointer;
    for (int p = first; p >= 0; p = traversal.pointers[p].via) {
      const auto [entry, isNew] = common.insert({p, terms});
      if (!isNew)
        intersect(entry->second, terms);
    }
  }

  /// What a helper reads and tests it does, as far as is known, in any case.
  void helperReads(const Function &helper, const Terms &terms) {
    for (const auto &entry : helper.accesses)
      reads(entry.second.path, terms);
    for (const auto &entry : helper.children)
      looksAt(entry.second.group, nullptr, terms);
    for (const auto &entry : helper.listSizes)
      looksAt(entry.second.group, nullptr, terms);
    for (const auto &entry : helper.helperCalls)
      helperReads(*traversal.helpers[entry.second], terms);
  }

  /// The traversal looks at the child that `link` leads to.
  void child(const Expr *link, const Terms &terms) {
    eachLink(function, link, [&](const Expr *e) {
      const VarDecl *var = variableOf(e);
      if (const auto found = function.children.find(e);
          found != function.children.end())
        looksAt(found->second.group, e, terms);
      else if (const auto each = function.eachChild.find(var);
               var && each != function.eachChild.end())
        looksAt(each->second, e, terms);
    });
  }

  /// `link`: the child's expression in this place, if there is one. A term that
  /// is true wherever the child is there says nothing.
  void looksAt(unsigned group, const Expr *link, Terms terms) {
    // A vector is one in any node. How long a list is, is known later.
    const SlotGroup &slots = traversal.slots[group];
    llvm::erase_if(terms, [&](const Term &term) {
      const auto value = whenPresent(function, term.cond, group, link);
      return slots.form == SlotGroup::Vector ||
             (slots.isList() && asksForChildren(function, term.cond)) ||
             (value && *value != term.negated);
    });
    const auto [entry, isNew] = looked.insert({group, terms});
    if (!isNew)
      intersect(entry->second, terms);
  }

  bool asksForChildren(const Function &in, const Expr *cond) const {
    bool result = false;
    walkExpr(cond, [&](const Expr *e) {
      result |= in.nullTests.count(e) || in.listSizes.count(e);
      const auto call = in.helperCalls.find(e);
      if (call != in.helperCalls.end()) {
        const Function &helper = *traversal.helpers[call->second];
        walkStmts(helper.body, [&](const Statement &stmt) {
          for (const Expr *own : ownExprs(traversal, stmt))
            result |= asksForChildren(helper, own);
        });
      }
    });
    return result;
  }

  /// Value of `cond` where the child is there, if that decides it. A helper
  /// that only returns a value is looked into.
  std::optional<bool> whenPresent(const Function &in, const Expr *cond,
                                  unsigned group, const Expr *link) const {
    const Expr *e = cond->IgnoreParenImpCasts();
    if (const auto call = in.helperCalls.find(e);
        call != in.helperCalls.end()) {
      const Function &helper = *traversal.helpers[call->second];
      const auto &body = helper.body.body;
      return body.size() == 1 && body[0].kind == Statement::Return &&
                     body[0].cond
                 ? whenPresent(helper, body[0].cond, group, nullptr)
                 : std::nullopt;
    }
    if (const auto test = in.nullTests.find(e); test != in.nullTests.end()) {
      const auto tested = in.children.find(heldBy(in, test->second.link));
      if (tested == in.children.end() || tested->second.group != group)
        return std::nullopt;
      const bool same =
          !tested->second.index || (link && sameExpr(test->second.link, link));
      return same ? std::optional<bool>(test->second.whenPresent)
                  : std::nullopt;
    }
    if (const auto *unary = dyn_cast<UnaryOperator>(e);
        unary && unary->getOpcode() == UO_LNot) {
      const auto inner = whenPresent(in, unary->getSubExpr(), group, link);
      return inner ? std::optional<bool>(!*inner) : std::nullopt;
    }
    const auto *binary = dyn_cast<BinaryOperator>(e);
    if (!binary || !binary->isLogicalOp())
      return std::nullopt;
    const auto left = whenPresent(in, binary->getLHS(), group, link);
    const auto right = whenPresent(in, binary->getRHS(), group, link);
    const bool decides = binary->getOpcode() == BO_LOr;
    if ((left && *left == decides) || (right && *right == decides))
      return decides;
    return left && right ? std::optional<bool>(!decides) : std::nullopt;
  }

  bool sameExpr(const Expr *a, const Expr *b) const {
    return sameSpelling(linkExpr(a), linkExpr(b), ast);
  }

  /// The terms that hold in both places, whichever way they are written there.
  void intersect(Terms &terms, const Terms &others) const {
    llvm::erase_if(terms, [&](const Term &term) {
      return llvm::none_of(others, [&](const Term &other) {
        return (other.cond == term.cond && other.negated == term.negated) ||
               sameCondition(other, term);
      });
    });
  }

  /// Without parentheses, conversions and negations.
  static Term bare(Term term) {
    while (true) {
      term.cond = term.cond->IgnoreParenImpCasts();
      const auto *unary = dyn_cast<UnaryOperator>(term.cond);
      if (!unary || unary->getOpcode() != UO_LNot)
        return term;
      term = {unary->getSubExpr(), !term.negated};
    }
  }

  /// Not for what divides: the condition that keeps its divisor from 0 may be
  /// gone.
  bool sameCondition(const Term &a, const Term &b) const {
    bool divides = false;
    walkExpr(a.cond, [&](const Expr *e) {
      const auto *binary = dyn_cast<BinaryOperator>(e);
      divides |= binary && (binary->getOpcode() == BO_Div ||
                            binary->getOpcode() == BO_Rem);
    });
    if (divides)
      return false;
    const Term left = bare(a), right = bare(b);
    return left.negated == right.negated &&
           sameValue(function, left.cond, right.cond, ast);
  }

  /// Adds what `term` says of the node alone: `n->leaf && far(q)` that holds
  /// says that n->leaf does.
  void add(Terms &terms, Term term) {
    const auto [cond, negated] = bare(term);
    if (const auto *binary = dyn_cast<BinaryOperator>(cond);
        binary && binary->isLogicalOp() &&
        negated == (binary->getOpcode() == BO_LOr)) {
      add(terms, {binary->getLHS(), negated});
      return add(terms, {binary->getRHS(), negated});
    }
    if (onNodeAlone(function, term.cond, traversal.nodesAreNumbers))
      terms.push_back(term);
  }

  /// Whether `cond` looks at nothing but the node's arrival record, and locals
  /// made of it. Of nodes that are numbers, linearising sees all data and
  /// uniforms.
  bool onNodeAlone(const Function &in, const Expr *cond, bool numbers) {
    bool result = true;
    walkData(in, cond, [&](const Expr *e) {
      const auto access = in.accesses.find(e);
      if (access != in.accesses.end())
        result &= numbers ? inNode(access->second.path)
                          : onArrival(access->second.path);
      if (const auto *name = dyn_cast<DeclRefExpr>(e)) {
        result &= !isa<BindingDecl>(name->getDecl());
        if (const auto *var = dyn_cast<VarDecl>(name->getDecl())) {
          const auto role = in.roles.find(var);
          result &= role == in.roles.end() ||
                    (role->second.kind == Role::Object &&
                     role->second.base != Base::Element) ||
                    (numbers && (role->second.kind == Role::Uniform ||
                                 role->second.kind == Role::Shared)) ||
                    isMadeOfNode(in, var, numbers);
        }
      }
      result &= numbers || !in.uniforms.count(e);
      result &= !in.results.count(e);
      result &= !in.sameChildren.count(e);
      if (const auto *binary = dyn_cast<BinaryOperator>(e))
        result &= !binary->isAssignmentOp();
      if (const auto *unary = dyn_cast<UnaryOperator>(e))
        result &= !unary->isIncrementDecrementOp();
      const auto call = in.helperCalls.find(e);
      if (call != in.helperCalls.end()) {
        const Function &helper = *traversal.helpers[call->second];
        result &= !helper.usesQuery && !helper.usesArrays &&
                  (numbers || !helper.usesUniforms);
        for (unsigned path : helperPaths[call->second])
          result &= onArrival(path);
      }
    });
    return result;
  }

  /// Whether `path` is held by the node itself, or lies behind a known pointer.
  bool inNode(unsigned path) {
    const Path &p = traversal.paths[path];
    return p.base == Base::Node && lastPointer(p.number, p.steps) <= known;
  }

  bool onArrival(unsigned path) {
    return inNode(path) && llvm::is_contained(traversal.groups[0].paths, path);
  }

  /// Whether the local `var` has one value, which the node alone decides.
  bool isMadeOfNode(const Function &in, const VarDecl *var, bool numbers) {
    if (!var->isLocalVarDecl() || !var->getInit() || in.eachChild.count(var) ||
        !var->getType()->isArithmeticType())
      return false;
    return !isReassigned(in.decl->getBody(), var) &&
           onNodeAlone(in, var->getInit(), numbers);
  }

  /// Where nodes are numbers: what `children` reads that is in no arrival
  /// record.
  void findHostPaths() {
    for (const SlotGroup &slots : traversal.slots) {
      hostReads(slots.value);
      hostReads(slots.extent);
      for (const Term &term : slots.followedIf)
        hostReads(term.cond);
    }
    std::set<std::string> taken;
    for (unsigned path : traversal.hostPaths)
      taken.insert(traversal.paths[path].name);
    for (SlotGroup &slots : traversal.slots) {
      const std::string base = slots.name;
      for (int suffix = 2; !base.empty() && !taken.insert(slots.name).second;
           ++suffix)
        slots.name = base + "_" + std::to_string(suffix);
    }
  }

  void hostReads(const Expr *expr) {
    if (!expr)
      return;
    walkExpr(expr, [&](const Expr *e) {
      if (const auto access = function.accesses.find(e);
          access != function.accesses.end() &&
          !llvm::is_contained(traversal.groups[0].paths, access->second.path) &&
          !llvm::is_contained(traversal.hostPaths, access->second.path))
        traversal.hostPaths.push_back(access->second.path);
      if (const auto *name = dyn_cast<DeclRefExpr>(e))
        if (const auto *var = dyn_cast<VarDecl>(name->getDecl());
            var && var->isLocalVarDecl() && function.roles.count(var))
          hostReads(var->getInit());
    });
  }

  Traversal &traversal;
  const Function &function;
  const ASTContext &ast;
  std::map<unsigned, Terms> looked; ///< by slot group
  std::vector<std::set<unsigned>> helperPaths;
  std::map<int, Terms> common;
  /// The last pointer whose data conditions may look at.
  int known = std::numeric_limits<int>::max();
};

} // namespace

bool regtt::runFollowPointers(PassContext &context) {
  PointerFinder(context).run();
  return true;
}
