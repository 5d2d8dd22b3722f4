// A walk along the statements with what is known there: conditions on the node
// alone that hold, and what locals are, in words of the node.
#include "regtt/Analysis/NodeConditions.h"

#include "NodeValues.h"
#include "PlaceWays.h"
#include "ResumedSegments.h"
#include "Ways.h"

#include "regtt/Analysis/CountedLoop.h"
#include "regtt/Analysis/Integers.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::ir;
using llvm::dyn_cast;
using llvm::isa;
using llvm::SaveAndRestore;

namespace {

class Reader {
public:
  Reader(Module &module, const NodeReads &asked,
         llvm::ArrayRef<const Function *> segments)
      : module(module), asked(asked), segments(segments),
        values(module, asked,
               [this](const Function &callee,
                      llvm::ArrayRef<const Expr *> arguments,
                      const Known &known) {
                 return returnedBy(callee, arguments, known);
               }),
        entries(segments.size()), ways(module) {
    if (asked.places)
      byPlace.emplace(module, *asked.places);
  }

  const Expr *run(const Function &enter) {
    resumed = segmentsResumed(enter, segments);
    // A segment is resumed by others, and perhaps by itself: what is known at
    // its beginning becomes less until nothing changes.
    do {
      hasChanged = false;
      ways = Ways(module);
      if (byPlace)
        byPlace->clear();
      part(enter, {}, Known());
      for (size_t k = 0; k < segments.size(); ++k)
        if (const Function *segment = segments[k];
            segment && segment->body && isReached(k)) {
          State entry = entries[k].value_or(State());
          for (const Variable *param : segment->params)
            if (!entry.known.contains(param))
              beginWith(segment, param, entry.known);
          part(*segment, entry.way, entry.known);
        }
    } while (hasChanged);
    return byPlace ? byPlace->condition() : ways.condition();
  }

private:
  /// Whether a visit comes to a segment: where all that resume it are behind
  /// what always leaves, none does. What nothing resumes begins by itself.
  bool isReached(size_t k) const {
    return entries[k] || !resumed.contains(segments[k]);
  }

  /// What is known at a place.
  struct State {
    Way way;
    Known known;
    bool isDead = false; ///< nothing comes here
  };

  void part(const Function &entered, Way way, Known known) {
    enter(entered);
    State state{std::move(way), std::move(known)};
    if (entered.body)
      list(*entered.body, state);
  }

  void enter(const Function &entered) {
    values.enter(entered);
    function = &entered;
  }

  //===--- Ways -----------------------------------------------------------===//

  /// Adds what `e`, which is `holds`, says of the node alone: `leaf && far(q)`
  /// that holds says that `leaf` does.
  void add(State &state, const Expr *e, bool holds) {
    const auto way = values.implied(e, holds, state.known);
    state.isDead |= !way;
    if (way)
      for (const Expr *term : *way)
        if (!contains(state.way, term))
          state.way.push_back(term);
  }

  /// Where two ways meet, which parted at `test`.
  State meet(const State &a, const State &b, const Expr *test) {
    if (a.isDead || b.isDead)
      return a.isDead ? b : a;
    State result;
    result.way = common(a.way, b.way);
    result.known = values.meet({a.known, beyond(a.way, result.way)},
                               {b.known, beyond(b.way, result.way)}, test);
    return result;
  }

  static Way beyond(const Way &way, const Way &known) {
    Way result;
    llvm::copy_if(way, std::back_inserter(result),
                  [&](const Expr *term) { return !contains(known, term); });
    return result;
  }

  void found(State state, const Expr *read) {
    if (state.isDead)
      return;
    llvm::erase_if(state.way, [&](const Expr *term) {
      return asked.saysNothing(term, read);
    });
    if (!byPlace)
      return ways.add(std::move(state.way));
    const Expr *place = asked.places->placeOf(read);
    byPlace->add(place ? values.choices(place, state.known) : Choices(),
                 state.way);
  }

  /// Nothing is known of what is read here.
  void readOfAny() {
    if (byPlace)
      byPlace->add(Choices(), {});
    else
      ways.add({});
  }

  //===--- Symbols --------------------------------------------------------===//

  /// What an integer is where an iteration or a segment begins has a name.
  void beginWith(const void *owner, const Variable *variable, Known &known) {
    if (byPlace && variable->type->isInt())
      known[variable] = {{{}, byPlace->symbol(owner, variable)}};
  }

  /// Of what the loop changes; not where the loop is in itself, by functions
  /// that call each other: two iterations' numbers would be one.
  void beginIteration(const LoopStatement &s, State &state) {
    if (!byPlace || llvm::is_contained(iterations, &s))
      return;
    walk(&s, [&](const Statement *inner) {
      forEachPlace(inner, [&](const Place *place) {
        if (const Variable *variable = place->variable())
          beginWith(&s, variable, state.known);
      });
    });
    const auto counted = kernel::indexLoop(*function, s);
    const auto first = counted && !counted->isDown
                           ? integerOf(counted->first, *function)
                           : std::nullopt;
    if (first && first->isSigned() && first->getBitWidth() >= 32)
      state.way.push_back(
          module.binary(BinaryOp::Ge, byPlace->symbol(&s, counted->variable),
                        module.integer(counted->variable->type,
                                       first->extOrTrunc(64).getSExtValue())));
  }

  //===--- Expressions ----------------------------------------------------===//

  void look(const Expr *e, const State &state) {
    if (returns)
      return;
    if (asked.reads(e))
      found(state, e);
    if (const auto *both = dyn_cast<LogicalExpr>(e)) {
      // Where the right one decides, what the left one is does not matter.
      State left = state;
      if (byPlace)
        add(left, both->right, both->isAnd);
      look(both->left, left);
      State right = state;
      add(right, both->left, both->isAnd);
      return look(both->right, right);
    }
    if (const auto *choice = dyn_cast<SelectExpr>(e)) {
      State chosen = state, other = state;
      add(chosen, choice->condition, true);
      add(other, choice->condition, false);
      look(choice->condition, state);
      look(choice->whenTrue, chosen);
      return look(choice->whenFalse, other);
    }
    if (const auto *call = dyn_cast<CallExpr>(e))
      inside(*call->callee, call->arguments, state);
    forEachOperand(e, [&](const Expr *operand) { look(operand, state); });
  }

  /// What a function reads, called here.
  void inside(const Function &callee, llvm::ArrayRef<const Expr *> arguments,
              const State &state) {
    if (callee.body && depth == 8)
      readOfAny();
    if (!callee.body || depth == 8)
      return;
    State called;
    called.way = state.way;
    called.isDead = state.isDead;
    called.known = handed(callee, arguments, state.known);
    const SaveAndRestore calling(function);
    ++depth;
    enter(callee);
    list(*callee.body, called);
    --depth;
  }

  Known handed(const Function &callee, llvm::ArrayRef<const Expr *> arguments,
               const Known &known) const {
    Known result;
    for (size_t k = 0; k < callee.params.size() && k < arguments.size(); ++k)
      if (!callee.params[k]->type->isReference())
        result[callee.params[k]] = values.choices(arguments[k], known);
    return result;
  }

  /// What a call returns, on each of its ways.
  Choices returnedBy(const Function &callee,
                     llvm::ArrayRef<const Expr *> arguments,
                     const Known &known) {
    static constexpr unsigned deepest = 3;
    if (!callee.body || evaluated == deepest)
      return {};
    State called;
    called.known = handed(callee, arguments, known);
    Choices result;
    const SaveAndRestore collecting(returns, &result);
    const SaveAndRestore inside(evaluated, evaluated + 1);
    const SaveAndRestore outside(outer, iterations.size());
    const SaveAndRestore calling(function);
    enter(callee);
    list(*callee.body, called);
    return finished(std::move(result));
  }

  /// Notes what is returned here, while it is asked what a call returns.
  void returnHere(const ReturnStatement &s, const State &state) {
    if (!returns || !s.value)
      return;
    State here = state;
    // What an iteration counts is over with it.
    if (byPlace && iterations.size() > outer) {
      forgetSymbols(here.way);
      forgetSymbols(here.known);
    }
    Choices choices = values.choices(s.value, here.known);
    if (choices.empty())
      choices.emplace_back();
    for (const Choice &each : choices)
      if (auto way = inRow(module, here.way, each.way))
        include(*returns, {std::move(*way), each.value});
  }

  //===--- Statements -----------------------------------------------------===//

  void list(const BlockStatement &block, State &state) {
    for (const Statement *s : block.statements)
      statement(s, state);
  }

  void statement(const Statement *s, State &state) {
    if (state.isDead)
      return;
    if (const auto *block = dyn_cast<BlockStatement>(s))
      return labelled(*block, state);
    if (const auto *branch = dyn_cast<IfStatement>(s))
      return fork(*branch, state);
    if (const auto *loop = dyn_cast<LoopStatement>(s))
      return looped(*loop, state);
    if (const auto *chosen = dyn_cast<SwitchStatement>(s))
      return cases(*chosen, state);
    forEachOperand(s, [&](const Expr *e) { look(e, state); });
    forEachPlace(s, [&](const Place *place) {
      forEachOperand(place, [&](const Expr *e) { look(e, state); });
    });
    if (const auto *call = dyn_cast<CallStatement>(s); call && !returns)
      inside(*call->callee, call->arguments, state);
    if (const auto *resume = dyn_cast<ResumeStatement>(s))
      goOn(*resume, state);
    if (const auto *end = dyn_cast<ReturnStatement>(s))
      returnHere(*end, state);
    values.set(s, state.known);
    if (isa<CountedLoopStatement, RangeLoopStatement>(s))
      forEachChild(s, [&](const Statement *body) {
        values.forget(body, state.known);
        State inner = state;
        statement(body, inner);
      });
    state.isDead = isa<ReturnStatement, BreakStatement, ContinueStatement,
                       LeaveStatement, TrapStatement, UnreachableStatement>(s);
  }

  void labelled(const BlockStatement &block, State &state) {
    const State before = state;
    list(block, state);
    if (block.label.empty())
      return;
    // It may be left from anywhere in it.
    state = before;
    values.forget(&block, state.known);
  }

  void fork(const IfStatement &s, State &state) {
    look(s.condition, state);
    State then = state, other = state;
    add(then, s.condition, true);
    add(other, s.condition, false);
    const size_t asked = then.way.size() + other.way.size();
    list(*s.then, then);
    if (s.otherwise)
      list(*s.otherwise, other);
    const Expr *test = values.of(s.condition, state.known);
    if (then.isDead && other.isDead) {
      state = then;
      return;
    }
    state = meet(then, other, test);
    // One of the two is gone, which says something where more is known of them
    // than what was asked.
    if (!then.isDead && !other.isDead &&
        then.way.size() + other.way.size() != asked)
      addEither(state, then.way, other.way);
  }

  /// What holds where one of two ways was gone: of `if (has) { if (leaf)
  /// return; }`, that there is nothing or no leaf.
  void addEither(State &state, const Way &a, const Way &b) {
    const Way ofA = beyond(a, state.way), ofB = beyond(b, state.way);
    if (ofA.empty() || ofB.empty())
      return;
    if (const auto either = oneOf(module, {ofA, ofB}))
      for (const Expr *term : *either)
        if (!contains(state.way, term))
          state.way.push_back(term);
  }

  void looped(const LoopStatement &s, State &state) {
    if (s.init)
      list(*s.init, state);
    State body = state;
    // What the first iteration is let in by, before anything has changed.
    if (s.form != LoopForm::DoWhile && !s.head)
      add(body, s.condition, true);
    const Way first = body.way;
    values.forget(&s, state.known);
    body.known = state.known;
    body.way = first;
    beginIteration(s, body);
    const SaveAndRestore within(iterations);
    iterations.push_back(&s);
    const bool isAskedAhead = s.form != LoopForm::DoWhile;
    if (isAskedAhead)
      letIn(s, body, byPlace ? body : state);
    list(*s.body, body);
    State after{first, state.known};
    if (!isAskedAhead)
      letIn(s, after, after);
    if (s.step)
      list(*s.step, after);
  }

  /// What an iteration begins with, or ends with where it is asked then:
  /// `alone` where the condition is all.
  void letIn(const LoopStatement &s, State &state, const State &alone) {
    if (s.head)
      list(*s.head, state);
    look(s.condition, s.head ? state : alone);
    if (byPlace)
      add(state, s.condition, true);
  }

  void cases(const SwitchStatement &s, State &state) {
    look(s.value, state);
    State after, previous;
    after.isDead = previous.isDead = true;
    bool hasDefault = false;
    for (const SwitchStatement::Case &each : s.cases) {
      hasDefault |= each.isDefault;
      State entered = state;
      add(entered, asksFor(module, s, each), true);
      State inner = meet(entered, previous, nullptr);
      inner.isDead = false;
      list(*each.body, inner);
      previous = inner;
      if (!each.fallsThrough) {
        after = meet(after, inner, nullptr);
        previous.isDead = true;
      }
    }
    if (!hasDefault)
      after = meet(after, state, nullptr);
    state = after;
  }

  void goOn(const ResumeStatement &s, const State &state) {
    for (size_t k = 0; k < segments.size(); ++k) {
      if (segments[k] != s.segment)
        continue;
      State kept;
      kept.way = state.way;
      for (size_t p = 0; p < s.kept.size(); ++p)
        if (Choices held = values.choices(s.kept[p], state.known);
            !held.empty())
          kept.known[s.segment->params[p]] = std::move(held);
      forgetSymbols(kept.way);
      forgetSymbols(kept.known);
      const State known = entries[k] ? meet(*entries[k], kept, nullptr) : kept;
      hasChanged |= !entries[k] || known.way.size() != entries[k]->way.size() ||
                    !isSame(known.known, entries[k]->known);
      entries[k] = known;
    }
  }

  Module &module;
  const NodeReads &asked;
  llvm::ArrayRef<const Function *> segments;
  NodeValues values;
  const Function *function = nullptr;        ///< in which this is
  std::vector<std::optional<State>> entries; ///< where segments begin
  Segments resumed;                          ///< by anything
  Ways ways;                                 ///< on which it is read
  std::optional<PlaceWays> byPlace; ///< the same, where places are asked
  std::vector<const LoopStatement *> iterations; ///< in which this is
  size_t outer = 0; ///< of them, those of the call that is evaluated
  unsigned depth = 0;
  Choices *returns = nullptr; ///< of the call that is evaluated, if one is
  unsigned evaluated = 0;     ///< calls in calls
  bool hasChanged = false;    ///< less is known where a segment begins
};

} // namespace

const Expr *ir::readWhen(Module &module, const Function &enter,
                         llvm::ArrayRef<const Function *> segments,
                         const NodeReads &asked) {
  return Reader(module, asked, segments).run(enter);
}
