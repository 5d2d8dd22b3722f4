#include "HostPlaces.h"

#include "LoopBody.h"
#include "QueryOperands.h"

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

/// `e`, or the array whose element it is, where that is a part of an object.
static const Expr *wholeArray(const Expr *e) {
  e = plain(e);
  while (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e)) {
    const Expr *base = subscript->getBase()->IgnoreParenImpCasts();
    if (!base->getType()->isArrayType())
      break;
    e = plain(base);
  }
  return e;
}

Leaves HostPlaces::leavesOf(const Expr *lvalue) const {
  const FieldDecl *field = nullptr;
  if (const auto *member = dyn_cast<MemberExpr>(wholeArray(lvalue)))
    field = dyn_cast<FieldDecl>(member->getMemberDecl());
  Leaves leaves;
  collectLeaves(field, lvalue->getType(), leaves);
  return leaves;
}

Leaves HostPlaces::leavesOf(const PathSteps &steps, QualType type) const {
  Leaves leaves;
  collectLeaves(lastField(steps), type, leaves);
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
    if (member->isArrow())
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
  if (path.base != Base::Query || path.number == iterationNumber)
    return false;
  const QueryOperand &operand = builder.model.loop.operands[path.number];
  if (operand.isRecord())
    return true; // nothing of the user's
  if (operand.input >= 0 && operand.indirect) {
    std::string text = operand.prefix;
    for (const PathStep &step : path.steps)
      text +=
          (text == operand.prefix ? "" : ".") + step.field->getNameAsString();
    return builder.sourceText(lvalue) ==
           (path.steps.empty() ? operand.text : text);
  }
  const auto part = locateOperand(builder, lvalue);
  return part && part->operand.elementText == operand.elementText &&
         part->operand.extent == operand.extent;
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

bool HostPlaces::isOwnResult(const Expr *lvalue) const {
  return llvm::any_of(builder.model.traversal.paths, [&](const Path &path) {
    const bool isRecord = path.base == Base::Query &&
                          path.number != iterationNumber &&
                          builder.model.loop.operands[path.number].isRecord();
    return path.written() && !isRecord && isOwn(lvalue, path) &&
           mayMeet(leavesOf(lvalue), leavesOf(path.steps, path.type));
  });
}

bool HostPlaces::isOwnObject(const Expr *lvalue) const {
  return locateOperand(builder, lvalue).has_value();
}

bool HostPlaces::isAtLoop(const Expr *lvalue) const {
  const clang::Stmt *loop = builder.model.loop.loop;
  return builder.context.getSourceManager().isPointWithin(
      lvalue->getBeginLoc(), loop->getBeginLoc(), loop->getEndLoc());
}

bool HostPlaces::compatible(QualType a, QualType b) const {
  const auto bytes = [&](QualType type) {
    return builder.context.getTypeSizeInChars(type).getQuantity();
  };
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
    if (const auto *member = dyn_cast<MemberExpr>(e); member)
      e = standsFor(builder, member->getBase());
    else if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e))
      return subscript->getBase();
    else if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
             op && op->getOperator() == OO_Subscript)
      return op->getArg(0);
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

Storage HostPlaces::storageOf(const Expr *e) const {
  Storage result;
  e = standsFor(builder, e);
  while (true) {
    if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e)) {
      e = standsFor(builder, subscript->getBase());
      if (!e->getType()->isArrayType())
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
      const Expr *base = standsFor(builder, member->getBase());
      result.fields.insert(result.fields.begin(), member->getMemberDecl());
      if (member->isArrow() && !isa<CXXThisExpr>(base))
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
