#include "PointerWalks.h"

#include "Attributes.h"
#include "Builder.h"

using namespace regtt;
using namespace clang;

namespace {

/// Follows one pointer, `address` or what `holder` holds.
class Walk {
public:
  bool of(const Expr *address, const clang::Stmt *code) {
    return any(code, [&](const Expr *e) { return leads(e, address); });
  }

private:
  bool of(const VarDecl *holder, const clang::Stmt *code) {
    return visited.insert(holder).second &&
           any(code, [&](const Expr *e) { return namedVariable(e) == holder; });
  }

  /// Whether the value of `e` is that of `address`.
  static bool leads(const Expr *e, const Expr *address) {
    e = plain(e);
    while (const auto *cast = dyn_cast<ExplicitCastExpr>(e))
      e = plain(cast->getSubExpr());
    if (const auto *choice = dyn_cast<ConditionalOperator>(e))
      return leads(choice->getTrueExpr(), address) ||
             leads(choice->getFalseExpr(), address);
    return e == address;
  }

  /// Whether a pointer that `is` says is the one in question is moved in `s`.
  bool any(const clang::Stmt *s, llvm::function_ref<bool(const Expr *)> is) {
    if (!s)
      return false;
    if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(s))
      if (const auto *index = dyn_cast<IntegerLiteral>(
              subscript->getIdx()->IgnoreParenImpCasts());
          is(subscript->getBase()) && !(index && index->getValue() == 0))
        return true;
    if (const auto *op = dyn_cast<BinaryOperator>(s)) {
      if (op->isAdditiveOp() || op->isCompoundAssignmentOp())
        if (is(op->getLHS()) || is(op->getRHS()))
          return true;
      if (op->getOpcode() == BO_Assign && is(op->getRHS()))
        if (const VarDecl *var = namedVariable(op->getLHS());
            !var || moves(var))
          return true;
    }
    if (const auto *op = dyn_cast<UnaryOperator>(s);
        op && op->isIncrementDecrementOp() && is(op->getSubExpr()))
      return true;
    if (const auto *leave = dyn_cast<ReturnStmt>(s);
        leave && leave->getRetValue() && is(leave->getRetValue()))
      return true; // callers may
    if (const auto *declared = dyn_cast<DeclStmt>(s))
      for (const Decl *decl : declared->decls())
        if (const auto *var = dyn_cast<VarDecl>(decl);
            var && var->getInit() && is(var->getInit()) && moves(var))
          return true;
    if (const auto *call = dyn_cast<CallExpr>(s))
      for (unsigned k = 0; k < call->getNumArgs(); ++k)
        if (is(call->getArg(k)) && movesArgument(call, k))
          return true;
    for (const clang::Stmt *child : s->children())
      if (any(child, is))
        return true;
    return false;
  }

  bool moves(const VarDecl *var) {
    const auto *function =
        dyn_cast_or_null<FunctionDecl>(var->getDeclContext());
    return !function || of(var, function->getBody());
  }

  /// Of the library's functions none that a traversal may call does.
  bool movesArgument(const CallExpr *call, unsigned k) {
    const FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
    if (isa<CXXOperatorCallExpr>(call) &&
        isa_and_nonnull<CXXMethodDecl>(callee))
      k -= k > 0; // the object
    return callee && hasBody(callee, definition) &&
           k < definition->getNumParams() &&
           of(definition->getParamDecl(k), definition->getBody());
  }

  llvm::SmallPtrSet<const VarDecl *, 4> visited;
};

} // namespace

bool regtt::isWalked(const Expr *address, const FunctionDecl *function) {
  return Walk().of(plain(address), function->getBody());
}
