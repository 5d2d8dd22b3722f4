// Functions that recurse through each other become one, before anything else
// looks at the traversal.
//
//     void visit(q, n) { ...; if (n->leaf) ...; else children(q, n); }
//     void children(q, n) { visit(q, n->left); visit(q, n->right); }
//  -> void visit(q, n) { ...; if (n->leaf) ...; else { visit(q, n->left); ... }
//
//     void byX(q, n) { ...; byY(q, n->left); }
//     void byY(q, n) { ...; byX(q, n->left); }
//  -> void byX(q, n, function) {
//       if (function == 0) { ...; byX(q, n->left, 1); }
//       else { ...; byX(q, n->left, 0); }
//     }
//
// A call for the caller's own node, or of what only hands nodes on, becomes the
// body of what it calls (inlined). Of all others the merged function is told
// which body it has to run. Bodies are copied: the user's own stay as they are.
#include "BodyCopy.h"
#include "CallGroup.h"
#include "ReturnRemoval.h"

#include <clang/AST/RecursiveASTVisitor.h>

#include <map>
#include <set>

using namespace regtt;
using namespace clang;

namespace {

/// The names of variables and of what else a body mentions.
class Mentioned : public RecursiveASTVisitor<Mentioned> {
public:
  bool VisitVarDecl(VarDecl *var) {
    own.insert(var->getNameAsString());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *name) {
    const ValueDecl *decl = name->getDecl();
    if (!isa<VarDecl>(decl) || !cast<VarDecl>(decl)->hasLocalStorage())
      other.insert(decl->getNameAsString());
    return true;
  }
  std::set<std::string> own, other;
};

class Merger;

/// One function's body as it stands in the merged one.
class FunctionCopy : public BodyCopy {
public:
  FunctionCopy(Merger &merger, const FunctionDecl *function,
               const FunctionCopy *caller);

  /// The node itself, in this function's words.
  void isNode(const VarDecl *var) { nodes.insert(var); }
  bool isNode(const Expr *argument) const;
  /// What `var` of this function is called in the copy.
  VarDecl *nameHere(const VarDecl *var) const;
  void bind(const VarDecl *param, VarDecl *as) {
    bound[param] = as;
    rename(param, as);
  }
  bool mentionsNames(const clang::Stmt *s) const { return concerns(s); }

  const FunctionDecl *const function;
  const unsigned number; ///< of the copy
  bool nodeIsThis = false;
  llvm::SmallVector<clang::Stmt *, 2> declared; ///< parameters of its own
  const Expr *object = nullptr; ///< what stands for `this`; null: itself
  bool objectIsPointer = false;

protected:
  bool isReplaced(const clang::Stmt *s) const override;
  Expr *call(CallExpr *e) override;
  bool expand(clang::Stmt *s, bool last, Statements &out) override;
  void prepare(Expr *e, Statements &out) override;
  VarDecl *local(VarDecl *var) override;

private:
  const CallExpr *inlinedCall(const Expr *e) const;

  Merger &merger;
  const FunctionCopy *outer; ///< of a lambda, the function around it
  llvm::SmallPtrSet<const VarDecl *, 2> nodes;
  llvm::DenseMap<const VarDecl *, VarDecl *> bound;    ///< for look-ups
  llvm::DenseMap<const CallExpr *, VarDecl *> results; ///< for look-ups
};

class Merger {
public:
  Merger(Builder &builder, const CallGroup &group)
      : builder(builder), context(builder.context), group(group),
        entered(group.functions.front()) {
    for (const FunctionDecl *function : group.functions) {
      Mentioned &names = mentioned[function];
      names.TraverseStmt(function->getBody());
      for (const ParmVarDecl *param : function->parameters())
        names.own.insert(param->getNameAsString());
    }
    made = declare();
  }

  /// Finds the functions that calls enter at another node: `targets`.
  bool discover() {
    discovering = true;
    targets.push_back(entered);
    for (size_t k = 0; k < targets.size(); ++k)
      body(targets[k]);
    return ok && mergeable();
  }

  /// The one function for `of`.
  FunctionDecl *merge(llvm::ArrayRef<const FunctionDecl *> of) {
    targets.assign(of.begin(), of.end());
    parameters();
    std::vector<clang::Stmt *> bodies;
    for (const FunctionDecl *target : targets)
      bodies.push_back(body(target));
    clang::Stmt *whole = bodies.back();
    for (size_t k = bodies.size() - 1; k-- > 0;)
      whole = IfStmt::Create(context, targets[k]->getLocation(),
                             IfStatementKind::Ordinary, nullptr, nullptr,
                             isFunction(k), targets[k]->getLocation(),
                             targets[k]->getLocation(), bodies[k],
                             targets[k + 1]->getLocation(), whole);
    if (!isa<CompoundStmt>(whole))
      whole =
          CompoundStmt::Create(context, {whole}, FPOptionsOverride(),
                               entered->getBeginLoc(), entered->getEndLoc());
    made->setBody(whole);
    return ok ? made : nullptr;
  }

  std::vector<const FunctionDecl *> targets;
  ParmVarDecl *which = nullptr; ///< says which of them is run

  // For the copies.
  bool isInlined(const FunctionCopy &caller, const CallExpr *call) const {
    const FunctionDecl *callee = group.called(call);
    if (isLambda(callee))
      return true;
    const Expr *node = group.handedNode(call, callee);
    return !node || caller.isNode(node) || group.onlyHandsOn(callee);
  }
  void inlineCall(FunctionCopy &caller, const CallExpr *call, bool last,
                  VarDecl *result, Statements &out);
  Expr *enter(FunctionCopy &caller, CallExpr *call);
  bool returnsAs(const FunctionDecl *function) const {
    return context.hasSameType(function->getReturnType(),
                               entered->getReturnType());
  }
  VarDecl *variable(const VarDecl *like, QualType type, unsigned copy,
                    const FunctionDecl *of);
  VarDecl *result(const CallExpr *call, Statements &out);
  void report(SourceLocation loc, Diag id, const FunctionDecl *function) {
    builder.report(loc, id) << function->getNameAsString();
    ok = false;
  }

  Builder &builder;
  ASTContext &context;
  const CallGroup &group;
  unsigned numCopies = 0;
  FunctionDecl *made;

private:
  FunctionDecl *declare();
  bool mergeable();
  void parameters();
  bool valueAtFirst(const ParmVarDecl *param);
  clang::Stmt *body(const FunctionDecl *target);
  void check(const FunctionCopy &copy);
  std::string freeName(const std::string &name, unsigned copy,
                       const FunctionDecl *of);
  void bindArguments(FunctionCopy &inner, FunctionCopy &caller,
                     const CallExpr *call);
  bool isSameVariable(const ParmVarDecl *param, const Expr *argument,
                      const FunctionCopy &caller) const;
  bool bindObject(FunctionCopy &inner, const FunctionCopy &caller,
                  const CallExpr *call);
  Expr *number(size_t value, QualType type, SourceLocation loc) const;
  Expr *isFunction(size_t k) const;
  Expr *value(VarDecl *var, SourceLocation loc) const;
  void refuse(const FunctionDecl *function, llvm::StringRef why) {
    builder.report(function->getLocation(), Diag::RTT2052)
        << entered->getNameAsString() << function->getNameAsString() << why;
    ok = false;
  }

  const FunctionDecl *entered;
  bool discovering = false, ok = true;
  std::map<const FunctionDecl *, Mentioned> mentioned; // for look-ups
  /// Names given to variables around the place, and the copies that they are
  /// in.
  std::vector<std::pair<std::string, unsigned>> names;
  llvm::SmallVector<const FunctionDecl *, 4> active;
  /// The merged function's, by meaning; null where no target has it.
  std::vector<ParmVarDecl *> params;
};

//===--- Copies -----------------------------------------------------------===//

FunctionCopy::FunctionCopy(Merger &merger, const FunctionDecl *function,
                           const FunctionCopy *caller)
    : BodyCopy(merger.context), function(function), number(merger.numCopies++),
      merger(merger), outer(isLambda(function) ? caller : nullptr) {
  if (!outer)
    return;
  // What is captured is what it is around the lambda.
  for (const auto &[var, as] : outer->bound)
    bind(var, as);
  nodeIsThis = outer->nodeIsThis;
}

bool FunctionCopy::isNode(const Expr *argument) const {
  const Expr *bare = bareNode(argument);
  if (!bare)
    return false;
  if (isa<CXXThisExpr>(bare))
    return nodeIsThis;
  const VarDecl *var = namedVariable(bare);
  if (nodes.count(var) || (outer && outer->isNode(argument)))
    return true;
  return var->isLocalVarDecl() && var->getInit() &&
         !isReassigned(function->getBody(), var) && isNode(var->getInit());
}

VarDecl *FunctionCopy::nameHere(const VarDecl *var) const {
  const auto found = bound.find(var);
  return found == bound.end() ? const_cast<VarDecl *>(var) : found->second;
}

bool FunctionCopy::isReplaced(const clang::Stmt *s) const {
  return merger.group.called(s) != nullptr;
}

/// The call that `e` is as a whole and whose body goes in its place.
const CallExpr *FunctionCopy::inlinedCall(const Expr *e) const {
  const auto *call = e ? dyn_cast<CallExpr>(plain(e)) : nullptr;
  return call && merger.group.called(call) && merger.isInlined(*this, call)
             ? call
             : nullptr;
}

bool FunctionCopy::expand(clang::Stmt *s, bool last, Statements &out) {
  if (auto *declared = dyn_cast<DeclStmt>(s)) {
    // A lambda that makes recursive calls is nothing by itself.
    const auto *var = declared->isSingleDecl()
                          ? dyn_cast<VarDecl>(declared->getSingleDecl())
                          : nullptr;
    const auto *lambda = var && var->getInit()
                             ? dyn_cast<LambdaExpr>(plain(var->getInit()))
                             : nullptr;
    return lambda && llvm::is_contained(merger.group.functions,
                                        lambda->getCallOperator());
  }
  if (const auto *e = dyn_cast<Expr>(s)) {
    const CallExpr *call = inlinedCall(e);
    if (call)
      merger.inlineCall(*this, call, last, nullptr, out);
    return call != nullptr;
  }
  const auto *leave = dyn_cast<ReturnStmt>(s);
  const CallExpr *call = leave ? inlinedCall(leave->getRetValue()) : nullptr;
  if (!call || !merger.returnsAs(merger.group.called(call)) ||
      !merger.returnsAs(function))
    return false;
  merger.inlineCall(*this, call, true, nullptr, out);
  if (function->getReturnType()->isVoidType())
    out.push_back(
        ReturnStmt::Create(context, leave->getReturnLoc(), nullptr, nullptr));
  return true;
}

/// Whether `e` names a local that no call can change.
static bool isOwnLocal(const Expr *e) {
  const VarDecl *var = namedVariable(e);
  return var && var->isLocalVarDecl() && !var->getType()->isReferenceType() &&
         !var->getType()->isPointerType();
}

/// Takes the call that `e` is, but for constants, out of it.
void FunctionCopy::prepare(Expr *e, Statements &out) {
  const Expr *whole = plain(e);
  // The right side of an assignment comes first, since C++17.
  if (const auto *assign = dyn_cast<BinaryOperator>(whole);
      assign && assign->isAssignmentOp() &&
      !assign->getLHS()->HasSideEffects(context) &&
      (context.getLangOpts().CPlusPlus17 || isOwnLocal(assign->getLHS())))
    whole = plain(assign->getRHS());
  const auto isConstant = [&](const Expr *side) {
    return side->isEvaluatable(context);
  };
  while (true) {
    if (const auto *negation = dyn_cast<UnaryOperator>(whole);
        negation && negation->getOpcode() == UO_LNot)
      whole = plain(negation->getSubExpr());
    else if (const auto *binary = dyn_cast<BinaryOperator>(whole);
             binary && !binary->isAssignmentOp() && !binary->isLogicalOp() &&
             isConstant(binary->getLHS()) != isConstant(binary->getRHS()))
      whole = plain(isConstant(binary->getLHS()) ? binary->getRHS()
                                                 : binary->getLHS());
    else if (const auto *conversion = dyn_cast<ExplicitCastExpr>(whole))
      whole = plain(conversion->getSubExpr());
    else
      break;
  }
  const CallExpr *call = inlinedCall(whole);
  if (!call || call->getType()->isVoidType())
    return;
  VarDecl *result = merger.result(call, out);
  merger.inlineCall(*this, call, false, result, out);
  results[call] = result;
}

Expr *FunctionCopy::call(CallExpr *e) {
  const FunctionDecl *callee = merger.group.called(e);
  if (!callee)
    return Substitution::call(e);
  if (VarDecl *result = results.lookup(e))
    return ImplicitCastExpr::Create(context, result->getType(),
                                    CK_LValueToRValue,
                                    nameOf(result, e->getBeginLoc()), nullptr,
                                    VK_PRValue, FPOptionsOverride());
  if (!merger.isInlined(*this, e))
    return merger.enter(*this, e);
  merger.report(e->getBeginLoc(), Diag::RTT2053, callee);
  return e;
}

VarDecl *FunctionCopy::local(VarDecl *var) {
  const bool stays = number == 0 && !concerns(var->getInit());
  if (stays || !var->hasLocalStorage())
    return nullptr;
  VarDecl *made = merger.variable(var, var->getType(), number, function);
  bound[var] = made;
  return made;
}

//===--- The merged function ----------------------------------------------===//

/// A function like the one that is entered; its parameters and its body come
/// later.
FunctionDecl *Merger::declare() {
  const DeclarationNameInfo name(entered->getDeclName(),
                                 entered->getLocation());
  auto *scope = const_cast<DeclContext *>(entered->getDeclContext());
  if (const auto *method = dyn_cast<CXXMethodDecl>(entered))
    return CXXMethodDecl::Create(
        context, const_cast<CXXRecordDecl *>(method->getParent()),
        entered->getBeginLoc(), name, entered->getType(), nullptr,
        method->isStatic() ? SC_Static : SC_None, false, false,
        ConstexprSpecKind::Unspecified, entered->getEndLoc());
  return FunctionDecl::Create(
      context, scope, entered->getBeginLoc(), name, entered->getType(), nullptr,
      SC_Static, false, false, true, ConstexprSpecKind::Unspecified, nullptr);
}

/// Whether one function can stand for all targets.
bool Merger::mergeable() {
  const auto *method = dyn_cast<CXXMethodDecl>(entered);
  for (const FunctionDecl *target : llvm::drop_begin(targets)) {
    const auto *other = dyn_cast<CXXMethodDecl>(target);
    const bool sameClass =
        method && other
            ? declaresSameEntity(method->getParent(), other->getParent()) &&
                  method->isStatic() == other->isStatic()
            : (!method || method->isStatic()) && (!other || other->isStatic());
    if (!sameClass)
      refuse(target, "they are not member functions of one class");
    if (!returnsAs(target))
      refuse(target, "they return different types");
    const Directive *directive = builder.pairing.traversalOf(target);
    if (directive && directive != builder.directive())
      for (const Clause &clause : directive->clauses)
        if (clause.name != "order") {
          builder.report(clause.loc, Diag::RTT2052)
              << entered->getNameAsString() << target->getNameAsString()
              << "the clause '" + clause.name + "' stands before '" +
                     entered->getNameAsString() + "', which the loop calls";
          ok = false;
        }
  }
  return ok;
}

/// Declares the merged function's parameters: those of the function that is
/// entered, then what only others have, then which function is meant.
void Merger::parameters() {
  llvm::SmallVector<QualType, 8> types;
  llvm::SmallVector<ParmVarDecl *, 8> all;
  params.assign(group.numMeanings, nullptr);
  active.assign(targets.begin(), targets.end()); // they stand around all bodies
  const auto add = [&](ParmVarDecl *param) {
    all.push_back(param);
    types.push_back(param->getType());
  };
  const auto declared = [&](const std::string &name, QualType type,
                            SourceLocation loc, const FunctionDecl *of) {
    auto *param =
        ParmVarDecl::Create(context, made, loc, loc,
                            &context.Idents.get(freeName(name, numCopies, of)),
                            type, nullptr, SC_None, nullptr);
    param->setScopeInfo(0, all.size());
    return param;
  };
  for (ParmVarDecl *param : const_cast<FunctionDecl *>(entered)->parameters()) {
    params[group.meaning(param)] = param;
    names.push_back({param->getNameAsString(), 0});
    add(param);
  }
  for (const FunctionDecl *target : llvm::drop_begin(targets))
    for (const ParmVarDecl *param : target->parameters()) {
      ParmVarDecl *&one = params[group.meaning(param)];
      if (one)
        continue;
      if (!param->getType()->isArithmeticType())
        refuse(target, "the parameter '" + param->getNameAsString() +
                           "' has no counterpart in '" +
                           entered->getNameAsString() + "'");
      one = declared(param->getNameAsString(),
                     param->getType().getUnqualifiedType(),
                     param->getLocation(), target);
      add(one);
    }
  if (targets.size() > 1) {
    which = declared("function", context.UnsignedCharTy, entered->getLocation(),
                     nullptr);
    add(which);
  }
  active.clear();
  // The loop hands over nothing for what the first function does not have.
  for (size_t k = entered->getNumParams(); k < all.size(); ++k) {
    Expr *zero = number(0, context.IntTy, SourceLocation());
    builder.texts[zero] = "0";
    builder.firstArgs.push_back(zero);
  }
  FunctionProtoType::ExtProtoInfo info;
  if (const auto *proto = entered->getType()->getAs<FunctionProtoType>())
    info = proto->getExtProtoInfo();
  info.ExtParameterInfos = nullptr;
  made->setType(context.getFunctionType(entered->getReturnType(), types, info));
  made->setParams(all);
}

/// A copy of the body of `target`, for the merged function.
clang::Stmt *Merger::body(const FunctionDecl *target) {
  FunctionCopy copy(*this, target, nullptr);
  copy.nodeIsThis = group.nodeIsThis;
  for (const ParmVarDecl *param : target->parameters()) {
    const unsigned meaning = group.meaning(param);
    if (static_cast<int>(meaning) == group.node)
      copy.isNode(param);
    if (!discovering && params[meaning] != param)
      copy.bind(param, params[meaning]);
  }
  const size_t namesAround = names.size();
  active.push_back(target);
  clang::Stmt *result = copy.branch(target->getBody(), true);
  active.pop_back();
  names.resize(namesAround);
  check(copy);
  return result;
}

void Merger::check(const FunctionCopy &copy) {
  if (!copy.failed || !ok)
    return;
  builder.report(copy.failed->getBeginLoc(), Diag::RTT2055)
      << constructName(copy.failed);
  ok = false;
}

/// `name` for a variable of `of`, or that with a number where the name means
/// something else around the copy or in what may be inlined there.
std::string Merger::freeName(const std::string &name, unsigned copy,
                             const FunctionDecl *of) {
  const auto isFree = [&](const std::string &candidate) {
    for (const auto &[used, by] : names)
      if (used == candidate && by != copy)
        return false;
    return llvm::all_of(mentioned, [&](const auto &entry) {
      const auto &[function, words] = entry;
      if (function == of && candidate == name)
        return true;
      const bool around = llvm::is_contained(active, function);
      return !(around && words.own.count(candidate)) &&
             !((around || !llvm::is_contained(targets, function)) &&
               words.other.count(candidate));
    });
  };
  std::string result = name;
  for (int suffix = 2; !isFree(result); ++suffix)
    result = name + std::to_string(suffix);
  names.push_back({result, copy});
  return result;
}

VarDecl *Merger::variable(const VarDecl *like, QualType type, unsigned copy,
                          const FunctionDecl *of) {
  auto *result = VarDecl::Create(
      context, made, like->getBeginLoc(), like->getLocation(),
      &context.Idents.get(freeName(like->getNameAsString(), copy, of)), type,
      like->getTypeSourceInfo(), SC_None);
  result->setImplicit(like->isImplicit());
  if (!isa<ParmVarDecl>(like)) {
    result->setCXXForRangeDecl(like->isCXXForRangeDecl());
    result->setConstexpr(like->isConstexpr());
  }
  return result;
}

/// A variable for what the body of `call` returns.
VarDecl *Merger::result(const CallExpr *call, Statements &out) {
  const FunctionDecl *callee = group.called(call);
  const std::string name =
      callee->getIdentifier() ? callee->getNameAsString() : "lambda";
  const SourceLocation loc = call->getBeginLoc();
  auto *var = VarDecl::Create(
      context, made, loc, loc,
      &context.Idents.get(freeName(name + "Result", numCopies, nullptr)),
      callee->getReturnType().getUnqualifiedType(), nullptr, SC_None);
  out.push_back(new (context) DeclStmt(DeclGroupRef(var), loc, loc));
  return var;
}

//===--- Calls ------------------------------------------------------------===//

/// Whether `param` is, as long as the body of its function runs, the variable
/// that `argument` names.
bool Merger::isSameVariable(const ParmVarDecl *param, const Expr *argument,
                            const FunctionCopy &caller) const {
  const VarDecl *var = namedVariable(argument);
  if (!var)
    return false;
  const QualType type = param->getType();
  const auto same = [&](QualType a, QualType b) {
    return context.hasSameUnqualifiedType(a, b);
  };
  if (type->isReferenceType())
    return same(type->getPointeeType(), var->getType().getNonReferenceType());
  const QualType of = var->getType();
  const bool fits =
      same(type, of) || (type->isPointerType() && of->isPointerType() &&
                         same(type->getPointeeType(), of->getPointeeType()));
  const auto *callee = cast<FunctionDecl>(param->getDeclContext());
  return fits && !isReassigned(callee->getBody(), param) &&
         !isReassigned(caller.function->getBody(), var);
}

void Merger::bindArguments(FunctionCopy &inner, FunctionCopy &caller,
                           const CallExpr *call) {
  for (unsigned k = 0; k < inner.function->getNumParams(); ++k) {
    const ParmVarDecl *param = inner.function->getParamDecl(k);
    const Expr *argument = argumentOf(call, k);
    if (const auto *standard = dyn_cast_or_null<CXXDefaultArgExpr>(argument))
      argument = standard->getExpr();
    if (!argument)
      continue;
    if (caller.isNode(argument))
      inner.isNode(param);
    if (isSameVariable(param, argument, caller)) {
      VarDecl *var = caller.nameHere(namedVariable(argument));
      inner.bind(param, var);
      continue;
    }
    if (!mentions(inner.function->getBody(), param) &&
        !argument->HasSideEffects(context))
      continue;
    VarDecl *own =
        variable(param, param->getType(), inner.number, inner.function);
    own->setInit(caller.copy(const_cast<Expr *>(argument)));
    own->setInitStyle(VarDecl::CInit);
    if (!own->getInit()) {
      caller.fail(argument);
      own->setInit(const_cast<Expr *>(argument));
    }
    inner.bind(param, own);
    const SourceLocation loc = argument->getBeginLoc();
    inner.declared.push_back(new (context)
                                 DeclStmt(DeclGroupRef(own), loc, loc));
  }
}

/// Of a member function: the object is the caller's, or a variable.
bool Merger::bindObject(FunctionCopy &inner, const FunctionCopy &caller,
                        const CallExpr *call) {
  bool arrow = false;
  const Expr *object =
      isLambda(inner.function) ? nullptr : calledObject(call, &arrow);
  const auto take = [&](const Expr *as, bool isPointer) {
    inner.object = as;
    inner.objectIsPointer = isPointer;
    if (as)
      inner.replaceThis(const_cast<Expr *>(as), isPointer);
    return true;
  };
  if (!object || isa<CXXThisExpr>(plain(object))) {
    inner.nodeIsThis = caller.nodeIsThis;
    return take(caller.object, caller.objectIsPointer);
  }
  const VarDecl *var = namedVariable(object);
  if (!var)
    return false;
  VarDecl *as = caller.nameHere(var);
  inner.nodeIsThis = group.nodeIsThis && caller.isNode(object);
  Expr *name = DeclRefExpr::Create(
      context, NestedNameSpecifierLoc(), SourceLocation(), as, false,
      object->getBeginLoc(), as->getType().getNonReferenceType(), VK_LValue);
  if (arrow)
    name = ImplicitCastExpr::Create(context, name->getType(), CK_LValueToRValue,
                                    name, nullptr, VK_PRValue,
                                    FPOptionsOverride());
  return take(name, arrow);
}

/// Appends the body of what `call` calls.
void Merger::inlineCall(FunctionCopy &caller, const CallExpr *call, bool last,
                        VarDecl *result, Statements &out) {
  const FunctionDecl *callee = group.called(call);
  if (llvm::is_contained(active, callee))
    return report(call->getBeginLoc(), Diag::RTT2023, callee);
  const size_t namesAround = names.size();
  FunctionCopy inner(*this, callee, &caller);
  if (!bindObject(inner, caller, call))
    return report(call->getBeginLoc(), Diag::RTT2053, callee);
  bindArguments(inner, caller, call);
  Statements body(inner.declared.begin(), inner.declared.end());
  const bool keepsReturns = last && returnsAs(callee);
  active.push_back(callee);
  if (auto *block = dyn_cast<CompoundStmt>(callee->getBody())) {
    auto *copy =
        cast<CompoundStmt>(inner.branch(block, keepsReturns)); // its own scope
    body.append(copy->body_begin(), copy->body_end());
  }
  active.pop_back();
  names.resize(namesAround);
  check(inner);
  if (!keepsReturns)
    if (const clang::Stmt *leave = removeReturns(context, result, body)) {
      report(leave->getBeginLoc(), Diag::RTT2054, callee);
      builder.diagnostics.note(call->getBeginLoc(), "called here");
    }
  out.push_back(CompoundStmt::Create(context, body, FPOptionsOverride(),
                                     call->getBeginLoc(), call->getEndLoc()));
}

Expr *Merger::number(size_t value, QualType type, SourceLocation loc) const {
  const unsigned width = static_cast<unsigned>(context.getIntWidth(type));
  return IntegerLiteral::Create(context, llvm::APInt(width, value), type, loc);
}

Expr *Merger::value(VarDecl *var, SourceLocation loc) const {
  Expr *name = DeclRefExpr::Create(
      context, NestedNameSpecifierLoc(), SourceLocation(), var, false, loc,
      var->getType().getNonReferenceType(), VK_LValue);
  if (var->getType()->isReferenceType() || var->getType()->isRecordType())
    return name;
  return ImplicitCastExpr::Create(context, var->getType().getUnqualifiedType(),
                                  CK_LValueToRValue, name, nullptr, VK_PRValue,
                                  FPOptionsOverride());
}

/// `function == k`
Expr *Merger::isFunction(size_t k) const {
  const SourceLocation loc = targets[k]->getLocation();
  Expr *left = ImplicitCastExpr::Create(context, context.IntTy, CK_IntegralCast,
                                        value(which, loc), nullptr, VK_PRValue,
                                        FPOptionsOverride());
  const QualType truth =
      context.getLangOpts().CPlusPlus ? context.BoolTy : context.IntTy;
  return BinaryOperator::Create(context, left, number(k, context.IntTy, loc),
                                BO_EQ, truth, VK_PRValue, OK_Ordinary, loc,
                                FPOptionsOverride());
}

/// The call of the merged function that stands for `call`.
Expr *Merger::enter(FunctionCopy &caller, CallExpr *call) {
  const FunctionDecl *callee = group.called(call);
  const auto found = llvm::find(targets, callee);
  const size_t index = static_cast<size_t>(found - targets.begin());
  if (found == targets.end())
    targets.push_back(callee);
  llvm::SmallVector<Expr *, 8> arguments;
  const SourceLocation loc = call->getBeginLoc();
  if (discovering) {
    for (Expr *argument : call->arguments())
      if (!caller.copy(argument))
        caller.fail(argument);
    return call;
  }
  for (const ParmVarDecl *param : made->parameters()) {
    if (param == which) {
      arguments.push_back(number(index, which->getType(), loc));
      continue;
    }
    const size_t meaning =
        static_cast<size_t>(llvm::find(params, param) - params.begin());
    const ParmVarDecl *own =
        group.parameter(callee, static_cast<unsigned>(meaning));
    if (!own) { // handed on
      arguments.push_back(value(params[meaning], loc));
      continue;
    }
    Expr *argument =
        const_cast<Expr *>(argumentOf(call, own->getFunctionScopeIndex()));
    Expr *copied = caller.copy(argument);
    if (!copied)
      caller.fail(argument);
    arguments.push_back(copied ? copied : argument);
  }
  if (isa<CXXMemberCallExpr>(call) &&
      cast<CXXMethodDecl>(callee)->isInstance()) {
    auto *member = cast<MemberExpr>(call->getCallee()->IgnoreParens());
    Expr *base = caller.copy(member->getBase());
    if (!base) {
      caller.fail(member->getBase());
      return call;
    }
    auto *method = MemberExpr::CreateImplicit(context, base, member->isArrow(),
                                              made, context.BoundMemberTy,
                                              VK_PRValue, OK_Ordinary);
    method->setMemberLoc(member->getMemberLoc());
    return CXXMemberCallExpr::Create(
        context, method, arguments, call->getType(), call->getValueKind(),
        call->getRParenLoc(), call->getFPFeatures());
  }
  Expr *name = DeclRefExpr::Create(
      context, NestedNameSpecifierLoc(), SourceLocation(), made, false,
      call->getCallee()->getBeginLoc(), made->getType(), VK_LValue);
  name =
      ImplicitCastExpr::Create(context, context.getPointerType(made->getType()),
                               CK_FunctionToPointerDecay, name, nullptr,
                               VK_PRValue, FPOptionsOverride());
  return CallExpr::Create(context, name, arguments, call->getType(),
                          call->getValueKind(), call->getRParenLoc(),
                          call->getFPFeatures());
}

} // namespace

bool regtt::mergeFunctions(Builder &builder) {
  const CallGroup group(builder);
  Traversal &traversal = builder.model.traversal;
  traversal.functions.assign(group.functions.begin(), group.functions.end());
  if (group.isAlone())
    return true;
  Merger first(builder, group);
  if (!first.discover())
    return false;
  Merger merger(builder, group);
  builder.traversal = merger.merge(first.targets);
  traversal.functions.assign(first.targets.begin(), first.targets.end());
  for (const FunctionDecl *function : group.functions)
    if (!llvm::is_contained(first.targets, function))
      traversal.functions.push_back(function);
  traversal.numBodies = first.targets.size();
  traversal.which = merger.which;
  return builder.traversal != nullptr;
}
