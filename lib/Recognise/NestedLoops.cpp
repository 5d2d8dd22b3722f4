// What stands for the traversal of a loop that calls none.
#include "NestedLoops.h"

#include "Constructs.h"
#include "LoopCalls.h"

#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;

bool recognise::isNested(const ir::BlockStatement *body) {
  bool hasEffect = false, isKnown = true;
  ir::walk(
      static_cast<const ir::Statement *>(body), [&](const ir::Statement *s) {
        hasEffect |=
            !llvm::isa<ir::BlockStatement, ir::LetStatement, ir::VarStatement>(
                s);
        if (const auto *call = llvm::dyn_cast<ir::CallStatement>(s))
          isKnown &= call->callee->body && !leadsToTraversal(call->callee) &&
                     !callOfRecursion(call);
      });
  return hasEffect && isKnown;
}

const ir::CallStatement *recognise::callOfNothing(ir::Module &module,
                                                  ir::Location loc) {
  ir::StructType *node = module.createStruct("rt::Node", loc);
  ir::StructBody none;
  none.size = none.align = 1;
  module.complete(node, std::move(none));
  const ir::Type *pointer = module.pointerTo(node);
  ir::Function *empty = module.createFunction(
      module.freeName("nothing"),
      module.functionType(module.voidType(), {pointer}), loc);
  module.parameter(empty, "node");
  empty->body = module.block({}, loc);
  empty->isTraversal = true;
  return module.callStatement(empty, {module.null(pointer)}, nullptr, loc);
}
