// What statements before the calls change that is not the body's own: they run
// for all iterations first, and what they overwrite is kept.
#include "HostBody.h"

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

/// Whether all that a call of it changes is what its arguments lead to.
static bool changesArguments(const ir::Function *callee) {
  if (callee->isPure)
    return true;
  if (!callee->body)
    return false;
  bool result = true;
  ir::walk(callee->body, [&](const ir::Statement *s) {
    result &= !isa<ir::LibraryCallStatement, ir::CallStatement>(s);
    if (isa<ir::RangeLoopStatement>(s))
      return;
    ir::forEachPlace(s, [&](const ir::Place *place) {
      const ir::Variable *variable = place->variable();
      size_t indirections = 0;
      for (const ir::Step &step : place->steps)
        indirections += std::holds_alternative<ir::DerefStep>(step);
      result &= variable && (indirections == 0 ||
                             (indirections == 1 && variable->isFixed() &&
                              llvm::is_contained(callee->params, variable)));
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
      result |= !isFollowed(*known) &&
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

//===--- What is overwritten ----------------------------------------------===//

/// As much of `place` as lies where it lies whatever a loop within the
/// statement does: all of an array whose elements it goes over.
static const ir::Place *fixedPart(ir::Module &module, const ir::Place *place,
                                  const ir::Statement *of) {
  if (place->bitField())
    place = module.place(place->root, place->steps.drop_back());
  std::set<const ir::Variable *> inner;
  ir::walk(of, [&](const ir::Statement *s) {
    if (const ir::Variable *variable = ir::declaredBy(s))
      inner.insert(variable);
  });
  const auto isInner = [&](const ir::Place *at) {
    bool result = at->variable() && inner.count(at->variable());
    ir::walk(at, [&](const ir::Expr *e) {
      const auto *value = dyn_cast<ir::ValueExpr>(e);
      const ir::Place *read = ir::placeOf(e);
      result |= (value && inner.count(value->variable)) ||
                (read && read->variable() && inner.count(read->variable()));
    });
    return result;
  };
  while (isInner(place)) {
    if (place->steps.empty() ||
        !std::holds_alternative<ir::IndexStep>(place->steps.back()))
      return nullptr;
    place = module.place(place->root, place->steps.drop_back());
  }
  return place;
}

/// What a call changes of what its arguments lead to, as far as fields say.
static void forEachChanged(ir::Module &module, const ir::CallStatement &call,
                           llvm::function_ref<void(const ir::Place *)> visit) {
  if (call.callee->isPure)
    return;
  ir::walk(call.callee->body, [&](const ir::Statement *s) {
    if (isa<ir::RangeLoopStatement>(s))
      return;
    ir::forEachPlace(s, [&](const ir::Place *place) {
      if (!place->isIndirect())
        return;
      const auto param = llvm::find(call.callee->params, place->variable());
      const ir::Expr *given =
          call.arguments[param - call.callee->params.begin()];
      const auto *deref = std::get_if<ir::DerefStep>(&place->steps[0]);
      const auto *at = dyn_cast<ir::AddressExpr>(given);
      const ir::Place *result = !deref || deref->offset ? nullptr
                                : at                    ? at->place
                                                        : module.pointee(given);
      for (const ir::Step &step : place->steps.drop_front()) {
        const auto *inner = std::get_if<ir::FieldStep>(&step);
        if (!inner || !result || inner->field->bitWidth)
          break;
        result = module.field(result, inner->field);
      }
      visit(result ? result : place);
    });
  });
}

std::string HostBody::keepText(const UserStatement &of, const ir::Statement *s,
                               const ir::Place *place) {
  const ir::Place *at = nullptr;
  for (const ir::Statement *part : of.parts) {
    bool isIn = false;
    ir::walk(part, [&](const ir::Statement *each) { isIn |= each == s; });
    if (isIn)
      at = fixedPart(module, place, part);
    if (at && part != s)
      // Where it is not sure to run, it may lead nowhere.
      for (const ir::Step &step : at->steps)
        if (std::holds_alternative<ir::DerefStep>(step) &&
            !(at->variable() && at->variable()->type->isReference()))
          return "";
  }
  if (!at || !isCopyable(at->type))
    return "";
  // Temporaries of the statement's are not there ahead of it.
  bool isThere = !(at->variable() && isUnnamed(at->variable()));
  ir::walk(at, [&](const ir::Expr *e) {
    const auto *value = dyn_cast<ir::ValueExpr>(e);
    isThere &= !(value && isUnnamed(value->variable));
    isThere &= !isa<ir::CallExpr>(e);
  });
  const std::string text = isThere ? words.lvalue(at) : "";
  if (text.empty())
    return "";
  Variables named;
  addUses(module.referenceTo(at), named);
  used.insert(named.begin(), named.end());
  return "regtt_keep(&regtt_call, &" + text + ", sizeof(" + text + "));";
}

void HostBody::keepOverwritten(const UserStatement &of,
                               std::vector<std::string> &preparation) {
  for (const ir::Statement *part : of.parts)
    ir::walk(part, [&](const ir::Statement *s) {
      if (isa<ir::RangeLoopStatement>(s))
        return;
      const auto keep = [&](const ir::Place *place) {
        if (isOfBody(place))
          return;
        const std::string text = keepText(of, s, place);
        host.isIrrevocable |= text.empty();
        if (!text.empty() && !llvm::is_contained(preparation, text))
          preparation.push_back(text);
      };
      if (const auto *called = dyn_cast<ir::CallStatement>(s)) {
        if (changesArguments(called->callee))
          forEachChanged(module, *called, keep);
        else
          host.isIrrevocable = true;
        return;
      }
      if (isa<ir::LibraryCallStatement, ir::ContainerChangeStatement>(s)) {
        host.isIrrevocable |= hasEffects(s);
        return;
      }
      ir::forEachPlace(s, keep);
    });
}
