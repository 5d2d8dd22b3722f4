// Pointers that are constants since closures no longer refer to them.
#include "SettledLocals.h"

#include "LocalUses.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

ir::BlockStatement *recognise::settleLocals(ir::Module &module,
                                            ir::BlockStatement *body) {
  const LocalUses uses = usesOf(body);
  const auto isSettled = [&](const ir::VarStatement &var) {
    const LocalUse use = uses.lookup(var.variable);
    return var.init && var.variable->kind == ir::Variable::Local &&
           var.variable->type->isPointer() && use.changes == 0 &&
           !use.isAddressed;
  };
  ir::Mapper copy(module);
  bool found = false;
  copy.onStatement = [&](const ir::Statement *s)
      -> std::optional<std::vector<ir::Statement *>> {
    const auto *var = dyn_cast<ir::VarStatement>(s);
    if (!var || !isSettled(*var))
      return std::nullopt;
    found = true;
    const ir::Expr *value = copy.expr(var->init);
    ir::Variable *made =
        module.variable(ir::Variable::Let, var->variable->name,
                        var->variable->type, var->variable->loc);
    made->isConst = var->variable->isConst;
    copy.variables[var->variable] = made;
    return std::vector<ir::Statement *>{module.let(made, value, s->loc)};
  };
  ir::BlockStatement *result = copy.block(body);
  return found ? result : body;
}
