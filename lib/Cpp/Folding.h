// Which temporaries are printed where they are used:
//
//     let %t: i32 = call @f(load %x)          y = f(x) + 1;
//     store %y = add(%t, 1:i32)
#pragma once

#include "regtt/IR/Module.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

namespace regtt::cpp {

class Folding {
public:
  Folding() = default;
  explicit Folding(const ir::Function &function);

  /// The statement that makes the variable, if that is printed in its place: a
  /// let, a call or a library call. Else null.
  const ir::Statement *valueOf(const ir::Variable *variable) const {
    return folded.lookup(variable);
  }
  bool isFolded(const ir::Statement *s) const { return statements.count(s); }
  /// Whether anything mentions the variable, beside its declaration; whether
  /// anything reads it.
  bool isUsed(const ir::Variable *variable) const {
    return uses.lookup(variable) != 0 || stores.count(variable);
  }
  bool isRead(const ir::Variable *variable) const {
    return uses.lookup(variable) != 0;
  }
  /// Whether its address is taken, by a pointer, a reference or a container.
  bool isAddressed(const ir::Variable *variable) const {
    return addressed.count(variable);
  }

private:
  llvm::DenseMap<const ir::Variable *, const ir::Statement *> folded;
  llvm::DenseSet<const ir::Statement *> statements;
  llvm::DenseMap<const ir::Variable *, unsigned> uses;
  llvm::DenseSet<const ir::Variable *> stores, addressed;
  llvm::DenseSet<const ir::Statement *> effectful;

  void count(const ir::Function &function);
  void fold(llvm::ArrayRef<ir::Statement *> list,
            const ir::Expr *condition = nullptr);
  bool fold(const ir::Statement *made, const ir::Statement *next,
            const ir::Expr *condition);
};

/// All variables that `s` and what is in it mentions, by their declarations
/// not.
void usesOf(const ir::Statement *s,
            llvm::function_ref<void(const ir::Variable *)> visit);

} // namespace regtt::cpp
