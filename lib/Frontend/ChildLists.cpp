// Children whose number is known at run time only: a std::vector, an array with
// a count; and the loops over them. Loops by iterators and pointers are in
// IteratorLoops.cpp, those over a first child and its siblings in
// SiblingLoops.cpp.
#include "FunctionLowering.h"
#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Numbers.h"

using namespace regtt;
using namespace clang;

static const ClassTemplateSpecializationDecl *vectorType(QualType type) {
  const auto *record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      type.getNonReferenceType()->getAsCXXRecordDecl());
  return record && record->isInStdNamespace() && record->getName() == "vector"
             ? record
             : nullptr;
}

/// Whether `place` is data of the node itself, not behind a pointer.
bool FunctionLowering::isListPlace(const Place &place) const {
  return place.base == Base::Node && !place.shared && place.lastField &&
         place.parts.empty() &&
         llvm::none_of(place.steps, [](const PathStep &step) {
           return step.kind == PathStep::Deref;
         });
}

/// The list at `place`, which may have been taken for one child before.
unsigned FunctionLowering::listGroup(const Place &place, SlotGroup::Form form,
                                     SourceLocation loc) {
  const unsigned group = slotGroup(place, form, loc);
  SlotGroup &slots = traversal.slots[group];
  if (slots.form == SlotGroup::Fields) {
    traversal.numSlots -= slots.count;
    slots.form = form;
    slots.count = 0;
  }
  return group;
}

/// Whether the traversal takes `pointer` for an array's first element: whether
/// it is null says nothing of how many there are.
bool FunctionLowering::isFirstOfArray(const Expr *pointer) const {
  const auto *member = dyn_cast<MemberExpr>(pointer);
  bool result = false;
  walkExpr(builder.traversal->getBody(), [&](const Expr *e) {
    const Expr *base = nullptr;
    if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e))
      base = subscript->getBase();
    else if (const auto *sum = dyn_cast<BinaryOperator>(e);
             sum && sum->getOpcode() == BO_Add)
      base = sum->getLHS();
    const auto *array = base ? dyn_cast<MemberExpr>(plain(base)) : nullptr;
    result |=
        member && array && base->getType()->isPointerType() &&
        array->getType()->isPointerType() &&
        declaresSameEntity(array->getMemberDecl(), member->getMemberDecl());
  });
  return result;
}

/// The list that `container` names: a std::vector of children, or a pointer to
/// an array of them.
std::optional<unsigned> FunctionLowering::childList(const Expr *container) {
  const auto where = object(container->IgnoreParenImpCasts());
  if (!where || !isListPlace(*where))
    return std::nullopt;
  QualType element;
  SlotGroup::Form form = SlotGroup::Counted;
  if (const auto *vector = vectorType(where->type)) {
    form = SlotGroup::Vector;
    element = vector->getTemplateArgs()[0].getAsType();
    // Two pointers lead to the elements' begin and end, a third to the room's.
    if (builder.context.getTypeSize(where->type) !=
        3 * builder.context.getTypeSize(builder.context.VoidPtrTy))
      return std::nullopt;
  } else if (where->type->isPointerType()) {
    element = where->type->getPointeeType();
  } else {
    return std::nullopt;
  }
  const bool inPlace = isNodeObject(element);
  const bool number = traversal.nodesAreNumbers && element->isIntegerType() &&
                      !element->isBooleanType();
  if (!inPlace && !isNodePointer(element) && !number)
    return std::nullopt;
  const unsigned group = listGroup(*where, form, container->getBeginLoc());
  if (number)
    traversal.slots[group].type = element.getUnqualifiedType();
  traversal.slots[group].inPlace = inPlace;
  return group;
}

/// `n->children[i]`, `n->children + i`.
bool FunctionLowering::listElement(const Expr *e) {
  const Expr *container = nullptr, *index = nullptr;
  if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
      op && op->getOperator() == OO_Subscript &&
      vectorType(op->getArg(0)->getType())) {
    container = op->getArg(0);
    index = op->getArg(1);
  } else if (const auto *call = dyn_cast<CXXMemberCallExpr>(e);
             call && call->getMethodDecl() &&
             call->getMethodDecl()->getIdentifier() &&
             call->getMethodDecl()->getName() == "at" &&
             call->getNumArgs() == 1 &&
             vectorType(call->getImplicitObjectArgument()->getType())) {
    container = call->getImplicitObjectArgument();
    index = call->getArg(0);
  } else if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e);
             subscript && subscript->getBase()
                              ->IgnoreParenImpCasts()
                              ->getType()
                              ->isPointerType()) {
    container = subscript->getBase();
    index = subscript->getIdx();
  } else if (const auto *sum = dyn_cast<BinaryOperator>(e);
             sum && sum->getOpcode() == BO_Add &&
             sum->getLHS()->getType()->isPointerType()) {
    container = sum->getLHS();
    index = sum->getRHS();
  }
  if (!container)
    return false;
  const auto group = childList(container);
  if (!group)
    return false;
  expr(index);
  function.children[e] = {*group, index};
  return true;
}

/// `n->children.size()`, `n->children.empty()`.
bool FunctionLowering::listSize(const CallExpr *e) {
  const auto *call = dyn_cast<CXXMemberCallExpr>(e);
  const CXXMethodDecl *method = call ? call->getMethodDecl() : nullptr;
  if (!method || !method->getIdentifier())
    return false;
  if (traversal.nodesAreNumbers)
    return false; // a datum as any other
  const bool isEmpty = method->getName() == "empty";
  const Expr *container = call->getImplicitObjectArgument();
  if ((!isEmpty && method->getName() != "size") ||
      !vectorType(container->getType()))
    return false;
  const auto group = childList(container);
  if (!group)
    return false;
  function.listSizes[e] = {*group, isEmpty};
  return true;
}

bool FunctionLowering::childLoop(const clang::Stmt *s,
                                 std::vector<Statement> &out) {
  if (const auto *range = dyn_cast<CXXForRangeStmt>(s))
    return rangeLoop(range, out);
  const auto *loop = dyn_cast<ForStmt>(s);
  if (traversal.nodesAreNumbers)
    return loop && (iteratorLoop(loop, out) || numberLoop(loop, out));
  return siblingLoop(s, out) || (loop && iteratorLoop(loop, out));
}

void FunctionLowering::eachChild(const VarDecl *var, unsigned group,
                                 const clang::Stmt *s, const clang::Stmt *body,
                                 std::vector<Statement> &out) {
  Role role;
  role.kind = Role::Link;
  function.roles[var] = role;
  function.eachChild[var] = group;
  unbound.erase(var);
  if (const auto values = function.linkValues.find(var);
      values != function.linkValues.end()) {
    if (!values->second.empty())
      report(var->getLocation(), Diag::RTT2027) << var->getName();
    function.linkValues.erase(values);
  }
  Statement loop;
  loop.kind = Statement::Loop;
  loop.form = Statement::Children;
  loop.loc = s->getBeginLoc();
  loop.group = group;
  loop.vars.push_back(var);
  if (changesChild(body, var))
    report(var->getLocation(), Diag::RTT2027) << var->getName();
  loop.body = block(body);
  out.push_back(std::move(loop));
}

/// The list that `range` names, or the slots: a std::vector, a fixed array.
std::optional<unsigned> FunctionLowering::rangeGroup(const Expr *range) {
  if (vectorType(range->getType()))
    return childList(range);
  auto where = object(range->IgnoreParenImpCasts());
  if (!where || !isListPlace(*where))
    return std::nullopt;
  if (const FieldDecl *elements = heldArray(where->type)) {
    where->lastField = elements;
    where->steps.push_back({PathStep::Field, elements});
    where->type = elements->getType();
  }
  const auto *array = builder.context.getAsConstantArrayType(where->type);
  if (!array || !(isNodePointer(array->getElementType()) ||
                  (traversal.nodesAreNumbers &&
                   array->getElementType()->isIntegerType())))
    return std::nullopt;
  const unsigned group =
      slotGroup(*where, SlotGroup::Fields, range->getBeginLoc());
  if (traversal.nodesAreNumbers)
    traversal.slots[group].type = array->getElementType().getUnqualifiedType();
  return group;
}

/// `for (Node *c : n->children)`, over a std::vector or a fixed array.
bool FunctionLowering::rangeLoop(const CXXForRangeStmt *s,
                                 std::vector<Statement> &out) {
  const VarDecl *var = s->getLoopVariable();
  if (traversal.nodesAreNumbers && !linkLocals.count(var))
    return false; // over data
  const auto group = rangeGroup(s->getRangeInit());
  if (!group)
    return false;
  if (s->getInit())
    stmt(s->getInit(), out);
  eachChild(var, *group, s, s->getBody(), out);
  return true;
}

std::pair<const VarDecl *, const Expr *>
regtt::loopStart(const clang::Stmt *init) {
  if (const auto *declared = dyn_cast_or_null<DeclStmt>(init))
    if (const auto *var = declared->isSingleDecl()
                              ? dyn_cast<VarDecl>(declared->getSingleDecl())
                              : nullptr)
      return {var, var->getInit()};
  if (const auto *assigned = dyn_cast_or_null<BinaryOperator>(init);
      assigned && assigned->getOpcode() == BO_Assign)
    return {namedVariable(assigned->getLHS()), assigned->getRHS()};
  return {nullptr, nullptr};
}

/// `for (int c = n.first; c < n.first + n.count; ++c)`, where nodes are
/// numbers.
bool FunctionLowering::numberLoop(const ForStmt *s,
                                  std::vector<Statement> &out) {
  const auto [var, first] = loopStart(s->getInit());
  if (!var || !first || !linkLocals.count(var))
    return false;
  const auto head = countedUp(s);
  if (!head || head->var != var)
    return notTaken(s->getBeginLoc(),
                    "a loop over numbers of children that does not count up"),
           true;
  const unsigned before = builder.diagnostics.errors();
  expr(first);
  expr(head->bound);
  if (builder.diagnostics.errors() != before)
    return true; // said already
  if (!isOnNodeAlone(first) || !isOnNodeAlone(head->bound)) {
    report(s->getBeginLoc(), Diag::RTT2016);
    return true;
  }
  SlotGroup slots;
  slots.form = SlotGroup::Range;
  slots.value = first;
  slots.extent = head->bound;
  slots.inclusive = head->inclusive;
  slots.text = builder.sourceText(first);
  slots.type = var->getType().getUnqualifiedType();
  slots.loc = first->getBeginLoc();
  slots.count = 0;
  slots.first = traversal.numSlots;
  eachChild(var, rangeGroup(slots), s, s->getBody(), out);
  return true;
}

/// The list that `range` describes: one for all loops over the same numbers, as
/// in functions that recurse through each other.
unsigned FunctionLowering::rangeGroup(const SlotGroup &range) {
  for (unsigned i = 0; i < traversal.slots.size(); ++i) {
    const SlotGroup &known = traversal.slots[i];
    if (known.form == SlotGroup::Range && known.inclusive == range.inclusive &&
        builder.context.hasSameType(known.type, range.type) &&
        sameNumbers(function, known.value, range.value, builder.context) &&
        sameNumbers(function, known.extent, range.extent, builder.context))
      return i;
  }
  traversal.slots.push_back(range);
  return traversal.slots.size() - 1;
}
