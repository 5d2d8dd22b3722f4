// What variables have where something is evaluated:
//
//     var %near: i32 = mul(2, load %i)
//     if load %swap { ... }            // does not set %near
//     store %far = add(load %near, 1)  // %near is mul(2, load %i)
//     store %near = add(load %near, 3)
//     call @visit(load %near)          // %near is add(load %near, 3)
//
// Values are followed through statements one behind the other and into blocks,
// not out of blocks that set the variable, nor around loops that do.
#include "regtt/Analysis/ReachingValues.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/Walk.h"

using namespace regtt::ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class ValueScan {
public:
  ValueScan(const Variable *variable, const Expr *at)
      : variable(variable), at(at) {}

  void statement(const Statement *s) {
    bool evaluates = false;
    forEachOperand(s, [&](const Expr *e) {
      walk(e, [&](const Expr *part) { evaluates |= part == at; });
    });
    if (evaluates) {
      found = timesFound++ == 0 ? value : nullptr;
      // A loop's condition is evaluated behind its body, too.
      if (!isa<LetStatement, VarStatement, StoreStatement, CallStatement,
               IfStatement, ReturnStatement>(s))
        found = nullptr;
    }
    bool hasParts = false;
    forEachChild(s, [&](const Statement *) { hasParts = true; });
    if (hasParts)
      parts(s);
    else if (mayChange(s, variable))
      value = given(s);
  }

  const Expr *found = nullptr;

private:
  /// The value that `s` gives the variable, which it may change.
  const Expr *given(const Statement *s) const {
    if (const auto *let = dyn_cast<LetStatement>(s);
        let && let->variable == variable)
      return let->value;
    if (const auto *var = dyn_cast<VarStatement>(s);
        var && var->variable == variable)
      return var->init;
    const auto *store = dyn_cast<StoreStatement>(s);
    return store && store->place->wholeVariable() == variable ? store->value
                                                              : nullptr;
  }

  void parts(const Statement *s) {
    const bool isSet = mayChange(s, variable);
    const auto *block = dyn_cast<BlockStatement>(s);
    const bool isEntered = block || isa<IfStatement>(s);
    const Expr *before = isSet && !isEntered ? nullptr : value;
    forEachChild(s, [&](const Statement *part) {
      if (!block)
        value = before;
      statement(part);
    });
    if (isSet && !(block && block->label.empty()))
      value = nullptr;
  }

  const Variable *variable;
  const Expr *at;
  const Expr *value = nullptr; ///< so far
  int timesFound = 0;
};

} // namespace

/// Whether something may keep the variable's address, by which it is changed
/// elsewhere.
static bool isLent(const Variable *variable, const Statement *body) {
  bool result = false;
  walk(body, [&](const Statement *s) {
    const auto *store = dyn_cast<StoreStatement>(s);
    const bool sets = declaredBy(s) == variable ||
                      (store && store->place->wholeVariable() == variable);
    bool hasParts = false;
    forEachChild(s, [&](const Statement *) { hasParts = true; });
    if (!sets && !hasParts) {
      result |= mayChange(s, variable);
      return;
    }
    forEachOperand(s, [&](const Expr *e) {
      walk(e, [&](const Expr *part) {
        const Place *place = placeOf(part);
        result |= place && place->variable() == variable &&
                  !isa<LoadExpr>(part) && !place->isIndirect();
      });
    });
  });
  return result;
}

const Expr *regtt::ir::reachingValue(const Variable *variable, const Expr *at,
                                     const Function &function) {
  if (!function.body || variable->isVolatile || isLent(variable, function.body))
    return nullptr;
  ValueScan scan(variable, at);
  scan.statement(function.body);
  return scan.found;
}
