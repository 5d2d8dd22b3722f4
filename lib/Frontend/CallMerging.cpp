// Calls among functions that are merged: a body in the place of a call, or a
// call of the merged function.
#include "FunctionMerging.h"
#include "ReturnRemoval.h"

#include "regtt/Frontend/Model/Walk.h"

using namespace regtt;
using namespace clang;

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
  return fits && !type->isRecordType() &&
         !isReassigned(callee->getBody(), param) &&
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

/// Whether what a lambda captures is, when it is called, what it is around the
/// lambda.
bool Merger::sharesCaptures(const FunctionDecl *lambda, const CallExpr *call) {
  const auto *record = cast<CXXMethodDecl>(lambda)->getParent();
  for (const LambdaCapture &capture : record->captures()) {
    if (!capture.capturesVariable() || capture.getCaptureKind() == LCK_ByRef)
      continue;
    const auto *var = dyn_cast<VarDecl>(capture.getCapturedVar());
    const auto *around =
        var ? dyn_cast<FunctionDecl>(var->getDeclContext()) : nullptr;
    if (around && !var->isInitCapture() && !var->getType()->isReferenceType() &&
        !var->getType()->isRecordType() &&
        !isReassigned(around->getBody(), var))
      continue;
    builder.report(capture.getLocation(), Diag::RTT2004)
        << "a lambda that makes recursive calls and holds a copy of '" +
               capture.getCapturedVar()->getNameAsString() + "'";
    builder.diagnostics.note(call->getBeginLoc(), "called here");
    ok = false;
    return false;
  }
  return true;
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
  if (isLambda(inner.function) && !sharesCaptures(inner.function, call))
    return false;
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
  if (!bindObject(inner, caller, call)) {
    if (ok)
      report(call->getBeginLoc(), Diag::RTT2053, callee);
    return;
  }
  bindArguments(inner, caller, call);
  Statements body(inner.declared.begin(), inner.declared.end());
  const bool keepsReturns = last && returnsAs(callee);
  const bool joinedAround = joinsScopes;
  joinsScopes |= !keepsReturns;
  active.push_back(callee);
  if (auto *block = dyn_cast<CompoundStmt>(callee->getBody())) {
    auto *copy =
        cast<CompoundStmt>(inner.branch(block, keepsReturns)); // its own scope
    body.append(copy->body_begin(), copy->body_end());
  }
  active.pop_back();
  names.resize(namesAround);
  joinsScopes = joinedAround;
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

void Merger::enter(ProgramCall &call) const {
  const SourceLocation loc = call.call->getBeginLoc();
  const auto literal = [&](size_t value, QualType type) {
    Expr *made = number(value, type, loc);
    builder.texts[made] = std::to_string(value);
    return made;
  };
  call.args.clear();
  for (const ParmVarDecl *param : made->parameters()) {
    if (param == which) {
      const auto target = llvm::find(targets, call.callee);
      call.args.push_back(literal(static_cast<size_t>(target - targets.begin()),
                                  which->getType()));
      continue;
    }
    const size_t meaning =
        static_cast<size_t>(llvm::find(params, param) - params.begin());
    const ParmVarDecl *own =
        group.parameter(call.callee, static_cast<unsigned>(meaning));
    // Nothing for what the function does not have.
    call.args.push_back(
        own ? argumentOf(call.call, own->getFunctionScopeIndex())
            : literal(0, context.IntTy));
  }
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
