// Tests of elements that iterations set, all to one value. They have one result
// in whatever order iterations run
//
//     if (level[v] != depth)                  where setting changes no answer:
//       continue;                             -1 is not depth, nor is depth + 1
//     ...
//     if (level[w] == -1) {                   where all that follows of it is
//       level[w] = depth + 1;                 this, and the same for all: the
//       changed = true;                       first one to come does it,
//       whoever
//     }                                       that is
//
// What that takes of numbers that are known when the loop runs is asked then.
#include "SharedTests.h"

#include "Claims.h"
#include "ForAll.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Operators.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using ir::BinaryOp;
using llvm::dyn_cast;
using llvm::isa;

namespace {

using Test = ElementTest;

class Tests {
public:
  Tests(Recogniser &site, unsigned row, const ir::Expr *value,
        llvm::function_ref<bool(const ir::Expr *)> isOfAll)
      : module(site.module), site(site), row(row), value(value),
        isOfAll(isOfAll), forAll(site, isOfAll) {}

  SharedTests run() {
    for (const ir::Function *function : site.kernel.bodies())
      if (function->body)
        statement(function->body);
    if (guard)
      if (const ir::Location at = forAll.lookedAt())
        fail("and look at what they do where they set it", at);
    if (guard && isSetElsewhere && !forAll.isEmpty())
      fail("where the first one does more than to set it", guard->loc);
    if (found.obstacle.empty() && !stable.empty() && isSetElsewhere)
      fail("and ask for it where they have not set it", stable.front().loc);
    if (found.obstacle.empty())
      for (const Test &test : stable)
        assume(test);
    if (found.obstacle.empty())
      forAll.markParts();
    return std::move(found);
  }

private:
  void fail(const char *why, ir::Location loc) {
    if (!found.obstacle.empty())
      return;
    found.obstacle = why;
    found.loc = loc;
  }

  //===--- Uses -----------------------------------------------------------===//

  bool isElement(const ir::Place *place) const {
    const auto *root =
        place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
    return root && root->kind == ir::DataRoot::Element && root->number == row;
  }

  bool mentions(const ir::Expr *e) const {
    bool result = false;
    ir::walk(e, [&](const ir::Expr *part) {
      result |= isElement(ir::placeOf(part));
    });
    return result;
  }

  /// The comparison that `e` is, of an element with what is the same for all.
  std::optional<Test> testOf(const ir::Expr *e) const {
    auto test = elementTestOf(
        module, e, [&](const ir::Place *place) { return isElement(place); });
    return test && !mentions(test->with) && isOfAll(test->with) ? test
                                                                : std::nullopt;
  }

  /// Looks for tests whose answers have to stay.
  void expression(const ir::Expr *e) {
    if (!e || !mentions(e))
      return;
    if (const auto test = testOf(e)) {
      // What says which element it is asks for none.
      bool isPlain = true;
      ir::forEachOperand(test->place,
                         [&](const ir::Expr *at) { isPlain &= !mentions(at); });
      if (isPlain)
        return stable.push_back(*test);
    }
    if (isElement(ir::placeOf(e)))
      return fail(usedOtherwise, e->loc);
    ir::forEachOperand(e, [&](const ir::Expr *part) { expression(part); });
  }

  //===--- Statements -----------------------------------------------------===//

  void statement(const ir::Statement *s) {
    if (const auto *choice = dyn_cast<ir::IfStatement>(s))
      if (setsIn(choice->then) && asGuard(*choice))
        return;
    if (const auto *store = dyn_cast<ir::StoreStatement>(s);
        store && isElement(store->place))
      isSetElsewhere = true;
    else
      ir::forEachPlace(s, [&](const ir::Place *place) {
        if (isElement(place))
          fail(usedOtherwise, s->loc);
      });
    ir::forEachOperand(s, [&](const ir::Expr *e) { expression(e); });
    ir::forEachChild(s, [&](const ir::Statement *child) { statement(child); });
  }

  bool setsIn(const ir::BlockStatement *block) const {
    return llvm::any_of(block->statements, [&](const ir::Statement *s) {
      const auto *store = dyn_cast<ir::StoreStatement>(s);
      return store && isElement(store->place);
    });
  }

  /// Whether that place is set there.
  static bool setsIn(const ir::IfStatement &choice, const ir::Place *place) {
    return llvm::any_of(choice.then->statements, [&](const ir::Statement *s) {
      const auto *store = dyn_cast<ir::StoreStatement>(s);
      return store && ir::equal(store->place, place);
    });
  }

  /// Whether it is the test of the element that it sets, of which nothing else
  /// follows that tells iterations apart.
  bool asGuard(const ir::IfStatement &choice) {
    const auto parts = conjuncts(choice.condition);
    const ir::Expr *asked = nullptr;
    std::optional<Test> own;
    for (const ir::Expr *part : parts)
      if (const auto test = testOf(part); test && setsIn(choice, test->place)) {
        if (own)
          return false;
        own = test;
        asked = part;
      }
    if (!own || choice.otherwise || guard)
      return false;
    for (const ir::Statement *s : choice.then->statements) {
      const auto *store = dyn_cast<ir::StoreStatement>(s);
      if (store && isElement(store->place)
              ? !ir::equal(store->place, own->place)
              : !forAll.add(s))
        return false;
    }
    for (const ir::Expr *part : parts)
      if (part != asked)
        expression(part);
    ir::forEachOperand(own->place, [&](const ir::Expr *e) { expression(e); });
    guard = own;
    found.guard = &choice;
    return true;
  }

  //===--- Answers that stay ----------------------------------------------===//

  const ir::Expr *holds(BinaryOp op, const ir::Expr *number,
                        const ir::Expr *with) {
    // In the type that the test compares in.
    const ir::Expr *same = number->type == with->type
                               ? number
                               : module.cast(ir::CastOp::IntToInt, with->type,
                                             number, false, number->loc);
    return module.binary(op, same, with, with->loc);
  }

  /// Whether numbers compare so; nothing of what is known at the loop alone.
  static std::optional<bool> compare(BinaryOp op, const ir::Expr *left,
                                     const ir::Expr *right) {
    const auto a = fixedNumber(left), b = fixedNumber(right);
    if (!a || !b)
      return std::nullopt;
    switch (op) {
    case BinaryOp::Eq:
      return *a == *b;
    case BinaryOp::Ne:
      return *a != *b;
    case BinaryOp::Lt:
      return *a < *b;
    case BinaryOp::Le:
      return *a <= *b;
    case BinaryOp::Gt:
      return *a > *b;
    default:
      return *a >= *b;
    }
  }

  /// Assumes that an element's answer is the same before it is set and behind.
  void assume(const Test &test) {
    if (!guard)
      return;
    constexpr const char *changes = "and setting it changes what is asked";
    const bool isOfOne = guard->op == BinaryOp::Eq;
    const bool asksOne = test.op == BinaryOp::Eq || test.op == BinaryOp::Ne;
    if (!isOfOne && !asksOne)
      return fail("and ask in ways that cannot be compared", test.loc);
    if (isOfOne) { // from one number to another
      const auto before = compare(test.op, guard->with, test.with);
      const auto behind = compare(test.op, value, test.with);
      if (before && behind && before != behind)
        return fail(changes, test.loc);
      found.assumed.push_back(
          module.binary(BinaryOp::Eq, holds(test.op, guard->with, test.with),
                        holds(test.op, value, test.with), test.loc));
      return;
    }
    // The number that is asked for is none that is set, nor the one that it is
    // set to.
    if (compare(guard->op, test.with, guard->with).value_or(false) ||
        compare(BinaryOp::Eq, value, test.with).value_or(false))
      return fail(changes, test.loc);
    found.assumed.push_back(module.unary(
        ir::UnaryOp::LNot, holds(guard->op, test.with, guard->with), test.loc));
    found.assumed.push_back(holds(BinaryOp::Ne, value, test.with));
  }

  ir::Module &module;
  Recogniser &site;
  const unsigned row;
  const ir::Expr *const value;
  llvm::function_ref<bool(const ir::Expr *)> isOfAll;
  ForAll forAll;
  SharedTests found;
  std::optional<Test> guard;
  std::vector<Test> stable;
  bool isSetElsewhere = false;
};

} // namespace

SharedTests
recognise::sharedTestsOf(Recogniser &site, unsigned row, const ir::Expr *value,
                         llvm::function_ref<bool(const ir::Expr *)> isOfAll) {
  return Tests(site, row, value, isOfAll).run();
}
