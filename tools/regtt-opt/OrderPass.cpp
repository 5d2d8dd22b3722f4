// What the loops of a text access, and where the order of their iterations can
// be seen: of loops that `visit` where they are split, with what of a text
// counts as a traversal; of loops that are `parallel` and do not, where
// iterations run at the same time.
#include "Passes.h"

#include "regtt/Analysis/LoopCarried.h"
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

static ir::LoopAccesses accessesIn(const ir::Statement *loop,
                                   const ir::Function &function) {
  const auto shared = addressed(function);
  const auto isTraversal = [](const ir::Function *) { return false; };
  const auto isShared = [&](const ir::Variable *variable) {
    return shared.contains(variable);
  };
  const auto none = [](const ir::Variable *) { return false; };
  const auto isGlobalShared = [](const ir::Global *) { return true; };
  return ir::accessesOf(
      loop, {isTraversal, isShared, isShared, isGlobalShared, none, none});
}

static std::string textOf(const ir::Access &access) {
  return ir::toString(access.region) +
         (access.isWrite ? " is written" : " is read");
}

static void report(const ir::LoopAccesses &accesses,
                   const ir::Function &function) {
  llvm::outs() << "@" << function.name << ":\n";
  for (const ir::Access &access : accesses.all)
    llvm::outs() << "  " << nameOf(access.phases)
                 << (access.isWrite ? ": writes " : ": reads ")
                 << ir::toString(access.region) << "\n";
  if (accesses.isUnknown)
    llvm::outs() << "  calls what is not known\n";
}

static bool isLoop(const ir::Statement *s) {
  return llvm::isa<ir::LoopStatement, ir::CountedLoopStatement,
                   ir::RangeLoopStatement>(s);
}

static bool isParallel(const ir::Statement *s) {
  if (const auto *loop = llvm::dyn_cast<ir::LoopStatement>(s))
    return loop->isParallel;
  const auto *range = llvm::dyn_cast<ir::RangeLoopStatement>(s);
  return range && range->isParallel;
}

llvm::Error opt::orderPass(ir::Module &module, ir::PrintOptions) {
  for (const ir::Function *function : module.functions()) {
    if (!function->body)
      continue;
    ir::walk(function->body, [&](ir::Statement *s) {
      bool visits = false;
      if (isLoop(s))
        ir::walk(s, [&](ir::Statement *inner) {
          visits |= llvm::isa<ir::VisitStatement>(inner);
        });
      if (!visits && !isParallel(s))
        return;
      const ir::LoopAccesses accesses = accessesIn(s, *function);
      report(accesses, *function);
      if (visits)
        for (const ir::OrderFault &fault : ir::orderFaults(accesses))
          llvm::outs() << "  in order: " << textOf(*fault.earlier) << ", then "
                       << textOf(*fault.later) << "\n";
      else
        for (const ir::CarriedPair &pair : ir::carriedPairs(accesses))
          llvm::outs() << "  carried: " << textOf(*pair.write) << "; "
                       << textOf(*pair.other) << "\n";
    });
  }
  return llvm::Error::success();
}
