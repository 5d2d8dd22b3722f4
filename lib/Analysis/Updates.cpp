// Recognises updates:
//
//   store own(0: i8) = inttoint<i8>(add(inttoint<i32>(load own(0: i8)), e))
//   store own(1: i32) = lib "std::min"<i32>(load own(1: i32), e)
//   if lt(e, load own(1: i32)) { store own(1: i32) = e }
//   store own(2: bool) = orelse(load own(2: bool), e)
//   store own(3: u32) = mul(load own(3: u32), e)
//
// Integers are added and multiplied modulo two to the power of their width, so
// that wider ones between lose nothing; of minima and maxima every conversion
// has to keep the value.
#include "regtt/Analysis/Updates.h"

#include "NullTests.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Operators.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using ir::BinaryOp;
using ir::Combiner;
using llvm::dyn_cast;

static bool reads(const ir::Expr *e, const ir::Place *place) {
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  return load && ir::equal(load->place, place);
}

/// Whether the place is read in `e`.
static bool isReadIn(const ir::Expr *e, const ir::Place *place) {
  bool result = false;
  ir::walk(e, [&](const ir::Expr *inner) { result |= reads(inner, place); });
  return result;
}

/// Whether every number of one integer type is a number of another.
static bool keepsAll(const ir::Type *from, const ir::Type *to) {
  if (from == to)
    return true;
  const auto a = ir::integerFormat(from), b = ir::integerFormat(to);
  if (!from->isInt() || !to->isInt())
    return false;
  return a->isSigned ? b->isSigned && b->bits >= a->bits
                     : b->bits >= a->bits + (b->isSigned ? 1 : 0);
}

/// Whether nobody can tell that `e` is evaluated, or is not.
static bool cannotFail(const ir::Expr *e) {
  bool result = true;
  ir::walk(e, [&](const ir::Expr *inner) {
    const auto *binary = dyn_cast<ir::BinaryExpr>(inner);
    result &= !llvm::isa<ir::CallExpr>(inner) &&
              (!binary ||
               (binary->op != BinaryOp::Div && binary->op != BinaryOp::Rem) ||
               binary->type->isFloat());
  });
  return result;
}

//===--- Sums and bits ----------------------------------------------------===//

namespace {

/// A tree of one operator, in which the place is read once.
class Tree {
public:
  Tree(const ir::Place *place, std::vector<const ir::Expr *> &operands)
      : place(place), operands(operands), isBool(place->type->isBool()) {}

  /// The operator of the tree that `e` is.
  std::optional<Combiner> combinerOf(const ir::Expr *e) {
    e = stripped(e);
    const auto *binary = dyn_cast<ir::BinaryExpr>(e);
    const auto *logical = dyn_cast<ir::LogicalExpr>(e);
    std::optional<Combiner> result;
    if (logical && isBool)
      result = logical->isAnd ? Combiner::And : Combiner::Or;
    else if (binary && binary->op == BinaryOp::Sub)
      result = Combiner::Add;
    else if (binary)
      result = ir::combinerOf(binary->op);
    const bool isTaken =
        result &&
        (*result == Combiner::And || *result == Combiner::Or ||
         *result == Combiner::Xor ||
         (!isBool && (*result == Combiner::Add || *result == Combiner::Mul)));
    return isTaken && holdsPlace(e, *result) == 1 ? result : std::nullopt;
  }

private:
  /// Without conversions in which the place's bits stay.
  const ir::Expr *stripped(const ir::Expr *e) const {
    const auto *cast = dyn_cast<ir::CastExpr>(e);
    if (isBool) {
      const bool isKept = cast && (cast->op == ir::CastOp::ToBool
                                       ? cast->operand->type->isInt()
                                       : cast->op == ir::CastOp::IntToInt &&
                                             cast->type->isInt() &&
                                             cast->operand->type->isBool());
      return isKept ? cast->operand : e;
    }
    const unsigned bits = ir::integerFormat(place->type)->bits;
    while (cast && cast->op == ir::CastOp::IntToInt && cast->type->isInt() &&
           cast->operand->type->isInt() &&
           ir::integerFormat(cast->type)->bits >= bits &&
           ir::integerFormat(cast->operand->type)->bits >= bits) {
      e = cast->operand;
      cast = dyn_cast<ir::CastExpr>(e);
    }
    return e;
  }

  /// How often the tree reads the place: 2 stands for an operand that does not
  /// combine.
  unsigned holdsPlace(const ir::Expr *e, Combiner combiner) {
    const ir::Expr *inner = stripped(e);
    if (reads(inner, place))
      return 1;
    const auto *logical = dyn_cast<ir::LogicalExpr>(inner);
    const auto *binary = dyn_cast<ir::BinaryExpr>(inner);
    if (logical && isBool && mentions(logical)) {
      if ((combiner == Combiner::And) != logical->isAnd)
        return 2;
      const unsigned left = holdsPlace(logical->left, combiner);
      // What is not always evaluated must not matter by itself.
      if (left != 0 && !cannotFail(logical->right))
        return 2;
      return left + holdsPlace(logical->right, combiner);
    }
    if (!binary || !mentions(binary))
      return addOperand(e, combiner);
    const bool isDifference =
        binary->op == BinaryOp::Sub && combiner == Combiner::Add;
    if (!isDifference && ir::combinerOf(binary->op) != combiner)
      return 2;
    const unsigned left = holdsPlace(binary->left, combiner);
    const unsigned right = holdsPlace(binary->right, combiner);
    return isDifference && right != 0 ? 2 : left + right;
  }

  unsigned addOperand(const ir::Expr *e, Combiner combiner) {
    operands.push_back(e);
    // Of what is not 0 or 1, other bits would decide.
    const bool isBit = e->type->isBool() || stripped(e)->type->isBool();
    return isBool && combiner == Combiner::Xor && !isBit ? 2 : 0;
  }

  bool mentions(const ir::Expr *e) const { return isReadIn(e, place); }

  const ir::Place *place;
  std::vector<const ir::Expr *> &operands;
  const bool isBool;
};

} // namespace

//===--- Minima and maxima ------------------------------------------------===//

/// Without conversions that keep every value.
static const ir::Expr *exactly(const ir::Expr *e) {
  while (const auto *cast = dyn_cast<ir::CastExpr>(e)) {
    if (cast->op != ir::CastOp::IntToInt ||
        !keepsAll(cast->operand->type, cast->type))
      break;
    e = cast->operand;
  }
  return e;
}

/// What `place` may become besides what it is: `e`, if each of its values is
/// one of the place's.
static bool fits(const ir::Expr *e, const ir::Place *place) {
  return keepsAll(e->type, place->type) && !place->bitField();
}

/// Of a comparison of the place with `other`: Min where `other` is taken if it
/// holds and is the less, Max where it is the greater. Of floating-point
/// numbers it has to be strictly so: of zeros the first stays, and no NaN is
/// taken.
static std::optional<Combiner> takesOther(const ir::Expr *condition,
                                          const ir::Place *place,
                                          const ir::Expr *other) {
  const auto *test = dyn_cast<ir::BinaryExpr>(condition);
  if (!test || (!test->left->type->isInt() && !test->left->type->isFloat()))
    return std::nullopt;
  if (test->left->type->isFloat() && test->op != BinaryOp::Lt &&
      test->op != BinaryOp::Gt)
    return std::nullopt;
  const ir::Expr *left = exactly(test->left), *right = exactly(test->right);
  const bool isFirst = ir::equal(left, other) && reads(right, place);
  const bool isSecond = reads(left, place) && ir::equal(right, other);
  if (isFirst == isSecond)
    return std::nullopt;
  switch (test->op) {
  case BinaryOp::Lt:
  case BinaryOp::Le:
    return isFirst ? Combiner::Min : Combiner::Max;
  case BinaryOp::Gt:
  case BinaryOp::Ge:
    return isFirst ? Combiner::Max : Combiner::Min;
  default:
    return std::nullopt;
  }
}

/// Of what is taken where it does not hold, NaN among it.
static std::optional<Combiner> opposite(std::optional<Combiner> combiner,
                                        const ir::Place *place) {
  if (!combiner || place->type->isFloat())
    return std::nullopt;
  return *combiner == Combiner::Min ? Combiner::Max : Combiner::Min;
}

/// `lib "std::min"(load place, other)`
static std::optional<Combiner>
libraryChoice(const ir::Expr *value, const ir::Place *place,
              std::vector<const ir::Expr *> &operands) {
  const auto *call = dyn_cast<ir::LibraryCallExpr>(value);
  if (!call || call->arguments.size() != 2 ||
      (!call->type->isInt() && call->type != place->type) ||
      (call->name != "std::min" && call->name != "std::max"))
    return std::nullopt;
  const ir::Expr *first = exactly(call->arguments[0]);
  const ir::Expr *second = exactly(call->arguments[1]);
  if (reads(second, place) && !place->type->isFloat())
    std::swap(first, second);
  if (!reads(first, place) || !fits(second, place))
    return std::nullopt;
  operands.push_back(second);
  return call->name == "std::min" ? Combiner::Min : Combiner::Max;
}

/// `select(lt(other, load place), other, load place)` and the like; of places,
/// `load (*select(..., refof other, refof place))`.
static std::optional<Combiner>
writtenChoice(const ir::Expr *value, const ir::Place *place,
              std::vector<const ir::Expr *> &operands) {
  const auto *select = dyn_cast<ir::SelectExpr>(value);
  const auto *load = dyn_cast<ir::LoadExpr>(value);
  const auto *root =
      load ? std::get_if<ir::PointeeRoot>(&load->place->root) : nullptr;
  if (!select && root && load->place->steps.empty())
    select = dyn_cast<ir::SelectExpr>(root->pointer);
  if (!select)
    return std::nullopt;
  const ir::Expr *whenTrue = exactly(select->whenTrue);
  const ir::Expr *whenFalse = exactly(select->whenFalse);
  const auto *first = dyn_cast<ir::AddressExpr>(whenTrue);
  const auto *second = dyn_cast<ir::AddressExpr>(whenFalse);
  if (first || second) {
    // What is compared is what lies there.
    const auto *test = dyn_cast<ir::BinaryExpr>(select->condition);
    if (!first || !second || !test)
      return std::nullopt;
    const ir::Place *other =
        ir::equal(first->place, place) ? second->place : first->place;
    const ir::Place *own = other == first->place ? second->place : first->place;
    for (const ir::Expr *side : {exactly(test->left), exactly(test->right)}) {
      if (!ir::equal(own, place) || !reads(side, other) || !fits(side, place))
        continue;
      operands.push_back(side);
      const auto taken = takesOther(test, place, side);
      return other == first->place ? taken : opposite(taken, place);
    }
    return std::nullopt;
  }
  const bool takesWhenTrue = reads(whenFalse, place);
  const ir::Expr *other = takesWhenTrue ? whenTrue : whenFalse;
  if (!reads(takesWhenTrue ? whenFalse : whenTrue, place) ||
      !fits(other, place))
    return std::nullopt;
  operands.push_back(other);
  const auto taken = takesOther(select->condition, place, other);
  return takesWhenTrue ? taken : opposite(taken, place);
}

//===--- Statements -------------------------------------------------------===//

/// Whether the steps lead to what surely is a part of the object they begin at.
static bool isPart(const ir::Place *place) {
  return llvm::all_of(place->steps, [](const ir::Step &step) {
    return std::get_if<ir::FieldStep>(&step) ||
           std::get_if<ir::IndexStep>(&step);
  });
}

static std::optional<Update> updateOf(const ir::StoreStatement &s) {
  Update result{Combiner::Add, s.place, {}};
  const ir::Type *type = s.place->type;
  if (!isPart(s.place) || s.place->isVolatile ||
      !(type->isInt() || type->isBool() || type->isFloat()))
    return std::nullopt;
  // That is to have happened, or not.
  if (const auto *constant = dyn_cast<ir::BoolExpr>(s.value)) {
    result.combiner = constant->value ? Combiner::Or : Combiner::And;
    return result;
  }
  auto combiner = type->isFloat()
                      ? std::nullopt
                      : Tree(s.place, result.operands).combinerOf(s.value);
  if (!combiner && !type->isBool()) {
    const ir::Expr *value = s.value;
    if (const auto *cast = dyn_cast<ir::CastExpr>(value);
        cast && cast->op == ir::CastOp::IntToInt)
      value = cast->operand;
    result.operands.clear();
    combiner = libraryChoice(value, s.place, result.operands);
    if (!combiner)
      combiner = writtenChoice(value, s.place, result.operands);
  }
  if (!combiner)
    return std::nullopt;
  result.combiner = *combiner;
  return result;
}

/// Whether nobody can tell whether it is evaluated: it reads what is there in
/// any case.
static bool isAlwaysThere(const ir::Expr *e) {
  bool result = cannotFail(e);
  ir::walk(e, [&](const ir::Expr *inner) {
    const ir::Place *place = ir::placeOf(inner);
    result &= !llvm::isa<ir::ContainerReadExpr>(inner) &&
              !(place && std::get_if<ir::PointeeRoot>(&place->root));
    if (place)
      for (const ir::Step &step : place->steps) {
        const auto *deref = std::get_if<ir::DerefStep>(&step);
        result &=
            std::get_if<ir::FieldStep>(&step) || (deref && !deref->offset);
      }
  });
  return result;
}

/// `if andalso(c, lt(other, load place)) { store place = other }`. What c says
/// comes first: it is asked in any case. What is asked behind the comparison
/// goes to `behind`.
static std::optional<Update> updateOf(const ir::IfStatement &s,
                                      std::vector<const ir::Expr *> &behind) {
  const auto then = unwrapped(*s.then);
  const auto *store =
      then.size() == 1 ? dyn_cast<ir::StoreStatement>(then[0]) : nullptr;
  if (!store || (s.otherwise && !s.otherwise->statements.empty()) ||
      !isPart(store->place) || store->place->isVolatile ||
      !(store->place->type->isInt() || store->place->type->isFloat()))
    return std::nullopt;
  Update result{Combiner::Min, store->place, {}};
  const ir::Expr *other = exactly(store->value);
  const ir::Expr *asked = s.condition;
  auto combiner = takesOther(asked, store->place, other);
  while (!combiner) {
    const auto *both = dyn_cast<ir::LogicalExpr>(asked);
    if (!both || !both->isAnd)
      return std::nullopt;
    if (isReadIn(both->left, store->place)) {
      behind.push_back(both->right);
      asked = both->left;
    } else {
      result.operands.push_back(both->left);
      asked = both->right;
    }
    combiner = takesOther(asked, store->place, other);
  }
  if (!fits(other, store->place))
    return std::nullopt;
  llvm::append_range(result.operands, behind);
  result.operands.push_back(other);
  result.combiner = *combiner;
  return result;
}

/// What is asked behind a comparison goes to `behind`.
static std::optional<Update>
combination(const ir::Statement *s, std::vector<const ir::Expr *> &behind) {
  if (const auto *store = dyn_cast<ir::StoreStatement>(s))
    return ::updateOf(*store);
  if (const auto *branch = dyn_cast<ir::IfStatement>(s))
    return ::updateOf(*branch, behind);
  const auto *reduce = dyn_cast<ir::ReduceStatement>(s);
  const auto values =
      reduce ? ir::lawClassOf(reduce->place->type) : std::nullopt;
  const ir::Laws *laws =
      values ? ir::lawsOf(reduce->combiner, *values) : nullptr;
  if (!laws || !laws->isExact || !isPart(reduce->place) ||
      reduce->place->bitField())
    return std::nullopt;
  return Update{reduce->combiner, reduce->place, {reduce->value}};
}

std::optional<Update> kernel::combinationOf(const ir::Statement *s) {
  std::vector<const ir::Expr *> behind;
  auto result = combination(s, behind);
  return llvm::all_of(behind, isAlwaysThere) ? result : std::nullopt;
}

std::optional<Update> kernel::updateOf(const ir::Statement *s) {
  std::vector<const ir::Expr *> behind;
  auto result = combination(s, behind);
  if (!behind.empty())
    return std::nullopt; // earlier visits would decide whether it is asked
  const auto values =
      result ? ir::lawClassOf(result->place->type) : std::nullopt;
  const ir::Laws *laws =
      values ? ir::lawsOf(result->combiner, *values) : nullptr;
  return laws && laws->associative == ir::Holds::Always &&
                 laws->commutative == ir::Holds::Always
             ? result
             : std::nullopt;
}
