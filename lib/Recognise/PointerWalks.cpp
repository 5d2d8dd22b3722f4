// Whether a pointer is moved on: what it is handed to, and what else holds it,
// are followed.
//
//     let %p: ptr f32 = addressof %q->o.x
//     load (*%p)      it leads to the one number
//     load %p[1:i32]  it is moved on: `o.y` is looked at
#include "PointerWalks.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

using Seen = llvm::SmallPtrSet<const ir::Variable *, 8>;

class Walks {
public:
  Walks(const ir::BlockStatement *body, const ir::Variable *variable,
        Seen &seen)
      : body(body), variable(variable), seen(seen) {}

  bool run() {
    if (!seen.insert(variable).second)
      return false; // said where it is looked at
    bool result = false;
    ir::walk(body, [&](const ir::Statement *s) { result = result || by(s); });
    return result;
  }

private:
  /// Whether `e` is the pointer, or may be.
  bool leads(const ir::Expr *e) const {
    if (const auto *value = dyn_cast<ir::ValueExpr>(e))
      return value->variable == variable;
    if (const auto *load = dyn_cast<ir::LoadExpr>(e))
      return load->place->wholeVariable() == variable;
    if (const auto *cast = dyn_cast<ir::CastExpr>(e))
      return cast->op == ir::CastOp::PtrToPtr && leads(cast->operand);
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e))
      return leads(choice->whenTrue) || leads(choice->whenFalse);
    const auto *address = dyn_cast<ir::AddressExpr>(e);
    if (!address)
      return false;
    const auto *pointed = std::get_if<ir::PointeeRoot>(&address->place->root);
    return pointed ? address->place->steps.empty() && leads(pointed->pointer)
                   : address->place->variable() == variable &&
                         address->place->steps.size() == 1 &&
                         std::holds_alternative<ir::DerefStep>(
                             address->place->steps[0]);
  }

  static bool isZero(const ir::Expr *e) {
    const auto *number = dyn_cast<ir::IntExpr>(e);
    return number && number->value().isZero();
  }

  bool at(const ir::Place *place) const {
    const auto *deref =
        place && place->variable() == variable && !place->steps.empty()
            ? std::get_if<ir::DerefStep>(&place->steps[0])
            : nullptr;
    return deref && deref->offset && !isZero(deref->offset);
  }

  /// By what stands in `e`; of `e` itself its user decides.
  bool in(const ir::Expr *e) {
    if (at(ir::placeOf(e)))
      return true;
    bool result = false;
    if (const auto *called = dyn_cast<ir::CallExpr>(e)) {
      result = handed(called->callee, called->arguments);
    } else if (const auto *sum = dyn_cast<ir::BinaryExpr>(e)) {
      result = sum->op == ir::BinaryOp::PtrAdd &&
               (leads(sum->left) || leads(sum->right));
    } else if (isa<ir::AggregateExpr, ir::LibraryCallExpr>(e) ||
               (isa<ir::CastExpr>(e) && !e->type->isPointer() &&
                !e->type->isBool())) {
      ir::forEachOperand(e,
                         [&](const ir::Expr *part) { result |= leads(part); });
    }
    ir::forEachOperand(
        e, [&](const ir::Expr *part) { result = result || in(part); });
    return result;
  }

  bool handed(const ir::Function *callee,
              llvm::ArrayRef<const ir::Expr *> arguments) {
    for (size_t k = 0; k < arguments.size(); ++k)
      if (leads(arguments[k]) && inCallee(callee, k))
        return true;
    return false;
  }

  bool inCallee(const ir::Function *callee, size_t k) {
    if (!callee->body || k >= callee->params.size())
      return true;
    // It may come back.
    if (callee->type->result->isPointer())
      return true;
    return Walks(callee->body, callee->params[k], seen).run();
  }

  /// By what `s` itself does.
  bool by(const ir::Statement *s) {
    bool result = false;
    const auto holds = [&](const ir::Variable *other) {
      return Walks(body, other, seen).run();
    };
    if (const auto *let = dyn_cast<ir::LetStatement>(s))
      result = leads(let->value) && holds(let->variable);
    else if (const auto *var = dyn_cast<ir::VarStatement>(s))
      result = var->init && leads(var->init) && holds(var->variable);
    else if (const auto *store = dyn_cast<ir::StoreStatement>(s))
      result = leads(store->value) && (!store->place->wholeVariable() ||
                                       holds(store->place->wholeVariable()));
    else if (const auto *called = dyn_cast<ir::CallStatement>(s))
      result = handed(called->callee, called->arguments);
    else
      ir::forEachOperand(s, [&](const ir::Expr *e) { result |= leads(e); });
    ir::forEachOperand(s, [&](const ir::Expr *e) { result = result || in(e); });
    ir::forEachPlace(s, [&](const ir::Place *place) { result |= at(place); });
    return result;
  }

  const ir::BlockStatement *body;
  const ir::Variable *variable;
  Seen &seen;
};

} // namespace

bool recognise::isWalked(const ir::BlockStatement *body,
                         const ir::Variable *variable) {
  Seen seen;
  return Walks(body, variable, seen).run();
}

bool recognise::isWalked(const ir::Function *function, size_t param) {
  return !function->body || param >= function->params.size() ||
         isWalked(function->body, function->params[param]);
}
