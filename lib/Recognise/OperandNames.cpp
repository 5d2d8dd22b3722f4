// What an iteration's objects are called in messages: by the traversal's
// parameter, where it is one element of an array, else as the loop calls them.
//
//     visit(&queries[i], root)    q->sum
//     visit(&queries[id], root)   queries[id].sum
#include "HostWords.h"
#include "LocalUses.h"
#include "Operands.h"
#include "Recogniser.h"

#include "regtt/Cpp/Words.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

std::string recognise::nameOfPlace(const ir::Place *place) {
  if (!place->steps.empty())
    if (const auto *field = std::get_if<ir::FieldStep>(&place->steps.back()))
      return field->field->name;
  for (const ir::Step &step : place->steps)
    if (!std::holds_alternative<ir::DerefStep>(step))
      return "";
  if (const ir::Variable *variable = place->variable())
    return variable->name;
  const ir::Global *global = place->global();
  return global ? cpp::identifier(lastName(global->name)) : "";
}

void OperandFinder::name(unsigned number, unsigned param, bool isWhole) {
  Operand &operand = iteration.operands[number];
  if (!operand.name.empty() || !isWhole)
    return;
  const ir::Variable *variable = traversal->params[param];
  if (isThis(variable)) {
    operand.prefix = "this->";
    return;
  }
  operand.name = variable->name;
  operand.prefix = operand.name + (variable->type->isPointer() ? "->" : ".");
  if (!isa<ir::StructType, ir::LibraryType>(operand.type))
    operand.text = operand.name;
}

/// Calls what is found ahead as the loop does, where it can be said there:
/// `queries[id]`, `owned[i].get()->`.
void OperandFinder::spell(Operand &operand) const {
  bool isSaid = true;
  HostWords words(module, host, *loop, iteration.inlined,
                  [&](const Message &) { isSaid = false; });
  // Messages may name what the loop's own text declares.
  ir::walk(operand.expr, [&](const ir::Expr *e) {
    const ir::Place *place = ir::placeOf(e);
    const auto *value = dyn_cast<ir::ValueExpr>(e);
    const ir::Variable *variable = value   ? value->variable
                                   : place ? place->variable()
                                           : nullptr;
    if (variable && !isTemporary(variable))
      words.names[variable] = variable->name;
  });
  const auto *address = dyn_cast<ir::AddressExpr>(operand.expr);
  const bool isPointer = !address && operand.expr->type->isPointer();
  const std::string text =
      address ? words.lvalue(address->place) : words.text(operand.expr);
  if (!isSaid || text.empty())
    return;
  operand.text = (isPointer ? "*" : "") + text;
  operand.prefix = text + (isPointer ? "->" : ".");
}
