// What lanes have a form for.
//
// Lanes that leave a condition, a loop or the visit early are taken out of the
// masks around (lib/Backend/Lanes). Where statements follow in a condition that
// some lanes have left from deeper inside, that would need a test behind each;
// such code is left to one query at a time.
#include "regtt/Analysis/LaneForm.h"

#include "LaneValues.h"
#include "regtt/Analysis/LaneTypes.h"
#include "regtt/Analysis/VisitParts.h"
#include "regtt/IR/Walk.h"

#include <utility>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Of a query: each is a column of its own, in code that is not a loop.
constexpr uint64_t mostNumbers = 64;

class LaneForm {
public:
  explicit LaneForm(const Kernel &kernel)
      : kernel(kernel), levels(kernel), values(kernel, levels), visits(kernel) {
  }

  std::string obstacle() {
    data();
    function(*kernel.enter);
    for (const Guard &guard : kernel.guards)
      if (guard.function)
        function(*guard.function);
    for (const ResumePoint &resume : kernel.resumes)
      if (resume.function)
        function(*resume.function);
    for (const Helper &helper : kernel.helpers)
      if (visits.calls(helper))
        function(*helper.function);
    return found;
  }

private:
  void refuse(ir::Location at, const std::string &what) {
    if (found.empty())
      found = "lanes have no form for " + what +
              (at ? " (line " + std::to_string(at.line) + ")" : "");
  }

  void data() {
    // Elements that no visit writes are read as data of the program's are.
    for (unsigned k = 0; k < kernel.arrays.size(); ++k)
      if (visits.namesArray(k) &&
          (kernel.arrays[k].isOfQueries || kernel.writesArray(k)))
        refuse(kernel.arrays[k].firstUse, "elements that visits write");
    for (const Argument &arg : kernel.args)
      if (!isLaneValue(arg.type))
        refuse(arg.loc, "the argument '" + arg.name + "'");
    for (const Capture &capture : kernel.captures)
      if (!isLaneNumber(capture.type))
        refuse({}, "'" + capture.name + "', which a condition asks for");
    for (const Datum &datum : kernel.data)
      if (datum.owner == Owner::Query && visits.names(datum) &&
          (datum.isAddress || datum.isBitField() || datum.isContainer() ||
           !isLaneValue(datum.type)))
        refuse(datum.firstUse, "'" + datum.text + "'");
    uint64_t numbers = 0;
    for (const Datum &datum : kernel.data)
      if (datum.owner == Owner::Query && visits.names(datum))
        numbers += numbersIn(datum.type);
    if (numbers > mostNumbers)
      refuse({}, "queries of " + std::to_string(numbers) + " numbers");
  }

  //===--- Functions ------------------------------------------------------===//

  /// Regions of lanes of their own, from outside in; blocks and loops that all
  /// lanes run together are none.
  struct Frame {
    enum Kind { Function, Choice, Loop } kind;
    bool isLast = true;       ///< nothing of it follows what is being looked at
    unsigned joinedLoops = 0; ///< around it, that all its lanes run together
  };

  void function(const ir::Function &f) {
    frames = {{Frame::Function}};
    for (const ir::Variable *param : f.params)
      if (levels.of(param) == Level::Own && !isHeld(param->type) &&
          !(param->type->isPointer() &&
            isLaneValue(ir::pointeeOf(param->type))))
        refuse(f.loc, "the parameter '" + param->name + "'");
    if (levels.resultOf(&f) == Level::Own && !isLaneValue(f.type->result))
      refuse(f.loc, "what '" + f.name + "' returns");
    statements(f.body);
  }

  /// As a value, or by a reference that lanes read, or change, through.
  static bool isHeld(const ir::Type *type) {
    return isLaneValue(type->isReference() ? ir::pointeeOf(type) : type) ||
           type->isLink();
  }

  void statements(const ir::BlockStatement *block) {
    const bool wasLast = frames.back().isLast;
    for (const ir::Statement *s : block->statements) {
      frames.back().isLast = wasLast && s == block->statements.back();
      statement(s);
    }
    frames.back().isLast = wasLast;
  }

  void inFrame(Frame::Kind kind, const ir::BlockStatement *block) {
    if (!block)
      return;
    frames.push_back({kind});
    statements(block);
    frames.pop_back();
  }

  void statement(const ir::Statement *s) {
    evaluated(s);
    if (const auto *block = dyn_cast<ir::BlockStatement>(s)) {
      if (levels.leaving(s) == Level::Own)
        refuse(s->loc, "a block that some leave early");
      return statements(block);
    }
    if (const auto *choice = dyn_cast<ir::IfStatement>(s))
      return branch(*choice);
    if (const auto *loop = dyn_cast<ir::LoopStatement>(s))
      return around(*loop);
    if (isa<ir::ReturnStatement, ir::BreakStatement, ir::ContinueStatement>(s))
      return jump(s);
    if (const auto *store = dyn_cast<ir::StoreStatement>(s))
      return stored(*store);
    if (const ir::Variable *variable = ir::declaredBy(s))
      if (levels.of(variable) == Level::Own && !isHeld(variable->type))
        refuse(s->loc, "'" + variable->name + "'");
    if (const auto *each = dyn_cast<ir::SwitchStatement>(s)) {
      if (levels.of(each->value) == Level::Own)
        refuse(s->loc, "a switch over each query's own value");
      for (const ir::SwitchStatement::Case &one : each->cases)
        statements(one.body);
      return;
    }
    if (const auto *call = dyn_cast<ir::LibraryCallStatement>(s))
      return call->name == "rt::load"
                 ? void()
                 : refuse(s->loc, "a call of '" + call->name + "'");
    if (const auto *visit = dyn_cast<ir::VisitStatement>(s))
      return call(*visit);
    if (isa<ir::ResumeStatement>(s))
      return;
    if (!isa<ir::LetStatement, ir::VarStatement, ir::CallStatement>(s))
      refuse(s->loc, "a statement of this kind");
  }

  void evaluated(const ir::Statement *s) {
    if (const auto *call = dyn_cast<ir::CallStatement>(s))
      return take(values.called(*call->callee, call->arguments, s->loc));
    const auto *let = dyn_cast<ir::LetStatement>(s);
    if (let && let->variable->type->isReference() &&
        levels.of(let->variable) == Level::Own)
      return take(values.referred(*let->value, /*isLive=*/true));
    ir::forEachOperand(s, [&](const ir::Expr *e) { take(values.obstacle(e)); });
  }

  void call(const ir::VisitStatement &s) {
    if (!kernel.list())
      return;
    if (levels.of(s.arguments[0]) == Level::Own)
      refuse(s.loc, "a child of a list that each query chooses");
    // The condition of a list's first call is asked, too.
    if (!kernel.guards.empty() && !s.guard)
      refuse(s.loc, "calls of which some have a condition of their own");
  }

  void branch(const ir::IfStatement &s) {
    if (levels.of(s.condition) == Level::Own) {
      inFrame(Frame::Choice, s.then);
      inFrame(Frame::Choice, s.otherwise);
      return;
    }
    statements(s.then);
    if (s.otherwise)
      statements(s.otherwise);
  }

  void around(const ir::LoopStatement &s) {
    if (s.head && !s.head->statements.empty())
      refuse(s.loc, "a loop whose condition has effects");
    if (levels.leaving(&s) != Level::Own && levels.skipping(&s) != Level::Own) {
      if (s.init)
        statements(s.init);
      ++frames.back().joinedLoops;
      const bool wasLast = std::exchange(frames.back().isLast, false);
      statements(s.body);
      frames.back().isLast = wasLast;
      --frames.back().joinedLoops;
      return;
    }
    if (levels.skipping(&s) == Level::Own)
      refuse(s.loc, "a loop in which some continue early");
    if (s.form == ir::LoopForm::DoWhile)
      refuse(s.loc, "a do loop that some leave early");
    if (s.init)
      statements(s.init);
    frames.push_back({Frame::Loop});
    // The next iteration follows, without those that have left.
    statements(s.body);
    frames.pop_back();
  }

  /// Lanes are taken out of the masks of the loops, and of the visit, that are
  /// left; conditions on the way have nothing more to do.
  void jump(const ir::Statement *s) {
    const bool returns = isa<ir::ReturnStatement>(s);
    if (!returns && frames.back().joinedLoops != 0)
      return; // all lanes leave such a loop together
    size_t target = frames.size() - 1;
    while (frames[target].kind == Frame::Choice)
      --target;
    for (size_t k = returns ? 0 : target; k < frames.size(); ++k)
      if (frames[k].kind == Frame::Choice && !frames[k].isLast)
        return refuse(s->loc, "a way out of a condition in which more follows");
    // Through loops that all lanes run together the visit alone can be left.
    for (size_t k = target; target != 0 && k < frames.size(); ++k)
      if (frames[k].joinedLoops != 0)
        return refuse(s->loc, "a way out of several loops");
  }

  void stored(const ir::StoreStatement &s) {
    if (levels.of(s.place) == Level::Own)
      take(values.storeObstacle(*s.place, s.loc));
    else if (!s.place->variable() || s.place->isIndirect())
      refuse(s.loc, "what is stored here");
  }

  void take(std::optional<LaneObstacle> obstacle) {
    if (obstacle)
      refuse(obstacle->at, obstacle->what);
  }

  const Kernel &kernel;
  const Divergence levels;
  const LaneValues values;
  const VisitParts visits;
  std::string found;
  std::vector<Frame> frames;
};

} // namespace

std::string kernel::laneObstacle(const Kernel &kernel) {
  return LaneForm(kernel).obstacle();
}
