// Whether a list may be looked at beyond where the traversal stops: what an
// element says of itself may be that it is the last one, whatever its pointer
// to the next one holds.
//
//     while (e) { if (e->key == q->key) break; e = e->next; }    yes
//     while (e) { if (e->isLast) break; e = e->next; }           no
//     for (k = 0; k < n->count; ++k) e = e->next;                no
#include "LinkedLists.h"
#include "LocalUses.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

namespace {

class Exits {
public:
  Exits(const ir::Function &function, const ListPointers &pointers)
      : function(function), pointers(pointers) {
    ir::walk(static_cast<const ir::Statement *>(function.body),
             [&](const ir::Statement *s) { define(s); });
  }

  bool goToEnd() {
    bool result = true;
    const auto visit = [&](const ir::Statement *s) {
      const auto *loop = dyn_cast<ir::LoopStatement>(s);
      if (loop && moves(loop))
        result &= endsAtNull(*loop) && hasNoOtherEnd(*loop);
    };
    ir::walk(static_cast<const ir::Statement *>(function.body), visit);
    return result && movesInLoops();
  }

private:
  //===--- What locals are made of ----------------------------------------===//

  void define(const ir::Statement *s) {
    if (const auto *let = dyn_cast<ir::LetStatement>(s))
      values[let->variable].push_back(let->value);
    if (const auto *var = dyn_cast<ir::VarStatement>(s); var && var->init)
      values[var->variable].push_back(var->init);
    if (const auto *store = dyn_cast<ir::StoreStatement>(s))
      if (const ir::Variable *local = store->place->variable();
          local && !store->place->isIndirect()) {
        values[local].push_back(store->value);
        if (pointers.contains(local))
          noteHead(store->value);
      }
    if (const ir::Variable *declared = ir::declaredBy(s);
        declared && pointers.contains(declared))
      for (const ir::Expr *value : values[declared])
        noteHead(value);
  }
  /// What a list is found by says nothing of the query.
  void noteHead(const ir::Expr *value) {
    ir::walk(value, [&](const ir::Expr *e) {
      const ir::Place *place = ir::placeOf(e);
      const auto *fixed = dyn_cast<ir::ValueExpr>(e);
      const ir::Variable *by = fixed   ? fixed->variable
                               : place ? place->variable()
                                       : nullptr;
      if (by && !pointers.contains(by))
        nodes.insert(by);
    });
  }

  //===--- Conditions -----------------------------------------------------===//

  /// Whether the iteration has a say in `e`, or it is a number that is
  /// measured.
  bool isOfQuery(const ir::Expr *e) {
    bool result = false;
    ir::walk(e, [&](const ir::Expr *part) {
      result |= part->type->isFloat();
      const ir::Place *place = ir::placeOf(part);
      const auto *fixed = dyn_cast<ir::ValueExpr>(part);
      const ir::Variable *variable = fixed   ? fixed->variable
                                     : place ? place->variable()
                                             : nullptr;
      if (!variable || pointers.contains(variable) || nodes.count(variable))
        return;
      if (variable->kind == ir::Variable::Parameter) {
        result = true;
      } else if (seen.insert(variable).second) {
        for (const ir::Expr *value : values.lookup(variable))
          result |= isOfQuery(value);
        seen.erase(variable);
      }
    });
    return result;
  }

  /// Whether `e` asks whether one of the pointers is null.
  bool asksForNull(const ir::Expr *e) const {
    if (const auto *negation = dyn_cast<ir::UnaryExpr>(e))
      return negation->op == ir::UnaryOp::LNot &&
             asksForNull(negation->operand);
    if (const auto *asked = dyn_cast<ir::IntrinsicExpr>(e))
      return asked->op == ir::IntrinsicOp::IsNull &&
             isPointer(asked->arguments[0]);
    if (const auto *cast = dyn_cast<ir::CastExpr>(e))
      return cast->op == ir::CastOp::ToBool && isPointer(cast->operand);
    const auto *compared = dyn_cast<ir::BinaryExpr>(e);
    if (!compared ||
        (compared->op != ir::BinaryOp::Eq && compared->op != ir::BinaryOp::Ne))
      return false;
    return (isPointer(compared->left) &&
            llvm::isa<ir::NullExpr>(compared->right)) ||
           (isPointer(compared->right) &&
            llvm::isa<ir::NullExpr>(compared->left));
  }
  bool isPointer(const ir::Expr *e) const {
    return pointers.contains(heldIn(e)) || pointers.followedIn(e);
  }

  static bool isConstant(const ir::Expr *e) {
    if (const auto *cast = dyn_cast<ir::CastExpr>(e))
      return isConstant(cast->operand);
    return llvm::isa<ir::BoolExpr, ir::IntExpr>(e);
  }

  /// Whether it may say that what comes next is no element.
  bool mayTell(const ir::Expr *e) {
    if (const auto *both = dyn_cast<ir::LogicalExpr>(e))
      return mayTell(both->left) || mayTell(both->right);
    if (const auto *negation = dyn_cast<ir::UnaryExpr>(e);
        negation && negation->op == ir::UnaryOp::LNot)
      return mayTell(negation->operand);
    return !isConstant(e) && !asksForNull(e) && !isOfQuery(e);
  }

  /// Whether the loop goes on only where a pointer is not null.
  bool requiresElement(const ir::Expr *e) const {
    const auto *both = dyn_cast<ir::LogicalExpr>(e);
    if (both && both->isAnd)
      return requiresElement(both->left) || requiresElement(both->right);
    return asksForNull(e) && !asksWhetherNull(e);
  }
  static bool asksWhetherNull(const ir::Expr *e) {
    if (const auto *negation = dyn_cast<ir::UnaryExpr>(e))
      return !asksWhetherNull(negation->operand);
    const auto *compared = dyn_cast<ir::BinaryExpr>(e);
    return llvm::isa<ir::IntrinsicExpr>(e) ||
           (compared && compared->op == ir::BinaryOp::Eq);
  }

  //===--- Loops ----------------------------------------------------------===//

  bool isStep(const ir::Statement *s) const {
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    const auto *var = dyn_cast<ir::VarStatement>(s);
    const auto *let = dyn_cast<ir::LetStatement>(s);
    const ir::Expr *value = store ? store->value
                            : var ? var->init
                            : let ? let->value
                                  : nullptr;
    const ir::Variable *to = store ? store->place->wholeVariable()
                             : var ? var->variable
                             : let ? let->variable
                                   : nullptr;
    return value && pointers.contains(to) && pointers.followedIn(value);
  }
  /// Whether it is the innermost loop around a step.
  bool moves(const ir::LoopStatement *loop) const {
    bool result = false;
    const auto look = [&](auto &&self, const ir::Statement *s) -> void {
      result |= isStep(s);
      ir::forEachChild(s, [&](const ir::Statement *child) {
        if (!isLoop(child))
          self(self, child);
      });
    };
    ir::forEachChild(loop,
                     [&](const ir::Statement *child) { look(look, child); });
    return result;
  }
  static bool isLoop(const ir::Statement *s) {
    return llvm::isa<ir::LoopStatement, ir::RangeLoopStatement,
                     ir::CountedLoopStatement>(s);
  }
  /// Whether each step stands in a loop of its own kind.
  bool movesInLoops() const {
    bool result = true;
    const auto look = [&](auto &&self, const ir::Statement *s,
                          bool isInside) -> void {
      result &= isInside || !isStep(s);
      ir::forEachChild(s, [&](const ir::Statement *child) {
        self(self, child, isInside || llvm::isa<ir::LoopStatement>(s));
      });
    };
    look(look, function.body, false);
    return result;
  }

  /// `if (!e) break;` at the head of the body.
  bool beginsWithTest(const ir::LoopStatement &loop) const {
    for (const ir::Statement *s : loop.body->statements) {
      const auto *test = dyn_cast<ir::IfStatement>(s);
      if (!test)
        return false;
      if (asksForNull(test->condition) && asksWhetherNull(test->condition))
        return !test->otherwise && !test->then->statements.empty() &&
               llvm::isa<ir::BreakStatement, ir::ReturnStatement>(
                   test->then->statements.back());
    }
    return false;
  }
  bool endsAtNull(const ir::LoopStatement &loop) const {
    return requiresElement(loop.condition) || beginsWithTest(loop);
  }

  bool hasNoOtherEnd(const ir::LoopStatement &loop) {
    if (mayTell(loop.condition))
      return false;
    bool result = true;
    std::vector<const ir::Expr *> around;
    const auto look = [&](auto &&self, const ir::Statement *s,
                          bool isInner) -> void {
      const bool isEnd =
          llvm::isa<ir::ReturnStatement, ir::LeaveStatement>(s) ||
          (!isInner && llvm::isa<ir::BreakStatement>(s));
      if (isEnd)
        result &= !around.empty() &&
                  llvm::none_of(around,
                                [&](const ir::Expr *e) { return mayTell(e); });
      const auto *branch = dyn_cast<ir::IfStatement>(s);
      const auto *choice = dyn_cast<ir::SwitchStatement>(s);
      const auto *inner = dyn_cast<ir::LoopStatement>(s);
      const ir::Expr *asked = branch   ? branch->condition
                              : choice ? choice->value
                              : inner  ? inner->condition
                                       : nullptr;
      if (asked)
        around.push_back(asked);
      ir::forEachChild(s, [&](const ir::Statement *child) {
        self(self, child, isInner || isLoop(s));
      });
      if (asked)
        around.pop_back();
    };
    for (const ir::BlockStatement *part : {loop.head, loop.body})
      if (part)
        look(look, part, false);
    return result;
  }

  const ir::Function &function;
  const ListPointers &pointers;
  llvm::DenseMap<const ir::Variable *, std::vector<const ir::Expr *>> values;
  llvm::SmallPtrSet<const ir::Variable *, 8> nodes, seen;
};

} // namespace

bool recognise::goesToEnd(const ir::Function &function,
                          const ListPointers &pointers) {
  return Exits(function, pointers).goToEnd();
}
