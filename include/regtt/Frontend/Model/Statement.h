/// The statements of a body, recursive calls among them.
#pragma once

#include "regtt/Frontend/Model/Children.h"

#include <vector>

namespace regtt {

/// One argument of a recursive call that differs from the parameter.
struct CallArg {
  unsigned arg; ///< index into Traversal::args
  const clang::Expr *value;
};

/// A recursive call.
struct Call {
  const clang::CallExpr *ast = nullptr;
  const clang::Expr *child = nullptr;
  llvm::SmallVector<CallArg, 2> args;
};

/// A statement of the traversal or of a helper.
struct Statement {
  enum Kind {
    Block,  ///< body
    If,     ///< cond, body, orElse
    Loop,   ///< form, init, cond, step, body
    Switch, ///< cond, body: statements and the Cases among them; no calls
    Case,   ///< labels, or the default where there are none
    Let,    ///< vars
    Eval,   ///< cond is evaluated for its effect
    Return, ///< cond is the value of a helper, null in a traversal
    Break,
    Continue,
    CallNode, ///< call
    CallTree  ///< of the query program: call, of Traversal::treeCalls
  } kind = Block;
  enum LoopForm {
    For,
    While,
    DoWhile,
    Children ///< vars[0] is each child of `group` in turn
  } form = For;

  clang::SourceLocation loc;
  const clang::Expr *cond = nullptr;
  bool negated = false; ///< If: the test is the negation of cond
  std::vector<Statement> init;
  const clang::Expr *step = nullptr;
  llvm::SmallVector<const clang::VarDecl *, 1> vars;
  llvm::SmallVector<const clang::Expr *, 1> labels; ///< constants
  unsigned call = 0;  ///< index into Traversal::calls, or treeCalls
  unsigned group = 0; ///< index into Traversal::slots
  std::vector<Statement> body, orElse;
};

} // namespace regtt
