// What lanes have a form for.
//
// Lanes that leave a condition, a loop or the visit early are taken out of the
// masks around (lib/Backend/Lanes). Where statements follow in a condition that
// some lanes have left from deeper inside, that would need a test behind each;
// such code is left to one query at a time.
#include "regtt/Analysis/LaneForm.h"

#include "regtt/Analysis/CountedLoop.h"
#include "regtt/Analysis/VisitParts.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSet.h>

#include <utility>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Numbers, and arrays of numbers.
bool isOfNumbers(const ir::Type *type) {
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return isOfNumbers(array->element);
  if (const auto *real = dyn_cast<ir::FloatType>(type))
    return real->bytes == 4 || real->bytes == 8;
  if (const auto *number = dyn_cast<ir::IntType>(type))
    return number->bits <= 64;
  return type->isBool();
}

/// Of a query: each is a column of its own, in code that is not a loop.
constexpr uint64_t mostNumbers = 64;

uint64_t numbersIn(const ir::Type *type) {
  const auto *array = dyn_cast<ir::ArrayType>(type);
  return array ? array->count * numbersIn(array->element) : 1;
}

bool isNumber(const ir::Type *type) {
  return isOfNumbers(type) && type->kind != ir::Type::Array;
}

class LaneForm {
public:
  explicit LaneForm(const Kernel &kernel)
      : kernel(kernel), levels(kernel), visits(kernel) {}

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
      if (!isNumber(arg.type))
        refuse(arg.loc, "the argument '" + arg.name + "'");
    for (const Capture &capture : kernel.captures)
      if (!isNumber(capture.type))
        refuse({}, "'" + capture.name + "', which a condition asks for");
    for (const Datum &datum : kernel.data)
      if (datum.owner == Owner::Query && visits.names(datum) &&
          (datum.isAddress || datum.isBitField() || datum.isContainer() ||
           !isOfNumbers(datum.type)))
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
      if (levels.of(param) == Level::Own && !isOfNumbers(param->type) &&
          !param->type->isLink())
        refuse(f.loc, "the parameter '" + param->name + "'");
    if (levels.resultOf(&f) == Level::Own && !isOfNumbers(f.type->result))
      refuse(f.loc, "what '" + f.name + "' returns");
    statements(f.body);
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
    ir::forEachOperand(s, [&](const ir::Expr *e) { value(e); });
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
      if (levels.of(variable) == Level::Own && !isOfNumbers(variable->type) &&
          !variable->type->isLink())
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
    const auto *data = std::get_if<ir::DataRoot>(&s.place->root);
    if (!s.place->variable() && !(data && data->kind == ir::DataRoot::Own))
      return refuse(s.loc, "what is stored here");
    for (const ir::Step &step : s.place->steps) {
      const auto *index = std::get_if<ir::IndexStep>(&step);
      if (!index || levels.of(index->index) == Level::Own)
        refuse(s.loc, "an element that is each query's own");
    }
    if (levels.of(s.place) == Level::Own && !isNumber(s.place->type) &&
        !s.place->type->isLink())
      refuse(s.loc, "what is stored here");
  }

  //===--- Values ---------------------------------------------------------===//

  void value(const ir::Expr *top) {
    ir::walk(top, [&](const ir::Expr *e) {
      if (levels.of(e) == Level::Own)
        own(*e);
    });
  }

  /// A value of each lane's own.
  void own(const ir::Expr &e) {
    if (!isOfNumbers(e.type) && !e.type->isLink())
      return refuse(e.loc, "values of this type");
    switch (e.kind) {
    case ir::Expr::Value:
    case ir::Expr::Unary:
      return;
    case ir::Expr::Load:
      return element(*static_cast<const ir::LoadExpr &>(e).place, e.loc);
    case ir::Expr::Logical:
    case ir::Expr::Select:
      return sides(e);
    case ir::Expr::Binary: {
      const auto &both = static_cast<const ir::BinaryExpr &>(e);
      if (both.op == ir::BinaryOp::PtrAdd || both.op == ir::BinaryOp::PtrDiff)
        refuse(e.loc, "pointers");
      return;
    }
    case ir::Expr::Cast: {
      const auto &cast = static_cast<const ir::CastExpr &>(e);
      if (!isNumber(e.type) || !isNumber(cast.operand->type) ||
          cast.op == ir::CastOp::Bits)
        refuse(e.loc, "a conversion of this kind");
      return;
    }
    case ir::Expr::Call:
      if (const auto &call = static_cast<const ir::CallExpr &>(e);
          !kernel.helperOf(call.callee))
        refuse(e.loc, "a call of '" + call.callee->name + "'");
      return;
    case ir::Expr::LibraryCall: {
      static const llvm::StringSet<> known = {
          "rt::child", "std::sqrt",  "std::fabs", "std::abs",  "std::min",
          "std::max",  "std::floor", "std::ceil", "std::trunc"};
      const auto &call = static_cast<const ir::LibraryCallExpr &>(e);
      if (!known.contains(call.name) ||
          (kernel.list() && call.name == "rt::child"))
        refuse(e.loc, "a call of '" + call.name.str() + "'");
      return;
    }
    case ir::Expr::Intrinsic:
      return;
    default:
      refuse(e.loc, "values of this kind");
    }
  }

  void element(const ir::Place &place, ir::Location at) {
    const auto *data = std::get_if<ir::DataRoot>(&place.root);
    if (isGathered(levels, place) && !kernel.data[data->number].isBitField())
      return;
    if (!place.variable() && !(data && data->kind == ir::DataRoot::Own))
      return refuse(at, "data that is read where each query says");
    for (const ir::Step &step : place.steps) {
      const auto *index = std::get_if<ir::IndexStep>(&step);
      if (!index || levels.of(index->index) == Level::Own)
        return refuse(at, "an element that is each query's own");
    }
  }

  /// Both sides are evaluated, in all lanes: what only one may be is not there.
  void sides(const ir::Expr &e) {
    ir::forEachOperand(&e, [&](const ir::Expr *side) {
      ir::walk(side, [&](const ir::Expr *part) {
        if (const std::string what = hazard(*part, nullptr); !what.empty())
          refuse(e.loc, what + " under a condition");
      });
    });
  }

  /// What must not be evaluated where the program would not: it may read
  /// elsewhere, divide by zero, or never end. `counters`: of loops around that
  /// count to a number.
  std::string hazard(const ir::Expr &e,
                     const llvm::DenseSet<const ir::Variable *> *counters) {
    if (const auto *both = dyn_cast<ir::BinaryExpr>(&e);
        both && dividesByAny(*both))
      return "a division of integers";
    if (const auto *call = dyn_cast<ir::CallExpr>(&e))
      return hazardOf(call->callee) ? "a call of '" + call->callee->name + "'"
                                    : "";
    const auto *load = dyn_cast<ir::LoadExpr>(&e);
    if (!load)
      return "";
    const auto *data = std::get_if<ir::DataRoot>(&load->place->root);
    bool isThere = !data || (data->kind != ir::DataRoot::Element &&
                             data->kind != ir::DataRoot::Linked);
    for (const ir::Step &step : load->place->steps) {
      const auto *index = std::get_if<ir::IndexStep>(&step);
      isThere &= index && (isa<ir::IntExpr>(index->index) ||
                           isOneOf(index->index, counters));
    }
    return isThere ? "" : "elements that are read";
  }

  static bool isOneOf(const ir::Expr *index,
                      const llvm::DenseSet<const ir::Variable *> *counters) {
    while (const auto *cast = dyn_cast<ir::CastExpr>(index))
      index = cast->operand;
    const auto *load = dyn_cast<ir::LoadExpr>(index);
    return load && counters && counters->contains(load->place->wholeVariable());
  }

  bool hazardOf(const ir::Function *callee) {
    if (!callee->body)
      return true;
    bool result = false;
    llvm::DenseSet<const ir::Variable *> counters;
    ir::walk(callee->body, [&](const ir::Statement *s) {
      const auto *loop = dyn_cast<ir::LoopStatement>(s);
      if (const auto counted =
              loop ? countedLoop(*callee, *loop) : std::nullopt)
        counters.insert(counted->variable);
      else
        result |= loop != nullptr;
    });
    ir::walkExprs(callee->body, [&](const ir::Expr *e) {
      result = result || !hazard(*e, &counters).empty();
    });
    return result;
  }

  const Kernel &kernel;
  const Divergence levels;
  const VisitParts visits;
  std::string found;
  std::vector<Frame> frames;
};

} // namespace

std::string kernel::laneObstacle(const Kernel &kernel) {
  return LaneForm(kernel).obstacle();
}
