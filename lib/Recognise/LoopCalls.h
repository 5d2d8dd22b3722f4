// Functions that stand between an annotated loop and the traversal.
#pragma once

#include "regtt/IR/Module.h"
#include "regtt/Support/Message.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>

namespace regtt::recognise {

/// Calls in a loop's body that became the bodies of what they call.
struct InlinedCalls {
  /// Statements of the loop's body that stand for a call: one run of them each.
  llvm::SmallPtrSet<const ir::Statement *, 8> statements;
  /// What the loop's own text hands them.
  std::vector<const ir::Expr *> arguments;
  /// By call of a traversal in one of them, where the text of the loop's body
  /// makes the call that it stands for.
  llvm::DenseMap<const ir::CallStatement *, ir::Location> texts;
  /// The loop's body before parts of functions came into its expressions, which
  /// the text does not name; null: it is what it was.
  const ir::BlockStatement *ownText = nullptr;
};

/// Whether it is a traversal, or calls what leads to one.
bool leadsToTraversal(const ir::Function *function);
bool leadsToTraversal(const ir::Statement *s);

/// Puts the bodies of functions that lead to an annotated traversal, through
/// any number of others, in the place of their calls in the body of `loop`:
///
///     let %d: f32 = call @nearest(addressof %tree, load %q[%i])
///  -> var %nearest: f32
///     nearest: { let %best: ...; call @search(...); store %nearest = ... }
///     let %d: f32 = load %nearest
///
/// A program is made of them (Iteration.h), so that what stands before the
/// traversal's calls and behind them runs where they do. Whatever leads to no
/// traversal stays a call; but in a loop without traversals what changes a
/// struct in an element becomes its body, too, since elements are changed by
/// numbers. A function that leads to itself is refused.
InlinedCalls inlineLoopCalls(ir::Module &module, const ir::Function &host,
                             const ir::Statement *loop,
                             llvm::function_ref<void(Message)> refuse);

} // namespace regtt::recognise
