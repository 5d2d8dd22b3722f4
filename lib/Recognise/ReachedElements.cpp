// What finds out how far iterations come, of a loop's program.
//
//     for { var %e ... }                      for { var %e ... }
//       store %s = add(load %s, mul(     ->     call lib "rt::reach"(val[e])
//         load val[e], load x[col[e]]))         call lib "rt::reach"(x[col[e]])
//     store own(y) = load %s
#include "ReachedElements.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class ReachMaker {
public:
  ReachMaker(ir::Module &module, const ReachNeeds &needs)
      : module(module), needs(needs), copy(module) {
    copy.onStatement = [this](const ir::Statement *s) { return made(s); };
  }

  ir::BlockStatement *make(const ir::BlockStatement *body) {
    return copy.block(body);
  }

private:
  using Statements = std::vector<ir::Statement *>;

  /// Nothing: it stands as it is.
  std::optional<Statements> made(const ir::Statement *s) {
    if (!needs.isKept(s))
      return Statements();
    if (needs.runs(s))
      return std::nullopt;
    Statements notes;
    ir::forEachOperand(s, [&](const ir::Expr *e) { note(e, notes); });
    ir::forEachPlace(s, [&](const ir::Place *place) {
      if (needs.isReached(place))
        noteValue(module.load(place, s->loc), notes);
      else
        ir::forEachOperand(place, [&](const ir::Expr *e) { note(e, notes); });
    });
    return notes;
  }

  /// `e`: an element, or a call.
  void noteValue(const ir::Expr *e, Statements &notes) {
    auto *call = module.make<ir::LibraryCallStatement>(e->loc);
    call->name = "rt::reach";
    call->arguments = {copy.expr(e)};
    notes.push_back(call);
  }

  /// What is evaluated in some cases alone is noted in these.
  void noteWhere(const ir::Expr *condition, const ir::Expr *holds,
                 const ir::Expr *fails, Statements &notes) {
    ir::BlockStatement *then = module.block(), *otherwise = module.block();
    if (holds)
      note(holds, then->statements);
    if (fails)
      note(fails, otherwise->statements);
    if (then->statements.empty() && otherwise->statements.empty())
      return note(condition, notes);
    notes.push_back(module.ifThen(
        copy.expr(condition), then,
        otherwise->statements.empty() ? nullptr : otherwise, condition->loc));
  }

  /// The elements that `e` looks at; those of an index are looked at with it.
  void note(const ir::Expr *e, Statements &notes) {
    if (!needs.reaches(e))
      return;
    if (needs.reachesItself(e))
      return noteValue(e, notes);
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e))
      return noteWhere(choice->condition, choice->whenTrue, choice->whenFalse,
                       notes);
    if (const auto *both = dyn_cast<ir::LogicalExpr>(e))
      return noteWhere(both->left, both->isAnd ? both->right : nullptr,
                       both->isAnd ? nullptr : both->right, notes);
    ir::forEachOperand(e, [&](const ir::Expr *part) { note(part, notes); });
  }

  ir::Module &module;
  const ReachNeeds &needs;
  ir::Mapper copy;
};

} // namespace

std::optional<ReachObstacle>
recognise::makeReach(ir::Module &module, kernel::Kernel &kernel,
                     const std::set<unsigned> &arrays,
                     std::optional<ReachObstacle> &rounded) {
  ReachNeeds needs(kernel, arrays);
  if (auto obstacle = needs.find())
    return obstacle;
  rounded = needs.rounded;
  kernel.reach =
      module.createFunction(module.freeName(kernel.name + "::reach"),
                            kernel.program->type, kernel.program->loc);
  kernel.reach->body = ReachMaker(module, needs).make(kernel.program->body);
  for (const unsigned array : arrays)
    kernel.arrays[array].isReached = true;
  return std::nullopt;
}
