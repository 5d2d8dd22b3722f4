// Follows what statements and functions do to containers.
#include "HostStatements.h"

#include "Body.h"
#include "Constructs.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

static bool isOfLibrary(const ir::LibraryCallStatement &called) {
  return !isAlgorithm(called.name) && mayThrow(&called).empty();
}

/// Where the object is that an argument leads to; null: it is not known.
const ir::Place *HostStatements::leadsTo(const ir::CallStatement &called,
                                         unsigned param) const {
  if (param >= called.arguments.size())
    return nullptr;
  const ir::Expr *argument = called.arguments[param];
  const auto *value = dyn_cast<ir::ValueExpr>(argument);
  return value ? module.place(value->variable) : ir::placeOf(argument);
}

bool HostStatements::isShared(const ir::Place *container) const {
  const ir::Variable *variable = container->variable();
  if (!(variable || container->global()) || (variable && isOwn(variable)))
    return false;
  return llvm::none_of(container->steps, [&](const ir::Step &step) {
    const auto *element = std::get_if<ir::ElementStep>(&step);
    const auto *index = std::get_if<ir::IndexStep>(&step);
    const auto *deref = std::get_if<ir::DerefStep>(&step);
    const ir::Expr *at = element ? element->index
                         : index ? index->index
                         : deref ? deref->offset
                                 : nullptr;
    return at && isNumber(at);
  });
}

void HostStatements::add(const ir::Statement *s, const ir::Function &in,
                         Effects &to) {
  const auto changes = [&](const ir::Place *place) {
    if (!place)
      return;
    to.isOfHost |= place->global() != nullptr;
    const auto param = llvm::find(in.params, place->variable());
    if (place->variable() && param != in.params.end())
      to.params.insert(unsigned(param - in.params.begin()));
  };
  if (const auto *called = dyn_cast<ir::LibraryCallStatement>(s))
    to.isOfHost |= isOfLibrary(*called);
  if (const auto *change = dyn_cast<ir::ContainerChangeStatement>(s))
    changes(change->container);
  if (const auto *called = dyn_cast<ir::CallStatement>(s)) {
    const Effects inner = effectsOf(called->callee);
    to.isOfHost |= inner.isOfHost;
    for (const unsigned param : inner.params)
      changes(leadsTo(*called, param));
  }
}

const HostStatements::Effects &
HostStatements::effectsOf(const ir::Function *function) {
  const auto [found, isNew] = known.try_emplace(function);
  if (isNew && function->body) {
    Effects effects;
    ir::walk(static_cast<const ir::Statement *>(function->body),
             [&](const ir::Statement *s) { add(s, *function, effects); });
    known[function] = effects;
  }
  return known[function];
}

bool HostStatements::contains(const ir::Statement *s) {
  if (const auto *called = dyn_cast<ir::LibraryCallStatement>(s))
    return isOfLibrary(*called);
  if (const auto *change = dyn_cast<ir::ContainerChangeStatement>(s))
    return isShared(change->container);
  const auto *called = dyn_cast<ir::CallStatement>(s);
  if (!called || called->callee->isTraversal)
    return false;
  const Effects effects = effectsOf(called->callee);
  return effects.isOfHost || llvm::any_of(effects.params, [&](unsigned param) {
           const ir::Place *place = leadsTo(*called, param);
           return place && isShared(place);
         });
}
