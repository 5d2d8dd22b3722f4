// Cuts a body into segments. Cuts are made right after visits, so that before
// the next visit nothing runs too early. A segment is what runs from there to
// the end of the body: the rest of the innermost block, then that of the block
// around it. Of a loop, the rest of the iteration, then the loop again, from
// its step on:
//
//     for { var %k = 0 } while lt(load %k, 8) step { store %k = ... } {
//       visit @f(child(load %k))
//       if load own(0: bool) { return }
//     }
//  -> enter:    var %k = 0
//               if lt(load %k, 8) { visit @f(child(load %k)) resume 0 }
//     resume 0: if load own(0: bool) { return }
//               store %k = ...
//               if lt(load %k, 8) { visit @f(child(load %k)) resume 0 }
//
// Segments that go on at one place are one.
#include "Drafts.h"

#include "Cuts.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Support/SaveAndRestore.h>

#include <map>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

using Statements = std::vector<ir::Statement *>;

namespace {

class Drafter {
public:
  explicit Drafter(PassContext &context)
      : context(context), kernel(context.kernel), module(*kernel.module),
        cuts(kernel) {}

  std::optional<Drafts> run() {
    result.enter = segment({{{kernel.enter->body, 0, nullptr}}});
    for (size_t k = 0; ok && k < places.size(); ++k) {
      const ir::BlockStatement *body = segment(places[k]);
      result.points[k].body = body;
    }
    return ok ? std::optional(std::move(result)) : std::nullopt;
  }

private:
  //===--- Segments -------------------------------------------------------===//

  /// From `place` to the end of the body.
  const ir::BlockStatement *segment(Cursor place) {
    Statements out;
    openLoops = 0;
    openBlocks.clear();
    while (!place.frames.empty()) {
      Statements rest;
      const bool isReached = list(place, rest);
      append(std::move(rest), place.frames.size() > 1, out);
      if (!isReached)
        break;
      const ir::Statement *owner = place.frames.back().owner;
      if (const auto *loop = llvm::dyn_cast_or_null<ir::LoopStatement>(owner))
        iterations(*loop, /*goesOn=*/true, place, out);
      place.frames.pop_back();
    }
    return module.block(out, kernel.enter->body->loc);
  }

  /// Statements of a scope that may be `inner` to the one of those after it.
  void append(Statements rest, bool inner, Statements &out) {
    const bool declares = llvm::any_of(
        rest, [](const ir::Statement *s) { return ir::declaredBy(s); });
    if (inner && declares)
      out.push_back(module.block(rest, rest.front()->loc));
    else
      llvm::append_range(out, rest);
  }

  /// The rest of the innermost block; false where its end is not reached.
  bool list(Cursor &place, Statements &out) {
    Cursor::Frame at = place.frames.back();
    while (!at.atEnd()) {
      const ir::Statement *s = at.statement();
      place.frames.back().next = ++at.next;
      if (!statement(s, place, out))
        return false;
    }
    return true;
  }

  bool statement(const ir::Statement *s, Cursor &place, Statements &out) {
    if (!holdsVisit(s))
      return plain(s, place, out);
    if (cuts.isUnit(s)) {
      lastVisit = s->loc;
      out.push_back(const_cast<ir::Statement *>(s));
      if (!cuts.goesOnAfterVisit(s) || !cuts.mustCut(place))
        return VisitFlow().run(s, Reach::start(false)).isReached;
      goOnAt(place, out);
      return false;
    }
    if (const auto *block = dyn_cast<ir::BlockStatement>(s))
      return inBlock(*block, place, out);
    if (const auto *branch = dyn_cast<ir::IfStatement>(s)) {
      auto *made = module.make<ir::IfStatement>(s->loc);
      made->condition = branch->condition;
      made->then = module.block({}, branch->then->loc);
      const bool then = inner(s, branch->then, place, made->then->statements);
      bool otherwise = true;
      if (branch->otherwise) {
        made->otherwise = module.block({}, branch->otherwise->loc);
        otherwise =
            inner(s, branch->otherwise, place, made->otherwise->statements);
      }
      out.push_back(made);
      return then || otherwise;
    }
    if (const auto *loop = dyn_cast<ir::LoopStatement>(s);
        loop && !holdsVisit(loop->init) && !holdsVisit(loop->head) &&
        !holdsVisit(loop->step)) {
      place.frames.push_back({loop->body, 0, s});
      const bool isReached = iterations(*loop, /*goesOn=*/false, place, out);
      place.frames.pop_back();
      return isReached;
    }
    if (const auto *choice = dyn_cast<ir::SwitchStatement>(s))
      return inSwitch(*choice, place, out);
    context.messages.push_back({Diag::RTT2009, s->loc});
    return ok = false;
  }

  /// What a case falls into follows it: to a segment that begins in it, these
  /// are blocks around. The switch itself falls as it did.
  bool inSwitch(const ir::SwitchStatement &s, Cursor &place, Statements &out) {
    auto *made = module.make<ir::SwitchStatement>(s.loc);
    made->value = s.value;
    bool isReached = true, hasDefault = false;
    for (size_t k = 0; k < s.cases.size(); ++k) {
      const ir::SwitchStatement::Case &each = s.cases[k];
      size_t last = k;
      while (s.cases[last].fallsThrough && last + 1 < s.cases.size())
        ++last;
      const size_t depth = place.frames.size();
      for (size_t next = last; next > k; --next)
        place.frames.push_back({s.cases[next].body, 0, &s});
      ir::SwitchStatement::Case copy = each;
      copy.body = module.block({}, each.body->loc);
      const bool ends = inner(&s, each.body, place, copy.body->statements);
      copy.fallsThrough &= ends;
      isReached = k == 0 ? ends : isReached || ends;
      hasDefault |= each.isDefault;
      place.frames.resize(depth);
      made->cases.push_back(std::move(copy));
    }
    out.push_back(made);
    return isReached || !hasDefault;
  }

  bool inner(const ir::Statement *owner, const ir::BlockStatement *block,
             Cursor &place, Statements &out) {
    place.frames.push_back({block, 0, owner});
    const bool isReached = list(place, out);
    place.frames.pop_back();
    return isReached;
  }

  bool inBlock(const ir::BlockStatement &block, Cursor &place,
               Statements &out) {
    ir::BlockStatement *made = module.block({}, block.loc);
    made->label = block.label;
    if (!block.label.empty())
      openBlocks[&block] = made;
    const bool isReached = inner(&block, &block, place, made->statements);
    openBlocks.erase(&block);
    out.push_back(made);
    return isReached || !block.label.empty();
  }

  //===--- Loops ----------------------------------------------------------===//

  /// The iterations of a loop whose frame is the innermost: all of them, or
  /// those that follow one. Whether the loop's end is reached.
  bool iterations(const ir::LoopStatement &loop, bool goesOn, Cursor &place,
                  Statements &out) {
    auto *made = module.make<ir::LoopStatement>(loop.loc);
    made->form = goesOn && loop.form == ir::LoopForm::DoWhile
                     ? ir::LoopForm::While
                     : loop.form;
    made->init = goesOn ? loop.step : loop.init;
    made->head = loop.head;
    made->condition = loop.condition;
    made->step = loop.step;
    made->body = module.block({}, loop.body->loc);
    place.frames.back().next = 0;
    ++openLoops;
    const bool isReached = list(place, made->body->statements);
    --openLoops;
    place.frames.back().next = loop.body->statements.size();
    if (isReached || leavesOut(made->body)) {
      out.push_back(made);
      return true;
    }
    if (made->form == ir::LoopForm::DoWhile)
      append(made->body->statements, /*inner=*/true, out);
    else
      once(*made, out);
    return made->form != ir::LoopForm::DoWhile;
  }

  /// A loop of which no segment runs more than one iteration.
  void once(const ir::LoopStatement &loop, Statements &out) {
    Statements all;
    for (const ir::BlockStatement *part : {loop.init, loop.head})
      if (part)
        llvm::append_range(all, part->statements);
    all.push_back(module.ifThen(loop.condition, loop.body, nullptr, loop.loc));
    append(std::move(all), /*inner=*/true, out);
  }

  //===--- Ways out -------------------------------------------------------===//

  /// Ends a segment: it goes on at `place` when its visits are done.
  void goOnAt(Cursor place, Statements &out) {
    place.normalise();
    if (!place.frames.empty()) {
      auto *resume = module.make<ir::ResumeStatement>(lastVisit);
      result.resumes[resume] = pointAt(place);
      out.push_back(resume);
    }
    out.push_back(module.ret(nullptr, lastVisit));
  }

  unsigned pointAt(const Cursor &place) {
    const Cursor::Frame &at = place.frames.back();
    const auto [entry, isNew] =
        numbers.insert({{at.block, at.next}, unsigned(places.size())});
    if (isNew) {
      places.push_back(place);
      result.points.push_back(
          {nullptr, at.atEnd() ? at.owner->loc : at.statement()->loc});
    }
    return entry->second;
  }

  /// A statement without visits. What in it leads to a loop or a block that is
  /// not around it any more goes on where that leads. Whether its end is
  /// reached.
  bool plain(const ir::Statement *s, const Cursor &place, Statements &out) {
    const bool isReached = VisitFlow().run(s, Reach::start(false)).isReached;
    const auto ways = waysOut(s);
    if (ways.empty()) {
      out.push_back(const_cast<ir::Statement *>(s));
      return isReached;
    }
    ir::Mapper map(module);
    map.onDeclare = [](const ir::Variable *variable) { return variable; };
    map.onStatement =
        [&](const ir::Statement *inner) -> std::optional<Statements> {
      if (!llvm::is_contained(ways, inner))
        return std::nullopt;
      return wayOut(inner, place);
    };
    llvm::append_range(out, map.statements({const_cast<ir::Statement *>(s)}));
    return isReached;
  }

  std::optional<Statements> wayOut(const ir::Statement *s,
                                   const Cursor &place) {
    if (const auto *leave = dyn_cast<ir::LeaveStatement>(s)) {
      if (const ir::BlockStatement *open = openBlocks.lookup(leave->block))
        return Statements{module.leave(open, s->loc)};
    } else if (openLoops > 0) {
      return std::nullopt;
    }
    Cursor target = place;
    target.follow(s);
    Statements result;
    goOnAt(target, result);
    return result;
  }

  PassContext &context;
  Kernel &kernel;
  ir::Module &module;
  Cuts cuts;
  Drafts result;
  bool ok = true;
  int openLoops = 0; ///< loops around that this segment repeats
  /// Blocks around that can be left, and what they are in this segment.
  llvm::DenseMap<const ir::BlockStatement *, const ir::BlockStatement *>
      openBlocks;
  ir::Location lastVisit;
  std::vector<Cursor> places; ///< of the points
  std::map<std::pair<const ir::BlockStatement *, size_t>, unsigned> numbers;
};

} // namespace

std::optional<Drafts> kernel::draftSegments(PassContext &context) {
  return Drafter(context).run();
}
