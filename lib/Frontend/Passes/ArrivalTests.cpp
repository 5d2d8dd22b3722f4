// Tests on arrival: what says of the own number, before the traversal has an
// effect, that it is no node holds for all children. Their answer is known from
// there on.
#include "NumberTests.h"
#include "regtt/Frontend/Model/Walk.h"
#include "regtt/Frontend/Passes/Effects.h"

#include <functional>

using namespace regtt;
using namespace clang;

namespace {

class ArrivalTests {
public:
  explicit ArrivalTests(const NumberReader &reader)
      : reader(reader), traversal(reader.traversal), function(reader.function) {
  }

  bool run() {
    for (size_t k = 0; k < traversal.numBodies; ++k) {
      auto before = std::move(traversal.nodeTests);
      traversal.nodeTests.clear();
      arrivalTests(bodyOf(traversal, k));
      if (k > 0)
        keepCommon(std::move(before));
    }
    if (ok)
      foldArrivalTests();
    return ok;
  }

private:
  /// Of several functions that recurse through each other all have to leave for
  /// a number that is no node: keeps what both the last one's tests and those
  /// of the functions `before` say.
  void keepCommon(llvm::SmallVector<NumberTest, 2> before) {
    const auto saidBy = [&](llvm::ArrayRef<NumberTest> tests) {
      return [this, tests](const NumberTest &test) {
        return llvm::any_of(tests, [&](const NumberTest &other) {
          return reader.implies(other, test);
        });
      };
    };
    auto &last = traversal.nodeTests;
    const llvm::SmallVector<NumberTest, 2> all = last;
    llvm::erase_if(last, std::not_fn(saidBy(before)));
    llvm::erase_if(before, std::not_fn(saidBy(all)));
    llvm::erase_if(before, saidBy(last));
    last.append(before.begin(), before.end());
  }

  /// Whether `e` names the node's number: the parameter, or that of a helper
  /// which is bound to it.
  bool isOwnNumber(const Expr *e) const {
    const VarDecl *var = variableOf(e);
    const Role role = var ? function.roles.lookup(var) : Role();
    return role.kind == Role::Object && role.base == Base::Node &&
           role.number == nodeNumber;
  }

  /// Tests of the own number that make the function return before it has an
  /// effect.
  void arrivalTests(const std::vector<Statement> &body) {
    bool effect = false;
    for (const Statement &stmt : body) {
      // But for a return, of a value perhaps.
      const auto after = llvm::ArrayRef(body).drop_front(&stmt + 1 - &body[0]);
      const bool isLast = after.empty() || (after.size() == 1 &&
                                            after[0].kind == Statement::Return);
      if (stmt.kind == Statement::Block && isLast)
        return arrivalTests(stmt.body);
      const bool elseReturns = isLast && stmt.orElse.size() == 1 &&
                               stmt.orElse[0].kind == Statement::Return;
      if (stmt.kind == Statement::If && !stmt.negated &&
          (stmt.orElse.empty() || elseReturns)) {
        const bool leaves =
            stmt.body.size() == 1 && stmt.body[0].kind == Statement::Return;
        if (leaves && !elseReturns)
          collect(stmt.cond, true, effect);
        else if (isLast)
          collect(stmt.cond, false, effect);
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

  /// The tests of which each alone says, by `cond` being `absent`, that there
  /// is no node, from its left. Returns whether all of `cond` is made of them.
  bool collect(const Expr *cond, bool absent, bool effect) {
    const Expr *e = NumberReader::bare(cond);
    if (const auto *negation = dyn_cast<UnaryOperator>(e);
        negation && negation->getOpcode() == UO_LNot)
      return collect(negation->getSubExpr(), !absent, effect);
    if (const auto *binary = dyn_cast<BinaryOperator>(e);
        binary && binary->isLogicalOp())
      return (binary->getOpcode() == BO_LOr) == absent &&
             collect(binary->getLHS(), absent, effect) &&
             collect(binary->getRHS(), absent, effect);
    if (const auto call = function.helperCalls.find(e);
        call != function.helperCalls.end())
      return collectCalled(e, *traversal.helpers[call->second], absent, effect);
    const Expr *number = reader.testedNumber(e);
    if (!number || !isOwnNumber(number))
      return false;
    if (effect) {
      // Where another number has been told to be no node, one below -1 is not
      // what stands for that.
      if (reader.excludesNegatives(e, absent) &&
          (traversal.nodeTests.empty() || reader.excludesMinusOne(e, absent))) {
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

  /// `valid(i)`: what a helper returns that does nothing else, if all of it is
  /// made of tests. It is asked where there is no helper: its words become the
  /// traversal's.
  bool collectCalled(const Expr *call, const Function &helper, bool absent,
                     bool effect) {
    const auto &body = helper.body.body;
    if (body.size() != 1 || body[0].kind != Statement::Return || !body[0].cond)
      return false;
    for (const auto &[param, role] : helper.roles)
      function.roles.insert({param, role});
    for (unsigned k = 0; k < helper.decl->getNumParams(); ++k)
      if (const Expr *argument = argumentOf(call, k);
          argument && isOwnNumber(argument))
        function.roles[helper.decl->getParamDecl(k)] =
            function.roles.lookup(variableOf(argument));
    walkExpr(body[0].cond, [&](const Expr *e) {
      if (const auto access = helper.accesses.find(e);
          access != helper.accesses.end())
        function.accesses.insert({e, access->second});
      if (const auto uniform = helper.uniforms.find(e);
          uniform != helper.uniforms.end())
        function.uniforms.insert({e, uniform->second});
    });
    const size_t before = traversal.nodeTests.size();
    if (collect(body[0].cond, absent, effect)) {
      function.folded[call] = !absent;
      return true;
    }
    traversal.nodeTests.resize(before);
    return false;
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
