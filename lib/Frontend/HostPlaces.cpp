#include "HostPlaces.h"

#include "Identity.h"
#include "LoopBody.h"
#include "LoopCounters.h"
#include "QueryOperands.h"
#include "Ranges.h"
#include "regtt/Frontend/Model/Walk.h"

#include <clang/Basic/SourceManager.h>

using namespace regtt;
using namespace clang;

const FieldDecl *regtt::lastField(const PathSteps &steps) {
  for (const PathStep &step : llvm::reverse(steps))
    if (step.field)
      return step.field;
  return nullptr;
}

static QualType elementType(QualType type) {
  while (const auto *array = type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  return type.getCanonicalType().getUnqualifiedType();
}

static void collectLeaves(const FieldDecl *field, QualType type,
                          Leaves &leaves) {
  type = elementType(type);
  if (!type->isRecordType()) {
    leaves.push_back({field, type});
    return;
  }
  std::vector<PathSteps> fields;
  collectFields({}, type, fields);
  for (const PathSteps &steps : fields)
    if (!steps.empty() && steps.back().field)
      leaves.push_back(
          {steps.back().field, elementType(steps.back().field->getType())});
}

namespace {
struct Subscript {
  const Expr *base, *index;
};
} // namespace

/// `a[i]`, of whatever.
static std::optional<Subscript> subscriptOf(const Expr *e) {
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e))
    return Subscript{subscript->getBase(), subscript->getIdx()};
  if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
      op && op->getOperator() == OO_Subscript && op->getNumArgs() == 2)
    return Subscript{op->getArg(0), op->getArg(1)};
  return std::nullopt;
}

bool regtt::isElsewhere(const MemberExpr *member) {
  return member->getMemberDecl()->getType()->isReferenceType();
}

const Expr *regtt::wholeArray(const Expr *e) {
  e = plain(e);
  while (const auto subscript = subscriptOf(e)) {
    const Expr *base = subscript->base->IgnoreParenImpCasts();
    const auto *record = base->getType()->getAsCXXRecordDecl();
    if (!base->getType()->isArrayType() && !(record && isPairOrArray(record)))
      break;
    e = plain(base);
  }
  return e;
}

Leaves HostPlaces::leavesOf(const Expr *lvalue) const {
  const FieldDecl *field = nullptr;
  if (const auto *member = dyn_cast<MemberExpr>(wholeArray(lvalue));
      member && !isElsewhere(member))
    field = dyn_cast<FieldDecl>(member->getMemberDecl());
  Leaves leaves;
  collectLeaves(field, lvalue->getType(), leaves);
  return leaves;
}

Leaves HostPlaces::leavesOf(const PathSteps &steps, QualType type) const {
  // What a pointer to a number leads to is a field of nothing that is known.
  const FieldDecl *field = steps.empty() ? nullptr : steps.back().field;
  Leaves leaves;
  collectLeaves(field, type, leaves);
  return leaves;
}

bool HostPlaces::mayMeet(const Leaves &a, const Leaves &b) const {
  return llvm::any_of(a, [&](const Leaf &one) {
    return llvm::any_of(b, [&](const Leaf &other) {
      return one.field && other.field ? one.field == other.field
                                      : compatible(one.type, other.type);
    });
  });
}

bool HostPlaces::isInUnion(const Expr *lvalue) {
  const Expr *e = wholeArray(lvalue);
  for (; isa<MemberExpr>(e); e = plain(cast<MemberExpr>(e)->getBase()))
    if (const auto *field =
            dyn_cast<FieldDecl>(cast<MemberExpr>(e)->getMemberDecl());
        field && field->getParent()->isUnion())
      return true;
  return false;
}

bool HostPlaces::isOneObject(const Expr *lvalue) const {
  const Expr *e = plain(lvalue);
  while (const auto *member = dyn_cast<MemberExpr>(e)) {
    if (member->isArrow() || isElsewhere(member))
      return false;
    e = plain(member->getBase());
  }
  const QueryLoop &loop = builder.model.loop;
  const VarDecl *var = namedVariable(e);
  return var && !var->getType()->isReferenceType() &&
         !(var == loop.var && loop.form == QueryLoop::Range);
}

bool HostPlaces::isOwn(const Expr *lvalue, const Path &path) const {
  if (path.base == Base::Element)
    return isOwnElement(lvalue, path);
  if (!path.hasOperand())
    return false;
  const QueryOperand &operand = builder.model.loop.operands[path.number];
  return operand.isRecord() || // nothing of the user's
         isInOperand(lvalue, operand);
}

bool HostPlaces::isInRecord(const Path &path) const {
  return path.isScratch() ||
         (path.hasOperand() &&
          builder.model.loop.operands[path.number].isRecord());
}

bool HostPlaces::mayBeContainer(const Expr *container, const Path &path) const {
  QualType type = container->getType().getNonReferenceType();
  if (type->isPointerType())
    type = type->getPointeeType();
  if (!builder.context.hasSameUnqualifiedType(type, path.type))
    return false;
  // A field is no variable, no element, and no other field.
  const FieldDecl *field = lastField(path.steps);
  if (!field || container->getType()->isPointerType())
    return true;
  if (const auto *member = dyn_cast<MemberExpr>(plain(container)))
    return member->getMemberDecl() == field ||
           member->getMemberDecl()->getType()->isReferenceType();
  const VarDecl *var = namedVariable(container);
  return var && var->getType()->isReferenceType();
}

bool HostPlaces::isInOperand(const Expr *lvalue,
                             const QueryOperand &operand) const {
  if (operand.input >= 0 && operand.indirect)
    return isInFound(lvalue, operand);
  // An element of an array variable, or of an array in an object.
  return llvm::any_of(
             std::initializer_list<const Expr *>{lvalue, wholeArray(lvalue)},
             [&](const Expr *e) {
               const auto part = locateOperand(builder, e);
               return part &&
                      isSameOperand(builder.context, part->operand, operand);
             }) ||
         isOwnSlice(lvalue, operand);
}

/// Of an object that is found ahead, `lookup(i)`, or a local that leads to one:
/// the object, or a field of it.
bool HostPlaces::isInFound(const Expr *lvalue,
                           const QueryOperand &operand) const {
  const auto isFound = [&](const Expr *e) {
    return operand.object ? isSameExpr(builder.context, e, operand.object)
                          : namedVariable(e) == operand.local;
  };
  const bool byPointer =
      operand.object && plain(operand.object)->getType()->isPointerType();
  const Expr *e = wholeArray(lvalue);
  while (true) {
    const auto *member = dyn_cast<MemberExpr>(e);
    const auto *star = dyn_cast<UnaryOperator>(e);
    if (!byPointer && isFound(e))
      return true;
    if (member && !member->isArrow())
      e = wholeArray(member->getBase());
    else if (member)
      return byPointer && isFound(member->getBase());
    else
      return byPointer && star && star->getOpcode() == UO_Deref &&
             isFound(star->getSubExpr());
  }
}

/// `out[K * i + k]`, and `mine[k]` where mine is `&out[K * i]`, with k below K.
bool HostPlaces::isOwnSlice(const Expr *lvalue,
                            const QueryOperand &operand) const {
  const auto subscript = subscriptOf(standsFor(builder, lvalue));
  if (!subscript || operand.extent == 0)
    return false;
  const Expr *index = plain(subscript->index);
  if (const auto part = subscript->base->getType()->isRecordType()
                            ? std::nullopt
                            : locatePointee(builder, subscript->base);
      part && part->operand.elementText == operand.elementText &&
      isSameExpr(builder.context, part->operand.container, operand.container) &&
      part->operand.extent == operand.extent)
    return isWithin(index, operand.extent);
  if (!operand.container ||
      !isSameExpr(builder.context, subscript->base, operand.container))
    return false;
  const auto starts = [&](const Expr *e) {
    return multipleOf(standsFor(builder, e), builder.model.loop.var,
                      builder.context) == operand.extent;
  };
  const auto *sum = dyn_cast<BinaryOperator>(index);
  if (!sum || sum->getOpcode() != BO_Add)
    return starts(index);
  return (starts(sum->getLHS()) && isWithin(sum->getRHS(), operand.extent)) ||
         (starts(sum->getRHS()) && isWithin(sum->getLHS(), operand.extent));
}

bool HostPlaces::isWithin(const Expr *index, int count) const {
  const LoopRanges loops =
      loopsAround(index, builder.model.loop.loop, builder.context);
  const auto range = rangeOf(builder, builder.loopFunction, index, loops);
  return range && range->low >= 0 && range->high < count;
}

bool HostPlaces::isSame(const Expr *a, const Expr *b) const {
  const auto one = locateOperand(builder, wholeArray(a)),
             other = locateOperand(builder, wholeArray(b));
  if (one && other && !one->operand.indirect &&
      isSameOperand(builder.context, one->operand, other->operand))
    return true;
  return llvm::any_of(builder.model.loop.operands,
                      [&](const QueryOperand &operand) {
                        return !operand.isRecord() && isInOperand(a, operand) &&
                               isInOperand(b, operand);
                      });
}

const VarDecl *HostPlaces::holderOf(const Expr *lvalue) const {
  const Expr *e = plain(lvalue);
  while (const auto *member = dyn_cast<MemberExpr>(e)) {
    if (member->isArrow() || isElsewhere(member))
      return nullptr;
    e = plain(member->getBase());
  }
  const VarDecl *var = namedVariable(e);
  return var && !var->getType()->isReferenceType() ? var : nullptr;
}

bool HostPlaces::isOfIteration(const VarDecl *var) const {
  const clang::Stmt *loop = builder.model.loop.loop;
  return var && !var->getType()->isReferenceType() &&
         (builder.body.privates.count(var) ||
          builder.context.getSourceManager().isPointWithin(
              var->getLocation(), loop->getBeginLoc(), loop->getEndLoc()));
}

bool HostPlaces::isScratch(const VarDecl *var) const {
  return var != builder.model.loop.var &&
         isLoopCounter(var, builder.loopFunction, builder.model.loop.loop);
}

bool HostPlaces::isSharedVariable(const Expr *lvalue) const {
  return isOneObject(lvalue) && !isOfIteration(holderOf(lvalue));
}

bool HostPlaces::isAnywhere(const Expr *lvalue) const {
  return !isOneObject(lvalue) && !storageOf(lvalue).known;
}

/// The operands of `e` that what it makes, or returns, may refer to later on.
static llvm::SmallVector<const Expr *, 4> keptReferences(const Expr *e) {
  llvm::SmallVector<const Expr *, 4> kept;
  const auto keep = [&](const FunctionDecl *callee,
                        llvm::ArrayRef<const Expr *> given) {
    for (unsigned k = 0; k < given.size() && k < callee->getNumParams(); ++k)
      if (callee->getParamDecl(k)->getType()->isReferenceType())
        kept.push_back(given[k]);
  };
  if (const auto *made = dyn_cast<CXXConstructExpr>(e);
      made && !made->getConstructor()->isCopyOrMoveConstructor())
    keep(made->getConstructor(), {made->getArgs(), made->getNumArgs()});
  if (const auto *list = dyn_cast<InitListExpr>(e))
    for (const Expr *init : list->inits())
      if (init->isLValue())
        kept.push_back(init);
  static const llvm::StringRef makers[] = {
      "addressof", "__addressof", "ref", "cref", "tie", "forward_as_tuple"};
  if (const auto *call = dyn_cast<CallExpr>(e))
    if (const FunctionDecl *callee = call->getDirectCallee();
        callee && callee->isInStdNamespace() && callee->getIdentifier() &&
        llvm::is_contained(makers, callee->getName()))
      keep(callee, {call->getArgs(), call->getNumArgs()});
  return kept;
}

/// Whether `s` takes the address of `var`, or binds a reference to it.
static bool isAddressTaken(const clang::Stmt *s, const VarDecl *var) {
  if (!s)
    return false;
  const auto partOf = [&](const Expr *e) {
    e = plain(e);
    while (true) {
      if (const auto *member = dyn_cast<MemberExpr>(e);
          member && !member->isArrow())
        e = plain(member->getBase());
      else
        return namedVariable(e) == var;
    }
  };
  if (const auto *unary = dyn_cast<UnaryOperator>(s))
    if (unary->getOpcode() == UO_AddrOf && partOf(unary->getSubExpr()))
      return true;
  const auto bindsTo = [&](const VarDecl *other) {
    return other && other->getType()->isReferenceType() && other->getInit() &&
           partOf(other->getInit());
  };
  if (const auto *declared = dyn_cast<DeclStmt>(s))
    for (const Decl *decl : declared->decls())
      if (bindsTo(dyn_cast<VarDecl>(decl)))
        return true;
  if (const auto *lambda = dyn_cast<LambdaExpr>(s))
    for (const LambdaCapture &capture : lambda->captures())
      if (capture.capturesVariable() &&
          ((capture.getCapturedVar() == var &&
            capture.getCaptureKind() == LCK_ByRef) ||
           bindsTo(dyn_cast<VarDecl>(capture.getCapturedVar()))))
        return true;
  if (const auto *e = dyn_cast<Expr>(s))
    if (llvm::any_of(keptReferences(e), partOf))
      return true;
  return llvm::any_of(s->children(), [&](const clang::Stmt *child) {
    return isAddressTaken(child, var);
  });
}

bool HostPlaces::escapes(const VarDecl *var) const {
  return !var->hasLocalStorage() || var->getType()->isReferenceType() ||
         isAddressTaken(builder.loopFunction->getBody(), var);
}

bool HostPlaces::mayBeOne(const Expr *lvalue, const Expr *other) const {
  const VarDecl *var = holderOf(lvalue), *second = holderOf(other);
  if (var && second && var != second)
    return false;
  // An element is no variable, and what the body declares has no other name.
  const QueryLoop &loop = builder.model.loop;
  const auto none = [&](const VarDecl *of, const Expr *place) {
    return of && (isOfIteration(of) ||
                  (elementBase(place) && !(isAnywhere(place) && escapes(of))) ||
                  (of == loop.var && loop.form != QueryLoop::Range));
  };
  if (!(var && second) && (none(var, other) || none(second, lvalue)))
    return false;
  return isInUnion(lvalue) || isInUnion(other) ||
         mayMeet(leavesOf(lvalue), leavesOf(other));
}

/// An element of an array that the query holds, or what its pointer leads to.
bool HostPlaces::isOwnElement(const Expr *lvalue, const Path &path) const {
  const Traversal &traversal = builder.model.traversal;
  const DataArray &array = traversal.arrays[path.number];
  if (!array.ofQueries)
    return false;
  const Path &start = traversal.paths[array.start];
  const Expr *e = standsFor(builder, lvalue);
  while (e) {
    const Expr *holder = nullptr;
    if (const auto *member = dyn_cast<MemberExpr>(e))
      holder = member->getBase();
    else if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e))
      holder = subscript->getBase();
    else if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
             op && op->getNumArgs() > 0)
      holder = op->getArg(0);
    else if (const auto *star = dyn_cast<UnaryOperator>(e);
             star && star->getOpcode() == UO_Deref)
      holder = star->getSubExpr();
    e = holder ? standsFor(builder, holder) : nullptr;
    const auto part = e ? locateOperand(builder, e) : std::nullopt;
    if (part && lastField(part->steps) == lastField(start.steps) &&
        isOwn(e, start))
      return true;
  }
  return false;
}

bool HostPlaces::isInOwnContainer(const Expr *lvalue) const {
  const Expr *e = plain(lvalue);
  while (true) {
    const auto *member = dyn_cast<MemberExpr>(e);
    const auto *call = dyn_cast<CXXMemberCallExpr>(e);
    const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
    if (member && !member->isArrow())
      e = plain(member->getBase());
    else if (call && e->isLValue())
      e = plain(call->getImplicitObjectArgument());
    else if (op && op->getOperator() == OO_Subscript)
      e = plain(op->getArg(0));
    else
      break;
  }
  const VarDecl *var = namedVariable(e);
  return var && isOwnContainer(builder, var);
}

bool HostPlaces::isOwnResult(const Expr *lvalue) const {
  return llvm::any_of(builder.model.traversal.paths, [&](const Path &path) {
    return path.written() && !isInRecord(path) && isOwn(lvalue, path) &&
           mayMeet(leavesOf(lvalue), leavesOf(path.steps, path.type));
  });
}

bool HostPlaces::isOwnObject(const Expr *lvalue) const {
  return locateOperand(builder, lvalue).has_value();
}

bool HostPlaces::isAtLoop(const Expr *lvalue) const {
  const clang::Stmt *loop = builder.model.loop.loop;
  const SourceManager &manager = builder.context.getSourceManager();
  const auto within = [&](SourceLocation loc) {
    return manager.isPointWithin(loc, loop->getBeginLoc(), loop->getEndLoc());
  };
  bool inner = false; // names what an inner block declares
  walkExpr(lvalue, [&](const Expr *e) {
    const VarDecl *var =
        dyn_cast<DeclRefExpr>(e)
            ? dyn_cast<VarDecl>(cast<DeclRefExpr>(e)->getDecl())
            : nullptr;
    inner |= var && var != builder.model.loop.var &&
             !builder.body.locals.count(var) && within(var->getLocation());
  });
  return !inner && within(lvalue->getBeginLoc());
}

bool HostPlaces::compatible(QualType a, QualType b) const {
  const auto bytes = [&](QualType type) {
    return builder.context.getTypeSizeInChars(type).getQuantity();
  };
  if (a->isAnyPointerType() || b->isAnyPointerType() ||
      a->isMemberPointerType() || b->isMemberPointerType())
    return builder.context.hasSimilarType(a, b);
  if (!isScalar(a) || !isScalar(b))
    return false;
  if (a->isAnyCharacterType() || b->isAnyCharacterType())
    return bytes(a) == 1 || bytes(b) == 1;
  return bytes(a) == bytes(b) &&
         a->isRealFloatingType() == b->isRealFloatingType();
}

const Expr *HostPlaces::elementBase(const Expr *lvalue) const {
  const Expr *e = standsFor(builder, lvalue);
  while (true) {
    const auto *unary = dyn_cast<UnaryOperator>(e);
    if (const auto *member = dyn_cast<MemberExpr>(e))
      e = standsFor(builder, member->getBase());
    else if (const auto subscript = subscriptOf(e))
      return subscript->base;
    else if (unary && (unary->getOpcode() == UO_AddrOf ||
                       unary->getOpcode() == UO_Deref))
      e = standsFor(builder, unary->getSubExpr());
    else
      return nullptr;
  }
}

bool HostPlaces::owns(QualType type) {
  if (type->isArrayType())
    return true;
  const auto *record = type->getAsCXXRecordDecl();
  static const llvm::StringRef names[] = {"vector",        "array",
                                          "deque",         "list",
                                          "forward_list",  "basic_string",
                                          "map",           "multimap",
                                          "unordered_map", "unordered_multimap",
                                          "set",           "multiset",
                                          "unordered_set", "unordered_multiset",
                                          "valarray",      "bitset"};
  return record && record->isInStdNamespace() && record->getIdentifier() &&
         llvm::is_contained(names, record->getName());
}

/// Whether `s` makes the pointer or iterator `var` anything but one to another
/// element of the same array.
static bool leavesArray(const clang::Stmt *s, const VarDecl *var) {
  if (!s)
    return false;
  const auto *e = dyn_cast<Expr>(s);
  const auto *assign = dyn_cast<BinaryOperator>(s);
  const auto *op = dyn_cast<CXXOperatorCallExpr>(s);
  const bool steps = isa<UnaryOperator>(s)
                         ? cast<UnaryOperator>(s)->isIncrementDecrementOp()
                     : assign ? assign->isCompoundAssignmentOp()
                              : op && (op->getOperator() == OO_PlusPlus ||
                                       op->getOperator() == OO_MinusMinus ||
                                       op->getOperator() == OO_PlusEqual ||
                                       op->getOperator() == OO_MinusEqual);
  if (e && !steps && changesVariable(e, var))
    return true;
  return llvm::any_of(s->children(), [&](const clang::Stmt *child) {
    return leavesArray(child, var);
  });
}

/// What a pointer or an iterator of an inner block's own starts as, which leads
/// into the same array all the time; else null.
const Expr *HostPlaces::startsAs(const Expr *pointer) const {
  const VarDecl *var = namedVariable(pointer);
  return var && isOfIteration(var) && !builder.body.locals.count(var) &&
                 var->getInit() && var != builder.model.loop.var &&
                 !leavesArray(builder.model.loop.loop, var)
             ? plain(var->getInit())
             : nullptr;
}

/// What a pointer into an array is made from: of `&a[k]`, `a + k` and
/// `a.begin()`, an element of a, or a; null for others.
const Expr *HostPlaces::pointsInto(const Expr *pointer) const {
  const Expr *e = standsFor(builder, pointer);
  if (const Expr *start = startsAs(e))
    return pointsInto(start);
  if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
      op && (op->getOperator() == OO_Plus || op->getOperator() == OO_Minus) &&
      onlyLooks(op->getDirectCallee()))
    return pointsInto(op->getArg(0));
  if (const auto *call = dyn_cast<CXXMemberCallExpr>(e)) {
    static const llvm::StringRef names[] = {"data", "begin", "end", "cbegin",
                                            "cend"};
    const auto *method = call->getMethodDecl();
    const bool isStart = method && method->getIdentifier() &&
                         owns(call->getImplicitObjectArgument()->getType()) &&
                         llvm::is_contained(names, method->getName());
    return isStart ? standsFor(builder, call->getImplicitObjectArgument())
                   : nullptr;
  }
  if (const auto *address = dyn_cast<UnaryOperator>(e);
      address && address->getOpcode() == UO_AddrOf)
    return standsFor(builder, address->getSubExpr());
  if (const auto *sum = dyn_cast<BinaryOperator>(e); sum && sum->isAdditiveOp())
    return pointsInto(sum->getLHS()->getType()->isPointerType()
                          ? sum->getLHS()
                          : sum->getRHS());
  return e->getType()->isArrayType() ? e : nullptr;
}

Storage HostPlaces::storageOf(const Expr *e) const {
  Storage result;
  e = standsFor(builder, e);
  while (true) {
    if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e)) {
      if (!(e = pointsInto(subscript->getBase())))
        return result;
      result.fields.clear();
    } else if (const auto *star = dyn_cast<UnaryOperator>(e);
               star && star->getOpcode() == UO_Deref) {
      if (!(e = pointsInto(star->getSubExpr())))
        return result;
    } else if (const auto *star = dyn_cast<CXXOperatorCallExpr>(e);
               star && (star->getOperator() == OO_Star ||
                        star->getOperator() == OO_Arrow)) {
      if (!(e = pointsInto(star->getArg(0))))
        return result;
      result.fields.clear();
    } else if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
               op && op->getOperator() == OO_Subscript) {
      e = standsFor(builder, op->getArg(0));
      result.fields.clear();
    } else if (const auto *data = dyn_cast<CXXMemberCallExpr>(e);
               data && data->getMethodDecl() &&
               data->getMethodDecl()->getNameAsString() == "data") {
      e = standsFor(builder, data->getImplicitObjectArgument());
    } else if (const auto *member = dyn_cast<MemberExpr>(e)) {
      if (isElsewhere(member))
        return result;
      const Expr *base = standsFor(builder, member->getBase());
      result.fields.insert(result.fields.begin(), member->getMemberDecl());
      if (member->isArrow() && !isa<CXXThisExpr>(base) &&
          !(base = pointsInto(base)))
        return result;
      e = base;
    } else {
      break;
    }
  }
  const VarDecl *var = namedVariable(e);
  if (!var && !isa<CXXThisExpr>(e))
    return result;
  const QualType holder = result.fields.empty()
                              ? (var ? var->getType() : QualType())
                              : result.fields.back()->getType();
  result.root = var;
  // What a reference is bound to has a root of its own, but storage, too.
  result.known = !holder.isNull() && owns(isa_and_nonnull<ParmVarDecl>(var)
                                              ? holder.getNonReferenceType()
                                              : holder);
  return result;
}

/// A variable of the function's own, which no parameter can be bound to.
static bool isOwnVariable(const VarDecl *var) {
  return var->isLocalVarDecl() && !var->getType()->isReferenceType();
}

bool regtt::apart(const Storage &a, const Storage &b) {
  if (a.root != b.root && a.root && b.root)
    return (!a.root->getType()->isReferenceType() &&
            !b.root->getType()->isReferenceType()) ||
           (isOwnVariable(a.root) && isa<ParmVarDecl>(b.root)) ||
           (isOwnVariable(b.root) && isa<ParmVarDecl>(a.root));
  if (a.root != b.root)
    return false;
  const size_t common = std::min(a.fields.size(), b.fields.size());
  for (size_t i = 0; i < common; ++i)
    if (a.fields[i] != b.fields[i])
      return true;
  return false;
}
