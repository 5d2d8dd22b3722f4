// Loops over a range -> counted loops, for arrays of fixed length and for
// containers in nodes.
//
//     for (Node *c : n->child) f(q, c);
//  -> for (int cIndex = 0; cIndex < 8; ++cIndex) { Node *c = n->child[cIndex];
//  ..
#include "FunctionLowering.h"
#include "SharedArrays.h"
#include "regtt/Frontend/Model/Walk.h"

using namespace regtt;
using namespace clang;

/// Whether `e` names the same array however often it is evaluated, as long as
/// none of its variables changes.
static bool namesObject(const Expr *e) {
  bool result = true;
  walkExpr(e, [&](const Expr *inner) {
    const auto *unary = dyn_cast<UnaryOperator>(inner);
    const auto *op = dyn_cast<CXXOperatorCallExpr>(inner);
    const bool castsNumber =
        isa<ExplicitCastExpr>(inner) && inner->getType()->isIntegerType();
    result &= isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr, CXXThisExpr,
                  ParenExpr, ImplicitCastExpr, IntegerLiteral>(inner) ||
              castsNumber || (unary && unary->getOpcode() == UO_Deref) ||
              (op && op->getOperator() == OO_Subscript &&
               isContiguous(op->getArg(0)->getType()));
  });
  return result;
}

/// Whether `body` may change a variable that `e` names.
static bool changesName(const clang::Stmt *body, const Expr *e) {
  bool result = false;
  walkExpr(body, [&](const Expr *inner) {
    const Expr *target = assignedTarget(inner);
    if (const auto *address = dyn_cast<UnaryOperator>(inner);
        address && address->getOpcode() == UO_AddrOf)
      target = address->getSubExpr();
    const VarDecl *var = target ? namedVariable(target) : nullptr;
    // A reference names its object throughout, whoever has the object's
    // address.
    const bool lasts =
        var && isa<UnaryOperator>(inner) && var->getType()->isReferenceType();
    result |= var && !lasts && mentions(e, var);
  });
  return result;
}

/// The plain array that `range` is or, a std::array, holds; null for others.
static Expr *plainArray(ASTContext &context, const Expr *range) {
  auto *held = const_cast<Expr *>(range->IgnoreParens());
  if (context.getAsConstantArrayType(held->getType()))
    return held;
  const CXXRecordDecl *record = held->getType()->getAsCXXRecordDecl();
  if (!record || !record->isInStdNamespace() || !record->getIdentifier() ||
      record->getName() != "array" || record->field_empty())
    return nullptr;
  FieldDecl *elements = *record->field_begin();
  if (!context.getAsConstantArrayType(elements->getType()))
    return nullptr;
  return MemberExpr::CreateImplicit(
      context, held, false, elements,
      context.getQualifiedType(elements->getType(),
                               held->getType().getQualifiers()),
      VK_LValue, OK_Ordinary);
}

VarDecl *regtt::makeCounter(ASTContext &context, VarDecl *var, QualType type,
                            SourceLocation loc) {
  return VarDecl::Create(context, var->getDeclContext(), loc, loc,
                         &context.Idents.get(var->getName().str() + "Index"),
                         type, context.getTrivialTypeSourceInfo(type, loc),
                         SC_None);
}

DeclRefExpr *regtt::nameOf(ASTContext &context, VarDecl *counter,
                           SourceLocation loc) {
  return DeclRefExpr::Create(context, NestedNameSpecifierLoc(),
                             SourceLocation(), counter, false, loc,
                             counter->getType(), VK_LValue);
}

/// The element at the index that a loop variable is initialised with; the index
/// variable is made with it, once for all lowerings of the loop.
static ArraySubscriptExpr *elementOf(ASTContext &context,
                                     const CXXForRangeStmt *s, VarDecl *var) {
  if (auto *made = dyn_cast_or_null<ArraySubscriptExpr>(var->getInit()))
    return made;
  auto *range = plainArray(context, s->getRangeInit());
  const SourceLocation loc = range->getBeginLoc();
  const QualType element =
      context.getAsArrayType(range->getType())->getElementType();
  VarDecl *index = makeCounter(context, var, context.IntTy, loc);
  index->setInit(IntegerLiteral::Create(
      context, llvm::APInt(context.getIntWidth(context.IntTy), 0),
      context.IntTy, loc));
  auto *base = ImplicitCastExpr::Create(
      context, context.getPointerType(element), CK_ArrayToPointerDecay, range,
      nullptr, VK_PRValue, FPOptionsOverride());
  auto *made = new (context)
      ArraySubscriptExpr(base, nameOf(context, index, loc), element, VK_LValue,
                         OK_Ordinary, range->getEndLoc());
  var->setInit(made);
  return made;
}

/// `for (counter; counter < last; ++counter) { var; the loop's body }`.
Statement FunctionLowering::countingLoop(const CXXForRangeStmt *s,
                                         VarDecl *counter, Expr *last) {
  ASTContext &context = builder.context;
  const SourceLocation loc = s->getBeginLoc();
  Statement loop;
  loop.kind = Statement::Loop;
  loop.form = Statement::For;
  loop.loc = loc;
  Statement let;
  let.kind = Statement::Let;
  let.loc = loc;
  let.vars.push_back(counter);
  loop.init.push_back(std::move(let));
  loop.cond = BinaryOperator::Create(context, nameOf(context, counter, loc),
                                     last, BO_LT, context.BoolTy, VK_PRValue,
                                     OK_Ordinary, loc, FPOptionsOverride());
  loop.step = UnaryOperator::Create(
      context, nameOf(context, counter, loc), UO_PreInc, counter->getType(),
      VK_LValue, OK_Ordinary, loc, false, FPOptionsOverride());
  local(s->getLoopVariable(), loop.body, loc);
  for (Statement &inner : block(s->getBody()))
    loop.body.push_back(std::move(inner));
  return loop;
}

/// `for (const Point &p : n->points)`: from the number of the node's first
/// element on, as many as the container has; of a container that iterations
/// share, all of its elements.
bool FunctionLowering::rangeOverElements(const CXXForRangeStmt *s,
                                         std::vector<Statement> &out) {
  ASTContext &context = builder.context;
  const auto pointer = pointerInto(s->getRangeInit());
  if (!pointer)
    return false;
  const DataArray &array = traversal.arrays[pointer->array];
  llvm::StringRef container = array.hostText;
  const bool shared = array.isShared() && container.consume_back(".data()");
  if (!shared && array.size < 0)
    return false;
  auto *var = const_cast<VarDecl *>(s->getLoopVariable());
  const SourceLocation loc = s->getBeginLoc();
  const QualType number = context.getPointerDiffType();
  const auto stand = [&](QualType type, ExprValueKind kind) {
    return new (context) OpaqueValueExpr(loc, type, kind);
  };
  // The loop's variables are made once for all lowerings of the loop; what they
  // stand for is each one's own.
  const auto *known = dyn_cast_or_null<OpaqueValueExpr>(var->getInit());
  auto *index =
      known ? const_cast<VarDecl *>(namedVariable(known->getSourceExpr()))
            : makeCounter(context, var, number, loc);
  if (!known) {
    index->setInit(stand(number, VK_PRValue));
    var->setInit(new (context)
                     OpaqueValueExpr(loc, pointer->type, VK_LValue, OK_Ordinary,
                                     nameOf(context, index, loc)));
  }
  // Both are sums with the node's first element.
  Expr *first = index->getInit(), *last = stand(number, VK_PRValue);
  Expr *element = var->getInit();
  Expr *size = stand(number, VK_PRValue);
  bindElement(first, pointer->array, pointer->element);
  ElementRef end = pointer->element;
  end.array = pointer->array;
  end.offsets.push_back(size);
  if (shared) {
    const auto found =
        s->getRangeInit()->getType()->getAsCXXRecordDecl()->lookup(
            DeclarationName(&context.Idents.get("size")));
    // As a call of it would be.
    const auto *method =
        found.empty() ? nullptr : dyn_cast<ValueDecl>(found.front());
    uniform(size, method, context.getSizeType(), container.str() + ".size()",
            {}, Read, arrayName(container) + "_size");
    function.elements[last] = end;
  } else {
    Access sizeAccess;
    sizeAccess.path = static_cast<unsigned>(array.size);
    function.accesses[size] = sizeAccess;
    bindElement(last, pointer->array, end);
  }
  Place place = placeOf(*pointer);
  place.element.offsets.clear();
  place.element.from = index;
  standIns[element] = place;

  Role role;
  role.kind = Role::Object;
  role.base = Base::Element;
  role.number = pointer->array;
  function.roles[index] = role;

  out.push_back(countingLoop(s, index, last));
  return true;
}

void FunctionLowering::rangeFor(const CXXForRangeStmt *s,
                                std::vector<Statement> &out) {
  if (rootRange(s, out))
    return;
  ASTContext &context = builder.context;
  const Expr *range = s->getRangeInit();
  auto *var = const_cast<VarDecl *>(s->getLoopVariable());
  const Expr *plain = plainArray(context, range);
  // What is large and shared is gathered.
  const auto *array = plain && (plain == range->IgnoreParens() ||
                                isLinkArray(namedVariable(range)) ||
                                (isValue(range->getType()) &&
                                 !isLarge(range->getType(), context)))
                          ? context.getAsConstantArrayType(plain->getType())
                          : nullptr;
  const auto *call = dyn_cast<CallExpr>(range->IgnoreParenImpCasts());
  const unsigned before = builder.diagnostics.errors();
  if (!array && !s->getInit() && !isa<DecompositionDecl>(var) &&
      isContiguous(range->getType()) &&
      (namesObject(range) || (call && accessedObject(call))) &&
      !changesName(s->getBody(), range))
    if (rangeOverElements(s, out) || builder.diagnostics.errors() != before)
      return;
  if (!array || s->getInit() || isa<DecompositionDecl>(var))
    return notTaken(s->getBeginLoc(),
                    "a loop over anything but an array of fixed length");
  if (!namesObject(range) || changesName(s->getBody(), range))
    return notTaken(range->getBeginLoc(), "a range that changes in its loop");
  const QualType type = var->getType().getNonReferenceType();
  if (type->isRecordType() &&
      !context.hasSameUnqualifiedType(type, array->getElementType()))
    return notTaken(var->getLocation(), "a conversion of a range's elements");
  const auto *element = elementOf(context, s, var);
  auto *counter = const_cast<VarDecl *>(cast<VarDecl>(
      cast<DeclRefExpr>(element->getIdx()->IgnoreParenImpCasts())->getDecl()));
  function.roles[counter] = Role();
  if (isProgram())
    builder.body.ofProgram.insert(counter);
  auto *trips =
      IntegerLiteral::Create(context,
                             llvm::APInt(context.getIntWidth(context.IntTy),
                                         array->getSize().getZExtValue()),
                             context.IntTy, s->getBeginLoc());
  out.push_back(countingLoop(s, counter, trips));
}
