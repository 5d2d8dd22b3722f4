// What loops over children do where there is no child.
#include "AbsentChildren.h"

#include "LocalUses.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Absence {
public:
  explicit Absence(const ir::Variable *child) : names({child}) {}

  bool doesNothing(const ir::BlockStatement *block) {
    for (const ir::Statement *s : block->statements) {
      // What follows is not reached.
      if (isa<ir::ContinueStatement, ir::BreakStatement>(s))
        return true;
      if (!doesNothing(s))
        return false;
      const auto *choice = dyn_cast<ir::IfStatement>(s);
      if (choice && isThere(choice->condition, false) && ends(choice->then))
        return true;
    }
    return true;
  }

private:
  bool doesNothing(const ir::Statement *s) {
    if (const auto *let = dyn_cast<ir::LetStatement>(s);
        let && isChild(let->value))
      names.insert(let->variable);
    // A local of the body's own is gone by the next iteration.
    if (const auto *var = dyn_cast<ir::VarStatement>(s))
      own.insert(var->variable);
    if (const auto *store = dyn_cast<ir::StoreStatement>(s))
      return own.contains(store->place->wholeVariable());
    if (const auto *block = dyn_cast<ir::BlockStatement>(s))
      return doesNothing(block);
    if (const auto *visit = dyn_cast<ir::VisitStatement>(s))
      return isChild(visit->arguments[0]);
    if (const auto *choice = dyn_cast<ir::IfStatement>(s))
      return (isThere(choice->condition, true) || doesNothing(choice->then)) &&
             (!choice->otherwise || isThere(choice->condition, false) ||
              doesNothing(choice->otherwise));
    return isa<ir::LetStatement, ir::VarStatement>(s);
  }

  static bool ends(const ir::BlockStatement *block) {
    return !block->statements.empty() &&
           isa<ir::ContinueStatement, ir::BreakStatement>(
               block->statements.back());
  }

  bool isChild(const ir::Expr *e) const { return names.contains(heldIn(e)); }

  /// Whether there is a child where `e` comes out as `truth`.
  bool isThere(const ir::Expr *e, bool truth) const {
    if (const auto *unary = dyn_cast<ir::UnaryExpr>(e))
      return unary->op == ir::UnaryOp::LNot && isThere(unary->operand, !truth);
    if (const auto *both = dyn_cast<ir::LogicalExpr>(e)) {
      const bool left = isThere(both->left, truth),
                 right = isThere(both->right, truth);
      return both->isAnd == truth ? left || right : left && right;
    }
    if (const auto *test = dyn_cast<ir::IntrinsicExpr>(e))
      return test->op == ir::IntrinsicOp::IsNull && !truth &&
             isChild(test->arguments[0]);
    const auto *compared = dyn_cast<ir::BinaryExpr>(e);
    const bool isTest =
        compared &&
        ((isChild(compared->left) && isa<ir::NullExpr>(compared->right)) ||
         (isChild(compared->right) && isa<ir::NullExpr>(compared->left)));
    return isTest &&
           compared->op == (truth ? ir::BinaryOp::Ne : ir::BinaryOp::Eq);
  }

  llvm::SmallPtrSet<const ir::Variable *, 2> names; ///< of the child
  llvm::SmallPtrSet<const ir::Variable *, 4> own;
};

} // namespace

/// `%c` of a loop that begins with `let %c = rt::child(%k)`, up to the list's
/// end; null of others.
static const ir::Variable *childOf(const ir::LoopStatement &loop) {
  bool isList = false;
  if (loop.condition)
    ir::walk(loop.condition, [&](const ir::Expr *e) {
      const auto *call = dyn_cast<ir::LibraryCallExpr>(e);
      isList |= call && call->name == "rt::children";
    });
  if (!isList)
    return nullptr;
  for (const ir::Statement *s : loop.body->statements)
    if (const auto *let = dyn_cast<ir::LetStatement>(s))
      if (const auto *call = dyn_cast<ir::LibraryCallExpr>(let->value);
          call && call->name == "rt::child")
        return let->variable;
  return nullptr;
}

void recognise::noteAbsentChildren(kernel::Kernel &kernel) {
  ir::walk(static_cast<const ir::Statement *>(kernel.enter->body),
           [&](const ir::Statement *s) {
             const auto *loop = dyn_cast<ir::LoopStatement>(s);
             const ir::Variable *child = loop ? childOf(*loop) : nullptr;
             if (!child || Absence(child).doesNothing(loop->body))
               return;
             for (kernel::SlotGroup &slots : kernel.slots)
               slots.needsLast |= slots.isList();
           });
}
