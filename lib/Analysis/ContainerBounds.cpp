// How many elements a container has at most: proved from the tests of its size
// that its growth stands under. If a node is arrived at with at most M
// elements, then no more are left behind by any way through the body, and each
// visit is made with at most M. Loops are gone through until an iteration ends
// with no more than it starts with.
#include "regtt/Analysis/ContainerBounds.h"

#include "regtt/Analysis/Integers.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/APSInt.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>

#include <set>

using namespace regtt;
using namespace regtt::ir;
using llvm::dyn_cast;

namespace {

/// The most elements at some place; nothing where no way leads there.
using Most = std::optional<int64_t>;

Most either(Most a, Most b) { return !a ? b : !b ? a : std::max(*a, *b); }

/// Beyond this nothing is proved.
constexpr int64_t tooMany = 1 << 16;

std::optional<int64_t> constantOf(const Expr *e) {
  const auto none = [](const Variable *) -> std::optional<llvm::APSInt> {
    return std::nullopt;
  };
  const auto value = integerOf(e, none);
  return value && value->isRepresentableByInt64() &&
                 value->getSignificantBits() <= 32
             ? Most(value->getExtValue())
             : std::nullopt;
}

/// Without conversions that keep every number that is small enough.
const Expr *uncast(const Expr *e) {
  while (const auto *cast = dyn_cast<CastExpr>(e)) {
    const auto to = integerFormat(cast->type);
    if (cast->op != CastOp::IntToInt || !to || to->bits < 32)
      break;
    e = cast->operand;
  }
  return e;
}

/// What is known of the container's size where an expression is true or false.
class SizeTests {
public:
  explicit SizeTests(unsigned row) : row(row) {}

  bool isIt(const Place *place) const {
    const auto *root = std::get_if<DataRoot>(&place->root);
    return root && root->kind == DataRoot::Own && root->number == row &&
           place->steps.empty();
  }

  Most tested(const Expr *e, bool truth, Most most) const {
    if (!e || !most)
      return most;
    if (const auto *negation = dyn_cast<UnaryExpr>(e);
        negation && negation->op == UnaryOp::LNot)
      return tested(negation->operand, !truth, most);
    if (const auto *read = dyn_cast<ContainerReadExpr>(e);
        read && read->op == ReadOp::Empty && isIt(read->container))
      return truth ? Most(0) : most;
    if (const auto *cast = dyn_cast<CastExpr>(e);
        cast && cast->op == CastOp::ToBool)
      return truth || !isSize(cast->operand)
                 ? tested(cast->operand, truth, most)
                 : Most(0);
    if (const auto *called = dyn_cast<CallExpr>(e))
      return tested(onlyReturned(*called->callee), truth, most);
    if (const auto *both = dyn_cast<LogicalExpr>(e))
      return ofBoth(*both, truth, most);
    const auto *compared = dyn_cast<BinaryExpr>(e);
    return compared && isComparison(compared->op)
               ? ofComparison(*compared, truth, most)
               : most;
  }

private:
  /// Of `full()`, which only returns such a test, the test; null of others.
  static const Expr *onlyReturned(const Function &function) {
    const auto *returned =
        function.body && function.body->statements.size() == 1
            ? dyn_cast<ReturnStatement>(function.body->statements[0])
            : nullptr;
    return returned ? returned->value : nullptr;
  }

  Most ofBoth(const LogicalExpr &e, bool truth, Most most) const {
    const Most left = tested(e.left, truth, most);
    if (e.isAnd == truth)
      return tested(e.right, truth, left);
    // One of them is `truth`: the second, if the first is not.
    return either(left, tested(e.right, truth, tested(e.left, !truth, most)));
  }

  bool isSize(const Expr *e) const {
    const auto *read = dyn_cast<ContainerReadExpr>(uncast(e));
    return read && read->op == ReadOp::Size && isIt(read->container);
  }

  Most ofComparison(const BinaryExpr &e, bool truth, Most most) const {
    BinaryOp op = e.op;
    const Expr *size = e.left, *other = e.right;
    if (!isSize(size)) {
      std::swap(size, other);
      op = reversed(op);
    }
    const auto number = isSize(size) ? constantOf(other) : std::nullopt;
    if (!number)
      return most;
    switch (truth ? op : negated(op)) {
    case BinaryOp::Lt:
      return std::min(*most, *number - 1);
    case BinaryOp::Le:
    case BinaryOp::Eq:
      return std::min(*most, *number);
    case BinaryOp::Ne:
      return *most == *number ? *most - 1 : *most;
    default:
      return most;
    }
  }

  /// Of `b op a`.
  static BinaryOp reversed(BinaryOp op) {
    switch (op) {
    case BinaryOp::Lt:
      return BinaryOp::Gt;
    case BinaryOp::Gt:
      return BinaryOp::Lt;
    case BinaryOp::Le:
      return BinaryOp::Ge;
    case BinaryOp::Ge:
      return BinaryOp::Le;
    default:
      return op;
    }
  }
  /// Of integers, what holds where `op` does not.
  static BinaryOp negated(BinaryOp op) {
    switch (op) {
    case BinaryOp::Lt:
      return BinaryOp::Ge;
    case BinaryOp::Gt:
      return BinaryOp::Le;
    case BinaryOp::Le:
      return BinaryOp::Gt;
    case BinaryOp::Ge:
      return BinaryOp::Lt;
    case BinaryOp::Eq:
      return BinaryOp::Ne;
    default:
      return op == BinaryOp::Ne ? BinaryOp::Eq : op;
    }
  }

  const unsigned row;
};

/// That there are never more, from a number on arrival on.
class Proof {
public:
  Proof(const Function &enter, unsigned row, int64_t onArrival)
      : enter(enter), tests(row), onArrival(onArrival), seen(onArrival) {}

  /// The most that there ever are; nothing where that is not proved.
  Most run() {
    const Most left = call(enter, onArrival);
    if (left && *left > onArrival)
      holds = false;
    return holds ? Most(seen) : std::nullopt;
  }

private:
  /// Where the statements of one function lead besides what follows them.
  struct Ways {
    Most returned, broken, continued;
    llvm::SmallDenseMap<const BlockStatement *, Most, 2> left;
  };

  Most note(Most most) {
    if (most) {
      seen = std::max(seen, *most);
      holds &= *most < tooMany;
    }
    return most;
  }

  Most call(const Function &function, Most most) {
    // A function that there is no code of does not know the query.
    if (!function.body || llvm::is_contained(active, &function))
      return most;
    active.push_back(&function);
    Ways ways;
    const Most end = block(function.body, most, ways);
    active.pop_back();
    return either(end, ways.returned);
  }

  Most block(const BlockStatement *s, Most most, Ways &ways) {
    if (!s)
      return most;
    for (const Statement *inner : s->statements)
      most = statement(inner, most, ways);
    const auto left = ways.left.find(s);
    return left == ways.left.end() ? most : either(most, left->second);
  }

  Most statement(const Statement *s, Most most, Ways &ways) {
    if (!most || !holds)
      return std::nullopt;
    switch (s->kind) {
    case Statement::Block:
      return block(llvm::cast<BlockStatement>(s), most, ways);
    case Statement::If: {
      const auto &choice = *llvm::cast<IfStatement>(s);
      const Most held = tests.tested(choice.condition, true, most);
      const Most failed = tests.tested(choice.condition, false, most);
      return either(block(choice.then, held, ways),
                    block(choice.otherwise, failed, ways));
    }
    case Statement::Loop:
      return loop(*llvm::cast<LoopStatement>(s), most, ways);
    case Statement::CountedLoop:
      return repeated(llvm::cast<CountedLoopStatement>(s)->body, most, ways);
    case Statement::RangeLoop:
      return repeated(llvm::cast<RangeLoopStatement>(s)->body, most, ways);
    case Statement::Switch:
      return choice(*llvm::cast<SwitchStatement>(s), most, ways);
    case Statement::Return:
      ways.returned = either(ways.returned, most);
      return std::nullopt;
    case Statement::Break:
      ways.broken = either(ways.broken, most);
      return std::nullopt;
    case Statement::Continue:
      ways.continued = either(ways.continued, most);
      return std::nullopt;
    case Statement::Leave: {
      Most &left = ways.left[llvm::cast<LeaveStatement>(s)->block];
      left = either(left, most);
      return std::nullopt;
    }
    case Statement::Trap:
    case Statement::Unreachable:
      return std::nullopt;
    case Statement::Call:
      return note(call(*llvm::cast<CallStatement>(s)->callee, most));
    case Statement::ContainerChange:
      return note(change(*llvm::cast<ContainerChangeStatement>(s), most));
    case Statement::Visit:
      holds &= *most <= onArrival;
      return onArrival;
    case Statement::Let:
    case Statement::Var:
    case Statement::Store:
    case Statement::Reduce:
    case Statement::LibraryCall:
      return most;
    case Statement::Resume:
    case Statement::Fork:
    case Statement::Join:
    case Statement::Barrier:
      break;
    }
    holds = false;
    return std::nullopt;
  }

  Most change(const ContainerChangeStatement &s, Most most) {
    if (!tests.isIt(s.container))
      return most;
    switch (s.op) {
    case ChangeOp::Push:
      return *most + 1;
    case ChangeOp::Pop:
      return std::max<int64_t>(*most - 1, 0);
    case ChangeOp::Clear:
      return 0;
    default:
      holds = false;
      return std::nullopt;
    }
  }

  Most choice(const SwitchStatement &s, Most most, Ways &ways) {
    Most end, fallen;
    bool hasDefault = false;
    for (const SwitchStatement::Case &each : s.cases) {
      hasDefault |= each.isDefault;
      const Most at = block(each.body, either(most, fallen), ways);
      fallen = each.fallsThrough ? at : std::nullopt;
      if (!each.fallsThrough)
        end = either(end, at);
    }
    end = either(end, fallen);
    return hasDefault ? end : either(end, most);
  }

  /// A body that runs any number of times.
  Most repeated(const BlockStatement *body, Most most, Ways &ways) {
    Most left = most;
    for (Most head = most;;) {
      Ways inner;
      const Most next = either(block(body, head, inner), inner.continued);
      leave(inner, ways);
      left = either(either(left, next), inner.broken);
      if (!holds || !next || *next <= *head)
        return left;
      head = next;
    }
  }

  Most loop(const LoopStatement &s, Most most, Ways &ways) {
    const bool isAfter = s.form == LoopForm::DoWhile;
    most = block(s.init, most, ways);
    Most left;
    for (Most head = most; head;) {
      Ways inner;
      Most first = head;
      if (!isAfter) {
        first = block(s.head, first, inner);
        left =
            either(left, s.condition ? tests.tested(s.condition, false, first)
                                     : std::nullopt);
        first = tests.tested(s.condition, true, first);
      }
      Most next = either(block(s.body, first, inner), inner.continued);
      if (isAfter) {
        next = block(s.head, next, inner);
        left = either(left, tests.tested(s.condition, false, next));
        next = tests.tested(s.condition, true, next);
      } else {
        next = block(s.step, next, inner);
      }
      left = either(left, inner.broken);
      leave(inner, ways);
      if (!holds || !next || *next <= *head)
        break;
      head = next;
    }
    return left;
  }

  /// What leaves a loop by other ways than its end.
  static void leave(const Ways &inner, Ways &ways) {
    ways.returned = either(ways.returned, inner.returned);
    for (const auto &[block, most] : inner.left) {
      Most &left = ways.left[block];
      left = either(left, most);
    }
  }

  const Function &enter;
  const SizeTests tests;
  const int64_t onArrival;
  int64_t seen;
  bool holds = true;
  std::vector<const Function *> active;
};

/// What the numbers in comparisons are, and what is next to them.
class Candidates {
public:
  void collect(const Function &function) {
    if (!function.body || !looked.insert(&function).second)
      return;
    walkExprs(function.body, [&](const Expr *e) {
      if (const auto *called = dyn_cast<CallExpr>(e))
        collect(*called->callee);
      const auto *compared = dyn_cast<BinaryExpr>(e);
      if (!compared || !isComparison(compared->op))
        return;
      for (const Expr *side : {compared->left, compared->right})
        if (const auto number = constantOf(side);
            number && std::abs(*number) <= tooMany)
          for (const int64_t near : {-1, 0, 1})
            numbers.insert(*number + near);
    });
    walk(static_cast<const Statement *>(function.body),
         [&](const Statement *s) {
           if (const auto *called = dyn_cast<CallStatement>(s))
             collect(*called->callee);
         });
  }
  std::set<int64_t> numbers;

private:
  std::set<const Function *> looked;
};

} // namespace

std::optional<unsigned> regtt::kernel::mostElements(const Function &enter,
                                                    unsigned row) {
  Candidates candidates;
  candidates.collect(enter);
  for (const int64_t candidate : candidates.numbers)
    if (candidate >= 0 && candidate < tooMany)
      if (const Most most = Proof(enter, row, candidate).run();
          most && *most > 0)
        return static_cast<unsigned>(*most);
  return std::nullopt;
}
