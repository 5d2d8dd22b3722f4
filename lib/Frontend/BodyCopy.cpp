// One case a statement class; what is in none, and holds what is replaced, is
// noted, which the caller takes for a refusal.
#include "BodyCopy.h"

using namespace regtt;
using namespace clang;

Expr *BodyCopy::expression(Expr *e) {
  if (!e)
    return nullptr;
  Expr *result = copy(e);
  if (!result)
    fail(e);
  return result ? result : e;
}

/// Whether `s` declares variables that are copied, too.
bool BodyCopy::declares(const clang::Stmt *s) const {
  return s && (isa<DeclStmt>(s) ||
               llvm::any_of(s->children(), [&](const clang::Stmt *child) {
                 return declares(child);
               }));
}

clang::Stmt *BodyCopy::branch(clang::Stmt *s, bool last) {
  if (!s)
    return nullptr;
  Statements out;
  statement(s, last, out);
  if (out.size() == 1)
    return out.front();
  return CompoundStmt::Create(context, out, FPOptionsOverride(),
                              s->getBeginLoc(), s->getEndLoc());
}

void BodyCopy::block(llvm::ArrayRef<clang::Stmt *> body, bool last,
                     Statements &out) {
  for (size_t k = 0; k < body.size(); ++k) {
    const auto *leave =
        k + 1 < body.size() ? dyn_cast<ReturnStmt>(body[k + 1]) : nullptr;
    const bool isLast =
        (last && k + 1 == body.size()) || (leave && !leave->getRetValue());
    statement(body[k], isLast, out);
  }
}

void BodyCopy::statement(clang::Stmt *s, bool last, Statements &out) {
  if (!concerns(s) && !declares(s))
    return out.push_back(s);
  if (expand(s, last, out))
    return;
  if (auto *e = dyn_cast<Expr>(s)) {
    prepare(e, out);
    return out.push_back(expression(e));
  }
  if (auto *compound = dyn_cast<CompoundStmt>(s)) {
    Statements inner;
    block(llvm::ArrayRef(compound->body_begin(), compound->size()), last,
          inner);
    return out.push_back(
        CompoundStmt::Create(context, inner, FPOptionsOverride(),
                             compound->getLBracLoc(), compound->getRBracLoc()));
  }
  if (auto *decl = dyn_cast<DeclStmt>(s))
    return declaration(decl, out);
  if (auto *test = dyn_cast<IfStmt>(s); test && !test->isConsteval())
    return selection(test, last, out);
  if (auto *leave = dyn_cast<ReturnStmt>(s)) {
    if (Expr *value = leave->getRetValue())
      prepare(value, out);
    return out.push_back(ReturnStmt::Create(context, leave->getReturnLoc(),
                                            expression(leave->getRetValue()),
                                            nullptr));
  }
  if (auto *attributed = dyn_cast<AttributedStmt>(s))
    return statement(attributed->getSubStmt(), last, out);
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(s))
    return out.push_back(loop(s));
  if (auto *selected = dyn_cast<SwitchStmt>(s)) {
    if (!selected->getInit())
      prepare(selected->getCond(), out);
    return out.push_back(choice(selected));
  }
  if (auto *of = dyn_cast<SwitchCase>(s))
    return out.push_back(label(of));
  fail(s);
  out.push_back(s);
}

/// The copy of a variable, with a copy of its value.
VarDecl *BodyCopy::variable(VarDecl *var) {
  VarDecl *made = isa<DecompositionDecl>(var) ? nullptr : local(var);
  if (!made) {
    if (concerns(var->getInit()))
      fail(var->getInit());
    return var;
  }
  // Named in its own value it is itself.
  rename(var, made);
  if (var->getInit()) {
    made->setInit(expression(var->getInit()));
    made->setInitStyle(var->getInitStyle());
  }
  return made;
}

DeclStmt *BodyCopy::declared(DeclStmt *s) {
  if (!s)
    return nullptr;
  llvm::SmallVector<Decl *, 2> decls;
  for (Decl *decl : s->decls()) {
    auto *var = dyn_cast<VarDecl>(decl);
    decls.push_back(var ? variable(var) : decl);
  }
  return new (context)
      DeclStmt(DeclGroupRef::Create(context, decls.data(), decls.size()),
               s->getBeginLoc(), s->getEndLoc());
}

void BodyCopy::declaration(DeclStmt *s, Statements &out) {
  if (s->isSingleDecl())
    if (auto *var = dyn_cast<VarDecl>(s->getSingleDecl());
        var && var->getInit())
      prepare(var->getInit(), out);
  out.push_back(declared(s));
}

void BodyCopy::selection(IfStmt *s, bool last, Statements &out) {
  clang::Stmt *init = s->getInit() ? branch(s->getInit(), false) : nullptr;
  VarDecl *var = s->getConditionVariable();
  if (var)
    var = variable(var);
  else if (!init)
    prepare(s->getCond(), out);
  Expr *cond = expression(s->getCond());
  clang::Stmt *then = branch(s->getThen(), last);
  clang::Stmt *other = branch(s->getElse(), last);
  out.push_back(IfStmt::Create(
      context, s->getIfLoc(), s->getStatementKind(), init, var, cond,
      s->getLParenLoc(), s->getRParenLoc(), then, s->getElseLoc(), other));
}

clang::Stmt *BodyCopy::loop(clang::Stmt *s) {
  if (auto *each = dyn_cast<CXXForRangeStmt>(s)) {
    clang::Stmt *init =
        each->getInit() ? branch(each->getInit(), false) : nullptr;
    DeclStmt *range = declared(each->getRangeStmt());
    DeclStmt *begin = declared(each->getBeginStmt());
    DeclStmt *end = declared(each->getEndStmt());
    Expr *cond = expression(each->getCond());
    Expr *step = expression(each->getInc());
    DeclStmt *var = declared(each->getLoopVarStmt());
    return new (context) CXXForRangeStmt(
        init, range, begin, end, cond, step, var,
        branch(each->getBody(), false), each->getForLoc(),
        each->getCoawaitLoc(), each->getColonLoc(), each->getRParenLoc());
  }
  if (auto *counted = dyn_cast<ForStmt>(s)) {
    clang::Stmt *init =
        counted->getInit() ? branch(counted->getInit(), false) : nullptr;
    VarDecl *var = counted->getConditionVariable();
    if (var)
      var = variable(var);
    Expr *cond = expression(counted->getCond());
    Expr *step = expression(counted->getInc());
    return new (context) ForStmt(
        context, init, cond, var, step, branch(counted->getBody(), false),
        counted->getForLoc(), counted->getLParenLoc(), counted->getRParenLoc());
  }
  if (auto *repeated = dyn_cast<WhileStmt>(s)) {
    VarDecl *var = repeated->getConditionVariable();
    if (var)
      var = variable(var);
    Expr *cond = expression(repeated->getCond());
    return WhileStmt::Create(context, var, cond,
                             branch(repeated->getBody(), false),
                             repeated->getWhileLoc(), repeated->getLParenLoc(),
                             repeated->getRParenLoc());
  }
  auto *until = cast<DoStmt>(s);
  clang::Stmt *body = branch(until->getBody(), false);
  return new (context)
      DoStmt(body, expression(until->getCond()), until->getDoLoc(),
             until->getWhileLoc(), until->getRParenLoc());
}

clang::Stmt *BodyCopy::choice(SwitchStmt *s) {
  clang::Stmt *init = s->getInit() ? branch(s->getInit(), false) : nullptr;
  VarDecl *var = s->getConditionVariable();
  if (var)
    var = variable(var);
  auto *made = SwitchStmt::Create(context, init, var, expression(s->getCond()),
                                  s->getLParenLoc(), s->getRParenLoc());
  made->setBody(branch(s->getBody(), false), s->getSwitchLoc());
  return made;
}

clang::Stmt *BodyCopy::label(SwitchCase *s) {
  clang::Stmt *inner = branch(s->getSubStmt(), false);
  auto *value = dyn_cast<CaseStmt>(s);
  if (!value)
    return new (context)
        DefaultStmt(s->getKeywordLoc(), s->getColonLoc(), inner);
  auto *made = CaseStmt::Create(context, value->getLHS(), value->getRHS(),
                                value->getCaseLoc(), value->getEllipsisLoc(),
                                value->getColonLoc());
  made->setSubStmt(inner);
  return made;
}
