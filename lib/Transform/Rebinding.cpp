// What can be declared again where a body goes on:
//
//     var %d: f32 = load node(0: f32)
//     let %r: ref f32 = refof %d         // of the %d that the rope carries
//     let %v: ref f32 = refof %w[%i]     // unless %i may have changed since
#include "Rebinding.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/Analysis/Integers.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

/// What it is declared with; null where that is no value, or not all there is.
const ir::Expr *Rebinding::initOf(unsigned number) const {
  const ir::Statement *declaration = variables.declarationOf(number);
  if (const auto *let = llvm::dyn_cast_or_null<ir::LetStatement>(declaration))
    return let->value;
  const auto *var = llvm::dyn_cast_or_null<ir::VarStatement>(declaration);
  const bool isKept =
      var && (var->variable->isConst || !changesAfter(number, var->variable));
  return isKept ? var->init : nullptr;
}

/// Whether what follows the declaration of variable `number`, as long as that
/// is seen, may change `used`.
bool Rebinding::changesAfter(unsigned number, const ir::Variable *used) const {
  if (used->kind == ir::Variable::Let)
    return false;
  const ir::Statement *declaration = variables.declarationOf(number);
  const ir::Statement *scope = variables.scopeOf(number);
  const auto mayChange = [&](const ir::Statement *s) {
    return s && ir::mayChange(s, used);
  };
  const auto changesIn = [&](const ir::BlockStatement *block) {
    const auto from = llvm::find(block->statements, declaration);
    return std::any_of(from == block->statements.end() ? from : from + 1,
                       block->statements.end(), mayChange);
  };
  if (const auto *block = dyn_cast<ir::BlockStatement>(scope))
    return changesIn(block);
  const auto *loop = llvm::cast<ir::LoopStatement>(scope);
  return (loop->init && changesIn(loop->init)) || mayChange(loop->head) ||
         mayChange(loop->step) || mayChange(loop->body);
}

/// The variable in which what `init` leads to lies.
static const ir::Variable *boundTo(const ir::Expr *init) {
  if (const auto *cast = dyn_cast<ir::CastExpr>(init))
    return boundTo(cast->operand);
  if (const auto *sum = dyn_cast<ir::BinaryExpr>(init))
    return sum->op == ir::BinaryOp::PtrAdd ? boundTo(sum->left) : nullptr;
  const auto *address = dyn_cast<ir::AddressExpr>(init);
  return address && !address->place->isIndirect() ? address->place->variable()
                                                  : nullptr;
}

/// Whether finding out where `init` leads reads what visits change.
bool Rebinding::readsWritten(const ir::Expr *init) {
  const auto *address = dyn_cast<ir::AddressExpr>(init);
  const bool isPart = (address && !address->place->isIndirect()) ||
                      isa<ir::CastExpr, ir::BinaryExpr, ir::SelectExpr>(init);
  if (!isPart)
    return !isa<ir::ValueExpr>(init) && effects.of(init).readsWritten;
  bool result = false;
  ir::forEachOperand(
      init, [&](const ir::Expr *part) { result |= readsWritten(part); });
  return result;
}

/// Whether `init`, that of variable `number`, still is what it was.
bool Rebinding::isKept(const ir::Expr *init, unsigned number) {
  if (readsWritten(init))
    return false;
  const Variables::Set used = variables.usedBy(init);
  return llvm::all_of(used.set_bits(), [&](unsigned each) {
    return variables[each] == boundTo(init) ||
           !changesAfter(number, variables[each]);
  });
}

static bool isConstant(const ir::Expr *e) {
  bool result = true;
  ir::walk(e, [&](const ir::Expr *part) {
    result &=
        isa<ir::IntExpr, ir::FloatExpr, ir::BoolExpr, ir::NullExpr,
            ir::ZeroExpr, ir::StringExpr, ir::CastExpr, ir::AggregateExpr>(
            part);
  });
  return result;
}

/// `rt::child` of a number that is counted.
static bool isNumberedChild(const ir::Expr *init) {
  const auto *call = dyn_cast<ir::LibraryCallExpr>(init);
  return call && call->name == "rt::child";
}

Rebinding::How Rebinding::howOf(unsigned number, const Variables::Set &live) {
  const ir::Variable *variable = variables[number];
  const ir::Expr *init = initOf(number);
  if (variable->type->isReference() || variable->type->isPointer())
    return init && isKept(init, number) ? Rebound : Refused;
  if (variable->isConst && init && isConstant(init))
    return Rebound;
  if (!init || !variable->type->isLink() || !isNumberedChild(init))
    return Carried;
  // What it is found by is carried as well, or else the child itself is.
  const Variables::Set used = variables.usedBy(init);
  const bool isKnown =
      used.any() && llvm::all_of(used.set_bits(), [&](unsigned each) {
        return live.test(each) && howOf(each, live) == Carried;
      });
  return isKnown && isKept(init, number) ? Rebound : Carried;
}

Rebinding::Needs Rebinding::needsOf(const Variables::Set &live) {
  Needs needs{variables.none(), variables.none(), variables.none()};
  std::vector<unsigned> open(live.set_bits_begin(), live.set_bits_end());
  while (!open.empty()) {
    const unsigned number = open.back();
    open.pop_back();
    const How how = howOf(number, live);
    if (how == Carried)
      needs.carried.set(number);
    if (how == Refused)
      needs.refused.set(number);
    if (how != Rebound || needs.rebound.test(number))
      continue;
    needs.rebound.set(number);
    for (const unsigned used : variables.usedBy(initOf(number)).set_bits())
      open.push_back(used);
  }
  return needs;
}
