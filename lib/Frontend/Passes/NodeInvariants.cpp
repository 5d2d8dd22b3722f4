// Finds the floating-point work of a visit that depends on the node and
// uniforms alone, which linearising does once for each node instead: a maximal
// expression becomes a datum of the node, the data that only such expressions
// read leave its record. Nothing is regrouped, so results keep their bits.
//
//     for (int i = 0; i < 3; ++i) {
//       float center = (n->max[i] + n->min[i]) / 2;        float center =
//       float side = (n->max[i] - n->min[i]) / 2;              n->center[i];
//       sum += sq(q->coord[i] - center);               ->  sum += ...;
//       box += side * side;
//     }
//     return sqrt(sum) - sqrt(box) < radius;               ... - n->sqrt_box
//
// A record never grows by it: expressions that share data are hoisted together,
// if what they come to takes no more bytes than the data that go.
#include "InvariantFinder.h"
#include "InvariantSlice.h"

#include "regtt/Frontend/Model/Names.h"
#include "regtt/Frontend/Model/Walk.h"
#include "regtt/Frontend/Passes/Passes.h"

#include <llvm/ADT/EquivalenceClasses.h>

#include <map>
#include <set>

using namespace regtt;
using namespace clang;

namespace {

/// Plans and applies it for a whole traversal.
class Hoister {
public:
  explicit Hoister(PassContext &context)
      : ast(context.ast), traversal(context.model.traversal) {}

  void run() {
    keepTests();
    for (auto &helper : traversal.helpers)
      look(*helper);
    // A body that is cut into segments is not looked at: what they share would
    // have to be.
    if (traversal.resumes.empty())
      look(traversal.function);
    choose();
    for (Part &part : parts)
      if (!part.chosen.empty())
        apply(part);
    for (const Function &invariants : traversal.invariants)
      noteSources(invariants);
  }

private:
  struct Part {
    Function *function;
    InvariantFinder finder;
    std::vector<InvariantCandidate> chosen;
  };

  void look(Function &function) {
    Part part{&function, InvariantFinder(traversal, function, ast), {}};
    part.chosen = part.finder.candidates();
    llvm::erase_if(part.chosen, [&](const InvariantCandidate &candidate) {
      return tests.count(candidate.expr);
    });
    parts.push_back(std::move(part));
  }

  /// What linearising evaluates as it stands.
  void keepTests() {
    const auto keep = [&](const Expr *root) {
      walkExpr(root, [&](const Expr *e) { tests.insert(e); });
    };
    for (const SlotGroup &slots : traversal.slots) {
      keep(slots.value);
      keep(slots.extent);
      if (slots.test)
        keep(slots.test->cond);
    }
    for (const NumberTest &test : traversal.nodeTests)
      keep(test.cond);
    for (const Guard &guard : traversal.guards)
      for (const Term &term : guard.terms)
        keep(term.cond);
    for (const Capture &capture : traversal.captures)
      keep(capture.value);
  }

  /// Drops candidates until those that share data pay together.
  void choose() {
    for (bool changed = true; changed;) {
      changed = false;
      const std::set<unsigned> read = stillRead();
      // Candidates by the data they share.
      llvm::EquivalenceClasses<unsigned> shared;
      for (const Part &part : parts)
        for (const InvariantCandidate &candidate : part.chosen)
          for (unsigned path : candidate.reads)
            shared.unionSets(*candidate.reads.begin(), path);
      std::map<unsigned, int64_t> saved;
      std::set<unsigned> counted;
      for (const Part &part : parts)
        for (const InvariantCandidate &candidate : part.chosen) {
          int64_t &sum = saved[shared.getLeaderValue(*candidate.reads.begin())];
          sum -= candidate.bytes;
          for (unsigned path : candidate.reads)
            if (!read.count(path) && counted.insert(path).second)
              sum += ast.getTypeSizeInChars(traversal.paths[path].type)
                         .getQuantity();
        }
      for (Part &part : parts)
        llvm::erase_if(part.chosen, [&](const InvariantCandidate &candidate) {
          const bool drop =
              saved[shared.getLeaderValue(*candidate.reads.begin())] < 0;
          changed |= drop;
          return drop;
        });
    }
  }

  /// Data of the node that something reads once what is chosen is hoisted.
  std::set<unsigned> stillRead() const {
    std::set<unsigned> result;
    const auto note = [&](const Function &function, const Part *part,
                          const std::set<const VarDecl *> &live) {
      walkStmts(function.body, [&](const Statement &stmt) {
        if (part && isDead(*part, stmt, live))
          return;
        for (const Expr *own : ownExprs(traversal, stmt))
          if (!part || !isDeadInit(*part, stmt, own, live))
            readIn(function, own, part, result);
      });
    };
    for (const Part &part : parts)
      note(*part.function, &part, liveLocals(part));
    if (!traversal.resumes.empty())
      note(traversal.function, nullptr, {});
    if (traversal.program)
      note(*traversal.program, nullptr, {});
    for (const Expr *test : tests)
      forNodeReads(traversal, traversal.function, test,
                   [&](unsigned path) { result.insert(path); });
    for (const DataArray &array : traversal.arrays) {
      if (array.start >= 0)
        result.insert(array.start);
      if (array.size >= 0)
        result.insert(array.size);
      for (const ExtentTerm &term : array.extent)
        if (term.path >= 0)
          result.insert(term.path);
    }
    return result;
  }

  static bool isChosen(const Part *part, const Expr *e) {
    return part &&
           llvm::any_of(part->chosen, [&](const InvariantCandidate &candidate) {
             return candidate.expr == e ||
                    llvm::is_contained(candidate.same, e);
           });
  }

  /// Calls `visit` for what is evaluated of `e` that is not hoisted.
  template <class Visit>
  static void walkRest(const clang::Stmt *s, const Part *part, Visit visit) {
    const auto *e = dyn_cast_or_null<Expr>(s);
    if (!s || (e && isChosen(part, e)))
      return;
    if (e)
      visit(e);
    if (const auto *argument = dyn_cast<CXXDefaultArgExpr>(s))
      return walkRest(argument->getExpr(), part, visit);
    if (const auto *field = dyn_cast<CXXDefaultInitExpr>(s))
      return walkRest(field->getExpr(), part, visit);
    for (const clang::Stmt *child : s->children())
      walkRest(child, part, visit);
  }

  void readIn(const Function &function, const Expr *own, const Part *part,
              std::set<unsigned> &result) const {
    walkRest(own, part, [&](const Expr *e) {
      forNodeReads(traversal, function, e,
                   [&](unsigned path) { result.insert(path); });
    });
  }

  /// Invariant locals that something still needs.
  std::set<const VarDecl *> liveLocals(const Part &part) const {
    std::set<const VarDecl *> live;
    for (bool changed = true; changed;) {
      changed = false;
      walkStmts(part.function->body, [&](const Statement &stmt) {
        if (isDead(part, stmt, live))
          return;
        for (const Expr *own : ownExprs(traversal, stmt))
          if (!isDeadInit(part, stmt, own, live))
            walkRest(own, &part, [&](const Expr *e) {
              if (const auto *name = dyn_cast<DeclRefExpr>(e))
                if (const auto *var = dyn_cast<VarDecl>(name->getDecl());
                    var && part.finder.isInvariant(var))
                  changed |= live.insert(var).second;
            });
      });
    }
    for (const Expr *test : tests)
      if (const auto *name = dyn_cast<DeclRefExpr>(test))
        if (const auto *var = dyn_cast<VarDecl>(name->getDecl()))
          live.insert(var);
    return live;
  }

  /// Whether `stmt` only sets a local that nothing needs.
  static bool isDead(const Part &part, const Statement &stmt,
                     const std::set<const VarDecl *> &live) {
    const VarDecl *set = setLocal(stmt);
    return set && part.finder.isInvariant(set) && !live.count(set);
  }

  static bool isDeadInit(const Part &part, const Statement &stmt,
                         const Expr *own,
                         const std::set<const VarDecl *> &live) {
    return stmt.kind == Statement::Let &&
           llvm::any_of(stmt.vars, [&](const VarDecl *var) {
             return var->getInit() == own && part.finder.isInvariant(var) &&
                    !live.count(var);
           });
  }

  void apply(Part &part) {
    Function invariants = *part.function;
    std::map<const InvariantCandidate *, unsigned> paths;
    for (const InvariantCandidate &candidate : part.chosen)
      paths[&candidate] = addPath(candidate);
    invariants.body.body = invariantSlice(traversal, part.finder,
                                          part.function->body.body, paths, ast);
    invariants.groupsRead = {};
    // What is hoisted reads one datum; what it was made of is read no more.
    for (const InvariantCandidate &candidate : part.chosen) {
      Access access{paths[&candidate], {}, {}, false, false};
      for (const CountedLoop &loop : candidate.counters)
        access.parts.push_back({nameOf(loop.var, ast), nullptr});
      auto exprs = candidate.same;
      exprs.push_back(candidate.expr);
      for (const Expr *expr : exprs) {
        walkExpr(expr, [&](const Expr *e) {
          part.function->accesses.erase(e);
          part.function->uniforms.erase(e);
        });
        part.function->accesses[expr] = access;
      }
    }
    const auto live = liveLocals(part);
    drop(part, part.function->body.body, live);
    traversal.invariants.push_back(std::move(invariants));
  }

  unsigned addPath(const InvariantCandidate &candidate) {
    Path path;
    path.base = Base::Node;
    path.computed = true;
    path.type = candidate.type;
    for (const CountedLoop &loop : llvm::reverse(candidate.counters))
      path.type = ast.getConstantArrayType(
          path.type, llvm::APInt(64, arrayLength(loop)), nullptr,
          ArraySizeModifier::Normal, 0);
    path.text = textOf(candidate);
    path.name = freshName(candidate);
    path.firstUse = candidate.expr->getBeginLoc();
    traversal.paths.push_back(path);
    return traversal.paths.size() - 1;
  }

  std::string textOf(const InvariantCandidate &candidate) const {
    std::string text;
    llvm::raw_string_ostream out(text);
    candidate.expr->printPretty(out, nullptr,
                                PrintingPolicy(ast.getLangOpts()));
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
  }

  /// `center` of a local; else what is named in it: `sqrt_box`.
  std::string freshName(const InvariantCandidate &candidate) const {
    std::string name;
    const VarDecl *local = candidate.local;
    if (candidate.in->kind == Statement::Let)
      for (const VarDecl *var : candidate.in->vars)
        if (var->getInit() && plainExpr(var->getInit()) == candidate.expr)
          local = var;
    if (local)
      name = local->getNameAsString();
    else
      walkExpr(candidate.expr, [&](const Expr *e) {
        const auto *ref = dyn_cast<DeclRefExpr>(e);
        const auto *member = dyn_cast<MemberExpr>(e);
        const NamedDecl *decl = ref      ? ref->getDecl()
                                : member ? member->getMemberDecl()
                                         : nullptr;
        const auto *var = dyn_cast_or_null<VarDecl>(decl);
        if (decl && decl->getIdentifier() && name.size() < 24 &&
            (!var || var->getType()->isArithmeticType()))
          name += (name.empty() ? "" : "_") + decl->getNameAsString();
      });
    if (name.empty())
      name = "invariant";
    const std::string base = name;
    for (int suffix = 2;
         llvm::any_of(traversal.paths,
                      [&](const Path &path) {
                        return path.base != Base::Element &&
                               safeName(path.name) == safeName(name);
                      });
         ++suffix)
      name = base + "_" + std::to_string(suffix);
    return name;
  }

  /// Drops what sets locals that nothing needs any more, and loops without
  /// anything left in them.
  void drop(const Part &part, std::vector<Statement> &stmts,
            const std::set<const VarDecl *> &live) const {
    for (Statement &stmt : stmts) {
      if (stmt.kind == Statement::Let)
        llvm::erase_if(stmt.vars, [&](const VarDecl *var) {
          return part.finder.isInvariant(var) && !live.count(var);
        });
      const bool held = !stmt.body.empty();
      for (auto *list : {&stmt.init, &stmt.body, &stmt.orElse})
        drop(part, *list, live);
      if (stmt.kind == Statement::Loop && held && stmt.body.empty())
        stmt.kind = Statement::Block;
    }
    llvm::erase_if(stmts, [&](const Statement &stmt) {
      return isDead(part, stmt, live) ||
             (stmt.kind == Statement::Let && stmt.vars.empty()) ||
             (stmt.kind == Statement::Block && stmt.body.empty());
    });
  }

  void noteSources(const Function &invariants) {
    walkStmts(invariants.body, [&](const Statement &stmt) {
      auto exprs = ownExprs(traversal, stmt);
      for (const Expr *own : exprs)
        walkReads(invariants, own, [&](const Expr *e) {
          forNodeReads(traversal, invariants, e, [&](unsigned path) {
            if (!llvm::is_contained(traversal.sources, path))
              traversal.sources.push_back(path);
          });
        });
    });
  }

  ASTContext &ast;
  Traversal &traversal;
  std::vector<Part> parts;
  llvm::SmallPtrSet<const Expr *, 16> tests;
};

} // namespace

bool regtt::runNodeInvariants(PassContext &context) {
  if (context.hoist)
    Hoister(context).run();
  return true;
}
