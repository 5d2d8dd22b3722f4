// Guards: conditions that are evaluated when a rope is taken, and what the rope
// carries for them. A guard sees the query and the uniforms as they are then;
// what it needs of the node and of the body's variables is captured where the
// visit stands.
//
//     if lt(mul(%d, %d), load own(1: f32)) { visit @f(...) }
//  -> visit @f(...) when @f::guard0(%d)
//     fn @f::guard0(%d: f32) -> bool {
//       return lt(mul(load %d, load %d), load own(1: f32))
//     }
#pragma once

#include "Speculation.h"

#include "regtt/Analysis/Effects.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>

namespace regtt::kernel {

/// The terms that all have to hold for a branch to be taken. Those that visits
/// do not decide are asked on arrival, so that linearising knows them: if they
/// stand ahead of the first that visits do decide, or can be asked anywhere.
/// The others are the guard's.
struct GuardTerms {
  llvm::SmallVector<const ir::Expr *> now, later;
  bool isNegated = false; ///< each is to be false, for the branch is the `else`
};

/// The branch of an `if` where the other is empty; null where both or none are.
const ir::BlockStatement *onlyBranch(const ir::IfStatement &s);

/// What of conditions ropes can carry.
class GuardFinder {
public:
  GuardFinder(const Kernel &kernel, EffectFinder &effects)
      : speculation(kernel), effects(effects) {}

  /// What is captured of a condition: the largest operands that visits do not
  /// change and that need the node or variables; of a place that a reference
  /// leads to, its value.
  struct Operand {
    const ir::Expr *value = nullptr;
    const ir::Variable *variable = nullptr; ///< of which it is the value
    bool isAddressed = false; ///< the condition has a reference to it
  };
  enum Use {
    Again,   ///< it is evaluated when the guard is
    Carried, ///< it is an operand
    Parts,   ///< its parts are looked at
    Blocked  ///< it depends on visits and on the node or variables
  };
  /// What becomes of `e` in a guard; `operand` is set of what is carried.
  Use useOf(const ir::Expr *e, Operand &operand);

  /// Whether ropes can carry all that `condition` needs.
  bool isCarriable(const ir::Expr *condition);
  /// Operands are evaluated where the visit stands: whether that may do harm
  /// where the condition would not have been asked (`isConditional`), or would
  /// have left an operand out.
  bool mayFailEarly(const ir::Expr *condition, bool isConditional);

  GuardTerms termsOf(const ir::IfStatement &s);

  Speculation speculation;

private:
  struct Needs {
    bool node = false;     ///< node data or children
    bool elements = false; ///< data of elements
    llvm::SmallSetVector<const ir::Variable *, 2> variables;
    bool any() const { return node || !variables.empty(); }
  };
  Needs needsOf(const ir::Expr *e);
  void addPlace(const ir::Place *place, Needs &needs) const;
  bool looksAtNode(const ir::Function *function);
  bool looksAtNode(const ir::Expr *e);
  bool isBlocked(const ir::Expr *e);
  Use carry(const ir::Expr *e, const Needs &needs, Operand &operand);

  EffectFinder &effects;
  llvm::DenseMap<const ir::Function *, bool> looks;
};

/// Makes the guards of a kernel.
class GuardMaker {
public:
  GuardMaker(Kernel &kernel, EffectFinder &effects)
      : kernel(kernel), module(*kernel.module), finder(kernel, effects) {}

  GuardTerms termsOf(const ir::IfStatement &s) { return finder.termsOf(s); }
  bool isPossible(const ir::Expr *condition) {
    return finder.isCarriable(condition);
  }
  /// Gives `visit` a guard that is all of `terms`, which are possible.
  void add(ir::VisitStatement &visit, llvm::ArrayRef<const ir::Expr *> terms);

private:
  using Operand = GuardFinder::Operand;

  std::vector<Operand> operandsOf(const ir::Expr *condition);
  const ir::Expr *rewrite(const ir::Expr *condition,
                          llvm::ArrayRef<Operand> operands,
                          llvm::ArrayRef<ir::Variable *> params);
  ir::Function *find(const ir::Expr *condition,
                     llvm::ArrayRef<Operand> operands);
  ir::Function *make(const ir::Expr *condition,
                     llvm::ArrayRef<Operand> operands);
  unsigned capture(const Operand &operand, llvm::ArrayRef<unsigned> others);

  Kernel &kernel;
  ir::Module &module;
  GuardFinder finder;
  std::vector<std::string> baseNames; ///< of captures, without numbers
};

} // namespace regtt::kernel
