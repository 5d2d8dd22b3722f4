// A function's body in the place of a call of it.
#pragma once

#include "regtt/IR/Mapper.h"

namespace regtt::recognise {

/// Whether something in `body` may make `variable` another: a store to it or to
/// a part of it, or whatever has its address.
bool isReassigned(const ir::BlockStatement *body, const ir::Variable *variable);

/// Whether `e`, evaluated at any time while the body of `function` runs, is the
/// same: the value of a variable that stays as it is, or the address of what
/// such a variable leads to.
bool staysTheSame(const ir::Expr *e, const ir::Function &function);

/// What a call hands over for a parameter.
struct Handed {
  const ir::Expr *value = nullptr; ///< in words of where the body goes
  /// It may stand wherever the parameter stands; else it is kept in a variable.
  bool staysTheSame = false;
};

/// Makes a copy of a body that stands for a call.
///
///     call @count(%q, 3:i32)            {
///     fn @count(%q, %k) {                 let %k: i32 = 3:i32
///       if load %q->done { return }  ->   if load %q->done { } else {
///       store %q->n = %k                    store %q->n = %k
///     }                                   }
///                                       }
///
/// The hooks of `copy` say what else is exchanged in the body; it is for this
/// one copy.
class Inlining {
public:
  Inlining(ir::Module &module, const ir::Function &callee);

  ir::Mapper copy;
  /// The name of a variable that is declared for a parameter; its own if null.
  std::function<std::string(const ir::Variable *)> nameOf;

  /// What returns set; null: what they return is not used.
  const ir::Variable *result = nullptr;
  /// Nothing follows the call, so that a return of the callee is one of the
  /// caller.
  bool keepsReturns = false;

  ir::BlockStatement *run(llvm::ArrayRef<Handed> arguments, ir::Location loc);

private:
  void bind(const ir::Variable *param, const Handed &argument,
            std::vector<ir::Statement *> &out);
  void hook();

  ir::Module &module;
  const ir::Function &callee;
  /// By parameter, the address that stands for it.
  llvm::DenseMap<const ir::Variable *, const ir::AddressExpr *> addresses;
};

/// What stands in the place of a call: its body, around it a variable for what
/// it returns.
struct InlinedCall {
  std::vector<ir::Statement *> statements;
  ir::BlockStatement *body = nullptr; ///< one of them
};

/// `call`, a statement of `caller`'s, as the body of what it calls; `result` is
/// the name of the variable for its value.
///
///     let %d: f32 = call @nearest(load %q)
///  -> var %nearest: f32
///     { ...; store %nearest = ... }
///     let %d: f32 = load %nearest
InlinedCall inlinedCall(ir::Module &module, const ir::CallStatement &call,
                        const ir::Function &caller, llvm::StringRef result);

/// `body` without returns: what they return is stored to `result`, if there is
/// one, and what follows one does not run.
///
///     if a { return 1 }          if a { store %r = 1 } else {
///     f()                   ->     f()
///     return 2                     store %r = 2
///                                }
///
/// Where that does not do, they leave a block around it all.
void removeReturns(ir::Module &module, ir::BlockStatement *body,
                   const ir::Variable *result);

} // namespace regtt::recognise
