// What lane code of a traversal, and of a function that it calls, looks like.
#include "regtt/Analysis/CountedLoop.h"
#include "regtt/Analysis/Integers.h"
#include "regtt/Analysis/LaneForm.h"
#include "regtt/Analysis/LanePlaces.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

namespace {
/// Whether at each position among the calls of one segment all lanes that call
/// anything call the same child: each position is of one statement, which comes
/// to it once.
class OneChild {
public:
  OneChild(const Divergence &levels, const ir::Function &part)
      : levels(levels), part(part) {}

  bool holds() {
    return !part.body || holds(static_cast<const ir::Statement *>(part.body));
  }

private:
  bool holds(const ir::Statement *s) {
    if (const auto *visit = dyn_cast<ir::VisitStatement>(s))
      return levels.of(visit->arguments[0]) != Level::Own &&
             takes(visit->position);
    const bool isLoop = isa<ir::LoopStatement, ir::CountedLoopStatement,
                            ir::RangeLoopStatement>(s);
    if (isLoop)
      loops.push_back(s);
    bool result = true;
    ir::forEachChild(s, [&](const ir::Statement *child) {
      result = result && holds(child);
    });
    if (isLoop)
      loops.pop_back();
    return result;
  }

  /// Notes the positions that `e` has, one after the other; false where it has
  /// one again, or which it has is not known.
  bool takes(const ir::Expr *e) {
    if (loops.empty())
      return takes(e, {}, 0);
    const auto *loop = loops.size() == 1
                           ? dyn_cast<ir::LoopStatement>(loops.front())
                           : nullptr;
    const auto counted = loop ? countedLoop(part, *loop) : std::nullopt;
    if (!counted || levels.of(e) == Level::Own)
      return false;
    for (int trip = 0; trip < counted->trips; ++trip)
      if (!takes(e, counted->variable, counted->value(trip)))
        return false;
    return true;
  }

  /// The position where `counter` is `value`.
  bool takes(const ir::Expr *e, const ir::Variable *counter, int value) {
    const auto position = ir::integerOf(
        e, [&](const ir::Variable *variable) -> std::optional<llvm::APSInt> {
          const auto format = ir::integerFormat(variable->type);
          if (variable != counter || !format)
            return std::nullopt;
          return llvm::APSInt(
              llvm::APInt(format->bits, value, format->isSigned),
              !format->isSigned);
        });
    return position && seen.insert(position->getExtValue()).second;
  }

  const Divergence &levels;
  const ir::Function &part;
  llvm::SmallVector<const ir::Statement *, 2> loops; ///< around
  llvm::DenseSet<int64_t> seen;                      ///< positions
};
} // namespace

bool kernel::callsOneChild(const Kernel &kernel, const Divergence &levels) {
  if (kernel.list())
    return true; // lanes have no form for others
  const auto holds = [&](const ir::Function *part) {
    return !part || OneChild(levels, *part).holds();
  };
  return holds(kernel.enter) &&
         llvm::all_of(kernel.resumes, [&](const ResumePoint &resume) {
           return holds(resume.function);
         });
}

/// Whether some lanes run a part of it that others do not.
static bool runsForSome(const Divergence &levels, const ir::Statement *s) {
  const auto *choice = dyn_cast<ir::IfStatement>(s);
  const auto *each = dyn_cast<ir::SwitchStatement>(s);
  return (choice && levels.of(choice->condition) == Level::Own) ||
         (each && levels.of(each->value) == Level::Own) ||
         levels.leaving(s) == Level::Own || levels.skipping(s) == Level::Own;
}

bool kernel::needsMask(const Kernel &kernel, const Divergence &levels,
                       const ir::Function &function) {
  bool result = false;
  ir::walk(function.body, [&](const ir::Statement *s) {
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    const auto *call = dyn_cast<ir::CallStatement>(s);
    const auto isElsewhere = [&](const ir::Place &place) {
      return !place.variable() || place.isIndirect() ||
             !ownIndices(levels, place).empty();
    };
    result |=
        runsForSome(levels, s) || (store && isElsewhere(*store->place)) || call;
  });
  ir::walkExprs(function.body, [&](const ir::Expr *e) {
    const bool isOwn = levels.of(e) == Level::Own;
    const auto *both = dyn_cast<ir::BinaryExpr>(e);
    result |= isOwn && both && dividesByAny(*both);
    result |= isOwn && hasSideThatWaits(function, *e);
    const ir::Place *place = ir::placeOf(e);
    result |= place && !ownIndices(levels, *place).empty();
    const auto *call = dyn_cast<ir::CallExpr>(e);
    if (call && call->callee->body && call->callee != &function)
      result |= needsMask(kernel, levels, *call->callee);
  });
  return result;
}
