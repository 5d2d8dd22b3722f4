// What is asked of the parts of a program.
#include "regtt/Kernel/InnerRange.h"

#include "regtt/IR/Walk.h"

using namespace regtt;
using llvm::dyn_cast;
using llvm::isa;

bool regtt::kernel::changesOwnAlone(const ir::Function &part) {
  bool result = true;
  ir::walk(
      static_cast<const ir::Statement *>(part.body),
      [&](const ir::Statement *s) {
        const auto *store = dyn_cast<ir::StoreStatement>(s);
        const auto *data =
            store ? std::get_if<ir::DataRoot>(&store->place->root) : nullptr;
        result &= !isa<ir::ReduceStatement, ir::TrapStatement,
                       ir::CallStatement, ir::LibraryCallStatement,
                       ir::ContainerChangeStatement, ir::DeferStatement>(s) &&
                  (!store || store->place->variable() ||
                   (data && data->kind == ir::DataRoot::Own));
      });
  return result;
}

bool regtt::kernel::foldsAlone(const InnerRange &inner) {
  const std::vector<ir::Variable *> &params = inner.fold->params;
  const auto isForeign = [&](const ir::Variable *variable) {
    for (size_t k = 0; k < params.size(); ++k) {
      if (params[k] != variable)
        continue;
      if (k >= inner.frameSize())
        return k == inner.frameSize(); // the counter
      for (const InnerRange::Part &part : inner.parts)
        if (part.frame == k)
          return false;
      return true;
    }
    return false;
  };
  bool result = !inner.parts.empty();
  ir::walkExprs(inner.fold->body, [&](const ir::Expr *e) {
    if (const auto *value = dyn_cast<ir::ValueExpr>(e))
      result &= !isForeign(value->variable);
    const ir::Place *place = ir::placeOf(e);
    if (!place)
      return;
    const auto *data = std::get_if<ir::DataRoot>(&place->root);
    result &= !isForeign(place->variable()) &&
              (!data || data->kind == ir::DataRoot::Shared ||
               data->kind == ir::DataRoot::Element);
  });
  return result;
}
