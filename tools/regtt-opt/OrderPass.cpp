// What the loops of a text access, and where the order of their iterations can
// be seen: loops that `visit`, with what of a text counts as a traversal.
#include "Passes.h"

#include "regtt/Analysis/LoopOrder.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;

/// Variables of which an address is taken, or of what a container there owns.
static llvm::SmallPtrSet<const ir::Variable *, 8>
addressed(const ir::Function &function) {
  llvm::SmallPtrSet<const ir::Variable *, 8> result;
  ir::walkExprs(function.body, [&](const ir::Expr *e) {
    const ir::Place *place = ir::placeOf(e);
    if (place && !llvm::isa<ir::LoadExpr>(e) && place->variable() &&
        !place->isIndirect())
      result.insert(place->variable());
  });
  return result;
}

static llvm::StringRef nameOf(unsigned phases) {
  static const llvm::StringRef names[] = {
      "never", "before",        "during",        "before, during",
      "after", "before, after", "during, after", "always"};
  return names[phases & 7];
}

static void report(const ir::Statement *loop, const ir::Function &function) {
  const auto shared = addressed(function);
  const auto isTraversal = [](const ir::Function *) { return false; };
  const auto isShared = [&](const ir::Variable *variable) {
    return shared.contains(variable);
  };
  const auto none = [](const ir::Variable *) { return false; };
  const auto isGlobalShared = [](const ir::Global *) { return true; };
  const auto accesses = ir::accessesOf(
      loop, {isTraversal, isShared, isShared, isGlobalShared, none, none});
  llvm::outs() << "@" << function.name << ":\n";
  for (const ir::Access &access : accesses.all)
    llvm::outs() << "  " << nameOf(access.phases)
                 << (access.isWrite ? ": writes " : ": reads ")
                 << ir::toString(access.region) << "\n";
  if (accesses.isUnknown)
    llvm::outs() << "  calls what is not known\n";
  for (const ir::OrderFault &fault : ir::orderFaults(accesses))
    llvm::outs() << "  in order: " << ir::toString(fault.earlier->region)
                 << (fault.earlier->isWrite ? " is written" : " is read")
                 << ", then " << ir::toString(fault.later->region)
                 << (fault.later->isWrite ? " is written" : " is read") << "\n";
}

llvm::Error opt::orderPass(ir::Module &module, ir::PrintOptions) {
  for (const ir::Function *function : module.functions()) {
    if (!function->body)
      continue;
    ir::walk(function->body, [&](ir::Statement *s) {
      const bool isLoop = llvm::isa<ir::LoopStatement, ir::CountedLoopStatement,
                                    ir::RangeLoopStatement>(s);
      bool visits = false;
      if (isLoop)
        ir::walk(s, [&](ir::Statement *inner) {
          visits |= llvm::isa<ir::VisitStatement>(inner);
        });
      if (visits)
        report(s, *function);
    });
  }
  return llvm::Error::success();
}
