// Goes through expressions, from what is changed.
#include "Progress.h"

#include "ElementChanges.h"
#include "Multiples.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Operators.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/TypeSwitch.h>

using namespace regtt;
using namespace regtt::recognise;
using ir::BinaryOp;
using llvm::dyn_cast;
using llvm::isa;

Course recognise::together(Course a, Course b) {
  return a == Course::Fixed             ? b
         : b == Course::Fixed || a == b ? a
                                        : Course::Open;
}

Course recognise::opposite(Course course) {
  return course == Course::Rises   ? Course::Falls
         : course == Course::Falls ? Course::Rises
                                   : course;
}

const ir::Variable *recognise::choosesLocal(ir::Module &module,
                                            const ir::Statement *s,
                                            const ir::Expr *&value) {
  const auto isLocal = [](const ir::Place *place) {
    return place->wholeVariable() != nullptr;
  };
  const auto change = elementChangeOf(module, s, isLocal);
  if (!change || !change->combiner || change->where ||
      (*change->combiner != ir::Combiner::Min &&
       *change->combiner != ir::Combiner::Max))
    return nullptr;
  value = change->value;
  return change->place->wholeVariable();
}

//===--- Places -----------------------------------------------------------===//

const kernel::Datum *Progress::stateAt(const ir::Place *place) const {
  const auto *root = place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
  return root && root->kind == ir::DataRoot::Element && rows.count(root->number)
             ? &site.kernel.data[root->number]
             : nullptr;
}

const ir::Variable *recognise::localAt(const ir::Place *place) {
  return place && !place->isIndirect() ? place->variable() : nullptr;
}

/// The state that `e` is the value of, as it stands or in a wider type.
const kernel::Datum *Progress::stateIn(const ir::Expr *e) const {
  if (const auto *cast = dyn_cast<ir::CastExpr>(e))
    return ofCast(*cast) != Course::Open ? stateIn(cast->operand) : nullptr;
  const auto *held = dyn_cast<ir::ValueExpr>(e);
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  if (load && stateAt(load->place))
    return stateAt(load->place);
  const ir::Variable *local = held   ? held->variable
                              : load ? load->place->wholeVariable()
                                     : nullptr;
  const auto known = locals.find(local);
  return local && known != locals.end() && known->second.numValues == 1 &&
                 known->second.value && !known->second.isAddressed
             ? stateIn(known->second.value)
             : nullptr;
}

bool Progress::isExact(const ir::Expr *e) const {
  return of(e) == Course::Fixed || stateIn(e);
}

Course Progress::ofPlace(const ir::Place *place) const {
  Course indices = Course::Fixed;
  ir::forEachOperand(
      place, [&](const ir::Expr *e) { indices = together(indices, of(e)); });
  if (indices != Course::Fixed)
    return Course::Open;
  if (const kernel::Datum *state = stateAt(place))
    return rows.at(unsigned(state - site.kernel.data.data()));
  if (const ir::Variable *local = localAt(place))
    return ofLocal(local);
  // An element of a container, say.
  const ir::Variable *holder = place->variable();
  return holder && ofLocal(holder) != Course::Fixed ? Course::Open
                                                    : Course::Fixed;
}

Course Progress::ofLocal(const ir::Variable *local) const {
  const auto known = locals.find(local);
  if (known == locals.end() || known->second.course == Course::Fixed)
    return Course::Fixed;
  const Local &found = known->second;
  return found.isAddressed || found.mayBeZero ? Course::Open : found.course;
}

//===--- Expressions ------------------------------------------------------===//

Course Progress::operandsOf(const ir::Expr *e) const {
  Course result = Course::Fixed;
  ir::forEachOperand(
      e, [&](const ir::Expr *part) { result = together(result, of(part)); });
  return result == Course::Fixed ? result : Course::Open;
}

Course Progress::of(const ir::Expr *e) const {
  return llvm::TypeSwitch<const ir::Expr *, Course>(e)
      .Case([&](const ir::ValueExpr *held) { return ofLocal(held->variable); })
      .Case([&](const ir::LoadExpr *load) { return ofPlace(load->place); })
      .Case([&](const ir::AddressExpr *address) {
        // Whoever is given it looks at what lies there.
        return ofPlace(address->place) == Course::Fixed ? Course::Fixed
                                                        : Course::Open;
      })
      .Case([&](const ir::UnaryExpr *unary) {
        const Course course = of(unary->operand);
        // A negative zero, the least integer.
        return course == Course::Fixed || unary->op == ir::UnaryOp::LNot
                   ? opposite(course)
                   : Course::Open;
      })
      .Case([&](const ir::BinaryExpr *binary) { return ofBinary(*binary); })
      .Case([&](const ir::LogicalExpr *both) {
        return together(of(both->left), of(both->right));
      })
      .Case([&](const ir::CastExpr *cast) { return ofCast(*cast); })
      .Case([&](const ir::SelectExpr *one) { return ofSelect(*one); })
      .Case([&](const ir::LibraryCallExpr *call) { return ofLibrary(*call); })
      .Default([&](const ir::Expr *other) {
        const ir::Place *place = ir::placeOf(other);
        return place && ofPlace(place) != Course::Fixed ? Course::Open
                                                        : operandsOf(other);
      });
}

Course Progress::ofBinary(const ir::BinaryExpr &e) const {
  switch (e.op) {
  case BinaryOp::Lt:
  case BinaryOp::Le:
    return together(opposite(ofCompared(e.left)), ofCompared(e.right));
  case BinaryOp::Gt:
  case BinaryOp::Ge:
    return together(ofCompared(e.left), opposite(ofCompared(e.right)));
  case BinaryOp::Eq:
  case BinaryOp::Ne:
    return ofEquality(e);
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return ofSum(e);
  default:
    return operandsOf(&e);
  }
}

/// Of what is compared: no NaN may come of it once it was a number, as of the
/// sum of an infinity and another one.
Course Progress::ofCompared(const ir::Expr *e) const {
  const Course course = of(e);
  if (!e->type->isFloat() || isExact(e))
    return course;
  const auto *sum = dyn_cast<ir::BinaryExpr>(e);
  const auto isFinite = [](const ir::Expr *part) {
    const auto *real = dyn_cast<ir::FloatExpr>(part);
    const auto *cast = dyn_cast<ir::CastExpr>(part);
    return (real && real->value().isFinite()) ||
           (cast && cast->op == ir::CastOp::IntToFloat);
  };
  return sum && ((isExact(sum->left) && isFinite(sum->right)) ||
                 (isFinite(sum->left) && isExact(sum->right)))
             ? course
             : Course::Open;
}

Course Progress::ofSum(const ir::BinaryExpr &e) const {
  const bool isDifference = e.op == BinaryOp::Sub;
  const Course left = of(e.left);
  const Course right = isDifference ? opposite(of(e.right)) : of(e.right);
  const Course course = together(left, right);
  if (course == Course::Fixed || course == Course::Open)
    return course;
  // -0 - 0 is a negative zero.
  if (e.type->isFloat())
    return isDifference && left == Course::Fixed ? Course::Open : course;
  const auto format = ir::integerFormat(e.type);
  return format && format->isSigned && format->bits >= 32 && isExact(e.left) &&
                 isExact(e.right)
             ? course
             : Course::Open;
}

/// Whether no value of the type is beyond the number, of those that move so.
static bool isEnd(const ir::Expr *number, const ir::Type *type, Course course) {
  const auto format = ir::integerFormat(type);
  const auto value = fixedInteger(number);
  if (format && value) {
    const auto end =
        course == Course::Falls
            ? llvm::APSInt::getMaxValue(format->bits, !format->isSigned)
            : llvm::APSInt::getMinValue(format->bits, !format->isSigned);
    return llvm::APSInt::compareValues(*value, end) == 0;
  }
  const auto *real = dyn_cast<ir::FloatExpr>(number);
  return real && real->value().isInfinity() &&
         real->value().isNegative() == (course == Course::Rises);
}

/// Whether an element is still what all of them may have begun with.
Course Progress::ofEquality(const ir::BinaryExpr &e) const {
  const Course whole = together(of(e.left), of(e.right));
  if (whole == Course::Fixed)
    return whole;
  for (const auto &[asked, with] :
       {std::pair(e.left, e.right), std::pair(e.right, e.left)}) {
    const ir::Expr *const bound = with;
    const kernel::Datum *state = stateIn(asked);
    const auto *real = dyn_cast<ir::FloatExpr>(bound);
    const bool isNumber =
        fixedNumber(bound) || (real && !real->value().isNaN());
    if (!state || !isNumber)
      continue;
    const unsigned row = unsigned(state - site.kernel.data.data());
    const bool isKnown = llvm::any_of(needed, [&](const StartBound &start) {
      return start.row == row && ir::equal(start.bound, bound);
    });
    if (!isKnown && !isEnd(bound, state->type, rows.at(row))) {
      if (real && real->value().isInfinity())
        continue;
      needed.push_back({row, bound});
    }
    // What falls has been equal to its highest value before it is less.
    return e.op == BinaryOp::Ne ? Course::Rises : Course::Falls;
  }
  return Course::Open;
}

Course Progress::ofCast(const ir::CastExpr &e) const {
  const Course course = of(e.operand);
  const ir::Type *from = e.operand->type;
  if (course == Course::Fixed)
    return course;
  switch (e.op) {
  case ir::CastOp::IntToInt: {
    const auto narrow = ir::integerFormat(from),
               wide = ir::integerFormat(e.type);
    const bool keeps =
        wide && (from->isBool() || (narrow && narrow->bits <= wide->bits &&
                                    narrow->isSigned <= wide->isSigned &&
                                    (narrow->bits < wide->bits ||
                                     narrow->isSigned == wide->isSigned)));
    return keeps || from == e.type ? course : Course::Open;
  }
  case ir::CastOp::IntToFloat:
    return course;
  case ir::CastOp::FloatToFloat: // of a smaller one, a negative zero
    return *ir::sizeOf(from) <= *ir::sizeOf(e.type) ? course : Course::Open;
  case ir::CastOp::ToBool:
    return from->isBool() ? course : Course::Open;
  default:
    return Course::Open;
  }
}

/// Of what does not move: whether there may be one in it. What moves has none.
bool Progress::mayBeNegativeZero(const ir::Expr *e) const {
  if (of(e) != Course::Fixed || isa<ir::ZeroExpr>(e))
    return false;
  if (const auto *parts = dyn_cast<ir::AggregateExpr>(e))
    return llvm::any_of(parts->elements, [&](const ir::Expr *part) {
      return mayBeNegativeZero(part);
    });
  if (!e->type->isFloat())
    return isa<ir::StructType, ir::ArrayType, ir::LibraryType>(e->type);
  const auto *real = dyn_cast<ir::FloatExpr>(e);
  const auto *cast = dyn_cast<ir::CastExpr>(e);
  return !(cast && cast->op == ir::CastOp::IntToFloat) &&
         !(real && !(real->value().isZero() && real->value().isNegative()));
}

/// One of two, or the lesser or greater one.
Course Progress::ofChosen(const ir::Expr *a, const ir::Expr *b) const {
  const Course course = together(ofCompared(a), ofCompared(b));
  return course == Course::Fixed ||
                 !(mayBeNegativeZero(a) || mayBeNegativeZero(b))
             ? course
             : Course::Open;
}

Course Progress::ofSelect(const ir::SelectExpr &e) const {
  if (of(e.condition) == Course::Fixed)
    return ofChosen(e.whenTrue, e.whenFalse);
  return choosesOne(e) ? ofChosen(e.whenTrue, e.whenFalse) : Course::Open;
}

std::optional<ir::Combiner> recognise::choosesOne(const ir::SelectExpr &e) {
  const auto *asked = dyn_cast<ir::BinaryExpr>(e.condition);
  const auto isPair = [&](const ir::Expr *a, const ir::Expr *b) {
    return ir::equal(e.whenTrue, a) && ir::equal(e.whenFalse, b);
  };
  const bool isSame = asked && isPair(asked->left, asked->right);
  if (!asked || (!isSame && !isPair(asked->right, asked->left)))
    return std::nullopt;
  // Of floating-point numbers, one of which is none, those that `<` chooses.
  const bool isInt = e.type->isInt();
  if (asked->op == BinaryOp::Lt || (isInt && asked->op == BinaryOp::Le))
    return isSame ? ir::Combiner::Min : ir::Combiner::Max;
  if (asked->op == BinaryOp::Gt || (isInt && asked->op == BinaryOp::Ge))
    return isSame ? ir::Combiner::Max : ir::Combiner::Min;
  return std::nullopt;
}

Course Progress::ofLibrary(const ir::LibraryCallExpr &e) const {
  return (e.name == "std::min" || e.name == "std::max") &&
                 e.arguments.size() == 2
             ? ofChosen(e.arguments[0], e.arguments[1])
             : operandsOf(&e);
}
