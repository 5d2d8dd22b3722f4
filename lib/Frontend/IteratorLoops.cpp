// Loops over children by iterators and pointers, from the first to behind the
// last:
//
//     for (auto it = n->kids.begin(); it != n->kids.end(); ++it) f(q, *it);
//     for (Node *const *k = n->kid; k != n->kid + 8; ++k) if (*k) f(q, *k);
//     for (const Node *c = n->kids, *end = c + n->count; c < end; ++c) f(q, c);
//
// Each becomes a loop over children, whose variable leads to one after the
// other. Iterators over data are in Iterators.cpp.
#include "FunctionLowering.h"

using namespace regtt;
using namespace clang;

namespace {

/// `for (var = first; var != last; ++var)`.
struct Head {
  const VarDecl *var = nullptr;
  const Expr *first = nullptr, *last = nullptr;
};

/// Where a pointer or an iterator stands: `offset` elements behind the first of
/// `range`, null for none, or behind its last.
struct Position {
  const Expr *range = nullptr, *offset = nullptr;
  bool isEnd = false;
};

} // namespace

/// The sides of `a != b` or `a < b`.
static std::pair<const Expr *, const Expr *> sidesOf(const Expr *e) {
  e = plain(e);
  if (const auto *op = dyn_cast<BinaryOperator>(e);
      op && (op->getOpcode() == BO_NE || op->getOpcode() == BO_LT))
    return {op->getLHS(), op->getRHS()};
  if (const auto *rewritten = dyn_cast<CXXRewrittenBinaryOperator>(e);
      rewritten &&
      (rewritten->getOperator() == BO_NE || rewritten->getOperator() == BO_LT))
    return {rewritten->getLHS(), rewritten->getRHS()};
  if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
      op && op->getNumArgs() == 2 &&
      (op->getOperator() == OO_ExclaimEqual || op->getOperator() == OO_Less))
    return {op->getArg(0), op->getArg(1)};
  return {};
}

/// The variable that `e` steps on by one.
static const VarDecl *steppedOn(const Expr *e) {
  e = plain(e);
  if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
      op && op->getOperator() == OO_PlusPlus)
    return namedVariable(op->getArg(0));
  const auto *step = dyn_cast<UnaryOperator>(e);
  return step && step->isIncrementOp() ? namedVariable(step->getSubExpr())
                                       : nullptr;
}

static std::optional<Head> headOf(const ForStmt *s) {
  if (!s->getCond() || !s->getInc())
    return std::nullopt;
  Head head;
  head.var = steppedOn(s->getInc());
  auto [left, right] = sidesOf(s->getCond());
  if (!head.var || !left)
    return std::nullopt;
  if (namedVariable(right) == head.var && namedVariable(left) != head.var)
    std::swap(left, right);
  if (namedVariable(left) != head.var)
    return std::nullopt;
  head.last = right;
  const VarDecl *end = namedVariable(right);
  if (const auto *declared = dyn_cast_or_null<DeclStmt>(s->getInit())) {
    for (const Decl *decl : declared->decls()) {
      const auto *var = dyn_cast<VarDecl>(decl);
      if (var == head.var)
        head.first = var->getInit();
      else if (var && var == end && !isReassigned(s->getBody(), var))
        head.last = var->getInit();
      else
        return std::nullopt;
    }
  } else {
    const auto [var, first] = loopStart(s->getInit());
    head.first = var == head.var ? first : nullptr;
  }
  return head.first && head.last ? std::optional(head) : std::nullopt;
}

/// The container or array whose member or function `name` is called.
static const Expr *calledOn(const Expr *e, llvm::StringRef name) {
  const auto *call = dyn_cast<CallExpr>(plain(e));
  if (const auto *construct = dyn_cast<CXXConstructExpr>(plain(e));
      construct && construct->getNumArgs() == 1)
    return calledOn(construct->getArg(0), name);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !callee->getIdentifier() ||
      (callee->getName() != name && callee->getName() != ("c" + name).str()))
    return nullptr;
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(call))
    return member->getImplicitObjectArgument();
  return callee->isInStdNamespace() && call->getNumArgs() == 1 ? call->getArg(0)
                                                               : nullptr;
}

static Position positionOf(const Expr *e) {
  e = plain(e);
  if (const Expr *range = calledOn(e, "begin"))
    return {range};
  if (const Expr *range = calledOn(e, "data"))
    return {range};
  if (const Expr *range = calledOn(e, "end"))
    return {range, nullptr, true};
  if (const auto *sum = dyn_cast<BinaryOperator>(e);
      sum && sum->getOpcode() == BO_Add && e->getType()->isPointerType()) {
    Position result = positionOf(sum->getLHS());
    if (result.isEnd || result.offset)
      return {};
    result.offset = sum->getRHS();
    result.isEnd = calledOn(result.offset, "size") != nullptr;
    return result;
  }
  if (const auto *address = dyn_cast<UnaryOperator>(e);
      address && address->getOpcode() == UO_AddrOf) {
    const auto *element =
        dyn_cast<ArraySubscriptExpr>(plain(address->getSubExpr()));
    if (!element)
      return {};
    const auto *index = dyn_cast<IntegerLiteral>(plain(element->getIdx()));
    const bool first = index && index->getValue() == 0;
    return {plain(element->getBase()), first ? nullptr : element->getIdx()};
  }
  return {e};
}

/// The children from `first` to before `last`: all of a container or an array,
/// or as many as the node says.
std::optional<unsigned> FunctionLowering::walkedGroup(const Expr *first,
                                                      const Expr *last) {
  const Position begin = positionOf(first), end = positionOf(last);
  const auto constant = [&](const Expr *e) -> std::optional<int64_t> {
    const auto value = e->getIntegerConstantExpr(builder.context);
    return value ? std::optional(value->getExtValue()) : std::nullopt;
  };
  if (!begin.range || !end.range || begin.isEnd ||
      (begin.offset && constant(begin.offset) != 0))
    return std::nullopt;
  const auto groupOf = [&](const Expr *range) {
    return range->getType()->isPointerType() ? childList(range)
                                             : rangeGroup(range);
  };
  const auto group = groupOf(begin.range);
  if (!group || groupOf(end.range) != group)
    return std::nullopt;
  if (end.isEnd) {
    const Expr *sized = end.offset ? calledOn(end.offset, "size") : nullptr;
    return sized && rangeGroup(sized) != group ? std::nullopt : group;
  }
  if (!end.offset || traversal.slots[*group].form == SlotGroup::Vector)
    return std::nullopt;
  const auto count = constant(end.offset);
  if (traversal.slots[*group].form == SlotGroup::Fields &&
      count == traversal.slots[*group].count)
    return group;
  expr(end.offset);
  if (!isOnNodeAlone(end.offset) || traversal.slots[*group].extent)
    return std::nullopt;
  // The first ones of a fixed array, or of one behind a pointer.
  SlotGroup &slots = traversal.slots[*group];
  if (slots.form == SlotGroup::Fields) {
    traversal.numSlots -= slots.count;
    slots.form = SlotGroup::Array;
    slots.count = 0;
  }
  slots.extent = end.offset;
  return group;
}

bool FunctionLowering::iteratorLoop(const ForStmt *s,
                                    std::vector<Statement> &out) {
  const auto head = headOf(s);
  if (!head || (traversal.nodesAreNumbers && !linkLocals.count(head->var)))
    return false;
  const QualType type = head->var->getType();
  if (type->isPointerType() && !traversal.nodesAreNumbers &&
      !isNodePointer(type->getPointeeType()) &&
      !isNodeObject(type->getPointeeType()))
    return false; // over data
  if (type->isIntegerType())
    return false; // a number that counts
  const Expr *last = head->last;
  // `end = c + n->count` begins where `c` does.
  if (const auto *sum = dyn_cast<BinaryOperator>(plain(last));
      sum && sum->getOpcode() == BO_Add &&
      namedVariable(sum->getLHS()) == head->var)
    last = BinaryOperator::Create(
        builder.context, const_cast<Expr *>(head->first), sum->getRHS(), BO_Add,
        sum->getType(), VK_PRValue, OK_Ordinary, sum->getExprLoc(),
        FPOptionsOverride());
  const auto group = walkedGroup(head->first, last);
  if (!group)
    return false;
  eachChild(head->var, *group, s, s->getBody(), out);
  return true;
}
