// What statements do with a variable that a reduction is about.
#include "CombinedUses.h"

#include "regtt/Analysis/Updates.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

bool recognise::combineAlike(ir::Combiner a, ir::Combiner b) {
  const auto ofBits = [](ir::Combiner combiner) {
    return combiner == ir::Combiner::AndAlso  ? ir::Combiner::And
           : combiner == ir::Combiner::OrElse ? ir::Combiner::Or
                                              : combiner;
  };
  return ofBits(a) == ofBits(b);
}

bool recognise::takesAddress(const ir::Expr *e, const ir::Variable *variable) {
  bool result = false;
  ir::walk(e, [&](const ir::Expr *part) {
    const auto *address = dyn_cast<ir::AddressExpr>(part);
    result |= address && address->place->variable() == variable &&
              !address->place->isIndirect();
  });
  return result;
}

bool recognise::handsOn(const ir::Statement *s, const ir::Variable *variable) {
  const auto *called = dyn_cast<ir::CallStatement>(s);
  return called && called->callee->isTraversal &&
         llvm::any_of(called->arguments, [&](const ir::Expr *argument) {
           return takesAddress(argument, variable);
         });
}

static bool mentions(const ir::Expr *e, const ir::Variable *variable) {
  bool result = false;
  ir::walk(e, [&](const ir::Expr *part) {
    const ir::Place *place = ir::placeOf(part);
    result |= place && place->variable() == variable;
  });
  return result;
}

bool recognise::isNamedInHead(const ir::Statement *loop,
                              const ir::BlockStatement *body,
                              const ir::Variable *variable) {
  bool result = false;
  const auto look = [&](const ir::Statement *s) {
    ir::forEachOperand(
        s, [&](const ir::Expr *e) { result |= mentions(e, variable); });
    ir::forEachPlace(s, [&](const ir::Place *place) {
      result |= place->variable() == variable;
    });
  };
  look(loop);
  ir::forEachChild(loop, [&](const ir::Statement *part) {
    if (part != body)
      ir::walk(part, look);
  });
  return result;
}

const ir::Statement *recognise::usedOtherwise(const ir::Statement *s,
                                              const ir::Variable *variable,
                                              ir::Combiner combiner) {
  if (handsOn(s, variable)) {
    unsigned times = 0;
    ir::forEachOperand(s, [&](const ir::Expr *e) {
      const auto *address = dyn_cast<ir::AddressExpr>(e);
      const bool isIt = address && address->place->wholeVariable() == variable;
      times += isIt || mentions(e, variable) ? 1 : 0;
    });
    return times == 1 ? nullptr : s;
  }
  if (const auto update = kernel::combinationOf(s);
      update && update->place->wholeVariable() == variable)
    return combineAlike(update->combiner, combiner) &&
                   llvm::none_of(
                       update->operands,
                       [&](const ir::Expr *e) { return mentions(e, variable); })
               ? nullptr
               : s;
  bool isUsed = false;
  ir::forEachOperand(
      s, [&](const ir::Expr *e) { isUsed |= mentions(e, variable); });
  ir::forEachPlace(s, [&](const ir::Place *place) {
    isUsed |= place->variable() == variable;
  });
  if (isUsed)
    return s;
  const ir::Statement *found = nullptr;
  ir::forEachChild(s, [&](const ir::Statement *child) {
    found = found ? found : usedOtherwise(child, variable, combiner);
  });
  return found;
}
