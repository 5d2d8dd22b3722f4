// How many elements the containers of the query have at most, as far as a
// kernel's own tests say: `@f: own(1) has at most 2 elements`.
#include "Passes.h"

#include "regtt/Analysis/ContainerBounds.h"
#include "regtt/IR/Walk.h"

#include <set>

using namespace regtt;
using namespace regtt::opt;

/// The rows of containers that `function`, or what it calls, changes.
static void collect(const ir::Function &function, std::set<unsigned> &rows,
                    std::set<const ir::Function *> &seen) {
  if (!function.body || !seen.insert(&function).second)
    return;
  ir::walk(static_cast<const ir::Statement *>(function.body),
           [&](const ir::Statement *s) {
             if (const auto *call = llvm::dyn_cast<ir::CallStatement>(s))
               collect(*call->callee, rows, seen);
             const auto *change =
                 llvm::dyn_cast<ir::ContainerChangeStatement>(s);
             const auto *root =
                 change ? std::get_if<ir::DataRoot>(&change->container->root)
                        : nullptr;
             if (root && root->kind == ir::DataRoot::Own)
               rows.insert(root->number);
           });
}

llvm::Error opt::boundsPass(ir::Module &module, ir::PrintOptions) {
  for (const ir::Kernel *kernel : module.kernels()) {
    std::set<unsigned> rows;
    std::set<const ir::Function *> seen;
    collect(*kernel, rows, seen);
    for (const unsigned row : rows) {
      const auto most = kernel::mostElements(*kernel, row);
      llvm::outs() << "@" << kernel->name << ": own(" << row << ") has "
                   << (most ? "at most " + std::to_string(*most)
                            : std::string("any number of"))
                   << " elements\n";
    }
  }
  return llvm::Error::success();
}
