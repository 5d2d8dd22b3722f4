// Reads tests of a container's size.
#include "SizeTests.h"

#include "regtt/Analysis/Comparisons.h"

#include "regtt/Analysis/Integers.h"
#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/APSInt.h>

using namespace regtt;
using namespace regtt::ir;
using namespace regtt::kernel;
using llvm::dyn_cast;

std::optional<int64_t> regtt::kernel::constantOf(const Expr *e) {
  const auto none = [](const Variable *) -> std::optional<llvm::APSInt> {
    return std::nullopt;
  };
  const auto value = integerOf(e, none);
  return value && value->isRepresentableByInt64() &&
                 value->getSignificantBits() <= 32
             ? Most(value->getExtValue())
             : std::nullopt;
}

/// Without conversions that keep every number that is small enough.
static const Expr *uncast(const Expr *e) {
  while (const auto *cast = dyn_cast<CastExpr>(e)) {
    const auto to = integerFormat(cast->type);
    if (cast->op != CastOp::IntToInt || !to || to->bits < 32)
      break;
    e = cast->operand;
  }
  return e;
}

/// Of `full()`, which only returns such a test, the test; null of others.
static const Expr *onlyReturned(const Function &function) {
  const auto *returned =
      function.body && function.body->statements.size() == 1
          ? dyn_cast<ReturnStatement>(function.body->statements[0])
          : nullptr;
  return returned ? returned->value : nullptr;
}

bool SizeTests::isIt(const Place *place) const {
  const auto *root = std::get_if<DataRoot>(&place->root);
  return root && root->kind == DataRoot::Own && root->number == row &&
         place->steps.empty();
}

Most SizeTests::tested(const Expr *e, bool truth, Most most) const {
  if (!e || !most)
    return most;
  if (const auto *negation = dyn_cast<UnaryExpr>(e);
      negation && negation->op == UnaryOp::LNot)
    return tested(negation->operand, !truth, most);
  if (const auto *read = dyn_cast<ContainerReadExpr>(e);
      read && read->op == ReadOp::Empty && isIt(read->container))
    return truth ? Most(0) : most;
  if (const auto *cast = dyn_cast<CastExpr>(e);
      cast && cast->op == CastOp::ToBool)
    return truth || !isSize(cast->operand) ? tested(cast->operand, truth, most)
                                           : Most(0);
  if (const auto *called = dyn_cast<CallExpr>(e))
    return tested(onlyReturned(*called->callee), truth, most);
  if (const auto *both = dyn_cast<LogicalExpr>(e))
    return ofBoth(*both, truth, most);
  const auto *compared = dyn_cast<BinaryExpr>(e);
  return compared && isComparison(compared->op)
             ? ofComparison(*compared, truth, most)
             : most;
}

Most SizeTests::ofBoth(const LogicalExpr &e, bool truth, Most most) const {
  const Most left = tested(e.left, truth, most);
  if (e.isAnd == truth)
    return tested(e.right, truth, left);
  // One of them is `truth`: the second, if the first is not.
  return either(left, tested(e.right, truth, tested(e.left, !truth, most)));
}

bool SizeTests::isSize(const Expr *e) const {
  const auto *read = dyn_cast<ContainerReadExpr>(uncast(e));
  return read && read->op == ReadOp::Size && isIt(read->container);
}

Most SizeTests::ofComparison(const BinaryExpr &e, bool truth, Most most) const {
  BinaryOp op = e.op;
  const Expr *size = e.left, *other = e.right;
  if (!isSize(size)) {
    std::swap(size, other);
    op = reversed(op);
  }
  const auto number = isSize(size) ? constantOf(other) : std::nullopt;
  if (!number)
    return most;
  switch (truth ? op : negated(op)) {
  case BinaryOp::Lt:
    return std::min(*most, *number - 1);
  case BinaryOp::Le:
  case BinaryOp::Eq:
    return std::min(*most, *number);
  case BinaryOp::Ne:
    return *most == *number ? *most - 1 : *most;
  default:
    return most;
  }
}
