// Where nodes are numbers: finds out which tests of numbers ask whether there
// is a node, and makes null tests of them, as those of pointers are.
//
//     if lt(load node(0), 0) { return }     on arrival: a number below 0 is no
//                                           node, of whatever child
//     if ne(load node(1), -1) { visit }     before every call: -1 is no child
//                                           there
//
// What is not found stays data of the node, and its answer is the same.
#include "KeptNumbers.h"

#include "Accessors.h"
#include "Numbers.h"
#include "Spelling.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Tests of the own number that make the function return before it has an
/// effect.
class ArrivalTests {
public:
  ArrivalTests(const NumberReader &reader, std::vector<NumberTest> &found)
      : reader(reader), found(found) {}

  void block(const std::vector<ir::Statement *> &body) {
    bool effect = false;
    for (size_t k = 0; k < body.size(); ++k) {
      const ir::Statement *s = body[k];
      // But for a return, of a value perhaps.
      const bool isLast =
          k + 1 == body.size() ||
          (k + 2 == body.size() && isa<ir::ReturnStatement>(body[k + 1]));
      if (const auto *inner = dyn_cast<ir::BlockStatement>(s);
          inner && inner->label.empty() && isLast && !effect)
        return block(inner->statements);
      if (const auto *var = dyn_cast<ir::VarStatement>(s);
          var && var->init && var->variable->type->isBool())
        kept = {var->variable, var->init, effect};
      else if (!onlyWhereFalse(s))
        keepUnchanged(s);
      if (const auto *branch = dyn_cast<ir::IfStatement>(s)) {
        const bool elseReturns = isLast && returns(branch->otherwise);
        if (branch->otherwise && !elseReturns && isLast && !effect)
          return either(*branch);
        if (returns(branch->then) && !branch->otherwise)
          collect(branch->condition, true, effect);
        else if (isLast && (!branch->otherwise || elseReturns))
          collect(branch->condition, false, effect);
        if (returns(branch->then) && !branch->otherwise)
          continue;
      }
      effect |= hasEffect(s);
    }
  }

private:
  /// Of two ways, as of functions that recurse through each other, both have to
  /// leave for a number that is no node: keeps what both say.
  void either(const ir::IfStatement &s) {
    std::vector<NumberTest> then, otherwise;
    ArrivalTests(reader, then).block(s.then->statements);
    ArrivalTests(reader, otherwise).block(s.otherwise->statements);
    const auto saidBy = [&](const std::vector<NumberTest> &tests,
                            const NumberTest &test) {
      return llvm::any_of(tests, [&](const NumberTest &other) {
        return reader.implies(other, test);
      });
    };
    // The number that is no node for both of them.
    for (const NumberTest &test : otherwise)
      if (saidBy(then, test))
        found.push_back(test);
    for (const NumberTest &test : then)
      if (saidBy(otherwise, test) && !saidBy(found, test))
        found.push_back(test);
  }

  /// What the lowering keeps of `i < 0 || !enters(q)`: it is true from its
  /// declaration on, if it is so there.
  struct Kept {
    const ir::Variable *variable = nullptr;
    const ir::Expr *first = nullptr;
    bool effect = false; ///< ahead of it
  };

  bool isKept(const ir::Expr *e) const {
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    return kept.variable && load &&
           load->place->wholeVariable() == kept.variable;
  }

  /// `if lnot(load %t) { ... }`
  bool onlyWhereFalse(const ir::Statement *s) const {
    const auto *branch = dyn_cast<ir::IfStatement>(s);
    const auto *negation =
        branch ? dyn_cast<ir::UnaryExpr>(branch->condition) : nullptr;
    return negation && negation->op == ir::UnaryOp::LNot &&
           isKept(negation->operand) && !branch->otherwise;
  }

  void keepUnchanged(const ir::Statement *s) {
    if (kept.variable && (hasEffect(s) || ir::mayChange(s, kept.variable)))
      kept = {};
  }

  static bool returns(const ir::BlockStatement *block) {
    return block && block->statements.size() == 1 &&
           isa<ir::ReturnStatement>(block->statements[0]);
  }

  static bool hasEffect(const ir::Statement *s) {
    bool result = false;
    ir::walk(s, [&](const ir::Statement *inner) {
      const auto *store = dyn_cast<ir::StoreStatement>(inner);
      result |= isa<ir::VisitStatement, ir::CallStatement, ir::LoopStatement,
                    ir::CountedLoopStatement, ir::RangeLoopStatement,
                    ir::LibraryCallStatement, ir::ContainerChangeStatement,
                    ir::ReduceStatement, ir::TrapStatement>(inner) ||
                (store && !store->place->variable());
    });
    return result;
  }

  /// The tests of which each alone says, by `e` being `absent`, that there is
  /// no node, from its left. Returns whether all of `e` is made of them.
  bool collect(const ir::Expr *e, bool absent, bool effect) {
    if (const auto *negation = dyn_cast<ir::UnaryExpr>(e);
        negation && negation->op == ir::UnaryOp::LNot)
      return collect(negation->operand, !absent, effect);
    if (const auto *both = dyn_cast<ir::LogicalExpr>(e))
      return both->isAnd != absent && collect(both->left, absent, effect) &&
             collect(both->right, absent, effect);
    if (isKept(e) && absent)
      return collect(kept.first, true, kept.effect);
    if (const auto *called = dyn_cast<ir::CallExpr>(e)) {
      const ir::Expr *asked = inWords(reader.site.module, called);
      return asked && collect(asked, absent, effect);
    }
    auto test = reader.testOf(e);
    if (!test || !reader.isOwnNumber(test->number))
      return false;
    if (effect) {
      // Where another number has been told to be no node, one below -1 is not
      // what stands for that.
      if (reader.excludesNegatives(*test, absent) &&
          (found.empty() || reader.excludesMinusOne(*test, absent)))
        reader.site.refuse(reader.site.traversal->loc, Diag::RTT2014, {},
                           {{e->loc, "null is tested only here; test it first, "
                                     "or test the child before the call"}});
      return false;
    }
    test->whenPresent = !absent;
    found.push_back(*test);
    return true;
  }

  const NumberReader &reader;
  std::vector<NumberTest> &found;
  Kept kept;
};

/// Makes null tests of tests of numbers.
class TestRewriter {
public:
  TestRewriter(Recogniser &site, llvm::ArrayRef<NumberTest> nodeTests)
      : site(site), module(site.module), reader(site), nodeTests(nodeTests),
        tests(site.kernel.slots.size()) {
    if (nodeTests.empty())
      for (unsigned group = 0; group < tests.size(); ++group)
        tests[group] = callerTest(reader, group);
  }

  void run(const ir::Variable *self) {
    this->self = self;
    ir::Mapper copy(module);
    copy.onDeclare = [](const ir::Variable *variable) { return variable; };
    copy.onExpr = [&](const ir::Expr *e) { return rewritten(copy, e); };
    for (ir::Function *function : site.functions())
      if (function == site.kernel.enter)
        function->body = numbers.keep(copy.block(function->body));
    for (unsigned group = 0; group < tests.size(); ++group)
      if (tests[group]) {
        kernel::SlotGroup &slots = site.kernel.slots[group];
        slots.tested = tests[group]->number->type;
        slots.test = function({*tests[group]});
      }
    if (!nodeTests.empty())
      site.kernel.isNode = function(nodeTests);
  }

private:
  /// `ge(load %number, 0)` of `lt(n, 0)`, which holds where there is no node.
  ir::Function *function(llvm::ArrayRef<NumberTest> all) {
    const ir::Expr *number = all[0].number;
    const ir::Expr *result = nullptr;
    for (const NumberTest &test : all) {
      const ir::Expr *holds = asFunction(test, number);
      result = result ? module.andAlso(result, holds) : holds;
    }
    return site.hostFunction(nodeTests.empty() ? "slot::test" : "isNode",
                             result, number);
  }

  const ir::Expr *asFunction(const NumberTest &test, const ir::Expr *number) {
    const auto *compared = dyn_cast<ir::BinaryExpr>(test.e);
    if (!compared)
      return module.binary(test.whenPresent ? ir::BinaryOp::Ne
                                            : ir::BinaryOp::Eq,
                           number, module.integer(number->type, 0));
    ir::BinaryOp op = compared->op;
    if (!test.whenPresent)
      op = op == ir::BinaryOp::Lt   ? ir::BinaryOp::Ge
           : op == ir::BinaryOp::Le ? ir::BinaryOp::Gt
           : op == ir::BinaryOp::Gt ? ir::BinaryOp::Le
           : op == ir::BinaryOp::Ge ? ir::BinaryOp::Lt
           : op == ir::BinaryOp::Eq ? ir::BinaryOp::Ne
                                    : ir::BinaryOp::Eq;
    const ir::Expr *made = module.binary(op, compared->left, compared->right);
    return ir::equal(test.number, number)
               ? made
               : replaced(module, made, test.number, number);
  }

  /// The value of the test where the child of `group` is there; nothing where
  /// it asks something else.
  std::optional<bool> valueWhenPresent(const NumberTest &test,
                                       unsigned group) const {
    const NumberTest *known = tests[group]            ? &*tests[group]
                              : nodeTests.size() == 1 ? &nodeTests[0]
                                                      : nullptr;
    bool same;
    return known && reader.sameTest(test, *known, same)
               ? std::optional(same == known->whenPresent)
               : std::nullopt;
  }

  const ir::Expr *nullTest(const ir::Expr *link, bool present,
                           ir::Location loc) {
    const ir::Expr *isNull =
        module.intrinsic(ir::IntrinsicOp::IsNull, {link}, loc);
    return present ? module.unary(ir::UnaryOp::LNot, isNull, loc) : isNull;
  }

  const ir::Expr *rewritten(ir::Mapper &copy, const ir::Expr *e) {
    if (const auto *negation = dyn_cast<ir::UnaryExpr>(e);
        negation && negation->op == ir::UnaryOp::LNot) {
      const ir::Expr *operand = copy.expr(negation->operand);
      const auto *inner = dyn_cast<ir::UnaryExpr>(operand);
      return operand != negation->operand && inner &&
                     inner->op == ir::UnaryOp::LNot
                 ? inner->operand
             : operand != negation->operand
                 ? module.unary(ir::UnaryOp::LNot, operand, e->loc)
                 : nullptr;
    }
    if (const auto *called = dyn_cast<ir::CallExpr>(e))
      return askedByHelper(copy, called);
    if (const auto test = reader.testOf(e))
      if (const ir::Expr *made = asked(copy, *test))
        return made;
    const ir::Expr *link = NumberReader::linkIn(e);
    return link ? numbers.of(link, e) : nullptr;
  }

  /// A call that asks for the node and nothing else.
  const ir::Expr *askedByHelper(ir::Mapper &copy, const ir::CallExpr *e) {
    const ir::Expr *words = nodeTests.empty() ? nullptr : inWords(module, e);
    const ir::Expr *made = words ? copy.expr(words) : nullptr;
    if (!made || made == words)
      return nullptr;
    bool isWhole = true;
    ir::walk(made, [&](const ir::Expr *part) {
      const ir::Place *place = ir::placeOf(part);
      isWhole &= !isa<ir::CallExpr, ir::LibraryCallExpr>(part) &&
                 (!place || place->wholeVariable() == self);
    });
    return isWhole ? made : nullptr;
  }

  const ir::Expr *asked(ir::Mapper &copy, const NumberTest &test) {
    if (reader.isOwnNumber(test.number)) {
      for (const NumberTest &known : nodeTests)
        if (bool same; reader.sameTest(test, known, same))
          return nullTest(module.load(module.place(self), test.e->loc),
                          same == known.whenPresent, test.e->loc);
      return nullptr;
    }
    const auto children = reader.childrenAt(test.number);
    std::optional<bool> present;
    for (const ChildRef &child : children) {
      const auto value = valueWhenPresent(test, child.group);
      if (!value || (present && *present != *value))
        return nullptr;
      present = value;
    }
    if (!present)
      return nullptr;
    const ir::Expr *link = NumberReader::linkIn(test.number);
    return nullTest(link ? copy.expr(link)
                         : site.child(children[0].group,
                                      children[0].index
                                          ? copy.expr(children[0].index)
                                          : nullptr,
                                      test.e->loc),
                    *present, test.e->loc);
  }

  Recogniser &site;
  ir::Module &module;
  const NumberReader reader;
  KeptNumbers numbers{reader};
  llvm::ArrayRef<NumberTest> nodeTests;
  std::vector<std::optional<NumberTest>> tests; ///< by group
  const ir::Variable *self = nullptr;
};

} // namespace

/// False: refused.
bool Recogniser::numberTests(const ir::Variable *self) {
  mergeNumbers();
  std::vector<NumberTest> nodeTests;
  {
    const NumberReader reader(*this);
    ArrivalTests(reader, nodeTests).block(kernel.enter->body->statements);
  }
  if (isRefused())
    return false;
  TestRewriter(*this, nodeTests).run(self);
  return !isRefused();
}
