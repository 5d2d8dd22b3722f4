// Takes the body of an annotated loop apart.
#include "Iteration.h"

#include "Body.h"
#include "Constructs.h"
#include "Leaving.h"
#include "LocalUses.h"
#include "NestedLoops.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

const ir::BlockStatement *recognise::bodyOf(const ir::Statement *loop) {
  if (const auto *range = dyn_cast<ir::RangeLoopStatement>(loop))
    return range->body;
  return llvm::cast<ir::LoopStatement>(loop)->body;
}

void recognise::setBody(ir::Statement *loop, ir::BlockStatement *body) {
  if (auto *range = dyn_cast<ir::RangeLoopStatement>(loop))
    range->body = body;
  else
    llvm::cast<ir::LoopStatement>(loop)->body = body;
}

static bool isSame(const ir::Expr *a, const ir::Expr *b) {
  return a && b ? ir::equal(a, b) : a == b;
}

bool recognise::isSame(const Operand &a, const Operand &b) {
  if (a.form != b.form || a.type != b.type || a.isByParameter ||
      b.isByParameter)
    return false;
  if (a.form == Operand::Local || a.form == Operand::Room)
    return a.local == b.local;
  if (a.form != Operand::Element)
    return ::isSame(a.origin, b.origin);
  return (a.array && b.array ? ir::equal(a.array, b.array)
                             : a.array == b.array) &&
         ::isSame(a.base, b.base) && a.isIndirect == b.isIndirect &&
         a.extent == b.extent;
}

namespace {

bool holdsCall(const ir::Statement *s) {
  bool result = false;
  if (s)
    ir::walk(s, [&](const ir::Statement *each) {
      const auto *called = dyn_cast<ir::CallStatement>(each);
      result |= called && called->callee->isTraversal;
    });
  return result;
}

/// `if c { ... continue }`
bool goesOn(const ir::IfStatement &choice) {
  return !choice.then->statements.empty() &&
         isa<ir::ContinueStatement>(choice.then->statements.back());
}

/// `switch c { ... }` and what is declared in it.
bool isOfSwitch(const ir::BlockStatement &block) {
  return block.statements.size() > 1 &&
         isa<ir::SwitchStatement>(block.statements.back()) &&
         llvm::all_of(llvm::ArrayRef(block.statements).drop_back(),
                      [](const ir::Statement *s) {
                        const auto *var = dyn_cast<ir::VarStatement>(s);
                        return var && !var->init;
                      });
}

class Splitter {
public:
  Splitter(Iteration &out, llvm::function_ref<void(Message)> refuse)
      : out(out), refuse(refuse) {}

  void run(const ir::BlockStatement *body) {
    if (!isOfCall(body))
      return withoutCalls(body);
    split(Statements(body->statements.begin(), body->statements.end()));
    // Pointers to nodes are links on a device, and so is all that names them
    // there.
    out.takeKeptNodes();
    out.takeLocalVectors();
    // The value of the last call is set as a part of the program.
    if (out.isProgram)
      out.takeResults();
    // What goes on with the next iteration passes what follows over.
    Leaving skips;
    for (const ir::Statement *s : out.calls)
      skips.find(s);
    if (skips.next && llvm::any_of(out.levels, [](const Level &level) {
          return !level.after.empty();
        }))
      refuse({Diag::RTT1103,
              skips.next->loc,
              {"a continue", "it goes on to the next iteration, and more "
                             "follows the last call"}});
    for (const ir::Statement *s : out.calls)
      ordinary(s, true);
  }

private:
  using List = llvm::ArrayRef<const ir::Statement *>;

  /// The body as a whole is a program.
  void withoutCalls(const ir::BlockStatement *body) {
    if (!isNested(body))
      return refuse(withoutCall(body));
    out.isNested = out.isProgram = true;
    out.calls.assign(body->statements.begin(), body->statements.end());
    // What clauses have each iteration combine (LoopClauses.cpp).
    while (isa<ir::ReduceStatement>(out.calls.back())) {
      out.levels[0].after.insert(out.levels[0].after.begin(), out.calls.back());
      out.calls.pop_back();
    }
    findHeadVariable();
    leaveToHost(body);
    for (const ir::Statement *s : out.calls)
      ordinary(s, true);
  }

  /// `for (int v : list)`: the body begins with `var %v = load (*%t)`, or let.
  void findHeadVariable() {
    const ir::Statement *first = out.calls.front();
    const auto *var = dyn_cast<ir::VarStatement>(first);
    const auto *let = dyn_cast<ir::LetStatement>(first);
    const auto *load = llvm::dyn_cast_or_null<ir::LoadExpr>(var   ? var->init
                                                            : let ? let->value
                                                                  : nullptr);
    const ir::Variable *variable = ir::declaredBy(first);
    if (load && out.counter && load->place->variable() == out.counter &&
        load->place->isIndirect() && variable->loc == out.counter->loc &&
        llvm::none_of(
            llvm::ArrayRef(out.calls).drop_front(),
            [&](const ir::Statement *s) { return ir::mayChange(s, variable); }))
      out.headVariable = variable;
  }

  /// What a program cannot do, as printing or adding to a vector that all
  /// iterations have, and what stands behind that, follows the program where
  /// nothing else is lost by it: it has done something, and what follows has no
  /// loop.
  void leaveToHost(const ir::BlockStatement *body) {
    const auto first = llvm::find_if(
        out.calls, [&](const ir::Statement *s) { return isOfHost(s, body); });
    const auto isWork = [](const ir::Statement *s) {
      return !isa<ir::LetStatement, ir::VarStatement>(s);
    };
    Leaving skips;
    for (auto s = out.calls.begin(); s != first; ++s)
      skips.find(*s);
    if (first == out.calls.end() || skips.next ||
        std::none_of(out.calls.begin(), first, isWork) ||
        std::any_of(first, out.calls.end(), holdsLoop))
      return;
    Statements &after = out.levels[0].after;
    after.insert(after.begin(), first, out.calls.end());
    for (auto s = first; s != out.calls.end(); ++s)
      ordinary(*s, true);
    out.calls.erase(first, out.calls.end());
  }

  /// Whether it changes a container that is no element's, and not declared in
  /// the body, nor a part of what the body uses otherwise; or prints and the
  /// like.
  static bool isOfHost(const ir::Statement *s, const ir::BlockStatement *body) {
    bool result = false;
    ir::walk(s, [&](const ir::Statement *each) {
      if (const auto *called = dyn_cast<ir::LibraryCallStatement>(each))
        result |= !isAlgorithm(called->name) && mayThrow(called).empty();
      const auto *change = dyn_cast<ir::ContainerChangeStatement>(each);
      const ir::Variable *variable =
          change ? change->container->variable() : nullptr;
      if (!change || !(variable || change->container->global()) ||
          (variable && isDeclaredIn(body, variable)))
        return;
      const auto &steps = change->container->steps;
      const auto isOneOf = [](const ir::Step &step) {
        return std::holds_alternative<ir::ElementStep>(step) ||
               std::holds_alternative<ir::IndexStep>(step);
      };
      const auto isPart = [](const ir::Step &step) {
        return std::holds_alternative<ir::FieldStep>(step);
      };
      const auto usesOtherwise = [&](const ir::Statement *other) {
        return !variable || (other != s && namesVariable(other, variable));
      };
      result |= llvm::none_of(steps, isOneOf) &&
                !(llvm::any_of(steps, isPart) &&
                  llvm::any_of(body->statements, usesOtherwise));
    });
    return result;
  }
  static bool isDeclaredIn(const ir::BlockStatement *body,
                           const ir::Variable *variable) {
    bool result = false;
    ir::walk(static_cast<const ir::Statement *>(body),
             [&](const ir::Statement *s) {
               result |= ir::declaredBy(s) == variable;
             });
    return result;
  }

  bool isOfCall(const ir::Statement *s) const {
    return out.inlined.statements.count(s) || holdsCall(s);
  }

  void split(List statements) {
    const size_t level = out.levels.size() - 1;
    for (size_t at = 0; at < statements.size(); ++at) {
      const ir::Statement *s = statements[at];
      if (out.call) {
        ordinary(s, true);
        out.levels[level].after.push_back(s);
      } else if (isOfCall(s)) {
        size_t last = statements.size();
        while (!isOfCall(statements[last - 1]))
          --last;
        at = take(statements.slice(at, last - at)) + at - 1;
      } else if (const auto *choice = dyn_cast<ir::IfStatement>(s);
                 choice && goesOn(*choice)) {
        return unless(*choice, statements.drop_front(at + 1));
      } else {
        ordinary(s, false);
        out.levels[level].before.push_back(s);
      }
    }
  }

  /// Statements from the first to the last with a call; how many are taken.
  size_t take(List statements) {
    const ir::Statement *only =
        statements.size() == 1 ? statements[0] : nullptr;
    if (only && isa<ir::CallStatement>(only)) {
      out.call = llvm::cast<ir::CallStatement>(only);
      out.calls = {only};
      return 1;
    }
    if (const auto *block = llvm::dyn_cast_or_null<ir::BlockStatement>(only);
        block && block->label.empty() && !isOfSwitch(*block)) {
      split(Statements(block->statements.begin(), block->statements.end()));
      return 1;
    }
    if (const auto *choice = llvm::dyn_cast_or_null<ir::IfStatement>(only);
        choice && holdsCall(choice->then) != holdsCall(choice->otherwise)) {
      under(*choice);
      return 1;
    }
    out.isProgram = true;
    out.calls.assign(statements.begin(), statements.end());
    for (const ir::Statement *s : statements)
      ir::walk(s, [&](const ir::Statement *each) {
        const auto *called = dyn_cast<ir::CallStatement>(each);
        if (called && called->callee->isTraversal && !out.call)
          out.call = called;
      });
    return statements.size();
  }

  static Statements listOf(const ir::BlockStatement *block) {
    return block
               ? Statements(block->statements.begin(), block->statements.end())
               : Statements();
  }

  Level &open(const ir::IfStatement &choice, bool isNegated) {
    Level &level = out.levels.emplace_back();
    level.condition = choice.condition;
    level.choice = &choice;
    level.isNegated = isNegated;
    level.otherwise = listOf(isNegated ? choice.then : choice.otherwise);
    if (!level.otherwise.empty() &&
        isa<ir::ContinueStatement>(level.otherwise.back()))
      level.otherwise.pop_back();
    for (const ir::Statement *s : level.otherwise)
      ordinary(s, true);
    return level;
  }

  void under(const ir::IfStatement &choice) {
    const bool inThen = holdsCall(choice.then);
    open(choice, !inThen);
    split(listOf(inThen ? choice.then : choice.otherwise));
  }

  /// `if c { ... continue }`, and what is left of the body.
  void unless(const ir::IfStatement &choice, List rest) {
    open(choice, true);
    Statements inner = listOf(choice.otherwise);
    inner.insert(inner.end(), rest.begin(), rest.end());
    split(inner);
  }

  /// Of what stands before the calls, or with or after them.
  void ordinary(const ir::Statement *s, bool isLater) {
    Leaving leaving;
    leaving.find(s);
    if (leaving.loop)
      refuse({Diag::RTT1109, leaving.loop->loc});
    if (leaving.next && !isLater)
      refuse({Diag::RTT1103,
              s->loc,
              {constructOf(s), "it goes on to the next iteration"},
              {{leaving.next->loc, "here"}}});
    ir::walk(s, [&](const ir::Statement *each) {
      ir::forEachPlace(each, [&](const ir::Place *place) {
        if (place->variable() == out.counter && !place->isIndirect())
          refuse({Diag::RTT1103,
                  each->loc,
                  {constructOf(each), "it changes the loop's variable"}});
      });
    });
  }

  Iteration &out;
  llvm::function_ref<void(Message)> refuse;
};

/// The variable that the head of the loop changes from iteration to iteration.
const ir::Variable *counterOf(const ir::Statement *loop) {
  if (const auto *range = dyn_cast<ir::RangeLoopStatement>(loop))
    return range->variable;
  const auto &counted = *llvm::cast<ir::LoopStatement>(loop);
  const ir::Variable *found = nullptr;
  for (const ir::BlockStatement *part : {counted.head, counted.step})
    if (part)
      ir::walk(part, [&](const ir::Statement *s) {
        if (const auto *store = dyn_cast<ir::StoreStatement>(s);
            store && store->place->wholeVariable())
          found = store->place->wholeVariable();
        // An iterator: `call lib "operator++"(refof %it)`
        if (const auto *moved = dyn_cast<ir::LibraryCallStatement>(s);
            moved && !moved->result && !moved->arguments.empty())
          if (const ir::Place *at = ir::placeOf(moved->arguments[0]))
            found = at->wholeVariable() ? at->wholeVariable() : found;
      });
  return found;
}

} // namespace

bool Iteration::goesOnEarly() const {
  Leaving leaving;
  for (const ir::Statement *s : calls)
    leaving.find(s);
  return leaving.next;
}

/// What `for (Query q : queries)` calls its copy of an element: the statement
/// that makes it; null where there is none.
static const ir::Statement *copiedElement(const ir::Statement *loop) {
  const auto *range = dyn_cast<ir::RangeLoopStatement>(loop);
  const ir::Statement *first = range && !range->body->statements.empty()
                                   ? range->body->statements.front()
                                   : nullptr;
  const auto *let = llvm::dyn_cast_or_null<ir::LetStatement>(first);
  const auto *var = llvm::dyn_cast_or_null<ir::VarStatement>(first);
  const ir::Expr *value = let ? let->value : var ? var->init : nullptr;
  const auto *load = llvm::dyn_cast_or_null<ir::LoadExpr>(value);
  return load && load->place->variable() == range->variable &&
                 load->place->steps.size() == 1
             ? first
             : nullptr;
}

/// A pointer is changed where it is set or lent, not where what it leads to is.
static bool mayChangeCopy(const ir::Statement *s, const ir::Variable *copy) {
  if (!copy->type->isPointer())
    return ir::mayChange(s, copy);
  bool result = false;
  const auto look = [&](const ir::Place *place) {
    result |= place->variable() == copy && !place->isIndirect();
  };
  ir::walk(s, [&](const ir::Statement *each) { ir::forEachPlace(each, look); });
  ir::walkExprs(s, [&](const ir::Expr *e) {
    if (const auto *address = dyn_cast<ir::AddressExpr>(e))
      look(address->place);
  });
  return result;
}

/// The copy is what the loop's head says it is, wherever that is repeated: what
/// is done to it before the calls are over would be lost.
static void checkElement(const Iteration &iteration, const ir::Statement *loop,
                         llvm::function_ref<void(Message)> refuse) {
  const ir::Statement *made = copiedElement(loop);
  const ir::Variable *copy = made ? ir::declaredBy(made) : nullptr;
  if (!copy || copy->type->isReference())
    return;
  const auto check = [&](const Statements &list) {
    for (const ir::Statement *s : list) {
      if (s == made || !mayChangeCopy(s, copy) ||
          onlyNamesPart(s, copy, bodyOf(loop)))
        continue;
      const auto *call = dyn_cast<ir::CallStatement>(s);
      if (call && call->callee->isTraversal)
        refuse({Diag::RTT1105, s->loc, {copy->name}});
      else
        refuse({Diag::RTT1103,
                s->loc,
                {constructOf(s), "it changes the loop's variable"}});
    }
  };
  for (const Level &level : iteration.levels)
    check(level.before);
  check(iteration.calls);
}

Iteration recognise::iterationOf(const ir::Statement *loop,
                                 InlinedCalls inlined,
                                 llvm::function_ref<void(Message)> refuse) {
  Iteration result;
  result.inlined = std::move(inlined);
  result.counter = counterOf(loop);
  Splitter(result, refuse).run(bodyOf(loop));
  checkElement(result, loop, refuse);
  return result;
}
