// Whether a function leaves an address of a variable of its anywhere:
//
//     visit(root, &count);       visit() only changes *count
//     count = max(count, 3);     what max() answers is read at once
//     q.where = &count;          kept
//     Tree tree;                 kept where its constructor puts `this` away
//
// Functions that are called are gone into. What is not understood keeps it.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <llvm/ADT/DenseSet.h>

#include <map>

namespace regtt::toir {

class KeptAddresses {
public:
  explicit KeptAddresses(const clang::ASTContext &context)
      : context(const_cast<clang::ASTContext &>(context)) {}

  /// `function` holds `variable`.
  bool keeps(const clang::FunctionDecl *function,
             const clang::VarDecl *variable);

private:
  /// What an expression is: the object, a pointer to it, or a variable that
  /// holds such a pointer.
  enum class State { Object, Pointer, Holder };
  enum class Fate { Passes, Answered, Kept };
  class Visitor;

  Fate fateOf(const clang::FunctionDecl *function,
              const clang::VarDecl *variable, State state);
  Fate fateOf(const clang::Expr *e, State state);
  /// Nothing: that depends on what is around `outer`, too.
  std::optional<Fate> through(const clang::Stmt *part, const clang::Stmt *outer,
                              State &state);
  std::optional<Fate> through(const clang::Stmt *part,
                              const clang::CallExpr *call, State &state);
  Fate fateWhenCopied(const clang::Stmt *part,
                      const clang::CXXConstructExpr *made, State state);
  Fate fateOfThis(const clang::Expr *in);

  /// Whether what makes the variable keeps where it lies.
  bool isKeptWhenMade(const clang::VarDecl *variable);
  bool isKeptWhenMade(const clang::CXXRecordDecl *record);
  bool isKeptBy(const clang::CXXConstructorDecl *constructor);
  bool isKeptBy(const clang::Expr *init);
  bool isKeptBy(const clang::FunctionDecl *maker);
  const clang::Stmt *parentOf(const clang::Stmt *s) const;

  clang::ASTContext &context;
  /// Classes and functions that make objects, while they are looked at.
  llvm::DenseSet<const clang::Decl *> makers;
  /// Of functions and parameters; null: `this`. While one is looked at, it
  /// passes or is answered: a recursion does what its other parts do.
  std::map<std::pair<const clang::FunctionDecl *, const clang::VarDecl *>, Fate>
      known;
};

} // namespace regtt::toir
