// Tables that a function declares for itself and that never change: no other
// code can name them, so that the copy has them, too.
//
//     static const int order[2] = {1, 0};
//     visit(q, n->child[order[k]]);
//  -> var const %order: [2 x i32] = aggregate<[2 x i32]>(1:i32, 0:i32)
//     visit @visit(rt::child(load %order[%k]))
#include "Body.h"

#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::isa;

/// Whether it reads nothing: it is the same wherever it is evaluated.
static bool isConstant(const ir::Expr *e) {
  bool result = true;
  ir::walk(e, [&](const ir::Expr *part) {
    result &=
        isa<ir::IntExpr, ir::FloatExpr, ir::BoolExpr, ir::ZeroExpr,
            ir::AggregateExpr, ir::CastExpr, ir::UnaryExpr, ir::BinaryExpr>(
            part);
  });
  return result;
}

/// The variable of the copy that stands for `global`; null: none does.
const ir::Variable *Body::constant(const ir::Global *global) {
  if (!global || !global->isLocal || !global->isConst || global->isVolatile ||
      !global->init || !isCopyable(global->type) || !isConstant(global->init))
    return nullptr;
  ir::VarStatement *&made = constants[global];
  if (!made) {
    ir::Variable *variable = module.variable(
        ir::Variable::Local, lastName(global->name), global->type, global->loc);
    variable->isConst = true;
    made = module.var(variable, global->init, global->loc);
  }
  return made->variable;
}

/// The same element or field of a variable of the copy; null: it is behind a
/// pointer there.
const ir::Place *Body::sameIn(const ir::Variable *variable,
                              llvm::ArrayRef<ir::Step> steps) {
  const ir::Place *result = module.place(variable);
  for (const ir::Step &step : steps) {
    if (const auto *index = std::get_if<ir::IndexStep>(&step))
      result = module.index(result, copy.expr(index->index));
    else if (const auto *element = std::get_if<ir::ElementStep>(&step))
      result = module.element(result, copy.expr(element->index));
    else if (const auto *field = std::get_if<ir::FieldStep>(&step))
      result = module.field(result, field->field);
    else if (std::holds_alternative<ir::MemberStep>(step))
      result = module.place(result, step);
    else
      return nullptr;
  }
  return result;
}
