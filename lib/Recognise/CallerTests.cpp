// Tests in callers: a test of a child that every call of it stands under says
// of which numbers that child is there.
//
//     if ne(load node(3: i32), -1:i32) { visit @f(rt::child(0)) }
//     if ge(rt::number(%near), 0:i32) { visit @f(%near) }
#include "NumberTests.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class CallerTests {
public:
  CallerTests(const NumberReader &reader, unsigned group)
      : reader(reader), group(group) {}

  std::optional<NumberTest> run() {
    block(reader.body, {});
    return all ? found : std::nullopt;
  }

private:
  struct Known {
    const ir::Expr *e;
    bool value;
  };
  using Facts = llvm::SmallVector<Known, 8>;

  void block(const ir::BlockStatement *block, Facts facts) {
    if (block)
      for (const ir::Statement *s : block->statements)
        statement(s, facts);
  }

  /// Visits every recursive call, with the conditions that are known where it
  /// stands; `facts` are those that hold behind `s`.
  void statement(const ir::Statement *s, Facts &facts) {
    forgetChanged(s, facts);
    if (const auto *visit = dyn_cast<ir::VisitStatement>(s))
      return call(visit->arguments[0], facts, nullptr);
    if (const auto *branch = dyn_cast<ir::IfStatement>(s)) {
      Facts then = facts, otherwise = facts;
      assume(branch->condition, true, then);
      assume(branch->condition, false, otherwise);
      block(branch->then, then);
      block(branch->otherwise, otherwise);
      if (!branch->otherwise && leaves(branch->then))
        assume(branch->condition, false, facts);
      return;
    }
    if (const auto *loop = dyn_cast<ir::LoopStatement>(s)) {
      block(loop->init, facts);
      block(loop->head, facts);
      block(loop->body, facts);
      return block(loop->step, facts);
    }
    if (const auto *inner = dyn_cast<ir::BlockStatement>(s);
        inner && inner->label.empty()) {
      for (const ir::Statement *each : inner->statements)
        statement(each, facts);
      return;
    }
    ir::forEachChild(s, [&](const ir::Statement *child) {
      Facts before = facts;
      statement(child, before);
    });
  }

  static bool leaves(const ir::BlockStatement *block) {
    return block && !block->statements.empty() &&
           isa<ir::ReturnStatement, ir::BreakStatement, ir::ContinueStatement,
               ir::LeaveStatement>(block->statements.back());
  }

  /// Adds that `e` has `value`: what each of its parts has, where that follows.
  void assume(const ir::Expr *e, bool value, Facts &facts) const {
    if (const auto *negation = dyn_cast<ir::UnaryExpr>(e);
        negation && negation->op == ir::UnaryOp::LNot)
      return assume(negation->operand, !value, facts);
    if (const auto *both = dyn_cast<ir::LogicalExpr>(e)) {
      if (both->isAnd != value)
        return;
      assume(both->left, value, facts);
      return assume(both->right, value, facts);
    }
    // `let %goes = andalso(lt(...), ...)`: of what was true then, what stays
    // so.
    if (const auto *kept = dyn_cast<ir::ValueExpr>(e))
      if (const ir::Expr *first = reader.valueOf(kept->variable)) {
        Facts then;
        assume(first, value, then);
        llvm::copy_if(then, std::back_inserter(facts),
                      [&](const Known &fact) { return isLasting(fact.e); });
      }
    facts.push_back({e, value});
  }

  /// Whether it reads nothing that may ever change.
  bool isLasting(const ir::Expr *e) const {
    bool result = !mayChange(e, nullptr, true);
    ir::walk(e, [&](const ir::Expr *part) {
      const ir::Place *place = ir::placeOf(part);
      result &= !(place && (place->variable() || place->global()));
    });
    return result;
  }

  /// What is known of variables is not known of what `s` sets them to.
  void forgetChanged(const ir::Statement *s, Facts &facts) const {
    ir::walk(s, [&](const ir::Statement *inner) {
      const ir::Variable *set = ir::declaredBy(inner);
      const auto *store = dyn_cast<ir::StoreStatement>(inner);
      if (store)
        set = store->place->variable();
      const bool setsData =
          (store && !set) ||
          isa<ir::CallStatement, ir::VisitStatement, ir::LibraryCallStatement,
              ir::ContainerChangeStatement, ir::ReduceStatement>(inner);
      if (set || setsData)
        llvm::erase_if(facts, [&](const Known &fact) {
          return mayChange(fact.e, set, setsData);
        });
    });
  }

  /// Whether no visit changes it: of the node, and of all arrays but those that
  /// queries have.
  bool isFixed(const ir::DataRoot &root) const {
    const kernel::Kernel &kernel = reader.site.kernel;
    return root.kind == ir::DataRoot::Node ||
           root.kind == ir::DataRoot::Shared ||
           (root.kind == ir::DataRoot::Element &&
            !kernel.arrays[kernel.data[root.number].number].isOfQueries);
  }

  /// Whether `e` reads `set`, or data that visits change.
  bool mayChange(const ir::Expr *e, const ir::Variable *set,
                 bool setsData) const {
    bool result = false;
    ir::walk(e, [&](const ir::Expr *part) {
      if (const auto *value = dyn_cast<ir::ValueExpr>(part))
        result |= value->variable == set;
      const ir::Place *place = ir::placeOf(part);
      if (!place)
        return;
      result |= set && place->variable() == set;
      const auto *root = std::get_if<ir::DataRoot>(&place->root);
      result |= setsData && root && !isFixed(*root);
    });
    return result;
  }

  /// `held`: the local that the call is handed, if it is one.
  void call(const ir::Expr *link, const Facts &facts,
            const ir::Variable *held) {
    if (const auto *choice = dyn_cast<ir::SelectExpr>(link)) {
      Facts whenTrue = facts, whenFalse = facts;
      assume(choice->condition, true, whenTrue);
      assume(choice->condition, false, whenFalse);
      call(choice->whenTrue, whenTrue, held);
      return call(choice->whenFalse, whenFalse, held);
    }
    if (const ir::Variable *variable = NumberReader::heldBy(link)) {
      if (const ir::Expr *value = reader.valueOf(variable))
        return call(value, facts, held ? held : variable);
      return reader.eachChild(link, [&](const ir::Expr *leaf) {
        leafCall(leaf, facts, held ? held : variable);
      });
    }
    leafCall(link, facts, held);
  }

  void leafCall(const ir::Expr *leaf, const Facts &facts,
                const ir::Variable *held) {
    const auto at = reader.childOf(leaf);
    if (!at || at->group != group)
      return;
    std::optional<NumberTest> here;
    for (const Known &fact : facts)
      if (const auto test = testIn(fact, *at, held))
        if (!found || reader.implies(*test, *found) ||
            reader.implies(*found, *test))
          here = here ? here : test;
    all &= here.has_value();
    // Of several tests, the one that the others imply.
    if (here && (!found || !reader.implies(*here, *found)))
      found = here;
  }

  /// The test of `child`, or of the local that holds it, that has to hold where
  /// the fact does.
  std::optional<NumberTest> testIn(const Known &fact, const ChildRef &child,
                                   const ir::Variable *held) const {
    auto test = reader.testOf(fact.e);
    if (!test)
      return std::nullopt;
    const ir::Expr *link = NumberReader::linkIn(test->number);
    const bool isHeld = held && link && NumberReader::heldBy(link) == held;
    const auto at = reader.childAt(test->number);
    if (!isHeld && (!at || !NumberReader::sameChild(*at, child)))
      return std::nullopt;
    test->whenPresent = fact.value;
    return test;
  }

  const NumberReader &reader;
  const unsigned group;
  std::optional<NumberTest> found;
  bool all = true;
};

} // namespace

std::optional<NumberTest> recognise::callerTest(const NumberReader &reader,
                                                unsigned group) {
  return CallerTests(reader, group).run();
}
