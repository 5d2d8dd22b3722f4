// What may change a variable:
//
//   store %v.x = 1.0:f32
//   call @set(refof %v)          // if @set stores through what it is handed
//   let %p: ptr @V = addressof %v   // whoever has it may
#include "regtt/Analysis/Changes.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringSwitch.h>

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
    if (const auto *known = dyn_cast<LibraryCallStatement>(s);
        known && onlyReads(*known))
      return byReader(*known);
    if (body)
      if (const auto [holder, value] = heldBy(s); holder && leads(value))
        return byHolder(holder) || byPointer(value);
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

  /// Whether the pointer `e` may lead to what is lent, or beside it.
  bool leads(const Expr *e) const {
    if (const auto *choice = dyn_cast<SelectExpr>(e))
      return leads(choice->whenTrue) || leads(choice->whenFalse);
    if (const auto *sum = dyn_cast<BinaryExpr>(e))
      return sum->op == BinaryOp::PtrAdd && leads(sum->left);
    if (const auto *cast = dyn_cast<CastExpr>(e))
      return (cast->op == CastOp::PtrToPtr || cast->op == CastOp::ToBase ||
              cast->op == CastOp::ToDerived) &&
             leads(cast->operand);
    return isLent(e);
  }

  /// The variable that `s` may let hold an address, and which.
  static std::pair<const Variable *, const Expr *> heldBy(const Statement *s) {
    if (const auto *let = dyn_cast<LetStatement>(s))
      return {let->variable, let->value};
    const auto *var = dyn_cast<VarStatement>(s);
    if (var && var->init && var->variable->type->isPointer())
      return {var->variable, var->init};
    const auto *store = dyn_cast<StoreStatement>(s);
    const Variable *set = store ? store->place->wholeVariable() : nullptr;
    return set ? std::pair(set, store->value) : std::pair(nullptr, nullptr);
  }

  bool byHolder(const Variable *holder) {
    // Of one that is in `seen` it is said where it is looked at first.
    return seen.insert(holder).second && writesThrough(body, holder, seen);
  }

  bool by(const Expr *e) {
    if (const auto *call = dyn_cast<CallExpr>(e))
      return byCall(call->callee, call->arguments, isAddress(e->type));
    // Of pointers that are compared nothing is left but a number.
    if (const auto *both = dyn_cast<BinaryExpr>(e);
        both && body && both->left->type->isPointer() &&
        (isComparison(both->op) || both->op == BinaryOp::PtrDiff))
      return byPointer(both->left) || byPointer(both->right);
    if (const auto *test = dyn_cast<CastExpr>(e);
        test && body && test->op == CastOp::ToBool)
      return byPointer(test->operand);
    const auto *load = dyn_cast<LoadExpr>(e);
    const auto *pointed =
        load ? std::get_if<PointeeRoot>(&load->place->root) : nullptr;
    if (pointed && !isAddress(e->type)) {
      bool result = byPointer(pointed->pointer);
      forEachOperand(e, [&](const Expr *operand) {
        result |= operand != pointed->pointer && by(operand);
      });
      return result;
    }
    bool result = isLent(e);
    forEachOperand(e, [&](const Expr *operand) { result |= by(operand); });
    return result;
  }

  /// By what `pointer` is made of, which itself gets nowhere: what is read
  /// through it, or what holds it, is looked at.
  bool byPointer(const Expr *pointer) {
    if (const auto *choice = dyn_cast<SelectExpr>(pointer))
      return by(choice->condition) || byPointer(choice->whenTrue) ||
             byPointer(choice->whenFalse);
    if (const auto *call = dyn_cast<CallExpr>(pointer))
      return byCall(call->callee, call->arguments, false);
    if (!leads(pointer))
      return by(pointer);
    if (const auto *sum = dyn_cast<BinaryExpr>(pointer))
      return byPointer(sum->left) || by(sum->right);
    if (const auto *cast = dyn_cast<CastExpr>(pointer))
      return byPointer(cast->operand);
    bool result = false;
    forEachOperand(pointer,
                   [&](const Expr *operand) { result |= by(operand); });
    return result;
  }

  bool byCall(const Function *callee, llvm::ArrayRef<const Expr *> arguments,
              bool comesBack) {
    bool result = false;
    for (size_t k = 0; k < arguments.size(); ++k) {
      if (!leads(arguments[k])) {
        result |= by(arguments[k]);
        continue;
      }
      result |= comesBack || writesThrough(callee, k, seen);
      result |= byPointer(arguments[k]);
    }
    return result;
  }

  bool byReader(const LibraryCallStatement &call) {
    return llvm::any_of(call.arguments, [&](const Expr *argument) {
      return argument->type->isPointer() ? byPointer(argument) : by(argument);
    });
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
    const auto *range = dyn_cast<RangeLoopStatement>(s);
    // A pointer that is set leads elsewhere; what it led to stays as it is.
    forEachPlace(s, [&](const Place *place) {
      if (place->variable() == variable &&
          (place->isIndirect() || !variable->type->isPointer()))
        result |= !range || (isAddress(range->variable->type) &&
                             writesThrough(body, range->variable, seen));
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

bool regtt::ir::writesThrough(const Statement *body, const Variable *address) {
  Seen seen;
  seen.insert(address);
  return ::writesThrough(body, address, seen);
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

bool regtt::ir::onlyReads(const LibraryCallStatement &call) {
  llvm::StringRef name = call.name;
  name.consume_front("std::");
  name.consume_front("__builtin_");
  return llvm::StringSwitch<bool>(name)
      .Cases("strlen", "strnlen", "strspn", "strcspn", true)
      .Cases("strcmp", "strncmp", "memcmp", true)
      .Cases("atoi", "atol", "atoll", "atof", true)
      .Default(false);
}
