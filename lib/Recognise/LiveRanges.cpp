// A local that is set anew among the statements that follow its declaration is
// another variable from there on:
//
//     var %k: i32                      for { var %k: i32 = 0 } ...
//     for { store %k = 0 } ...    ->   var %k.2: i32 = load %row[load %i]
//     store %k = load %row[load %i]    while ...
//     while ...
//
// Code that declares all of its variables at a function's beginning uses one
// for several things; each of them is counted, summed or moved by itself.
#include "LiveRanges.h"
#include "Deferral.h"
#include "LocalUses.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Splitter {
public:
  Splitter(ir::Module &module, ir::BlockStatement *body)
      : module(module), body(body), uses(usesOf(body)) {}

  void run() { walk(body); }

private:
  using List = std::vector<ir::Statement *>;

  void walk(ir::Statement *s) {
    if (auto *block = dyn_cast<ir::BlockStatement>(s))
      for (size_t k = 0; k < block->statements.size(); ++k)
        if (const auto *var = dyn_cast<ir::VarStatement>(block->statements[k]);
            var && mayBeSplit(var->variable) &&
            split(block->statements, k, var->variable))
          --k; // another statement stands there
    ir::forEachChild(s, [&](ir::Statement *child) { walk(child); });
  }

  bool mayBeSplit(const ir::Variable *variable) const {
    const ir::Type *type = variable->type;
    return (type->isBool() || type->isInt() || type->isFloat() ||
            type->isEnum() || type->isPointer()) &&
           !variable->isVolatile && !uses.lookup(variable).isAddressed &&
           !isLeftToHost(body, variable);
  }

  static const ir::StoreStatement *setting(const ir::Statement *s,
                                           const ir::Variable *variable) {
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    return store && store->place->wholeVariable() == variable ? store : nullptr;
  }

  static bool reads(const ir::Statement *s, const ir::Variable *variable) {
    bool result = false;
    ir::walkExprs(s, [&](const ir::Expr *e) {
      const ir::Place *place = ir::placeOf(e);
      result |= place && place->variable() == variable;
    });
    return result;
  }

  /// Lets what the loop at `k` does first stand ahead of it, if that sets the
  /// variable.
  static void hoist(List &list, size_t k, const ir::Variable *variable) {
    auto *loop = dyn_cast<ir::LoopStatement>(list[k]);
    if (!loop || !loop->init ||
        llvm::none_of(loop->init->statements, [&](const ir::Statement *s) {
          return setting(s, variable) && !reads(s, variable);
        }))
      return;
    List ahead;
    std::swap(ahead, loop->init->statements);
    list.insert(list.begin() + k, ahead.begin(), ahead.end());
  }

  /// `variable` is declared at `declared`; says whether that is gone.
  bool split(List &list, size_t declared, const ir::Variable *variable) {
    bool isGone = false;
    bool isFirst = !llvm::cast<ir::VarStatement>(list[declared])->init;
    for (size_t k = declared + 1; k < list.size(); ++k) {
      hoist(list, k, variable);
      const ir::StoreStatement *store = setting(list[k], variable);
      if (!store || reads(store, variable)) {
        isFirst &= !namesVariable(list[k], variable);
        continue;
      }
      ir::Variable *next = module.variable(ir::Variable::Local, variable->name,
                                           variable->type, variable->loc);
      ir::Mapper mapper(module);
      mapper.onDeclare = [](const ir::Variable *made) { return made; };
      mapper.variables[variable] = next;
      list[k] = module.var(next, store->value, store->loc);
      List rest = mapper.statements(llvm::ArrayRef(list).drop_front(k + 1));
      std::copy(rest.begin(), rest.end(), list.begin() + k + 1);
      uses[next] = uses.lookup(variable);
      if (isFirst) { // nothing has named it
        list.erase(list.begin() + declared);
        isGone = true;
        --k;
      }
      isFirst = false;
      variable = next;
      declared = k;
    }
    return isGone;
  }

  ir::Module &module;
  ir::BlockStatement *body;
  LocalUses uses;
};

} // namespace

void recognise::splitLiveRanges(ir::Module &module, ir::BlockStatement *body) {
  Splitter(module, body).run();
}
