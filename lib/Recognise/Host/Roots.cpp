// The root of the loop's call, or those that a query program enters.
//
//     call @visit(%q, load %root)              root
//     call @visit(%q, refof %trees[0:i32])     &trees[0]
#include "HostLoop.h"

#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

/// A pointer to the node that `e` leads to, or its number.
static const ir::Expr *pointerTo(ir::Module &module, const ir::Expr *e) {
  const ir::Type *to = ir::pointeeOf(e->type);
  if (e->type->isReference() && llvm::isa<ir::LibraryType>(to)) {
    const ir::Place *held = module.pointee(e); // a smart pointer
    return ir::followedFrom(to) ? module.read(ir::ReadOp::Get, held) : nullptr;
  }
  if (e->type->isReference())
    return module.addressOf(module.pointee(e));
  return to || e->type->isInt() || e->type->isEnum() ? e : nullptr;
}

void HostLoop::roots() {
  if (kernel.program) {
    refuse({}, "several calls in an iteration");
    return;
  }
  const ir::Expr *first =
      recogniser.origins->of(recogniser.call->arguments[recogniser.nodeParam]);
  // A number is handed over as one of the traversal's own type.
  if (const ir::Expr *root = pointerTo(module, first))
    host.root = kernel.nodesAreNumbers ? words.exact(root) : words.text(root);
  else
    refuse(recogniser.call->loc, "a root that is no pointer");
}
