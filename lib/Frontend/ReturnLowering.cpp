// Traversals that return values. The value is a datum of the query: what the
// loop assigns the call to. A return sets it, and what follows a call reads it.
//
//     int h = f(n->left);       ->  f(n->left); int h = q.out;
//     return c ? f(l) : f(r);   ->  if (c) f(l); else f(r);
//     return f(l) + f(r);       ->  f(l); int returned = q.out;
//                                   f(r); q.out = returned + q.out;
//
// Calls are taken out of an expression in its order. Where C++ leaves that
// order open it must not matter: checkReturned() sees to that when the whole
// body is known.
#include "FunctionLowering.h"
#include "ReturnRemoval.h"
#include "regtt/Frontend/Model/Walk.h"
#include "regtt/Frontend/Passes/Effects.h"

#include <clang/AST/ASTContext.h>

using namespace regtt;
using namespace clang;

bool FunctionLowering::returnsValue() const {
  return (isTraversal() || isProgram()) && traversal.returned >= 0;
}

bool FunctionLowering::holdsRecursion(const clang::Stmt *s) const {
  if (!s || !returnsValue())
    return false;
  if (const auto *called = dyn_cast<CallExpr>(s); called && isRecursive(called))
    return true;
  return llvm::any_of(s->children(), [&](const clang::Stmt *child) {
    return holdsRecursion(child);
  });
}

/// The type that the value is kept in: of a pointer, that of a number.
QualType FunctionLowering::returnedType() const {
  const FunctionDecl *returning =
      isProgram() ? builder.traversal : function.decl;
  const QualType type = returning->getReturnType().getUnqualifiedType();
  return type->isPointerType() ? builder.context.getSizeType() : type;
}

/// An expression that stands for the value returned last.
const Expr *FunctionLowering::lastReturned(SourceLocation loc, bool written) {
  const QualType type = returnedType();
  auto *e =
      new (builder.context) OpaqueValueExpr(loc, type, VK_LValue, OK_Ordinary);
  Access access;
  access.path = traversal.returned;
  access.written = written;
  function.accesses[e] = access;
  return e;
}

/// Returns `value`: what is evaluated then is that it is set. Of `return a, b`
/// that is b, after a.
void FunctionLowering::setReturned(const Expr *value, SourceLocation loc,
                                   std::vector<Statement> &out) {
  const Expr *target = lastReturned(loc, true);
  Statement set;
  set.kind = Statement::Return;
  set.loc = loc;
  set.cond = BinaryOperator::Create(builder.context, const_cast<Expr *>(target),
                                    asOperand(builder.context, value),
                                    BO_Assign, target->getType(), VK_LValue,
                                    OK_Ordinary, loc, FPOptionsOverride());
  out.push_back(std::move(set));
}

/// A variable that keeps what `call` has returned.
void FunctionLowering::keepReturned(const CallExpr *call,
                                    std::vector<Statement> &out) {
  const SourceLocation loc = call->getBeginLoc();
  const unsigned number = function.results.size();
  auto *var = VarDecl::Create(
      builder.context, const_cast<FunctionDecl *>(function.decl), loc, loc,
      &builder.context.Idents.get(
          number ? "returned" + std::to_string(number + 1) : "returned"),
      returnedType(), nullptr, SC_None);
  var->setInit(const_cast<Expr *>(lastReturned(loc, false)));
  function.roles[var] = Role();
  function.results[call] = var;
  Statement let;
  let.kind = Statement::Let;
  let.loc = loc;
  let.vars.push_back(var);
  out.push_back(std::move(let));
}

/// Takes the recursive calls out of `e`, which is evaluated next.
void FunctionLowering::hoistCalls(const Expr *e, std::vector<Statement> &out) {
  if (!e || !holdsRecursion(e))
    return;
  // The right side of an assignment comes first; of `x += f()` since C++17.
  const Expr *ordered = plain(e);
  if (const auto *assign = dyn_cast<BinaryOperator>(ordered);
      assign && assign->isAssignmentOp() &&
      (!assign->isCompoundAssignmentOp() ||
       builder.context.getLangOpts().CPlusPlus17))
    ordered = plain(assign->getRHS());
  const auto *only = dyn_cast<CallExpr>(ordered);
  if (!only || !isRecursive(only))
    unordered.push_back(ordered);
  hoistFrom(e, out);
}

/// The operands of `a && b && c`.
static void flatten(const Expr *e, BinaryOperatorKind op,
                    llvm::SmallVectorImpl<const Expr *> &operands) {
  const auto *logical = dyn_cast<BinaryOperator>(plain(e));
  if (!logical || logical->getOpcode() != op) {
    operands.push_back(e);
    return;
  }
  flatten(logical->getLHS(), op, operands);
  flatten(logical->getRHS(), op, operands);
}

/// Whether a call stands where it may not be evaluated: behind `&&`, `||` or
/// in a choice.
bool FunctionLowering::holdsMaybe(const clang::Stmt *s) const {
  if (!holdsRecursion(s))
    return false;
  if (const auto *logical = dyn_cast<BinaryOperator>(s);
      logical && logical->isLogicalOp() && holdsRecursion(logical->getRHS()))
    return true;
  return llvm::any_of(s->children(), [&](const clang::Stmt *child) {
    return holdsMaybe(child);
  });
}

/// The tests that `cond` is made of, one after the other, where a call stands
/// in one that depends on those before it.
bool FunctionLowering::testsInOrder(
    const Expr *cond, llvm::SmallVectorImpl<const Expr *> &tests) const {
  flatten(cond, BO_LAnd, tests);
  return llvm::none_of(tests, [&](const Expr *test) {
    return holdsMaybe(test->IgnoreParenImpCasts());
  });
}

/// Leaves the loop around where a test with calls does not hold.
void FunctionLowering::leaveUnless(const Expr *cond,
                                   std::vector<Statement> &out) {
  llvm::SmallVector<const Expr *, 4> tests;
  if (!testsInOrder(cond, tests))
    tests.assign(1, cond); // refused where it stands
  for (const Expr *test : tests) {
    Statement leave = branchOn(test, out);
    leave.negated = true;
    Statement jump;
    jump.kind = Statement::Break;
    jump.loc = test->getBeginLoc();
    leave.body.push_back(std::move(jump));
    out.push_back(std::move(leave));
  }
}

void FunctionLowering::hoistFrom(const clang::Stmt *s,
                                 std::vector<Statement> &out) {
  if (!holdsRecursion(s))
    return;
  // What may not be evaluated at all cannot be evaluated ahead.
  const Expr *maybe = nullptr;
  if (const auto *logical = dyn_cast<BinaryOperator>(s);
      logical && logical->isLogicalOp())
    maybe = logical->getRHS();
  if (const auto *choice = dyn_cast<ConditionalOperator>(s))
    maybe = holdsRecursion(choice->getTrueExpr()) ? choice->getTrueExpr()
                                                  : choice->getFalseExpr();
  if (maybe && holdsRecursion(maybe))
    return; // it stays, and is refused there
  for (const clang::Stmt *child : s->children())
    hoistFrom(child, out);
  const auto *called = dyn_cast<CallExpr>(s);
  if (!called || !isRecursive(called))
    return;
  recursiveCall(called, out);
  keepReturned(called, out);
}

Statement FunctionLowering::branchOn(const Expr *cond,
                                     std::vector<Statement> &out) {
  hoistCalls(cond, out);
  condition(cond);
  Statement result;
  result.kind = Statement::If;
  result.loc = cond->getBeginLoc();
  result.cond = cond;
  return result;
}

/// Returns the first operand that decides, or the last one.
void FunctionLowering::returnFirst(llvm::ArrayRef<const Expr *> operands,
                                   bool isOr, std::vector<Statement> &out) {
  if (operands.size() == 1)
    return returnValue(operands.front(), out);
  const Expr *first = operands.front();
  Statement result = branchOn(first, out);
  setReturned(CXXBoolLiteralExpr::Create(builder.context, isOr,
                                         builder.context.BoolTy,
                                         first->getBeginLoc()),
              first->getBeginLoc(), isOr ? result.body : result.orElse);
  returnFirst(operands.drop_front(), isOr, isOr ? result.orElse : result.body);
  out.push_back(std::move(result));
}

/// `return e;`
void FunctionLowering::returnValue(const Expr *e, std::vector<Statement> &out) {
  const Expr *value = plain(e);
  const auto sameType = [&](const Expr *part) {
    return builder.context.hasSameUnqualifiedType(
        plain(part)->getType(), function.decl->getReturnType());
  };
  const bool pointer =
      value->getType()->isPointerType() || value->getType()->isNullPtrType();
  if (!holdsRecursion(value) && !(pointer && isa<ConditionalOperator>(value))) {
    if (!pointer)
      expr(value);
    else if (!address(e, Read))
      report(e->getBeginLoc(), Diag::RTT2042) << builder.sourceText(e);
    return setReturned(e, e->getBeginLoc(), out);
  }
  if (const auto *called = dyn_cast<CallExpr>(value);
      called && isRecursive(called)) {
    recursiveCall(called, out); // sets it
    Statement end;
    end.kind = Statement::Return;
    end.loc = e->getBeginLoc();
    out.push_back(std::move(end));
    return;
  }
  if (const auto *choice = dyn_cast<ConditionalOperator>(value);
      choice && (pointer || sameType(choice))) {
    Statement result = branchOn(choice->getCond(), out);
    returnValue(choice->getTrueExpr(), result.body);
    returnValue(choice->getFalseExpr(), result.orElse);
    out.push_back(std::move(result));
    return;
  }
  if (const auto *logical = dyn_cast<BinaryOperator>(value);
      logical && logical->isLogicalOp() &&
      function.decl->getReturnType()->isBooleanType()) {
    llvm::SmallVector<const Expr *, 4> operands;
    flatten(logical, logical->getOpcode(), operands);
    return returnFirst(operands, logical->getOpcode() == BO_LOr, out);
  }
  hoistCalls(e, out);
  expr(value);
  setReturned(e, e->getBeginLoc(), out);
}

/// As checkReturned, of a query program: its calls change what the traversal
/// writes, and nothing else.
void FunctionLowering::checkProgramReturned() {
  llvm::SmallDenseSet<unsigned> used, written;
  const auto note = [&](const Function &of) {
    for (const auto &entry : of.accesses)
      if (const Access &access = entry.second;
          static_cast<int>(access.path) != traversal.returned) {
        used.insert(access.path);
        if (access.written)
          written.insert(access.path);
      }
  };
  note(traversal.function);
  for (const auto &helper : traversal.helpers)
    note(*helper);
  for (const Expr *e : unordered) {
    unsigned calls = 0;
    bool notices = false;
    // Arguments are evaluated before their call, and that before the rest.
    const auto visit = [&](auto &&self, const clang::Stmt *s) -> void {
      const auto *inner = dyn_cast_or_null<Expr>(s);
      const auto *called = dyn_cast_or_null<CallExpr>(s);
      if (!s || (called && isRecursive(called) && ++calls))
        return;
      for (const clang::Stmt *child : s->children())
        self(self, child);
      if (!inner)
        return;
      if (const auto access = function.accesses.find(inner);
          access != function.accesses.end())
        notices |= written.count(access->second.path) ||
                   (access->second.written && used.count(access->second.path));
      // What it does is seen in the traversal's helpers, too.
      notices |= function.helperCalls.count(inner) && !written.empty();
    };
    visit(visit, e);
    if ((calls > 1 && !written.empty()) || notices)
      report(e->getBeginLoc(), Diag::RTT2049);
  }
}

void FunctionLowering::checkReturned() {
  if (isProgram())
    return checkProgramReturned();
  const bool writesElse = llvm::any_of(traversal.paths, [&](const Path &path) {
    return path.base == Base::Query && path.written() &&
           &path != &traversal.paths[traversal.returned];
  });
  if (!writesElse)
    return; // calls change nothing that the rest of an expression could see
  for (const Expr *e : unordered) {
    unsigned calls = 0;
    walkExpr(e, [&](const Expr *inner) {
      const auto *called = dyn_cast<CallExpr>(inner);
      calls += called && isRecursive(called);
    });
    const Effects effects = effectsOf(traversal, function, e);
    if (calls > 1 || effects.readsWritten || effects.writesQuery)
      report(e->getBeginLoc(), Diag::RTT2049);
  }
}
