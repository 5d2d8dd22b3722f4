// Lambdas: each call is a call of a helper, as for any function. What the
// lambda captures is bound as it is where the lambda stands; captured locals
// are handed on by reference. A lambda is no value of its own: its type says
// which one it is.
//
//     auto near = [&](float d) { return d * d < q->best * scale; };
//     if (near(n->x - q->x)) ...
//  -> bool near(const Query &q, float d, const float &scale)
#include "FunctionLowering.h"
#include "regtt/Frontend/Model/Walk.h"

using namespace regtt;
using namespace clang;

const LambdaExpr *FunctionLowering::lambdaOf(QualType type) const {
  const auto *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isLambda() ? builder.lambdas.lookup(record)
                                      : nullptr;
}

/// Whether `e` is no more than read by what stands around it in `in`.
static bool onlyRead(const clang::Stmt *in, const VarDecl *var) {
  if (!in)
    return true;
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(in);
      cast && (cast->getCastKind() == CK_LValueToRValue ||
               (cast->getCastKind() == CK_NoOp &&
                cast->getType().isConstQualified()))) {
    const Expr *of = cast->getSubExpr()->IgnoreParens();
    while (const auto *member = dyn_cast<MemberExpr>(of))
      of = member->getBase()->IgnoreParens();
    if (isa<DeclRefExpr>(of))
      return true;
  }
  if (const auto *name = dyn_cast<DeclRefExpr>(in))
    return name->getDecl() != var;
  return llvm::all_of(in->children(), [&](const clang::Stmt *child) {
    return onlyRead(child, var);
  });
}

/// A copy that a lambda holds is the variable itself, if neither changes.
bool FunctionLowering::captureByCopy(const LambdaExpr *lambda,
                                     const VarDecl *var, SourceLocation loc) {
  const std::string name = var->getNameAsString();
  const auto found = function.roles.find(var);
  if (found == function.roles.end())
    return true; // a constant
  const Role &role = found->second;
  const bool isCopyOfObject = var->getType()->isReferenceType() &&
                              role.kind == Role::Object &&
                              role.base == Base::Query;
  if (!lambda->getCallOperator()->isConst() || isCopyOfObject) {
    notTaken(loc, "a lambda that holds a copy of '" + name + "' of its own");
    return false;
  }
  const bool isValue = role.kind == Role::Value || role.kind == Role::Arg;
  if (isValue && !var->getType().isConstQualified() &&
      !onlyRead(function.decl->getBody(), var)) {
    notTaken(loc, "a lambda that captures by value '" + name +
                      "', which may change");
    return false;
  }
  return true;
}

/// Takes note of a lambda where it stands; declares what `[x = ...]` makes.
bool FunctionLowering::lambda(const LambdaExpr *e,
                              std::vector<Statement> &out) {
  builder.lambdas[e->getLambdaClass()] = e;
  for (const LambdaCapture &capture : e->captures()) {
    if (!capture.capturesVariable())
      continue; // `this` is what it is around the lambda
    const auto *var = cast<VarDecl>(capture.getCapturedVar());
    if (var->isInitCapture())
      local(var, out, capture.getLocation());
    if (capture.getCaptureKind() == LCK_ByCopy &&
        !captureByCopy(e, var, capture.getLocation()))
      return false;
  }
  return true;
}

/// Binds in `helper` what `lambda` captures.
bool FunctionLowering::bindCaptures(Function &helper, const LambdaExpr *lambda,
                                    SourceLocation loc) {
  for (const LambdaCapture &capture : lambda->captures()) {
    if (!capture.capturesVariable())
      continue;
    const auto *var = cast<VarDecl>(capture.getCapturedVar());
    if (const LambdaExpr *other = lambdaOf(var->getType())) {
      if (!bindCaptures(helper, other, loc))
        return false;
      continue;
    }
    const auto found = function.roles.find(var);
    if (found == function.roles.end())
      continue; // a constant
    Role role = found->second;
    const bool element =
        role.kind == Role::Object && role.base == Base::Element;
    if (role.kind == Role::Value &&
        (var->getType()->isPointerType() ||
         (var->getType()->isReferenceType() && !isa<ParmVarDecl>(var)))) {
      notTaken(loc, "a lambda that captures the pointer or reference '" +
                        var->getNameAsString() + "'");
      return false;
    }
    if (role.kind == Role::Arg)
      role = Role();
    if ((role.kind == Role::Value || element) &&
        !llvm::is_contained(helper.captured, var))
      helper.captured.push_back(var);
    helper.roles[var] = role;
  }
  return true;
}

/// `near(x)`, or a lambda that is called where it stands.
bool FunctionLowering::lambdaCall(const CallExpr *e, const FunctionDecl *callee,
                                  Use use) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (!method || !method->getParent()->isLambda() ||
      method->getOverloadedOperator() != OO_Call)
    return false;
  const Expr *object = plain(calledObject(e));
  if (const auto *made = dyn_cast<LambdaExpr>(object)) {
    std::vector<Statement> none;
    if (!lambda(made, none))
      return true;
    if (!none.empty()) {
      notTaken(e->getBeginLoc(),
               "a lambda with an initialiser that is called where it stands");
      return true;
    }
  }
  const LambdaExpr *lambda = lambdaOf(object->getType());
  if (!lambda)
    return false; // outside all functions
  auto helper = std::make_unique<Function>();
  const bool usesThis =
      llvm::any_of(lambda->captures(), [](const LambdaCapture &capture) {
        return capture.capturesThis();
      });
  if (usesThis) {
    if (!function.thisRole || function.thisRole->kind == Role::Value ||
        (function.thisRole->kind == Role::Object &&
         function.thisRole->base == Base::Element)) {
      notTaken(e->getBeginLoc(), "a lambda that captures a value's 'this'");
      return true;
    }
    helper->thisRole = function.thisRole;
  }
  if (!bindCaptures(*helper, lambda, e->getBeginLoc()))
    return true;
  const VarDecl *var = namedVariable(object);
  helper->name = var ? var->getNameAsString() : "lambda";
  finishCall(e, callee, std::move(helper), use);
  const auto call = function.helperCalls.find(e);
  if (call == function.helperCalls.end())
    return true;
  const Function &lowered = *traversal.helpers[call->second];
  for (const VarDecl *written : lowered.captured) {
    if (!lowered.written.count(written))
      continue;
    const bool counts = llvm::any_of(counters, [&](const Expr *step) {
      return step && mentions(step, written);
    });
    if (counts || function.roles.lookup(written).kind == Role::Arg)
      notTaken(e->getBeginLoc(), "a lambda that changes '" +
                                     written->getNameAsString() +
                                     "', a loop's variable or a parameter");
    else if (llvm::is_contained(function.captured, written))
      function.written.insert(written);
  }
  return true;
}

/// A parameter that is a lambda, which its type says.
Role FunctionLowering::lambdaRole() {
  Role role;
  role.kind = Role::Shared;
  return role;
}

/// Whether argument `k` is a lambda; binds in `helper` what that captures.
bool FunctionLowering::handsLambda(const Expr *call, unsigned k,
                                   Function &helper) {
  const Expr *argument = plain(argumentOf(call, k));
  // A copy of a lambda is that lambda.
  if (const auto *copy = dyn_cast<CXXConstructExpr>(argument);
      copy && copy->getNumArgs() == 1 &&
      copy->getType()->getAsCXXRecordDecl() &&
      copy->getType()->getAsCXXRecordDecl()->isLambda())
    argument = plain(copy->getArg(0));
  const SourceLocation loc = argument->getBeginLoc();
  if (const auto *made = dyn_cast<LambdaExpr>(argument)) {
    std::vector<Statement> none;
    if (!lambda(made, none))
      return true;
    if (!none.empty()) {
      notTaken(loc, "a lambda with an initialiser that is handed on");
      return true;
    }
  }
  const LambdaExpr *handed = lambdaOf(argument->getType());
  if (!handed)
    return false;
  if (llvm::any_of(handed->captures(), [](const LambdaCapture &capture) {
        return capture.capturesThis();
      })) {
    notTaken(loc, "a lambda that captures 'this' and is handed on");
    return true;
  }
  bindCaptures(helper, handed, loc);
  return true;
}
