// How many elements a queue has at most, where the clause bound does not say
// it: proved from the tests of its size that its growth stands under. If a node
// is arrived at with at most M elements, then no more are left behind by any
// way through the body, and each recursive call is made with at most M.
#include "ContainerBounds.h"

#include "regtt/Frontend/Model/Walk.h"

#include <set>

using namespace regtt;
using namespace clang;

namespace {

/// The most elements at some place; nothing where no way leads there.
using Most = std::optional<int64_t>;

Most either(Most a, Most b) { return !a ? b : !b ? a : std::max(*a, *b); }

/// Beyond this nothing is proved.
constexpr int64_t tooMany = 1 << 16;

class Proof {
public:
  Proof(const Traversal &traversal, unsigned path, int64_t onArrival)
      : traversal(traversal), path(path), onArrival(onArrival),
        seen(onArrival) {}

  /// The most that there ever are; nothing where that is not proved.
  Most run() {
    const Most left = call(traversal.function, onArrival);
    if (left && *left > onArrival)
      holds = false;
    return holds ? Most(seen) : std::nullopt;
  }

private:
  /// Where the statements of one function lead besides what follows them.
  struct Ways {
    Most returned, broken, continued;
  };

  Most note(Most most) {
    if (most) {
      seen = std::max(seen, *most);
      holds &= *most < tooMany;
    }
    return most;
  }

  Most call(const Function &function, Most most) {
    Ways ways;
    const Most end = statement(function, function.body, most, ways);
    return either(end, ways.returned);
  }

  Most statements(const Function &function, const std::vector<Statement> &body,
                  Most most, Ways &ways) {
    for (const Statement &inner : body)
      most = statement(function, inner, most, ways);
    return most;
  }

  Most statement(const Function &function, const Statement &s, Most most,
                 Ways &ways) {
    if (!most || !holds)
      return std::nullopt;
    switch (s.kind) {
    case Statement::Block:
      return statements(function, s.body, most, ways);
    case Statement::If: {
      most = evaluated(function, s.cond, most);
      const Most held = tested(function, s.cond, !s.negated, most);
      const Most failed = tested(function, s.cond, s.negated, most);
      return either(statements(function, s.body, held, ways),
                    statements(function, s.orElse, failed, ways));
    }
    case Statement::Loop:
      return loop(function, s, most, ways);
    case Statement::Switch: {
      most = evaluated(function, s.cond, most);
      const Most before = most;
      Ways inner;
      for (const Statement &part : s.body)
        most = statement(
            function, part,
            part.kind == Statement::Case ? either(most, before) : most, inner);
      ways.returned = either(ways.returned, inner.returned);
      ways.continued = either(ways.continued, inner.continued);
      return either(either(most, before), inner.broken);
    }
    case Statement::Case:
      return most;
    case Statement::Let:
      for (const VarDecl *var : s.vars)
        most = evaluated(function, var->getInit(), most);
      return most;
    case Statement::Eval:
      return evaluated(function, s.cond, most);
    case Statement::Return:
      ways.returned = either(ways.returned, evaluated(function, s.cond, most));
      return std::nullopt;
    case Statement::Break:
      ways.broken = either(ways.broken, most);
      return std::nullopt;
    case Statement::Continue:
      ways.continued = either(ways.continued, most);
      return std::nullopt;
    case Statement::CallNode:
      for (const CallArg &arg : traversal.calls[s.call].args)
        most = evaluated(function, arg.value, most);
      holds &= *most <= onArrival;
      return onArrival;
    case Statement::CallTree:
      break;
    }
    holds = false;
    return std::nullopt;
  }

  Most loop(const Function &function, const Statement &s, Most most,
            Ways &ways) {
    most = statements(function, s.init, most, ways);
    Most left;
    // Until an iteration ends with no more than it starts with.
    for (Most head = most;;) {
      const Most first =
          s.form == Statement::DoWhile ? head : condition(function, s, head);
      if (s.form != Statement::DoWhile)
        left = either(left,
                      s.cond ? tested(function, s.cond, false, first) : first);
      Ways inner;
      Most next = statements(function, s.body,
                             s.cond && s.form != Statement::DoWhile
                                 ? tested(function, s.cond, true, first)
                                 : first,
                             inner);
      next = either(next, inner.continued);
      left = either(left, inner.broken);
      ways.returned = either(ways.returned, inner.returned);
      if (s.form == Statement::DoWhile) {
        next = condition(function, s, next);
        left = either(left, tested(function, s.cond, false, next));
        next = tested(function, s.cond, true, next);
      } else if (s.step) {
        next = evaluated(function, s.step, next);
      }
      if (!holds || !next || *next <= *head)
        return left;
      head = next;
    }
  }

  Most condition(const Function &function, const Statement &s, Most most) {
    return s.cond ? evaluated(function, s.cond, most) : most;
  }

  /// After `e`: of what it evaluates in an order or under conditions of its
  /// own, all that adds is counted, and nothing that takes away.
  Most evaluated(const Function &function, const Expr *e, Most most) {
    if (!e || !most)
      return most;
    const Expr *only = e->IgnoreParenImpCasts();
    if (const ContainerCall *called = callOn(function, only)) {
      most = evaluatedParts(function, only, most);
      if (called->method == "pop" || called->method == "pop_back")
        return std::max<int64_t>(*most - 1, 0);
      if (called->method == "clear")
        return 0;
      return note(adds(*called) ? Most(*most + 1) : most);
    }
    if (const auto *choice = dyn_cast<ConditionalOperator>(only)) {
      most = evaluated(function, choice->getCond(), most);
      return either(
          evaluated(function, choice->getTrueExpr(),
                    tested(function, choice->getCond(), true, most)),
          evaluated(function, choice->getFalseExpr(),
                    tested(function, choice->getCond(), false, most)));
    }
    if (const auto helper = function.helperCalls.find(only);
        helper != function.helperCalls.end())
      return note(call(*traversal.helpers[helper->second],
                       evaluatedParts(function, only, most)));
    return note(evaluatedParts(function, only, most));
  }

  Most evaluatedParts(const Function &function, const Expr *e, Most most) {
    int64_t result = *most;
    for (const clang::Stmt *child : e->children())
      walkExpr(child, [&](const Expr *part) {
        if (const ContainerCall *called = callOn(function, part))
          result += adds(*called);
        if (const auto helper = function.helperCalls.find(part);
            helper != function.helperCalls.end())
          if (const Most left =
                  call(*traversal.helpers[helper->second], result))
            result = std::max(result, *left);
      });
    return note(result);
  }

  static bool adds(const ContainerCall &called) {
    return called.method == "push" || called.method == "push_back";
  }

  /// `e` as a call on the container; null for other expressions.
  const ContainerCall *callOn(const Function &function, const Expr *e) const {
    const auto called = function.containerCalls.find(e);
    if (called == function.containerCalls.end())
      return nullptr;
    const auto access = function.accesses.find(called->second.object);
    return access->second.path == path ? &called->second : nullptr;
  }

  /// What is known of the size where `e` is `truth`.
  Most tested(const Function &function, const Expr *e, bool truth, Most most) {
    if (!e || !most)
      return most;
    e = e->IgnoreParenImpCasts();
    if (const auto *negation = dyn_cast<UnaryOperator>(e);
        negation && negation->getOpcode() == UO_LNot)
      return tested(function, negation->getSubExpr(), !truth, most);
    if (const ContainerCall *called = callOn(function, e);
        called && called->method == "empty")
      return truth ? Most(0) : most;
    if (const auto helper = function.helperCalls.find(e);
        helper != function.helperCalls.end()) {
      // `full()`, which only returns such a test.
      const Function &inner = *traversal.helpers[helper->second];
      const auto &body = inner.body.body;
      return body.size() == 1 && body[0].kind == Statement::Return
                 ? tested(inner, body[0].cond, truth, most)
                 : most;
    }
    const auto *binary = dyn_cast<BinaryOperator>(e);
    if (!binary)
      return most;
    if (binary->isLogicalOp()) {
      const Most left = tested(function, binary->getLHS(), truth, most);
      if ((binary->getOpcode() == BO_LAnd) == truth)
        return tested(function, binary->getRHS(), truth, left);
      // One of them is `truth`: the second, if the first is not.
      return either(left,
                    tested(function, binary->getRHS(), truth,
                           tested(function, binary->getLHS(), !truth, most)));
    }
    return binary->isComparisonOp() ? compared(function, *binary, truth, most)
                                    : most;
  }

  Most compared(const Function &function, const BinaryOperator &e, bool truth,
                Most most) {
    BinaryOperatorKind op = e.getOpcode();
    const Expr *size = e.getLHS(), *other = e.getRHS();
    if (!isSize(function, size)) {
      std::swap(size, other);
      op = BinaryOperator::reverseComparisonOp(op);
    }
    const auto number = isSize(function, size) ? constant(other) : std::nullopt;
    if (!number)
      return most;
    if (!truth)
      op = BinaryOperator::negateComparisonOp(op);
    switch (op) {
    case BO_LT:
      return std::min(*most, *number - 1);
    case BO_LE:
    case BO_EQ:
      return std::min(*most, *number);
    case BO_NE:
      return *most == *number ? *most - 1 : *most;
    default:
      return most;
    }
  }

  static const Expr *uncast(const Expr *e) {
    e = e->IgnoreParenImpCasts();
    while (const auto *cast = dyn_cast<ExplicitCastExpr>(e)) {
      if (!cast->getType()->isIntegerType())
        break;
      e = cast->getSubExpr()->IgnoreParenImpCasts();
    }
    return e;
  }

  bool isSize(const Function &function, const Expr *e) const {
    const ContainerCall *called = callOn(function, uncast(e));
    return called && called->method == "size";
  }

  Most constant(const Expr *e) const {
    const auto value =
        e->getIntegerConstantExpr(traversal.function.decl->getASTContext());
    return value && value->isRepresentableByInt64() &&
                   value->getSignificantBits() <= 32
               ? Most(value->getExtValue())
               : std::nullopt;
  }

  const Traversal &traversal;
  const unsigned path;
  const int64_t onArrival;
  int64_t seen;
  bool holds = true;
};

} // namespace

std::optional<unsigned> regtt::inferBound(const Traversal &traversal,
                                          unsigned path) {
  // What the numbers in the comparisons are, and what is next to them.
  std::set<int64_t> candidates;
  const auto collect = [&](const Function &function) {
    walkStmts(function.body, [&](const Statement &s) {
      for (const Expr *own : ownExprs(traversal, s))
        walkExpr(own, [&](const Expr *e) {
          const auto *binary = dyn_cast<BinaryOperator>(e);
          if (!binary || !binary->isComparisonOp())
            return;
          for (const Expr *side : {binary->getLHS(), binary->getRHS()})
            if (const auto value = side->getIntegerConstantExpr(
                    function.decl->getASTContext()))
              if (const auto number = value->tryExtValue();
                  number && std::abs(*number) <= tooMany)
                for (const int64_t near : {-1, 0, 1})
                  candidates.insert(*number + near);
        });
    });
  };
  collect(traversal.function);
  for (const auto &helper : traversal.helpers)
    collect(*helper);
  for (const int64_t candidate : candidates)
    if (candidate >= 0 && candidate < tooMany)
      if (const Most most = Proof(traversal, path, candidate).run();
          most && *most > 0)
        return static_cast<unsigned>(*most);
  return std::nullopt;
}
