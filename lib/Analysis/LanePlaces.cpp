// Places as lanes see them.
#include "regtt/Analysis/LanePlaces.h"

#include "regtt/Analysis/CountedLoop.h"
#include "regtt/Analysis/Integers.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseMap.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

//===--- Where it lies ----------------------------------------------------===//

bool kernel::liesInLanes(const Divergence &levels, const ir::Place &place) {
  if (const ir::Variable *variable = place.variable())
    return levels.of(variable) == Level::Own;
  const auto *data = std::get_if<ir::DataRoot>(&place.root);
  return data && (data->kind == ir::DataRoot::Own ||
                  (data->kind == ir::DataRoot::Node && levels.isApart()));
}

static const ir::Expr *indexOf(const ir::Step &step) {
  if (const auto *deref = std::get_if<ir::DerefStep>(&step))
    return deref->offset;
  const auto *index = std::get_if<ir::IndexStep>(&step);
  return index ? index->index : nullptr;
}

std::vector<const ir::Expr *> kernel::ownIndices(const Divergence &levels,
                                                 const ir::Place &place) {
  std::vector<const ir::Expr *> result;
  const auto look = [&](const ir::Expr *index) {
    if (index && levels.of(index) == Level::Own)
      result.push_back(index);
  };
  if (const auto *data = std::get_if<ir::DataRoot>(&place.root))
    look(data->index);
  for (const ir::Step &step : place.steps)
    look(indexOf(step));
  return result;
}

//===--- One object or another --------------------------------------------===//

static bool isObject(const ir::Expr *e) {
  if (const auto *choice = dyn_cast<ir::SelectExpr>(e))
    return isObject(choice->whenTrue) && isObject(choice->whenFalse);
  return isa<ir::AddressExpr>(e) ||
         (isa<ir::ValueExpr>(e) && e->type->isReference());
}

const ir::SelectExpr *kernel::chosenObject(const ir::Place &place) {
  const auto *pointee = std::get_if<ir::PointeeRoot>(&place.root);
  const auto *choice =
      pointee ? dyn_cast<ir::SelectExpr>(pointee->pointer) : nullptr;
  return choice && isObject(choice) ? choice : nullptr;
}

//===--- Under a condition ------------------------------------------------===//

bool kernel::dividesByAny(const ir::BinaryExpr &e) {
  if ((e.op != ir::BinaryOp::Div && e.op != ir::BinaryOp::Rem) ||
      e.type->isFloat())
    return false;
  const auto by =
      ir::integerOf(e.right, [](const ir::Variable *) { return std::nullopt; });
  return !by || by->isZero() || by->isAllOnes();
}

namespace {

/// What may be evaluated anywhere in one function.
class Harmless {
public:
  explicit Harmless(const ir::Function &function) {
    ir::walk(function.body, [&](const ir::Statement *s) {
      const auto *loop = dyn_cast<ir::LoopStatement>(s);
      const auto counted = loop ? countedLoop(function, *loop) : std::nullopt;
      if (counted)
        counters[counted->variable] = *counted;
      else
        isEndless |= loop != nullptr;
    });
  }

  bool holdsFor(const ir::Expr *whole) const {
    bool result = true;
    ir::walk(whole, [&](const ir::Expr *e) { result = result && part(*e); });
    return result;
  }

  /// Of a function that is called anywhere.
  static bool holdsFor(const ir::Function &callee) {
    if (!callee.body)
      return false;
    const Harmless inside(callee);
    bool result = !inside.isEndless;
    ir::walkExprs(callee.body, [&](const ir::Expr *e) {
      result = result && inside.part(*e);
    });
    ir::walk(callee.body, [&](const ir::Statement *s) {
      ir::forEachPlace(s, [&](const ir::Place *place) {
        result = result && inside.isThere(*place);
      });
    });
    return result;
  }

private:
  bool part(const ir::Expr &e) const {
    if (const auto *both = dyn_cast<ir::BinaryExpr>(&e))
      return !dividesByAny(*both);
    if (const auto *call = dyn_cast<ir::CallExpr>(&e))
      return holdsFor(*call->callee);
    const ir::Place *place = ir::placeOf(&e);
    return !place || isThere(*place);
  }

  bool isThere(const ir::Place &place) const {
    const auto *data = std::get_if<ir::DataRoot>(&place.root);
    if (data && (data->kind == ir::DataRoot::Element ||
                 data->kind == ir::DataRoot::Linked))
      return false;
    if (std::holds_alternative<ir::PointeeRoot>(place.root) &&
        !chosenObject(place))
      return false;
    const ir::Type *type = ir::typeOf(place.root);
    for (const ir::Step &step : place.steps) {
      const auto *deref = std::get_if<ir::DerefStep>(&step);
      const auto *array = dyn_cast<ir::ArrayType>(type);
      const ir::Expr *index = indexOf(step);
      const bool isSure = deref   ? type->isReference() && !deref->offset
                          : index ? array && isBelow(index, array->count)
                                  : std::holds_alternative<ir::FieldStep>(step);
      if (!isSure)
        return false;
      type = ir::typeAfter(step, type);
    }
    return true;
  }

  /// A number, or a counter of a loop from a number to another.
  bool isBelow(const ir::Expr *index, uint64_t count) const {
    while (const auto *cast = dyn_cast<ir::CastExpr>(index))
      index = cast->operand;
    if (const auto *number = dyn_cast<ir::IntExpr>(index))
      return number->value().ult(count);
    const auto *load = dyn_cast<ir::LoadExpr>(index);
    const auto found =
        load ? counters.find(load->place->wholeVariable()) : counters.end();
    if (found == counters.end())
      return false;
    const CountedLoop &loop = found->second;
    const int64_t first = loop.first, last = loop.value(loop.trips - 1);
    return loop.trips > 0 && std::min(first, last) >= 0 &&
           uint64_t(std::max(first, last)) < count;
  }

  llvm::DenseMap<const ir::Variable *, CountedLoop> counters;
  bool isEndless = false; ///< some loop may be
};

} // namespace

bool kernel::needsItsCondition(const ir::Function &function,
                               const ir::Expr *side) {
  return !Harmless(function).holdsFor(side);
}

bool kernel::hasSideThatWaits(const ir::Function &function, const ir::Expr &e) {
  if (const auto *both = dyn_cast<ir::LogicalExpr>(&e))
    return needsItsCondition(function, both->right);
  const auto *choice = dyn_cast<ir::SelectExpr>(&e);
  return choice && (needsItsCondition(function, choice->whenTrue) ||
                    needsItsCondition(function, choice->whenFalse));
}
