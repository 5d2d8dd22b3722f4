// One function's body in the merged one: which of its calls are taken out, and
// what its variables are called there.
#include "FunctionMerging.h"

using namespace regtt;
using namespace clang;

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

/// `e` without what converts nothing. Before C++17 a struct that a call returns
/// is copied to where it goes, and that copy may be left out.
static const Expr *bare(const Expr *e) {
  e = plain(e);
  while (const auto *copied = dyn_cast<CXXConstructExpr>(e)) {
    if (!copied->isElidable() || copied->getNumArgs() != 1)
      break;
    e = plain(copied->getArg(0));
  }
  return e;
}

/// The call that `e` is as a whole and whose body goes in its place.
const CallExpr *FunctionCopy::inlinedCall(const Expr *e) const {
  const auto *call = e ? dyn_cast<CallExpr>(bare(e)) : nullptr;
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
  const Expr *whole = bare(e);
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
