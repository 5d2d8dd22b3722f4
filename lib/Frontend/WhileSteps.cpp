// Finds the last thing that an annotated `while` does to what its condition
// names.
#include "regtt/Frontend/WhileSteps.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtCXX.h>
#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using llvm::dyn_cast;

namespace {

class Names : public clang::RecursiveASTVisitor<Names> {
public:
  static bool in(const clang::Stmt *s, const clang::VarDecl *variable) {
    Names names(variable);
    names.TraverseStmt(const_cast<clang::Stmt *>(s));
    return names.found;
  }
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitDeclRefExpr(clang::DeclRefExpr *e) {
    found |= e->getDecl()->getCanonicalDecl() == variable;
    return !found;
  }

private:
  explicit Names(const clang::VarDecl *variable)
      : variable(variable->getCanonicalDecl()) {}
  const clang::VarDecl *variable;
  bool found = false;
};

} // namespace

/// Whether `s` may go on to the next iteration of the loop around it, or jump
/// to where nothing is known of.
static bool goesOn(const clang::Stmt *s) {
  if (!s || llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt,
                      clang::CXXForRangeStmt, clang::LambdaExpr>(s))
    return false;
  return llvm::isa<clang::ContinueStmt, clang::GotoStmt, clang::LabelStmt>(s) ||
         llvm::any_of(s->children(), goesOn);
}

static const clang::VarDecl *namedBy(const clang::Expr *e) {
  const auto *name = dyn_cast<clang::DeclRefExpr>(e->IgnoreParens());
  return name ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
}

/// The variable that an expression statement changes, and nothing but that.
static const clang::VarDecl *changedBy(const clang::Stmt *s) {
  const auto *e = llvm::dyn_cast<clang::Expr>(s);
  if (const auto *full = llvm::dyn_cast_or_null<clang::FullExpr>(e))
    e = full->getSubExpr();
  if (!e)
    return nullptr;
  e = e->IgnoreParens();
  if (const auto *counted = dyn_cast<clang::UnaryOperator>(e))
    return counted->isIncrementDecrementOp() ? namedBy(counted->getSubExpr())
                                             : nullptr;
  if (const auto *set = dyn_cast<clang::BinaryOperator>(e))
    return set->isAssignmentOp() ? namedBy(set->getLHS()) : nullptr;
  const auto *moved = dyn_cast<clang::CXXOperatorCallExpr>(e);
  return moved && moved->getNumArgs() &&
                 (moved->getOperator() == clang::OO_PlusPlus ||
                  moved->getOperator() == clang::OO_MinusMinus)
             ? namedBy(moved->getArg(0))
             : nullptr;
}

/// `operator++`, of `++it`.
static bool isOperator(const clang::Stmt *s) {
  const auto *e = dyn_cast<clang::Expr>(s);
  const auto *name =
      e ? dyn_cast<clang::DeclRefExpr>(e->IgnoreImplicit()) : nullptr;
  return name && llvm::isa<clang::FunctionDecl>(name->getDecl());
}

/// Whether what a change of `variable` makes of it depends on nothing else.
static bool readsOnly(const clang::Stmt *s, const clang::VarDecl *variable) {
  if (const auto *e = dyn_cast<clang::Expr>(s))
    if (const clang::VarDecl *named = namedBy(e))
      return named->getCanonicalDecl() == variable->getCanonicalDecl();
  return !llvm::isa<clang::MemberExpr, clang::ArraySubscriptExpr,
                    clang::LambdaExpr>(s) &&
         llvm::all_of(s->children(), [&](const clang::Stmt *child) {
           return !child || isOperator(child) || readsOnly(child, variable);
         });
}

llvm::SmallPtrSet<const clang::Stmt *, 2>
regtt::stepsOf(const clang::WhileStmt *loop,
               llvm::function_ref<bool(const clang::VarDecl *)> isShared) {
  llvm::SmallPtrSet<const clang::Stmt *, 2> result;
  const auto *body = dyn_cast<clang::CompoundStmt>(loop->getBody());
  if (!body || loop->getConditionVariable())
    return result;
  const llvm::ArrayRef all(body->body_begin(), body->body_end());
  for (size_t k = all.size(); k-- > 0;) {
    const clang::VarDecl *variable = changedBy(all[k]);
    if (!variable || !variable->hasLocalStorage() ||
        variable->getType()->isReferenceType() ||
        variable->getType().isVolatileQualified() || isShared(variable) ||
        !Names::in(loop->getCond(), variable))
      continue;
    const llvm::ArrayRef later = all.drop_front(k + 1);
    const bool isLast = llvm::all_of(later, [&](const clang::Stmt *s) {
      return result.count(s) ||
             (readsOnly(all[k], variable) && !Names::in(s, variable));
    });
    if (isLast && llvm::none_of(all.take_front(k), goesOn))
      result.insert(all[k]);
  }
  return result;
}
