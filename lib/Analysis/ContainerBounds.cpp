// How many elements a container has at most: proved from the tests of its size
// that its growth stands under. If a node is arrived at with at most M
// elements, then no more are left behind by any way through the body, and each
// visit is made with at most M. Loops are gone through until an iteration ends
// with no more than it starts with.
#include "regtt/Analysis/ContainerBounds.h"

#include "SizeTests.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>

#include <set>

using namespace regtt;
using namespace regtt::ir;
using namespace regtt::kernel;
using llvm::dyn_cast;

namespace {

/// Beyond as many elements nothing is proved.
constexpr int64_t tooMany = 1 << 16;
/// Nor where it takes as many statements.
constexpr int64_t tooManySteps = 1 << 20;

/// Where statements change the size of a container, by its row.
class SizeChanges {
public:
  explicit SizeChanges(unsigned row) : it(row) {}

  bool in(const Statement *s, bool isGrowth) {
    bool result = false;
    walk(s, [&](const Statement *each) {
      if (const auto *change = dyn_cast<ContainerChangeStatement>(each))
        result |= it.isIt(change->container) &&
                  !(isGrowth && (change->op == ChangeOp::Pop ||
                                 change->op == ChangeOp::Clear));
      const auto *called = dyn_cast<CallStatement>(each);
      const auto *visit = dyn_cast<VisitStatement>(each);
      const Function *to = called  ? called->callee
                           : visit ? visit->callee
                                   : nullptr;
      if (to && to->body && looked.insert(to).second)
        result |= in(to->body, isGrowth);
    });
    return result;
  }

private:
  const SizeTests it;
  std::set<const Function *> looked;
};

/// How many elements other containers have.
using Bounds = std::function<std::optional<unsigned>(unsigned)>;

/// The containers that a list of statements takes an element out of, whatever
/// else it does.
std::vector<unsigned> takenFrom(const BlockStatement *s) {
  std::vector<unsigned> rows;
  for (const Statement *each : s ? s->statements : std::vector<Statement *>()) {
    const auto *change = dyn_cast<ContainerChangeStatement>(each);
    const auto *root = change && change->op == ChangeOp::Pop
                           ? std::get_if<DataRoot>(&change->container->root)
                           : nullptr;
    if (root && root->kind == DataRoot::Own && change->container->steps.empty())
      rows.push_back(root->number);
  }
  return rows;
}

/// How often at most the loop's body runs: each time it takes an element out
/// of a container that it puts none into, unless it leaves the loop.
Most mostRuns(const LoopStatement &s, const Bounds &boundOf) {
  bool isSkipped = false, isLeft = false;
  std::set<const Statement *> within;
  walk(static_cast<const Statement *>(s.body), [&](const Statement *each) {
    within.insert(each);
    const auto *leave = dyn_cast<LeaveStatement>(each);
    isSkipped |= each->kind == Statement::Continue ||
                 each->kind == Statement::Resume ||
                 (leave && within.count(leave->block));
    isLeft |= leave || each->kind == Statement::Break ||
              each->kind == Statement::Return;
  });
  std::vector<unsigned> rows = takenFrom(s.step);
  if (!isSkipped)
    llvm::append_range(rows, takenFrom(s.body));
  for (const unsigned row : rows)
    if (const auto most = boundOf(row);
        most && !SizeChanges(row).in(&s, /*isGrowth=*/true))
      return int64_t{*most} + isLeft;
  return std::nullopt;
}

/// That there are never more, from a number on arrival on.
class Proof {
public:
  Proof(const Function &enter, unsigned row, int64_t onArrival,
        const Bounds *boundOf = nullptr)
      : enter(enter), tests(row), onArrival(onArrival), seen(onArrival),
        boundOf(boundOf) {}

  /// The most that there ever are; nothing where that is not proved.
  Most run() {
    const Most left = call(enter, onArrival);
    if (left && *left > onArrival && !boundOf)
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
    holds &= ++numSteps < tooManySteps;
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
      if (boundOf) // visits leave it as it is
        return most;
      holds &= *most <= onArrival;
      return onArrival;
    case Statement::Let:
    case Statement::Var:
    case Statement::Store:
    case Statement::Reduce:
    case Statement::LibraryCall:
    case Statement::Defer:
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
    const Most runs = boundOf ? mostRuns(s, *boundOf) : std::nullopt;
    Most left;
    int64_t count = 0;
    for (Most head = most; head; ++count) {
      Ways inner;
      Most first = head;
      if (!isAfter) {
        first = block(s.head, first, inner);
        left =
            either(left, s.condition ? tests.tested(s.condition, false, first)
                                     : std::nullopt);
        first = tests.tested(s.condition, true, first);
      }
      if (runs && count >= *runs)
        first = std::nullopt;
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
  const Bounds *boundOf; ///< of a program; null: of what visits do
  bool holds = true;
  int64_t numSteps = 0;
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

std::optional<unsigned>
regtt::kernel::mostElementsOfProgram(const Function &program, unsigned row,
                                     const Bounds &boundOf) {
  const Most most = Proof(program, row, 0, &boundOf).run();
  return most
             ? std::optional(static_cast<unsigned>(std::max<int64_t>(*most, 1)))
             : std::nullopt;
}

bool regtt::kernel::changesSize(const Function &function, unsigned row) {
  return function.body &&
         SizeChanges(row).in(function.body, /*isGrowth=*/false);
}
