#include "HostCode.h"

#include "regtt/Frontend/Library.h"

#include <llvm/ADT/ScopeExit.h>

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
    if (var->hasGlobalStorage() || type.isVolatileQualified())
      return stop(s);
    if (const auto *record = type->getAsCXXRecordDecl();
        record && !record->isInStdNamespace() &&
        !record->hasTrivialDestructor())
      return stop(s);
    own.insert(var);
    add(var->getInit());
  }
}

/// Whether what `lvalue` denotes lies in a variable of the code's own.
bool HostCode::ownsObject(const Expr *lvalue) const {
  lvalue = plain(lvalue);
  if (const auto *member = dyn_cast<MemberExpr>(lvalue)) {
    if (isa<CXXThisExpr>(plain(member->getBase())))
      return inConstructor;
    return !member->isArrow() && ownsObject(member->getBase());
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

void HostCode::write(const Expr *e, const Expr *target) {
  if (!ownsObject(target))
    return stop(e);
  const Expr *object = plain(target);
  while (!namedVariable(object)) {
    if (const auto *member = dyn_cast<MemberExpr>(object))
      object = plain(member->getBase());
    else if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(object))
      object = plain(subscript->getBase());
    else if (const auto *op = dyn_cast<CXXOperatorCallExpr>(object))
      object = plain(op->getArg(0));
    else
      return;
  }
  changed.insert(namedVariable(object));
}

void HostCode::expression(const Expr *e) {
  if (e->getType().isVolatileQualified())
    return stop(e);
  if (const auto *inner = dyn_cast<CXXDefaultArgExpr>(e))
    return expression(inner->getExpr());
  if (const auto *inner = dyn_cast<CXXDefaultInitExpr>(e))
    return expression(inner->getExpr());
  if (isa<UnaryExprOrTypeTraitExpr>(e)) // looks at the type alone
    return;
  if (const auto *cast = dyn_cast<CastExpr>(e)) {
    if (cast->getCastKind() == CK_LValueToRValue)
      reads.push_back(
          {cast->getSubExpr()->IgnoreParens(), conditions == 0 && !inCallee});
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

/// Library functions read the numbers that they take by reference.
void HostCode::arguments(llvm::ArrayRef<const Expr *> arguments) {
  for (const Expr *argument : arguments) {
    if (argument->isLValue() && isScalar(argument->getType()))
      reads.push_back({argument->IgnoreParens(), conditions == 0 && !inCallee});
    expression(argument);
  }
}

void HostCode::construct(const CXXConstructExpr *e) {
  const CXXConstructorDecl *constructor = e->getConstructor();
  const llvm::ArrayRef<const Expr *> given(e->getArgs(), e->getNumArgs());
  if (constructor->isTrivial() ||
      (constructor->isCopyOrMoveConstructor() && constructor->isDefaulted())) {
    for (const Expr *argument : given)
      if (argument->isLValue())
        reads.push_back(
            {argument->IgnoreParenImpCasts(), conditions == 0 && !inCallee});
    return children(e);
  }
  if (constructor->isInStdNamespace() ||
      constructor->getParent()->isInStdNamespace()) {
    static const llvm::StringRef names[] = {"pair",
                                            "array",
                                            "tuple",
                                            "optional",
                                            "complex",
                                            "span",
                                            "string_view",
                                            "initializer_list",
                                            "__normal_iterator",
                                            "__wrap_iter"};
    const auto *name = constructor->getParent()->getIdentifier();
    if (!constructor->isCopyOrMoveConstructor() &&
        !(name && llvm::is_contained(names, name->getName())))
      return stop(e);
    return arguments(given);
  }
  arguments(given);
  if (!isPure(constructor))
    stop(e);
}

void HostCode::call(const CallExpr *e) {
  const FunctionDecl *callee = e->getDirectCallee();
  if (!callee)
    return stop(e);
  const llvm::ArrayRef<const Expr *> given(e->getArgs(), e->getNumArgs());
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(e)) {
    // Behind a pointer the object is whatever the member function reads.
    expression(member->getImplicitObjectArgument());
  }
  const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
  // The iterators of loops over ranges.
  if (op && callee->isInStdNamespace() &&
      (op->getOperator() == OO_PlusPlus || op->getOperator() == OO_MinusMinus ||
       op->getOperator() == OO_PlusEqual))
    write(e, op->getArg(0));
  else if (!onlyLooks(callee) && !findLibraryFunction(*callee) &&
           !isPure(callee))
    stop(e);
  if (findLibraryFunction(*callee) &&
      llvm::any_of(callee->parameters(), [](const ParmVarDecl *param) {
        return param->getType()->isPointerType();
      }))
    stop(e);
  arguments(given);
}

/// Whether a function of the user's changes nothing but its own variables, and,
/// a constructor, what it makes.
bool HostCode::isPure(const FunctionDecl *callee) {
  const FunctionDecl *definition = nullptr;
  if (callee->isVariadic() || !callee->hasBody(definition) ||
      definition->isInStdNamespace())
    return false;
  if (const auto *method = dyn_cast<CXXMethodDecl>(callee);
      method && method->isVirtual())
    return false;
  if (!active.insert(definition).second)
    return true; // looked at, or being looked at
  HostCode inside(context);
  inside.active = active;
  inside.inCallee = true;
  inside.inConstructor = isa<CXXConstructorDecl>(definition);
  for (const ParmVarDecl *param : definition->parameters())
    inside.own.insert(param);
  if (const auto *constructor = dyn_cast<CXXConstructorDecl>(definition))
    for (const CXXCtorInitializer *init : constructor->inits())
      inside.add(init->getInit());
  inside.add(definition->getBody());
  if (inside.effect)
    return false;
  active.insert(inside.active.begin(), inside.active.end());
  for (const ReadOf &read : inside.reads) {
    // What a number by reference is bound to is read where it is handed over.
    const VarDecl *var = namedVariable(read.lvalue);
    if (!var || !isa<ParmVarDecl>(var))
      reads.push_back(read);
  }
  return true;
}
