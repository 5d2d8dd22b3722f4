// Whether what a loop leaves in a local variable is looked at when it is over.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <clang/Analysis/CFG.h>

#include <memory>

namespace regtt::toir {

/// Follows the ways through the function from where the loop ends:
///
///     int j, cut;
///     #pragma regtt parallel
///     for (i = 0; i < n; ++i) ... // sets j and cut
///     for (j = 0; j < m; ++j)     // sets j first: what it was is not read
///       print(cut);               // reads cut
class ReadBehind {
public:
  /// `loop` stands in `function`.
  ReadBehind(const clang::FunctionDecl *function, const clang::Stmt *loop);
  ~ReadBehind();

  /// True, too, where the text does not tell: of what is not a local variable
  /// of the function alone, and of what anything else names in a function that
  /// catches exceptions.
  bool mayBe(const clang::VarDecl *variable) const;

private:
  const clang::FunctionDecl *function;
  const clang::Stmt *loop;
  std::unique_ptr<clang::CFG> flow; ///< null: nobody knows the ways
  const clang::CFGBlock *behind = nullptr;
};

} // namespace regtt::toir
