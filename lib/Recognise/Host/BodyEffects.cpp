// What statements before the calls change that is not the body's own.
#include "HostBody.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

bool HostBody::isOfBody(const ir::Place *place) {
  const auto isOwn = [&](const ir::Place *at) {
    return at->variable() && !at->isIndirect() &&
           recogniser.origins->isLocal(at->variable());
  };
  if (isOwn(place))
    return true;
  if (place->bitField())
    place = module.place(place->root, place->steps.drop_back());
  const ir::Expr *where = recogniser.origins->of(module.referenceTo(place));
  const auto *at = dyn_cast<ir::AddressExpr>(where);
  return at && isOwn(at->place);
}

/// The range of the loop in `callee` that goes over elements by `variable`.
static const ir::Place *rangeOf(const ir::Function *callee,
                                const ir::Variable *variable) {
  const ir::Place *result = nullptr;
  ir::walk(callee->body, [&](const ir::Statement *s) {
    const auto *loop = dyn_cast<ir::RangeLoopStatement>(s);
    if (loop && loop->variable == variable)
      result = loop->range;
  });
  return result;
}

const ir::Place *recognise::behindArgument(const ir::Function *callee,
                                           const ir::Place *place) {
  const ir::Variable *variable = place->variable();
  if (variable && place->isIndirect() && variable->type->isReference())
    if (const ir::Place *range = rangeOf(callee, variable))
      place = range;
  variable = place->variable();
  size_t indirections = 0;
  for (const ir::Step &step : place->steps)
    indirections += std::holds_alternative<ir::DerefStep>(step);
  const auto *deref = place->steps.empty()
                          ? nullptr
                          : std::get_if<ir::DerefStep>(&place->steps[0]);
  return indirections == 1 && deref && !deref->offset && variable &&
                 variable->isFixed() &&
                 llvm::is_contained(callee->params, variable)
             ? place
             : nullptr;
}

bool recognise::changesArguments(const ir::Function *callee) {
  if (callee->isPure)
    return true;
  if (!callee->body)
    return false;
  bool result = true;
  ir::walk(callee->body, [&](const ir::Statement *s) {
    const auto *known = dyn_cast<ir::LibraryCallStatement>(s);
    result &= !isa<ir::CallStatement>(s) && (!known || ir::onlyReads(*known));
    if (isa<ir::RangeLoopStatement>(s))
      return;
    ir::forEachPlace(s, [&](const ir::Place *place) {
      result &= place->variable() && (!place->isIndirect() ||
                                      behindArgument(callee, place) != nullptr);
    });
  });
  return result;
}

bool HostBody::hasEffects(const ir::Statement *s) {
  bool result = false;
  const auto ofBody = [&](llvm::ArrayRef<const ir::Expr *> arguments) {
    return llvm::all_of(arguments, [&](const ir::Expr *argument) {
      const auto *at = dyn_cast<ir::AddressExpr>(argument);
      return !ir::pointeeOf(argument->type) || (at && isOfBody(at->place));
    });
  };
  ir::walk(s, [&](const ir::Statement *each) {
    if (const auto *called = dyn_cast<ir::CallStatement>(each))
      result |= !called->callee->isPure && !(changesArguments(called->callee) &&
                                             ofBody(called->arguments));
    else if (const auto *known = dyn_cast<ir::LibraryCallStatement>(each))
      result |= !isFollowed(*known) && !ir::onlyReads(*known) &&
                (known->arguments.empty() || !ofBody(known->arguments) ||
                 llvm::none_of(known->arguments, [](const ir::Expr *argument) {
                   return isa<ir::AddressExpr>(argument);
                 }));
    else if (!isa<ir::RangeLoopStatement>(each))
      ir::forEachPlace(
          each, [&](const ir::Place *place) { result |= !isOfBody(place); });
  });
  return result;
}
