// Expressions: records what they read and write, finds null tests and uniforms,
// and refuses by name what a device operator cannot hold.
#include "FunctionLowering.h"
#include "LoopBody.h"
#include "PointerWalks.h"
#include "regtt/Frontend/Model/Constants.h"
#include "regtt/Frontend/Model/Links.h"

using namespace regtt;
using namespace clang;

/// Whether `e` is a pointer where a truth value is wanted.
static bool isPointerTest(const Expr *e) {
  const auto *cast = dyn_cast<ImplicitCastExpr>(e->IgnoreParens());
  return cast && cast->getCastKind() == CK_PointerToBoolean;
}

void FunctionLowering::expr(const Expr *e, Use use) {
  if (isPointerTest(e))
    return condition(e->IgnoreParenImpCasts());
  e = plain(e);
  // Made for a loop over a range.
  if (isa<OpaqueValueExpr>(e) &&
      (function.accesses.count(e) || function.elements.count(e)))
    return;
  if (setsLink(e) || nullTest(e) || sameChild(e) || place(e, use) ||
      elementNumber(e) || pointerOperation(e))
    return;
  if (const auto *ref = dyn_cast<DeclRefExpr>(e))
    return name(ref, use);
  if (const auto *op = dyn_cast<UnaryOperator>(e))
    return unary(op, use);
  if (const auto *op = dyn_cast<BinaryOperator>(e))
    return binary(op, use);
  if (const auto *called = dyn_cast<CallExpr>(e))
    return call(called, use);
  if (const auto *cast = dyn_cast<ExplicitCastExpr>(e)) {
    // To the same object, or to a base of it.
    const bool sameObject = cast->getCastKind() == CK_NoOp ||
                            cast->getCastKind() == CK_UncheckedDerivedToBase ||
                            cast->getCastKind() == CK_DerivedToBase;
    if (cast->isGLValue() && sameObject)
      return expr(cast->getSubExpr(), use);
    if (cast->isGLValue())
      return notTaken(e->getBeginLoc(), "a cast to a reference");
    if (cast->getSubExpr()->getType()->isPointerType() &&
        !cast->getType()->isBooleanType())
      return notTaken(e->getBeginLoc(), "a cast of a pointer");
    if (!isCopyable(cast->getType(), builder.context) &&
        !cast->getType()->isVoidType())
      return notTaken(e->getBeginLoc(),
                      "a cast to '" + cast->getType().getAsString() + "'");
    return expr(cast->getSubExpr(), use);
  }
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e)) {
    // A local array, or a pointer into one.
    expr(subscript->getBase(), use);
    return expr(subscript->getIdx());
  }
  if (const auto *list = dyn_cast<InitListExpr>(e)) {
    if (!isCopyable(e->getType(), builder.context))
      return notTaken(e->getBeginLoc(),
                      "an object of '" + e->getType().getAsString() + "'");
    for (const Expr *value : list->inits())
      expr(value);
    return;
  }
  if (const auto *member = dyn_cast<MemberExpr>(e))
    return memberOfValue(member, use);
  if (isa<CXXThisExpr>(e) && function.thisRole &&
      function.thisRole->kind == Role::Value) {
    function.writesThis |= use != Read;
    return;
  }
  if (const auto *made = dyn_cast<CXXConstructExpr>(e))
    return construct(made);
  if (const auto *made = dyn_cast<CompoundLiteralExpr>(e)) {
    // What is emitted for it is a value, no place.
    if (use != Read || !(isValue(e->getType()) || isScalar(e->getType())))
      return notTaken(e->getBeginLoc(), constructName(e));
    return expr(made->getInitializer());
  }
  if (const auto *field = dyn_cast<CXXDefaultInitExpr>(e)) {
    if (!function.made && namesThis(field->getExpr()))
      return notTaken(e->getBeginLoc(),
                      "an initialiser of a field that reads other fields");
    return expr(field->getExpr());
  }
  if (const auto *op = dyn_cast<CXXRewrittenBinaryOperator>(e))
    return expr(op->getSemanticForm());
  if (isa<FloatingLiteral>(e) && !isCopyable(e->getType(), builder.context))
    return notTaken(e->getBeginLoc(),
                    "arithmetic in '" + e->getType().getAsString() + "'");
  if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr,
          ImplicitValueInitExpr, CXXScalarValueInitExpr>(e))
    return;
  if (answeredByCompiler(e))
    return;
  if (isa<UnaryExprOrTypeTraitExpr>(e)) {
    if (!constantValue(e, builder.context))
      notTaken(e->getBeginLoc(), "a size known at run time only");
    return;
  }
  if (const auto *choice = dyn_cast<ConditionalOperator>(e)) {
    condition(choice->getCond());
    expr(choice->getTrueExpr(), use);
    return expr(choice->getFalseExpr(), use);
  }
  if (const auto *argument = dyn_cast<CXXDefaultArgExpr>(e))
    return expr(argument->getExpr());
  if (const auto *list = dyn_cast<CXXStdInitializerListExpr>(e))
    return expr(list->getSubExpr());
  if (const auto *move = dyn_cast<CXXBindTemporaryExpr>(e))
    return expr(move->getSubExpr(), use);
  // `sizeof...(a)`, a type trait, a concept.
  if (use == Read && isScalar(e->getType()) &&
      constantValue(e, builder.context))
    return;
  notTaken(e->getBeginLoc(), constructName(e));
}

/// Refuses `e` if compilers may differ about its value.
bool FunctionLowering::answeredByCompiler(const Expr *e) {
  const Expr *choice = compilersChoice(e, builder.context);
  if (choice)
    notTaken(e->getBeginLoc(), "'" + builder.sourceText(choice) +
                                   "', which compilers answer differently,");
  return choice != nullptr;
}

bool FunctionLowering::namesThis(const clang::Stmt *s) {
  if (!s)
    return false;
  return isa<CXXThisExpr>(s) || llvm::any_of(s->children(), namesThis);
}

void FunctionLowering::memberOfValue(const MemberExpr *e, Use use) {
  if (isa<EnumConstantDecl>(e->getMemberDecl()))
    return;
  if (const auto *var = dyn_cast<VarDecl>(e->getMemberDecl()))
    return variable(e, var, use);
  const auto *field = dyn_cast<FieldDecl>(e->getMemberDecl());
  if (!field)
    return notTaken(e->getMemberLoc(), constructName(e));
  if (field->getParent()->isUnion())
    return notTaken(e->getMemberLoc(), "a member of a union");
  // A field of a constant: `up.y`.
  if (use == Read && isScalar(e->getType()) &&
      constantValue(e, builder.context))
    return;
  if (e->isArrow())
    if (const auto of = object(e->getBase()->IgnoreParenImpCasts());
        of && of->base == Base::Element) {
      report(e->getExprLoc(), Diag::RTT2030)
          << builder.sourceText(e->getBase()) << "an element of another";
      return;
    }
  expr(e->getBase(), use);
}

void FunctionLowering::name(const DeclRefExpr *e, Use use) {
  const ValueDecl *decl = e->getDecl();
  if (isa<EnumConstantDecl, BindingDecl>(decl))
    return; // a binding is a part of a local
  const auto *var = dyn_cast<VarDecl>(decl);
  if (!var)
    return notTaken(e->getBeginLoc(), "the name of a function as a value");
  variable(e, var, use);
}

void FunctionLowering::variable(const Expr *e, const VarDecl *var, Use use) {
  const auto found = function.roles.find(var);
  if (found != function.roles.end()) {
    switch (found->second.kind) {
    case Role::Value:
      if (use != Read &&
          (isa<ParmVarDecl>(var) || llvm::is_contained(function.captured, var)))
        function.written.insert(var);
      return;
    case Role::Arg:
      traversal.args[found->second.index].reassigned |= use != Read;
      return;
    case Role::Uniform:
      if (use != Read)
        report(e->getExprLoc(), Diag::RTT2021) << var->getName();
      function.uniforms[e] = found->second.index;
      return;
    case Role::Object:
      if (found->second.base == Base::Element)
        return notTaken(e->getExprLoc(), "a pointer into an array as a value");
      if (ownName(e, var, use))
        return;
      report(e->getExprLoc(),
             found->second.base == Base::Node ? Diag::RTT2018 : Diag::RTT2019)
          << var->getName();
      return;
    case Role::Link:
      // A test of whether there is a child, or refused by NumberTests.
      if (traversal.nodesAreNumbers && use == Read)
        return;
      report(e->getExprLoc(), Diag::RTT2018) << var->getName();
      return;
    case Role::Shared:
      return notTaken(e->getExprLoc(),
                      "'" + var->getNameAsString() + "' as a whole");
    }
  }
  if (use == Read && isScalar(var->getType()) &&
      constantValue(e, builder.context))
    return; // a constant, folded by the printer
  // A number that all iterations share.
  if (isProgram() && !builder.body.ofProgram.count(var) &&
      !dependsOnIteration(builder, e) && !var->isStaticLocal() &&
      var->hasLocalStorage())
    return uniform(e, var, var->getType().getNonReferenceType(),
                   hostText(builder, e), {}, use);
  if (var->hasGlobalStorage() && !var->isStaticLocal()) {
    if (const auto hostText = hostName(var, e->getExprLoc()))
      uniform(e, var, var->getType(), *hostText, {}, use);
    return;
  }
  notTaken(e->getExprLoc(), "'" + var->getNameAsString() + "'");
}

void FunctionLowering::uniform(const Expr *e, const ValueDecl *decl,
                               QualType type, const std::string &hostText,
                               const PathSteps &steps, Use use,
                               std::string name) {
  if (name.empty())
    name = decl ? decl->getNameAsString() : "object";
  if (use != Read) {
    report(e->getExprLoc(), Diag::RTT2006) << name;
    return;
  }
  if (type.isVolatileQualified()) {
    report(e->getExprLoc(), Diag::RTT2025) << name;
    return;
  }
  if (!isCopyable(type, builder.context)) {
    report(e->getExprLoc(), Diag::RTT2011) << type.getAsString() << name;
    return;
  }
  unsigned index = 0;
  while (index < traversal.uniforms.size() &&
         !(traversal.uniforms[index].decl == decl &&
           traversal.uniforms[index].hostText == hostText))
    ++index;
  if (index == traversal.uniforms.size()) {
    std::string unique = name;
    for (int suffix = 2; llvm::any_of(
             traversal.uniforms,
             [&](const Uniform &other) { return other.name == unique; });
         ++suffix)
      unique = name + "_" + std::to_string(suffix);
    Qualifiers dropped; // of an array's elements, too
    type = builder.context.getUnqualifiedArrayType(type, dropped);
    traversal.uniforms.push_back({unique, type.getUnqualifiedType(), hostText,
                                  e->getExprLoc(), decl, steps});
  }
  function.uniforms[e] = index;
}

/// `&ray.o.x`, of a pointer that is moved on to what lies behind: the struct
/// around the number becomes a datum as a whole.
void FunctionLowering::keepNeighbours(const UnaryOperator *address, Use use) {
  const Expr *number = plain(address->getSubExpr());
  const auto *member = dyn_cast<MemberExpr>(number);
  const auto access = function.accesses.find(number);
  if (!member || !isScalar(number->getType()) ||
      access == function.accesses.end() || access->second.parts.size() > 0 ||
      !isWalked(address, function.decl))
    return;
  const Path &path = traversal.paths[access->second.path];
  const auto *around =
      dyn_cast<RecordDecl>(member->getMemberDecl()->getDeclContext());
  if (path.steps.size() > 1 &&
      path.steps[path.steps.size() - 2].kind == PathStep::Field && around &&
      isValueStruct(around, builder.context))
    return expr(member->getBase(), use);
  report(address->getOperatorLoc(), Diag::RTT2058)
      << builder.sourceText(number);
}

void FunctionLowering::unary(const UnaryOperator *e, Use use) {
  switch (e->getOpcode()) {
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    return expr(e->getSubExpr(), ReadWrite);
  case UO_Plus:
  case UO_Minus:
  case UO_Not:
    return expr(e->getSubExpr());
  case UO_LNot:
    return condition(e->getSubExpr());
  case UO_AddrOf:
    if (e->getSubExpr()->getType()->isPointerType())
      return notTaken(e->getOperatorLoc(), "the address of a pointer");
    expr(e->getSubExpr(), use);
    keepNeighbours(e, use);
    return keepInPlace(e->getSubExpr());
  case UO_Deref:
    return expr(e->getSubExpr(), use);
  default:
    return notTaken(
        e->getOperatorLoc(),
        "operator '" + UnaryOperator::getOpcodeStr(e->getOpcode()).str() + "'");
  }
}

void FunctionLowering::binary(const BinaryOperator *e, Use use) {
  if (e->isPtrMemOp())
    return notTaken(e->getOperatorLoc(), "a pointer to member");
  if (e->getOpcode() == BO_Assign && e->getType()->isPointerType() &&
      !isNodePointer(e->getType()))
    return notTaken(e->getOperatorLoc(), "an assignment to a pointer");
  // Null tests are taken before; in a condition a link is one, too.
  if (!e->isLogicalOp() && !e->isCommaOp())
    for (const Expr *side : {e->getLHS(), e->getRHS()})
      if (isNodePointer(plain(side)->getType()))
        return notTaken(side->getBeginLoc(), "a node's address as a value");
  if (e->isAssignmentOp()) {
    // In C; to C++ it is an operator.
    if (e->getType()->isRecordType() &&
        !isCopyable(e->getType(), builder.context))
      return notTaken(e->getOperatorLoc(),
                      "an assignment of '" + e->getType().getAsString() + "'");
    expr(e->getLHS(), e->isCompoundAssignmentOp() ? ReadWrite : Write);
    return expr(e->getRHS());
  }
  // What is done to `a + 1` or `(x, a)` is done to a.
  const auto useOf = [&](const Expr *side) {
    return side->getType()->isPointerType() && e->getType()->isPointerType()
               ? use
               : Read;
  };
  if (e->isLogicalOp()) {
    condition(e->getLHS());
    return condition(e->getRHS());
  }
  expr(e->getLHS(), e->isCommaOp() ? Read : useOf(e->getLHS()));
  expr(e->getRHS(), e->isCommaOp() ? use : useOf(e->getRHS()));
}

/// The pointer compared with null in `e`, and whether `e` is true when the
/// pointer is there.
static std::pair<const Expr *, bool> testedPointer(const Expr *e,
                                                   ASTContext &context) {
  if (const auto *negation = dyn_cast<UnaryOperator>(e);
      negation && negation->getOpcode() == UO_LNot) {
    const auto [pointer, present] =
        testedPointer(plain(negation->getSubExpr()), context);
    return {pointer, !present};
  }
  if (e->getType()->isPointerType())
    return {e, true};
  if (const Expr *smart = testedSmartPointer(e))
    return {smart, true};
  const Expr *operands[2];
  bool present;
  if (const auto *comparison = dyn_cast<BinaryOperator>(e);
      comparison && comparison->isEqualityOp()) {
    operands[0] = comparison->getLHS();
    operands[1] = comparison->getRHS();
    present = comparison->getOpcode() == BO_NE;
  } else if (const auto *rewritten = dyn_cast<CXXRewrittenBinaryOperator>(e);
             rewritten &&
             BinaryOperator::isEqualityOp(rewritten->getOperator())) {
    operands[0] = rewritten->getLHS();
    operands[1] = rewritten->getRHS();
    present = rewritten->getOperator() == BO_NE;
  } else if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
             op &&
             (op->getOperator() == OO_EqualEqual ||
              op->getOperator() == OO_ExclaimEqual) &&
             op->getNumArgs() == 2) {
    operands[0] = op->getArg(0);
    operands[1] = op->getArg(1);
    present = op->getOperator() == OO_ExclaimEqual;
  } else {
    return {nullptr, false};
  }
  const auto isNull = [&](const Expr *side) {
    return side->IgnoreParenImpCasts()->isNullPointerConstant(
               context, Expr::NPC_ValueDependentIsNotNull) !=
           Expr::NPCK_NotNull;
  };
  for (const int side : {0, 1})
    if (const Expr *pointer = plain(operands[side]);
        isNull(operands[1 - side]) &&
        !anyPointee(pointer->getType(), context).isNull())
      return {linkExpr(pointer), present};
  return {nullptr, false};
}

bool FunctionLowering::nullTest(const Expr *e) {
  // A pointer read for its own sake is a test only where a bool is wanted;
  // `!p`, `p == 0` and a pointer as a condition all arrive here.
  const auto [pointer, present] = testedPointer(e, builder.context);
  if (!pointer)
    return false;
  // An iterator over children stands for the link that it leads to.
  const auto role = function.roles.find(namedVariable(pointer));
  const bool isLink =
      role != function.roles.end() && role->second.kind == Role::Link;
  if (!isLink && !isNodePointer(pointer->getType()))
    return false;
  if (isNode(pointer)) {
    traversal.calleeTestsNull |= isTraversal();
    function.folded[e] = present;
    return true;
  }
  if (isProgram() && isNodePointer(pointer->getType()) && !rootLink(pointer) &&
      isRefusedRoot(pointer))
    return true; // said already
  if (isFirstOfArray(linkExpr(pointer)) || !link(pointer))
    return false;
  function.nullTests[e] = {linkExpr(pointer), present};
  return true;
}
