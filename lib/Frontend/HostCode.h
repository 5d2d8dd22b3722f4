// What the host file evaluates for all iterations before any of them runs,
// which is code without an effect, or after all of them: what that code reads
// and writes.
#pragma once

#include "Builder.h"

#include <llvm/ADT/SmallPtrSet.h>

namespace regtt {

/// One read of memory that is not a variable of the code's own.
struct ReadOf {
  const clang::Expr *lvalue;
  bool always; ///< read whenever the code runs, by an expression of the loop's
};

/// Walks code at the annotated loop, and the functions that it calls.
class HostCode {
public:
  enum Effects { Refused, Collected };
  explicit HostCode(const clang::ASTContext &context, Effects effects = Refused)
      : context(context), effects(effects) {}

  /// Looks at `code`, a statement or an expression. What it declares is its
  /// own, which later code may change.
  void add(const clang::Stmt *code);

  /// Whether `decl` is none of the user's.
  bool isOfLibrary(const clang::Decl *decl) const;

  /// The first that changes more than the code's own variables, or is not
  /// understood; null if there is none. Where effects are collected: the first
  /// of which is not known what it writes.
  const clang::Stmt *effect = nullptr;
  std::vector<ReadOf> reads;
  /// What is written that is not the code's own, where effects are collected:
  /// an object, or a container with all it holds.
  std::vector<const clang::Expr *> writes;
  /// Queues and vectors that are named, as a whole: their elements or size may
  /// be read or written.
  std::vector<const clang::Expr *> containers;
  llvm::SmallPtrSet<const clang::VarDecl *, 8> changed; ///< of its own
  /// Where effects are collected: the first call that prints, reads or draws
  /// random numbers, so that its place among other such calls matters.
  const clang::Stmt *ordered = nullptr;
  /// The first `continue` of the annotated loop itself.
  const clang::Stmt *next = nullptr;
  /// The traversal's call, which is passed over; null where there is none.
  const clang::CallExpr *except = nullptr;

private:
  void statement(const clang::Stmt *s);
  void declaration(const clang::DeclStmt *s);
  void expression(const clang::Expr *e);
  void children(const clang::Stmt *s);
  void sometimes(const clang::Stmt *s);
  void loop(const clang::Stmt *s);
  void write(const clang::Expr *e, const clang::Expr *target);
  void call(const clang::CallExpr *e);
  void construct(const clang::CXXConstructExpr *e);
  void movedFrom(const clang::Expr *e, const clang::Expr *source);
  void arguments(llvm::ArrayRef<const clang::Expr *> arguments);
  void readObjects(const clang::CallExpr *e);
  void callBack(const clang::CallExpr *e, const clang::Expr *argument);
  bool isPure(const clang::FunctionDecl *callee, const clang::CallExpr *e);
  void takeReads(const clang::CallExpr *e, const HostCode &inside);
  void enter(const clang::CallExpr *e, const clang::FunctionDecl *callee);
  void outside(const clang::CallExpr *e, const clang::FunctionDecl *callee);
  const clang::Expr *objectOf(const clang::CXXMemberCallExpr *e) const;
  void writeContainers(const clang::Expr *iterator);
  void handedOver(const clang::Expr *argument, clang::QualType param,
                  bool oneObject = true);
  const clang::Expr *atCaller(const clang::CallExpr *e,
                              const clang::Expr *lvalue) const;
  bool ownsObject(const clang::Expr *lvalue) const;
  void stop(const clang::Stmt *at) {
    if (!effect)
      effect = at;
  }

  const clang::ASTContext &context;
  const Effects effects;
  llvm::SmallPtrSet<const clang::VarDecl *, 8> own;
  llvm::SmallPtrSet<const clang::FunctionDecl *, 4> active;
  /// Variables of loops over ranges: what is gone through.
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> elements;
  unsigned conditions = 0; ///< around what is walked
  unsigned loops = 0;      ///< that a break or continue leaves
  bool inCallee = false, inConstructor = false;
  bool recursive = false; ///< some function that was looked at
};

/// Whether `e` is a call that returns one of its arguments, which are looked at
/// themselves.
bool returnsArgument(const clang::Expr *e);

/// Whether a function of the library's sets or asks the floating-point
/// environment, which all arithmetic uses, or asks how many own an object,
/// which copies of its owners change.
bool looksAround(const clang::FunctionDecl *callee);

/// Whether `e` names a queue or a vector, by value or by pointer.
bool isGrowing(const clang::Expr *e);

/// Whether `part` is `s` or somewhere in it.
bool holds(const clang::Stmt *s, const clang::Stmt *part);

/// Drops what is read in `part` of the code alone; null: nothing.
void dropReads(std::vector<ReadOf> &reads, const clang::Expr *part);

} // namespace regtt
