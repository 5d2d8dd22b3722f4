// Which pointers and references of a slice's function lead to const objects: to
// records of nodes and elements, uniforms, and what a const parameter leads to.
#include "Helpers.h"
#include "SliceWords.h"

#include "regtt/IR/Walk.h"

using namespace regtt;
using llvm::dyn_cast;
using llvm::isa;

/// As they are declared: const where the user's function does not write them.
void SliceWords::noteReadOnlyParams() {
  if (!user)
    return;
  auto next = printed.params.begin();
  for (const kernel::Helper::Param &param : user->params) {
    if (param.kind == kernel::Helper::Param::Query ||
        param.kind == kernel::Helper::Param::Node)
      continue;
    if (next == printed.params.end())
      return;
    if (param.kind == kernel::Helper::Param::Value && !param.isWritten &&
        !param.isCaptured)
      readOnly.insert(*next);
    ++next;
  }
}

bool SliceWords::leadsToConst(const ir::Expr *e) {
  if (const auto *cast = dyn_cast<ir::CastExpr>(e))
    return leadsToConst(cast->operand);
  if (const auto *choice = dyn_cast<ir::SelectExpr>(e))
    return leadsToConst(choice->whenTrue) || leadsToConst(choice->whenFalse);
  if (const auto *call = dyn_cast<ir::CallExpr>(e)) {
    const kernel::Helper *helper = kernel.helperOf(call->callee);
    return helper && !helper->isResultWritten;
  }
  if (const auto *value = dyn_cast<ir::ValueExpr>(e))
    return readOnly.contains(value->variable);
  if (const auto *sum = dyn_cast<ir::BinaryExpr>(e))
    return leadsToConst(sum->left) || leadsToConst(sum->right);
  const ir::Place *place = ir::placeOf(e);
  if (!place)
    return false;
  for (const ir::Step &step : place->steps)
    if (const auto *member = std::get_if<ir::MemberStep>(&step);
        member && member->name == "top")
      return true;
  if (const auto *data = std::get_if<ir::DataRoot>(&place->root))
    return isa<ir::AddressExpr>(e) && isReadOnly(*data);
  if (const auto *pointee = std::get_if<ir::PointeeRoot>(&place->root))
    return leadsToConst(pointee->pointer);
  const ir::Variable *variable = place->variable();
  if (!variable)
    return true; // a table of constants
  const bool isValue =
      variable->kind == ir::Variable::Let && !ir::pointeeOf(variable->type);
  return readOnly.contains(variable) || isValue;
}

void SliceWords::findReadOnly() {
  noteReadOnlyParams();
  if (!printed.body)
    return;
  const auto note = [&](const ir::Variable *variable, const ir::Expr *value) {
    return variable && value && ir::pointeeOf(variable->type) &&
           !variable->type->isLink() && leadsToConst(value) &&
           readOnly.insert(variable).second;
  };
  for (bool isMore = true; isMore;) {
    isMore = false;
    ir::walk(printed.body, [&](const ir::Statement *s) {
      if (const auto *let = dyn_cast<ir::LetStatement>(s))
        isMore |= note(let->variable, let->value);
      else if (const auto *var = dyn_cast<ir::VarStatement>(s))
        isMore |= note(var->variable, var->init);
      else if (const auto *store = dyn_cast<ir::StoreStatement>(s))
        isMore |= note(store->place->wholeVariable(), store->value);
      else if (const auto *call = dyn_cast<ir::CallStatement>(s);
               call && call->result && ir::pointeeOf(call->result->type)) {
        const kernel::Helper *helper = kernel.helperOf(call->callee);
        isMore |= helper && !helper->isResultWritten &&
                  readOnly.insert(call->result).second;
      }
    });
  }
}
