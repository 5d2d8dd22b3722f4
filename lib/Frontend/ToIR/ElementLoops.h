// Loops over elements that lie side by side, as library functions are lowered
// to: `for { var %k: i64 = 0:i64 } while lt(load %k, %length) ... { }`.
#pragma once

#include "Body.h"

namespace regtt::toir {

class ElementLoops {
public:
  explicit ElementLoops(Body &body)
      : body(body), here(body.at(body.make.loc)) {}

  /// What the loop's counter makes: of a condition, null where there is none.
  using Made = llvm::function_ref<const ir::Expr *(const ir::Expr *counter)>;
  using Emitted = llvm::function_ref<void(const ir::Expr *counter)>;

  /// `var %name: type = value`
  ir::Variable *local(llvm::StringRef name, const ir::Type *type,
                      const ir::Expr *value);
  /// `for (k = from; condition; ++k)`, with what `emit` emits for its body. The
  /// counter has the type of `from`.
  void loop(const ir::Expr *from, Made condition, Emitted emit);
  /// The same with the counter declared ahead of the loop, whose value behind
  /// it is returned.
  const ir::Expr *counted(const ir::Expr *from, Made condition, Emitted emit);

  void store(const ir::Variable *variable, const ir::Expr *value);
  const ir::Expr *load(const ir::Variable *variable);
  void when(const ir::Expr *condition, llvm::function_ref<void()> emit);
  void leaveLoop();

private:
  Body &body;
  ir::Location here;

  ir::LoopStatement *made(const ir::Variable *counter, Made condition,
                          Emitted emit);
};

} // namespace regtt::toir
