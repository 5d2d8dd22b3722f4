// Tests in callers: a test of a child that every call of it stands under says
// of which numbers that child is there.
//
//     if (n.left != -1) f(n.left);
//     if (near >= 0) f(near);       near holds n.left or n.right
#include "NumberTests.h"

#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Numbers.h"

using namespace regtt;
using namespace clang;

namespace {

class CallerTests {
public:
  CallerTests(const NumberReader &reader, unsigned group)
      : reader(reader), traversal(reader.traversal), function(reader.function),
        group(group) {}

  void run() {
    underFacts(function.body.body, {});
    if (found && all)
      traversal.slots[group].test = found;
  }

private:
  struct Known {
    const Expr *cond;
    bool value;
  };
  using Facts = llvm::SmallVector<Known, 8>;

  /// Visits every recursive call, with the conditions that are known where it
  /// stands.
  void underFacts(const std::vector<Statement> &body, Facts facts) {
    Facts before = facts;
    for (const Statement &stmt : body) {
      if (stmt.kind == Statement::Case)
        facts = before; // jumped to
      forgetChanged(stmt, facts);
      forgetChanged(stmt, before); // or fallen into
      if (stmt.kind == Statement::CallNode)
        call(traversal.calls[stmt.call].child, facts, nullptr);
      Facts inBody = facts, inElse = facts;
      if (stmt.kind == Statement::If) {
        assume(stmt.cond, !stmt.negated, inBody);
        assume(stmt.cond, stmt.negated, inElse);
      }
      underFacts(stmt.body, inBody);
      underFacts(stmt.orElse, inElse);
      if (stmt.kind == Statement::If && stmt.orElse.empty() &&
          !stmt.body.empty() &&
          (stmt.body.back().kind == Statement::Return ||
           stmt.body.back().kind == Statement::Break ||
           stmt.body.back().kind == Statement::Continue))
        assume(stmt.cond, stmt.negated, facts);
    }
  }

  /// Adds that `cond` has `value`: what each of its parts has, where that
  /// follows.
  void assume(const Expr *cond, bool value, Facts &facts) const {
    const Expr *e = NumberReader::bare(cond);
    if (const auto *negation = dyn_cast<UnaryOperator>(e);
        negation && negation->getOpcode() == UO_LNot)
      return assume(negation->getSubExpr(), !value, facts);
    if (const auto *binary = dyn_cast<BinaryOperator>(e);
        binary && binary->isLogicalOp()) {
      if ((binary->getOpcode() == BO_LAnd) != value)
        return;
      assume(binary->getLHS(), value, facts);
      forgetChanged(binary->getRHS(), facts);
      return assume(binary->getRHS(), value, facts);
    }
    facts.push_back({e, value});
  }

  /// What is known of variables is not known of what `stmt` sets them to.
  void forgetChanged(const Statement &stmt, Facts &facts) const {
    walkStmts(stmt, [&](const Statement &inner) {
      for (const Expr *own : ownExprs(traversal, inner))
        forgetChanged(own, facts);
    });
  }

  /// What all iterations share is not set, though calls may be handed it by
  /// reference.
  void forgetChanged(const Expr *own, Facts &facts) const {
    walkExpr(own, [&](const Expr *e) {
      llvm::erase_if(facts, [&](const Known &fact) {
        bool changed = false;
        walkExpr(fact.cond, [&](const Expr *part) {
          const VarDecl *var = variableOf(part);
          changed |= var && !isShared(var) && changesVariable(e, var);
        });
        return changed;
      });
    });
  }

  bool isShared(const VarDecl *var) const {
    const Role::Kind kind = function.roles.lookup(var).kind;
    return kind == Role::Shared || kind == Role::Uniform;
  }

  /// `held`: the local that the call is handed, if it is one.
  void call(const Expr *child, const Facts &facts, const VarDecl *held) {
    const Expr *e = NumberReader::bare(child);
    if (const auto *choice = dyn_cast<ConditionalOperator>(e)) {
      Facts whenTrue = facts, whenFalse = facts;
      assume(choice->getCond(), true, whenTrue);
      assume(choice->getCond(), false, whenFalse);
      call(choice->getTrueExpr(), whenTrue, held);
      return call(choice->getFalseExpr(), whenFalse, held);
    }
    const VarDecl *var = reader.linkVariable(e);
    if (var && !function.eachChild.count(var)) {
      if (!function.linkValues.count(var) && var->getInit())
        return call(var->getInit(), facts, held ? held : var);
      return eachLink(function, e, [&](const Expr *leaf) {
        leafCall(leaf, facts, held ? held : var);
      });
    }
    leafCall(e, facts, held);
  }

  void leafCall(const Expr *leaf, const Facts &facts, const VarDecl *held) {
    const auto at = reader.childAt(leaf);
    if (!at || at->group != group)
      return;
    std::optional<NumberTest> here;
    for (const Known &fact : facts)
      if (const auto test = testIn(fact.cond, fact.value, *at, held))
        if (!found || reader.implies(*test, *found) ||
            reader.implies(*found, *test))
          here = here ? here : test;
    all &= here.has_value();
    // Of several tests, the one that the others imply.
    if (here && (!found || !reader.implies(*here, *found)))
      found = here;
  }

  /// The test of `child`, or of the local that holds it, that has to hold where
  /// the comparison `e` has `value`.
  std::optional<NumberTest> testIn(const Expr *e, bool value,
                                   const ChildRef &child,
                                   const VarDecl *held) const {
    const Expr *number = reader.testedNumber(e);
    if (!number)
      return std::nullopt;
    const bool ofHeld =
        held && (sets(e, held) ? linkSet(function, number).first == held
                               : variableOf(number) == held);
    const auto at = reader.childAt(number);
    if (!ofHeld && (!at || !sameChild(*at, child)))
      return std::nullopt;
    return NumberTest{e, number, value};
  }

  bool sets(const Expr *cond, const VarDecl *held) const {
    bool result = false;
    walkExpr(cond, [&](const Expr *e) {
      result |= held && linkSet(function, e).first == held;
    });
    return result;
  }

  bool sameChild(const ChildRef &a, const ChildRef &b) const {
    return a.group == b.group &&
           (!a.index ||
            (b.index && sameSpelling(a.index, b.index, reader.ast)));
  }

  const NumberReader &reader;
  Traversal &traversal;
  const Function &function;
  const unsigned group;
  std::optional<NumberTest> found;
  bool all = true;
};

} // namespace

void regtt::findCallerTest(const NumberReader &reader, unsigned group) {
  CallerTests(reader, group).run();
}
