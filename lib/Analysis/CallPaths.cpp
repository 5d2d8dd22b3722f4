// Enumerates the ways through a visit by the child slots they call, the call
// sets of Goldfarb 2013, section 3.2:
//
//   if c { visit @f(child(0)) }        // two ways: 0, 1 and 1
//   visit @f(child(1))
//
// Children chosen by data become a set of candidate slots, so that a guided
// traversal cannot pass for a static one. Where ways are not known, there are
// more than maxCallPaths of them, and nothing is proved of the order of visits.
#include "HeldLinks.h"
#include "NullTests.h"

#include "regtt/Analysis/CountedLoop.h"
#include "regtt/Analysis/Effects.h"
#include "regtt/Analysis/Integers.h"
#include "regtt/IR/Walk.h"
#include "regtt/Transform/Passes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/SaveAndRestore.h>

#include <set>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;

namespace {

class PathWalker {
public:
  explicit PathWalker(const Kernel &kernel)
      : kernel(kernel), function(*kernel.whole), links(kernel, function) {}

  std::vector<CallPath> run() {
    Paths paths(1);
    list(function.body->statements, paths);
    for (Open &open : paths)
      open.held.clear(), open.state = Open::Returned, open.left = nullptr;
    dedupe(paths);
    std::vector<CallPath> result;
    for (Open &open : paths)
      result.push_back(std::move(open.path));
    if (isUnknown)
      result.resize(maxCallPaths + 1);
    return result;
  }

private:
  struct Open {
    CallPath path;
    enum State { Runs, Continued, Broken, Left, Returned } state = Runs;
    const ir::BlockStatement *left = nullptr; ///< of Left: it goes on behind it
    HeldLinks held;
  };
  using Paths = std::vector<Open>;

  /// The statements of `body` from number `from` on.
  void list(llvm::ArrayRef<ir::Statement *> body, Paths &paths,
            size_t from = 0) {
    const bool endsLoop = body.data() == bodyOfLoop.data();
    for (size_t i = from; i < body.size(); ++i) {
      const auto *last = endsLoop && i + 1 == body.size()
                             ? dyn_cast<ir::BlockStatement>(body[i])
                             : nullptr;
      const llvm::SaveAndRestore outer(bodyOfLoop,
                                       last ? unwrapped(*last) : bodyOfLoop);
      if (!onlySkipsItsChild(body, i))
        statement(body[i], paths);
    }
  }

  void statement(const ir::Statement *s, Paths &paths) {
    switch (s->kind) {
    case ir::Statement::Block: {
      const auto *block = llvm::cast<ir::BlockStatement>(s);
      list(block->statements, paths);
      resume(paths, Open::Left, block);
      return block->label.empty() ? void() : dedupe(paths);
    }
    case ir::Statement::Return:
    case ir::Statement::Trap:
    case ir::Statement::Unreachable:
      return stop(paths, Open::Returned);
    case ir::Statement::Break:
      return stop(paths, Open::Broken);
    case ir::Statement::Continue:
      return stop(paths, Open::Continued);
    case ir::Statement::Leave:
      return stop(paths, Open::Left, llvm::cast<ir::LeaveStatement>(s)->block);
    case ir::Statement::If:
      return branch(*llvm::cast<ir::IfStatement>(s), paths);
    case ir::Statement::Visit:
      return visit(*llvm::cast<ir::VisitStatement>(s), paths);
    case ir::Statement::Loop:
      if (holdsVisit(s))
        return loop(*llvm::cast<ir::LoopStatement>(s), paths);
      return passOver(s, paths);
    case ir::Statement::Switch:
      if (holdsVisit(s))
        return choice(*llvm::cast<ir::SwitchStatement>(s), paths);
      return passOver(s, paths);
    case ir::Statement::CountedLoop:
    case ir::Statement::RangeLoop:
    case ir::Statement::Fork:
      isUnknown |= holdsVisit(s);
      return passOver(s, paths);
    case ir::Statement::Let:
    case ir::Statement::Var:
    case ir::Statement::Store:
      links.count(s);
      for (Open &open : paths)
        if (open.state == Open::Runs)
          links.run(s, open.held);
      return;
    case ir::Statement::Reduce:
    case ir::Statement::Call:
    case ir::Statement::LibraryCall:
    case ir::Statement::ContainerChange:
    case ir::Statement::Defer:
    case ir::Statement::Resume:
    case ir::Statement::Join:
    case ir::Statement::Barrier:
      return;
    }
  }

  void visit(const ir::VisitStatement &s, Paths &paths) {
    for (Open &open : paths)
      if (open.state == Open::Runs)
        open.path.items.push_back(
            {links.slotsOf(s.arguments[0], open.held), s.guard != nullptr});
  }

  //===--- Ways that stop and go on
  //-----------------------------------------===//

  static void stop(Paths &paths, Open::State state,
                   const ir::BlockStatement *left = nullptr) {
    for (Open &open : paths)
      if (open.state == Open::Runs)
        open.state = state, open.left = left;
  }

  static void resume(Paths &paths, Open::State state,
                     const ir::BlockStatement *left = nullptr) {
    for (Open &open : paths)
      if (open.state == state && open.left == left)
        open.state = Open::Runs, open.left = nullptr;
  }

  /// Takes the ways that run out of `paths`.
  static Paths takeRunning(Paths &paths) {
    Paths running;
    for (Open &open : paths)
      if (open.state == Open::Runs)
        running.push_back(open);
    llvm::erase_if(paths,
                   [](const Open &open) { return open.state == Open::Runs; });
    return running;
  }

  /// A statement without visits that is not followed: what it sets may be any
  /// of the values, and it may be left for good, or may not.
  void passOver(const ir::Statement *s, Paths &paths) {
    Paths running = takeRunning(paths);
    for (Open &open : running)
      links.runPerhaps(s, open.held);
    std::vector<std::pair<Open::State, const ir::BlockStatement *>> exits;
    collectExits(s, s, 0, exits);
    paths.insert(paths.end(), running.begin(), running.end());
    for (const auto &[state, left] : exits)
      for (const Open &open : running) {
        paths.push_back(open);
        paths.back().state = state;
        paths.back().left = left;
      }
    dedupe(paths);
  }

  /// What may end `whole`: returns, and jumps that lead out of it.
  static void collectExits(
      const ir::Statement *s, const ir::Statement *whole, unsigned loops,
      std::vector<std::pair<Open::State, const ir::BlockStatement *>> &exits) {
    const auto add = [&](Open::State state,
                         const ir::BlockStatement *left = nullptr) {
      if (!llvm::is_contained(exits, std::pair(state, left)))
        exits.push_back({state, left});
    };
    if (llvm::isa<ir::ReturnStatement>(s))
      add(Open::Returned);
    else if (llvm::isa<ir::BreakStatement>(s) && loops == 0)
      add(Open::Broken);
    else if (llvm::isa<ir::ContinueStatement>(s) && loops == 0)
      add(Open::Continued);
    else if (const auto *leave = dyn_cast<ir::LeaveStatement>(s);
             leave && !isIn(leave->block, whole))
      add(Open::Left, leave->block);
    loops += llvm::isa<ir::LoopStatement, ir::CountedLoopStatement,
                       ir::RangeLoopStatement>(s);
    ir::forEachChild(s, [&](const ir::Statement *child) {
      collectExits(child, whole, loops, exits);
    });
  }

  static bool isIn(const ir::Statement *s, const ir::Statement *whole) {
    bool result = false;
    ir::walk(whole, [&](const ir::Statement *inner) { result |= inner == s; });
    return result;
  }

  //===--- Branches
  //---------------------------------------------------------===//

  /// `if isnull(child) { continue }` ahead of visits of that child alone splits
  /// nothing: engines skip what is not there. What it skips is the rest of the
  /// list that it stands in, if that is all of the loop's body.
  bool onlySkipsItsChild(llvm::ArrayRef<ir::Statement *> body,
                         size_t at) const {
    const auto *s = dyn_cast<ir::IfStatement>(body[at]);
    if (body.data() != bodyOfLoop.data() || !s ||
        (s->otherwise && !s->otherwise->statements.empty()))
      return false;
    const auto then = unwrapped(*s->then);
    const auto test = nullTestOf(s->condition);
    if (then.size() != 1 || !llvm::isa<ir::ContinueStatement>(then[0]) ||
        !test || test->whenPresent)
      return false;
    const auto rest = body.drop_front(at + 1);
    bool result = staysTheSame(kernel, test->link, rest), visits = false;
    for (const ir::Statement *after : rest)
      ir::walk(after, [&](const ir::Statement *inner) {
        result &= !llvm::isa<ir::BreakStatement, ir::ContinueStatement,
                             ir::LeaveStatement, ir::ReturnStatement>(inner);
        const auto *call = dyn_cast<ir::VisitStatement>(inner);
        visits |= call != nullptr;
        result &= !call || areSame(function, test->link, call->arguments[0]);
      });
    return result && visits;
  }

  /// `if lnot(isnull(child)) { visit @f(child) }` splits nothing either. What
  /// the call is handed may be computed there.
  bool onlyTestsItsChild(const ir::IfStatement &s) const {
    if (s.otherwise && !s.otherwise->statements.empty())
      return false;
    const auto then = unwrapped(*s.then);
    const auto test = nullTestOf(s.condition);
    const auto *call =
        then.empty() ? nullptr : dyn_cast<ir::VisitStatement>(then.back());
    return test && test->whenPresent && call &&
           llvm::all_of(then.drop_back(),
                        [](const ir::Statement *inner) {
                          return llvm::isa<ir::LetStatement, ir::VarStatement>(
                              inner);
                        }) &&
           areSame(function, test->link, call->arguments[0]);
  }

  void branch(const ir::IfStatement &s, Paths &paths) {
    if (onlyTestsItsChild(s))
      return statement(s.then, paths);
    Paths then = takeRunning(paths), otherwise = then;
    statement(s.then, then);
    if (s.otherwise)
      statement(s.otherwise, otherwise);
    for (Paths *side : {&then, &otherwise})
      for (Open &open : *side)
        paths.push_back(std::move(open));
    dedupe(paths);
  }

  /// A switch over visits is entered at any of its cases; without a default it
  /// may be passed by.
  void choice(const ir::SwitchStatement &s, Paths &paths) {
    const Paths before = takeRunning(paths);
    bool always = false;
    for (size_t i = 0; i < s.cases.size(); ++i) {
      always |= s.cases[i].isDefault;
      Paths entered = before;
      for (size_t k = i; k < s.cases.size(); ++k) {
        statement(s.cases[k].body, entered);
        if (!s.cases[k].fallsThrough)
          break;
      }
      paths.insert(paths.end(), entered.begin(), entered.end());
      dedupe(paths);
    }
    if (!always)
      paths.insert(paths.end(), before.begin(), before.end());
    dedupe(paths);
  }

  //===--- Loops
  //------------------------------------------------------------===//

  /// Of a list, two children show what happens to all: the trips of a loop over
  /// it. Any other loop may end after each of them.
  CountedLoop roundsOf(const ir::LoopStatement &s) {
    const auto head = indexLoop(function, s);
    const auto first =
        head ? ir::integerOf(head->first, function) : std::nullopt;
    if (first && first->isZero() && !head->isDown && !head->isInclusive)
      return {head->variable, 0, 2, false};
    return {nullptr, 0, 2, false};
  }

  void loop(const ir::LoopStatement &s, Paths &paths) {
    auto counted = countedLoop(function, s);
    const bool mayEnd = !counted && !goesOverList(kernel, s);
    if (!counted) {
      isUnknown |= !kernel.list();
      counted = roundsOf(s);
    }
    if (s.init)
      statement(s.init, paths);
    const ir::Variable *variable = counted->variable;
    Paths ended;
    for (int trip = 0; trip < counted->trips && !isUnknown; ++trip) {
      if (mayEnd && (trip > 0 || s.form != ir::LoopForm::DoWhile))
        llvm::copy_if(paths, std::back_inserter(ended), [](const Open &open) {
          return open.state == Open::Runs;
        });
      if (variable) {
        const auto format = ir::integerFormat(variable->type);
        const llvm::APInt value(format->bits,
                                static_cast<uint64_t>(counted->value(trip)),
                                /*isSigned=*/true);
        links.numbers.insert_or_assign(variable,
                                       llvm::APSInt(value, !format->isSigned));
      }
      if (s.head && s.form != ir::LoopForm::DoWhile)
        statement(s.head, paths);
      {
        const llvm::SaveAndRestore outer(bodyOfLoop, unwrapped(*s.body));
        statement(s.body, paths);
      }
      resume(paths, Open::Continued);
      if (s.head && s.form == ir::LoopForm::DoWhile)
        statement(s.head, paths);
      if (s.step && !variable)
        statement(s.step, paths);
    }
    resume(paths, Open::Broken);
    paths.insert(paths.end(), ended.begin(), ended.end());
    dedupe(paths);
    if (variable)
      links.numbers.erase(variable);
  }

  //===--- Sameness
  //---------------------------------------------------------===//

  /// Ways that have done the same and hold the same are one.
  void dedupe(Paths &paths) {
    std::set<std::vector<int64_t>> seen;
    llvm::erase_if(paths, [&](const Open &open) {
      std::vector<int64_t> key = {open.state};
      if (open.left)
        key.push_back(static_cast<int64_t>(
            labels.try_emplace(open.left, labels.size()).first->second));
      for (const CallPath::Item &item : open.path.items) {
        key.push_back(item.conditional ? -2 : -1);
        key.insert(key.end(), item.slots.begin(), item.slots.end());
      }
      for (const auto &[local, slots] : open.held) {
        key.insert(key.end(), {-3, local});
        key.insert(key.end(), slots.begin(), slots.end());
      }
      return !seen.insert(key).second;
    });
    if (paths.size() > maxCallPaths) {
      paths.resize(maxCallPaths);
      isUnknown = true;
    }
  }

  const Kernel &kernel;
  const ir::Function &function;
  LinkFollower links;
  std::map<const ir::BlockStatement *, size_t> labels; ///< for look-ups
  /// Of the loop around: the statements that its body ends with.
  llvm::ArrayRef<ir::Statement *> bodyOfLoop;
  bool isUnknown = false; ///< there may be other ways
};

} // namespace

bool kernel::runCallPaths(PassContext &context) {
  context.kernel.callPaths = PathWalker(context.kernel).run();
  return true;
}
