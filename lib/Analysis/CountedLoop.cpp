// Loops that count, by their heads:
//
//   for { var %i: i32 = 0:i32 } while lt(load %i, 2:i32) step {
//     store %i = add(load %i, 1:i32)
//   } { ... }                          // 0, 1: two trips, if nothing sets %i
//
// Whether something leaves such a loop before its end is not asked here.
#include "regtt/Analysis/CountedLoop.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/Analysis/Integers.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::kernel;
using llvm::APSInt;
using llvm::dyn_cast;
using llvm::isa;

/// More trips than this are not unrolled by anyone.
static constexpr int64_t maxTrips = 4096;

bool kernel::mayChange(const ir::Statement *s, const ir::Variable *variable) {
  return ir::mayChange(s, variable);
}

//===--- The head ---------------------------------------------------------===//

/// Whether every number of one integer type is a number of another.
static bool keepsAll(const ir::Type *from, const ir::Type *to) {
  const auto a = ir::integerFormat(from), b = ir::integerFormat(to);
  if (!a || !b)
    return false;
  return a->isSigned ? b->isSigned && b->bits >= a->bits
                     : b->bits >= a->bits + (b->isSigned ? 1 : 0);
}

/// The variable that `e` reads as a whole.
static const ir::Variable *readBy(const ir::Expr *e) {
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  return load ? load->place->wholeVariable() : nullptr;
}

/// The variable that `e` compares: of the conversions around it, only the last
/// one may change its value, which is then asked for.
static const ir::Variable *comparedBy(const ir::Expr *e) {
  const auto *last = dyn_cast<ir::CastExpr>(e);
  if (last) {
    if (last->op != ir::CastOp::IntToInt || last->type->isBool())
      return nullptr;
    e = last->operand;
  }
  while (const auto *inner = dyn_cast<ir::CastExpr>(e)) {
    if (inner->op != ir::CastOp::IntToInt ||
        !keepsAll(inner->operand->type, inner->type))
      return nullptr;
    e = inner->operand;
  }
  return readBy(e);
}

/// `e`, which has `bits` bits or more, without conversions that keep its lowest
/// `bits`.
static const ir::Expr *inBits(const ir::Expr *e, unsigned bits) {
  while (const auto *cast = dyn_cast<ir::CastExpr>(e)) {
    const auto from = ir::integerFormat(cast->operand->type);
    if (cast->op != ir::CastOp::IntToInt || cast->type->isBool() || !from ||
        from->bits < bits)
      break;
    e = cast->operand;
  }
  return e;
}

/// Whether the step adds one to `variable`, or takes one away, and does nothing
/// else: 1, -1; 0 of all others. Numbers narrower than int are added as ints.
static int stepOf(const ir::BlockStatement *step,
                  const ir::Variable *variable) {
  if (!step || step->statements.size() != 1)
    return 0;
  const auto *store = dyn_cast<ir::StoreStatement>(step->statements.front());
  const auto format = ir::integerFormat(variable->type);
  if (!store || store->place->wholeVariable() != variable)
    return 0;
  const auto *sum =
      dyn_cast<ir::BinaryExpr>(inBits(store->value, format->bits));
  if (!sum || (sum->op != ir::BinaryOp::Add && sum->op != ir::BinaryOp::Sub))
    return 0;
  const auto sumFormat = ir::integerFormat(sum->type);
  if (!sumFormat || sumFormat->bits < format->bits ||
      readBy(inBits(sum->left, format->bits)) != variable)
    return 0;
  const auto by = ir::integerOf(
      sum->right, [](const ir::Variable *) { return std::nullopt; });
  const bool adds = sum->op == ir::BinaryOp::Add;
  if (by && by->isOne() && by->getBitWidth() > 1)
    return adds ? 1 : -1;
  if (by && by->isSigned() && by->isAllOnes())
    return adds ? -1 : 1;
  return 0;
}

/// What the head sets `variable` to; null where something else in it may change
/// it, too, or is more than a declaration.
static const ir::Expr *startOf(const ir::BlockStatement *init,
                               const ir::Variable *variable) {
  const ir::Expr *result = nullptr;
  if (!init)
    return nullptr;
  for (const ir::Statement *s : init->statements) {
    const auto *declared = dyn_cast<ir::VarStatement>(s);
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    if (declared && declared->variable == variable) {
      result = declared->init;
    } else if (store && store->place->wholeVariable() == variable) {
      result = store->value;
    } else if (!llvm::isa<ir::LetStatement, ir::VarStatement, ir::CallStatement,
                          ir::LibraryCallStatement>(s) ||
               !ir::declaredBy(s) || ir::mayChange(s, variable)) {
      return nullptr;
    }
  }
  return result;
}

namespace {

struct Comparison {
  const ir::Variable *variable = nullptr;
  ir::BinaryOp op;
  const ir::Expr *last = nullptr;
};

} // namespace

static std::optional<Comparison> comparisonOf(const ir::Expr *condition) {
  const auto *test = dyn_cast<ir::BinaryExpr>(condition);
  if (!test || !ir::isComparison(test->op) || !test->left->type->isInt())
    return std::nullopt;
  const ir::Variable *variable = comparedBy(test->left);
  if (!variable || variable->isVolatile || !variable->type->isInt() ||
      variable->kind == ir::Variable::Let)
    return std::nullopt;
  return Comparison{variable, test->op, test->right};
}

/// Whether `e` is the same whenever it is evaluated in one visit.
static bool staysTheSame(const ir::Expr *e) {
  bool result = true;
  ir::walk(e, [&](const ir::Expr *inner) {
    const auto *call = dyn_cast<ir::LibraryCallExpr>(inner);
    const auto *value = dyn_cast<ir::ValueExpr>(inner);
    result &= llvm::isa<ir::IntExpr, ir::BoolExpr, ir::UnaryExpr,
                        ir::BinaryExpr, ir::CastExpr>(inner) ||
              (value && value->variable->kind == ir::Variable::Let) ||
              (call && call->name == "rt::children");
  });
  return result;
}

/// What a bound stands for that is a variable with one value.
static const ir::Expr *boundOf(const ir::Expr *last,
                               const ir::Function &function) {
  const auto *value = dyn_cast<ir::ValueExpr>(last);
  const ir::Variable *variable = value ? value->variable : readBy(last);
  const ir::Expr *held =
      variable ? ir::onlyValueOf(variable, function) : nullptr;
  return held && staysTheSame(held) ? held : last;
}

std::optional<IndexLoop> kernel::indexLoop(const ir::Function &function,
                                           const ir::LoopStatement &loop) {
  if (loop.form != ir::LoopForm::For || !loop.condition ||
      (loop.head && !loop.head->statements.empty()))
    return std::nullopt;
  const auto test = comparisonOf(loop.condition);
  const int step = test ? stepOf(loop.step, test->variable) : 0;
  if (step == 0)
    return std::nullopt;
  const bool isDown = step < 0;
  const bool isInclusive =
      test->op == (isDown ? ir::BinaryOp::Ge : ir::BinaryOp::Le);
  if (!isInclusive && test->op != ir::BinaryOp::Ne &&
      test->op != (isDown ? ir::BinaryOp::Gt : ir::BinaryOp::Lt))
    return std::nullopt;
  const ir::Expr *first = startOf(loop.init, test->variable);
  if (!first || ir::mayChange(loop.body, test->variable))
    return std::nullopt;
  // A pointer to it may be anywhere.
  bool isLent = false;
  ir::walkExprs(function.body, [&](const ir::Expr *e) {
    const ir::Place *place =
        llvm::isa<ir::AddressExpr>(e) ? ir::placeOf(e) : nullptr;
    isLent |= place && place->variable() == test->variable;
  });
  if (isLent)
    return std::nullopt;
  return IndexLoop{
      test->variable, first,  boundOf(test->last, function), test->last->type,
      isInclusive,    isDown, test->op == ir::BinaryOp::Ne};
}

//===--- Trips ------------------------------------------------------------===//

/// Whether numbers of the integer `type` go from `low` to `high` at least.
static bool holds(const ir::Type *type, int64_t low, int64_t high) {
  const auto format = ir::integerFormat(type);
  const unsigned bits = format->bits;
  if (!format->isSigned)
    return low >= 0 && (bits >= 63 || high < int64_t(1) << bits);
  return bits >= 64 || (low >= -(int64_t(1) << (bits - 1)) &&
                        high < int64_t(1) << (bits - 1));
}

/// As a number that sums and differences of stay far from overflow.
static std::optional<int64_t> smallNumber(const std::optional<APSInt> &value) {
  if (!value)
    return std::nullopt;
  const std::optional<int64_t> result = value->tryExtValue();
  return result && *result > INT32_MIN && *result < INT32_MAX ? result
                                                              : std::nullopt;
}

std::optional<CountedLoop> kernel::countedLoop(const ir::Function &function,
                                               const ir::LoopStatement &loop) {
  const auto head = indexLoop(function, loop);
  if (!head)
    return std::nullopt;
  const auto start = smallNumber(ir::integerOf(head->first, function));
  const auto last = smallNumber(ir::integerOf(head->last, function));
  if (!start || !last)
    return std::nullopt;
  const int64_t distance = *last - *start;
  const int64_t trips =
      (head->isDown ? -distance : distance) + head->isInclusive;
  if (trips < 0 || trips > maxTrips)
    return std::nullopt;
  // A counter that wraps around, or is compared as another number than it is,
  // makes other trips.
  const int64_t end = *start + (head->isDown ? -trips : trips);
  for (const ir::Type *type : {head->variable->type, head->compared})
    if (!holds(type, std::min(*start, end), std::max(*start, end)))
      return std::nullopt;
  return CountedLoop{head->variable, static_cast<int>(*start),
                     static_cast<int>(trips), head->isDown};
}

/// What `e` is: without conversions to types that keep every number, the value
/// of a variable that has one, what a function of one expression answers.
static const ir::Expr *resolved(const ir::Expr *e, const ir::Function &in) {
  while (true) {
    const ir::Expr *inner = nullptr;
    if (const auto *cast = dyn_cast<ir::CastExpr>(e)) {
      if (cast->op == ir::CastOp::IntToInt &&
          keepsAll(cast->operand->type, cast->type))
        inner = cast->operand;
    } else if (const auto *call = dyn_cast<ir::CallExpr>(e)) {
      const ir::BlockStatement *body = call->callee->body;
      const auto *says =
          body && body->statements.size() == 1 && call->arguments.empty()
              ? dyn_cast<ir::ReturnStatement>(body->statements.front())
              : nullptr;
      inner = says ? says->value : nullptr;
    } else if (const ir::Variable *variable =
                   isa<ir::ValueExpr>(e)
                       ? llvm::cast<ir::ValueExpr>(e)->variable
                       : readBy(e)) {
      inner = ir::onlyValueOf(variable, in);
    }
    if (!inner)
      return e;
    e = inner;
  }
}

/// Whether they are the same number in one visit: what lies in its node, and
/// what all share, is the same all the time.
static bool areSame(const ir::Expr *a, const ir::Expr *b,
                    const ir::Function &in) {
  a = resolved(a, in);
  b = resolved(b, in);
  if (ir::equal(a, b)) {
    bool isSteady = true;
    ir::walk(a, [&](const ir::Expr *e) {
      const ir::Place *place = ir::placeOf(e);
      const auto *root =
          place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
      isSteady &= !isa<ir::CallExpr>(e) &&
                  (!place || (root && (root->kind == ir::DataRoot::Node ||
                                       root->kind == ir::DataRoot::Shared)));
    });
    return isSteady;
  }
  if (a->kind != b->kind || a->type != b->type)
    return false;
  if (const auto *left = dyn_cast<ir::CastExpr>(a)) {
    const auto *right = llvm::cast<ir::CastExpr>(b);
    return left->op == right->op && areSame(left->operand, right->operand, in);
  }
  if (const auto *left = dyn_cast<ir::BinaryExpr>(a)) {
    const auto *right = llvm::cast<ir::BinaryExpr>(b);
    return left->op == right->op && areSame(left->left, right->left, in) &&
           areSame(left->right, right->right, in);
  }
  const auto *left = dyn_cast<ir::SelectExpr>(a);
  const auto *right = dyn_cast<ir::SelectExpr>(b);
  return left && right && areSame(left->condition, right->condition, in) &&
         areSame(left->whenTrue, right->whenTrue, in) &&
         areSame(left->whenFalse, right->whenFalse, in);
}

/// Whether `last` is how many elements the list has, a vector: it may be data,
/// too.
static bool isSizeOf(const Kernel &kernel, const SlotGroup &list,
                     const ir::Expr *last) {
  const auto *load = dyn_cast<ir::LoadExpr>(last);
  const auto *root =
      load ? std::get_if<ir::DataRoot>(&load->place->root) : nullptr;
  return list.form == SlotGroup::Vector && root &&
         root->kind == ir::DataRoot::Node && load->place->steps.empty() &&
         llvm::any_of(kernel.arrays, [&](const DataArray &array) {
           if (!array.isOfNodes() || array.size != int(root->number))
             return false;
           const Datum &start = kernel.data[array.start];
           return start.number == list.array &&
                  start.steps.size() > list.steps.size() &&
                  std::equal(list.steps.begin(), list.steps.end(),
                             start.steps.begin());
         });
}

/// Whether `last` is what linearising asks for how long the list is.
static bool isExtent(const SlotGroup &list, const ir::Expr *last,
                     const ir::Function &in) {
  const ir::BlockStatement *body = list.extent ? list.extent->body : nullptr;
  const auto *says =
      body && body->statements.size() == 1
          ? dyn_cast<ir::ReturnStatement>(body->statements.front())
          : nullptr;
  return says && says->value && areSame(says->value, last, in);
}

bool kernel::goesOverList(const Kernel &kernel, const ir::LoopStatement &loop) {
  const ir::Function *in = nullptr;
  for (const ir::Function *function : kernel.bodies())
    ir::walk(function->body, [&](const ir::Statement *s) {
      if (s == &loop)
        in = function;
    });
  const auto head = in && kernel.list() ? indexLoop(*in, loop) : std::nullopt;
  if (!head || head->isDown || head->isInclusive)
    return false;
  const auto first = ir::integerOf(head->first, *in);
  const ir::Expr *last = resolved(head->last, *in);
  while (const auto *cast = dyn_cast<ir::CastExpr>(last)) {
    const auto format = ir::integerFormat(cast->type);
    if (cast->op != ir::CastOp::IntToInt || !format || format->bits < 32)
      return false;
    last = resolved(cast->operand, *in);
  }
  const auto *length = dyn_cast<ir::LibraryCallExpr>(last);
  return first && first->isZero() &&
         ((length && length->name == "rt::children") ||
          isSizeOf(kernel, *kernel.list(), last) ||
          isExtent(*kernel.list(), head->last, *in));
}
