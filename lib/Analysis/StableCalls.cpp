// Proves that leaving out some of a query's visits changes nothing about where
// the others go: what visits change is only ever added to, or overwritten, and
// vectors may grow that nothing looks into.
//
//   store own(0: f32) = add(load own(0: f32), load node(1: f32))   // a value
//   if gt(load own(0: f32), 1.0:f32) { return }                    // decides
//
// Unsteady is what may be another where visits were left out: data that visits
// change, and locals and parameters of helpers that hold such values or lead
// there. It may become what is stored, and nothing else.
#include "Proofs.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class StableCallsProof {
public:
  explicit StableCallsProof(const Kernel &kernel) : kernel(kernel) {}

  Trait run() {
    if (!kernel.guards.empty())
      return unproved("a condition over a call depends on what visits change",
                      kernel.guards.front().loc);
    if (!kernel.resumes.empty())
      return unproved("what follows a call depends on its visits",
                      kernel.resumes.front().loc);
    // Until it is known which variables are unsteady.
    do {
      hasGrown = false;
      result = proved();
      check(*kernel.whole);
      for (const Helper &helper : kernel.helpers)
        if (helper.function && helper.function->body)
          check(*helper.function);
    } while (hasGrown);
    return result;
  }

private:
  void check(const ir::Function &function) {
    current = &function;
    ir::walk(function.body, [&](const ir::Statement *s) {
      here = s->loc;
      checkStatement(s);
    });
  }

  void checkStatement(const ir::Statement *s) {
    if (const auto *store = dyn_cast<ir::StoreStatement>(s))
      return checkStore(store->place, store->value);
    if (const auto *reduce = dyn_cast<ir::ReduceStatement>(s))
      return checkStore(reduce->place, reduce->value);
    if (const auto *call = dyn_cast<ir::CallStatement>(s)) {
      if (isSteadyCall(call->callee, call->arguments))
        return;
      checkArguments(call->callee, call->arguments, call->loc);
      return call->result ? takeResult(*call) : void();
    }
    if (const auto *ends = dyn_cast<ir::ReturnStatement>(s)) {
      const bool isHelper = current != kernel.whole;
      if (ends->value)
        isHelper ? checkValue(ends->value) : checkSteady(ends->value);
      return;
    }
    if (const auto *visit = dyn_cast<ir::VisitStatement>(s);
        visit && visit->result)
      taint(visit->result);
    // Nothing looks at what is added there.
    if (const auto *change = dyn_cast<ir::ContainerChangeStatement>(s);
        change && isAppended(change->container)) {
      for (const ir::Expr *argument : change->arguments)
        checkValue(argument);
      return;
    }
    // Other containers that change, and what is gone over.
    ir::forEachPlace(s, [&](const ir::Place *place) {
      if (isUnsteadyPlace(place))
        refuse(s->loc);
    });
    ir::forEachOperand(s, [&](const ir::Expr *e) { checkSteady(e); });
  }

  /// An address that comes back is one of those that were handed over.
  void takeResult(const ir::CallStatement &call) {
    taint(call.result);
    if (isAddress(call.result->type) &&
        llvm::any_of(call.arguments, [&](const ir::Expr *argument) {
          return isAddress(argument->type) && isSteady(argument);
        }))
      refuse(call.loc);
  }

  //===--- What is unsteady
  //-------------------------------------------------===//

  void taint(const ir::Variable *variable) {
    hasGrown |= unsteady.insert(variable).second;
  }

  bool isUnsteadyPlace(const ir::Place *place) const {
    return writtenDatum(kernel, place) ||
           (place->variable() && unsteady.contains(place->variable()));
  }

  bool isAppended(const ir::Place *place) const {
    const auto *data = std::get_if<ir::DataRoot>(&place->root);
    if (!data || data->kind != ir::DataRoot::Own)
      return false;
    const auto &container = kernel.data[data->number].container;
    return container && container->isAppended;
  }

  bool isSteady(const ir::Expr *expr) {
    bool isUnsteady = false;
    ir::walk(expr, [&](const ir::Expr *e) {
      if (const ir::Place *place = ir::placeOf(e))
        isUnsteady |= isUnsteadyPlace(place);
      if (const auto *name = dyn_cast<ir::ValueExpr>(e))
        isUnsteady |= unsteady.contains(name->variable);
      if (const auto *call = dyn_cast<ir::CallExpr>(e))
        isUnsteady |= readsWritten(call->callee);
    });
    return !isUnsteady;
  }

  bool isSteadyCall(const ir::Function *callee,
                    llvm::ArrayRef<const ir::Expr *> arguments) {
    return !readsWritten(callee) &&
           llvm::all_of(arguments,
                        [&](const ir::Expr *e) { return isSteady(e); });
  }

  /// Whether the function itself, or one that it calls, names data that visits
  /// change.
  bool readsWritten(const ir::Function *function) {
    const auto [entry, isNew] = reading.try_emplace(function, true);
    if (!isNew)
      return entry->second;
    bool result = !function->body && !function->isPure;
    if (function->body) {
      ir::walkExprs(function->body, [&](const ir::Expr *e) {
        const ir::Place *place = ir::placeOf(e);
        result |= place && writtenDatum(kernel, place);
        if (const auto *call = dyn_cast<ir::CallExpr>(e))
          result |= readsWritten(call->callee);
      });
      ir::walk(function->body, [&](const ir::Statement *s) {
        const auto *call = dyn_cast<ir::CallStatement>(s);
        const auto *change = dyn_cast<ir::ContainerChangeStatement>(s);
        const auto *range = dyn_cast<ir::RangeLoopStatement>(s);
        const ir::Place *place = change  ? change->container
                                 : range ? range->range
                                         : nullptr;
        result |= (call && readsWritten(call->callee)) ||
                  (place && writtenDatum(kernel, place));
      });
    }
    return reading[function] = result;
  }

  //===--- What may be unsteady
  //---------------------------------------------===//

  void refuse(ir::Location where) {
    if (result.holds)
      result = unproved("what a visit does depends on what others have changed",
                        where);
  }

  /// What decides something, or where something is.
  void checkSteady(const ir::Expr *e) {
    if (e && !isSteady(e))
      refuse(e->loc ? e->loc : here);
  }

  void checkIndices(const ir::Place *place) {
    for (const ir::Expr *e : indicesOf(place))
      checkSteady(e);
  }

  static bool isAddress(const ir::Type *type) {
    return type->isPointer() || type->isReference();
  }

  void checkStore(const ir::Place *place, const ir::Expr *value) {
    checkIndices(place);
    const ir::Variable *local =
        place->isIndirect() ? nullptr : place->variable();
    if (isSteady(value) || (local && isAddress(local->type) && isUnused(local)))
      return;
    if (isUnsteadyPlace(place))
      return checkValue(value);
    // Where pointers lead is not followed.
    if (!local || isAddress(value->type) || isAddress(local->type) ||
        isAddressed(local))
      return checkSteady(value);
    checkValue(value);
    taint(local);
  }

  /// Whether nothing looks at the variable: what an expression comes to that is
  /// there for its effects.
  bool isUnused(const ir::Variable *variable) const {
    bool isUsed = false;
    ir::walkExprs(current->body, [&](const ir::Expr *e) {
      const ir::Place *place = ir::placeOf(e);
      isUsed |= place && place->variable() == variable;
    });
    ir::walk(current->body, [&](const ir::Statement *s) {
      ir::forEachPlace(s, [&](const ir::Place *place) {
        isUsed |= place->variable() == variable && place->isIndirect();
      });
    });
    return !isUsed;
  }

  /// Whether a pointer to the variable is kept: only calls may take one, which
  /// are followed.
  bool isAddressed(const ir::Variable *variable) const {
    bool isKept = false;
    ir::walk(current->body, [&](const ir::Statement *s) {
      const auto *call = dyn_cast<ir::CallStatement>(s);
      const auto isTaken = [&](const ir::Expr *operand, bool isArgument) {
        ir::walk(operand, [&](const ir::Expr *e) {
          const auto *address = dyn_cast<ir::AddressExpr>(e);
          isKept |=
              address && address->place->variable() == variable && !isArgument;
        });
      };
      ir::forEachOperand(s, [&](const ir::Expr *operand) {
        if (call || !holdsOnlyCalls(operand))
          isTaken(operand, call && isa<ir::AddressExpr>(operand));
      });
      const auto *range = dyn_cast<ir::RangeLoopStatement>(s);
      isKept |= range && range->range->variable() == variable;
    });
    return isKept;
  }

  /// Whether addresses in `e` are arguments of pure functions, which keep none.
  static bool holdsOnlyCalls(const ir::Expr *e) {
    if (isa<ir::CallExpr>(e))
      return true;
    if (isa<ir::AddressExpr>(e))
      return false;
    bool result = true;
    ir::forEachOperand(
        e, [&](const ir::Expr *operand) { result &= holdsOnlyCalls(operand); });
    return result;
  }

  /// What is stored: sums and products of what was there, of which nothing
  /// depends but the value. Of integers none is divided by it.
  void checkValue(const ir::Expr *e) {
    if (isSteady(e))
      return;
    if (e->type->isPointer() || e->type->isLink())
      return checkSteady(e);
    if (const auto *cast = dyn_cast<ir::CastExpr>(e))
      return checkValue(cast->operand);
    if (const auto *unary = dyn_cast<ir::UnaryExpr>(e))
      return checkValue(unary->operand);
    if (const auto *binary = dyn_cast<ir::BinaryExpr>(e)) {
      // It may trap: by 0, or the least number by -1.
      const bool divides = (binary->op == ir::BinaryOp::Div ||
                            binary->op == ir::BinaryOp::Rem) &&
                           !binary->type->isFloat();
      for (const ir::Expr *operand : {binary->left, binary->right})
        divides ? checkSteady(operand) : checkValue(operand);
      return;
    }
    if (const auto *logical = dyn_cast<ir::LogicalExpr>(e)) {
      checkSteady(logical->left);
      return checkValue(logical->right);
    }
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e)) {
      checkSteady(choice->condition);
      checkValue(choice->whenTrue);
      return checkValue(choice->whenFalse);
    }
    if (const auto *call = dyn_cast<ir::CallExpr>(e))
      return checkArguments(call->callee, call->arguments, e->loc);
    if (isa<ir::AggregateExpr, ir::LibraryCallExpr>(e))
      return ir::forEachOperand(
          e, [&](const ir::Expr *operand) { checkValue(operand); });
    if (const auto *load = dyn_cast<ir::LoadExpr>(e);
        load && isUnsteadyPlace(load->place))
      return checkIndices(load->place);
    // Of two places one.
    if (const auto *load = dyn_cast<ir::LoadExpr>(e))
      if (const auto *root = std::get_if<ir::PointeeRoot>(&load->place->root);
          root && load->place->steps.empty())
        return checkValue(root->pointer);
    if (const auto *address = dyn_cast<ir::AddressExpr>(e);
        address && isUnsteadyPlace(address->place))
      return checkIndices(address->place);
    if (!isa<ir::ValueExpr>(e))
      checkSteady(e);
  }

  //===--- Calls of helpers
  //-------------------------------------------------===//

  /// Helpers are looked at by themselves, with what they are handed. What is
  /// written through must be the query's: a local that took a value from there
  /// could decide something.
  void checkArguments(const ir::Function *callee,
                      llvm::ArrayRef<const ir::Expr *> arguments,
                      ir::Location where) {
    if (!where)
      where = here;
    for (size_t k = 0; k < arguments.size(); ++k) {
      const ir::Expr *argument = arguments[k];
      const ir::Variable *parameter =
          k < callee->params.size() ? callee->params[k] : nullptr;
      const bool isThrough =
          isAddress(argument->type) && ir::writesThrough(callee, k);
      if (!isSteady(argument)) {
        if (!parameter || !callee->body)
          return checkSteady(argument);
        checkValue(argument);
        taint(parameter);
      } else if (isThrough) {
        if (result.holds)
          result = unproved("a local takes what visits change", where);
        return;
      }
    }
  }

  const Kernel &kernel;
  const ir::Function *current = nullptr;
  ir::Location here; ///< of the statement that is looked at
  /// Variables that hold what visits change, or lead there.
  llvm::SmallPtrSet<const ir::Variable *, 8> unsteady;
  llvm::DenseMap<const ir::Function *, bool> reading;
  bool hasGrown = false;
  Trait result = proved();
};

} // namespace

Trait kernel::stableCalls(const Kernel &kernel) {
  return StableCallsProof(kernel).run();
}
