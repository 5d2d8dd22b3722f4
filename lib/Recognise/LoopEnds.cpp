// What may end a loop ahead of the last element: conditions, and who has a say
// in them.
#include "LoopEnds.h"

#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

//===--- Who has a say ---------------------------------------------------===//

static const ir::Variable *named(const ir::Expr *e) {
  const ir::Place *place = ir::placeOf(e);
  const auto *fixed = dyn_cast<ir::ValueExpr>(e);
  return fixed ? fixed->variable : place ? place->variable() : nullptr;
}

LoopEnds::LoopEnds(const ir::Function &function) {
  ir::walk(static_cast<const ir::Statement *>(function.body),
           [&](const ir::Statement *s) {
             if (const ir::Variable *variable = ir::declaredBy(s))
               declared.insert(variable);
             if (const auto *let = dyn_cast<ir::LetStatement>(s))
               values[let->variable].push_back(let->value);
             if (const auto *var = dyn_cast<ir::VarStatement>(s);
                 var && var->init)
               values[var->variable].push_back(var->init);
             if (const auto *store = dyn_cast<ir::StoreStatement>(s))
               if (const ir::Variable *local = store->place->variable();
                   local && !store->place->isIndirect())
                 values[local].push_back(store->value);
           });
}

void LoopEnds::noteFoundBy(const ir::Expr *value) {
  ir::walk(value, [&](const ir::Expr *e) {
    if (const ir::Variable *by = named(e))
      foundBy.insert(by);
  });
}

void LoopEnds::noteFoundBy(const ir::Place *place) {
  if (const ir::Variable *by = place->variable())
    foundBy.insert(by);
  ir::walk(place, [&](const ir::Expr *e) {
    if (const ir::Variable *by = named(e))
      foundBy.insert(by);
  });
}

bool LoopEnds::isOfQuery(const ir::Expr *e) {
  bool result = false;
  ir::walk(e, [&](const ir::Expr *part) {
    result |= part->type->isFloat();
    const ir::Variable *variable = named(part);
    if (!variable || foundBy.contains(variable))
      return;
    if (variable->kind == ir::Variable::Parameter ||
        !declared.contains(variable)) {
      result = true;
    } else if (seen.insert(variable).second) {
      for (const ir::Expr *value : valuesOf(variable))
        result |= isOfQuery(value);
      seen.erase(variable);
    }
  });
  return result;
}

//===--- Conditions ------------------------------------------------------===//

static bool isConstant(const ir::Expr *e) {
  if (const auto *cast = dyn_cast<ir::CastExpr>(e))
    return isConstant(cast->operand);
  return llvm::isa<ir::BoolExpr, ir::IntExpr>(e);
}

static void split(const ir::Expr *e, std::vector<const ir::Expr *> &into) {
  if (const auto *both = dyn_cast<ir::LogicalExpr>(e)) {
    split(both->left, into);
    split(both->right, into);
  } else if (const auto *negation = dyn_cast<ir::UnaryExpr>(e);
             negation && negation->op == ir::UnaryOp::LNot) {
    split(negation->operand, into);
  } else if (!isConstant(e)) {
    into.push_back(e);
  }
}

namespace {

/// Collects what is asked around each statement that ends the loop.
class Ends {
public:
  std::vector<const ir::Expr *> conditions;
  bool areAsked = true;

  void look(const ir::Statement *s, bool isInner) {
    const bool isEnd = llvm::isa<ir::ReturnStatement, ir::LeaveStatement>(s) ||
                       (!isInner && llvm::isa<ir::BreakStatement>(s));
    if (isEnd) {
      areAsked &= !around.empty();
      for (const ir::Expr *e : around)
        split(e, conditions);
    }
    const auto *branch = dyn_cast<ir::IfStatement>(s);
    const auto *choice = dyn_cast<ir::SwitchStatement>(s);
    const auto *inner = dyn_cast<ir::LoopStatement>(s);
    const ir::Expr *asked = branch   ? branch->condition
                            : choice ? choice->value
                            : inner  ? inner->condition
                                     : nullptr;
    if (asked)
      around.push_back(asked);
    const bool isLoop =
        inner || llvm::isa<ir::RangeLoopStatement, ir::CountedLoopStatement>(s);
    ir::forEachChild(
        s, [&](const ir::Statement *child) { look(child, isInner || isLoop); });
    if (asked)
      around.pop_back();
  }

private:
  std::vector<const ir::Expr *> around;
};

} // namespace

std::optional<std::vector<const ir::Expr *>>
recognise::conditionsOf(const ir::LoopStatement &loop) {
  Ends ends;
  if (loop.condition)
    split(loop.condition, ends.conditions);
  for (const ir::BlockStatement *part : {loop.head, loop.body})
    if (part)
      ends.look(part, false);
  if (!ends.areAsked)
    return std::nullopt;
  return std::move(ends.conditions);
}
