// Who writes through what a function returns.
//
//     let %t: ref @Range = call @include(%self, %x)
//     call @include(%t, %y)                            // writes through %t
//     return %t                                        // whoever calls this
//     may
#include "WrittenResults.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

bool recognise::mayWriteThrough(const ir::BlockStatement *body,
                                const ir::Variable *pointer) {
  bool result = ir::writesThrough(body, pointer);
  ir::walk(body, [&](const ir::Statement *s) {
    const auto *leave = dyn_cast<ir::ReturnStatement>(s);
    result |= leave && leave->value && ir::pointeeOf(leave->value->type);
  });
  return result;
}

namespace {

using Seen = llvm::SmallPtrSet<const ir::Function *, 8>;

/// Looks for what one function does with what `callee` returns.
class Results {
public:
  Results(llvm::ArrayRef<const ir::Function *> users,
          const ir::Function &callee, Seen &seen)
      : users(users), callee(callee), seen(seen) {}

  bool run() {
    if (!ir::pointeeOf(callee.type->result) || !seen.insert(&callee).second)
      return false;
    return llvm::any_of(
        users, [&](const ir::Function *user) { return isWrittenIn(*user); });
  }

private:
  /// Whether `e` may be what `callee` returns, or lead into that.
  bool leads(const ir::Expr *e) const {
    if (const auto *call = dyn_cast<ir::CallExpr>(e))
      return call->callee == &callee;
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e))
      return leads(choice->whenTrue) || leads(choice->whenFalse);
    if (const auto *cast = dyn_cast<ir::CastExpr>(e))
      return leads(cast->operand);
    if (const auto *sum = dyn_cast<ir::BinaryExpr>(e))
      return sum->op == ir::BinaryOp::PtrAdd && leads(sum->left);
    if (const auto *value = dyn_cast<ir::ValueExpr>(e))
      return holders.count(value->variable);
    const ir::Place *place = ir::placeOf(e);
    return place && ir::pointeeOf(e->type) && leadsAt(place);
  }

  bool leadsAt(const ir::Place *place) const {
    if (const auto *pointed = std::get_if<ir::PointeeRoot>(&place->root))
      return leads(pointed->pointer);
    return place->variable() && holders.count(place->variable());
  }

  bool isHandedOver(const ir::Function *to,
                    llvm::ArrayRef<const ir::Expr *> arguments) const {
    for (size_t k = 0; k < arguments.size(); ++k)
      if (leads(arguments[k]) && (ir::writesThrough(to, k) || comesBack(to)))
        return true;
    return false;
  }

  /// Whether what it is handed may be what it returns, and is written there.
  bool comesBack(const ir::Function *to) const {
    return Results(users, *to, seen).run();
  }

  void findHolders(const ir::Function &user) {
    ir::walk(user.body, [&](const ir::Statement *s) {
      const auto *let = dyn_cast<ir::LetStatement>(s);
      const auto *var = dyn_cast<ir::VarStatement>(s);
      const auto *store = dyn_cast<ir::StoreStatement>(s);
      const auto *call = dyn_cast<ir::CallStatement>(s);
      const ir::Variable *held = ir::declaredBy(s);
      const ir::Expr *value = let ? let->value : var ? var->init : nullptr;
      if (store && store->place->wholeVariable()) {
        held = store->place->wholeVariable();
        value = store->value;
      }
      if (call && call->result && call->callee == &callee)
        holders.insert(call->result);
      else if (held && value && ir::pointeeOf(held->type) && leads(value))
        holders.insert(held);
    });
  }

  bool isWrittenIn(const ir::Function &user) {
    holders.clear();
    findHolders(user);
    bool result = false;
    for (const ir::Variable *holder : holders)
      result |= ir::writesThrough(user.body, holder);
    ir::walk(user.body, [&](const ir::Statement *s) {
      if (result)
        return;
      ir::forEachPlace(s, [&](const ir::Place *place) {
        result |= std::holds_alternative<ir::PointeeRoot>(place->root) &&
                  leadsAt(place);
      });
      if (const auto *call = dyn_cast<ir::CallStatement>(s))
        result |= isHandedOver(call->callee, call->arguments);
      const auto *leave = dyn_cast<ir::ReturnStatement>(s);
      if (leave && leave->value && leads(leave->value))
        result |= Results(users, user, seen).run();
    });
    ir::walkExprs(user.body, [&](const ir::Expr *e) {
      const auto *call = dyn_cast<ir::CallExpr>(e);
      result = result || (call && isHandedOver(call->callee, call->arguments));
    });
    return result;
  }

  llvm::ArrayRef<const ir::Function *> users;
  const ir::Function &callee;
  Seen &seen;
  llvm::SmallPtrSet<const ir::Variable *, 4> holders;
};

} // namespace

/// `function`, and all with a body that it calls.
static void addReached(const ir::Function *function,
                       llvm::SetVector<const ir::Function *> &reached) {
  if (!function->body || !reached.insert(function))
    return;
  ir::walk(static_cast<const ir::Statement *>(function->body),
           [&](const ir::Statement *s) {
             if (const auto *call = dyn_cast<ir::CallStatement>(s))
               addReached(call->callee, reached);
           });
  ir::walkExprs(function->body, [&](const ir::Expr *e) {
    if (const auto *call = dyn_cast<ir::CallExpr>(e))
      addReached(call->callee, reached);
  });
}

bool recognise::isResultWritten(const ir::Function &all,
                                const ir::Function &callee) {
  if (!ir::pointeeOf(callee.type->result))
    return false;
  llvm::SetVector<const ir::Function *> users;
  addReached(&all, users);
  Seen seen;
  return Results(users.getArrayRef(), callee, seen).run();
}
