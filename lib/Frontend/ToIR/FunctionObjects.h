// What the library's algorithms are given to call: closures, function objects
// of the user's, the library's own (`std::plus<>`), functions by their names.
#pragma once

#include "LibraryCalls.h"

#include <clang/AST/DeclCXX.h>

namespace regtt::toir {

/// What a function object is handed: an element where it lies, or a value.
struct Handed {
  const ir::Place *place = nullptr; ///< null: a value
  const ir::Expr *value = nullptr;
};

class FunctionObject {
public:
  /// What `algorithm` calls where it is given `given`; nothing where that is
  /// not known, or where it may matter how often the library copies it.
  static std::optional<FunctionObject> of(const clang::FunctionDecl *algorithm,
                                          const clang::Expr *given);
  /// What an algorithm does that is given none: `+`, `<`.
  static FunctionObject plain(ir::BinaryOp op);

  /// The user's function that is called; null: an operator.
  const clang::FunctionDecl *function() const { return callee; }
  /// Whether calls of it change nothing.
  bool isPure(Body &body) const;

  /// A reference to the object, null where it needs none; false: it is not
  /// made.
  bool make(Body &body, const ir::Expr *&object) const;

  /// What a call of it gives; null: it is not known how that is called.
  const ir::Expr *call(Body &body, const ir::Expr *object,
                       llvm::ArrayRef<Handed> handed) const;
  /// A call for its effects; false: it is not known how that is called.
  bool run(Body &body, const ir::Expr *object,
           llvm::ArrayRef<Handed> handed) const;

private:
  bool prepare(Body &body, const ir::Expr *object,
               llvm::ArrayRef<Handed> handed, const ir::Function *&target,
               std::vector<const ir::Expr *> &arguments) const;
  const ir::Expr *argument(Body &body, const clang::ParmVarDecl *param,
                           const Handed &handed) const;
  const ir::Expr *operation(Body &body, llvm::ArrayRef<Handed> handed) const;

  const clang::Expr *given = nullptr;
  const clang::FunctionDecl *callee = nullptr; ///< null: an operator
  ir::BinaryOp op = ir::BinaryOp::Add;
  clang::QualType operand; ///< of `std::plus<int>`; null: those given
};

/// Which functions of the user's one of the library's algorithms runs that
/// changes nothing by itself; nothing: it is another one, or it may run more.
std::optional<std::vector<const clang::FunctionDecl *>>
appliedFunctions(const clang::FunctionDecl *algorithm,
                 llvm::ArrayRef<const clang::Expr *> arguments);

/// The function of the user's, if there is one, that `algorithm` calls of what
/// it is given as `type`. Its body is visible, and it is always the same one.
const clang::FunctionDecl *calledBy(const clang::FunctionDecl *algorithm,
                                    clang::QualType type);

} // namespace regtt::toir
