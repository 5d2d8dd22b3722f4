#include "ReturnRemoval.h"

using namespace regtt;
using namespace clang;

namespace {

const clang::Stmt *firstReturn(const clang::Stmt *s) {
  if (!s || isa<Expr>(s))
    return nullptr;
  if (isa<ReturnStmt>(s))
    return s;
  for (const clang::Stmt *child : s->children())
    if (const clang::Stmt *found = firstReturn(child))
      return found;
  return nullptr;
}

bool alwaysReturns(const clang::Stmt *s) {
  if (!s)
    return false;
  if (const auto *block = dyn_cast<CompoundStmt>(s))
    return llvm::any_of(block->body(), alwaysReturns);
  if (const auto *branch = dyn_cast<IfStmt>(s))
    return alwaysReturns(branch->getThen()) && alwaysReturns(branch->getElse());
  return isa<ReturnStmt>(s);
}

class ReturnRemoval {
public:
  ReturnRemoval(ASTContext &context, VarDecl *result)
      : context(context), result(result) {}

  void list(llvm::ArrayRef<clang::Stmt *> body, Statements &out) {
    for (size_t k = 0; k < body.size(); ++k) {
      clang::Stmt *s = body[k];
      if (!firstReturn(s)) {
        out.push_back(s);
        continue;
      }
      const auto rest = body.drop_front(k + 1);
      if (auto *leave = dyn_cast<ReturnStmt>(s))
        value(leave, out);
      else if (auto *block = dyn_cast<CompoundStmt>(s))
        out.push_back(joined(block, rest));
      else if (auto *test = dyn_cast<IfStmt>(s))
        branch(test, rest, out);
      else
        refused = firstReturn(s);
      return;
    }
  }

  const clang::Stmt *refused = nullptr;

private:
  void value(ReturnStmt *leave, Statements &out) {
    Expr *e = leave->getRetValue();
    if (!e)
      return;
    if (!result) {
      if (e->getType()->isVoidType() || e->HasSideEffects(context))
        out.push_back(e);
      return;
    }
    if (auto *whole = dyn_cast<ExprWithCleanups>(e))
      e = whole->getSubExpr();
    Expr *target = DeclRefExpr::Create(
        context, NestedNameSpecifierLoc(), SourceLocation(), result, false,
        leave->getReturnLoc(), result->getType(), VK_LValue);
    out.push_back(BinaryOperator::Create(
        context, target, asOperand(context, e), BO_Assign, result->getType(),
        VK_LValue, OK_Ordinary, leave->getReturnLoc(), FPOptionsOverride()));
  }

  /// The statements of `s`, if that is not null, and `rest` in one block.
  clang::Stmt *joined(clang::Stmt *s, llvm::ArrayRef<clang::Stmt *> rest) {
    Statements all, out;
    if (auto *block = dyn_cast_or_null<CompoundStmt>(s))
      all.append(block->body_begin(), block->body_end());
    else if (s)
      all.push_back(s);
    all.append(rest.begin(), rest.end());
    list(all, out);
    const SourceLocation loc = s             ? s->getBeginLoc()
                               : out.empty() ? SourceLocation()
                                             : out.front()->getBeginLoc();
    return CompoundStmt::Create(context, out, FPOptionsOverride(), loc, loc);
  }

  /// What follows goes into the branch that goes on.
  void branch(IfStmt *test, llvm::ArrayRef<clang::Stmt *> rest,
              Statements &out) {
    const bool thenLeaves = alwaysReturns(test->getThen());
    const bool otherLeaves = alwaysReturns(test->getElse());
    if (!thenLeaves && !otherLeaves && !rest.empty()) {
      refused = firstReturn(test);
      return;
    }
    const llvm::ArrayRef<clang::Stmt *> none;
    clang::Stmt *then = joined(test->getThen(), thenLeaves ? none : rest);
    const auto after = otherLeaves || !thenLeaves ? none : rest;
    clang::Stmt *other = test->getElse() || !after.empty()
                             ? joined(test->getElse(), after)
                             : nullptr;
    out.push_back(IfStmt::Create(
        context, test->getIfLoc(), test->getStatementKind(), test->getInit(),
        test->getConditionVariable(), test->getCond(), test->getLParenLoc(),
        test->getRParenLoc(), then, test->getElseLoc(), other));
  }

  ASTContext &context;
  VarDecl *result;
};

} // namespace

Expr *regtt::asOperand(ASTContext &context, const Expr *value) {
  auto *e = const_cast<Expr *>(value);
  const auto *pair = dyn_cast<BinaryOperator>(e->IgnoreImplicit());
  return pair && pair->isCommaOp()
             ? new (context) ParenExpr(e->getBeginLoc(), e->getEndLoc(), e)
             : e;
}

const clang::Stmt *regtt::removeReturns(ASTContext &context, VarDecl *result,
                                        Statements &body) {
  ReturnRemoval removal(context, result);
  Statements out;
  removal.list(body, out);
  body = std::move(out);
  return removal.refused;
}
