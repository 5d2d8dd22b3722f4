// Gives the visits of each segment their positions, and guards: a condition met
// after a visit and depending on what visits change becomes the guard of the
// visit under it, evaluated when the rope is taken.
//
//     visit @f(%near)
//     if lt(mul(%d, %d), load own(1: f32)) { visit @f(%far) }
//  -> visit @f(%near) at 0:i32
//     visit @f(%far) at 1:i32 when @f::guard0(%d)
//
// Before: what follows a visit in its segment does not depend on visits, but
// for such conditions, so that running it on arrival is the same; ResumePoints
// has seen to that, and whatever else is met here is refused. After: each visit
// of a segment has a position, those of counted loops with the counter, and
// Kernel::maxRopes is known.
#include "Cuts.h"
#include "Guards.h"

#include "regtt/Analysis/CountedLoop.h"
#include "regtt/IR/Walk.h"
#include "regtt/Transform/Passes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// On the ways to a place: whether there are any, whether a visit may have been
/// made on one, and the most that are.
struct State {
  bool isReached = false, isCalled = false;
  int position = 0;

  State &operator|=(const State &other) {
    if (!isReached)
      return *this = other;
    if (other.isReached) {
      isCalled |= other.isCalled;
      position = std::max(position, other.position);
    }
    return *this;
  }
};

class Segmenter {
public:
  explicit Segmenter(PassContext &context)
      : context(context), kernel(context.kernel), module(*kernel.module),
        effects(kernel), guards(kernel, effects) {}

  bool run() {
    segment(kernel.enter);
    for (const ResumePoint &point : kernel.resumes)
      segment(point.function);
    return ok;
  }

private:
  void segment(ir::Function *segmented) {
    function = segmented;
    at = State();
    at.isReached = true;
    most = 0;
    list(*function->body);
    kernel.maxRopes = std::max(kernel.maxRopes, most);
  }

  void refuse(ir::Location loc) {
    Message message{Diag::RTT2009, loc};
    if (firstVisit)
      message.notes.push_back(
          {firstVisit->loc, "a recursive call before it is here"});
    context.messages.push_back(std::move(message));
    ok = false;
  }

  //===--- Statements -----------------------------------------------------===//

  void list(ir::BlockStatement &block) {
    if (!block.label.empty())
      left[&block] = State();
    std::vector<ir::Statement *> result;
    for (ir::Statement *s : block.statements)
      statement(s, result);
    block.statements = std::move(result);
    if (!block.label.empty())
      at |= left.lookup(&block);
  }

  void statement(ir::Statement *s, std::vector<ir::Statement *> &out) {
    if (auto *visit = dyn_cast<ir::VisitStatement>(s))
      return out.push_back(call(*visit));
    if (auto *branch = dyn_cast<ir::IfStatement>(s);
        branch && isDeferred(*branch))
      return defer(*branch, out);
    out.push_back(s);
    if (!holdsVisit(s))
      return plain(s);
    if (auto *block = dyn_cast<ir::BlockStatement>(s))
      list(*block);
    else if (auto *branch = dyn_cast<ir::IfStatement>(s))
      this->branch(*branch);
    else if (auto *loop = dyn_cast<ir::LoopStatement>(s))
      this->loop(*loop);
    else if (auto *choice = dyn_cast<ir::SwitchStatement>(s))
      this->choice(*choice);
    else
      refuse(s->loc);
  }

  /// Of a statement without visits.
  void plain(const ir::Statement *s) {
    const bool depends =
        !isa<ir::ResumeStatement>(s) && effects.of(s).dependsOnVisits();
    const bool isUnderGuard = !terms.empty() && !isPlainDeclaration(s);
    if (at.isReached && at.isCalled && (depends || isUnderGuard))
      refuse(s->loc);
    for (const ir::Statement *way : waysOut(s))
      leave(way);
    at.isReached = VisitFlow().run(s, {at.isReached, false}).isReached;
  }

  void leave(const ir::Statement *way) {
    if (const auto *out = dyn_cast<ir::LeaveStatement>(way))
      left[out->block] |= at;
    else if (isa<ir::BreakStatement>(way))
      breaks |= at;
    else
      continues |= at;
  }

  void branch(ir::IfStatement &s) {
    if (at.isCalled &&
        (!terms.empty() || effects.of(s.condition).dependsOnVisits()))
      return refuse(s.loc);
    State other = at;
    list(*s.then);
    std::swap(at, other);
    if (s.otherwise)
      list(*s.otherwise);
    at |= other;
  }

  /// What is jumped to starts at the position before it, what is fallen into
  /// goes on.
  void choice(ir::SwitchStatement &s) {
    if (at.isCalled &&
        (!terms.empty() || effects.of(s.value).dependsOnVisits()))
      return refuse(s.loc);
    const State before = at;
    State after, fallen;
    bool hasDefault = false;
    for (ir::SwitchStatement::Case &each : s.cases) {
      at = before;
      at |= fallen;
      list(*each.body);
      fallen = each.fallsThrough ? at : State();
      if (!each.fallsThrough)
        after |= at;
      hasDefault |= each.isDefault;
    }
    after |= fallen;
    at = after;
    if (!hasDefault)
      at |= before;
  }

  //===--- Guards ---------------------------------------------------------===//

  /// An `if` after a visit, over visits, that visits decide or that stands
  /// under one that they do.
  bool isDeferred(const ir::IfStatement &s) {
    return at.isCalled && holdsVisit(&s) &&
           (!terms.empty() || effects.of(s.condition).readsWritten);
  }

  /// Replaces a deferred `if` by its one visit, with the condition as a guard,
  /// under what of it can be asked on arrival. Of two visits the second would
  /// see the condition evaluated anew.
  void defer(ir::IfStatement &s, std::vector<ir::Statement *> &out) {
    unsigned visits = 0;
    ir::walk(&s, [&](const ir::Statement *inner) {
      visits += isa<ir::VisitStatement>(inner);
    });
    const ir::BlockStatement *branch = onlyBranch(s);
    if (!branch || visits != 1)
      return refuse(s.loc);
    const GuardTerms asked = guards.termsOf(s);
    const ir::Expr *now = all(asked.now, asked.isNegated);
    const ir::Expr *later = all(asked.later, asked.isNegated);
    if (later && !guards.isPossible(later))
      return refuse(s.loc);
    const State before = at;
    if (later)
      terms.push_back(later);
    std::vector<ir::Statement *> inside;
    for (ir::Statement *inner : branch->statements)
      statement(inner, now ? inside : out);
    if (later)
      terms.pop_back();
    if (!now)
      return;
    at |= before;
    out.push_back(
        module.ifThen(now, module.block(inside, branch->loc), nullptr, s.loc));
  }

  /// That all of `each` hold, or that none does.
  const ir::Expr *all(llvm::ArrayRef<const ir::Expr *> each,
                      bool isNegated = false) {
    const ir::Expr *result = nullptr;
    for (const ir::Expr *term : each) {
      if (isNegated)
        term = module.unary(ir::UnaryOp::LNot, term, term->loc);
      result = result ? module.andAlso(result, term, result->loc) : term;
    }
    return result;
  }

  //===--- Visits ---------------------------------------------------------===//

  /// What stands for the visit.
  ir::Statement *call(ir::VisitStatement &visit) {
    const int position = at.position;
    visit.position = module.integer(i32(), position, visit.loc);
    if (counter)
      counted.push_back(&visit);
    if (at.isReached && at.isCalled)
      checkArguments(visit);
    if (!terms.empty())
      guards.add(visit, terms);
    at.isCalled = true;
    most = std::max(most, ++at.position);
    if (!firstVisit)
      firstVisit = &visit;
    return terms.empty() || position != 0 || !counter ? &visit : now(visit);
  }

  /// A first visit is not deferred: what it asks, it asks now. In a loop those
  /// of later iterations are.
  ir::Statement *now(ir::VisitStatement &visit) {
    const ir::Expr *number = module.load(module.place(counter), visit.loc);
    const ir::Expr *asked = module.binary(
        ir::BinaryOp::Ne, number,
        module.integer(number->type, first, visit.loc), visit.loc);
    return module.ifThen(module.orElse(asked, all(terms), visit.loc),
                         module.block({&visit}, visit.loc), nullptr, visit.loc);
  }

  /// A later visit's child and arguments are evaluated on arrival.
  void checkArguments(const ir::VisitStatement &visit) {
    for (const ir::Expr *e : visit.arguments)
      if (effects.of(e).dependsOnVisits())
        return refuse(e->loc ? e->loc : visit.loc);
  }

  //===--- Loops ----------------------------------------------------------===//

  void loop(ir::LoopStatement &s) {
    if (!terms.empty())
      return refuse(s.loc);
    const llvm::SaveAndRestore outerBreaks(breaks, State());
    const llvm::SaveAndRestore outerContinues(continues, State());
    if (s.init)
      list(*s.init);
    if (resumes(s) || !hasFixedVisits(kernel, *function, s))
      lastIteration(s);
    else
      fixedIterations(s);
  }

  static bool resumes(const ir::LoopStatement &s) {
    bool result = false;
    ir::walk(&s, [&](const ir::Statement *inner) {
      result |= isa<ir::ResumeStatement>(inner);
    });
    return result;
  }

  /// Whether an iteration may come after a visit of the one before.
  static bool repeats(const ir::LoopStatement &s) {
    bool result = false;
    VisitFlow flow;
    flow.onRun = [&](const ir::Statement *inner, bool isCalled) {
      result |= inner == &s && isCalled;
    };
    flow.run(&s, Reach::start(false));
    return result;
  }

  void condition(ir::LoopStatement &s) {
    if (s.head)
      list(*s.head);
    if (at.isReached && at.isCalled &&
        effects.of(s.condition).dependsOnVisits())
      refuse(s.loc);
  }

  /// Of a loop that makes a known number of visits in each iteration; a list
  /// has any number of children, and two tell all.
  void fixedIterations(ir::LoopStatement &s) {
    const bool isList = takesList(kernel, *function, s);
    const auto known = isList ? std::nullopt : countedLoop(*function, s);
    const int trips = known ? known->trips : 2;
    const State before = at;
    const int mostBefore = most;
    const bool isRepeated = repeats(s);
    counter = known ? known->variable : indexLoop(*function, s)->variable;
    first = known ? known->first : 0;
    counted.clear();
    most = before.position;
    // From the second iteration on, everything follows a visit.
    at.isCalled |= isRepeated && trips > 1;
    condition(s);
    list(*s.body);
    at |= continues;
    list(*s.step);
    const int stride = most - before.position;
    for (ir::VisitStatement *visit : counted)
      visit->position =
          isList ? iteration(*visit) : position(*visit, *known, stride);
    counter = nullptr;
    State after = before;
    after.isCalled |= isRepeated;
    after.position += isRepeated ? stride * trips : 0;
    most = std::max(mostBefore, before.position + stride * trips);
    at = breaks;
    at |= after;
  }

  const ir::Expr *iteration(const ir::VisitStatement &visit) {
    const ir::Expr *number = module.load(module.place(counter), visit.loc);
    return number->type == i32() ? number
                                 : module.cast(ir::CastOp::IntToInt, i32(),
                                               number, false, visit.loc);
  }

  const ir::Expr *position(const ir::VisitStatement &visit,
                           const CountedLoop &loop, int stride) {
    const ir::Location loc = visit.loc;
    const ir::Expr *result = iteration(visit);
    const ir::Expr *start = module.integer(i32(), first, loc);
    if (loop.isDown)
      result = module.binary(ir::BinaryOp::Sub, start, result, loc);
    else if (first != 0)
      result = module.binary(ir::BinaryOp::Sub, result, start, loc);
    if (stride != 1)
      result = module.binary(ir::BinaryOp::Mul,
                             module.integer(i32(), stride, loc), result, loc);
    const auto *own = llvm::cast<ir::IntExpr>(visit.position);
    return own->value().isZero()
               ? result
               : module.binary(ir::BinaryOp::Add, own, result, loc);
  }

  /// Of a loop of which a segment runs one iteration with visits, and no more.
  void lastIteration(ir::LoopStatement &s) {
    const State before = at;
    State after;
    const auto ask = [&] {
      condition(s);
      after = at;
    };
    if (s.form != ir::LoopForm::DoWhile)
      ask();
    list(*s.body);
    at |= continues;
    if (s.form == ir::LoopForm::DoWhile)
      ask();
    if (s.step)
      list(*s.step);
    if (at.isReached && at.position > before.position)
      refuse(s.loc); // it would make visits again, in the same positions
    at = after;
    at |= breaks;
  }

  const ir::Type *i32() { return module.intType(ir::IntType::I32); }

  PassContext &context;
  Kernel &kernel;
  ir::Module &module;
  EffectFinder effects;
  GuardMaker guards;
  bool ok = true;
  ir::Function *function = nullptr;
  State at, breaks, continues; ///< the last two of the innermost loop
  llvm::DenseMap<const ir::BlockStatement *, State> left;
  int most = 0; ///< positions on any way through the segment
  std::vector<const ir::Expr *> terms; ///< of the guards around
  const ir::VisitStatement *firstVisit = nullptr;

  // Of the loop around whose visits have positions.
  const ir::Variable *counter = nullptr;
  int first = 0;
  std::vector<ir::VisitStatement *> counted;
};

} // namespace

bool regtt::kernel::runSegments(PassContext &context) {
  const ir::Kernel *enter = context.kernel.enter;
  return !enter || !enter->body || Segmenter(context).run();
}
