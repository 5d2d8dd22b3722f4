// Nodes that are numbers: what `nodes[i]` and `x[i]` are, where `i` is the
// node's number, and the numbers of children, which are read from there or
// computed on the node alone. What tests of numbers mean is found out later
// (Transform/NumberTests.cpp): here they are data as any other.
#include "FunctionLowering.h"
#include "SharedArrays.h"
#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Numbers.h"
#include "regtt/Frontend/Model/Walk.h"

using namespace regtt;
using namespace clang;

/// `e` without casts between integers that keep every number of an element: to
/// types that are as wide, or wide enough for what a local is made of.
static const Expr *sameNumber(const Expr *e, const ASTContext &context) {
  while (true) {
    e = plain(e);
    const auto *cast = dyn_cast<ExplicitCastExpr>(e);
    if (!cast || cast->getCastKind() == CK_IntegralToBoolean ||
        !cast->getType()->isIntegerType())
      return e;
    const Expr *from = plain(cast->getSubExpr());
    const VarDecl *var = namedVariable(from);
    const Expr *held = var && var->isLocalVarDecl() && var->getInit()
                           ? plain(var->getInit())
                           : from;
    const auto fits = [&](const Expr *number) {
      return number->getType()->isIntegerType() &&
             context.getTypeSize(cast->getType()) >=
                 context.getTypeSize(number->getType());
    };
    if (!fits(from) && !fits(held))
      return e;
    e = from;
  }
}

/// Whether `e` is the node's own number.
bool FunctionLowering::isOwnNumber(const Expr *e) const {
  if (!traversal.nodesAreNumbers)
    return false;
  const VarDecl *var = namedVariable(sameNumber(e, builder.context));
  const auto role = function.roles.find(var);
  return var && role != function.roles.end() &&
         role->second.kind == Role::Object && role->second.base == Base::Node &&
         role->second.number == nodeNumber;
}

/// The node array at `place`, which is shared, and `spelled` so.
std::optional<unsigned> FunctionLowering::nodeArrayAt(const Place &place,
                                                      llvm::StringRef spelled,
                                                      SourceLocation loc) {
  auto array = arrayAtLoop(place, loc);
  if (!array || array->stored->isPointerType())
    return std::nullopt;
  for (unsigned i = 0; i < traversal.nodeArrays.size(); ++i)
    if (traversal.nodeArrays[i].hostText == array->hostText)
      return i;
  array->stored = array->element = array->stored.getUnqualifiedType();
  array->name = arrayName(array->text);
  traversal.nodeArrays.push_back(*array);
  builder.nodeArrayTexts.push_back(spelled.str());
  return traversal.nodeArrays.size() - 1;
}

/// `nodes[i]`, `*(nodes + i)`, and `nodes + i` for what it leads to.
std::optional<FunctionLowering::Place>
FunctionLowering::numberedNode(const Expr *e) {
  if (!traversal.nodesAreNumbers)
    return std::nullopt;
  if (const auto *call = dyn_cast<CallExpr>(e);
      call && !isa<CXXOperatorCallExpr>(call)) {
    const auto place = accessed(call);
    const bool isNode = place && place->base == Base::Node && !place->shared &&
                        place->steps.empty() && place->parts.empty() &&
                        place->type->isRecordType();
    return isNode ? place : std::nullopt;
  }
  const Expr *base = nullptr, *index = nullptr;
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e)) {
    base = subscript->getBase();
    index = subscript->getIdx();
  } else if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e)) {
    if (op->getOperator() == OO_Subscript && op->getNumArgs() == 2 &&
        isContiguous(op->getArg(0)->getType())) {
      base = op->getArg(0);
      index = op->getArg(1);
    }
  } else if (const auto *unary = dyn_cast<UnaryOperator>(e)) {
    const Expr *inner = unary->getSubExpr()->IgnoreParenImpCasts();
    return unary->getOpcode() == UO_Deref && isa<BinaryOperator>(inner)
               ? numberedNode(inner)
               : std::nullopt;
  } else if (const auto *sum = dyn_cast<BinaryOperator>(e);
             sum && sum->getOpcode() == BO_Add &&
             e->getType()->isPointerType()) {
    const bool left = sum->getLHS()->getType()->isPointerType();
    base = left ? sum->getLHS() : sum->getRHS();
    index = left ? sum->getRHS() : sum->getLHS();
  }
  if (!base || !isOwnNumber(index))
    return std::nullopt;
  const auto place = namedArray(base->IgnoreParenImpCasts());
  if (!place || !place->shared)
    return std::nullopt;
  const auto array =
      nodeArrayAt(*place, builder.sourceText(base), e->getExprLoc());
  if (!array)
    return std::nullopt;
  Place result;
  result.base = Base::Node;
  result.number = *array;
  result.type = e->getType()->isPointerType() && isa<BinaryOperator>(e)
                    ? e->getType()->getPointeeType()
                    : e->getType();
  result.decl = place->decl;
  // A number is a datum, and a struct of numbers as a whole; of another, fields
  // are.
  if (!result.type->isRecordType() || isValue(result.type))
    result.datum = traversal.nodeArrays[*array].element;
  return result;
}

/// Whether `e` is `var`, or a part of it.
static bool isPartOf(const Expr *e, const VarDecl *var) {
  while (true) {
    e = plain(e);
    if (const auto *member = dyn_cast<MemberExpr>(e);
        member && !member->isArrow())
      e = member->getBase();
    else if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e))
      e = subscript->getBase();
    else
      return namedVariable(e) == var;
  }
}

/// Whether something in `s` may change the struct `var`.
static bool mayChange(const clang::Stmt *s, const VarDecl *var) {
  if (!s)
    return false;
  const auto writable = [](QualType type) {
    return (type->isReferenceType() || type->isPointerType()) &&
           !type->getPointeeType().isConstQualified();
  };
  if (const auto *e = dyn_cast<Expr>(s))
    if (const Expr *target = assignedTarget(e); target && isPartOf(target, var))
      return true;
  if (const auto *address = dyn_cast<UnaryOperator>(s);
      address && address->getOpcode() == UO_AddrOf &&
      isPartOf(address->getSubExpr(), var))
    return true;
  if (const auto *declared = dyn_cast<DeclStmt>(s))
    for (const Decl *decl : declared->decls())
      if (const auto *other = dyn_cast<VarDecl>(decl);
          other && other->getInit() && writable(other->getType()) &&
          isPartOf(other->getInit(), var))
        return true;
  if (const auto *call = dyn_cast<CallExpr>(s)) {
    const FunctionDecl *callee = call->getDirectCallee();
    const auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
    if (const Expr *object = calledObject(call);
        object && isPartOf(object, var) && !(method && method->isConst()))
      return true;
    for (unsigned k = 0; callee && k < callee->getNumParams(); ++k)
      if (const Expr *argument = argumentOf(call, k);
          argument && writable(callee->getParamDecl(k)->getType()) &&
          isPartOf(argument, var))
        return true;
  }
  return isa<LambdaExpr>(s) || llvm::any_of(s->children(), [&](auto *child) {
           return mayChange(child, var);
         });
}

/// `const Node n = nodes[i];` and `Point p = *n->point;` are other names for
/// the element and the object where nothing changes the copy: the tree stays as
/// it is.
std::optional<Role> FunctionLowering::copiedNode(const VarDecl *var) {
  if (!var->getType()->isRecordType() || !var->getInit() ||
      isa<DecompositionDecl>(var))
    return std::nullopt;
  const Expr *from = plain(var->getInit());
  if (const auto *copy = dyn_cast<CXXConstructExpr>(from);
      copy && copy->getConstructor()->isCopyOrMoveConstructor() &&
      copy->getConstructor()->isTrivial())
    from = plain(copy->getArg(0));
  auto node = numberedNode(from);
  if (const auto *star = dyn_cast<UnaryOperator>(from);
      !node && star && star->getOpcode() == UO_Deref)
    node = object(from);
  if (!node || node->base != Base::Node || node->shared ||
      !node->parts.empty() ||
      !builder.context.hasSameUnqualifiedType(node->type, var->getType()) ||
      (!var->getType().isConstQualified() &&
       mayChange(function.decl->getBody(), var)))
    return std::nullopt;
  Role role;
  role.kind = Role::Object;
  role.number = node->number;
  role.steps = node->steps;
  return role;
}

/// `nodes[i]` and its like in a message, without fields.
std::string FunctionLowering::nodeText(const Place &place) const {
  if (!traversal.nodesAreNumbers)
    return traversal.nodeText;
  const std::string number = traversal.nodeParam->getNameAsString();
  if (place.number == nodeNumber)
    return number;
  return builder.nodeArrayTexts[place.number] + "[" + number + "]" +
         (place.steps.empty() ? "" : ".");
}

/// Locals that recursive calls are handed as the child's number, and those
/// these are made of.
void FunctionLowering::collectLinkLocals(const Expr *e) {
  e = sameNumber(e, builder.context);
  if (const auto *choice = dyn_cast<ConditionalOperator>(e)) {
    collectLinkLocals(choice->getTrueExpr());
    return collectLinkLocals(choice->getFalseExpr());
  }
  const auto *star = dyn_cast<CXXOperatorCallExpr>(e); // of an iterator
  const VarDecl *var = namedVariable(star ? linkExpr(e) : e);
  const bool isNumber =
      var && var->getType().getNonReferenceType()->isIntegerType();
  if (!var || isNumber == (star != nullptr) || !var->isLocalVarDecl() ||
      !var->hasLocalStorage() || !linkLocals.insert(var).second)
    return;
  if (var->getInit())
    collectLinkLocals(var->getInit());
  collectAssigned(var, function.decl->getBody());
}

/// Those that `var` is set to in `s`.
void FunctionLowering::collectAssigned(const VarDecl *var,
                                       const clang::Stmt *s) {
  if (!s)
    return;
  if (const auto *assign = dyn_cast<BinaryOperator>(s);
      assign && assign->getOpcode() == BO_Assign &&
      namedVariable(assign->getLHS()) == var)
    collectLinkLocals(assign->getRHS());
  if (const auto *call = dyn_cast<CallExpr>(s)) {
    const auto [left, right] = swappedVariables(call);
    if (left && right && (left == var || right == var))
      collectLinkLocals(call->getArg(left == var));
  }
  for (const clang::Stmt *child : s->children())
    collectAssigned(var, child);
}

void FunctionLowering::findLinkLocals(const clang::Stmt *s) {
  if (!s)
    return;
  if (const auto *called = dyn_cast<CallExpr>(s); called && isRecursive(called))
    for (unsigned k = 0; k < called->getNumArgs(); ++k)
      if (builder.traversal->getParamDecl(k) == traversal.nodeParam)
        collectLinkLocals(called->getArg(k));
  for (const clang::Stmt *child : s->children())
    findLinkLocals(child);
}

/// Whether `e`, lowered as data, depends on the node and uniforms alone.
bool FunctionLowering::isOnNodeAlone(const Expr *e) const {
  bool result = true;
  walkData(function, e, [&](const Expr *inner) {
    if (const auto access = function.accesses.find(inner);
        access != function.accesses.end())
      result &= traversal.paths[access->second.path].base == Base::Node;
    const bool isDatum =
        function.accesses.count(inner) || function.uniforms.count(inner);
    if ((isa<CallExpr>(inner) && !isDatum) || function.elements.count(inner) ||
        isa<ConditionalOperator>(inner))
      result = false;
    const auto *name = dyn_cast<DeclRefExpr>(inner);
    const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    const auto role = function.roles.find(var);
    if (!var || role == function.roles.end())
      return;
    if (role->second.kind == Role::Value || role->second.kind == Role::Link)
      result &= var->isLocalVarDecl() && var->getInit() &&
                !function.linkValues.count(var) &&
                !isReassigned(function.decl->getBody(), var) &&
                isOnNodeAlone(var->getInit());
    else
      result &= role->second.kind == Role::Uniform ||
                role->second.kind == Role::Shared ||
                (role->second.kind == Role::Object &&
                 role->second.base == Base::Node);
  });
  return result;
}

/// The number of a child: a choice of two, a local, a datum, or computed.
bool FunctionLowering::numberLink(const Expr *link) {
  const Expr *e = sameNumber(link, builder.context);
  if (const auto *choice = dyn_cast<ConditionalOperator>(e)) {
    condition(choice->getCond());
    const bool left = numberLink(choice->getTrueExpr());
    return numberLink(choice->getFalseExpr()) && left;
  }
  if (setsLink(e))
    return true;
  if (const VarDecl *var = linkVariable(linkExpr(e)))
    return !unbound.count(var);
  if (isOwnNumber(e) || !e->getType()->isIntegerType())
    return false;
  if (listElement(e))
    return true;
  const Expr *key = linkExpr(link);
  const auto *call = dyn_cast<CallExpr>(e);
  auto where = object(e);
  if (!where && call && !isa<CXXOperatorCallExpr>(call))
    where = accessed(call);
  // A bit-field has no address: the number is computed.
  const bool isBits =
      where && where->lastField && where->lastField->isBitField();
  if (where && !where->datum.isNull() && !isBits) {
    // A std::array is one datum; the children are in the plain array within.
    if (const FieldDecl *elements = heldArray(where->datum)) {
      where->steps.push_back({PathStep::Field, elements});
      where->lastField = elements;
      where->datum = elements->getType();
    }
    const auto *array = builder.context.getAsConstantArrayType(where->datum);
    const QualType number = array ? array->getElementType() : where->datum;
    if (where->base != Base::Node || where->shared ||
        where->parts.size() != (array ? 1u : 0u) || !number->isIntegerType() ||
        llvm::any_of(where->steps, [](const PathStep &step) {
          return step.kind == PathStep::Deref;
        }))
      return false;
    const unsigned group =
        slotGroup(*where, SlotGroup::Fields, e->getBeginLoc());
    traversal.slots[group].type = number.getUnqualifiedType();
    const Expr *index = array ? where->parts[0].index : nullptr;
    if (index)
      expr(index);
    function.children[key] = {group, index};
    return true;
  }
  if (call && computedAccess(call, key))
    return true;
  const unsigned before = builder.diagnostics.errors();
  expr(e);
  if (builder.diagnostics.errors() != before)
    return true; // said already
  if (!isOnNodeAlone(e))
    return numberChoice(e, key);
  function.children[key] = {computedGroup(e), nullptr};
  return true;
}

/// The slot of the number that `e` is: one for all expressions with its value.
unsigned FunctionLowering::computedGroup(const Expr *e) {
  for (unsigned i = 0; i < traversal.slots.size(); ++i)
    if (traversal.slots[i].form == SlotGroup::Computed &&
        sameNumbers(function, traversal.slots[i].value, e, builder.context))
      return i;
  SlotGroup slots;
  slots.form = SlotGroup::Computed;
  slots.value = e;
  slots.text = builder.sourceText(e);
  slots.type = e->getType().getUnqualifiedType();
  slots.loc = e->getBeginLoc();
  slots.first = traversal.numSlots++;
  traversal.slots.push_back(slots);
  return traversal.slots.size() - 1;
}
