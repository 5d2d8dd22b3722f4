// What expressions of a loop's body are, whatever they are called there: locals
// that have one value stand for it.
//
//     let %q: ref @Query = refof %queries[load %i]
//     let %p: ptr @Query = addressof (*%q)
//     ... load %p->x        ->  load %queries[load %i].x
//
// And whether they may differ from iteration to iteration.
#pragma once

#include "Iteration.h"
#include "Writes.h"

#include "regtt/IR/Mapper.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>

namespace regtt::recognise {

class Origins {
public:
  Origins(ir::Module &module, const ir::Function &host,
          const ir::Statement *loop, const Iteration &iteration);

  /// `e` as it is where the calls are made, in words of the loop's variable and
  /// of what is around the loop, as far as locals stand for that.
  const ir::Expr *of(const ir::Expr *e);
  const ir::Place *of(const ir::Place *place) { return copy.place(place); }
  /// Whether `e` may differ from iteration to iteration.
  bool varies(const ir::Expr *e) const;
  bool varies(const ir::Place *place) const;
  /// Whether the place may be another one in another iteration, whatever lies
  /// there.
  bool moves(const ir::Place *place) const;
  /// Whether an iteration has one of its own of `variable`: declared in its
  /// body.
  bool isLocal(const ir::Variable *variable) const {
    return ofBody.count(variable);
  }
  /// The one value of a local; null where it has several.
  const ir::Expr *valueOf(const ir::Variable *variable) const;
  /// What the loop does besides its calls is known.
  bool isKnown() const { return !writes.isUnknown(); }
  /// Where it may write what is not known; of no loop that is taken.
  ir::Location unknown() const { return writes.where(); }

private:
  struct Local {
    const ir::Expr *value = nullptr; ///< null: it has none, or several
    bool varies = true;
  };
  void findLocals(const Iteration &iteration);
  void findProgramLocals(const Iteration &iteration);
  void declare(const Iteration &iteration, unsigned level, size_t at,
               const ir::Variable *variable, const ir::Expr *value);
  bool isChanged(const Iteration &iteration, const ir::Statement *declaration,
                 const ir::Statement *set, const ir::Variable *variable) const;
  bool isOvertaken(const ir::Expr *value) const;
  bool variesAt(const ir::Place *place) const;
  bool variesAsAddress(const ir::Place *place) const;

  ir::Mapper copy;
  llvm::SmallPtrSet<const ir::Variable *, 8> ofBody, ofHead;
  llvm::DenseMap<const ir::Variable *, Local> locals;
  Writes before, writes; ///< ahead of the calls; and after them, too
};

} // namespace regtt::recognise
