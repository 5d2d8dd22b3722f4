// Statements of the user's body -> the Model's statement tree. What is not
// understood is refused by name.
#include "Attributes.h"
#include "FunctionLowering.h"
#include "Iterators.h"
#include "LocalNames.h"
#include "regtt/Frontend/Model/Constants.h"

using namespace regtt;
using namespace clang;

bool FunctionLowering::run() {
  function.body.kind = Statement::Block;
  function.body.loc = function.decl->getLocation();
  ok &= checkAttributes(builder, function.decl) &&
        (!isProgram() ||
         checkAttributes(builder, builder.loopFunction, /*ofHead=*/true));
  replaceIterators(builder, function.decl);
  if (isTraversal() && traversal.nodesAreNumbers)
    findLinkLocals(function.decl->getBody());
  if (isa<CXXConstructorDecl>(function.decl))
    constructorBody();
  else
    function.body.body = block(function.decl->getBody());
  if (returnsValue())
    checkReturned();
  dropLoopsLinks(function.body.body);
  nameVariables(function);
  if (isTraversal() && traversal.nodesAreNumbers && ok)
    mergeNumbers();
  return ok;
}

std::vector<Statement> FunctionLowering::block(const clang::Stmt *s) {
  std::vector<Statement> out;
  if (const auto *compound = dyn_cast_or_null<CompoundStmt>(s)) {
    for (const clang::Stmt *inner : compound->body())
      stmt(inner, out);
  } else if (s) {
    stmt(s, out);
  }
  return out;
}

static Statement make(Statement::Kind kind, SourceLocation loc) {
  Statement result;
  result.kind = kind;
  result.loc = loc;
  return result;
}

void FunctionLowering::stmt(const clang::Stmt *s, std::vector<Statement> &out) {
  if (isa<NullStmt>(s) || siblingSteps.count(s) ||
      (!isProgram() && childLoop(s, out)))
    return;
  if (const auto *attributed = dyn_cast<AttributedStmt>(s))
    return stmt(attributed->getSubStmt(), out);
  if (isa<CompoundStmt>(s)) {
    out.push_back(make(Statement::Block, s->getBeginLoc()));
    out.back().body = block(s);
    return;
  }
  if (const auto *branch = dyn_cast<IfStmt>(s))
    return ifStmt(branch, out);
  if (const auto *declared = dyn_cast<DeclStmt>(s))
    return declStmt(declared, out);
  if (const auto *loop = dyn_cast<ForStmt>(s))
    return forStmt(loop, out);
  if (const auto *loop = dyn_cast<CXXForRangeStmt>(s))
    return rangeFor(loop, out);
  if (const auto *choice = dyn_cast<SwitchStmt>(s))
    return switchStmt(choice, out);
  if (const auto *loop = dyn_cast<WhileStmt>(s)) {
    if (loop->getConditionVariable())
      return notTaken(s->getBeginLoc(), "a declaration in a condition");
    return whileStmt(s, loop->getCond(), loop->getBody(), Statement::While,
                     out);
  }
  if (const auto *loop = dyn_cast<DoStmt>(s))
    return whileStmt(s, loop->getCond(), loop->getBody(), Statement::DoWhile,
                     out);
  if (const auto *leave = dyn_cast<ReturnStmt>(s))
    return returnStmt(leave, out);
  if (isa<BreakStmt>(s)) {
    out.push_back(make(Statement::Break, s->getBeginLoc()));
    return;
  }
  if (isProgram() && llvm::is_contained(builder.body.skips, s)) {
    out.push_back(make(Statement::Return, s->getBeginLoc()));
    return;
  }
  if (isa<ContinueStmt>(s)) {
    out.push_back(make(Statement::Continue, s->getBeginLoc()));
    return;
  }
  if (const auto *e = dyn_cast<Expr>(s)) {
    if (recursiveCall(e, out))
      return;
    hoistCalls(e, out);
    expr(e);
    out.push_back(make(Statement::Eval, s->getBeginLoc()));
    out.back().cond = e;
    return;
  }
  notTaken(s->getBeginLoc(), constructName(s));
}

void FunctionLowering::ifStmt(const IfStmt *s, std::vector<Statement> &out) {
  if (s->isConsteval()) { // what is emitted runs
    if (const clang::Stmt *runs =
            s->isNegatedConsteval() ? s->getThen() : s->getElse())
      stmt(runs, out);
    return;
  }
  if (s->isConstexpr()) {
    const auto taken = s->getNondiscardedCase(builder.context);
    if (taken && *taken)
      stmt(*taken, out);
    return;
  }
  std::vector<Statement> scoped;
  const bool opens = s->getInit() || s->getConditionVariable();
  std::vector<Statement> &target = opens ? scoped : out;
  if (s->getInit())
    stmt(s->getInit(), scoped);
  if (const DeclStmt *declared = s->getConditionVariableDeclStmt())
    declStmt(declared, scoped);
  // `if (a && f(n)) ...` of a query program: one test in the other.
  llvm::SmallVector<const Expr *, 4> tests;
  if (!(isProgram() && !s->getElse() && holdsMaybe(s->getCond()) &&
        testsInOrder(s->getCond(), tests)))
    tests.assign(1, s->getCond());
  std::vector<Statement> *into = &target;
  for (const Expr *test : tests) {
    hoistCalls(test, *into);
    condition(test);
    into->push_back(make(Statement::If, s->getBeginLoc()));
    into->back().cond = test;
    into = &into->back().body;
  }
  *into = block(s->getThen());
  if (s->getElse())
    target.back().orElse = block(s->getElse());
  if (opens) {
    out.push_back(make(Statement::Block, s->getBeginLoc()));
    out.back().body = std::move(scoped);
  }
}

void FunctionLowering::declStmt(const DeclStmt *s,
                                std::vector<Statement> &out) {
  for (const Decl *decl : s->decls()) {
    if (const auto *var = dyn_cast<VarDecl>(decl))
      local(var, out, s->getBeginLoc());
    else if (!isa<TypedefNameDecl, StaticAssertDecl, UsingDecl, UsingShadowDecl,
                  UsingDirectiveDecl, TagDecl>(decl))
      notTaken(decl->getLocation(), decl->getDeclKindName());
  }
}

/// What a local pointer or reference is another name for. Of elements of an
/// array it may be stepped from one to another.
std::optional<Role> FunctionLowering::alias(const VarDecl *var) {
  const QualType type = var->getType();
  if (!var->getInit() || !(type->isPointerType() || pointedRecord(type)))
    return std::nullopt;
  const bool changes = isReassigned(function.decl->getBody(), var);
  const auto bound = changes && type->isPointerType()
                         ? bindPointer(var->getInit(), /*stepped=*/true)
                     : pointedRecord(type)
                         ? bindRecord(var->getInit(), type->isPointerType())
                         : bindPointer(var->getInit());
  const bool ofElements = bound && bound->kind == Role::Object &&
                          bound->base == Base::Element &&
                          bound->steps.empty() && type->isPointerType();
  return changes && !ofElements ? std::nullopt : bound;
}

/// Whether a reference is to what nothing changes: a copy is as good.
bool FunctionLowering::isConstant(const VarDecl *var) {
  if (!var->getInit() || !var->getType()->getPointeeType().isConstQualified())
    return false;
  const Expr *init = var->getInit()->IgnoreParens();
  if (const auto *cleanups = dyn_cast<ExprWithCleanups>(init))
    init = cleanups->getSubExpr()->IgnoreParens();
  if (isa<MaterializeTemporaryExpr>(init))
    return true;
  const auto place = object(init);
  return place && (place->shared || place->base != Base::Query);
}

void FunctionLowering::local(const VarDecl *var, std::vector<Statement> &out,
                             SourceLocation loc) {
  if (rootElements.count(var))
    return; // its roots are named by the element that it is
  hoistCalls(var->getInit(), out);
  if (isProgram() && function.roles.lookup(var).kind == Role::Object &&
      function.roles.lookup(var).base == Base::Query)
    return keptLocal(var, out, loc);
  if (!var->hasLocalStorage()) {
    const bool constant =
        var->getType().isConstant(builder.context) && var->getInit() &&
        var->getInit()->isConstantInitializer(builder.context, false);
    if (!constant)
      notTaken(var->getLocation(), "a static local variable");
    // A constant number is folded where it is used; a table becomes a local.
    if (!constant || isScalar(var->getType()))
      return;
  }
  // Named by template arguments alone, which are known.
  if (var->isConstexpr() && isScalar(var->getType()) &&
      !mentions(function.decl->getBody(), var))
    return;
  if (isa<DecompositionDecl>(var) && var->getType()->isReferenceType() &&
      !isConstant(var))
    return notTaken(var->getLocation(), "a structured binding to a reference");
  const QualType type = var->getType();
  if (const auto *made = var->getInit()
                             ? dyn_cast<LambdaExpr>(plain(var->getInit()))
                             : nullptr) {
    lambda(made, out);
    return;
  }
  if (isLinkArray(var))
    return linkArray(var, out, loc);
  Role role;
  if (linkLocals.count(var) ||
      ((isNodePointer(type) ||
        (type->isReferenceType() && isNodeObject(type->getPointeeType()))) &&
       !(var->getInit() && isNode(var->getInit())))) {
    return linkLocal(var, out, loc);
  } else if (const auto copied = copiedNode(var)) {
    function.roles[var] = *copied;
    return;
  } else if (const auto bound =
                 isa<DecompositionDecl>(var) ? std::nullopt : alias(var)) {
    function.roles[var] = *bound;
    if (bound->kind == Role::Shared || bound->base != Base::Element)
      return;                                 // nothing is declared
    out.push_back(make(Statement::Let, loc)); // the element's number
    out.back().vars.push_back(var);
    return;
  } else if (pointedRecord(type) && !isa<DecompositionDecl>(var) &&
             (!isValue(type->getPointeeType()) || !var->getInit() ||
              (type->isPointerType() &&
               isa<ConditionalOperator>(plain(var->getInit()))) ||
              isReassigned(function.decl->getBody(), var))) {
    notTaken(var->getLocation(),
             "a pointer to a struct that is not one object throughout");
    return;
  } else {
    QualType datum = type;
    if (type->isPointerType() || type->isReferenceType())
      datum = type->getPointeeType();
    if (!isCopyable(datum, builder.context)) {
      report(var->getLocation(), Diag::RTT2011)
          << type.getAsString() << var->getName();
      return;
    }
    // A pointer or reference may be written through.
    const bool writable = (type->isPointerType() || type->isReferenceType()) &&
                          !datum.isConstQualified();
    if (var->isConstexpr() && !isScalar(type) &&
        asksForEvaluation(var->getInit()))
      return notTaken(var->getLocation(),
                      "a constant that asks whether it is evaluated");
    if (var->getInit() && !constantOf(var, builder.context))
      expr(var->getInit(), writable ? ReadWrite : Read);
  }
  function.roles[var] = role;
  out.push_back(make(Statement::Let, loc));
  out.back().vars.push_back(var);
}

void FunctionLowering::forStmt(const ForStmt *s, std::vector<Statement> &out) {
  if (s->getConditionVariable())
    return notTaken(s->getBeginLoc(), "a declaration in a condition");
  Statement loop = make(Statement::Loop, s->getBeginLoc());
  loop.form = Statement::For;
  if (s->getInit())
    stmt(s->getInit(), loop.init);
  const bool calls =
      isProgram() && s->getCond() && holdsRecursion(s->getCond());
  if (s->getCond() && !calls)
    condition(s->getCond());
  if (s->getInc())
    expr(s->getInc());
  loop.cond = calls ? nullptr : s->getCond();
  loop.step = s->getInc();
  const auto counted = countedUp(s);
  if (counted)
    loops.push_back(*counted);
  counters.push_back(s->getInc());
  if (calls)
    leaveUnless(s->getCond(), loop.body);
  for (Statement &inner : block(s->getBody()))
    loop.body.push_back(std::move(inner));
  counters.pop_back();
  if (counted)
    loops.pop_back();
  out.push_back(std::move(loop));
}

void FunctionLowering::whileStmt(const clang::Stmt *s, const Expr *cond,
                                 const clang::Stmt *body,
                                 Statement::LoopForm form,
                                 std::vector<Statement> &out) {
  Statement loop = make(Statement::Loop, s->getBeginLoc());
  loop.form = form;
  if (isProgram() && form == Statement::While && holdsRecursion(cond)) {
    loop.form = Statement::For;
    leaveUnless(cond, loop.body);
  } else {
    condition(cond);
    loop.cond = cond;
  }
  for (Statement &inner : block(body))
    loop.body.push_back(std::move(inner));
  out.push_back(std::move(loop));
}

void FunctionLowering::returnStmt(const ReturnStmt *s,
                                  std::vector<Statement> &out) {
  if (const Expr *value = s->getRetValue()) {
    // `return f(p, n->left);` in a void function.
    if (value->getType()->isVoidType()) {
      if (!recursiveCall(value, out)) {
        expr(value);
        out.push_back(make(Statement::Eval, s->getBeginLoc()));
        out.back().cond = value;
      }
      out.push_back(make(Statement::Return, s->getBeginLoc()));
      return;
    }
    if (returnsValue())
      return returnValue(value, out);
    expr(value, function.resultWritten ? ReadWrite : Read);
  }
  out.push_back(make(Statement::Return, s->getBeginLoc()));
  out.back().cond = s->getRetValue();
  if (function.made)
    out.back().cond = nameMade();
}

void FunctionLowering::notTaken(SourceLocation loc, llvm::StringRef what) {
  report(loc, Diag::RTT2004) << what;
}
