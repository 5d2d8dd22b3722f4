// Which object an expression names: the node or the query, what one leads to,
// an element of an array, a local that is another name for one of these.
#include "FunctionLowering.h"
#include "QueryOperands.h"
#include "regtt/Frontend/Model/Links.h"

using namespace regtt;
using namespace clang;

/// Parentheses and casts that keep the object: lvalue-to-rvalue, const, to a
/// base, whose fields are found by their offsets.
static const Expr *sameObject(const Expr *e) {
  while (true) {
    e = e->IgnoreParens();
    const auto *cast = dyn_cast<CastExpr>(e);
    if (!cast)
      return e;
    const CastKind kind = cast->getCastKind();
    if (kind != CK_UncheckedDerivedToBase && kind != CK_DerivedToBase &&
        (!isa<ImplicitCastExpr>(e) ||
         (kind != CK_NoOp && kind != CK_LValueToRValue)))
      return e;
    e = cast->getSubExpr();
  }
}

bool FunctionLowering::isNodeObject(QualType type) const {
  if (traversal.nodesAreNumbers)
    return false;
  const auto *record = type->getAsRecordDecl();
  return record &&
         declaresSameEntity(record, traversal.nodeType->getAsRecordDecl());
}

bool FunctionLowering::isNodePointer(QualType type) const {
  const QualType pointee = anyPointee(type, builder.context);
  return !pointee.isNull() && isNodeObject(pointee);
}

/// Whether `e` is the node itself, by pointer or reference.
bool FunctionLowering::isNode(const Expr *e) {
  e = linkExpr(e);
  const VarDecl *var = namedVariable(e);
  const auto role = function.roles.find(var);
  const Role *bound = nullptr;
  if (isa<CXXThisExpr>(e) && function.thisRole)
    bound = &*function.thisRole;
  else if (var && role != function.roles.end())
    bound = &role->second;
  return bound && bound->kind == Role::Object && bound->base == Base::Node &&
         bound->number != nodeNumber && bound->steps.empty();
}

/// The place that a variable is bound to, as if it had been spelled out.
FunctionLowering::Place FunctionLowering::atRole(Place place) const {
  if (!place.shared && !place.steps.empty()) {
    place.lastField = place.steps.back().field;
    place.datum = place.type;
  } else if (isOwnDatum(place) || place.base == Base::Element ||
             (place.base == Base::Node && !place.shared &&
              traversal.nodesAreNumbers &&
              (place.number == nodeNumber || isValue(place.type)))) {
    place.datum = place.type;
  }
  return place;
}

/// Whether `place` is a number, or an array of them, of the iteration's own.
bool FunctionLowering::isOwnDatum(const Place &place) const {
  return place.base == Base::Query && !place.shared && place.parts.empty() &&
         !ownDatum(place)->isRecordType();
}

/// Whether `place` is a struct of the iteration's own, as a whole, that is a
/// value.
bool FunctionLowering::isOwnStruct(const Place &place) const {
  return place.base == Base::Query && !place.shared && place.datum.isNull() &&
         place.parts.empty() && place.number != iterationNumber &&
         isValue(place.type);
}

QualType FunctionLowering::ownDatum(const Place &place) const {
  return place.number == iterationNumber
             ? place.type
             : operandDatum(builder.model.loop, place.number, place.steps);
}

/// `p[0]` of a pointer to one object of the iteration's own is `*p`.
std::optional<FunctionLowering::Place>
FunctionLowering::firstOf(const ArraySubscriptExpr *e) {
  const Expr *base = sameObject(e->getBase());
  const VarDecl *var = namedVariable(base);
  const auto role = function.roles.find(var);
  if (!var || role == function.roles.end() ||
      !var->getType()->isPointerType() || role->second.kind != Role::Object ||
      role->second.base != Base::Query ||
      (!role->second.steps.empty() &&
       role->second.steps.back().kind == PathStep::Deref))
    return std::nullopt;
  const auto index = e->getIdx()->getIntegerConstantExpr(builder.context);
  if (!index || *index != 0)
    return std::nullopt;
  return pointee(base);
}

std::optional<FunctionLowering::Place> FunctionLowering::object(const Expr *e) {
  e = sameObject(e);
  if (const auto made = standIns.find(e); made != standIns.end())
    return made->second;
  if (const auto own = ownObject(e, /*byPointer=*/false))
    return own;
  if (const auto node = numberedNode(e))
    return node;
  if (const auto own = ownElement(e, /*indirect=*/false))
    return own;
  if (isOfContainer(e))
    return std::nullopt;
  if (const auto *name = dyn_cast<DeclRefExpr>(e)) {
    const auto *var = dyn_cast<VarDecl>(name->getDecl());
    if (!var || var->getType()->isPointerType())
      return std::nullopt;
    const auto found = function.roles.find(var);
    if (found == function.roles.end())
      return globalObject(var, e->getExprLoc());
    const Role &role = found->second;
    if (role.kind == Role::Link)
      return childObject(name);
    if (role.kind != Role::Object && role.kind != Role::Shared)
      return std::nullopt;
    Place result;
    result.base = role.base;
    result.number = role.number;
    result.steps = role.steps;
    if (role.base == Base::Element)
      result.element.from = elementVariable(var);
    result.shared = role.kind == Role::Shared;
    result.hostText = role.hostPrefix;
    result.type = var->getType().getNonReferenceType();
    return atRole(result);
  }
  if (const auto *member = dyn_cast<MemberExpr>(e)) {
    auto result = member->isArrow() ? pointee(member->getBase())
                                    : object(member->getBase());
    if (!result || !intoField(*result, member))
      return std::nullopt;
    return result;
  }
  if (const auto *star = dyn_cast<UnaryOperator>(e);
      star && star->getOpcode() == UO_Deref)
    return pointee(star->getSubExpr());
  if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e)) {
    if (op->getOperator() == OO_Star && linkExpr(op) != op)
      return pointee(op->getArg(0));
    if (op->getOperator() != OO_Subscript)
      return std::nullopt;
    auto result = libraryElement(op->getArg(0), op->getArg(1), op->getType());
    const bool value = isValue(op->getArg(0)->getType()) &&
                       !isLarge(op->getArg(0)->getType(), builder.context);
    return value || (result && !result->shared) ? result : element(op);
  }
  if (const auto *call = dyn_cast<CXXMemberCallExpr>(e))
    if (const Expr *index = endOfArray(call))
      return libraryElement(call->getImplicitObjectArgument(), index,
                            call->getType());
  if (const auto *call = dyn_cast<CallExpr>(e))
    return accessedObject(call);
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e)) {
    const Expr *base = subscript->getBase()->IgnoreParenImpCasts();
    if (const auto own = firstOf(subscript))
      return own;
    auto result =
        base->getType()->isConstantArrayType() ? object(base) : std::nullopt;
    if (!result || result->shared) {
      const bool value = base->getType()->isConstantArrayType() &&
                         isCopyable(base->getType(), builder.context) &&
                         !isLarge(base->getType(), builder.context);
      if (!value)
        return element(e);
      if (!result) // a uniform, or a local
        return std::nullopt;
    }
    result->type =
        builder.context.getAsArrayType(result->type)->getElementType();
    result->parts.push_back({subscript->getIdx(), nullptr});
    return result;
  }
  return std::nullopt;
}

/// An element of a std::array, which holds a plain array as its only field.
std::optional<FunctionLowering::Place>
FunctionLowering::libraryElement(const Expr *container, const Expr *index,
                                 QualType type) {
  const CXXRecordDecl *record = container->getType()->getAsCXXRecordDecl();
  if (!record || !record->isInStdNamespace() || record->getName() != "array" ||
      record->field_empty())
    return std::nullopt;
  // Of values: a part of the array, which is a struct.
  if (isValue(container->getType())) {
    auto result = object(container);
    if (result) {
      if (isOwnStruct(*result))
        result->datum = result->type;
      result->type = type;
      result->parts.push_back({index, nullptr});
    }
    return result;
  }
  const FieldDecl *elements = *record->field_begin();
  const auto *array =
      builder.context.getAsConstantArrayType(elements->getType());
  auto result = array ? object(container) : std::nullopt;
  if (!result || result->shared || !result->parts.empty())
    return std::nullopt;
  result->steps.push_back({PathStep::Field, elements});
  result->lastField = elements;
  result->datum = elements->getType();
  result->type = array->getElementType();
  result->parts.push_back({index, nullptr});
  return result;
}

/// The number of the element that `front()` or `back()` of a std::array is;
/// null for other calls.
const Expr *FunctionLowering::endOfArray(const CXXMemberCallExpr *e) const {
  const CXXMethodDecl *method = e->getMethodDecl();
  const auto *record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      method ? method->getParent() : nullptr);
  if (!record || !record->isInStdNamespace() || !method->getIdentifier() ||
      record->getName() != "array" || !e->isLValue() ||
      cast<MemberExpr>(e->getCallee()->IgnoreParens())->isArrow() ||
      (method->getName() != "front" && method->getName() != "back"))
    return nullptr;
  const uint64_t size =
      record->getTemplateArgs()[1].getAsIntegral().getZExtValue();
  ASTContext &context = builder.context;
  return size == 0
             ? nullptr
             : IntegerLiteral::Create(
                   context,
                   llvm::APInt(context.getIntWidth(context.IntTy),
                               method->getName() == "back" ? size - 1 : 0),
                   context.IntTy, e->getExprLoc());
}

/// A struct outside all functions, or what a pointer there leads to: its fields
/// are uniforms.
std::optional<FunctionLowering::Place>
FunctionLowering::globalObject(const VarDecl *var, SourceLocation loc) {
  if (!var->hasGlobalStorage() || var->isStaticLocal())
    return std::nullopt;
  const bool pointer = var->getType()->isPointerType();
  // What is a value is a uniform as a whole, unless it holds much.
  if (!pointer && isValue(var->getType().getNonReferenceType()) &&
      !isLarge(var->getType(), builder.context))
    return std::nullopt;
  const QualType type = pointer ? var->getType()->getPointeeType()
                                : var->getType().getNonReferenceType();
  if (!type->isRecordType())
    return std::nullopt;
  const auto name = hostName(var, loc);
  if (!name)
    return std::nullopt;
  Place result;
  result.base = Base::Node;
  result.shared = true;
  result.hostText = *name + (pointer ? "->" : ".");
  result.type = type;
  return result;
}

std::optional<FunctionLowering::Place>
FunctionLowering::pointee(const Expr *e) {
  e = sameObject(e);
  if (const auto own = ownObject(e, /*byPointer=*/true))
    return own;
  if (const auto own = ownElement(e, /*indirect=*/true))
    return own;
  std::optional<Role> role;
  if (isa<CXXThisExpr>(e)) {
    role = function.thisRole;
  } else if (const auto *name = dyn_cast<DeclRefExpr>(e)) {
    const auto *var = dyn_cast<VarDecl>(name->getDecl());
    const auto found = function.roles.find(var);
    if (var && found != function.roles.end() && var->getType()->isPointerType())
      role = found->second;
  }
  if (role) {
    if (role->kind == Role::Link)
      return childObject(e);
    if (role->kind != Role::Object && role->kind != Role::Shared)
      return std::nullopt;
    if (isBehindQuery(*role))
      return behindQuery(*role, e);
    Place result;
    result.base = role->base;
    result.number = role->number;
    result.steps = role->steps;
    if (role->base == Base::Element) {
      result.element.from = elementVariable(namedVariable(e));
      result.element.fromThis = isa<CXXThisExpr>(e);
    }
    result.shared = role->kind == Role::Shared;
    result.hostText = role->hostPrefix;
    result.type = e->getType()->getPointeeType();
    // Of an array, the pointer stands for it as a whole.
    if (isOwnDatum(result) && ownDatum(result)->isArrayType())
      return std::nullopt;
    return atRole(result);
  }
  if (const auto *address = dyn_cast<UnaryOperator>(e);
      address && address->getOpcode() == UO_AddrOf)
    return object(address->getSubExpr());
  if (isa<BinaryOperator>(e) || e->getType()->isArrayType())
    return elementAt(e);
  if (isa<CallExpr>(e) && traversal.nodesAreNumbers)
    if (const auto node = numberedNode(e))
      return node;
  if (const VarDecl *var = namedVariable(e);
      var && var->hasGlobalStorage() && pointedRecord(var->getType()))
    return globalObject(var, e->getExprLoc());
  if (const auto *cast = dyn_cast<CastExpr>(e))
    if (const auto typed = untyped(cast))
      return typed;
  auto result = object(linkExpr(e));
  if (!result || result->shared || !result->parts.empty())
    return elementAt(e);
  const QualType type = anyPointee(result->type, builder.context);
  if (type.isNull())
    return elementAt(e);
  if (result->base == Base::Query && !isNodePointer(result->type))
    return elementAt(linkExpr(e)); // an array of one
  result->type = result->datum = type;
  if (result->base == Base::Element) {
    // An array of pointers; pointers within elements are not followed.
    if (!result->steps.empty())
      return std::nullopt;
    DataArray &array = traversal.arrays[result->number];
    array.element = type.getUnqualifiedType();
    array.indirect = true;
  }
  result->steps.push_back({PathStep::Deref, nullptr});
  return result;
}

/// What a `void *` of the node leads to, where `cast` says what that is:
/// `*(const int *)n->data`. It is one thing wherever it is read.
std::optional<FunctionLowering::Place>
FunctionLowering::untyped(const CastExpr *cast) {
  const Expr *pointer = sameObject(cast->getSubExpr());
  if (cast->getCastKind() != CK_BitCast ||
      !pointer->getType()->isVoidPointerType())
    return std::nullopt;
  auto held = object(linkExpr(pointer));
  const QualType type = cast->getType()->getPointeeType();
  if (!held || held->shared || held->base != Base::Node || !held->lastField ||
      !held->parts.empty() || isNodeObject(type) || type->isVoidType())
    return std::nullopt;
  held->type = held->datum = type;
  held->steps.push_back({PathStep::Deref, nullptr});
  const size_t length = held->steps.size();
  for (const Path &path : traversal.paths) {
    if (path.base != Base::Node || path.number != held->number ||
        path.steps.size() < length ||
        !std::equal(held->steps.begin(), held->steps.end(), path.steps.begin()))
      continue;
    const bool same =
        path.steps.size() == length
            ? builder.context.hasSameUnqualifiedType(path.type, type)
            : type->isRecordType() &&
                  declaresSameEntity(path.steps[length].field->getParent(),
                                     type->getAsRecordDecl());
    if (same)
      continue;
    report(cast->getBeginLoc(), Diag::RTT2041) << held->lastField->getName();
    builder.diagnostics.note(path.firstUse, "of another type here");
    return std::nullopt;
  }
  return held;
}

/// The child that the local `e` holds, if it is one and the same wherever the
/// local is read.
std::optional<FunctionLowering::Place>
FunctionLowering::childObject(const Expr *e) {
  const Expr *held = heldBy(function, e);
  if (held == e || namedVariable(held) || isa<ConditionalOperator>(held))
    return std::nullopt;
  return isNodeObject(held->getType()) ? object(held) : pointee(held);
}

/// Whether `role` is that of another name for a pointer in the query.
bool FunctionLowering::isBehindQuery(const Role &role) {
  return role.kind == Role::Object && role.base == Base::Query &&
         !role.steps.empty() && role.steps.back().kind == PathStep::Deref;
}

/// The object that it leads to, where `e` is the name: an array of one.
std::optional<FunctionLowering::Place>
FunctionLowering::behindQuery(const Role &role, const Expr *e) {
  Place held;
  held.base = Base::Query;
  held.number = role.number;
  held.steps.assign(role.steps.begin(), role.steps.end() - 1);
  held.type = e->getType();
  const auto pointer = nodeArray(held, e->getExprLoc());
  return pointer ? std::optional(placeOf(*pointer)) : std::nullopt;
}
