// One case a node class; what is in none is not copied, which its caller takes
// for a refusal.
#include "Substitution.h"

using namespace regtt;
using namespace clang;

bool Substitution::concerns(const clang::Stmt *s) const {
  if (!s)
    return false;
  if (isReplaced(s))
    return true;
  if (isa<CXXThisExpr>(s))
    return self != nullptr;
  if (const auto *name = dyn_cast<DeclRefExpr>(s)) {
    const auto *var = dyn_cast<VarDecl>(name->getDecl());
    return values.count(var) || renamed.count(var);
  }
  if (const auto *argument = dyn_cast<CXXDefaultArgExpr>(s))
    return concerns(argument->getExpr());
  return llvm::any_of(
      s->children(), [&](const clang::Stmt *child) { return concerns(child); });
}

Expr *Substitution::nameOf(VarDecl *var, SourceLocation loc) const {
  return DeclRefExpr::Create(context, NestedNameSpecifierLoc(),
                             SourceLocation(), var, false, loc,
                             var->getType().getNonReferenceType(), VK_LValue);
}

Expr *Substitution::copy(Expr *e) {
  if (!concerns(e))
    return e;
  if (auto *name = dyn_cast<DeclRefExpr>(e)) {
    const auto *var = cast<VarDecl>(name->getDecl());
    if (VarDecl *as = renamed.lookup(var))
      return nameOf(as, name->getLocation());
    return values.lookup(var);
  }
  if (isa<CXXThisExpr>(e)) {
    if (selfIsPointer)
      return self;
    return UnaryOperator::Create(context, self, UO_AddrOf, e->getType(),
                                 VK_PRValue, OK_Ordinary, e->getBeginLoc(),
                                 false, FPOptionsOverride());
  }
  if (auto *paren = dyn_cast<ParenExpr>(e)) {
    Expr *inner = copy(paren->getSubExpr());
    return inner ? new (context)
                       ParenExpr(paren->getLParen(), paren->getRParen(), inner)
                 : nullptr;
  }
  if (auto *castExpr = dyn_cast<CastExpr>(e))
    return conversion(castExpr);
  if (auto *unary = dyn_cast<UnaryOperator>(e)) {
    Expr *inner = copy(unary->getSubExpr());
    // What stands for a value is no place to write to.
    if (!inner || (unary->isIncrementDecrementOp() && !values.empty()))
      return nullptr;
    return UnaryOperator::Create(
        context, inner, unary->getOpcode(), unary->getType(),
        unary->getValueKind(), unary->getObjectKind(), unary->getOperatorLoc(),
        unary->canOverflow(), unary->getFPOptionsOverride());
  }
  if (auto *binary = dyn_cast<BinaryOperator>(e)) {
    Expr *left = copy(binary->getLHS()), *right = copy(binary->getRHS());
    if (!left || !right || (binary->isAssignmentOp() && !values.empty()))
      return nullptr;
    if (auto *assign = dyn_cast<CompoundAssignOperator>(binary))
      return CompoundAssignOperator::Create(
          context, left, right, assign->getOpcode(), assign->getType(),
          assign->getValueKind(), assign->getObjectKind(),
          assign->getOperatorLoc(), assign->getFPFeatures(),
          assign->getComputationLHSType(), assign->getComputationResultType());
    return BinaryOperator::Create(
        context, left, right, binary->getOpcode(), binary->getType(),
        binary->getValueKind(), binary->getObjectKind(),
        binary->getOperatorLoc(), binary->getFPFeatures());
  }
  if (auto *choice = dyn_cast<ConditionalOperator>(e)) {
    Expr *cond = copy(choice->getCond());
    Expr *left = copy(choice->getTrueExpr());
    Expr *right = copy(choice->getFalseExpr());
    if (!cond || !left || !right)
      return nullptr;
    return new (context) ConditionalOperator(
        cond, choice->getQuestionLoc(), left, choice->getColonLoc(), right,
        choice->getType(), choice->getValueKind(), choice->getObjectKind());
  }
  if (auto *subscript = dyn_cast<ArraySubscriptExpr>(e)) {
    Expr *left = copy(subscript->getLHS()), *right = copy(subscript->getRHS());
    if (!left || !right)
      return nullptr;
    return new (context) ArraySubscriptExpr(
        left, right, subscript->getType(), subscript->getValueKind(),
        subscript->getObjectKind(), subscript->getRBracketLoc());
  }
  if (auto *field = dyn_cast<MemberExpr>(e))
    return member(field);
  if (auto *called = dyn_cast<CallExpr>(e))
    return call(called);
  if (auto *temporary = dyn_cast<MaterializeTemporaryExpr>(e)) {
    Expr *inner = copy(temporary->getSubExpr());
    return inner ? new (context) MaterializeTemporaryExpr(
                       temporary->getType(), inner,
                       temporary->isBoundToLvalueReference())
                 : nullptr;
  }
  if (auto *operation = dyn_cast<CXXRewrittenBinaryOperator>(e)) {
    Expr *form = copy(operation->getSemanticForm());
    return form ? new (context)
                      CXXRewrittenBinaryOperator(form, operation->isReversed())
                : nullptr;
  }
  if (isa<UnaryExprOrTypeTraitExpr>(e))
    return e; // never evaluated
  if (auto *whole = dyn_cast<ExprWithCleanups>(e)) {
    Expr *inner = copy(whole->getSubExpr());
    return inner ? ExprWithCleanups::Create(context, inner,
                                            whole->cleanupsHaveSideEffects(),
                                            whole->getObjects())
                 : nullptr;
  }
  return construction(e);
}

/// Objects that are made where they stand.
Expr *Substitution::construction(Expr *e) {
  llvm::SmallVector<Expr *, 4> parts;
  if (auto *made = dyn_cast<CXXConstructExpr>(e)) {
    if (!copyAll(made->arguments(), parts))
      return nullptr;
    if (auto *written = dyn_cast<CXXTemporaryObjectExpr>(e))
      return CXXTemporaryObjectExpr::Create(
          context, made->getConstructor(), made->getType(),
          written->getTypeSourceInfo(), parts, made->getParenOrBraceRange(),
          made->hadMultipleCandidates(), made->isListInitialization(),
          made->isStdInitListInitialization(),
          made->requiresZeroInitialization());
    return CXXConstructExpr::Create(
        context, made->getType(), made->getLocation(), made->getConstructor(),
        made->isElidable(), parts, made->hadMultipleCandidates(),
        made->isListInitialization(), made->isStdInitListInitialization(),
        made->requiresZeroInitialization(), made->getConstructionKind(),
        made->getParenOrBraceRange());
  }
  if (auto *list = dyn_cast<InitListExpr>(e)) {
    if (!copyAll(list->inits(), parts))
      return nullptr;
    auto *result = new (context) InitListExpr(context, list->getLBraceLoc(),
                                              parts, list->getRBraceLoc());
    result->setType(list->getType());
    if (Expr *filler = list->getArrayFiller())
      result->setArrayFiller(filler);
    return result;
  }
  if (auto *literal = dyn_cast<CompoundLiteralExpr>(e)) {
    Expr *value = copy(literal->getInitializer());
    return value ? new (context) CompoundLiteralExpr(
                       literal->getLParenLoc(), literal->getTypeSourceInfo(),
                       literal->getType(), literal->getValueKind(), value,
                       literal->isFileScope())
                 : nullptr;
  }
  if (auto *list = dyn_cast<CXXStdInitializerListExpr>(e)) {
    Expr *values = copy(list->getSubExpr());
    return values ? new (context)
                        CXXStdInitializerListExpr(list->getType(), values)
                  : nullptr;
  }
  if (auto *bound = dyn_cast<CXXBindTemporaryExpr>(e)) {
    Expr *value = copy(bound->getSubExpr());
    return value ? CXXBindTemporaryExpr::Create(context, bound->getTemporary(),
                                                value)
                 : nullptr;
  }
  if (!refused)
    refused = e;
  return nullptr;
}

/// Of a variable whose value is known, what it holds is that value.
Expr *Substitution::conversion(CastExpr *e) {
  Expr *inner = copy(e->getSubExpr());
  if (!inner)
    return nullptr;
  if (e->getCastKind() == CK_LValueToRValue && inner->isPRValue())
    return inner;
  CXXCastPath path(e->path_begin(), e->path_end());
  if (isa<ImplicitCastExpr>(e))
    return ImplicitCastExpr::Create(context, e->getType(), e->getCastKind(),
                                    inner, &path, e->getValueKind(),
                                    e->getFPFeatures());
  auto *written = dyn_cast<ExplicitCastExpr>(e);
  if (!written)
    return nullptr;
  return CStyleCastExpr::Create(
      context, e->getType(), e->getValueKind(), e->getCastKind(), inner, &path,
      e->getFPFeatures(), written->getTypeInfoAsWritten(), e->getBeginLoc(),
      e->getEndLoc());
}

/// Of `this->x`, `n->x` or `n.x`, as the object is given.
Expr *Substitution::member(MemberExpr *e) {
  const bool ofSelf = e->isArrow() && self && !selfIsPointer &&
                      isa<CXXThisExpr>(e->getBase()->IgnoreParenImpCasts());
  Expr *base = ofSelf ? self : copy(e->getBase());
  if (!base)
    return nullptr;
  auto *made = MemberExpr::CreateImplicit(
      context, base, e->isArrow() && !ofSelf, e->getMemberDecl(), e->getType(),
      e->getValueKind(), e->getObjectKind());
  // Where names alone are replaced it stands where it stood.
  made->setMemberLoc(values.empty() && !self ? e->getMemberLoc()
                                             : base->getEndLoc());
  return made;
}

Expr *Substitution::call(CallExpr *e) {
  llvm::SmallVector<Expr *, 4> arguments;
  for (Expr *argument : e->arguments()) {
    if (auto *standard = dyn_cast<CXXDefaultArgExpr>(argument);
        standard && concerns(standard->getExpr()))
      return nullptr;
    arguments.push_back(copy(argument));
    if (!arguments.back())
      return nullptr;
  }
  Expr *callee = e->getCallee();
  if (isa<CXXMemberCallExpr>(e) && !(callee = copy(callee)))
    return nullptr;
  if (isa<CXXMemberCallExpr>(e))
    return CXXMemberCallExpr::Create(context, callee, arguments, e->getType(),
                                     e->getValueKind(), e->getRParenLoc(),
                                     e->getFPFeatures());
  if (auto *op = dyn_cast<CXXOperatorCallExpr>(e))
    return CXXOperatorCallExpr::Create(
        context, op->getOperator(), callee, arguments, e->getType(),
        e->getValueKind(), op->getOperatorLoc(), e->getFPFeatures());
  if (e->getStmtClass() != clang::Stmt::CallExprClass)
    return nullptr;
  return CallExpr::Create(context, callee, arguments, e->getType(),
                          e->getValueKind(), e->getRParenLoc(),
                          e->getFPFeatures());
}
