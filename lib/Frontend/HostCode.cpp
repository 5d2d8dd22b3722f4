// Statements and expressions of host code; calls are in HostCalls.cpp.
#include "HostCode.h"

#include "HostPlaces.h"
#include "regtt/Frontend/Model/Walk.h"

#include <clang/AST/Attr.h>

using namespace regtt;
using namespace clang;

void HostCode::add(const clang::Stmt *code) {
  if (code)
    statement(code);
}

void HostCode::children(const clang::Stmt *s) {
  for (const clang::Stmt *child : s->children())
    add(child);
}

void HostCode::sometimes(const clang::Stmt *s) {
  ++conditions;
  add(s);
  --conditions;
}

void HostCode::loop(const clang::Stmt *s) {
  if (const auto *ranged = dyn_cast<CXXForRangeStmt>(s))
    if (const VarDecl *element = ranged->getLoopVariable();
        element->getType()->isReferenceType() &&
        ranged->getRangeInit()->isLValue())
      elements[element] = ranged->getRangeInit();
  ++loops;
  ++conditions;
  children(s);
  --conditions;
  --loops;
}

void HostCode::statement(const clang::Stmt *s) {
  if (const auto *e = dyn_cast<Expr>(s))
    return expression(e);
  if (const auto *declared = dyn_cast<DeclStmt>(s))
    return declaration(declared);
  if (isa<CompoundStmt, NullStmt, AttributedStmt>(s))
    return children(s);
  if (const auto *test = dyn_cast<IfStmt>(s)) {
    add(test->getInit());
    if (const auto *variable = test->getConditionVariableDeclStmt())
      add(variable);
    add(test->getCond());
    sometimes(test->getThen());
    return sometimes(test->getElse());
  }
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(s))
    return loop(s);
  if (isa<SwitchStmt>(s))
    return loop(s);
  if (isa<SwitchCase>(s))
    return children(s);
  if (isa<BreakStmt, ContinueStmt>(s) && loops > 0)
    return;
  if (isa<ContinueStmt>(s) && effects == Collected && !inCallee) {
    if (!next)
      next = s;
    return;
  }
  if (isa<ReturnStmt>(s) && inCallee) {
    // What follows an early return is read sometimes only; callees' reads are
    // taken so in any case.
    return children(s);
  }
  stop(s);
}

void HostCode::declaration(const DeclStmt *s) {
  for (const Decl *decl : s->decls()) {
    const auto *var = dyn_cast<VarDecl>(decl);
    if (!var) {
      if (!isa<TypedefNameDecl, UsingDecl, UsingDirectiveDecl, StaticAssertDecl,
               TagDecl>(decl))
        stop(s);
      continue;
    }
    const QualType type = var->getType();
    if (var->hasGlobalStorage() || type.isVolatileQualified() ||
        var->hasAttr<CleanupAttr>())
      return stop(s);
    if (const auto *record = type->getAsCXXRecordDecl();
        record && !record->isInStdNamespace() &&
        !record->hasTrivialDestructor())
      return stop(s);
    own.insert(var);
    add(var->getInit());
  }
}

/// Of `&x`, x; else null.
static const Expr *addressed(const Expr *pointer) {
  const auto *address = dyn_cast<UnaryOperator>(plain(pointer));
  return address && address->getOpcode() == UO_AddrOf ? address->getSubExpr()
                                                      : nullptr;
}

/// Whether what `lvalue` denotes lies in a variable of the code's own.
bool HostCode::ownsObject(const Expr *lvalue) const {
  lvalue = plain(lvalue);
  if (const auto *member = dyn_cast<MemberExpr>(lvalue)) {
    if (isElsewhere(member))
      return false;
    if (isa<CXXThisExpr>(plain(member->getBase())))
      return inConstructor;
    const Expr *object =
        member->isArrow() ? addressed(member->getBase()) : member->getBase();
    return object && ownsObject(object);
  }
  if (const auto *star = dyn_cast<UnaryOperator>(lvalue);
      star && star->getOpcode() == UO_Deref) {
    const Expr *object = addressed(star->getSubExpr());
    return object && ownsObject(object);
  }
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(lvalue)) {
    const Expr *base = subscript->getBase()->IgnoreParenImpCasts();
    return base->getType()->isArrayType() && ownsObject(base);
  }
  if (const auto *op = dyn_cast<CXXOperatorCallExpr>(lvalue);
      op && op->getOperator() == OO_Subscript) {
    const auto *record = op->getArg(0)->getType()->getAsCXXRecordDecl();
    return record && isPairOrArray(record) && ownsObject(op->getArg(0));
  }
  const VarDecl *var = namedVariable(lvalue);
  return var && own.count(var) && !var->getType()->isReferenceType();
}

/// The place that an lvalue denotes: of `++x` and `x += 2`, x.
static const Expr *placeOf(const Expr *lvalue) {
  const Expr *e = lvalue->IgnoreParens();
  while (true) {
    const auto *unary = dyn_cast<UnaryOperator>(e);
    const auto *binary = dyn_cast<BinaryOperator>(e);
    if (unary && unary->isIncrementDecrementOp())
      e = unary->getSubExpr()->IgnoreParens();
    else if (binary && binary->isAssignmentOp())
      e = binary->getLHS()->IgnoreParens();
    else if (binary && binary->isCommaOp())
      e = binary->getRHS()->IgnoreParens();
    else
      return e;
  }
}

/// Of `x.f[k]`, x.
static const Expr *holderOfElement(const Expr *target) {
  const Expr *e = wholeArray(target);
  while (const auto *member = dyn_cast<MemberExpr>(e)) {
    if (member->isArrow())
      break;
    e = wholeArray(member->getBase());
  }
  return e;
}

void HostCode::write(const Expr *e, const Expr *target) {
  target = placeOf(target);
  if (const VarDecl *element = namedVariable(holderOfElement(target)))
    if (const auto range = elements.find(element); range != elements.end())
      return write(e, range->second);
  if (!ownsObject(target)) {
    if (effects == Refused)
      return stop(e);
    writes.push_back(target);
    return;
  }
  const Expr *object = plain(target);
  while (!namedVariable(object)) {
    if (const auto *member = dyn_cast<MemberExpr>(object))
      object = plain(member->getBase());
    else if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(object))
      object = plain(subscript->getBase());
    else if (const auto *op = dyn_cast<CXXOperatorCallExpr>(object))
      object = plain(op->getArg(0));
    else if (const auto *unary = dyn_cast<UnaryOperator>(object))
      object = plain(unary->getSubExpr()); // `(&x)->f`, `*&x`
    else
      return;
  }
  changed.insert(namedVariable(object));
}

bool regtt::returnsArgument(const Expr *e) {
  const auto *call = dyn_cast<CallExpr>(plain(e));
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  static const llvm::StringRef names[] = {"min",  "max",     "clamp",
                                          "move", "forward", "as_const"};
  return callee && callee->isInStdNamespace() && !isa<CXXMethodDecl>(callee) &&
         callee->getIdentifier() &&
         llvm::is_contained(names, callee->getName());
}

bool regtt::isGrowing(const Expr *e) {
  if (!isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr, CXXOperatorCallExpr>(e))
    return false;
  // Of a loop over a range, what is gone through has been named.
  if (const VarDecl *var = namedVariable(e); var && var->isImplicit())
    return false;
  QualType type = e->getType().getNonReferenceType();
  if (type->isPointerType())
    type = type->getPointeeType();
  const auto *record = type->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getIdentifier() &&
         (record->getName() == "priority_queue" ||
          record->getName() == "vector");
}

void HostCode::expression(const Expr *e) {
  if (e == except)
    return;
  if (e->getType().isVolatileQualified())
    return stop(e);
  if (isGrowing(e) && !ownsObject(e))
    containers.push_back(e);
  if (const auto *inner = dyn_cast<CXXDefaultArgExpr>(e))
    return expression(inner->getExpr());
  if (const auto *inner = dyn_cast<CXXDefaultInitExpr>(e))
    return expression(inner->getExpr());
  if (isa<UnaryExprOrTypeTraitExpr>(e)) // looks at the type alone
    return;
  if (const auto *cast = dyn_cast<CastExpr>(e)) {
    if (cast->getCastKind() == CK_LValueToRValue &&
        !returnsArgument(cast->getSubExpr()))
      reads.push_back(
          {placeOf(cast->getSubExpr()), conditions == 0 && !inCallee});
    if (cast->getCastKind() == CK_UserDefinedConversion ||
        cast->getCastKind() != CK_Dynamic)
      return expression(cast->getSubExpr());
    return stop(e);
  }
  if (const auto *binary = dyn_cast<BinaryOperator>(e)) {
    if (binary->isAssignmentOp())
      write(e, binary->getLHS());
    if (!binary->isLogicalOp())
      return children(e);
    add(binary->getLHS());
    return sometimes(binary->getRHS());
  }
  if (const auto *unary = dyn_cast<UnaryOperator>(e)) {
    if (unary->isIncrementDecrementOp())
      write(e, unary->getSubExpr());
    return children(e);
  }
  if (const auto *choice = dyn_cast<AbstractConditionalOperator>(e)) {
    add(choice->getCond());
    sometimes(choice->getTrueExpr());
    return sometimes(choice->getFalseExpr());
  }
  if (const auto *made = dyn_cast<CXXConstructExpr>(e))
    return construct(made);
  if (const auto *called = dyn_cast<CallExpr>(e))
    return call(called);
  if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, StringLiteral,
          CXXBoolLiteralExpr, CXXNullPtrLiteralExpr, GNUNullExpr, CXXThisExpr,
          DeclRefExpr, ParenExpr, MemberExpr, ArraySubscriptExpr, ConstantExpr,
          SubstNonTypeTemplateParmExpr, MaterializeTemporaryExpr,
          ExprWithCleanups, CXXBindTemporaryExpr, InitListExpr,
          CXXStdInitializerListExpr, ImplicitValueInitExpr,
          CXXScalarValueInitExpr, CompoundLiteralExpr,
          CXXRewrittenBinaryOperator, OpaqueValueExpr>(e))
    return children(e);
  stop(e);
}

bool regtt::holds(const clang::Stmt *s, const clang::Stmt *part) {
  return s && (s == part ||
               llvm::any_of(s->children(), [&](const clang::Stmt *child) {
                 return holds(child, part);
               }));
}

void regtt::dropReads(std::vector<ReadOf> &reads, const Expr *part) {
  if (part)
    llvm::erase_if(
        reads, [&](const ReadOf &read) { return holds(part, read.lvalue); });
}
