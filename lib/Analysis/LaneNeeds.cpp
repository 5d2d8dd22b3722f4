// What lane code of a traversal, and of a function that it calls, looks like.
#include "regtt/Analysis/Integers.h"
#include "regtt/Analysis/LaneForm.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

/// Of one segment.
static bool callsOneChild(const Divergence &levels, const ir::Function *part) {
  llvm::DenseSet<uint64_t> seen;
  bool result = true;
  if (part && part->body)
    ir::walk(part->body, [&](const ir::Statement *s) {
      const auto *visit = dyn_cast<ir::VisitStatement>(s);
      if (!visit)
        return;
      const auto *position = dyn_cast<ir::IntExpr>(visit->position);
      result &= position && levels.of(visit->arguments[0]) != Level::Own &&
                seen.insert(position->value().getZExtValue()).second;
    });
  return result;
}

bool kernel::callsOneChild(const Kernel &kernel, const Divergence &levels) {
  if (kernel.list())
    return true; // lanes have no form for others
  return ::callsOneChild(levels, kernel.enter) &&
         llvm::all_of(kernel.resumes, [&](const ResumePoint &resume) {
           return ::callsOneChild(levels, resume.function);
         });
}

bool kernel::dividesByAny(const ir::BinaryExpr &e) {
  if ((e.op != ir::BinaryOp::Div && e.op != ir::BinaryOp::Rem) ||
      e.type->isFloat())
    return false;
  const auto by =
      ir::integerOf(e.right, [](const ir::Variable *) { return std::nullopt; });
  return !by || by->isZero() || by->isAllOnes();
}

bool kernel::isGathered(const Divergence &levels, const ir::Place &place) {
  const auto *data = std::get_if<ir::DataRoot>(&place.root);
  const ir::Type *type = place.type;
  return data && data->kind == ir::DataRoot::Element && place.steps.empty() &&
         !place.isVolatile && levels.of(data->index) == Level::Own &&
         (type->isBool() || type->isFloat() || isa<ir::IntType>(type));
}

/// Whether a return stands where some lanes come and others do not.
static bool returnsForSome(const Divergence &levels, const ir::Statement *s,
                           bool isForSome) {
  if (isa<ir::ReturnStatement>(s))
    return isForSome;
  const auto *choice = dyn_cast<ir::IfStatement>(s);
  isForSome |= (choice && levels.of(choice->condition) == Level::Own) ||
               levels.leaving(s) == Level::Own;
  bool result = false;
  ir::forEachChild(s, [&](const ir::Statement *child) {
    result |= returnsForSome(levels, child, isForSome);
  });
  return result;
}

bool kernel::returnsApart(const Divergence &levels,
                          const ir::Function &function) {
  return levels.resultOf(&function) == Level::Own &&
         returnsForSome(levels, function.body, false);
}

bool kernel::needsMask(const Kernel &kernel, const Divergence &levels,
                       const ir::Function &function) {
  bool result = false;
  ir::walk(function.body, [&](const ir::Statement *s) {
    const auto *choice = dyn_cast<ir::IfStatement>(s);
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    const auto *call = dyn_cast<ir::CallStatement>(s);
    result |= (choice && levels.of(choice->condition) == Level::Own) ||
              levels.leaving(s) == Level::Own ||
              (store && !store->place->variable()) || call;
  });
  ir::walkExprs(function.body, [&](const ir::Expr *e) {
    const auto *both = dyn_cast<ir::BinaryExpr>(e);
    result |= both && levels.of(e) == Level::Own && dividesByAny(*both);
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    result |= load && isGathered(levels, *load->place);
    const auto *call = dyn_cast<ir::CallExpr>(e);
    if (call && call->callee->body && call->callee != &function)
      result |= needsMask(kernel, levels, *call->callee);
  });
  return result;
}
