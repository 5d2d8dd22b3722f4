// Values of each lane's own: numbers, structs and arrays of them, and what is
// read of places. What lanes hand over by reference lies in lanes itself, or is
// read for the callee, which then changes nothing.
#include "LaneValues.h"

#include "regtt/Analysis/LanePlaces.h"
#include "regtt/Analysis/LaneTypes.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSet.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

std::optional<LaneObstacle> LaneValues::operands(const ir::Expr &e) const {
  Found found;
  ir::forEachOperand(&e, [&](const ir::Expr *operand) {
    if (!found)
      found = obstacle(operand);
  });
  return found;
}

std::optional<LaneObstacle> LaneValues::obstacle(const ir::Expr *e) const {
  if (const auto *call = dyn_cast<ir::CallExpr>(e))
    return called(*call->callee, call->arguments, e->loc);
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  const ir::SelectExpr *chosen = load ? chosenObject(*load->place) : nullptr;
  if (levels.of(e) == Level::Own)
    if (Found found = own(*e))
      return found;
  return chosen ? ofChosen(*chosen, *load->place) : operands(*e);
}

/// Either object is read, as values.
std::optional<LaneObstacle> LaneValues::ofChosen(const ir::SelectExpr &chosen,
                                                 const ir::Place &place) const {
  Found found = obstacle(chosen.condition);
  for (const ir::Expr *side : {chosen.whenTrue, chosen.whenFalse})
    if (!found)
      found = referred(*side, /*isLive=*/false);
  for (const ir::Step &step : place.steps)
    if (const auto *index = std::get_if<ir::IndexStep>(&step); index && !found)
      found = obstacle(index->index);
  return found;
}

/// A reference that is handed on.
static bool refersOn(const ir::Expr &e) {
  return isa<ir::ValueExpr>(e) && e.type->isReference();
}

std::optional<LaneObstacle> LaneValues::own(const ir::Expr &e) const {
  if (!isLaneValue(e.type) && !e.type->isLink() && !refersOn(e))
    return LaneObstacle{e.loc, "values of this type"};
  switch (e.kind) {
  case ir::Expr::Value:
  case ir::Expr::Unary:
  case ir::Expr::Logical:
  case ir::Expr::Select:
  case ir::Expr::Intrinsic:
  case ir::Expr::Aggregate:
    return std::nullopt;
  case ir::Expr::Load:
    return loaded(*cast<ir::LoadExpr>(e).place, e.loc);
  case ir::Expr::Binary: {
    const ir::BinaryOp op = cast<ir::BinaryExpr>(e).op;
    if (op == ir::BinaryOp::PtrAdd || op == ir::BinaryOp::PtrDiff)
      return LaneObstacle{e.loc, "pointers"};
    return std::nullopt;
  }
  case ir::Expr::Cast: {
    const auto &conversion = cast<ir::CastExpr>(e);
    if (!isLaneNumber(e.type) || !isLaneNumber(conversion.operand->type) ||
        conversion.op == ir::CastOp::Bits)
      return LaneObstacle{e.loc, "a conversion of this kind"};
    return std::nullopt;
  }
  case ir::Expr::LibraryCall: {
    static const llvm::StringSet<> known = {
        "rt::child", "std::sqrt",  "std::fabs", "std::abs",  "std::min",
        "std::max",  "std::floor", "std::ceil", "std::trunc"};
    const llvm::StringRef name = cast<ir::LibraryCallExpr>(e).name;
    if (!known.contains(name) || (kernel.list() && name == "rt::child"))
      return LaneObstacle{e.loc, "a call of '" + name.str() + "'"};
    return std::nullopt;
  }
  default:
    return LaneObstacle{e.loc, "values of this kind"};
  }
}

//===--- Places -----------------------------------------------------------===//

/// Fields, elements, and what a reference or a pointer that a function is
/// handed leads to.
std::optional<LaneObstacle> LaneValues::steps(const ir::Place &place,
                                              ir::Location at) const {
  const ir::Type *type = ir::typeOf(place.root);
  for (const ir::Step &step : place.steps) {
    const auto *deref = std::get_if<ir::DerefStep>(&step);
    const bool isKnown =
        std::holds_alternative<ir::FieldStep>(step) ||
        std::holds_alternative<ir::IndexStep>(step) ||
        (deref && ((type->isReference() && !deref->offset) ||
                   (type->isPointer() && place.variable() &&
                    place.variable()->kind == ir::Variable::Parameter)));
    if (!isKnown || place.isVolatile)
      return LaneObstacle{at, "data that is read where each query says"};
    type = ir::typeAfter(step, type);
  }
  return std::nullopt;
}

std::optional<LaneObstacle> LaneValues::loaded(const ir::Place &place,
                                               ir::Location at) const {
  if (Found found = steps(place, at))
    return found;
  if (place.bitField())
    return LaneObstacle{at, "a bit-field"};
  if (liesInLanes(levels, place) || chosenObject(place))
    return std::nullopt;
  const auto *data = std::get_if<ir::DataRoot>(&place.root);
  const bool isPart = data && data->kind != ir::DataRoot::Shared &&
                      data->kind != ir::DataRoot::Host;
  if ((!isPart || kernel.data[data->number].isBitField()) &&
      !place.variable() && !(data && data->kind == ir::DataRoot::Shared))
    return LaneObstacle{at, "data that is read where each query says"};
  return std::nullopt;
}

std::optional<LaneObstacle> LaneValues::storeObstacle(const ir::Place &place,
                                                      ir::Location at) const {
  if (!liesInLanes(levels, place) || place.bitField() ||
      (!isLaneValue(place.type) && !place.type->isLink()))
    return LaneObstacle{at, "what is stored here"};
  return steps(place, at);
}

//===--- Calls ------------------------------------------------------------===//

static bool holdsArray(const ir::Type *type) {
  const auto *structure = dyn_cast<ir::StructType>(type);
  return isa<ir::ArrayType>(type) ||
         (structure && structure->isComplete() &&
          llvm::any_of(structure->fields(), [](const ir::Field &field) {
            return holdsArray(field.type);
          }));
}

std::optional<LaneObstacle>
LaneValues::called(const ir::Function &callee,
                   llvm::ArrayRef<const ir::Expr *> arguments,
                   ir::Location at) const {
  const auto *helper = kernel.helperOf(&callee);
  for (size_t k = 0; k < arguments.size(); ++k) {
    const ir::Expr *argument = arguments[k];
    const ir::Type *type = argument->type;
    if (levels.of(argument) == Level::Own && !helper)
      return LaneObstacle{at, "a call of '" + callee.name + "'"};
    const bool isOwn = levels.of(argument) == Level::Own;
    // What is handed over where it lies, not as a value.
    const ir::Type *to = type->isReference() ? ir::pointeeOf(type) : nullptr;
    const bool isLive = type->isPointer() || !callee.isPure ||
                        (to && to->kind == ir::Type::Array);
    if (isLive && !isOwn && helper &&
        levels.of(callee.params[k]) == Level::Own &&
        (type->isPointer() || (to && holdsArray(to))))
      return LaneObstacle{argument->loc,
                          "a reference to data that all have alike"};
    const Found found = isOwn && (to || type->isPointer())
                            ? referred(*argument, isLive)
                            : obstacle(argument);
    if (found)
      return found;
  }
  return std::nullopt;
}

/// A pointer that the function itself was handed.
static bool isHandedOn(const ir::Expr &e) {
  const auto *load = dyn_cast<ir::LoadExpr>(&e);
  const ir::Variable *variable = load ? load->place->wholeVariable() : nullptr;
  return variable && variable->kind == ir::Variable::Parameter;
}

/// `isLive`: the callee may change it, by this reference or another.
std::optional<LaneObstacle> LaneValues::referred(const ir::Expr &e,
                                                 bool isLive) const {
  if (!isLaneValue(ir::pointeeOf(e.type)))
    return LaneObstacle{e.loc, "values of this type"};
  if (isa<ir::ValueExpr>(e) || isHandedOn(e))
    return std::nullopt;
  if (const auto *choice = dyn_cast<ir::SelectExpr>(&e); choice && !isLive) {
    Found found = obstacle(choice->condition);
    for (const ir::Expr *side : {choice->whenTrue, choice->whenFalse})
      if (!found)
        found = referred(*side, isLive);
    return found;
  }
  const auto *address = dyn_cast<ir::AddressExpr>(&e);
  if (!address)
    return LaneObstacle{e.loc, "values of this kind"};
  const ir::Place &place = *address->place;
  Found found = loaded(place, e.loc);
  if (!found && isLive && !liesInLanes(levels, place))
    found = LaneObstacle{e.loc, "data that is read where each query says"};
  if (!found && isLive && !ownIndices(levels, place).empty())
    found = LaneObstacle{e.loc, "an element that is each query's own"};
  if (const ir::SelectExpr *chosen = chosenObject(place); chosen && !found)
    return isLive ? LaneObstacle{e.loc, "an object that is chosen"}
                  : ofChosen(*chosen, place);
  ir::forEachOperand(&place, [&](const ir::Expr *part) {
    if (!found)
      found = obstacle(part);
  });
  return found;
}
