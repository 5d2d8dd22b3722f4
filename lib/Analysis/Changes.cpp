// What may change a variable:
//
//   store %v.x = 1.0:f32
//   call @set(refof %v)          // if @set stores through what it is handed
//   let %p: ptr @V = addressof %v   // whoever has it may
#include "regtt/Analysis/Changes.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt::ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

using Seen = llvm::SmallPtrSet<const Variable *, 8>;

bool isAddress(const Type *type) {
  return type->isPointer() || type->isReference();
}

/// Whether `place` is `variable` or lies in it.
bool isIn(const Place *place, const Variable *variable) {
  return place && place->variable() == variable && !place->isIndirect();
}

bool writesThrough(const Function *function, size_t number, Seen &seen);
bool writesThrough(const Statement *body, const Variable *variable, Seen &seen);

/// Finds whether an address gets out: of a variable, or of what a parameter
/// that is an address leads to.
class Lending {
public:
  /// Of what is known in `body` alone, if that is given: where a let holds the
  /// address, what is done with that counts.
  Lending(const Variable *variable, Seen &seen, const Statement *body = nullptr)
      : variable(variable), seen(seen), body(body) {}

  /// By what `s` itself evaluates.
  bool by(const Statement *s) {
    if (const auto *call = dyn_cast<CallStatement>(s))
      return byCall(call->callee, call->arguments,
                    call->result && isAddress(call->result->type));
    const auto *let = dyn_cast<LetStatement>(s);
    if (let && body && isLent(let->value)) {
      bool result = writesThrough(body, let->variable, seen);
      forEachOperand(let->value,
                     [&](const Expr *operand) { result |= by(operand); });
      return result;
    }
    bool result = false;
    forEachOperand(s, [&](const Expr *e) { result |= by(e); });
    return result;
  }

private:
  bool isLent(const Expr *e) const {
    if (const auto *name = dyn_cast<ValueExpr>(e))
      return name->variable == variable && isAddress(e->type);
    const auto *read = dyn_cast<ContainerReadExpr>(e);
    if (isa<AddressExpr>(e) ||
        (read && (read->op == ReadOp::Data || read->op == ReadOp::Get)))
      return placeOf(e)->variable() == variable &&
             (isAddress(variable->type) || !placeOf(e)->isIndirect());
    return isa<LoadExpr>(e) && placeOf(e)->variable() == variable &&
           isAddress(e->type) && isAddress(variable->type);
  }

  bool by(const Expr *e) {
    if (const auto *call = dyn_cast<CallExpr>(e))
      return byCall(call->callee, call->arguments, isAddress(e->type));
    const auto *load = dyn_cast<LoadExpr>(e);
    const auto *pointed =
        load ? std::get_if<PointeeRoot>(&load->place->root) : nullptr;
    if (pointed && load->place->steps.empty() && !isAddress(e->type))
      return byRead(pointed->pointer);
    bool result = isLent(e);
    forEachOperand(e, [&](const Expr *operand) { result |= by(operand); });
    return result;
  }

  /// By what `pointer` is made of, through which a value is read.
  bool byRead(const Expr *pointer) {
    if (const auto *choice = dyn_cast<SelectExpr>(pointer))
      return by(choice->condition) || byRead(choice->whenTrue) ||
             byRead(choice->whenFalse);
    if (!isLent(pointer))
      return by(pointer);
    bool result = false;
    forEachOperand(pointer,
                   [&](const Expr *operand) { result |= by(operand); });
    return result;
  }

  bool byCall(const Function *callee, llvm::ArrayRef<const Expr *> arguments,
              bool comesBack) {
    bool result = false;
    for (size_t k = 0; k < arguments.size(); ++k) {
      if (!isLent(arguments[k])) {
        result |= by(arguments[k]);
        continue;
      }
      result |= comesBack || writesThrough(callee, k, seen);
      forEachOperand(arguments[k],
                     [&](const Expr *operand) { result |= by(operand); });
    }
    return result;
  }

  const Variable *variable;
  Seen &seen;
  const Statement *body;
};

bool writesThrough(const Function *function, size_t number, Seen &seen) {
  if (function->isPure)
    return false;
  if (!function->body || number >= function->params.size())
    return true;
  const Variable *parameter = function->params[number];
  if (!seen.insert(parameter).second)
    return false; // said where it is looked at
  return writesThrough(function->body, parameter, seen);
}

bool writesThrough(const Statement *body, const Variable *variable,
                   Seen &seen) {
  bool result = false;
  walk(body, [&](const Statement *s) {
    if (result)
      return;
    forEachPlace(s, [&](const Place *place) {
      result |= place->variable() == variable;
    });
    // A return is what comes back.
    if (!isa<ReturnStatement>(s))
      result |= Lending(variable, seen, body).by(s);
  });
  return result;
}

/// Whether `s` itself changes it, declarations aside.
bool changes(const Statement *s, const Variable *variable) {
  Seen seen;
  bool result = Lending(variable, seen).by(s);
  const auto *range = dyn_cast<RangeLoopStatement>(s);
  if (!range || range->variable->type->isReference())
    forEachPlace(s,
                 [&](const Place *place) { result |= isIn(place, variable); });
  return result;
}

} // namespace

bool regtt::ir::writesThrough(const Function *function, size_t number) {
  Seen seen;
  return ::writesThrough(function, number, seen);
}

bool regtt::ir::mayChange(const Statement *s, const Variable *variable) {
  bool result = false;
  walk(s, [&](const Statement *inner) {
    result =
        result || declaredBy(inner) == variable || changes(inner, variable);
  });
  return result;
}

const Expr *regtt::ir::onlyValueOf(const Variable *variable,
                                   const Function &function) {
  const Expr *value = nullptr;
  bool isChanged = !function.body || variable->isVolatile;
  if (isChanged)
    return nullptr;
  walk(function.body, [&](const Statement *s) {
    if (declaredBy(s) == variable) {
      const auto *let = dyn_cast<LetStatement>(s);
      const auto *var = dyn_cast<VarStatement>(s);
      value = let ? let->value : var ? var->init : nullptr;
    }
    isChanged = isChanged || changes(s, variable);
  });
  return isChanged ? nullptr : value;
}
