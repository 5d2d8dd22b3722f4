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
