// Which expressions depend on the node and uniforms alone, and can be evaluated
// of any node: linearising does so where the traversal would leave first.
#include "InvariantFinder.h"

#include "FunctionReads.h"

#include "regtt/Analysis/Integers.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/TypeSwitch.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

//===--- Parts of statements ----------------------------------------------===//

const ir::Expr *kernel::plainExpr(const ir::Expr *e) {
  const auto *cast = dyn_cast<ir::CastExpr>(e);
  return cast && !cast->isWritten ? plainExpr(cast->operand) : e;
}

const ir::Variable *kernel::variableRead(const ir::Expr *e) {
  if (const auto *value = dyn_cast<ir::ValueExpr>(e))
    return value->variable;
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  return load ? load->place->wholeVariable() : nullptr;
}

Setting kernel::settingOf(const ir::Statement *s) {
  if (const auto *let = dyn_cast<ir::LetStatement>(s))
    return {let->variable, let->value};
  if (const auto *var = dyn_cast<ir::VarStatement>(s))
    return {var->variable, var->init};
  if (const auto *store = dyn_cast<ir::StoreStatement>(s))
    if (const ir::Variable *variable = store->place->wholeVariable())
      return {variable, store->value};
  return {};
}

bool kernel::staysWhole(const ir::Expr *e) {
  const auto *call = dyn_cast<ir::LibraryCallExpr>(e);
  return isa<ir::LoadExpr, ir::AddressExpr, ir::IntrinsicExpr,
             ir::ContainerReadExpr>(e) ||
         (call && call->name.starts_with("rt::"));
}

void kernel::forEachHoistable(
    ir::Statement *s, llvm::function_ref<void(const ir::Expr *&)> visit) {
  const auto all = [&](std::vector<const ir::Expr *> &list) {
    for (const ir::Expr *&e : list)
      visit(e);
  };
  const auto one = [&](const ir::Expr *&e) {
    if (e)
      visit(e);
  };
  llvm::TypeSwitch<ir::Statement *>(s)
      .Case([&](ir::LetStatement *let) { one(let->value); })
      .Case([&](ir::VarStatement *var) { one(var->init); })
      .Case([&](ir::StoreStatement *store) { one(store->value); })
      .Case([&](ir::ReduceStatement *reduce) { one(reduce->value); })
      .Case([&](ir::IfStatement *branch) { one(branch->condition); })
      .Case([&](ir::SwitchStatement *choice) { one(choice->value); })
      .Case([&](ir::ReturnStatement *ret) { one(ret->value); })
      .Case([&](ir::CallStatement *call) { all(call->arguments); })
      .Case([&](ir::LibraryCallStatement *call) { all(call->arguments); })
      .Case(
          [&](ir::ContainerChangeStatement *change) { all(change->arguments); })
      .Case([&](ir::DeferStatement *later) { all(later->values); })
      // What is kept for a guard is the guard's.
      .Case([&](ir::VisitStatement *called) { all(called->arguments); });
}

//===--- Data -------------------------------------------------------------===//

static bool isNumber(const ir::Type *type) {
  return type->isFloat() || type->isInt() || type->isBool() || type->isEnum();
}

/// Whether `index` is a constant or counts a loop around it, and stays in an
/// array of `size` elements.
bool InvariantFinder::isIndex(const ir::Expr *index, const Position &at,
                              uint64_t size) const {
  const auto constant =
      ir::integerOf(index, [](const ir::Variable *) { return std::nullopt; });
  if (constant)
    return !constant->isNegative() && constant->ult(size);
  while (const auto *cast = dyn_cast<ir::CastExpr>(index)) {
    const auto format = ir::integerFormat(cast->type);
    if (cast->op != ir::CastOp::IntToInt || !format || format->bits < 32)
      return false;
    index = cast->operand;
  }
  const CountedLoop *loop = at.loopOf(variableRead(index));
  return loop && arrayLength(*loop) <= size;
}

/// Whether linearising can read the place at any node: a number in the node
/// itself, that visits do not change.
bool InvariantFinder::isOwnDatum(const ir::Place *place,
                                 const Position &at) const {
  const ir::DataRoot &root = *dataOf(place);
  if (root.number >= kernel.data.size() || place->isVolatile ||
      place->bitField())
    return false;
  const Datum &datum = kernel.data[root.number];
  if (datum.owner != Owner::Node || datum.isPlace() || datum.isComputed ||
      datum.isWritten || datum.isContainer() || datum.isBitField() ||
      datum.number >= outsideOfArrays ||
      (datum.steps.empty() && !kernel.nodesAreNumbers) ||
      isThroughPointer(datum.steps))
    return false;
  const ir::Type *type = root.type;
  for (const ir::Step &step : place->steps) {
    const auto *index = std::get_if<ir::IndexStep>(&step);
    const auto *element = std::get_if<ir::ElementStep>(&step);
    const auto *member = std::get_if<ir::MemberStep>(&step);
    const auto *library = dyn_cast<ir::LibraryType>(type);
    if (std::holds_alternative<ir::DerefStep>(step) ||
        (member && (!library || library->name != "std::pair")) ||
        (index && !isIndex(index->index, at, ir::lengthOf(type).value_or(0))) ||
        (element &&
         !isIndex(element->index, at, ir::lengthOf(type).value_or(0))))
      return false;
    type = ir::typeAfter(step, type);
  }
  return isNumber(type);
}

bool InvariantFinder::isInvariantPlace(const ir::Place *place,
                                       const Position &at) const {
  if (const ir::Variable *variable = place->wholeVariable())
    return isInvariant(variable) || at.loopOf(variable);
  const ir::DataRoot *root = dataOf(place);
  if (root && root->kind == ir::DataRoot::Shared)
    return place->steps.empty() && isNumber(place->type);
  return root && root->kind == ir::DataRoot::Node && isOwnDatum(place, at);
}

//===--- Expressions ------------------------------------------------------===//

bool InvariantFinder::areInvariant(llvm::ArrayRef<const ir::Expr *> list,
                                   const Position &at) const {
  return llvm::all_of(list,
                      [&](const ir::Expr *e) { return isInvariant(e, at); });
}

/// Whether a conversion gives a value of any number: of one that is too large,
/// a conversion to an integer gives none.
static bool isHarmless(const ir::CastExpr &cast) {
  switch (cast.op) {
  case ir::CastOp::IntToFloat:
  case ir::CastOp::FloatToFloat:
    return true;
  case ir::CastOp::IntToInt:
  case ir::CastOp::ToBool:
    return !cast.isWritten;
  default:
    return false;
  }
}

/// Whether `e`, at a position, depends on the node and uniforms alone and can
/// be evaluated of any node. No arithmetic of integers is.
bool InvariantFinder::isInvariant(const ir::Expr *e, const Position &at) const {
  const bool isFloat = e->type->isFloat();
  return llvm::TypeSwitch<const ir::Expr *, bool>(e)
      .Case<ir::IntExpr, ir::FloatExpr, ir::BoolExpr>(
          [](const auto *) { return true; })
      .Case([&](const ir::ValueExpr *value) {
        return isInvariant(value->variable) || at.loopOf(value->variable);
      })
      .Case([&](const ir::LoadExpr *load) {
        return isInvariantPlace(load->place, at);
      })
      .Case([&](const ir::UnaryExpr *unary) {
        return (unary->op == ir::UnaryOp::LNot ||
                (unary->op == ir::UnaryOp::Neg && isFloat)) &&
               isInvariant(unary->operand, at);
      })
      .Case([&](const ir::BinaryExpr *binary) {
        return (isFloat || (ir::isComparison(binary->op) &&
                            isNumber(binary->left->type))) &&
               areInvariant({binary->left, binary->right}, at);
      })
      .Case([&](const ir::LogicalExpr *both) {
        return areInvariant({both->left, both->right}, at);
      })
      .Case([&](const ir::CastExpr *cast) {
        return isHarmless(*cast) && isNumber(cast->operand->type) &&
               isInvariant(cast->operand, at);
      })
      .Case([&](const ir::SelectExpr *choice) {
        return isFloat && areInvariant({choice->condition, choice->whenTrue,
                                        choice->whenFalse},
                                       at);
      })
      .Case([&](const ir::LibraryCallExpr *call) {
        return isFloat && call->name.starts_with("std::") &&
               areInvariant(call->arguments, at);
      })
      .Default([](const ir::Expr *) { return false; });
}
