// What lanes have a form for.
//
// Lanes that leave a condition, a loop or the visit early are taken out of the
// masks of what they leave (lib/Backend/Lanes/LaneFrames.h), wherever they do.
#include "regtt/Analysis/LaneForm.h"

#include "LaneValues.h"
#include "regtt/Analysis/LaneTypes.h"
#include "regtt/Analysis/VisitParts.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

#include <utility>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Of a query, or of a node: each is a column of its own, in code that is not a
/// loop.
constexpr uint64_t mostNumbers = 64;

class LaneForm {
public:
  LaneForm(const Kernel &kernel, Nodes nodes)
      : kernel(kernel), levels(kernel, nodes), values(kernel, levels),
        visits(kernel) {}

  std::string obstacle() {
    data();
    if (levels.isApart())
      records();
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

  /// Of nodes of lanes' own, which are taken apart where they are loaded.
  void records() {
    if (kernel.list())
      refuse({}, "nodes with lists of children that are each query's own");
    uint64_t numbers = 0;
    for (const Datum &datum : kernel.data) {
      if (datum.owner != Owner::Node || !visits.names(datum))
        continue;
      if (datum.isAddress || datum.isBitField() || !isLaneValue(datum.type))
        refuse(datum.firstUse, "'" + datum.text + "' of each query's node");
      numbers += numbersIn(datum.type);
    }
    if (numbers > mostNumbers)
      refuse({}, "nodes of " + std::to_string(numbers) +
                     " numbers that are each query's own");
  }

  //===--- Functions ------------------------------------------------------===//

  void function(const ir::Function &f) {
    for (const ir::Variable *param : f.params)
      if (levels.of(param) == Level::Own && !isHeld(param->type) &&
          !(param->type->isPointer() &&
            isLaneValue(ir::pointeeOf(param->type))))
        refuse(f.loc, "the parameter '" + param->name + "'");
    if (levels.resultOf(&f) == Level::Own && !isLaneValue(f.type->result) &&
        !returnsWhatItChanges(f))
      refuse(f.loc, "what '" + f.name + "' returns");
    statements(f.body);
  }

  /// `V &operator+=(const V &o) { ... return *this; }`: one object, which lanes
  /// have where the function was handed it.
  static bool returnsWhatItChanges(const ir::Function &f) {
    unsigned returns = 0;
    ir::walk(f.body, [&](const ir::Statement *s) {
      returns += isa<ir::ReturnStatement>(s);
    });
    return f.type->result->isReference() && !f.isPure && returns == 1 &&
           isLaneValue(ir::pointeeOf(f.type->result));
  }

  /// As a value, or by a reference that lanes read, or change, through.
  static bool isHeld(const ir::Type *type) {
    return isLaneValue(type->isReference() ? ir::pointeeOf(type) : type) ||
           type->isLink();
  }

  void statements(const ir::BlockStatement *block) {
    for (const ir::Statement *s : block->statements)
      ir::walk(s, [&](const ir::Statement *inner) { statement(inner); });
  }

  void statement(const ir::Statement *s) {
    evaluated(s);
    if (const ir::Variable *variable = ir::declaredBy(s))
      if (levels.of(variable) == Level::Own && !isHeld(variable->type))
        refuse(s->loc, "'" + variable->name + "'");
    if (const auto *loop = dyn_cast<ir::LoopStatement>(s))
      return around(*loop);
    if (const auto *store = dyn_cast<ir::StoreStatement>(s))
      return stored(*store);
    if (const auto *visit = dyn_cast<ir::VisitStatement>(s))
      return call(*visit);
    if (const auto *called = dyn_cast<ir::LibraryCallStatement>(s);
        called && called->name != "rt::load")
      refuse(s->loc, "a call of '" + called->name + "'");
    if (!isa<ir::LetStatement, ir::VarStatement, ir::CallStatement,
             ir::LibraryCallStatement, ir::ResumeStatement, ir::IfStatement,
             ir::SwitchStatement, ir::BlockStatement, ir::ReturnStatement,
             ir::BreakStatement, ir::ContinueStatement, ir::LeaveStatement,
             ir::TrapStatement>(s))
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
    if (!kernel.list()) {
      if (s.position && levels.of(s.position) == Level::Own)
        refuse(s.loc, "a call whose position differs");
      return;
    }
    if (levels.of(s.arguments[0]) == Level::Own)
      refuse(s.loc, "a child of a list that each query chooses");
    // The condition of a list's first call is asked, too.
    if (!kernel.guards.empty() && !s.guard)
      refuse(s.loc, "calls of which some have a condition of their own");
  }

  /// What steps a loop stands in its head.
  void around(const ir::LoopStatement &s) {
    if (levels.leaving(&s) != Level::Own && levels.skipping(&s) != Level::Own)
      return;
    if (s.step && !llvm::all_of(s.step->statements, [](const auto *step) {
          const auto *called = dyn_cast<ir::CallStatement>(step);
          return isa<ir::StoreStatement>(step) || (called && !called->result);
        }))
      refuse(s.loc, "a loop whose step has parts");
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
};

} // namespace

std::string kernel::laneObstacle(const Kernel &kernel, Nodes nodes) {
  return LaneForm(kernel, nodes).obstacle();
}
