// Cuts the body into segments where what follows a call depends on its visits:
// `enter` runs on arrival, a resume point after the calls before it. Guards are
// left to Segments wherever they suffice.
//
//     f(n->left); q->sum *= 2; f(n->right);
//  -> enter:    f(n->left); resume 0
//     resume 0: q->sum *= 2; f(n->right);
//
// Cuts are made right after calls, so that before the next call nothing runs
// too early. A segment is what runs from there to the end of the body: the rest
// of the innermost list, then that of the list around it. Of a loop, the rest
// of the iteration, then the loop again, from its step on:
//
//     for (k = 0; k < 8; ++k) { f(n->child[k]); if (q->done) return; }
//  -> enter:    for (k = 0; k < 8; ++k) { f(n->child[k]); resume 0 }
//     resume 0: if (q->done) return; for (++k; k < 8; ++k) { ... }
//
// Segments that go on at one place are one. The body itself stays as it is, for
// what is proved of it as a whole.
#include "Cuts.h"

#include "regtt/Frontend/Passes/Effects.h"
#include "regtt/Frontend/Passes/Liveness.h"
#include "regtt/Frontend/Model/Walk.h"
#include "regtt/Frontend/Passes/Passes.h"

#include <map>

using namespace regtt;
using namespace clang;

/// The variable or binding of which `e` is a part, or that it is.
static const Expr *wholeOf(const Expr *e) {
  while (true) {
    e = e->IgnoreParens();
    const auto *cast = dyn_cast<ImplicitCastExpr>(e);
    if (cast && (cast->getCastKind() == CK_NoOp ||
                 cast->getCastKind() == CK_ArrayToPointerDecay))
      e = cast->getSubExpr();
    else if (const auto *member = dyn_cast<MemberExpr>(e);
             member && !member->isArrow())
      e = member->getBase();
    else if (const auto *element = dyn_cast<ArraySubscriptExpr>(e))
      e = element->getBase();
    else
      return e;
  }
}

/// Whether `s` names `part` only where its value, or a part of it, is loaded,
/// or where what names it cannot change it.
static bool isOnlyRead(const clang::Stmt *s, const BindingDecl *part) {
  if (!s)
    return true;
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(s)) {
    const bool reads = cast->getCastKind() == CK_LValueToRValue ||
                       (cast->getCastKind() == CK_NoOp && cast->isGLValue() &&
                        cast->getType().isConstQualified());
    const auto *name =
        reads ? dyn_cast<DeclRefExpr>(wholeOf(cast->getSubExpr())) : nullptr;
    if (name && name->getDecl() == part) {
      bool indicesRead = true;
      for (const Expr *e = cast->getSubExpr(); e != name;) {
        e = e->IgnoreParenImpCasts();
        if (const auto *element = dyn_cast<ArraySubscriptExpr>(e)) {
          indicesRead &= isOnlyRead(element->getIdx(), part);
          e = element->getBase();
        } else if (const auto *member = dyn_cast<MemberExpr>(e)) {
          e = member->getBase();
        }
      }
      return indicesRead;
    }
  }
  const auto *name = dyn_cast<DeclRefExpr>(s);
  if (name && name->getDecl() == part)
    return name->getType().isConstQualified();
  return llvm::all_of(s->children(), [&](const clang::Stmt *child) {
    return isOnlyRead(child, part);
  });
}

namespace {

class Cutter {
public:
  explicit Cutter(PassContext &context)
      : context(context), traversal(context.model.traversal),
        body(traversal.function.body.body), cuts(traversal, context.ast) {}

  bool run() {
    const size_t numCalls = traversal.calls.size();
    std::vector<Statement> enter = segment({{{&body, 0, nullptr}}});
    if (points.empty() || !ok) {
      // What was copied is forgotten.
      traversal.calls.resize(numCalls);
      return ok;
    }
    for (size_t k = 0; ok && k < points.size(); ++k) {
      ResumePoint point;
      point.loc = points[k].loc;
      point.body = segment(points[k].place);
      traversal.resumes.push_back(std::move(point));
    }
    traversal.enter = std::move(enter);
    for (size_t i = 0; i < numCalls; ++i)
      traversal.calls[i].inWhole = true;
    return ok && keepLive();
  }

private:
  //===--- Segments -------------------------------------------------------===//

  /// From `place` to the end of the body.
  std::vector<Statement> segment(Place place) {
    std::vector<Statement> out;
    // Outside the loops whose iterations it finishes.
    openLoops = 0;
    while (!place.frames.empty()) {
      std::vector<Statement> rest;
      const bool reached = list(place, rest);
      append(std::move(rest), place.frames.size() > 1, out);
      if (!reached)
        return out;
      const Statement *owner = place.frames.back().owner;
      if (owner && owner->kind == Statement::Loop) {
        Statement again = head(*owner);
        again.goesOn = true;
        again.init.clear();
        if (again.form == Statement::DoWhile)
          again.form = Statement::While;
        iterations(again, *owner, place, out);
      }
      place.frames.pop_back();
    }
    return out;
  }

  /// Statements of a scope that may be `inner` to the one of those after it.
  static void append(std::vector<Statement> rest, bool inner,
                     std::vector<Statement> &out) {
    const bool declares = llvm::any_of(rest, [](const Statement &stmt) {
      return stmt.kind == Statement::Let;
    });
    if (inner && declares) {
      Statement scope;
      scope.kind = Statement::Block;
      scope.loc = rest.front().loc;
      scope.body = std::move(rest);
      out.push_back(std::move(scope));
      return;
    }
    for (Statement &stmt : rest)
      out.push_back(std::move(stmt));
  }

  /// The rest of the innermost list; false where its end is not reached.
  bool list(Place &place, std::vector<Statement> &out) {
    Place::Frame at = place.frames.back();
    while (!at.atEnd()) {
      const Statement &stmt = (*at.list)[at.next++];
      place.frames.back().next = at.next;
      if (!statement(stmt, place, out))
        return false;
    }
    return true;
  }

  bool statement(const Statement &stmt, Place &place,
                 std::vector<Statement> &out) {
    if (!holdsCall(stmt)) {
      out.push_back(stmt);
      return !leave(out.back(), place, out);
    }
    if (cuts.isUnit(stmt)) {
      lastCall = stmt.loc;
      out.push_back(withOwnCalls(stmt));
      if (!cuts.mustCut(place))
        return true;
      goOnAt(place, out);
      return false;
    }
    Statement copy = head(stmt);
    switch (stmt.kind) {
    case Statement::Block: {
      const bool reached = inner(stmt, stmt.body, place, copy.body);
      out.push_back(std::move(copy));
      return reached;
    }
    case Statement::If: {
      const bool afterBody = inner(stmt, stmt.body, place, copy.body);
      const bool afterElse = inner(stmt, stmt.orElse, place, copy.orElse);
      out.push_back(std::move(copy));
      return afterBody || afterElse;
    }
    case Statement::Loop:
      place.frames.push_back({&stmt.body, 0, &stmt});
      iterations(copy, stmt, place, out);
      place.frames.pop_back();
      return true;
    default:
      context.diagnostics.report(stmt.loc, Diag::RTT2009);
      ok = false;
      return false;
    }
  }

  bool inner(const Statement &owner, const std::vector<Statement> &list,
             Place &place, std::vector<Statement> &out) {
    place.frames.push_back({&list, 0, &owner});
    const bool reached = this->list(place, out);
    place.frames.pop_back();
    return reached;
  }

  /// The iterations of a loop whose frame is the innermost; `copy` is its head.
  void iterations(Statement &copy, const Statement &loop, Place &place,
                  std::vector<Statement> &out) {
    place.frames.back().next = 0;
    ++openLoops;
    const bool reached = list(place, copy.body);
    --openLoops;
    place.frames.back().next = loop.body.size();
    const bool once = !reached && copy.form != Statement::Children &&
                      copy.form != Statement::DoWhile && copy.cond &&
                      llvm::none_of(copy.body, leavesLoop);
    if (once)
      return tested(copy, out);
    out.push_back(std::move(copy));
  }

  /// A loop of which no segment runs more than one iteration.
  static void tested(Statement &loop, std::vector<Statement> &out) {
    Statement test;
    test.kind = Statement::If;
    test.loc = loop.loc;
    test.cond = loop.cond;
    test.body = std::move(loop.body);
    if (loop.goesOn && loop.step) {
      Statement step;
      step.kind = Statement::Eval;
      step.loc = loop.loc;
      step.cond = loop.step;
      out.push_back(std::move(step));
    }
    if (loop.init.empty()) {
      out.push_back(std::move(test));
      return;
    }
    Statement scope;
    scope.kind = Statement::Block;
    scope.loc = loop.loc;
    scope.body = std::move(loop.init);
    scope.body.push_back(std::move(test));
    out.push_back(std::move(scope));
  }

  /// `stmt` without the statements in it.
  static Statement head(const Statement &stmt) {
    Statement result = stmt;
    result.body.clear();
    result.orElse.clear();
    return result;
  }

  Statement withOwnCalls(const Statement &stmt) {
    Statement result = stmt;
    walkStmts(result, [&](Statement &inner) {
      if (inner.kind != Statement::CallNode)
        return;
      traversal.calls.push_back(regtt::Call(traversal.calls[inner.call]));
      inner.call = traversal.calls.size() - 1;
    });
    return result;
  }

  //===--- Ways out -------------------------------------------------------===//

  /// Ends a segment: it goes on at `place` when its calls are done.
  void goOnAt(Place place, std::vector<Statement> &out) {
    Cuts::normalise(place);
    if (!place.frames.empty()) {
      Statement resume;
      resume.kind = Statement::Resume;
      resume.loc = lastCall;
      resume.point = pointAt(place);
      out.push_back(std::move(resume));
    }
    Statement end;
    end.kind = Statement::Return;
    end.loc = lastCall;
    out.push_back(std::move(end));
  }

  unsigned pointAt(const Place &place) {
    const Place::Frame &at = place.frames.back();
    const auto [entry, isNew] =
        numbers.insert({{at.list, at.next}, unsigned(points.size())});
    if (isNew)
      points.push_back(
          {place, at.atEnd() ? at.owner->loc : (*at.list)[at.next].loc});
    return entry->second;
  }

  /// Replaces a `break` or `continue` in `stmt` that ends an iteration whose
  /// loop is not around it any more. Whether `stmt` always leaves its list.
  bool leave(Statement &stmt, const Place &place, std::vector<Statement> &out) {
    if (openLoops == 0 && leavesLoop(stmt)) {
      Statement moved = std::move(stmt);
      out.pop_back();
      std::vector<Statement> list;
      list.push_back(std::move(moved));
      replaceLeaves(list, place, true, true);
      for (Statement &inner : list)
        out.push_back(std::move(inner));
    }
    const Statement::Kind kind = out.back().kind;
    return kind == Statement::Return || kind == Statement::Break ||
           kind == Statement::Continue;
  }

  void replaceLeaves(std::vector<Statement> &list, const Place &place,
                     bool breaks, bool continues) {
    std::vector<Statement> result;
    for (Statement &stmt : list) {
      const bool isBreak = stmt.kind == Statement::Break && breaks;
      if (isBreak || (stmt.kind == Statement::Continue && continues)) {
        goOnAt(outOfIteration(place, isBreak), result);
        continue;
      }
      if (stmt.kind != Statement::Loop) {
        const bool inSwitch = stmt.kind == Statement::Switch;
        replaceLeaves(stmt.body, place, breaks && !inSwitch, continues);
        replaceLeaves(stmt.orElse, place, breaks && !inSwitch, continues);
      }
      result.push_back(std::move(stmt));
    }
    list = std::move(result);
  }

  /// Where a `break` or `continue` at `place` leads.
  static Place outOfIteration(Place place, bool isBreak) {
    auto &frames = place.frames;
    while (frames.back().owner->kind != Statement::Loop)
      frames.pop_back();
    if (isBreak)
      frames.pop_back();
    else
      frames.back().next = frames.back().list->size();
    return place;
  }

  //===--- Live values ----------------------------------------------------===//

  bool keepLive() {
    const Variables variables(traversal);
    const auto live = liveAtResumes(traversal, variables);
    for (size_t k = 0; k < live.size(); ++k)
      keep(traversal.resumes[k], live[k], variables);
    std::vector<bool> outside(variables.size());
    for (ResumePoint &point : traversal.resumes) {
      declare(point, variables);
      for (const auto *list : {&point.live, &point.rebound, &point.declared})
        for (const VarDecl *var : *list)
          outside[variables.numberOf(var)] = true;
    }
    name(variables, outside);
    dropUnused(traversal.enter, variables);
    for (ResumePoint &point : traversal.resumes)
      dropUnused(point.body, variables);
    return ok;
  }

  void keep(ResumePoint &point, const Variables::Set &live,
            const Variables &variables) {
    Variables::Set carried, rebound;
    std::vector<unsigned> open(live.begin(), live.end());
    while (!open.empty()) {
      const unsigned number = open.back();
      open.pop_back();
      const VarDecl *var = variables[number];
      if (!isRebound(var)) {
        carried.insert(number);
        continue;
      }
      if (!rebound.insert(number).second)
        continue;
      for (unsigned used : variables.usedBy(var->getInit()))
        if (variables[used] != boundTo(var->getInit()) &&
            changes(variables[used]))
          refuse(point, var);
        else
          open.push_back(used);
      if (const auto *parts = dyn_cast<DecompositionDecl>(var);
          parts && (changesParts(parts) ||
                    effectsOf(traversal, traversal.function, var->getInit())
                        .readsWritten))
        refuse(point, var);
    }
    for (unsigned number : carried)
      point.live.push_back(variables[number]);
    for (unsigned number : rebound)
      point.rebound.push_back(variables[number]);
  }

  /// What the segment names, or hands to a resume point.
  Variables::Set usedIn(const std::vector<Statement> &segment,
                        const Variables &variables) const {
    Variables::Set used;
    for (const Statement &part : segment)
      walkStmts(part, [&](const Statement &stmt) {
        for (const Expr *own : ownExprs(traversal, stmt))
          used.merge(variables.usedBy(own));
        if (stmt.kind == Statement::Resume)
          for (const VarDecl *var : traversal.resumes[stmt.point].live)
            used.insert(variables.numberOf(var));
      });
    return used;
  }

  /// Drops declarations of what only other segments use.
  void dropUnused(std::vector<Statement> &segment,
                  const Variables &variables) const {
    for (bool dropped = true; dropped;) {
      dropped = false;
      const Variables::Set used = usedIn(segment, variables);
      for (Statement &part : segment)
        walkStmts(part, [&](Statement &stmt) {
          if (stmt.kind == Statement::Let)
            dropped |= erase(stmt, used, variables);
        });
    }
  }

  bool erase(Statement &let, const Variables::Set &used,
             const Variables &variables) const {
    const size_t before = let.vars.size();
    llvm::erase_if(let.vars, [&](const VarDecl *var) {
      const Effects effects =
          effectsOf(traversal, traversal.function, var->getInit());
      return !used.count(variables.numberOf(var)) && !effects.writesQuery &&
             !effects.writesLocal;
    });
    if (let.vars.empty())
      let.kind = Statement::Block;
    return let.vars.size() != before;
  }

  /// Finds what the segment sets that is declared before it.
  void declare(ResumePoint &point, const Variables &variables) const {
    const Variables::Set used = usedIn(point.body, variables);
    Variables::Set known;
    const auto add = [&](Variables::Set &set, const VarDecl *var) {
      if (const int number = variables.numberOf(var); number >= 0)
        set.insert(number);
    };
    for (const Statement &part : point.body)
      walkStmts(part, [&](const Statement &stmt) {
        for (const VarDecl *var : stmt.vars)
          add(known, var);
      });
    for (const auto *list : {&point.live, &point.rebound})
      for (const VarDecl *var : *list)
        add(known, var);
    for (unsigned number : used)
      if (!known.count(number))
        point.declared.push_back(variables[number]);
  }

  /// A segment declares at its beginning what the body declares in several
  /// scopes, and a rope names them all: no two share a name.
  void name(const Variables &variables, const std::vector<bool> &outside) {
    const auto isTaken = [&](const std::string &name, unsigned but) {
      for (unsigned other = 0; other < variables.size(); ++other)
        if (other != but && nameOf(variables[other]) == name)
          return true;
      return false;
    };
    for (unsigned number = 0; number < variables.size(); ++number) {
      const std::string base = variables[number]->getNameAsString();
      const auto sharesName = [&](unsigned other) {
        return (outside[number] || outside[other]) &&
               nameOf(variables[other]) == base;
      };
      bool shared = false;
      for (unsigned before = 0; before < number; ++before)
        shared |= sharesName(before);
      std::string unique = base;
      for (int suffix = 2; shared && isTaken(unique, number); ++suffix)
        unique = base + "_" + std::to_string(suffix);
      if (unique != base)
        traversal.function.names[variables[number]] = unique;
    }
  }

  std::string nameOf(const VarDecl *var) const {
    const auto renamed = traversal.function.names.find(var);
    return renamed == traversal.function.names.end() ? var->getNameAsString()
                                                     : renamed->second;
  }

  void refuse(const ResumePoint &point, const VarDecl *var) {
    context.diagnostics.report(var->getLocation(), Diag::RTT2048)
        << nameInSource(var);
    context.diagnostics.note(point.loc,
                             "what follows a recursive call goes on here");
    ok = false;
  }

  static std::string nameInSource(const VarDecl *var) {
    const auto *parts = dyn_cast<DecompositionDecl>(var);
    return parts ? parts->bindings().front()->getNameAsString()
                 : var->getNameAsString();
  }

  /// Whether `var` is no value that a rope can carry, but bound again.
  bool isRebound(const VarDecl *var) const {
    const Role role = traversal.function.roles.lookup(var);
    if (role.kind != Role::Value)
      return false;
    if (isa<DecompositionDecl>(var) || var->getType()->isPointerType())
      return true;
    if (!var->hasLocalStorage())
      return true; // a table of constants
    return var->getType()->isReferenceType() && !isTemporary(var->getInit());
  }

  /// The local whose object, or a part of it, `init` leads to.
  static const VarDecl *boundTo(const Expr *init) {
    while (init) {
      init = init->IgnoreParenImpCasts();
      if (const auto *name = dyn_cast<DeclRefExpr>(init))
        return dyn_cast<VarDecl>(name->getDecl());
      if (const auto *member = dyn_cast<MemberExpr>(init))
        init = member->getBase();
      else if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(init))
        init = subscript->getBase();
      else if (const auto *unary = dyn_cast<UnaryOperator>(init))
        init = unary->getSubExpr();
      else
        return nullptr;
    }
    return nullptr;
  }

  static bool isTemporary(const Expr *init) {
    if (const auto *cleanups = dyn_cast<ExprWithCleanups>(init))
      init = cleanups->getSubExpr();
    return isa<MaterializeTemporaryExpr>(init->IgnoreParens());
  }

  /// Whether anything but its declaration sets `var`.
  bool changes(const VarDecl *var) const {
    return isReassigned(traversal.function.decl->getBody(), var);
  }

  /// Whether a name of a copied struct's part is used for more than its value.
  bool changesParts(const DecompositionDecl *parts) const {
    return !parts->getType()->isReferenceType() &&
           llvm::any_of(parts->bindings(), [&](const BindingDecl *part) {
             return !isOnlyRead(traversal.function.decl->getBody(), part);
           });
  }

  PassContext &context;
  Traversal &traversal;
  const std::vector<Statement> &body;
  Cuts cuts;
  bool ok = true;
  int openLoops = 0; ///< loops around that this segment repeats
  SourceLocation lastCall;
  struct Point {
    Place place;
    SourceLocation loc;
  };
  std::vector<Point> points;
  std::map<std::pair<const std::vector<Statement> *, size_t>, unsigned> numbers;
};

} // namespace

bool regtt::runResumePoints(PassContext &context) {
  return Cutter(context).run();
}
