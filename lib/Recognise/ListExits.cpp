// Whether a list may be looked at beyond where the traversal stops: what an
// element says of itself may be that it is the last one, whatever its pointer
// to the next one holds.
//
//     while (e) { if (e->key == q->key) break; e = e->next; }    yes
//     while (e) { if (e->isLast) break; e = e->next; }           no
//     for (k = 0; k < n->count; ++k) e = e->next;                no
#include "LinkedLists.h"
#include "LocalUses.h"
#include "LoopEnds.h"

#include "regtt/IR/LibraryParts.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

bool recognise::asksWhetherAtEnd(const ir::Expr *e) {
  if (const auto *negation = dyn_cast<ir::UnaryExpr>(e))
    return !asksWhetherAtEnd(negation->operand);
  const auto *compared = dyn_cast<ir::BinaryExpr>(e);
  return llvm::isa<ir::IntrinsicExpr>(e) ||
         (compared && compared->op == ir::BinaryOp::Eq);
}

namespace {

class Exits {
public:
  Exits(const ir::Function &function, const ListPointers &pointers)
      : function(function), pointers(pointers), ends(function) {
    for (const ir::Variable *variable : pointers.variables) {
      ends.foundBy.insert(variable);
      // What a list is found by says nothing of the query.
      for (const ir::Expr *value : ends.valuesOf(variable))
        ends.noteFoundBy(value);
    }
  }

  bool goToEnd() {
    bool result = true;
    const auto visit = [&](const ir::Statement *s) {
      const auto *loop = dyn_cast<ir::LoopStatement>(s);
      if (loop && moves(loop))
        result &= endsAtEnd(*loop) && (alwaysEnd() || hasNoOtherEnd(*loop));
    };
    ir::walk(static_cast<const ir::Statement *>(function.body), visit);
    return result && movesInLoops() &&
           (!pointers.isRing || namesElements(function.body, {}));
  }

private:
  /// The library's lists have an end, whatever their elements are.
  bool alwaysEnd() const { return ir::isNodeOfLibrary(*pointers.next->parent); }

  //===--- Conditions -----------------------------------------------------===//

  /// Whether `e` asks whether one of the pointers is at the end.
  bool asksForEnd(const ir::Expr *e) const {
    const auto *negation = dyn_cast<ir::UnaryExpr>(e);
    return negation && negation->op == ir::UnaryOp::LNot
               ? asksForEnd(negation->operand)
               : pointers.askedForEnd(e) != nullptr;
  }

  /// Whether the loop goes on only where a pointer is not null.
  bool requiresElement(const ir::Expr *e) const {
    const auto *both = dyn_cast<ir::LogicalExpr>(e);
    if (both && both->isAnd)
      return requiresElement(both->left) || requiresElement(both->right);
    return asksForEnd(e) && !asksWhetherAtEnd(e);
  }

  //===--- Loops ----------------------------------------------------------===//

  bool isStep(const ir::Statement *s) const {
    const Setting set = settingOf(s);
    return set.value && pointers.contains(set.variable) &&
           pointers.followedIn(set.value);
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
      if (asksForEnd(test->condition) && asksWhetherAtEnd(test->condition))
        return !test->otherwise && !test->then->statements.empty() &&
               llvm::isa<ir::BreakStatement, ir::ReturnStatement>(
                   test->then->statements.back());
    }
    return false;
  }
  bool endsAtEnd(const ir::LoopStatement &loop) const {
    return requiresElement(loop.condition) || beginsWithTest(loop);
  }

  /// What a pointer leads to that is at a ring's head is no element. So it is
  /// named only where a loop has asked, and before it is moved on.
  bool namesElements(const ir::Statement *s,
                     llvm::SmallPtrSet<const ir::Variable *, 4> asked) const {
    if (!isStep(s) && !isStart(s) && !namesOnly(s, asked))
      return false;
    const auto *loop = dyn_cast<ir::LoopStatement>(s);
    bool result = true;
    ir::forEachChild(s, [&](const ir::Statement *child) {
      auto inside = asked;
      if (loop && child == loop->body)
        if (const ir::Variable *found = askedIn(*loop))
          inside.insert(found);
      result &= namesElements(child, inside);
    });
    return result;
  }
  /// The pointer that is an element in all of the loop's body.
  const ir::Variable *askedIn(const ir::LoopStatement &loop) const {
    if (loop.form == ir::LoopForm::DoWhile || !requiresElement(loop.condition))
      return nullptr;
    const ir::Variable *result = nullptr;
    ir::walk(loop.condition, [&](const ir::Expr *e) {
      const ir::Expr *pointer = pointers.askedForEnd(e);
      if (!pointer)
        return;
      const ir::Place *place = ir::placeOf(pointer);
      result = place ? place->variable() : heldIn(pointer);
    });
    // Moved at the end alone.
    const auto &all = loop.body->statements;
    for (const ir::Statement *s : all)
      if (s != all.back() || !isStep(s))
        ir::walk(s, [&](const ir::Statement *part) {
          ir::forEachPlace(part, [&](const ir::Place *place) {
            if (place->wholeVariable() == result)
              result = nullptr;
          });
        });
    return result;
  }
  bool isStart(const ir::Statement *s) const {
    return pointers.contains(settingOf(s).variable);
  }
  bool
  namesOnly(const ir::Statement *s,
            const llvm::SmallPtrSet<const ir::Variable *, 4> &asked) const {
    bool result = true;
    const auto look = [&](auto &&self, const ir::Expr *e) -> void {
      if (pointers.askedForEnd(e))
        return;
      const ir::Place *place = ir::placeOf(e);
      const auto *fixed = dyn_cast<ir::ValueExpr>(e);
      const ir::Variable *variable = fixed   ? fixed->variable
                                     : place ? place->variable()
                                             : nullptr;
      result &= !pointers.contains(variable) || asked.contains(variable);
      ir::forEachOperand(e, [&](const ir::Expr *part) { self(self, part); });
    };
    ir::forEachOperand(s, [&](const ir::Expr *e) { look(look, e); });
    ir::forEachPlace(s, [&](const ir::Place *place) {
      result &= !pointers.contains(place->variable()) ||
                asked.contains(place->variable());
    });
    return result;
  }

  bool hasNoOtherEnd(const ir::LoopStatement &loop) {
    const auto asked = conditionsOf(loop);
    return asked && llvm::all_of(*asked, [&](const ir::Expr *e) {
             return asksForEnd(e) || ends.isOfQuery(e);
           });
  }

  const ir::Function &function;
  const ListPointers &pointers;
  LoopEnds ends;
};

} // namespace

bool recognise::goesToEnd(const ir::Function &function,
                          const ListPointers &pointers) {
  return Exits(function, pointers).goToEnd();
}
