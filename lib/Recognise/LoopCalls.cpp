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
      if (!call || !leads(call->callee) || call->callee->isTraversal) {
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
      ir::BlockStatement *body = nullptr;
      const auto made = inlined(*call, body);
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

  /// Whether it is a traversal, or calls what leads to one.
  static bool leads(const ir::Function *function) {
    llvm::SmallPtrSet<const ir::Function *, 8> seen;
    return leads(function, seen);
  }

  static bool leads(const ir::Function *function,
                    llvm::SmallPtrSetImpl<const ir::Function *> &seen) {
    bool result = function->isTraversal;
    if (result || !function->body || !seen.insert(function).second)
      return result;
    ir::walk(static_cast<const ir::Statement *>(function->body),
             [&](const ir::Statement *s) {
               const auto *call = dyn_cast<ir::CallStatement>(s);
               result = result || (call && leads(call->callee, seen));
             });
    return result;
  }

  std::vector<ir::Statement *> inlined(const ir::CallStatement &call,
                                       ir::BlockStatement *&body) {
    const ir::Function *callee = call.callee;
    std::vector<ir::Statement *> made;
    Inlining inlining(module, *callee);
    if (call.result) {
      ir::Variable *result =
          module.variable(ir::Variable::Local, stemOf(*callee),
                          call.result->type, ir::Location());
      made.push_back(module.var(result, nullptr, call.loc));
      inlining.result = result;
    }
    std::vector<Handed> arguments;
    for (const ir::Expr *argument : call.arguments)
      arguments.push_back({argument, staysTheSame(argument, host)});
    body = inlining.run(arguments, call.loc);
    body->label = stemOf(*callee);
    made.push_back(body);
    if (call.result)
      made.push_back(module.let(
          call.result, module.load(module.place(inlining.result), call.loc),
          call.loc));
    return made;
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
