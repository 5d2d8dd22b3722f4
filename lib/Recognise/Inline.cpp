// Parameters of an inlined body are what they are handed, as far as that stays
// the same, else variables of its own.
#include "Inline.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

//===--- What stays the same ----------------------------------------------===//

/// The places among which `e` reads one, and nothing else comes of where they
/// are: `load (*select(%c, refof %a, refof %b))`.
static void readAmong(const ir::Expr *e,
                      llvm::SmallPtrSetImpl<const ir::Expr *> &addresses) {
  if (const auto *choice = dyn_cast<ir::SelectExpr>(e)) {
    readAmong(choice->whenTrue, addresses);
    readAmong(choice->whenFalse, addresses);
  } else if (isa<ir::AddressExpr>(e)) {
    addresses.insert(e);
  }
}

static bool isAddressed(const ir::BlockStatement *body,
                        const ir::Variable *variable) {
  unsigned addressed = 0, read = 0;
  const auto isOf = [&](const ir::Expr *e) {
    const ir::Place *place = ir::placeOf(e);
    return place && !isa<ir::LoadExpr>(e) && !place->isIndirect() &&
           place->variable() == variable;
  };
  ir::walkExprs(body, [&](const ir::Expr *e) {
    addressed += isOf(e);
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    const auto *pointed = load && load->place->steps.empty()
                              ? std::get_if<ir::PointeeRoot>(&load->place->root)
                              : nullptr;
    if (!pointed)
      return;
    llvm::SmallPtrSet<const ir::Expr *, 4> addresses;
    readAmong(pointed->pointer, addresses);
    read += llvm::count_if(addresses, isOf);
  });
  return addressed > read;
}

bool recognise::isReassigned(const ir::BlockStatement *body,
                             const ir::Variable *variable) {
  if (variable->isFixed())
    return false;
  bool result = isAddressed(body, variable);
  ir::walk(body, [&](const ir::Statement *s) {
    ir::forEachPlace(s, [&](const ir::Place *place) {
      result |= place->variable() == variable && !place->isIndirect();
    });
  });
  return result;
}

using Changes = llvm::function_ref<bool(const ir::Variable *)>;

/// Whether the place is the same one: all that it looks at is a variable, and
/// that comes first.
static bool isSamePlace(const ir::Place *place, Changes changes) {
  const ir::Variable *variable = place->variable();
  if (!variable && (!place->global() || place->isIndirect()))
    return false;
  for (size_t k = 0; k < place->steps.size(); ++k) {
    const ir::Step &step = place->steps[k];
    const auto *deref = std::get_if<ir::DerefStep>(&step);
    const auto *index = std::get_if<ir::IndexStep>(&step);
    if (deref && (k > 0 || deref->offset || changes(variable)))
      return false;
    if ((index && !isa<ir::IntExpr>(index->index)) ||
        std::holds_alternative<ir::ElementStep>(step))
      return false;
  }
  return true;
}

static bool staysTheSame(const ir::Expr *e, Changes changes) {
  if (isa<ir::ValueExpr>(e))
    return true;
  if (const auto *load = dyn_cast<ir::LoadExpr>(e)) {
    const ir::Variable *variable = load->place->wholeVariable();
    return variable && !variable->isVolatile && !changes(variable);
  }
  const auto *address = dyn_cast<ir::AddressExpr>(e);
  return address && isSamePlace(address->place, changes);
}

bool recognise::staysTheSame(const ir::Expr *e, const ir::Function &function) {
  return ::staysTheSame(e, [&](const ir::Variable *variable) {
    return isReassigned(function.body, variable);
  });
}

/// Whether it is the same as long as a function runs that `caller` calls: that
/// has no other way to a variable of its caller's than the variable's address.
static bool staysMeanwhile(const ir::Expr *e, const ir::Function &caller) {
  return ::staysTheSame(e, [&](const ir::Variable *variable) {
    return !variable->isFixed() && isAddressed(caller.body, variable);
  });
}

//===--- Parameters -------------------------------------------------------===//

Inlining::Inlining(ir::Module &module, const ir::Function &callee)
    : copy(module), module(module), callee(callee) {}

/// The variable that `e` is the value of.
static const ir::Variable *heldIn(const ir::Expr *e) {
  if (const auto *fixed = dyn_cast<ir::ValueExpr>(e))
    return fixed->variable;
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  return load ? load->place->wholeVariable() : nullptr;
}

static bool isMentioned(const ir::BlockStatement *body,
                        const ir::Variable *variable) {
  bool result = false;
  ir::walkExprs(body, [&](const ir::Expr *e) {
    const ir::Place *place = ir::placeOf(e);
    result |= heldIn(e) == variable || (place && place->variable() == variable);
  });
  ir::walk(body, [&](const ir::Statement *s) {
    ir::forEachPlace(s, [&](const ir::Place *place) {
      result |= place->variable() == variable;
    });
  });
  return result;
}

void Inlining::bind(const ir::Variable *param, const Handed &argument,
                    std::vector<ir::Statement *> &out) {
  if (!isMentioned(callee.body, param))
    return; // evaluating it has no effects
  const bool isSame =
      argument.staysTheSame && !isReassigned(callee.body, param);
  const ir::Variable *held = heldIn(argument.value);
  if (isSame && held && held->type == param->type) {
    copy.variables[param] = held;
    return;
  }
  if (const auto *address = dyn_cast<ir::AddressExpr>(argument.value);
      isSame && address && address->type == param->type) {
    addresses[param] = address;
    return;
  }
  const bool isFixed = param->isFixed() || !isReassigned(callee.body, param);
  ir::Variable *made = module.variable(
      isFixed ? ir::Variable::Let : ir::Variable::Local,
      nameOf ? nameOf(param) : param->name, param->type, param->loc);
  copy.variables[param] = made;
  if (isFixed)
    out.push_back(module.let(made, argument.value, argument.value->loc));
  else
    out.push_back(module.var(made, argument.value, argument.value->loc));
}

/// Where an address stands for a parameter, what lies there stands for what the
/// parameter leads to.
void Inlining::hook() {
  if (addresses.empty())
    return;
  copy.onExpr = [this, next = copy.onExpr](const ir::Expr *e) {
    const ir::Variable *held = heldIn(e);
    const ir::Expr *known = held ? addresses.lookup(held) : nullptr;
    return known ? known : next ? next(e) : nullptr;
  };
  copy.onPlace =
      [this, next = copy.onPlace](const ir::Place *place) -> const ir::Place * {
    const ir::Variable *variable = place->variable();
    const ir::AddressExpr *known =
        variable ? addresses.lookup(variable) : nullptr;
    const auto *deref = place->steps.size() == 1
                            ? std::get_if<ir::DerefStep>(&place->steps[0])
                            : nullptr;
    if (known && deref)
      return deref->offset ? module.pointee(known, copy.expr(deref->offset))
                           : known->place;
    return next ? next(place) : nullptr;
  };
}

ir::BlockStatement *Inlining::run(llvm::ArrayRef<Handed> arguments,
                                  ir::Location loc) {
  std::vector<ir::Statement *> out;
  for (size_t k = 0; k < callee.params.size(); ++k)
    bind(callee.params[k], arguments[k], out);
  hook();
  ir::BlockStatement *body = copy.block(callee.body);
  if (!keepsReturns)
    removeReturns(module, body, result);
  body->statements.insert(body->statements.begin(), out.begin(), out.end());
  body->loc = loc;
  return body;
}

InlinedCall recognise::inlinedCall(ir::Module &module,
                                   const ir::CallStatement &call,
                                   const ir::Function &caller,
                                   llvm::StringRef result) {
  InlinedCall made;
  Inlining inlining(module, *call.callee);
  if (call.result) {
    ir::Variable *variable = module.variable(ir::Variable::Local, result,
                                             call.result->type, ir::Location());
    made.statements.push_back(module.var(variable, nullptr, call.loc));
    inlining.result = variable;
  }
  std::vector<Handed> arguments;
  for (const ir::Expr *argument : call.arguments)
    arguments.push_back({argument, staysMeanwhile(argument, caller)});
  made.body = inlining.run(arguments, call.loc);
  made.statements.push_back(made.body);
  if (call.result)
    made.statements.push_back(module.let(
        call.result, module.load(module.place(inlining.result), call.loc),
        call.loc));
  return made;
}
