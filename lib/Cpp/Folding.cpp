// Which temporaries are printed where they are used.
//
// A temporary is a let called `t`: so the lowering calls what it makes (printed
// as %t, %t.2). A let of the user's that has that name may be folded, too,
// which changes how the text reads and nothing else.
//
// A temporary is folded if it is mentioned once, by what the very next
// statement evaluates itself. What that statement evaluates stands before all
// that it changes, and between the two statements nothing runs. So
// - a value without effects, which reads nothing volatile, is the same there,
//   however often and in whatever order the rest is evaluated;
// - the result of a call with effects is only folded if the call is evaluated
//   there exactly once (in no second operand of &&, ||, ?:) and if nothing else
//   that the statement evaluates can be changed by the call, or be seen by it:
//   constants, lets, local variables as a whole whose address is never taken,
//   and addresses made of these. What is read through a pointer stays behind.
#include "Folding.h"

#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::cpp;
using llvm::dyn_cast;
using llvm::isa;

void cpp::usesOf(const ir::Statement *s,
                 llvm::function_ref<void(const ir::Variable *)> visit) {
  const auto inPlace = [&](const ir::Place *place) {
    if (const ir::Variable *variable = place ? place->variable() : nullptr)
      visit(variable);
  };
  ir::walkExprs(s, [&](const ir::Expr *e) {
    if (const auto *value = dyn_cast<ir::ValueExpr>(e))
      visit(value->variable);
    inPlace(ir::placeOf(e));
  });
  ir::walk(
      s, [&](const ir::Statement *inner) { ir::forEachPlace(inner, inPlace); });
}

//===--- Counting ---------------------------------------------------------===//

void Folding::count(const ir::Function &function) {
  const ir::Statement *body = function.body;
  const auto isOf = [](const ir::Place *place) -> const ir::Variable * {
    const ir::Variable *variable = place ? place->variable() : nullptr;
    return variable && !place->isIndirect() ? variable : nullptr;
  };
  ir::walkExprs(body, [&](const ir::Expr *e) {
    if (const auto *value = dyn_cast<ir::ValueExpr>(e))
      ++uses[value->variable];
    const ir::Place *place = ir::placeOf(e);
    if (place && place->variable())
      ++uses[place->variable()];
    const ir::Variable *variable = isOf(place);
    if (variable && !isa<ir::LoadExpr>(e))
      addressed.insert(variable);
  });
  ir::walk(body, [&](const ir::Statement *s) {
    ir::forEachPlace(s, [&](const ir::Place *place) {
      if (!place->variable())
        return;
      if (isa<ir::StoreStatement>(s) && isOf(place)) {
        stores.insert(place->variable());
      } else {
        ++uses[place->variable()];
        if (!isa<ir::StoreStatement, ir::ReduceStatement>(s))
          addressed.insert(place->variable());
      }
    });
  });
}

//===--- What a call may change -------------------------------------------===//

namespace {

/// Whether the one use of a temporary in an expression can be the call that
/// makes it.
class CallPlace {
public:
  CallPlace(const Folding &folding, const ir::Variable *temporary)
      : folding(folding), temporary(temporary) {}

  /// No part of `e` depends on what a call may do; the temporary may be in it,
  /// evaluated once.
  bool accepts(const ir::Expr *e);
  bool accepts(const ir::Place *place, bool isRead);

private:
  const Folding &folding;
  const ir::Variable *temporary;

  bool isIn(const ir::Expr *e) const {
    bool result = false;
    ir::walk(e, [&](const ir::Expr *part) {
      const auto *value = dyn_cast<ir::ValueExpr>(part);
      const ir::Place *place = ir::placeOf(part);
      result |= (value && value->variable == temporary) ||
                (place && place->variable() == temporary);
    });
    return result;
  }
};

} // namespace

bool CallPlace::accepts(const ir::Place *place, bool isRead) {
  const ir::Variable *variable = place->variable();
  if (place->isVolatile || !variable)
    return false;
  // The only step through a pointer is the first one, from a variable.
  bool isFirst = true;
  bool followed = false, isOfTemporary = variable == temporary;
  for (const ir::Step &step : place->steps) {
    const auto *deref = std::get_if<ir::DerefStep>(&step);
    const auto *index = std::get_if<ir::IndexStep>(&step);
    if (!deref && !index && !std::holds_alternative<ir::FieldStep>(step))
      return false;
    if (deref && (!isFirst || variable->type->kind == ir::Type::Library))
      return false;
    followed |= deref != nullptr;
    const ir::Expr *number = deref   ? deref->offset
                             : index ? index->index
                                     : nullptr;
    if (number && !accepts(number))
      return false;
    if (number && isIn(number))
      isOfTemporary = true;
    isFirst = false;
  }
  const bool isFixed = variable->isFixed();
  if (!isFixed && folding.isAddressed(variable) && (isRead || followed))
    return false;
  // What lies in memory is only read after the call if it waits for it.
  return !isRead || !followed || isOfTemporary;
}

bool CallPlace::accepts(const ir::Expr *e) {
  switch (e->kind) {
  case ir::Expr::Int:
  case ir::Expr::Float:
  case ir::Expr::Bool:
  case ir::Expr::Null:
  case ir::Expr::Zero:
  case ir::Expr::FunctionAddress:
    return true;
  case ir::Expr::Value: {
    const ir::Variable *variable = llvm::cast<ir::ValueExpr>(e)->variable;
    // What is folded into this statement already is evaluated with it.
    return variable == temporary || !folding.valueOf(variable);
  }
  case ir::Expr::Load:
    return accepts(ir::placeOf(e), /*isRead=*/true);
  case ir::Expr::Address:
    return accepts(ir::placeOf(e), /*isRead=*/false);
  case ir::Expr::Logical: {
    const auto *both = llvm::cast<ir::LogicalExpr>(e);
    return accepts(both->left) && accepts(both->right) && !isIn(both->right);
  }
  case ir::Expr::Select: {
    const auto *choice = llvm::cast<ir::SelectExpr>(e);
    return accepts(choice->condition) && accepts(choice->whenTrue) &&
           accepts(choice->whenFalse) && !isIn(choice->whenTrue) &&
           !isIn(choice->whenFalse);
  }
  case ir::Expr::Call:
    if (!isIn(e))
      return false;
    [[fallthrough]];
  case ir::Expr::Unary:
  case ir::Expr::Binary:
  case ir::Expr::Cast:
  case ir::Expr::Aggregate: {
    bool result = true;
    ir::forEachOperand(e,
                       [&](const ir::Expr *part) { result &= accepts(part); });
    return result;
  }
  default:
    return false;
  }
}

//===--- Folding ----------------------------------------------------------===//

static const ir::Variable *temporaryOf(const ir::Statement *s) {
  if (!isa<ir::LetStatement, ir::CallStatement, ir::LibraryCallStatement>(s))
    return nullptr;
  const ir::Variable *variable = ir::declaredBy(s);
  const bool isTemporary = variable && variable->name == "t" &&
                           variable->kind == ir::Variable::Let &&
                           variable->type->kind != ir::Type::Array;
  return isTemporary ? variable : nullptr;
}

/// Whether all that a statement evaluates itself stands before what it does.
static bool evaluatesFirst(const ir::Statement *s) {
  return isa<ir::LetStatement, ir::VarStatement, ir::StoreStatement,
             ir::IfStatement, ir::SwitchStatement, ir::ReturnStatement,
             ir::CallStatement>(s);
}

static bool readsVolatile(const ir::Expr *e) {
  bool result = false;
  ir::walk(e, [&](const ir::Expr *part) {
    const ir::Place *place = ir::placeOf(part);
    result |= place && place->isVolatile;
  });
  return result;
}

bool Folding::fold(const ir::Statement *made, const ir::Statement *next,
                   const ir::Expr *condition) {
  const ir::Variable *temporary = temporaryOf(made);
  if (!temporary || uses.lookup(temporary) != 1)
    return false;
  if (next && !evaluatesFirst(next))
    return false;
  // An array is stored by copying bytes from a place; its parts stay outside.
  const auto *let = dyn_cast<ir::LetStatement>(made);
  const bool isPure = let && !effectful.count(made);
  if (let && readsVolatile(let->value))
    return false;
  bool isUsed = false, isAccepted = true;
  CallPlace place(*this, temporary);
  const auto look = [&](const ir::Expr *e) {
    ir::walk(e, [&](const ir::Expr *part) {
      const auto *value = dyn_cast<ir::ValueExpr>(part);
      const ir::Place *read = ir::placeOf(part);
      isUsed |= (value && value->variable == temporary) ||
                (read && read->variable() == temporary);
    });
    isAccepted &= isPure || place.accepts(e);
  };
  if (condition)
    look(condition);
  if (next) {
    ir::forEachOperand(next, look);
    ir::forEachPlace(next, [&](const ir::Place *stored) {
      isUsed |= stored->variable() == temporary;
      isAccepted &= isPure || place.accepts(stored, /*isRead=*/false);
    });
  }
  if (!isUsed || !isAccepted)
    return false;
  folded[temporary] = made;
  statements.insert(made);
  if (!isPure && next)
    effectful.insert(next);
  return true;
}

void Folding::fold(llvm::ArrayRef<ir::Statement *> list,
                   const ir::Expr *condition) {
  for (size_t k = 0; k < list.size(); ++k) {
    const bool isLast = k + 1 == list.size();
    fold(list[k], isLast ? nullptr : list[k + 1], isLast ? condition : nullptr);
    if (const auto *block = dyn_cast<ir::BlockStatement>(list[k])) {
      fold(block->statements);
      continue;
    }
    // What a loop's head makes stands right before its condition, each time.
    const auto *loop = dyn_cast<ir::LoopStatement>(list[k]);
    ir::forEachChild(list[k], [&](ir::Statement *child) {
      if (const auto *block = dyn_cast<ir::BlockStatement>(child))
        fold(block->statements,
             loop && block == loop->head ? loop->condition : nullptr);
    });
  }
}

Folding::Folding(const ir::Function &function) {
  if (!function.body)
    return;
  count(function);
  fold(function.body->statements);
}
