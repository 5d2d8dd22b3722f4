/// A function whose invariants are data: what is left of it, and how it becomes
/// that. Part of NodeInvariants.
///
///     let %side: f32 = div(sub(..), 2)          (nothing)
///     let %d: f32 = sub(%x, sqrt(%box))    ->   let %d: f32 = sub(%x, load
///     node(5))
#pragma once

#include "InvariantSlice.h"

namespace regtt::kernel {

class InvariantRewrite {
public:
  /// `candidates`: what is hoisted.
  InvariantRewrite(const Kernel &kernel, ir::Function &function,
                   const InvariantFinder &finder,
                   llvm::ArrayRef<InvariantCandidate> candidates)
      : kernel(kernel), function(function), finder(finder),
        candidates(candidates) {}

  /// Calls `onExpr` for everything that is still evaluated once they are
  /// hoisted, and `onPlace` for what is still changed.
  void forEachRest(llvm::function_ref<void(const ir::Expr *)> onExpr,
                   llvm::function_ref<void(const ir::Place *)> onPlace) const;

  /// Reads the data instead; drops what sets locals that nothing needs any
  /// more, and loops without anything left in them.
  void apply(llvm::ArrayRef<ChosenInvariant> chosen);

private:
  using Locals = std::set<const ir::Variable *>;
  using OnExpr = llvm::function_ref<void(const ir::Expr *)>;

  bool isHoisted(const ir::Statement *s, const ir::Expr *e) const;
  Locals liveLocals() const;
  bool isDead(const ir::Statement *s, const Locals &live) const;
  void restOf(const ir::Statement *s, OnExpr visit) const;
  void restIn(const ir::Statement *s, const ir::Expr *e, OnExpr visit) const;
  void replace(ir::Statement *s, llvm::ArrayRef<ChosenInvariant> chosen) const;
  void drop(ir::BlockStatement &block, const Locals &live) const;
  bool isEmptied(const ir::Statement *s) const;
  bool isNamedBeside(const ir::Variable *counter,
                     const ir::LoopStatement *loop) const;

  const Kernel &kernel;
  ir::Function &function;
  const InvariantFinder &finder;
  llvm::ArrayRef<InvariantCandidate> candidates;
};

} // namespace regtt::kernel
