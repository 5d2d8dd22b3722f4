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
#include "regtt/Analysis/CountedLoop.h"
#include "regtt/Model/Names.h"
#include "regtt/Model/Numbers.h"
#include "regtt/Model/Walk.h"
#include "regtt/Transform/Passes.h"

#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringExtras.h>

#include <map>
#include <set>

using namespace regtt;
using namespace clang;

namespace {

/// Where a statement stands: the counted loops around it, outermost first.
struct Place {
  llvm::SmallVector<CountedLoop, 2> loops;
  llvm::SmallVector<const Statement *, 2> loopStmts;
  bool conditional = false; ///< in a branch, or in a loop that something leaves
  bool unknown = false;     ///< in a loop that is not counted
};

/// What sets a local of floating-point type.
struct Definition {
  const Expr *value; ///< null: it is only declared
  Place place;
};

struct Local {
  llvm::SmallVector<Definition, 2> definitions;
  bool known = true; ///< nothing else changes it
};

/// An expression that may become a datum.
struct Candidate {
  const Expr *expr; ///< without parentheses and implicit casts
  llvm::SmallVector<const Expr *, 1> same;    ///< others of that value there
  const VarDecl *local = nullptr;             ///< that it is all of
  llvm::SmallVector<CountedLoop, 2> counters; ///< what it is counted by
  const Statement *in; ///< the statement that evaluates it
  std::set<unsigned> reads;
  uint64_t bytes;
  QualType type; ///< of the datum
};

const Expr *plain(const Expr *e) { return e->IgnoreParenImpCasts(); }

/// The assignment or increment of a local that is all of a statement.
const VarDecl *setLocal(const Statement &stmt) {
  if (stmt.kind != Statement::Eval)
    return nullptr;
  const Expr *target = assignedTarget(plain(stmt.cond));
  return target ? variableOf(target) : nullptr;
}

/// Elements of an array that the loop's variable is an index into.
uint64_t length(const CountedLoop &loop) {
  return 1 + std::max(loop.value(0), loop.value(loop.trips - 1));
}

/// One function's locals and candidates.
class Slicer {
public:
  Slicer(const Traversal &traversal, const Function &function, ASTContext &ast)
      : traversal(traversal), function(function), ast(ast) {
    collect(function.body, {});
    for (const auto &helper : traversal.helpers)
      for (const VarDecl *var : helper->captured)
        forget(var);
    settle();
  }

  /// All maximal expressions worth looking at, in the order of the source.
  std::vector<Candidate> candidates() {
    std::vector<Candidate> result;
    find(function.body, {}, result);
    return result;
  }

  /// Whether `var` depends on the node and uniforms alone.
  bool isInvariant(const VarDecl *var) const {
    const auto found = locals.find(var);
    return found != locals.end() && found->second.known;
  }

  /// Whether `var` counts a loop whose trips are known.
  bool counts(const VarDecl *var) const { return counters.count(var) != 0; }

  const Definition *onlyDefinition(const VarDecl *var) const {
    const auto found = locals.find(var);
    return found != locals.end() && found->second.definitions.size() == 1 &&
                   found->second.definitions[0].value
               ? &found->second.definitions[0]
               : nullptr;
  }

private:
  void forget(const VarDecl *var) {
    if (const auto found = locals.find(var); found != locals.end())
      found->second.known = false;
  }

  /// The place of what is in `stmt`.
  Place within(const Statement &stmt, Place place) {
    if (stmt.kind == Statement::If || stmt.kind == Statement::Switch)
      place.conditional = true;
    if (stmt.kind != Statement::Loop)
      return place;
    const auto counted = stmt.form == Statement::Children
                             ? std::nullopt
                             : countedLoop(traversal, stmt, ast);
    if (!counted || counted->trips < 1 || counted->value(0) < 0 ||
        counted->value(counted->trips - 1) < 0 ||
        !standsAlone(stmt, counted->var)) {
      place.unknown = true;
      return place;
    }
    place.loops.push_back(*counted);
    counters.insert(counted->var);
    place.loopStmts.push_back(&stmt);
    for (const Statement &inner : stmt.body)
      place.conditional |= leaves(inner);
    return place;
  }

  /// Whether the head of a loop names no variable but its counter.
  bool standsAlone(const Statement &loop, const VarDecl *counter) const {
    bool result = loop.init.size() == 1;
    const auto look = [&](const Expr *own) {
      walkExpr(own, [&](const Expr *e) {
        const auto *name = dyn_cast<DeclRefExpr>(e);
        const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
        result &= !function.accesses.count(e) &&
                  (!var || var == counter || !function.roles.count(var));
      });
    };
    for (const Expr *own : ownExprs(traversal, loop))
      look(own);
    for (const Statement &init : loop.init) {
      result &= init.vars.size() <= 1;
      for (const Expr *own : ownExprs(traversal, init))
        look(own);
    }
    return result;
  }

  /// Whether `stmt` may end an iteration of the loop it is in.
  static bool leaves(const Statement &stmt) {
    if (stmt.kind == Statement::Break || stmt.kind == Statement::Continue)
      return true;
    return llvm::any_of(stmt.body, leaves) || llvm::any_of(stmt.orElse, leaves);
  }

  /// Every local of floating-point type, with all that sets it.
  void collect(const Statement &stmt, const Place &place) {
    if (stmt.kind == Statement::Let)
      for (const VarDecl *var : stmt.vars)
        if (var->getType()->isRealFloatingType() && !var->isStaticLocal() &&
            !var->getType().isVolatileQualified() &&
            function.roles.lookup(var).kind == Role::Value)
          locals[var].definitions.push_back({var->getInit(), place});
    if (stmt.kind == Statement::Let)
      for (const VarDecl *var : stmt.vars)
        if (var->getType()->isReferenceType() && var->getInit())
          forget(variableOf(var->getInit()));
    const VarDecl *const set = setLocal(stmt);
    if (set && locals.count(set))
      locals[set].definitions.push_back({stmt.cond, place});
    // What a lambda or a call may change is looked at in its own terms.
    for (const Expr *own : ownExprs(traversal, stmt))
      walkExpr(own, [&](const Expr *e) {
        for (auto &[var, local] : locals)
          if (changesVariable(e, var) && !(var == set && e == plain(stmt.cond)))
            local.known = false;
      });
    const Place inner = within(stmt, place);
    for (const auto *list : {&stmt.init, &stmt.body, &stmt.orElse})
      for (const Statement &child : *list)
        collect(child, inner);
  }

  /// Leaves those that depend on nothing else.
  void settle() {
    for (bool changed = true; changed;) {
      changed = false;
      for (auto &[var, local] : locals)
        if (local.known && !depends(local)) {
          local.known = false;
          changed = true;
        }
    }
  }

  bool depends(const Local &local) const {
    const bool several = local.definitions.size() > 1;
    return llvm::all_of(local.definitions, [&](const Definition &definition) {
      return !definition.place.unknown &&
             !(several && definition.place.conditional) &&
             (definition.value ? isInvariant(definition.value, definition.place)
                               : several);
    });
  }

  /// Whether `index` is a constant or counts a loop around `place`, and stays
  /// in an array of `size` elements.
  bool isCounter(const Expr *index, const Place &place, uint64_t size) const {
    if (const auto constant = index->getIntegerConstantExpr(ast))
      return constant->isNonNegative() &&
             constant->getExtValue() < int64_t(size);
    const VarDecl *var = variableOf(index);
    for (const CountedLoop &loop : place.loops)
      if (loop.var == var)
        return length(loop) <= size;
    return false;
  }

  /// Whether linearising can read the datum at any node.
  bool isOwnDatum(const Access &access, const Place &place) const {
    const Path &path = traversal.paths[access.path];
    if (path.base != Base::Node || path.address || path.computed ||
        path.written() || path.isContainer() || path.bitField() ||
        path.number == nodeNumber || access.isEmpty ||
        (path.steps.empty() && !traversal.nodesAreNumbers) ||
        llvm::any_of(path.steps, [](const PathStep &step) {
          return step.kind == PathStep::Deref;
        }))
      return false;
    QualType type = path.type;
    for (const regtt::Selector &part : access.parts) {
      if (const FieldDecl *held = part.index ? heldArray(type) : nullptr)
        type = held->getType();
      const auto *array = ast.getAsConstantArrayType(type);
      if (part.index &&
          (!array || !isCounter(part.index, place, array->getZExtSize())))
        return false;
      type = part.index ? array->getElementType() : part.field->getType();
    }
    return type->isArithmeticType();
  }

  /// Whether `e`, at `place`, depends on the node and uniforms alone and can be
  /// evaluated for any node.
  bool isInvariant(const Expr *e, const Place &place) const {
    e = plain(e);
    if (function.folded.count(e) || function.nullTests.count(e) ||
        function.sameChildren.count(e) || function.children.count(e) ||
        function.elements.count(e) || function.results.count(e) ||
        function.helperCalls.count(e) || function.containerCalls.count(e) ||
        function.listSizes.count(e))
      return false;
    if (const auto found = function.accesses.find(e);
        found != function.accesses.end())
      return isOwnDatum(found->second, place);
    if (function.uniforms.count(e))
      return e->getType()->isArithmeticType();
    const QualType type = e->getType();
    if (isa<FloatingLiteral, IntegerLiteral, CXXBoolLiteralExpr>(e))
      return true;
    if (const VarDecl *var = variableOf(e)) {
      if (isInvariant(var))
        return true;
      return type->isIntegerType() &&
             llvm::any_of(place.loops, [&](const CountedLoop &loop) {
               return loop.var == var;
             });
    }
    if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(e))
      return isInvariant(temporary->getSubExpr(), place);
    if (const auto *wrapped = dyn_cast<ExprWithCleanups>(e))
      return isInvariant(wrapped->getSubExpr(), place);
    if (const auto *cast = dyn_cast<ExplicitCastExpr>(e))
      return type->isRealFloatingType() &&
             isInvariant(cast->getSubExpr(), place);
    if (const auto *choice = dyn_cast<ConditionalOperator>(e))
      return type->isRealFloatingType() &&
             isInvariant(choice->getCond(), place) &&
             isInvariant(choice->getTrueExpr(), place) &&
             isInvariant(choice->getFalseExpr(), place);
    if (const auto *unary = dyn_cast<UnaryOperator>(e)) {
      // ++ and -- of a local are its definitions.
      if (unary->isIncrementDecrementOp())
        return isInvariantLocal(unary->getSubExpr());
      const UnaryOperatorKind op = unary->getOpcode();
      return (op == UO_Plus || op == UO_Minus || op == UO_LNot) &&
             (type->isRealFloatingType() || op == UO_LNot) &&
             isInvariant(unary->getSubExpr(), place);
    }
    if (const auto *binary = dyn_cast<BinaryOperator>(e)) {
      if (binary->isAssignmentOp())
        return isInvariantLocal(binary->getLHS()) &&
               isInvariant(binary->getRHS(), place);
      return (type->isRealFloatingType() || binary->isComparisonOp() ||
              binary->isLogicalOp()) &&
             !binary->isCommaOp() && isInvariant(binary->getLHS(), place) &&
             isInvariant(binary->getRHS(), place);
    }
    if (const auto *call = dyn_cast<CallExpr>(e)) {
      const auto library = function.libraryCalls.find(e);
      return library != function.libraryCalls.end() &&
             type.getNonReferenceType()->isRealFloatingType() &&
             llvm::StringRef(library->second).starts_with("std::") &&
             library->second != "std::swap" &&
             library->second != "std::exchange" &&
             llvm::all_of(call->arguments(), [&](const Expr *argument) {
               return isInvariant(argument, place);
             });
    }
    return false;
  }

  bool isInvariantLocal(const Expr *target) const {
    const VarDecl *var = variableOf(target);
    return var && isInvariant(var);
  }

  void find(const Statement &stmt, const Place &place,
            std::vector<Candidate> &out) {
    // What sets an invariant local is no use of it.
    const VarDecl *set = setLocal(stmt);
    const bool defines = set && isInvariant(set);
    if (!defines && stmt.kind != Statement::Loop && !place.unknown)
      for (const Expr *own : ownExprs(traversal, stmt)) {
        const bool initialises =
            stmt.kind == Statement::Let &&
            llvm::any_of(stmt.vars, [&](const VarDecl *var) {
              return var->getInit() == own && isInvariant(var);
            });
        if (!initialises)
          findIn(own, stmt, place, out);
      }
    const Place inner = within(stmt, place);
    for (const auto *list : {&stmt.init, &stmt.body, &stmt.orElse})
      for (const Statement &child : *list)
        find(child, inner, out);
  }

  void findIn(const Expr *e, const Statement &stmt, const Place &place,
              std::vector<Candidate> &out) {
    e = plain(e);
    if (isInvariant(e, place)) {
      if (e->getType().getNonReferenceType()->isRealFloatingType())
        add(e, stmt, place, out);
      return;
    }
    if (function.accesses.count(e) || function.elements.count(e) ||
        function.children.count(e) || function.nullTests.count(e) ||
        function.sameChildren.count(e) || function.folded.count(e) ||
        isa<LambdaExpr>(e))
      return; // indices stay
    for (const clang::Stmt *child : e->children())
      if (const auto *inner = dyn_cast_or_null<Expr>(child))
        findIn(inner, stmt, place, out);
  }

  void add(const Expr *e, const Statement &stmt, const Place &place,
           std::vector<Candidate> &out) {
    Candidate result{e, {}, nullptr, {}, &stmt, {}, 0, {}};
    const VarDecl *var = variableOf(e);
    const Definition *definition = var ? onlyDefinition(var) : nullptr;
    // A local that keeps its value is hoisted where it is declared.
    if (definition) {
      result.expr = plain(definition->value);
      result.in = nullptr;
      walkDeclarations(function.body, var, result.in);
      result.local = var;
      if (!result.in || function.accesses.count(result.expr) ||
          llvm::any_of(out, [&](const Candidate &other) {
            return other.expr == result.expr;
          }))
        return;
    }
    const Place &at = definition ? definition->place : place;
    if (function.accesses.count(result.expr))
      return; // a datum already
    if (!definition)
      result.local = var;
    for (Candidate &other : out)
      if (other.in == &stmt && profile(other.expr) == profile(result.expr)) {
        other.same.push_back(result.expr);
        return;
      }
    std::set<const VarDecl *> counters, seen;
    dependsOn(result.expr, at, result.reads, counters, seen);
    if (result.reads.empty())
      return;
    result.type = (var ? var->getType() : e->getType())
                      .getNonReferenceType()
                      .getUnqualifiedType();
    result.bytes = ast.getTypeSizeInChars(result.type).getQuantity();
    for (const CountedLoop &loop : at.loops)
      if (counters.count(loop.var)) {
        result.counters.push_back(loop);
        result.bytes *= length(loop);
      }
    out.push_back(std::move(result));
  }

  llvm::FoldingSetNodeID profile(const Expr *e) const {
    llvm::FoldingSetNodeID id;
    e->Profile(id, ast, /*Canonical=*/true);
    return id;
  }

  void walkDeclarations(const Statement &stmt, const VarDecl *var,
                        const Statement *&found) const {
    walkStmts(stmt, [&](const Statement &inner) {
      if (inner.kind == Statement::Let && llvm::is_contained(inner.vars, var))
        found = &inner;
    });
  }

  /// The data that `e` is made of, and the loops around it whose iteration it
  /// depends on.
  void dependsOn(const Expr *e, const Place &at, std::set<unsigned> &reads,
                 std::set<const VarDecl *> &counters,
                 std::set<const VarDecl *> &seen) const {
    walkExpr(e, [&](const Expr *inner) {
      if (const auto access = function.accesses.find(inner);
          access != function.accesses.end())
        reads.insert(access->second.path);
      const auto *name = dyn_cast<DeclRefExpr>(inner);
      const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
      if (!var)
        return;
      for (const CountedLoop &loop : at.loops)
        if (loop.var == var)
          counters.insert(var);
      const auto local = locals.find(var);
      if (local == locals.end() || !seen.insert(var).second)
        return;
      for (const Definition &definition : local->second.definitions) {
        // What a loop goes on changing is another value in each iteration.
        if (local->second.definitions.size() > 1)
          for (size_t i = 0; i < at.loopStmts.size(); ++i)
            if (llvm::is_contained(definition.place.loopStmts, at.loopStmts[i]))
              counters.insert(at.loops[i].var);
        if (definition.value)
          dependsOn(definition.value, at, reads, counters, seen);
      }
    });
  }

  const Traversal &traversal;
  const Function &function;
  ASTContext &ast;
  std::map<const VarDecl *, Local> locals;
  std::set<const VarDecl *> counters;
};

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
    Slicer slicer;
    std::vector<Candidate> candidates, chosen;
  };

  void look(Function &function) {
    Part part{&function, Slicer(traversal, function, ast), {}, {}};
    part.candidates = part.slicer.candidates();
    llvm::erase_if(part.candidates, [&](const Candidate &candidate) {
      return tests.count(candidate.expr);
    });
    part.chosen = part.candidates;
    parts.push_back(std::move(part));
  }

  /// What linearising evaluates as it stands.
  void keepTests() {
    const auto keep = [&](const Expr *root) {
      walkExpr(root, [&](const Expr *e) { tests.insert(e); });
    };
    for (const SlotGroup &slots : traversal.slots) {
      for (const Term &term : slots.followedIf)
        keep(term.cond);
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
        for (const Candidate &candidate : part.chosen)
          for (unsigned path : candidate.reads)
            shared.unionSets(*candidate.reads.begin(), path);
      std::map<unsigned, int64_t> saved;
      std::set<unsigned> counted;
      for (const Part &part : parts)
        for (const Candidate &candidate : part.chosen) {
          int64_t &sum = saved[shared.getLeaderValue(*candidate.reads.begin())];
          sum -= candidate.bytes;
          for (unsigned path : candidate.reads)
            if (!read.count(path) && counted.insert(path).second)
              sum += ast.getTypeSizeInChars(traversal.paths[path].type)
                         .getQuantity();
        }
      for (Part &part : parts)
        llvm::erase_if(part.chosen, [&](const Candidate &candidate) {
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
    return part && llvm::any_of(part->chosen, [&](const Candidate &candidate) {
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
                    var && part.slicer.isInvariant(var))
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
    return set && part.slicer.isInvariant(set) && !live.count(set);
  }

  static bool isDeadInit(const Part &part, const Statement &stmt,
                         const Expr *own,
                         const std::set<const VarDecl *> &live) {
    return stmt.kind == Statement::Let &&
           llvm::any_of(stmt.vars, [&](const VarDecl *var) {
             return var->getInit() == own && part.slicer.isInvariant(var) &&
                    !live.count(var);
           });
  }

  void apply(Part &part) {
    Function invariants = *part.function;
    std::map<const Candidate *, unsigned> paths;
    for (const Candidate &candidate : part.chosen)
      paths[&candidate] = addPath(candidate);
    invariants.body.body = sliceOf(part, part.function->body.body, paths);
    tidy(invariants.body.body, part.chosen);
    invariants.groupsRead = {};
    // What is hoisted reads one datum; what it was made of is read no more.
    for (const Candidate &candidate : part.chosen) {
      Access access{paths[&candidate], {}, {}, false, false};
      for (const CountedLoop &loop : candidate.counters)
        access.parts.push_back({reference(loop.var), nullptr});
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

  const Expr *reference(const VarDecl *var) const {
    return DeclRefExpr::Create(ast, NestedNameSpecifierLoc(), SourceLocation(),
                               const_cast<VarDecl *>(var), false,
                               var->getLocation(),
                               var->getType().getNonReferenceType(), VK_LValue);
  }

  unsigned addPath(const Candidate &candidate) {
    Path path;
    path.base = Base::Node;
    path.computed = true;
    path.type = candidate.type;
    for (const CountedLoop &loop : llvm::reverse(candidate.counters))
      path.type =
          ast.getConstantArrayType(path.type, llvm::APInt(64, length(loop)),
                                   nullptr, ArraySizeModifier::Normal, 0);
    path.text = textOf(candidate);
    path.name = freshName(candidate);
    path.firstUse = candidate.expr->getBeginLoc();
    traversal.paths.push_back(path);
    return traversal.paths.size() - 1;
  }

  std::string textOf(const Candidate &candidate) const {
    std::string text;
    llvm::raw_string_ostream out(text);
    candidate.expr->printPretty(out, nullptr,
                                PrintingPolicy(ast.getLangOpts()));
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
  }

  /// `center` of a local; else what is named in it: `sqrt_box`.
  std::string freshName(const Candidate &candidate) const {
    std::string name;
    const VarDecl *local = candidate.local;
    if (candidate.in->kind == Statement::Let)
      for (const VarDecl *var : candidate.in->vars)
        if (var->getInit() && plain(var->getInit()) == candidate.expr)
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

  /// The statements that set invariant locals, in the counted loops that hold
  /// them; and where a value is complete, that it is kept.
  std::vector<Statement>
  sliceOf(const Part &part, const std::vector<Statement> &stmts,
          const std::map<const Candidate *, unsigned> &paths) const {
    std::vector<Statement> result;
    for (const Statement &stmt : stmts) {
      if (stmt.kind == Statement::Let) {
        Statement let = stmt;
        llvm::erase_if(let.vars, [&](const VarDecl *var) {
          return !part.slicer.isInvariant(var) && !part.slicer.counts(var);
        });
        if (!let.vars.empty())
          result.push_back(let);
      }
      for (const auto &[candidate, path] : paths)
        if (candidate->in == &stmt)
          result.push_back(keep(*candidate, path, stmt.loc));
      const VarDecl *set = setLocal(stmt);
      if (set && part.slicer.isInvariant(set)) {
        result.push_back(stmt);
        continue;
      }
      const auto inner = sliceOf(part, stmt.body, paths),
                 other = sliceOf(part, stmt.orElse, paths);
      if (stmt.kind == Statement::Loop && !inner.empty()) {
        Statement loop = stmt;
        loop.body = inner;
        result.push_back(loop);
        continue;
      }
      // Branches are as good as taken: nothing here depends on what they ask.
      for (const auto *list : {&inner, &other})
        if (!list->empty()) {
          Statement block;
          block.body = *list;
          result.push_back(block);
        }
    }
    return result;
  }

  static Statement keep(const Candidate &candidate, unsigned path,
                        SourceLocation loc) {
    Statement result;
    result.kind = Statement::Keep;
    result.loc = loc;
    result.cond = candidate.expr;
    result.path = path;
    for (const CountedLoop &loop : candidate.counters)
      result.vars.push_back(loop.var);
    return result;
  }

  /// Drops what no value of a slice is made of, and says what a local holds by
  /// its name where there is one.
  void tidy(std::vector<Statement> &slice,
            llvm::ArrayRef<Candidate> chosen) const {
    std::set<const VarDecl *> named;
    for (bool changed = true; changed;) {
      changed = false;
      for (const Statement &top : slice)
        walkStmts(top, [&](const Statement &stmt) {
          const VarDecl *set = setLocal(stmt);
          if (set && !named.count(set))
            return;
          for (const Expr *own : ownExprs(traversal, stmt)) {
            if (stmt.kind == Statement::Let &&
                llvm::none_of(stmt.vars, [&](const VarDecl *var) {
                  return var->getInit() == own && named.count(var);
                }))
              continue;
            walkExpr(own, [&](const Expr *e) {
              const auto *name = dyn_cast<DeclRefExpr>(e);
              if (const auto *var =
                      name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr)
                changed |= named.insert(var).second;
            });
          }
        });
    }
    dropUnnamed(slice, named);
    for (Statement &top : slice)
      walkStmts(top, [&](Statement &stmt) {
        for (const Candidate &candidate : chosen)
          if (stmt.kind == Statement::Keep && stmt.cond == candidate.expr &&
              candidate.local && named.count(candidate.local))
            stmt.cond = reference(candidate.local);
      });
  }

  static void dropUnnamed(std::vector<Statement> &stmts,
                          const std::set<const VarDecl *> &named) {
    for (Statement &stmt : stmts) {
      if (stmt.kind == Statement::Let)
        llvm::erase_if(stmt.vars,
                       [&](const VarDecl *var) { return !named.count(var); });
      dropUnnamed(stmt.body, named);
    }
    llvm::erase_if(stmts, [&](const Statement &stmt) {
      const VarDecl *set = setLocal(stmt);
      return (set && !named.count(set)) ||
             (stmt.kind == Statement::Let && stmt.vars.empty()) ||
             ((stmt.kind == Statement::Loop || stmt.kind == Statement::Block) &&
              stmt.body.empty());
    });
  }

  /// Drops what sets locals that nothing needs any more, and loops without
  /// anything left in them.
  void drop(const Part &part, std::vector<Statement> &stmts,
            const std::set<const VarDecl *> &live) const {
    for (Statement &stmt : stmts) {
      if (stmt.kind == Statement::Let)
        llvm::erase_if(stmt.vars, [&](const VarDecl *var) {
          return part.slicer.isInvariant(var) && !live.count(var);
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
