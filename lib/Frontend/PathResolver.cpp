// Access paths: what `n->point->coord[i]` starts from and leads to; and the
// expressions that are a child of the node.
#include "FunctionLowering.h"
#include "QueryOperands.h"
#include "regtt/Model/Links.h"

#include <clang/AST/CXXInheritance.h>

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

static std::string joined(const PathSteps &steps, llvm::StringRef separator,
                          llvm::StringRef arrow) {
  std::string text;
  bool throughPointer = false;
  for (const PathStep &step : steps) {
    if (step.kind == PathStep::Deref) {
      throughPointer = true;
      continue;
    }
    if (!text.empty())
      text += throughPointer ? arrow : separator;
    text += step.field->getName();
    throughPointer = false;
  }
  return text;
}

/// `n->bucket.points`
std::string FunctionLowering::joinedText(const Place &place) const {
  if (place.base == Base::Query) {
    const std::string prefix =
        operandOf(builder.model.loop, place.number).prefix;
    return place.steps.empty() ? objectOfPrefix(prefix)
                               : prefix + joined(place.steps, ".", "->");
  }
  return nodeText(place) + joined(place.steps, ".", "->");
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

bool FunctionLowering::isAccessibleAtLoop(const Decl *member) const {
  if (member->getAccess() == AS_public || member->getAccess() == AS_none)
    return true;
  const auto *owner = dyn_cast<CXXRecordDecl>(member->getDeclContext());
  for (const DeclContext *scope = builder.loopFunction; owner && scope;
       scope = scope->getParent()) {
    const auto *record = dyn_cast<CXXRecordDecl>(scope);
    if (record &&
        (declaresSameEntity(record, owner) ||
         (member->getAccess() == AS_protected && record->isDerivedFrom(owner))))
      return true;
    const auto *function = dyn_cast<FunctionDecl>(scope);
    for (const FriendDecl *friendly : owner->friends())
      if (const NamedDecl *named = friendly->getFriendDecl();
          function && named && declaresSameEntity(named, function))
        return true;
  }
  return false;
}

/// Whether `field` lies in a virtual base of `type`, or in a base that `type`
/// has twice: it has no offset of its own.
static bool reachedVirtually(QualType type, const FieldDecl *field) {
  const auto *from = type->getAsCXXRecordDecl();
  const auto *owner = dyn_cast<CXXRecordDecl>(field->getParent());
  if (!from || !owner || declaresSameEntity(from, owner))
    return false;
  CXXBasePaths paths(/*FindAmbiguities=*/true, /*RecordPaths=*/true,
                     /*DetectVirtual=*/true);
  return from->isDerivedFrom(owner, paths) &&
         (paths.getDetectedVirtual() ||
          std::distance(paths.begin(), paths.end()) > 1);
}

bool FunctionLowering::intoField(Place &place, const MemberExpr *e) {
  const auto *field = dyn_cast<FieldDecl>(e->getMemberDecl());
  if (!field)
    return false;
  if (!place.parts.empty()) {
    // A part of an array of structs, which is one datum.
    if (!isCopyable(place.type, builder.context)) {
      report(e->getMemberLoc(), Diag::RTT2011)
          << place.type.getAsString() << "an array of structs";
      return false;
    }
    place.type = field->getType();
    place.parts.push_back({nullptr, field});
    return true;
  }
  // Of a union's members one may be written and another read: one datum by two
  // paths.
  if (field->getParent()->isUnion()) {
    report(e->getMemberLoc(), Diag::RTT2004) << "a member of a union";
    return false;
  }
  if (reachedVirtually(place.type, field))
    return notTaken(e->getMemberLoc(), "a member of a virtual base"), false;
  const bool nested = place.lastField != nullptr;
  place.lastField = field;
  place.type = place.datum = field->getType();
  if (place.shared) {
    if (!isAccessibleAtLoop(field)) {
      report(e->getMemberLoc(), Diag::RTT1113) << field->getName();
      return false;
    }
    place.hostText += (nested ? "." : "") + field->getName().str();
    place.steps.push_back({PathStep::Field, field});
    return true;
  }
  place.steps.push_back({PathStep::Field, field});
  return true;
}

unsigned FunctionLowering::path(const Place &place, SourceLocation loc) {
  const QualType type = place.datum.getUnqualifiedType();
  if (place.base == Base::Query)
    return queryPath(builder.model, place.number, place.steps, loc, type,
                     place.address);
  for (unsigned i = 0; i < traversal.paths.size(); ++i)
    if (const Path &path = traversal.paths[i];
        path.base == place.base && path.number == place.number &&
        path.steps == place.steps && path.address == place.address &&
        builder.context.hasSameType(path.type, type))
      return i;
  Path result;
  result.base = place.base;
  result.number = place.number;
  result.steps = place.steps;
  result.type = type;
  result.address = place.address;
  result.firstUse = loc;
  if (place.base == Base::Element) {
    const DataArray &array = traversal.arrays[place.number];
    const std::string fields = joined(place.steps, ".", "->");
    result.text = array.text + "[]" +
                  (fields.empty()   ? ""
                   : array.indirect ? "->"
                                    : ".") +
                  fields;
    if (fields.empty() && array.indirect != place.address)
      result.text = (place.address ? "&" : "*") + result.text;
  } else if (place.address) {
    result.text = objectOfPrefix(traversal.nodeText);
  } else {
    const bool whole =
        !place.steps.empty() && place.steps.back().kind == PathStep::Deref;
    result.text = (whole ? "*" : "") + joinedText(place);
  }
  std::string base = place.address ? "address" : joined(place.steps, "_", "_");
  if (place.base == Base::Node && base.empty())
    base = place.number == nodeNumber ? "number"
                                      : traversal.nodeArrays[place.number].name;
  result.name = base;
  for (int suffix = 2; llvm::any_of(traversal.paths,
                                    [&](const Path &other) {
                                      return other.base == result.base &&
                                             (other.number == result.number ||
                                              result.base == Base::Node) &&
                                             other.name == result.name;
                                    });
       ++suffix)
    result.name = base + "_" + std::to_string(suffix);
  traversal.paths.push_back(result);
  return traversal.paths.size() - 1;
}

/// Whether arithmetic with a bit-field means the same in what is emitted, and a
/// word holds all of its bytes. C compilers do not agree on fields wider than
/// int.
bool FunctionLowering::isCarried(const FieldDecl &bits) const {
  const ASTContext &context = builder.context;
  const unsigned width = bits.getBitWidthValue(context);
  return (context.getLangOpts().CPlusPlus ||
          width <= context.getIntWidth(context.IntTy)) &&
         context.getFieldOffset(&bits) % 8 + width <= 64 &&
         width <= context.getTypeSize(bits.getType());
}

void FunctionLowering::access(const Expr *e, const Place &place, Use use) {
  const SourceLocation loc = e->getExprLoc();
  for (const Selector &part : place.parts)
    if (part.index)
      expr(part.index);
  const FieldDecl *field = place.lastField;
  for (const Selector &part : place.parts)
    if (part.field)
      field = part.field;
  const QualType type = field == place.lastField ? place.datum : place.type;
  const std::string name =
      field ? field->getNameAsString() : builder.sourceText(e);
  if (field && field->isBitField() && !isCarried(*field)) {
    report(loc, Diag::RTT2026) << name;
    builder.diagnostics.note(field->getLocation(), "declared here");
    return;
  }
  if (type.isVolatileQualified() || type->isAtomicType()) {
    report(loc, Diag::RTT2025) << name;
    return;
  }
  if (!isCopyable(place.datum, builder.context)) {
    if (type->isPointerType())
      report(loc, Diag::RTT2041) << name;
    else
      report(loc, Diag::RTT2011) << place.datum.getAsString() << name;
    if (field)
      builder.diagnostics.note(field->getLocation(), "declared here");
    return;
  }
  if (place.base == Base::Query &&
      llvm::any_of(place.steps, [](const PathStep &step) {
        return step.kind == PathStep::Deref;
      })) {
    report(loc, Diag::RTT2030) << builder.sourceText(e) << "the query";
    return;
  }
  if (place.base == Base::Query &&
      llvm::any_of(place.steps, [](const PathStep &step) {
        return step.kind == PathStep::Field &&
               step.field->getParent()->isUnion();
      }))
    return notTaken(loc, "a union in the query");
  if (place.base == Base::Element) {
    for (const Expr *offset : place.element.offsets)
      expr(offset);
    noteBound(e, place.element);
    // A part chosen at run time, or one whose address may be taken.
    traversal.arrays[place.number].inPlace |= !isScalar(place.datum);
  }
  const unsigned index = path(place, loc);
  Path &target = traversal.paths[index];
  function.accesses[e] = {index, place.parts, place.element};
  if (use == Read)
    return;
  function.accesses[e].written = true;
  if (place.base == Base::Element) {
    const DataArray &array = traversal.arrays[place.number];
    if (!array.ofQueries) {
      report(loc, Diag::RTT2006) << array.text;
      return;
    }
    // What two pointers lead to may be one object.
    if (array.indirect) {
      report(loc, Diag::RTT2043) << array.text;
      return;
    }
  }
  if (place.base == Base::Node) {
    report(loc, Diag::RTT2005) << target.text;
    return;
  }
  if (!target.written())
    target.firstWrite = loc;
}

/// The object whose fields `prefix` starts: `cfg.` or `p->`. Nothing for a
/// parameter that has been refused.
static std::string wholeObject(llvm::StringRef prefix) {
  if (prefix.empty())
    return "";
  return prefix.ends_with("->") ? "*" + prefix.drop_back(2).str()
                                : prefix.drop_back().str();
}

bool FunctionLowering::place(const Expr *e, Use use) {
  if (!isa<MemberExpr, ArraySubscriptExpr, DeclRefExpr, CXXOperatorCallExpr,
           OpaqueValueExpr>(e) &&
      !(isa<CXXMemberCallExpr>(e) && endOfArray(cast<CXXMemberCallExpr>(e))) &&
      !(isa<UnaryOperator>(e) &&
        cast<UnaryOperator>(e)->getOpcode() == UO_Deref))
    return false;
  const unsigned before = builder.diagnostics.errors();
  auto result = object(e);
  if (builder.diagnostics.errors() != before)
    return true; // said already
  if (!result) {
    // `n->left->min`, `n->min[i]` with a pointer, and the like.
    if (const auto *member = dyn_cast<MemberExpr>(e);
        member && member->isArrow() &&
        isNodePointer(member->getBase()->getType())) {
      report(e->getExprLoc(), Diag::RTT2012) << builder.sourceText(e);
      return true;
    }
    if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e)) {
      const Expr *base = subscript->getBase()->IgnoreParenImpCasts();
      if (const auto of =
              base->getType()->isPointerType() ? object(base) : std::nullopt) {
        report(e->getExprLoc(), Diag::RTT2030)
            << builder.sourceText(base)
            << (of->base == Base::Node    ? "the node"
                : of->base == Base::Query ? "the query"
                                          : "an element of another");
        return true;
      }
    }
    return false;
  }
  if (result->shared && !result->lastField &&
      isValueStruct(result->type->getAsRecordDecl(), builder.context)) {
    const auto *named = dyn_cast<DeclRefExpr>(e);
    uniform(e, named ? named->getDecl() : nullptr, result->type,
            wholeObject(result->hostText), {}, use);
    return true;
  }
  // The iteration's own struct as a whole.
  if (isOwnStruct(*result))
    result->datum = result->type;
  if (result->datum.isNull())
    return false;
  if (result->shared && !result->parts.empty())
    return false; // a part of a uniform
  if (result->shared) {
    uniform(e, result->lastField, result->type, result->hostText, result->steps,
            use);
    return true;
  }
  if (isNodePointer(result->type)) {
    report(e->getExprLoc(), Diag::RTT2018) << builder.sourceText(e);
    return true;
  }
  access(e, *result, use);
  return true;
}

unsigned FunctionLowering::slotGroup(const Place &place, SlotGroup::Form form,
                                     SourceLocation loc) {
  for (unsigned group = 0; group < traversal.slots.size(); ++group)
    if (!traversal.slots[group].value &&
        traversal.slots[group].array == place.number &&
        traversal.slots[group].steps == place.steps)
      return group;
  SlotGroup slots;
  slots.form = form;
  slots.array = place.number;
  slots.steps = place.steps;
  slots.text = joinedText(place);
  slots.name = joined(place.steps, "_", "_");
  if (slots.name.empty())
    slots.name = traversal.nodeArrays[place.number].name;
  slots.loc = loc;
  if (form != SlotGroup::Fields)
    slots.count = 0;
  else if (const auto *array = builder.context.getAsConstantArrayType(
               place.lastField ? place.lastField->getType() : place.datum))
    slots.count = array->getSize().getZExtValue();
  slots.first = traversal.numSlots;
  traversal.numSlots += slots.count;
  traversal.slots.push_back(slots);
  return traversal.slots.size() - 1;
}

bool FunctionLowering::childRef(const Expr *e, const Place &place) {
  if (place.base != Base::Node || place.shared || place.steps.empty() ||
      place.parts.size() > 1 || !isNodePointer(place.type) ||
      llvm::any_of(place.steps, [](const PathStep &step) {
        return step.kind == PathStep::Deref;
      }))
    return false;
  const unsigned group = slotGroup(place, SlotGroup::Fields, e->getBeginLoc());
  const Expr *index = place.parts.empty() ? nullptr : place.parts[0].index;
  if (index)
    expr(index);
  function.children[e] = {group, index};
  return true;
}

bool FunctionLowering::link(const Expr *e) {
  if (isProgram())
    return rootLink(e);
  if (traversal.nodesAreNumbers)
    return numberLink(e);
  e = linkExpr(e);
  if (e->isNullPointerConstant(builder.context,
                               Expr::NPC_ValueDependentIsNotNull))
    return true;
  if (const auto *choice = dyn_cast<ConditionalOperator>(e)) {
    condition(choice->getCond());
    const bool left = link(choice->getTrueExpr());
    return link(choice->getFalseExpr()) && left;
  }
  if (setsLink(e) || linkInArray(e))
    return true;
  if (const VarDecl *var = namedVariable(e))
    return linkVariable(e) && !unbound.count(var);
  if (listElement(e))
    return true;
  const auto where = object(e);
  return where && where->lastField && childRef(e, *where);
}

/// The name of a number of the iteration's own, or of an array of them.
bool FunctionLowering::ownName(const Expr *e, const VarDecl *var, Use use) {
  const Role &role = function.roles.find(var)->second;
  Place place;
  place.base = role.base;
  place.number = role.number;
  place.steps = role.steps;
  place.type = e->getType();
  if (!isOwnDatum(place) ||
      (e->getType()->isPointerType() && !ownDatum(place)->isArrayType()))
    return false;
  place = atRole(place);
  place.datum = ownDatum(place);
  access(e, place, use);
  return true;
}
