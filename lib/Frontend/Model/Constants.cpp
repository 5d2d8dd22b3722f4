// Constants, as the host compiler has them: Clang evaluates, so what it may
// answer differently is none.
#include "regtt/Frontend/Model/Constants.h"

#include "regtt/Frontend/Model/Walk.h"

#include <clang/Basic/Builtins.h>
#include <llvm/ADT/FoldingSet.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace clang;

/// Whether the value of `call` is up to the compiler and its optimizer.
static bool isCompilersChoice(const CallExpr *call, const ASTContext &ast) {
  switch (call->getBuiltinCallee()) {
  case Builtin::BI__builtin_constant_p:
    return !call->getArg(0)->isIntegerConstantExpr(ast);
  case Builtin::BI__builtin_object_size:
  case Builtin::BI__builtin_dynamic_object_size:
  case Builtin::BI__builtin_classify_type:
    return true;
  default:
    return false;
  }
}

static bool isCompilersChoice(const Expr *e, const ASTContext &ast) {
  if (const auto *call = dyn_cast<CallExpr>(e))
    return isCompilersChoice(call, ast);
  if (isa<SourceLocExpr>(e)) // as a default argument, of the call
    return true;
  const auto *name = dyn_cast<PredefinedExpr>(e);
  return name && name->getIdentKind() != PredefinedIdentKind::Func &&
         name->getIdentKind() != PredefinedIdentKind::Function;
}

namespace {

/// Looks at a piece of code and all that it calls.
template <class Visit> class CalledWalk {
public:
  explicit CalledWalk(const Visit &visit) : visit(visit) {}

  void in(const clang::Stmt *s) {
    if (!s)
      return;
    const auto *e = dyn_cast<Expr>(s);
    const auto *call = dyn_cast_or_null<CallExpr>(e);
    // What a failed assertion says is no result.
    if (call && call->getDirectCallee() &&
        call->getDirectCallee()->isNoReturn())
      return;
    visit(s);
    if (const auto *argument = dyn_cast<CXXDefaultArgExpr>(s))
      in(argument->getExpr());
    if (const auto *field = dyn_cast<CXXDefaultInitExpr>(s))
      in(field->getExpr());
    if (call)
      enter(call->getDirectCallee());
    if (const auto *made = dyn_cast_or_null<CXXConstructExpr>(e))
      enter(made->getConstructor());
    for (const clang::Stmt *child : s->children())
      in(child);
  }

private:
  void enter(const FunctionDecl *callee) {
    const FunctionDecl *definition = nullptr;
    if (!callee || !callee->hasBody(definition) ||
        !visited.insert(definition).second)
      return;
    if (const auto *made = dyn_cast<CXXConstructorDecl>(definition))
      for (const CXXCtorInitializer *init : made->inits())
        in(init->getInit());
    in(definition->getBody());
  }

  const Visit &visit;
  llvm::SmallPtrSet<const FunctionDecl *, 8> visited;
};

} // namespace

const Expr *regtt::compilersChoice(const clang::Stmt *s,
                                   const ASTContext &ast) {
  const Expr *found = nullptr;
  const auto visit = [&](const clang::Stmt *inner) {
    const auto *e = dyn_cast<Expr>(inner);
    if (!found && e && isCompilersChoice(e, ast))
      found = e;
  };
  CalledWalk<decltype(visit)>(visit).in(s);
  return found;
}

bool regtt::asksForEvaluation(const clang::Stmt *s) {
  bool found = false;
  const auto visit = [&](const clang::Stmt *inner) {
    const auto *call = dyn_cast<CallExpr>(inner);
    const auto *test = dyn_cast<IfStmt>(inner);
    found |= (test && test->isConsteval()) ||
             (call && call->getBuiltinCallee() ==
                          Builtin::BI__builtin_is_constant_evaluated);
  };
  CalledWalk<decltype(visit)>(visit).in(s);
  return found;
}

std::optional<APValue> regtt::constantValue(const Expr *e,
                                            const ASTContext &ast) {
  Expr::EvalResult result;
  if (e->isValueDependent() || !e->EvaluateAsRValue(result, ast) ||
      result.HasSideEffects || !(result.Val.isInt() || result.Val.isFloat()) ||
      compilersChoice(e, ast))
    return std::nullopt;
  return result.Val;
}

std::optional<APValue> regtt::constantOf(const VarDecl *var,
                                         const ASTContext &ast) {
  if (!var->getInit() || !var->isUsableInConstantExpressions(ast))
    return std::nullopt;
  const APValue *value = var->evaluateValue();
  if (!value || !(value->isInt() || value->isFloat()))
    return std::nullopt;
  const auto atRunTime = constantValue(var->getInit(), ast);
  llvm::FoldingSetNodeID one, other;
  value->Profile(one);
  if (atRunTime)
    atRunTime->Profile(other);
  return atRunTime && one == other ? std::nullopt : std::optional(*value);
}
