// Takes the body of the annotated loop apart: what stands before the call, the
// conditions that it stands under, and what follows it.
#include "LoopBody.h"

#include "HostCode.h"
#include "HostPlaces.h"
#include "LoopClauses.h"
#include "QueryOperands.h"
#include "regtt/Frontend/Model/Walk.h"
#include "regtt/Kernel/Names.h"

#include <clang/Basic/SourceManager.h>

using namespace regtt;
using namespace clang;

llvm::SmallVector<const clang::Stmt *, 4> LoopBody::allAfter() const {
  llvm::SmallVector<const clang::Stmt *, 4> all;
  for (const Level &level : llvm::reverse(levels)) {
    all.append(level.after);
    if (level.otherwise)
      all.push_back(level.otherwise);
  }
  return all;
}

namespace {

class BodyLowering {
public:
  explicit BodyLowering(Builder &builder)
      : builder(builder), out(builder.body), code(builder.context),
        effects(builder.context, HostCode::Collected) {
    for (const auto &[var, made] : out.privates)
      declaredBefore.insert(var);
  }

  const CallExpr *run(const clang::Stmt *body) {
    const Statements statements = statementsOf(body);
    bool ok = split(statements, true);
    if (ok && !found)
      ok = notTaken(statements.empty() ? body : statements.back(),
                    "no call of an annotated traversal follows");
    const auto follows = [](const LoopBody::Level &level) {
      return !level.after.empty();
    };
    if (const clang::Stmt *next = ok ? firstSkip() : nullptr;
        next && llvm::any_of(out.levels, follows))
      ok = notTaken(next, "it goes on to the next iteration, and more follows "
                          "the last call");
    if (!ok)
      return nullptr;
    if (!addClauseLocals(builder))
      return nullptr;
    collectMoved();
    classify();
    return found;
  }

  /// The statement that the call stands in runs after it, with its value.
  bool useValue(const CallExpr *call) {
    out.valueUsed = call;
    Statements rest;
    std::swap(rest, out.levels.back().after);
    const bool ok = after(out.callStatement, out.levels.back());
    out.levels.back().after.append(rest);
    out.callStatement = call;
    return ok;
  }

private:
  using Statements = llvm::SmallVector<const clang::Stmt *, 4>;

  /// What `body` is made of, without the blocks around it.
  static Statements statementsOf(const clang::Stmt *body) {
    while (const auto *block = dyn_cast_or_null<CompoundStmt>(body)) {
      if (block->size() != 1)
        break;
      body = block->body_front();
    }
    Statements result;
    if (const auto *block = dyn_cast_or_null<CompoundStmt>(body))
      result.append(block->body_begin(), block->body_end());
    else if (body)
      result.push_back(body);
    llvm::erase_if(result,
                   [](const clang::Stmt *s) { return isa<NullStmt>(s); });
    return result;
  }
  /// `out[i] = f(root, &q[i])`
  struct Assignment {
    const Expr *target = nullptr, *value = nullptr;
  };

  /// `e`, if it assigns a number, a pointer or a struct as it is.
  static Assignment assignment(const Expr *e) {
    e = plain(e);
    if (const auto *assign = dyn_cast<BinaryOperator>(e);
        assign && assign->getOpcode() == BO_Assign)
      return {assign->getLHS(), assign->getRHS()};
    const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
    const auto *method =
        op ? dyn_cast_or_null<CXXMethodDecl>(op->getDirectCallee()) : nullptr;
    if (method && method->isTrivial() &&
        (method->isCopyAssignmentOperator() ||
         method->isMoveAssignmentOperator()))
      return {op->getArg(0), op->getArg(1)};
    return {};
  }

  static const CallExpr *callOf(const clang::Stmt *s) {
    while (const auto *block = dyn_cast<CompoundStmt>(s)) {
      if (block->size() != 1)
        return nullptr;
      s = block->body_front();
    }
    const auto *expr = dyn_cast<Expr>(s);
    if (const Expr *value = expr ? assignment(expr).value : nullptr)
      expr = value;
    const auto *call = expr ? dyn_cast<CallExpr>(plain(expr)) : nullptr;
    return call && call->getDirectCallee() ? call : nullptr;
  }

  /// A statement without the blocks around it.
  static const clang::Stmt *unwrapped(const clang::Stmt *s) {
    while (const auto *block = dyn_cast<CompoundStmt>(s))
      s = block->body_front();
    return s;
  }

  /// The one call in a declaration, an expression or the condition of an `if`
  /// that is always evaluated, once; null where it is not.
  const CallExpr *callWithin(const clang::Stmt *s) const {
    if (!isa<DeclStmt, Expr, IfStmt>(s))
      return nullptr;
    llvm::SmallVector<const CallExpr *, 2> calls;
    bool always = true;
    const auto walk = [&](auto &&self, const clang::Stmt *part,
                          bool sometimes) -> void {
      if (!part)
        return;
      if (const auto *call = dyn_cast<CallExpr>(part);
          call && call->getDirectCallee() && isTraversal(call)) {
        calls.push_back(call);
        always &= !sometimes;
      }
      const clang::Stmt *first = nullptr; // evaluated whatever comes of it
      const auto *binary = dyn_cast<BinaryOperator>(part);
      if (const auto *choice = dyn_cast<AbstractConditionalOperator>(part))
        first = choice->getCond();
      else if (const auto *branch = dyn_cast<IfStmt>(part))
        first = branch->getCond();
      else if (binary && binary->isLogicalOp())
        first = binary->getLHS();
      const bool choice = first || isa<LambdaExpr>(part);
      for (const clang::Stmt *child : part->children())
        self(self, child, sometimes || (choice && child != first));
    };
    walk(walk, s, false);
    return calls.size() == 1 && always ? calls[0] : nullptr;
  }

  bool isTraversal(const CallExpr *call) const {
    return call && builder.pairing.traversalOf(call->getDirectCallee());
  }

  bool holdsTraversal(const clang::Stmt *s) const {
    if (!s)
      return false;
    if (const auto *call = dyn_cast<CallExpr>(s);
        call && call->getDirectCallee() && isTraversal(call))
      return true;
    return llvm::any_of(s->children(), [&](const clang::Stmt *child) {
      return holdsTraversal(child);
    });
  }

  /// Takes the statements of a level, and those of the levels in it. `whole`:
  /// they are all of the loop's body. After what cannot be taken it goes on,
  /// for what else cannot.
  bool split(llvm::ArrayRef<const clang::Stmt *> statements,
             bool whole = false) {
    const size_t level = out.levels.size() - 1;
    bool ok = true;
    for (size_t at = 0; at < statements.size(); ++at) {
      const clang::Stmt *s = statements[at];
      const CallExpr *here = callOf(s);
      if (found) {
        ok &= after(s, out.levels[level]);
      } else if (const size_t last = programFrom(statements, at); last != 0) {
        ok &= program(statements.slice(at, last - at));
        at = last - 1;
      } else if (isTraversal(here)) {
        found = here;
        if (const Expr *target = assignment(cast<Expr>(unwrapped(s))).target)
          out.result = target;
        out.callStatement = s;
      } else if (const auto *choice = dyn_cast<IfStmt>(s);
                 choice && holdsTraversal(s) &&
                 !holdsTraversal(choice->getCond())) {
        ok &= under(choice);
      } else if (holdsTraversal(s)) {
        found = callWithin(s);
        out.callStatement = s;
        ok &= useValue(found);
      } else if (const auto *choice = dyn_cast<IfStmt>(s);
                 choice && goesOn(choice)) {
        return ok & unless(choice, statements.drop_front(at + 1));
      } else {
        ok &= before(s, whole && statements.size() == 1);
      }
    }
    return ok;
  }

  /// Where the query program ends that starts at statement `at`: behind the
  /// last statement with a call. 0 where the only call is there, perhaps under
  /// a condition.
  size_t programFrom(llvm::ArrayRef<const clang::Stmt *> statements,
                     size_t at) const {
    if (!holdsTraversal(statements[at]) &&
        !choosesRoot(statements[at], statements.drop_front(at + 1)))
      return 0;
    size_t last = statements.size();
    while (!holdsTraversal(statements[last - 1]))
      --last;
    const clang::Stmt *s = statements[at];
    if (last > at + 1)
      return last;
    const CallExpr *only = isTraversal(callOf(s)) ? callOf(s) : callWithin(s);
    if (only) {
      const Expr *root = rootArgument(only);
      return root && varies(root) ? last : 0;
    }
    const auto *choice = dyn_cast<IfStmt>(s);
    return choice && !holdsTraversal(choice->getCond()) &&
                   holdsTraversal(choice->getThen()) !=
                       holdsTraversal(choice->getElse())
               ? 0
               : last;
  }

  /// Whether `s` declares a pointer to a tree that iterations choose, into
  /// which one of the statements that follow goes.
  bool choosesRoot(const clang::Stmt *s,
                   llvm::ArrayRef<const clang::Stmt *> rest) const {
    bool result = false;
    forVariables(s, [&](const VarDecl *var) {
      if (!pointedRecord(var->getType()))
        return;
      const bool chosen = !var->getInit() || varies(var->getInit()) ||
                          llvm::any_of(rest, [&](const clang::Stmt *other) {
                            return isReassigned(other, var);
                          });
      result |= chosen && llvm::any_of(rest, [&](const clang::Stmt *other) {
                  return entersBy(other, var);
                });
    });
    return result;
  }

  /// Whether a call in `s` is handed `var` as a root.
  bool entersBy(const clang::Stmt *s, const VarDecl *var) const {
    if (!s)
      return false;
    if (const auto *call = dyn_cast<CallExpr>(s);
        call && call->getDirectCallee() && isTraversal(call)) {
      const Expr *root = rootArgument(call);
      const RecordDecl *node = root ? pointedRecord(root->getType()) : nullptr;
      if (root && !node)
        node = root->getType()->getAsRecordDecl();
      if (node && mentions(root, var) &&
          declaresSameEntity(node, pointedRecord(var->getType())))
        return true;
    }
    return llvm::any_of(s->children(), [&](const clang::Stmt *child) {
      return entersBy(child, var);
    });
  }

  /// Whether `e` may differ from iteration to iteration.
  bool varies(const clang::Stmt *e) const {
    bool result = dependsOnIteration(builder, e);
    walkExpr(e, [&](const Expr *inner) {
      const auto *name = dyn_cast<DeclRefExpr>(inner);
      const VarDecl *var = name ? holderOf(name) : nullptr;
      if (var && declaredBefore.count(var))
        result |= code.changed.count(var) || out.privates.count(var) ||
                  !var->getInit() || varies(var->getInit());
    });
    return result;
  }

  /// The statements that the query program is made of.
  bool program(llvm::ArrayRef<const clang::Stmt *> statements) {
    out.program.assign(statements.begin(), statements.end());
    out.callStatement = statements.front();
    bool ok = true;
    for (const clang::Stmt *s : statements) {
      findFirst(s);
      ok &= checkJumps(s, false, false);
      collectVariables(s);
      walkExpr(s, [&](const Expr *e) {
        const Expr *target = assignedTarget(e);
        if (target && ok && changesLoop(target))
          ok = notTaken(s, "it changes the loop's variable", e);
      });
    }
    return ok;
  }

  void findFirst(const clang::Stmt *s) {
    if (!s || found)
      return;
    if (const auto *call = dyn_cast<CallExpr>(s);
        call && call->getDirectCallee() && isTraversal(call))
      found = call;
    for (const clang::Stmt *child : s->children())
      findFirst(child);
  }

  void collectVariables(const clang::Stmt *s) {
    if (!s)
      return;
    forVariables(s, [&](const VarDecl *var) { out.ofProgram.insert(var); });
    for (const clang::Stmt *child : s->children())
      collectVariables(child);
  }

  /// Nothing of the program leaves the annotated loop. What goes on with its
  /// next iteration is noted.
  bool checkJumps(const clang::Stmt *s, bool inLoop, bool inSwitch) {
    if (!s || isa<LambdaExpr>(s))
      return true;
    if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt, LabelStmt>(s) ||
        (isa<BreakStmt>(s) && !inLoop && !inSwitch)) {
      builder.report(s->getBeginLoc(), Diag::RTT1109);
      return false;
    }
    if (isa<ContinueStmt>(s) && !inLoop)
      out.skips.push_back(s);
    inLoop |= isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(s);
    inSwitch |= isa<SwitchStmt>(s);
    bool ok = true;
    for (const clang::Stmt *child : s->children())
      ok &= checkJumps(child, inLoop, inSwitch);
    return ok;
  }

  const clang::Stmt *firstSkip() const {
    return out.skips.empty() ? nullptr : out.skips.front();
  }

  /// `if (c) { ... f(q); ... } else ...`
  bool under(const IfStmt *choice) {
    const bool inThen = holdsTraversal(choice->getThen());
    const clang::Stmt *branch = inThen ? choice->getThen() : choice->getElse();
    const clang::Stmt *otherwise =
        inThen ? choice->getElse() : choice->getThen();
    return open(choice, !inThen, otherwise) && split(statementsOf(branch));
  }

  /// Whether a branch of `choice` ends with `continue`, and none leaves the
  /// iteration elsewhere.
  static bool goesOn(const IfStmt *choice) {
    const Statements branch = statementsOf(choice->getThen());
    return !branch.empty() && isa<ContinueStmt>(branch.back());
  }

  /// `if (c) { ...; continue; }`, and what is left of the body.
  bool unless(const IfStmt *choice, llvm::ArrayRef<const clang::Stmt *> rest) {
    if (!open(choice, true, choice->getThen()))
      return false;
    Statements inner = statementsOf(choice->getElse());
    inner.append(rest.begin(), rest.end());
    return split(inner);
  }

  /// A further level: what stands under the condition of `choice`.
  bool open(const IfStmt *choice, bool negated, const clang::Stmt *otherwise) {
    if (choice->hasInitStorage() || choice->hasVarStorage() ||
        choice->isConsteval() || choice->isConstexpr())
      return notTaken(choice, "its condition declares a variable");
    code.add(choice->getCond());
    if (const clang::Stmt *effect = std::exchange(code.effect, nullptr))
      return notTaken(choice, "its condition has an effect", effect);
    effects.add(choice->getCond());
    out.evaluated.push_back(choice->getCond());
    LoopBody::Level level;
    level.cond = choice->getCond();
    level.negated = negated;
    out.levels.push_back(level);
    const Statements nothing = statementsOf(otherwise);
    if (nothing.empty() ||
        (nothing.size() == 1 && isa<ContinueStmt>(nothing[0])))
      return true;
    out.levels.back().otherwise = otherwise;
    return checkAfter(otherwise);
  }

  bool before(const clang::Stmt *s, bool alone) {
    if (const CallExpr *call = callOf(s); call && alone) {
      const FunctionDecl *callee = call->getDirectCallee();
      builder.report(call->getBeginLoc(), Diag::RTT1104)
          << callee->getNameAsString();
      builder.diagnostics.note(callee->getLocation(), "declared here");
      return false;
    }
    if (isa<BreakStmt, ReturnStmt, GotoStmt>(s)) {
      builder.report(s->getBeginLoc(), Diag::RTT1109);
      return false;
    }
    const size_t known = effects.writes.size();
    const clang::Stmt *const ordered = effects.ordered;
    code.add(s);
    effects.add(s);
    if (effects.next)
      return notTaken(s, "it goes on to the next iteration",
                      std::exchange(effects.next, nullptr));
    const bool pure = !code.effect;
    code.effect = nullptr;
    if (!pure) {
      const clang::Stmt *const unknown = effects.effect;
      effects.effect = nullptr;
      if (isa_and_nonnull<BreakStmt, ReturnStmt, GotoStmt>(unknown)) {
        builder.report(unknown->getBeginLoc(), Diag::RTT1109);
        return false;
      }
      if (unknown)
        return notTaken(s, "it is not known what it writes", unknown);
      for (size_t w = known; w < effects.writes.size(); ++w)
        if (!takeWrite(s, effects.writes[w]))
          return false;
      if (!out.ordered && effects.ordered != ordered)
        out.ordered = s;
    }
    for (const VarDecl *var : effects.changed)
      code.changed.insert(var);
    if (const auto *declared = dyn_cast<DeclStmt>(s))
      for (const Decl *decl : declared->decls())
        if (const auto *var = dyn_cast<VarDecl>(decl))
          declaredBefore.insert(var);
    out.before.push_back(s);
    out.levelOf[s] = out.levels.size() - 1;
    return true;
  }

  /// Notes that `s` writes `target`, unless that is of the body's own.
  bool takeWrite(const clang::Stmt *s, const Expr *target) {
    if (changesLoop(target))
      return notTaken(s, "it changes the loop's variable");
    if (const VarDecl *own = ownVariable(target)) {
      code.changed.insert(own);
      return true;
    }
    const HostPlaces places(builder);
    if (const VarDecl *var = places.holderOf(target)) {
      if (places.isScratch(var) || isDeclaredIn(s, var))
        return true;
      out.writtenVariables.insert(var);
    }
    out.written.push_back({s, target});
    return true;
  }

  /// Whether `var` is gone by the end of `s`.
  bool isDeclaredIn(const clang::Stmt *s, const VarDecl *var) const {
    return !isa<DeclStmt>(s) && var->hasLocalStorage() &&
           builder.context.getSourceManager().isPointWithin(
               var->getLocation(), s->getBeginLoc(), s->getEndLoc());
  }

  /// The loop's variable, or the copy of an element that it is.
  bool changesLoop(const Expr *target) const {
    const Expr *e = wholeArray(target);
    while (const auto *member = dyn_cast<MemberExpr>(e)) {
      if (member->isArrow())
        return false;
      e = wholeArray(member->getBase());
    }
    const auto *name = dyn_cast<DeclRefExpr>(e);
    const VarDecl *var = name ? holderOf(name) : nullptr;
    return var && var == builder.model.loop.var &&
           !var->getType()->isReferenceType();
  }

  /// What the body's pointer leads to, where that can be told.
  const Expr *pointee(const Expr *pointer) const {
    pointer = pointer->IgnoreParenImpCasts();
    if (pointer->getType()->isArrayType())
      return plain(pointer);
    if (const auto *address = dyn_cast<UnaryOperator>(pointer);
        address && address->getOpcode() == UO_AddrOf)
      return plain(address->getSubExpr());
    const VarDecl *var = namedVariable(pointer);
    return var && declaredBefore.count(var) && !code.changed.count(var) &&
                   var->getInit()
               ? pointee(var->getInit())
               : nullptr;
  }

  /// The variable of the body's own that `target` is, or is a part of, by
  /// whatever name; null if it is none.
  const VarDecl *ownVariable(const Expr *target) const {
    const Expr *e = plain(target);
    while (e) {
      if (const auto *member = dyn_cast<MemberExpr>(e)) {
        e = member->isArrow() ? pointee(member->getBase())
                              : plain(member->getBase());
      } else if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e)) {
        e = pointee(subscript->getBase());
        if (e && !e->getType()->isArrayType())
          return nullptr;
      } else if (const auto *star = dyn_cast<UnaryOperator>(e);
                 star && star->getOpcode() == UO_Deref) {
        e = pointee(star->getSubExpr());
      } else {
        const VarDecl *var = namedVariable(e);
        if (!var || !declaredBefore.count(var) ||
            !var->getType()->isReferenceType())
          return var && declaredBefore.count(var) ? var : nullptr;
        e = var->getInit() ? plain(var->getInit()) : nullptr;
      }
    }
    return nullptr;
  }

  bool after(const clang::Stmt *s, LoopBody::Level &level) {
    level.after.push_back(s);
    return checkAfter(s);
  }

  bool checkAfter(const clang::Stmt *s) {
    HostCode tail(builder.context, HostCode::Collected);
    tail.except = out.valueUsed;
    tail.add(s);
    if (isa_and_nonnull<BreakStmt, ReturnStmt, GotoStmt>(tail.effect)) {
      builder.report(tail.effect->getBeginLoc(), Diag::RTT1109);
      return false;
    }
    if (tail.effect)
      return notTaken(s, "it is not known what it writes", tail.effect);
    for (const Expr *target : tail.writes)
      if (builder.model.loop.form != QueryLoop::Range && changesLoop(target))
        return notTaken(s, "it changes the loop's variable");
    return true;
  }

  bool notTaken(const clang::Stmt *s, llvm::StringRef why,
                const clang::Stmt *cause = nullptr) {
    builder.report(s->getBeginLoc(), Diag::RTT1103) << constructName(s) << why;
    if (cause && cause->getBeginLoc() != s->getBeginLoc())
      builder.diagnostics.note(cause->getBeginLoc(), "here");
    return false;
  }

  /// Whether evaluating the variable's initialiser again, when the statements
  /// before the call have run, may give something else.
  bool isOvertaken(const VarDecl *var) const {
    if (!out.hasEffects() || !var->getInit())
      return false;
    HostCode init(builder.context);
    init.add(var->getInit());
    if (init.effect)
      return true;
    const HostPlaces places(builder);
    return llvm::any_of(init.reads, [&](const ReadOf &read) {
      return llvm::any_of(out.written, [&](const LoopBody::Write &write) {
        return places.mayBeOne(read.lvalue, write.target);
      });
    });
  }

  static void forVariables(const clang::Stmt *s,
                           llvm::function_ref<void(const VarDecl *)> visit) {
    if (const auto *declared = dyn_cast<DeclStmt>(s))
      for (const Decl *decl : declared->decls())
        if (const auto *var = dyn_cast<VarDecl>(decl))
          visit(var);
  }

  void collectMoved() {
    HostCode all(builder.context, HostCode::Collected);
    all.except = found;
    for (const clang::Stmt *s : out.before)
      all.add(s);
    for (const clang::Stmt *s : out.allAfter())
      all.add(s);
    const HostPlaces places(builder);
    for (const Expr *target : all.writes)
      if (const VarDecl *var = places.holderOf(target);
          var && !places.isOfIteration(var))
        out.moved.try_emplace(var, target);
  }

  void classify() {
    for (const clang::Stmt *s : out.before)
      forVariables(s, [&](const VarDecl *var) {
        const QualType type = var->getType();
        LoopLocal &local = out.locals[var];
        local.declaration = cast<DeclStmt>(s);
        local.level = out.levelOf.lookup(s);
        local.kind = code.changed.count(var) ? LoopLocal::Changed
                     : type->isReferenceType() || type->isPointerType()
                         ? LoopLocal::Alias
                         : LoopLocal::Copy;
      });
    for (auto &[var, local] : out.locals)
      for (const clang::Stmt *s : out.program)
        local.isProgrammed |= isReassigned(s, var);
    for (auto &[var, local] : out.locals)
      if (local.isProgrammed && var->getType()->isPointerType())
        local.kind = LoopLocal::Changed;
    for (const clang::Stmt *s : out.before) {
      bool varies = false;
      forVariables(s, [&](const VarDecl *var) {
        LoopLocal &local = out.locals[var];
        if (isOvertaken(var))
          local.kind = LoopLocal::Changed;
        // Under a condition it may not be evaluated elsewhere.
        local.varies = local.kind == LoopLocal::Changed || local.level > 0 ||
                       local.isProgrammed || !var->getInit() ||
                       dependsOnIteration(builder, var->getInit());
        varies |= local.varies;
      });
      forVariables(
          s, [&](const VarDecl *var) { out.locals[var].varies |= varies; });
    }
    for (const clang::Stmt *s : out.program)
      forVariables(s, [&](const VarDecl *var) { classifyProgrammed(s, var); });
  }

  /// What the program declares and the statements after it name.
  void classifyProgrammed(const clang::Stmt *s, const VarDecl *var) {
    const auto named = [&](const clang::Stmt *code) {
      bool found = false;
      walkExpr(code, [&](const Expr *e) {
        const auto *name = dyn_cast<DeclRefExpr>(e);
        found |= name && holderOf(name) == var;
      });
      return found;
    };
    if (llvm::none_of(out.allAfter(), named))
      return;
    const QualType type = var->getType();
    const bool bound =
        type->isReferenceType() ||
        (type->isPointerType() &&
         llvm::none_of(out.program, [&](const clang::Stmt *other) {
           return isReassigned(other, var);
         }));
    LoopLocal &local = out.locals[var];
    local.declaration = cast<DeclStmt>(s);
    local.level = out.levels.size() - 1;
    local.kind = bound ? LoopLocal::Alias : LoopLocal::Changed;
    local.isProgrammed = true;
  }

  Builder &builder;
  LoopBody &out;
  HostCode code;    ///< what stands before the call, free of effects
  HostCode effects; ///< the same with its effects
  llvm::SmallPtrSet<const VarDecl *, 8> declaredBefore;
  const CallExpr *found = nullptr;
};

} // namespace

const CallExpr *regtt::lowerLoopBody(Builder &builder,
                                     const clang::Stmt *body) {
  return BodyLowering(builder).run(body);
}

bool regtt::useValueLater(Builder &builder) {
  return BodyLowering(builder).useValue(builder.firstCall);
}
