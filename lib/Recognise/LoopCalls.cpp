// Calls in a loop's body become the bodies of what leads to a traversal.
#include "LoopCalls.h"

#include "Inline.h"
#include "Iteration.h"
#include "Recogniser.h"
#include "Spelling.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

static bool leads(const ir::Function *function,
                  llvm::SmallPtrSetImpl<const ir::Function *> &seen);

static bool leads(const ir::Statement *s,
                  llvm::SmallPtrSetImpl<const ir::Function *> &seen) {
  bool result = false;
  ir::walk(s, [&](const ir::Statement *each) {
    const auto *call = dyn_cast<ir::CallStatement>(each);
    result = result || (call && leads(call->callee, seen));
  });
  return result;
}

static bool leads(const ir::Function *function,
                  llvm::SmallPtrSetImpl<const ir::Function *> &seen) {
  if (function->isTraversal || !function->body || !seen.insert(function).second)
    return function->isTraversal;
  return leads(function->body, seen);
}

bool recognise::leadsToTraversal(const ir::Function *function) {
  llvm::SmallPtrSet<const ir::Function *, 8> seen;
  return leads(function, seen);
}

bool recognise::leadsToTraversal(const ir::Statement *s) {
  llvm::SmallPtrSet<const ir::Function *, 8> seen;
  return leads(s, seen);
}

namespace {

class LoopCalls {
public:
  LoopCalls(ir::Module &module, const ir::Function &host, InlinedCalls &out,
            llvm::function_ref<void(Message)> refuse)
      : module(module), host(host), out(out), refuse(refuse) {}

  /// `around`: where the loop's body makes the call that the block stands for;
  /// none of the body itself.
  void expand(ir::BlockStatement *block, ir::Location around) {
    auto &list = block->statements;
    for (size_t k = 0; k < list.size(); ++k) {
      auto *call = dyn_cast<ir::CallStatement>(list[k]);
      if (call && call->callee->isTraversal && around)
        out.texts[call] = around;
      if (!call || !leadsToTraversal(call->callee) ||
          call->callee->isTraversal) {
        expandIn(list[k], around);
        continue;
      }
      if (llvm::is_contained(active, call->callee)) {
        refuse({Diag::RTT1131,
                call->loc,
                {spelled(*call->callee)},
                {{call->callee->loc, "declared here"}}});
        return;
      }
      if (!around)
        out.arguments.insert(out.arguments.end(), call->arguments.begin(),
                             call->arguments.end());
      auto [made, body] =
          inlinedCall(module, *call, host, stemOf(*call->callee));
      body->label = stemOf(*call->callee);
      const auto at = list.erase(list.begin() + std::ptrdiff_t(k));
      list.insert(at, made.begin(), made.end());
      if (!around)
        out.statements.insert(made.begin(), made.end());
      // What it holds is looked at where it stands: all that may change what
      // its calls are handed is around it then.
      active.push_back(call->callee);
      expand(body, around ? around : call->loc);
      active.pop_back();
      k += made.size() - 1;
    }
  }

private:
  void expandIn(ir::Statement *s, ir::Location around) {
    if (auto *inner = dyn_cast<ir::BlockStatement>(s))
      return expand(inner, around);
    ir::forEachChild(s, [&](ir::Statement *child) { expandIn(child, around); });
  }

  ir::Module &module;
  const ir::Function &host;
  InlinedCalls &out;
  llvm::function_ref<void(Message)> refuse;
  std::vector<const ir::Function *> active;
};

} // namespace

InlinedCalls
recognise::inlineLoopCalls(ir::Module &module, const ir::Function &host,
                           const ir::Statement *loop,
                           llvm::function_ref<void(Message)> refuse) {
  InlinedCalls result;
  LoopCalls(module, host, result, refuse)
      .expand(const_cast<ir::BlockStatement *>(bodyOf(loop)), {});
  return result;
}
