// Elements of arrays: `points[n->first + k].x`, pointers and references to
// elements, and the arrays themselves, which the loop's host code hands to the
// runtime once per call. What an index is bound to is evaluated once, where the
// user's pointer or reference is initialised.
#include "FunctionLowering.h"
#include "SharedArrays.h"

using namespace regtt;
using namespace clang;

/// Parentheses and casts that keep the address.
static const Expr *sameAddress(const Expr *e) {
  while (true) {
    e = e->IgnoreParens();
    if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(e)) {
      e = temporary->getSubExpr();
      continue;
    }
    const auto *cast = dyn_cast<ImplicitCastExpr>(e);
    if (!cast || (cast->getCastKind() != CK_NoOp &&
                  cast->getCastKind() != CK_LValueToRValue &&
                  cast->getCastKind() != CK_ArrayToPointerDecay))
      return e;
    e = cast->getSubExpr();
  }
}

/// The text of a shared object or field, as an lvalue.
static std::string lvalueText(bool isField, llvm::StringRef hostText) {
  if (isField)
    return hostText.str();
  return (hostText.ends_with("->") ? "*" : "") + objectOfPrefix(hostText);
}

/// The array at `place`, which is shared and of pointer, array or container
/// type. Its extent is empty if it is not known.
std::optional<DataArray> FunctionLowering::arrayAtLoop(const Place &place,
                                                       SourceLocation loc) {
  const QualType type = place.type.getNonReferenceType();
  const std::string text =
      type->isPointerType() && !place.lastField
          ? objectOfPrefix(place.hostText)
          : lvalueText(place.lastField != nullptr, place.hostText);
  return arrayAt(builder, type, text, place.decl, loc);
}

std::optional<FunctionLowering::Pointer>
FunctionLowering::sharedArray(const Place &place, SourceLocation loc) {
  auto array = arrayAtLoop(place, loc);
  if (!array)
    return std::nullopt;
  Pointer result;
  result.type = array->stored;
  for (result.array = 0; result.array < traversal.arrays.size(); ++result.array)
    if (traversal.arrays[result.array].hostText == array->hostText &&
        traversal.arrays[result.array].row < 0)
      return result;
  if (onlyKnownArrays)
    return std::nullopt;
  ok &= !array->extentText.empty();
  addSharedArray(builder, std::move(*array));
  return result;
}

/// `space::Tree<float>`.
static std::string fullName(const ClassTemplateSpecializationDecl *made) {
  PrintingPolicy policy(made->getASTContext().getLangOpts());
  policy.SuppressTagKeyword = true;
  return made->getASTContext().getRecordType(made).getAsString(policy);
}

std::optional<std::string> FunctionLowering::hostName(const VarDecl *var,
                                                      SourceLocation loc) {
  if (!isAccessibleAtLoop(var)) {
    report(loc, Diag::RTT1113) << var->getName();
    return std::nullopt;
  }
  std::string name = var->getNameAsString();
  if (builder.context.getLangOpts().CPlusPlus) {
    // Qualified, so that nothing at the loop can hide it.
    name = "::" + name;
    for (const DeclContext *scope = var->getDeclContext(); scope;
         scope = scope->getParent()) {
      if (const auto *made = dyn_cast<ClassTemplateSpecializationDecl>(scope)) {
        // A loop in the class template says it for all instantiations.
        if (made->Encloses(builder.loopFunction))
          return made->getNameAsString() + name;
        return "::" + fullName(made) + name;
      }
      if (const auto *named = dyn_cast<NamedDecl>(scope);
          named && named->getIdentifier())
        name = "::" + named->getNameAsString() + name;
    }
    return name;
  }
  for (const Decl *local : builder.loopFunction->decls())
    if (const auto *other = dyn_cast<NamedDecl>(local))
      if (other != var && other->getName() == var->getName()) {
        report(other->getLocation(), Diag::RTT1112) << var->getName();
        return std::nullopt;
      }
  return name;
}

/// The array that `e` names: a pointer, an array or a container that iterations
/// share, or one in the node.
std::optional<FunctionLowering::Place>
FunctionLowering::namedArray(const Expr *e) {
  const SourceLocation loc = e->getExprLoc();
  Place place;
  if (const auto *name = dyn_cast<DeclRefExpr>(e)) {
    const auto *var = dyn_cast<VarDecl>(name->getDecl());
    if (!var)
      return std::nullopt;
    const QualType type = var->getType().getNonReferenceType();
    place.type = type;
    place.decl = var;
    place.shared = true;
    const auto found = function.roles.find(var);
    if (found != function.roles.end()) {
      const Role &role = found->second;
      place.hostText = role.hostPrefix;
      if (role.kind == Role::Shared)
        return place;
      // A reference to a vector of the node's or the iteration's own.
      if (role.kind == Role::Object && isContiguous(type) &&
          (role.base == Base::Query
               ? role.number != iterationNumber
               : role.base == Base::Node && !role.steps.empty())) {
        place.shared = false;
        place.base = role.base;
        place.number = role.number;
        place.steps = role.steps;
        return place;
      }
      // Another name for a pointer in the node or the query.
      if (role.kind != Role::Object || role.base == Base::Element ||
          role.steps.empty() || role.steps.back().kind != PathStep::Deref ||
          !var->getType()->isPointerType())
        return std::nullopt;
      place.shared = false;
      place.base = role.base;
      place.number = role.number;
      place.steps.assign(role.steps.begin(), role.steps.end() - 1);
      return place;
    }
    if (!var->hasGlobalStorage() || var->isStaticLocal() ||
        !(type->isPointerType() || type->isConstantArrayType() ||
          isContiguous(type)))
      return std::nullopt;
    const auto text = hostName(var, loc);
    if (!text)
      return std::nullopt;
    place.hostText = *text + ".";
    return place;
  }
  if (const auto *call = dyn_cast<CXXMemberCallExpr>(e)) {
    const CXXMethodDecl *method = call->getMethodDecl();
    const Expr *object = call->getImplicitObjectArgument();
    const auto *callee =
        dyn_cast<MemberExpr>(call->getCallee()->IgnoreParens());
    if (method && callee && !callee->isArrow() && method->getIdentifier() &&
        method->getName() == "data" && isContiguous(object->getType()))
      return namedArray(sameAddress(object));
  }
  if (!isa<MemberExpr>(e) && !isa<CallExpr>(e) &&
      !(isa<UnaryOperator>(e) && isContiguous(e->getType())))
    return std::nullopt;
  if (const auto *member = dyn_cast<MemberExpr>(e))
    if (const auto *var = dyn_cast<VarDecl>(member->getMemberDecl())) {
      const auto text = hostName(var, loc); // a static member
      place.type = var->getType();
      place.decl = var;
      place.shared = true;
      if (!text)
        return std::nullopt;
      place.hostText = *text + ".";
      return place;
    }
  auto result = object(e);
  if (!result || !result->parts.empty() ||
      (!result->shared && result->base == Base::Element))
    return std::nullopt;
  if (result->shared)
    result->decl = result->lastField;
  return result;
}

/// What `e`, a pointer, an array or a container, leads to; null where that is
/// no array of elements chosen at run time.
std::optional<FunctionLowering::Pointer>
FunctionLowering::pointerInto(const Expr *e) {
  e = sameAddress(e);
  if (const VarDecl *var = movable(e)) {
    Pointer result{
        function.roles[var].number, {}, var->getType()->getPointeeType()};
    result.element.from = elementVariable(var);
    return result;
  }
  if (const auto *sum = dyn_cast<BinaryOperator>(e);
      sum && sum->getOpcode() == BO_Add && e->getType()->isPointerType()) {
    if (numberedNode(e) || ownElement(e, true))
      return std::nullopt;
    const bool left = sum->getLHS()->getType()->isPointerType();
    auto result = pointerInto(left ? sum->getLHS() : sum->getRHS());
    if (result)
      result->element.offsets.push_back(left ? sum->getRHS() : sum->getLHS());
    return result;
  }
  if (const auto *address = dyn_cast<UnaryOperator>(e);
      address && address->getOpcode() == UO_AddrOf) {
    if (ownElement(address->getSubExpr()->IgnoreParens(), false))
      return std::nullopt; // no shared array's
    const auto at = element(address->getSubExpr()->IgnoreParens());
    if (!at || at->base != Base::Element || !at->steps.empty() ||
        !at->parts.empty())
      return std::nullopt;
    return Pointer{at->number, at->element, at->type};
  }
  const auto place = namedArray(e);
  if (!place)
    return std::nullopt;
  return place->shared ? sharedArray(*place, e->getExprLoc())
                       : nodeArray(*place, e->getExprLoc());
}

FunctionLowering::Place FunctionLowering::placeOf(const Pointer &pointer) {
  Place result;
  result.base = Base::Element;
  result.number = pointer.array;
  result.element = pointer.element;
  result.element.array = pointer.array;
  result.type = result.datum = pointer.type;
  return result;
}

/// The element that the lvalue `e` denotes: `a[k]`, `*(a + k)`.
std::optional<FunctionLowering::Place>
FunctionLowering::element(const Expr *e) {
  if (const auto node = numberedNode(e))
    return node;
  std::optional<Pointer> base;
  const Expr *index = nullptr;
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e)) {
    base = pointerInto(subscript->getBase());
    index = subscript->getIdx();
  } else if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e)) {
    if (op->getOperator() != OO_Subscript || op->getNumArgs() != 2 ||
        !isContiguous(op->getArg(0)->getType()))
      return std::nullopt;
    base = pointerInto(op->getArg(0));
    index = op->getArg(1);
  } else if (const auto *star = dyn_cast<UnaryOperator>(e);
             star && star->getOpcode() == UO_Deref) {
    base = pointerInto(star->getSubExpr());
  }
  if (base && index)
    base->element.offsets.push_back(index);
  return base ? std::optional(placeOf(*base)) : std::nullopt;
}

/// What the pointer `e` leads to, where that is an element.
std::optional<FunctionLowering::Place>
FunctionLowering::elementAt(const Expr *e) {
  if (const auto node = numberedNode(sameAddress(e)))
    return node;
  const auto pointer = pointerInto(e);
  return pointer ? std::optional(placeOf(*pointer)) : std::nullopt;
}

/// Notes that `e` stands for an element's number, and what that depends on.
bool FunctionLowering::bindElement(const Expr *e, unsigned array,
                                   const ElementRef &element) {
  for (const Expr *offset : element.offsets)
    expr(offset);
  ElementRef &bound = function.elements[plain(e)] = element;
  bound.array = array;
  noteBound(e, bound);
  return true;
}

/// What a pointer is made to is no copy of an element.
void FunctionLowering::keepInPlace(const Expr *e) {
  const auto access = function.accesses.find(plain(e));
  if (access == function.accesses.end())
    return;
  const Path &path = traversal.paths[access->second.path];
  if (path.base == Base::Element)
    traversal.arrays[path.number].inPlace = true;
}

/// The variable that holds an element's number, where the role of `var` is that
/// of one; null of a row that the loop hands over.
const VarDecl *FunctionLowering::elementVariable(const VarDecl *var) const {
  return builder.rows.count(var) ? nullptr : var;
}

/// The local pointer into an array that `e` names.
const VarDecl *FunctionLowering::movable(const Expr *e) const {
  const VarDecl *var = namedVariable(e);
  const auto role = function.roles.find(var);
  return var && role != function.roles.end() &&
                 role->second.kind == Role::Object &&
                 role->second.base == Base::Element &&
                 role->second.steps.empty() && var->getType()->isPointerType()
             ? var
             : nullptr;
}

/// Whether `e` is made as a pointer to one element, not kept as a pointer.
bool FunctionLowering::makesElement(const Expr *e) {
  const Expr *same = sameAddress(e);
  const auto *unary = dyn_cast<UnaryOperator>(same);
  return isa<BinaryOperator>(same) || same->getType()->isArrayType() ||
         (unary && unary->getOpcode() == UO_AddrOf) || movable(e);
}

/// Pointers into one array that are compared, assigned or stepped: they are
/// numbers of elements.
bool FunctionLowering::elementNumber(const Expr *e) {
  if (const auto *unary = dyn_cast<UnaryOperator>(e))
    return unary->isIncrementDecrementOp() && movable(unary->getSubExpr());
  const auto *binary = dyn_cast<BinaryOperator>(e);
  if (!binary || !binary->getLHS()->getType()->isPointerType())
    return false;
  if (binary->isCompoundAssignmentOp() && movable(binary->getLHS())) {
    expr(binary->getRHS());
    return true;
  }
  if (!binary->isComparisonOp() && binary->getOpcode() != BO_Sub &&
      !(binary->getOpcode() == BO_Assign && movable(binary->getLHS())))
    return false;
  if (!binary->getRHS()->getType()->isPointerType() ||
      binary->getRHS()->isNullPointerConstant(
          builder.context, Expr::NPC_ValueDependentIsNotNull))
    return false;
  // A pointer that is only kept is one into the other's array, or an address.
  const bool made[] = {makesElement(binary->getLHS()),
                       makesElement(binary->getRHS())};
  const auto into = [&](const Expr *side, bool isMade) {
    onlyKnownArrays = !isMade;
    const auto result = pointerInto(side);
    onlyKnownArrays = false;
    return result;
  };
  if (!made[0] && !made[1])
    return false;
  const Expr *first = made[0] ? binary->getLHS() : binary->getRHS();
  const auto one = into(first, true);
  const auto other = one ? into(made[0] ? binary->getRHS() : binary->getLHS(),
                                made[0] && made[1])
                         : std::nullopt;
  const auto &left = made[0] ? one : other, &right = made[0] ? other : one;
  return left && right && left->array == right->array &&
         bindElement(binary->getLHS(), left->array, left->element) &&
         bindElement(binary->getRHS(), right->array, right->element);
}

/// `size()` of a shared container, which no iteration changes.
bool FunctionLowering::containerSize(const CallExpr *e) {
  const auto *call = dyn_cast<CXXMemberCallExpr>(e);
  const CXXMethodDecl *method = call ? call->getMethodDecl() : nullptr;
  if (!method || !method->getIdentifier() ||
      (method->getName() != "size" && method->getName() != "empty") ||
      !isContiguous(call->getImplicitObjectArgument()->getType()))
    return false;
  const auto *callee = cast<MemberExpr>(call->getCallee()->IgnoreParens());
  const auto place = callee->isArrow() ? pointee(callee->getBase())
                                       : object(callee->getBase());
  if (!place || !place->parts.empty())
    return false;
  if (!place->shared && place->base != Base::Element) {
    const auto array = nodeArray(*place, e->getExprLoc());
    if (!array)
      return false;
    Access access;
    access.path = static_cast<unsigned>(traversal.arrays[array->array].size);
    access.isEmpty = method->getName() == "empty";
    function.accesses[e] = access;
    return true;
  }
  if (!place->shared || method->getName() == "empty")
    return false;
  const std::string text =
      lvalueText(place->lastField != nullptr, place->hostText);
  uniform(e, method, e->getType(), "(" + text + ").size()", {}, Read,
          arrayName(text) + "_size");
  return true;
}

/// Another name for a pointer that iterations share: to a struct or an array,
/// which only its uses can tell.
std::optional<Role> FunctionLowering::wholeArray(const Expr *e) {
  e = sameAddress(e);
  if (!e->getType()->isPointerType())
    return std::nullopt;
  if (const VarDecl *var = namedVariable(e)) {
    const auto found = function.roles.find(var);
    if (found != function.roles.end())
      return found->second.kind == Role::Shared ||
                     (found->second.kind == Role::Object &&
                      found->second.base != Base::Element &&
                      !found->second.steps.empty() &&
                      found->second.steps.back().kind == PathStep::Deref)
                 ? std::optional(found->second)
                 : std::nullopt;
  }
  const auto *member = dyn_cast<MemberExpr>(e);
  if (!member || !isa<FieldDecl>(member->getMemberDecl()))
    return std::nullopt;
  const auto place = object(e);
  if (!place || !place->parts.empty())
    return std::nullopt;
  Role role;
  if (!place->shared && place->base != Base::Element &&
      !isNodePointer(e->getType())) {
    role.kind = Role::Object;
    role.base = place->base;
    role.number = place->number;
    role.steps = place->steps;
    role.steps.push_back({PathStep::Deref, nullptr});
    return role;
  }
  if (!place->shared)
    return std::nullopt;
  role.kind = Role::Shared;
  role.hostPrefix = place->hostText + "->";
  return role;
}

/// What a pointer to anything is bound to: a shared array as a whole, or an
/// element of one, as one that is `stepped` from element to element always is.
std::optional<Role> FunctionLowering::bindPointer(const Expr *e, bool stepped) {
  if (const auto whole = stepped ? std::nullopt : wholeArray(e))
    return whole;
  const auto pointer = pointerInto(e);
  if (!pointer)
    return std::nullopt;
  Role role;
  const ElementRef &at = pointer->element;
  const bool whole = !at.from && !at.fromThis && at.offsets.empty();
  if (whole && !stepped && traversal.arrays[pointer->array].isShared() &&
      traversal.arrays[pointer->array].row < 0) {
    role.kind = Role::Shared;
    // By this text the array is found again.
    role.hostPrefix = traversal.arrays[pointer->array].hostText + "->";
    return role;
  }
  role.kind = Role::Object;
  role.base = Base::Element;
  role.number = pointer->array;
  bindElement(e, pointer->array, at);
  return role;
}
