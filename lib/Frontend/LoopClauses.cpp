// The clauses private, firstprivate and reduction. A private variable becomes a
// local of the loop's body, but for its declaration: where the host file needs
// it again it sets the user's. Of a reduction the operations in the body run
// serially, in the order of the iterations, as they stand; where the call is
// handed the variable's address each iteration has a copy, which the host file
// adds after the call.
#include "LoopClauses.h"

#include "Attributes.h"
#include "FirstUse.h"
#include "LoopBody.h"
#include "Reductions.h"

#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/SetVector.h>

using namespace regtt;
using namespace clang;

/// The variable whose address, or which by reference, `argument` is.
static const VarDecl *handedOver(const Expr *argument) {
  const Expr *e = plain(argument);
  if (const auto *address = dyn_cast<UnaryOperator>(e);
      address && address->getOpcode() == UO_AddrOf)
    e = address->getSubExpr();
  return namedVariable(e);
}

/// Whether a parameter of this type lets the callee write what it is handed.
static bool isWritable(QualType type) {
  return (type->isPointerType() || type->isReferenceType()) &&
         !type->getPointeeType().isConstQualified();
}

namespace {

class ClauseReader {
public:
  ClauseReader(Builder &builder, const PairedLoop &paired)
      : builder(builder), paired(paired), loop(paired.loop) {
    const auto *ranged = dyn_cast<CXXForRangeStmt>(loop);
    body = ranged ? ranged->getBody() : cast<ForStmt>(loop)->getBody();
    collect(loop);
  }

  bool run() {
    for (const Clause &clause : paired.directive->clauses) {
      const bool first = clause.name == "firstprivate";
      if (first || clause.name == "private")
        for (const std::string &name : clause.arguments)
          makePrivate(clause, name, first);
      else if (clause.name == "reduction")
        reductions(clause);
    }
    return ok;
  }

private:
  /// The variables from outside of the loop that it names, and its calls of
  /// traversals.
  void collect(const clang::Stmt *s) {
    if (!s)
      return;
    if (const auto *name = dyn_cast<DeclRefExpr>(s)) {
      const auto *var = dyn_cast<VarDecl>(name->getDecl());
      if (var &&
          !builder.context.getSourceManager().isPointWithin(
              var->getLocation(), loop->getBeginLoc(), loop->getEndLoc()))
        outside.insert(var);
    }
    if (const auto *call = dyn_cast<CallExpr>(s);
        call && call->getDirectCallee() &&
        builder.pairing.traversalOf(call->getDirectCallee()))
      calls.push_back(call);
    for (const clang::Stmt *child : s->children())
      collect(child);
  }

  const VarDecl *find(const Clause &clause, llvm::StringRef name) {
    const VarDecl *found = nullptr;
    for (const VarDecl *var : outside)
      if (var->getIdentifier() && var->getName() == name)
        found = var;
    if (!found) {
      builder.report(clause.loc, Diag::RTT1008)
          << clause.name << name
          << "a variable from outside of the loop that the loop uses";
      ok = false;
    } else if (!named.insert(found).second) {
      builder.report(clause.loc, Diag::RTT1013) << clause.name << name;
      ok = false;
      found = nullptr;
    }
    return found;
  }

  void refuse(const Clause &clause, const VarDecl *var, llvm::StringRef why) {
    builder.report(clause.loc, Diag::RTT1014)
        << clause.name << var->getName() << why;
    builder.diagnostics.note(var->getLocation(), "declared here");
    ok = false;
  }

  void refuse(Diag id, const Clause &clause, const VarDecl *var,
              const clang::Stmt *where) {
    builder.report(clause.loc, id) << var->getName();
    builder.diagnostics.note(where->getBeginLoc(), "read here");
    ok = false;
  }

  void makePrivate(const Clause &clause, const std::string &name, bool first) {
    const VarDecl *var = find(clause, name);
    if (!var || var == builder.model.loop.var)
      return; // an iteration has a loop variable of its own
    const bool changed = isSetIn(body, var);
    if (first && !changed)
      return;
    if (var->getType().isConstQualified())
      return refuse(clause, var, "which is const");
    if (var->getType()->isReferenceType())
      return refuse(clause, var, "which is a reference");
    if (!var->hasLocalStorage())
      return refuse(clause, var, "which is no local variable");
    if (const clang::Stmt *read = readBeforeSet(body, var, !first);
        read && !(first && isKnownLater(read, var)))
      return refuse(first ? Diag::RTT1016 : Diag::RTT1015, clause, var, read);
    LoopBody::Private made;
    made.clause = clause.loc;
    made.first = first;
    builder.body.privates.insert({var, made});
  }

  /// Whether the traversal is handed an array or a struct, of which it may do
  /// no more than read what is not set: checkLoopClauses sees that.
  bool isKnownLater(const clang::Stmt *use, const VarDecl *var) const {
    return !var->getType()->isScalarType() &&
           llvm::any_of(calls, [&](const CallExpr *call) {
             return builder.context.getSourceManager().isPointWithin(
                 use->getBeginLoc(), call->getBeginLoc(), call->getEndLoc());
           });
  }

  void reductions(const Clause &clause) {
    llvm::StringRef first = clause.arguments.front();
    // A colon follows the operator.
    const size_t colon = first.find(':');
    const auto kind = colon == llvm::StringRef::npos
                          ? std::nullopt
                          : reductionKind(first.take_front(colon));
    if (!kind) {
      builder.report(clause.loc, Diag::RTT1008)
          << clause.name << first
          << "of the form 'operator : variable' with one of + * & | ^ && || "
             "min max";
      ok = false;
      return;
    }
    reduction(clause, *kind, first.drop_front(colon + 1));
    for (const std::string &name : llvm::drop_begin(clause.arguments))
      reduction(clause, *kind, name);
  }

  void reduction(const Clause &clause, ReductionKind kind,
                 llvm::StringRef name) {
    const VarDecl *var = find(clause, name);
    if (!var)
      return;
    LoopReduction made{var, kind, clause.loc};
    for (const CallExpr *call : calls)
      for (unsigned k = 0; k < call->getNumArgs(); ++k)
        made.handedOver |=
            ::handedOver(call->getArg(k)) == var && isHandedOver(call, k);
    if (const std::string why = faultOf(made); !why.empty())
      return refuse(clause, var, why);
    const QualType type = var->getType().getNonReferenceType();
    const bool rounds =
        type->isFloatingType() &&
        (kind == ReductionKind::Sum || kind == ReductionKind::Product);
    if (made.handedOver && rounds && builder.fp != FpMode::Fast) {
      builder.report(clause.loc, Diag::RTT1128)
          << spelling(kind) << name << type.getAsString();
      ok = false;
      return;
    }
    if (const Expr *other =
            otherUse(builder, body, kind, false,
                     [&](const Expr *e) { return isUse(e, var); })) {
      builder.report(clause.loc, Diag::RTT1017) << spelling(kind) << name;
      builder.diagnostics.note(other->getBeginLoc(), "used here");
      ok = false;
      return;
    }
    builder.body.reductions.push_back(made);
  }

  /// Whether argument `k` is one that the callee may write through.
  static bool isHandedOver(const CallExpr *call, unsigned k) {
    const FunctionDecl *callee = call->getDirectCallee();
    return k < callee->getNumParams() &&
           isWritable(callee->getParamDecl(k)->getType());
  }

  /// Whether `e` names the variable, other than as what a call is handed.
  bool isUse(const Expr *e, const VarDecl *var) const {
    const auto *name = dyn_cast<DeclRefExpr>(e);
    if (!name || name->getDecl() != var)
      return false;
    for (const CallExpr *call : calls)
      for (unsigned k = 0; k < call->getNumArgs(); ++k)
        if (::handedOver(call->getArg(k)) == var && isHandedOver(call, k) &&
            builder.context.getSourceManager().isPointWithin(
                e->getBeginLoc(), call->getArg(k)->getBeginLoc(),
                call->getArg(k)->getEndLoc()))
          return false;
    return true;
  }

  /// What is wrong with the variable; empty where nothing is.
  static std::string faultOf(const LoopReduction &of) {
    const QualType type = of.var->getType().getNonReferenceType();
    if (type.isConstQualified())
      return "which is const";
    if (!type->isArithmeticType() || type->isAnyComplexType())
      return "which is no number";
    const bool bits = of.kind == ReductionKind::And ||
                      of.kind == ReductionKind::Or ||
                      of.kind == ReductionKind::Xor;
    if (bits && !type->isIntegerType())
      return "which is no integer";
    if (!of.handedOver)
      return "";
    if (!of.var->hasLocalStorage() || of.var->getType()->isReferenceType())
      return "which the call is handed, and which is no local variable";
    const bool logical = of.kind == ReductionKind::LogicalAnd ||
                         of.kind == ReductionKind::LogicalOr;
    if (logical && !type->isBooleanType())
      return "which the call is handed: it may be neither 0 nor 1; have a bool";
    if (type->isBooleanType() && !logical && of.kind != ReductionKind::And &&
        of.kind != ReductionKind::Or)
      return "which the call is handed, and which is a bool: '&&', '||', '&' "
             "and '|' are for these";
    return "";
  }

  Builder &builder;
  const PairedLoop &paired;
  const clang::Stmt *loop, *body;
  llvm::SetVector<const VarDecl *> outside;
  llvm::SmallPtrSet<const VarDecl *, 4> named;
  llvm::SmallVector<const CallExpr *, 2> calls;
  bool ok = true;
};

} // namespace

bool regtt::lowerLoopClauses(Builder &builder, const PairedLoop &paired) {
  return ClauseReader(builder, paired).run();
}

/// The level at which `var` is used first; nothing where it is used only when
/// the calls have been made.
static std::optional<unsigned> levelOf(LoopBody &body, const VarDecl *var,
                                       bool &isSet) {
  std::optional<unsigned> level;
  const auto use = [&](unsigned at) {
    level = level ? std::min(*level, at) : at;
  };
  for (const clang::Stmt *s : body.before)
    if (mentions(s, var)) {
      isSet = true;
      use(body.levelOf.lookup(s));
    }
  for (size_t l = 1; l < body.levels.size(); ++l)
    if (mentions(body.levels[l].cond, var))
      use(l - 1);
  if (mentions(body.callStatement, var))
    use(body.levels.size() - 1);
  return level;
}

/// The only statement that sets the pointer `var`, if it is `var = ...;` ahead
/// of the call.
static const Expr *onlySetting(const LoopBody &body, const VarDecl *var) {
  const Expr *only = nullptr;
  for (const clang::Stmt *s : body.before) {
    if (!isSetIn(s, var))
      continue;
    const auto *e = dyn_cast<Expr>(s);
    const auto *assign = e ? dyn_cast<BinaryOperator>(plain(e)) : nullptr;
    if (only || !assign || assign->getOpcode() != BO_Assign ||
        namedVariable(assign->getLHS()) != var)
      return nullptr;
    only = e;
  }
  for (const clang::Stmt *s : body.allAfter())
    if (isSetIn(s, var))
      return nullptr;
  return isSetIn(body.callStatement, var) ? nullptr : only;
}

static bool addPrivate(Builder &builder, const VarDecl *var,
                       LoopBody::Private &made) {
  LoopBody &body = builder.body;
  const auto level = levelOf(body, var, made.isSet);
  if (!level)
    return true; // what follows the calls runs as it stands
  LoopLocal local;
  local.level = *level;
  const auto refuse = [&](llvm::StringRef why) {
    builder.report(made.clause, Diag::RTT1014)
        << (made.first ? "firstprivate" : "private") << var->getName() << why;
    builder.diagnostics.note(var->getLocation(), "declared here");
    return false;
  };
  if (var->getType()->isPointerType()) {
    const Expr *setting = onlySetting(body, var);
    if (!setting)
      return refuse("a pointer that is not set once, ahead of the call, in a "
                    "statement of its own; declare it in the loop's body");
    local.kind = LoopLocal::Alias;
    local.declaration = setting;
    local.value = cast<BinaryOperator>(plain(setting))->getRHS();
  } else if (!isCopyable(var->getType(), builder.context)) {
    return refuse("whose type cannot be copied bit by bit; declare it in the "
                  "loop's body");
  }
  body.locals[var] = local;
  return true;
}

bool regtt::addClauseLocals(Builder &builder) {
  LoopBody &body = builder.body;
  bool ok = true;
  for (auto &[var, made] : body.privates)
    ok &= addPrivate(builder, var, made);
  for (const LoopReduction &reduction : body.reductions)
    if (reduction.handedOver) {
      LoopLocal local;
      local.level = body.levels.size() - 1;
      body.locals[reduction.var] = local;
    }
  return ok;
}

namespace {

/// What the traversal and its helpers do with the copy of a reduction.
class CopyCheck {
public:
  CopyCheck(const Builder &builder, const LoopReduction &of, int input)
      : builder(builder), of(of), input(input) {}

  bool run() {
    const Traversal &traversal = builder.model.traversal;
    check(traversal.function);
    for (const auto &helper : traversal.helpers)
      check(*helper);
    if (!other)
      return true;
    builder.diagnostics.report(of.clause, Diag::RTT1017)
        << spelling(of.kind) << of.var->getName();
    builder.diagnostics.note(other->getBeginLoc(), "used here");
    return false;
  }

private:
  using Names = llvm::function_ref<bool(const Expr *)>;

  void check(const Function &function) {
    check(function.decl->getBody(), [&](const Expr *e) {
      const auto access = function.accesses.find(e);
      if (access == function.accesses.end())
        return false;
      const Path &path = builder.model.traversal.paths[access->second.path];
      return path.base == Base::Query && path.number != iterationNumber &&
             builder.model.loop.operands[path.number].input == input;
    });
  }

  /// The parameter of a helper through which it is changed.
  void check(const FunctionDecl *callee, const ParmVarDecl *param) {
    if (!seen.insert(param).second)
      return;
    const bool pointer = param->getType()->isPointerType();
    check(callee->getBody(), [&](const Expr *e) {
      const auto *star = dyn_cast<UnaryOperator>(e);
      if (pointer && star && star->getOpcode() == UO_Deref)
        return namedVariable(star->getSubExpr()) == param;
      const auto *name = dyn_cast<DeclRefExpr>(e);
      return name && name->getDecl() == param;
    });
  }

  void check(const clang::Stmt *body, Names names) {
    llvm::SmallPtrSet<const Expr *, 4> handed;
    walkExpr(body, [&](const Expr *e) {
      const auto *call = dyn_cast<CallExpr>(e);
      const FunctionDecl *callee = nullptr;
      if (!call || !call->getDirectCallee() ||
          !hasBody(call->getDirectCallee(), callee) ||
          callee->isInStdNamespace())
        return;
      for (unsigned k = 0; k < callee->getNumParams(); ++k) {
        const Expr *argument = argumentOf(call, k);
        const ParmVarDecl *param = callee->getParamDecl(k);
        if (!argument || !isWritable(param->getType()))
          continue;
        argument = plain(argument);
        if (const auto *address = dyn_cast<UnaryOperator>(argument);
            address && address->getOpcode() == UO_AddrOf)
          argument = plain(address->getSubExpr());
        if (!names(argument))
          continue;
        handed.insert(argument);
        check(callee, param);
      }
    });
    if (!other)
      other =
          otherUse(builder, body, of.kind, /*copied=*/true,
                   [&](const Expr *e) { return !handed.count(e) && names(e); });
  }

  const Builder &builder;
  const LoopReduction &of;
  const int input; ///< the copy in the iteration's record
  llvm::SmallPtrSet<const ParmVarDecl *, 4> seen;
  const Expr *other = nullptr;
};

} // namespace

bool regtt::checkLoopClauses(Builder &builder) {
  bool ok = true;
  const QueryLoop &loop = builder.model.loop;
  for (const LoopReduction &reduction : builder.body.reductions)
    if (const auto kept = builder.body.kept.find(reduction.var);
        kept != builder.body.kept.end())
      ok &= CopyCheck(builder, reduction, kept->second).run();
  for (const auto &[var, made] : builder.body.privates) {
    // Of a part that is not set the next iteration would find another value.
    if (!made.first || var->getType()->isScalarType())
      continue;
    const auto refuse = [&, &made = made, &var = var](SourceLocation where) {
      builder.report(made.clause, Diag::RTT1016) << var->getName();
      builder.diagnostics.note(where, "written here");
      ok = false;
    };
    const auto after = builder.body.allAfter();
    const auto setting =
        llvm::find_if(after, [&, var = var](const clang::Stmt *s) {
          return isSetIn(s, var);
        });
    if (setting != after.end()) {
      refuse((*setting)->getBeginLoc());
      continue;
    }
    const auto kept = builder.body.kept.find(var);
    if (kept == builder.body.kept.end())
      continue;
    for (const Path &path : builder.model.traversal.paths)
      if (path.base == Base::Query && path.number != iterationNumber &&
          loop.operands[path.number].input == kept->second && path.written()) {
        refuse(path.firstWrite);
        break;
      }
  }
  return ok;
}
