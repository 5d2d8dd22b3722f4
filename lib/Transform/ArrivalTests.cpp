// Tests on arrival: what says of the own number, before the traversal has an
// effect, that it is no node holds for all children. Their answer is known from
// there on.
#include "NumberTests.h"
#include "regtt/Analysis/Effects.h"

using namespace regtt;
using namespace clang;

namespace {

class ArrivalTests {
public:
  explicit ArrivalTests(const NumberReader &reader)
      : reader(reader), traversal(reader.traversal), function(reader.function) {
  }

  bool run() {
    arrivalTests(function.body.body);
    if (ok)
      foldArrivalTests();
    return ok;
  }

private:
  /// Whether `e` names the parameter that is the node's number.
  bool isOwnNumber(const Expr *e) const {
    return variableOf(e) == traversal.nodeParam;
  }

  /// Tests of the own number that make the function return before it has an
  /// effect.
  void arrivalTests(const std::vector<Statement> &body) {
    bool effect = false;
    for (const Statement &stmt : body) {
      if (stmt.kind == Statement::Block && &stmt == &body.back())
        return arrivalTests(stmt.body);
      if (stmt.kind == Statement::If && !stmt.negated && stmt.orElse.empty()) {
        const bool leaves =
            stmt.body.size() == 1 && stmt.body[0].kind == Statement::Return;
        const bool holdsRest = &stmt == &body.back();
        if (leaves)
          collect(stmt.cond, BO_LOr, effect);
        else if (holdsRest)
          collect(stmt.cond, BO_LAnd, effect);
      }
      const bool returns = stmt.kind == Statement::If && stmt.orElse.empty() &&
                           stmt.body.size() == 1 &&
                           stmt.body[0].kind == Statement::Return;
      effect |= holdsCall(stmt) || stmt.kind == Statement::Loop ||
                (returns ? effectsOf(traversal, function, stmt.cond)
                         : effectsOf(traversal, function, stmt))
                    .writesQuery;
    }
  }

  /// The tests that alone decide `cond`, from its left. Returns whether all of
  /// `cond` is made of them.
  bool collect(const Expr *cond, BinaryOperatorKind join, bool effect) {
    const Expr *e = NumberReader::bare(cond);
    if (const auto *binary = dyn_cast<BinaryOperator>(e);
        binary && binary->getOpcode() == join)
      return collect(binary->getLHS(), join, effect) &&
             collect(binary->getRHS(), join, effect);
    bool absent = join == BO_LOr; // its value where there is no node
    while (const auto *negation = dyn_cast<UnaryOperator>(e)) {
      if (negation->getOpcode() != UO_LNot)
        break;
      absent = !absent;
      e = NumberReader::bare(negation->getSubExpr());
    }
    const Expr *number = reader.testedNumber(e);
    if (!number || !isOwnNumber(number))
      return false;
    if (effect) {
      if (reader.excludesNegatives(e, absent)) {
        reader.diagnostics.report(traversal.loc, Diag::RTT2014);
        reader.diagnostics.note(e->getExprLoc(),
                                "null is tested only here; test it first, or "
                                "test the child before the call");
        ok = false;
      }
      return false;
    }
    traversal.nodeTests.push_back({e, number, !absent});
    return true;
  }

  /// Tests of the own number elsewhere whose answer is known by then.
  void foldArrivalTests() {
    reader.eachOwnExpr([&](const Expr *own) {
      walkExpr(own, [&](const Expr *inner) {
        const Expr *e = inner;
        if (function.folded.count(e) || !reader.mayTest(e))
          return;
        const Expr *number = reader.testedNumber(e);
        if (!number || !isOwnNumber(number))
          return;
        for (const NumberTest &test : traversal.nodeTests)
          if (bool same; reader.sameTest(e, test.cond, same))
            fold(e, number, same == test.whenPresent);
      });
    });
    for (const NumberTest &test : traversal.nodeTests)
      fold(test.cond, test.number, test.whenPresent);
    reader.eachNegation([&](const Expr *negation, const Expr *e) {
      if (const auto found = function.folded.find(e);
          found != function.folded.end()) {
        const bool value = found->second;
        function.folded[negation] = !value;
      }
    });
  }

  void fold(const Expr *e, const Expr *number, bool value) {
    function.folded[e] = value;
    function.accesses.erase(number);
  }

  const NumberReader &reader;
  Traversal &traversal;
  Function &function;
  bool ok = true;
};

} // namespace

bool regtt::findArrivalTests(const NumberReader &reader) {
  return ArrivalTests(reader).run();
}
