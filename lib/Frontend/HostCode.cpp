#include "HostCode.h"

#include "HostPlaces.h"
#include "regtt/Frontend/Library.h"
#include "regtt/Model/Walk.h"

#include <clang/Basic/SourceManager.h>

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

/// A call that returns one of its arguments, which are looked at themselves.
static bool returnsArgument(const Expr *e) {
  const auto *call = dyn_cast<CallExpr>(plain(e));
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  static const llvm::StringRef names[] = {"min",  "max",     "clamp",
                                          "move", "forward", "as_const"};
  return callee && callee->isInStdNamespace() && !isa<CXXMethodDecl>(callee) &&
         callee->getIdentifier() &&
         llvm::is_contained(names, callee->getName());
}

/// Whether `e` names a queue or a vector, by value or by pointer.
static bool isGrowing(const Expr *e) {
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

/// Library functions read the numbers that they take by reference.
void HostCode::arguments(llvm::ArrayRef<const Expr *> arguments) {
  for (const Expr *argument : arguments) {
    if (argument->isLValue() && isScalar(argument->getType()) &&
        !isa<MaterializeTemporaryExpr>(argument->IgnoreParens()))
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
    if (effects == Refused && !constructor->isCopyOrMoveConstructor() &&
        !(name && llvm::is_contained(names, name->getName())))
      return stop(e);
    return arguments(given);
  }
  arguments(given);
  if (!isPure(constructor, nullptr))
    stop(e);
}

/// An assignment that the compiler writes, called by an operator.
static bool copies(const FunctionDecl *callee) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  return method && method->isDefaulted() && !method->isVirtual() &&
         (method->isCopyAssignmentOperator() ||
          method->isMoveAssignmentOperator());
}

/// std::swap and std::exchange, which write what they are handed.
static bool exchanges(const FunctionDecl *callee) {
  return callee->isInStdNamespace() && !isa<CXXMethodDecl>(callee) &&
         callee->getIdentifier() &&
         (callee->getName() == "swap" || callee->getName() == "exchange");
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
  const bool takesPointers =
      llvm::any_of(callee->parameters(), [](const ParmVarDecl *param) {
        return param->getType()->isPointerType();
      });
  if (op && callee->isInStdNamespace() &&
      (op->getOperator() == OO_PlusPlus || op->getOperator() == OO_MinusMinus ||
       op->getOperator() == OO_PlusEqual))
    write(e, op->getArg(0));
  else if (const auto *assign = dyn_cast<CXXOperatorCallExpr>(e);
           assign && copies(callee)) {
    write(e, assign->getArg(0));
    if (assign->getArg(1)->isLValue())
      reads.push_back({assign->getArg(1)->IgnoreParenImpCasts(),
                       conditions == 0 && !inCallee});
  } else if (callee->getBuiltinID() != 0 && callee->hasAttr<ConstAttr>())
    ; // INFINITY
  else if (exchanges(callee))
    for (unsigned k = 0; k < callee->getNumParams(); ++k)
      handedOver(e->getArg(k), callee->getParamDecl(k)->getType());
  else if (onlyLooks(callee) ||
           (findLibraryFunction(*callee) && !takesPointers))
    ;
  else if (effects == Collected)
    enter(e, callee);
  else if (findLibraryFunction(*callee) || !isPure(callee, e))
    stop(e);
  arguments(given);
}

/// A value of the library's through which its holder's elements are written.
static bool leadsElsewhere(QualType type) {
  const auto *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->isInStdNamespace() || !record->getIdentifier())
    return false;
  static const llvm::StringRef names[] = {
      "span", "reference_wrapper", "unique_ptr", "shared_ptr", "weak_ptr"};
  return record->getName().contains("iterator") ||
         record->getName().contains("Iterator") ||
         llvm::is_contained(names, record->getName());
}

/// `v.begin()`: v.
void HostCode::writeContainers(const Expr *iterator) {
  bool found = false;
  walkExpr(iterator, [&](const Expr *e) {
    const auto *record = e->getType()->getAsCXXRecordDecl();
    if (!isa<DeclRefExpr, MemberExpr>(e) || !e->isLValue() || !record ||
        !record->isInStdNamespace() || leadsElsewhere(e->getType()))
      return;
    found = true;
    write(iterator, e);
  });
  if (!found)
    stop(iterator);
}

/// What an argument for a parameter of type `param` leads to may be written.
/// `oneObject`: of what a pointer leads to, no more than that object.
void HostCode::handedOver(const Expr *argument, QualType param,
                          bool oneObject) {
  const bool reference = param->isReferenceType();
  if (leadsElsewhere(argument->getType()))
    return writeContainers(argument);
  if (reference && !argument->isGLValue())
    return; // a temporary
  // Clang materialises one for a reference to bind to.
  if (reference && isa<MaterializeTemporaryExpr>(argument->IgnoreParens()))
    return;
  if ((!reference && !param->isPointerType()) ||
      param->getPointeeType().isConstQualified() ||
      param->isFunctionPointerType())
    return;
  // `FILE *`: nothing of the user's.
  if (const auto *record = param->getPointeeType()->getAsRecordDecl();
      !reference && record &&
      context.getSourceManager().isInSystemHeader(record->getLocation()))
    return;
  const Expr *object = plain(argument);
  while (returnsArgument(object)) // of std::move(x), x
    object = plain(cast<CallExpr>(object)->getArg(0));
  // A place in an array, by `a + k`: some of its elements.
  while (const auto *sum = dyn_cast<BinaryOperator>(object)) {
    if (reference || sum->getOpcode() != BO_Add)
      break;
    object = plain(sum->getLHS()->getType()->isPointerType() ? sum->getLHS()
                                                             : sum->getRHS());
  }
  const auto *address = dyn_cast<UnaryOperator>(object);
  if (!reference && !oneObject && address &&
      isa<ArraySubscriptExpr, CXXOperatorCallExpr>(
          plain(address->getSubExpr())))
    return stop(argument); // how many elements is not known
  if (!reference && address && address->getOpcode() == UO_AddrOf)
    object = address->getSubExpr();
  else if (!reference && !object->getType()->isArrayType() &&
           !argument->IgnoreParenImpCasts()->getType()->isArrayType())
    return stop(argument); // of a pointer's target the extent is not known
  if (reference && isa<CXXOperatorCallExpr, CallExpr>(object) &&
      !object->getType()->isArithmeticType()) {
    // `out << a << b`: what it is called on has been looked at.
    const auto *call = cast<CallExpr>(object);
    if (call->getDirectCallee() && call->getDirectCallee()->isInStdNamespace())
      return;
  }
  write(argument, object);
}

/// `memset` and the like: functions of plain memory.
static bool countsBytes(const FunctionDecl *callee) {
  if (!callee->getIdentifier())
    return false;
  llvm::StringRef name = callee->getName();
  name.consume_front("__builtin_");
  return name == "memset" || name == "memcpy" || name == "memmove";
}

/// Whether what such a call writes is within the object it is handed.
static bool fillsOneObject(const CallExpr *e, const ASTContext &context) {
  if (e->getNumArgs() < 3)
    return false;
  const QualType object = plain(e->getArg(0))->getType();
  const auto bytes = e->getArg(2)->getIntegerConstantExpr(context);
  const QualType pointee =
      object->isPointerType() ? object->getPointeeType() : QualType();
  return bytes && !pointee.isNull() && !pointee->isIncompleteType() &&
         *bytes <= context.getTypeSizeInChars(pointee).getQuantity();
}

/// Whether it matters before or after which other calls a call of the library's
/// stands: it prints, reads, draws random numbers, takes memory.
static bool hasOrder(const CallExpr *e, const FunctionDecl *callee) {
  const auto isStream = [](QualType type) {
    const auto *record = type.getNonReferenceType()->getAsCXXRecordDecl();
    return record && record->getIdentifier() &&
           record->getName().contains("stream");
  };
  if (llvm::any_of(e->arguments(),
                   [&](const Expr *arg) { return isStream(arg->getType()); }))
    return true;
  if (const Expr *object = calledObject(e);
      object && isStream(object->getType()))
    return true;
  if (callee->isInStdNamespace() || !callee->getIdentifier())
    return false;
  if (const Expr *object = calledObject(e); object && isGrowing(object))
    return false;
  return !countsBytes(callee) && !callee->getName().starts_with("str");
}

/// A call of a function without a body that could be looked at, of the
/// library's: it writes what it is handed, and nothing else of the user's.
void HostCode::outside(const CallExpr *e, const FunctionDecl *callee) {
  if (callee->isNoReturn())
    return stop(e);
  if (!ordered && hasOrder(e, callee))
    ordered = e;
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(e);
      member && member->getMethodDecl() && !member->getMethodDecl()->isConst())
    write(e, member->getImplicitObjectArgument());
  unsigned first = 0;
  if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e))
    if (const auto *method = dyn_cast<CXXMethodDecl>(callee)) {
      first = 1;
      if (!method->isConst())
        handedOver(op->getArg(0),
                   context.getLValueReferenceType(op->getArg(0)->getType()));
    }
  for (unsigned k = first; k < e->getNumArgs(); ++k)
    handedOver(e->getArg(k),
               k - first < callee->getNumParams()
                   ? callee->getParamDecl(k - first)->getType()
                   : e->getArg(k)->getType(),
               countsBytes(callee) ? fillsOneObject(e, context)
                                   : !callee->isInStdNamespace());
}

/// A part of the member function's object.
struct PartOfThis {
  bool element; ///< in an array or container of it
};

static std::optional<PartOfThis> partOfThis(const Expr *target) {
  PartOfThis result = {false};
  for (const Expr *e = plain(target);; e = plain(e)) {
    if (const auto *member = dyn_cast<MemberExpr>(e)) {
      if (member->isArrow() && !isa<CXXThisExpr>(plain(member->getBase())))
        return std::nullopt;
      e = member->getBase();
    } else if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e)) {
      e = subscript->getBase()->IgnoreParenImpCasts();
      if (!e->getType()->isArrayType())
        return std::nullopt;
      result.element = true;
    } else if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
               op && op->getOperator() == OO_Subscript &&
               HostPlaces::owns(op->getArg(0)->getType())) {
      e = op->getArg(0);
      result.element = true;
    } else if (isa<CXXThisExpr>(e)) {
      return result;
    } else {
      return std::nullopt;
    }
  }
}

/// What the callee of `e` names `lvalue`, a field of its object or of what a
/// parameter leads to, in the caller's words; null where that cannot be said.
const Expr *HostCode::atCaller(const CallExpr *e, const Expr *lvalue) const {
  if (!e)
    return nullptr;
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(e->getDirectCallee());
  const unsigned first = isa<CXXOperatorCallExpr>(e) && method ? 1 : 0;
  const auto argument = [&](const Expr *name) -> const Expr * {
    const auto *param = dyn_cast_or_null<ParmVarDecl>(namedVariable(name));
    const unsigned k = param ? param->getFunctionScopeIndex() + first : 0;
    return param && k < e->getNumArgs() ? e->getArg(k)->IgnoreParenImpCasts()
                                        : nullptr;
  };
  const Expr *at = wholeArray(lvalue);
  if (const auto *star = dyn_cast<UnaryOperator>(at);
      star && star->getOpcode() == UO_Deref) {
    const Expr *pointer = argument(star->getSubExpr());
    if (!pointer || !pointer->getType()->isPointerType())
      return nullptr;
    return UnaryOperator::Create(context, const_cast<Expr *>(pointer), UO_Deref,
                                 pointer->getType()->getPointeeType(),
                                 VK_LValue, OK_Ordinary, pointer->getBeginLoc(),
                                 false, FPOptionsOverride());
  }
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(at)) {
    const Expr *array = argument(subscript->getBase());
    return array && array->getType()->isArrayType() ? array : nullptr;
  }
  const auto *member = dyn_cast<MemberExpr>(at);
  if (!member || !isa<FieldDecl>(member->getMemberDecl()))
    return nullptr;
  const Expr *base = plain(member->getBase());
  const Expr *object = nullptr;
  bool arrow = false;
  if (isa<CXXThisExpr>(base)) {
    object = calledObject(e, &arrow);
  } else if ((object = argument(base))) {
    arrow = member->isArrow();
    if (arrow && object->getType()->isArrayType())
      return nullptr;
    if (!arrow && !namedVariable(base)->getType()->isReferenceType())
      return nullptr; // the callee's own copy
  } else if (!member->isArrow()) {
    object = atCaller(e, base);
  }
  if (!object ||
      !(arrow ? object->getType()->isPointerType() : object->isLValue()))
    return nullptr;
  return MemberExpr::CreateImplicit(context, const_cast<Expr *>(object), arrow,
                                    member->getMemberDecl(), member->getType(),
                                    VK_LValue, member->getObjectKind());
}

/// A variable, or a part of one.
static bool isVariable(const Expr *object) {
  object = plain(object);
  while (const auto *member = dyn_cast<MemberExpr>(object)) {
    if (member->isArrow())
      return false;
    object = plain(member->getBase());
  }
  const VarDecl *var = namedVariable(object);
  return var && !var->getType()->isReferenceType() &&
         !var->getType()->isPointerType();
}

/// A call whose effects are collected.
void HostCode::enter(const CallExpr *e, const FunctionDecl *callee) {
  const FunctionDecl *definition = nullptr;
  const SourceManager &manager = context.getSourceManager();
  if (callee->isInStdNamespace() ||
      manager.isInSystemHeader(callee->getLocation()))
    return outside(e, callee);
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (callee->isVariadic() || !callee->hasBody(definition) ||
      (method && method->isVirtual()))
    return stop(e);
  // Of a recursion it is not followed what it is handed.
  if (!active.insert(definition).second)
    return stop(e);
  HostCode inside(context, Collected);
  inside.active = active;
  inside.inCallee = true;
  for (const ParmVarDecl *param : definition->parameters())
    if (!param->getType()->isReferenceType())
      inside.own.insert(param);
  inside.add(definition->getBody());
  if (inside.effect)
    return stop(e);
  active.erase(definition);
  if (!ordered && inside.ordered)
    ordered = e;
  takeReads(e, inside);
  const unsigned first = isa<CXXOperatorCallExpr>(e) && method ? 1 : 0;
  for (const Expr *target : inside.writes) {
    if (const Expr *here = atCaller(e, target)) {
      write(e, here);
      continue;
    }
    if (const auto inThis = partOfThis(target)) {
      const Expr *object = calledObject(e);
      if (!object || (inThis->element && !isVariable(object)))
        return stop(e);
      write(e, object);
      continue;
    }
    const auto *param = dyn_cast_or_null<ParmVarDecl>(namedVariable(target));
    if (param && param->getFunctionScopeIndex() + first < e->getNumArgs())
      write(e, e->getArg(param->getFunctionScopeIndex() + first));
    else
      writes.push_back(target);
  }
}

void HostCode::takeReads(const CallExpr *e, const HostCode &inside) {
  recursive |= inside.recursive;
  for (const ReadOf &read : inside.reads) {
    // What a number by reference is bound to is read where it is handed over.
    if (const VarDecl *var = namedVariable(read.lvalue);
        var && isa<ParmVarDecl>(var))
      continue;
    const Expr *here = atCaller(e, read.lvalue);
    if (here)
      reads.push_back({here, false});
    if (!here || inside.recursive)
      reads.push_back(read);
  }
  for (const Expr *container : inside.containers) {
    if (const VarDecl *var = namedVariable(container);
        var && isa<ParmVarDecl>(var))
      continue; // named where it is handed over
    const Expr *here = atCaller(e, container);
    containers.push_back(here ? here : container);
  }
}

/// Whether a function of the user's changes nothing but its own variables, and,
/// a constructor, what it makes.
bool HostCode::isPure(const FunctionDecl *callee, const CallExpr *e) {
  const FunctionDecl *definition = nullptr;
  if (callee->isVariadic() || !callee->hasBody(definition) ||
      definition->isInStdNamespace())
    return false;
  if (const auto *method = dyn_cast<CXXMethodDecl>(callee);
      method && method->isVirtual())
    return false;
  if (!active.insert(definition).second)
    return recursive = true; // being looked at
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
  active.erase(definition);
  takeReads(e, inside);
  return true;
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
