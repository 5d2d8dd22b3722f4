// Counters that an iteration has for several loops, one after the other, become
// one of each loop:
//
//     var %j: i32                             for { var %j: i32 = 0 } ...
//     for { store %j = 0:i32 } ...      ->    for { var %j.2: i32 = 3 } ...
//     for { store %j = 3:i32 } ...
//
// Loops that declare what they count by are shared out among threads.
#include "LocalUses.h"
#include "LoopClauses.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

namespace {

/// Where the loop's init sets the variable, ahead of all else that names it;
/// behind the last statement: nowhere.
size_t setInInit(const ir::LoopStatement *loop, const ir::Variable *variable) {
  if (!loop->init)
    return 0;
  const auto &list = loop->init->statements;
  for (size_t k = 0; k < list.size(); ++k) {
    const auto *store = dyn_cast<ir::StoreStatement>(list[k]);
    if (!namesVariable(list[k], variable))
      continue;
    bool isRead = !store || store->place->wholeVariable() != variable;
    ir::walkExprs(static_cast<const ir::Statement *>(list[k]),
                  [&](const ir::Expr *e) {
                    const ir::Place *place = ir::placeOf(e);
                    isRead |= place && place->variable() == variable;
                  });
    return isRead ? list.size() : k;
  }
  return list.size();
}

bool setsFirst(const ir::Statement *s, const ir::Variable *variable) {
  const auto *loop = dyn_cast<ir::LoopStatement>(s);
  return loop && loop->init &&
         setInInit(loop, variable) < loop->init->statements.size();
}

/// Whether `s` names it but in loops that set it first.
bool isNamedElsewhere(const ir::Statement *s, const ir::Variable *variable) {
  if (setsFirst(s, variable))
    return false;
  bool result = false, hasChildren = false;
  ir::forEachChild(s, [&](const ir::Statement *child) {
    hasChildren = true;
    result = result || isNamedElsewhere(child, variable);
  });
  if (!hasChildren)
    return namesVariable(s, variable);
  ir::forEachOperand(s, [&](const ir::Expr *operand) {
    ir::walk(operand, [&](const ir::Expr *e) {
      const ir::Place *place = ir::placeOf(e);
      result |= place && place->variable() == variable;
    });
  });
  ir::forEachPlace(s, [&](const ir::Place *place) {
    result |= place->variable() == variable;
    ir::walk(place, [&](const ir::Expr *e) {
      const ir::Place *inner = ir::placeOf(e);
      result |= inner && inner->variable() == variable;
    });
  });
  return result;
}

} // namespace

bool recognise::narrowToLoops(ir::Module &module, ir::BlockStatement *&body,
                              const ir::Variable *own) {
  if (isNamedElsewhere(body, own))
    return false;
  const auto same = [](const ir::Variable *declared) { return declared; };
  ir::Mapper outer(module);
  outer.onDeclare = same;
  outer.onStatement = [&](const ir::Statement *s)
      -> std::optional<std::vector<ir::Statement *>> {
    if (!setsFirst(s, own))
      return std::nullopt;
    ir::Variable *counter =
        module.variable(ir::Variable::Local, own->name, own->type, own->loc);
    ir::Mapper inner(module);
    inner.onDeclare = same;
    inner.variables[own] = counter;
    std::vector<ir::Statement *> made =
        inner.statements({const_cast<ir::Statement *>(s)});
    auto *loop = llvm::cast<ir::LoopStatement>(made.front());
    ir::Statement *&set = loop->init->statements[setInInit(loop, counter)];
    set = module.var(counter, llvm::cast<ir::StoreStatement>(set)->value);
    return made;
  };
  body = outer.block(body);
  return true;
}
