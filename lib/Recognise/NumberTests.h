// What comparisons of numbers ask: of which number, which child that is, and
// whether two ask the same.
#pragma once

#include "Recogniser.h"

namespace regtt::recognise {

/// `lt(number, fixed)`; without `fixed`: `ne(number, 0)` or `eq(number, 0)`, in
/// whatever type.
struct NumberTest {
  const ir::Expr *e = nullptr;      ///< the comparison
  const ir::Expr *number = nullptr; ///< in it, as it is read
  ir::BinaryOp op = ir::BinaryOp::Ne;
  const ir::Expr *fixed = nullptr;
  const ir::Type *type = nullptr; ///< of what is compared
  bool whenPresent = true;        ///< of e, where there is a node
};

struct ChildRef {
  unsigned group = 0;
  const ir::Expr *index = nullptr; ///< null: one alone
};

/// Reads tests in the body of a kernel.
class NumberReader {
public:
  explicit NumberReader(Recogniser &site);

  Recogniser &site;
  const ir::BlockStatement *body;

  /// The test that `e` is; nothing: it is none. What the number is compared
  /// with is the same wherever it is evaluated.
  std::optional<NumberTest> testOf(const ir::Expr *e) const;
  /// Whether two tests ask the same of their numbers, up to negation; `same`:
  /// whether they are true of the same numbers.
  bool sameTest(const NumberTest &a, const NumberTest &b, bool &same) const;
  /// Whether every number that `a` holds for a node `b` does, too.
  bool implies(const NumberTest &a, const NumberTest &b) const;
  /// Whether no element has a number of which the test is `value`; whether -1
  /// is one of those.
  bool excludesNegatives(const NumberTest &test, bool value) const;
  bool excludesMinusOne(const NumberTest &test, bool value) const;

  bool isOwnNumber(const ir::Expr *number) const;
  /// The child whose number `number` is.
  std::optional<ChildRef> childAt(const ir::Expr *number) const;
  /// All that it may be, where a local holds it; empty: perhaps none.
  std::vector<ChildRef> childrenAt(const ir::Expr *number) const;
  /// The child that a link is; nothing of what is chosen.
  std::optional<ChildRef> childOf(const ir::Expr *link) const;
  /// Calls `visit` for each child that `link` may be, following locals.
  void eachChild(const ir::Expr *link,
                 llvm::function_ref<void(const ir::Expr *)> visit) const;
  /// The link in `rt::number(link)`.
  static const ir::Expr *linkIn(const ir::Expr *number);
  static const ir::Variable *heldBy(const ir::Expr *link);
  /// The one value of a local, null where it is changed.
  const ir::Expr *valueOf(const ir::Variable *variable) const;
  static bool sameChild(const ChildRef &a, const ChildRef &b);

private:
  std::optional<ChildRef> listedAt(const ir::Expr *number) const;
  bool isFixed(const ir::Expr *e) const;
  bool isNumber(const ir::Expr *e) const;

  llvm::DenseMap<const ir::Variable *, std::vector<const ir::Expr *>> sets;
};

/// Tests of the own number that leave before any effect become tests of the
/// node against null; false: refused.
bool findArrivalTests(Recogniser &site, std::vector<NumberTest> &found);
/// The test that every call of a child in `group` stands under.
std::optional<NumberTest> callerTest(const NumberReader &reader,
                                     unsigned group);

} // namespace regtt::recognise
