// What the steps of NumberTests share: what comparisons of numbers ask, and
// which children they ask about. One file a step.
#pragma once

#include "regtt/Frontend/Model/Walk.h"
#include "regtt/Frontend/Passes/Passes.h"

#include <set>

namespace regtt {

/// Reads tests of numbers in the traversal's body.
class NumberReader {
public:
  explicit NumberReader(PassContext &context);

  Traversal &traversal;
  Function &function;
  const clang::ASTContext &ast;
  Diagnostics &diagnostics;

  static const clang::Expr *bare(const clang::Expr *e) {
    return e->IgnoreParenImpCasts();
  }

  /// What the test `e` asks about; null if it is no test of a number. `e` is a
  /// comparison with something that is the same wherever it is evaluated, or,
  /// where a bool is wanted, the number.
  const clang::Expr *testedNumber(const clang::Expr *e) const;

  /// Whether `e` can be a test: a comparison, or a number as a bool.
  bool mayTest(const clang::Expr *e) const;

  /// Whether two tests ask the same of their numbers, up to negation; `same`:
  /// whether they are true of the same numbers.
  bool sameTest(const clang::Expr *a, const clang::Expr *b, bool &same) const;

  /// Whether every number that `a` holds for a node `b` does, too: `n >= 0` is
  /// no -1.
  bool implies(const NumberTest &a, const NumberTest &b) const;

  /// Whether no element has a number of which `test` is `value`.
  bool excludesNegatives(const clang::Expr *test, bool value) const;
  /// Whether -1 is one of them.
  bool excludesMinusOne(const clang::Expr *test, bool value) const;

  /// The group and index of the child that `number`, in a test, leads to.
  std::optional<ChildRef> childAt(const clang::Expr *number) const;

  /// All that `number` may lead to, where it is a local that is changed; empty
  /// where it may be no child.
  llvm::SmallVector<ChildRef, 2> childrenAt(const clang::Expr *number) const;

  /// The local that holds a child and that `e` names; null for others.
  const clang::VarDecl *linkVariable(const clang::Expr *e) const;

  /// Calls `visit(own)` for every expression that a statement of the body
  /// evaluates.
  template <class Visit> void eachOwnExpr(Visit visit) const {
    walkStmts(function.body, [&](const Statement &stmt) {
      for (const clang::Expr *own : ownExprs(traversal, stmt))
        visit(own);
    });
  }

  /// Calls `visit(!e, e)`, inner negations first.
  void eachNegation(llvm::function_ref<void(const clang::Expr *negation,
                                            const clang::Expr *e)>
                        visit) const;

private:
  std::optional<ChildRef> listElement(const Access &access) const;
  struct Comparison;
  Comparison normalised(const clang::Expr *test,
                        const clang::Expr *number) const;
  Comparison present(const NumberTest &test) const;
  std::optional<int64_t> leastOf(const Comparison &test) const;
  bool isFixed(const clang::Expr *e) const;
  bool isNumber(const clang::Expr *e) const;
  void noteTruths(const clang::Expr *e);

  std::set<const clang::Expr *> truths; ///< where a bool is wanted
};

/// Tests of the own number that leave before any effect; false after a
/// diagnostic.
bool findArrivalTests(const NumberReader &reader);

/// The test that every call of a child in `group` stands under, if there is
/// one.
void findCallerTest(const NumberReader &reader, unsigned group);

/// Makes null tests of the tests of children; other uses of a child's number
/// become data, or are refused: false after a diagnostic.
bool useChildTests(const NumberReader &reader);

} // namespace regtt
