// Finds in one function what depends on the node and uniforms alone, in
// floating point: locals, and maximal expressions that may become data of the
// node. Part of NodeInvariants.
#pragma once

#include "regtt/Frontend/Passes/CountedLoop.h"
#include "regtt/Frontend/Model/Model.h"

#include <clang/AST/ASTContext.h>
#include <llvm/ADT/FoldingSet.h>

#include <map>
#include <set>

namespace regtt {

/// An expression that may become a datum.
struct InvariantCandidate {
  const clang::Expr *expr; ///< without parentheses and implicit casts
  /// Others of that value in the same statement.
  llvm::SmallVector<const clang::Expr *, 1> same;
  const clang::VarDecl *local = nullptr;      ///< that it is all of
  llvm::SmallVector<CountedLoop, 2> counters; ///< what it is counted by
  const Statement *in; ///< the statement that evaluates it
  std::set<unsigned> reads;
  uint64_t bytes;
  clang::QualType type; ///< of the datum
};

/// `e` without parentheses and implicit casts.
inline const clang::Expr *plainExpr(const clang::Expr *e) {
  return e->IgnoreParenImpCasts();
}

/// The local that a statement does nothing but assign to, or increment.
const clang::VarDecl *setLocal(const Statement &stmt);

/// Elements of an array that the loop's variable is an index into.
inline uint64_t arrayLength(const CountedLoop &loop) {
  return 1 + std::max(loop.value(0), loop.value(loop.trips - 1));
}

/// One function's locals and candidates.
class InvariantFinder {
public:
  InvariantFinder(const Traversal &traversal, const Function &function,
                  clang::ASTContext &ast);
  /// All maximal expressions worth looking at, in the order of the source.
  std::vector<InvariantCandidate> candidates();
  /// Whether `var` depends on the node and uniforms alone.
  bool isInvariant(const clang::VarDecl *var) const;
  /// Whether `var` counts a loop whose trips are known.
  bool counts(const clang::VarDecl *var) const;

private:
  /// Where a statement stands: the counted loops around it, outermost first.
  struct Place {
    llvm::SmallVector<CountedLoop, 2> loops;
    llvm::SmallVector<const Statement *, 2> loopStmts;
    /// In a branch, or in a loop that something leaves.
    bool conditional = false;
    bool unknown = false; ///< in a loop that is not counted
  };

  /// What sets a local of floating-point type.
  struct Definition {
    const clang::Expr *value; ///< null: it is only declared
    Place place;
  };

  struct Local {
    llvm::SmallVector<Definition, 2> definitions;
    bool known = true; ///< nothing else changes it
  };

  /// What sets `var`, where that is its declaration alone; else null.
  const Definition *onlyDefinition(const clang::VarDecl *var) const;
  void forget(const clang::VarDecl *var);
  /// The place of what is in `stmt`.
  Place within(const Statement &stmt, Place place);
  /// Whether the head of a loop names no variable but its counter.
  bool standsAlone(const Statement &loop, const clang::VarDecl *counter) const;
  /// Whether `stmt` may end an iteration of the loop it is in.
  static bool leaves(const Statement &stmt);
  /// Every local of floating-point type, with all that sets it.
  void collect(const Statement &stmt, const Place &place);
  /// Leaves those that depend on nothing else.
  void settle();
  bool depends(const Local &local) const;
  /// Whether `index` is a constant or counts a loop around `place`, and stays
  /// in an array of `size` elements.
  bool isCounter(const clang::Expr *index, const Place &place,
                 uint64_t size) const;
  /// Whether linearising can read the datum at any node.
  bool isOwnDatum(const Access &access, const Place &place) const;
  /// Whether `e`, at `place`, depends on the node and uniforms alone and can be
  /// evaluated for any node.
  bool isInvariant(const clang::Expr *e, const Place &place) const;
  bool isInvariantLocal(const clang::Expr *target) const;
  void find(const Statement &stmt, const Place &place,
            std::vector<InvariantCandidate> &out);
  void findIn(const clang::Expr *e, const Statement &stmt, const Place &place,
              std::vector<InvariantCandidate> &out);
  void add(const clang::Expr *e, const Statement &stmt, const Place &place,
           std::vector<InvariantCandidate> &out);
  llvm::FoldingSetNodeID profile(const clang::Expr *e) const;
  void walkDeclarations(const Statement &stmt, const clang::VarDecl *var,
                        const Statement *&found) const;
  /// The data that `e` is made of, and the loops around it whose iteration it
  /// depends on.
  void dependsOn(const clang::Expr *e, const Place &at,
                 std::set<unsigned> &reads,
                 std::set<const clang::VarDecl *> &counters,
                 std::set<const clang::VarDecl *> &seen) const;

  const Traversal &traversal;
  const Function &function;
  clang::ASTContext &ast;
  std::map<const clang::VarDecl *, Local> locals;
  std::set<const clang::VarDecl *> counters;
};

} // namespace regtt
