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
        result &= endsAtEnd(*loop) && hasNoOtherEnd(*loop);
    };
    ir::walk(static_cast<const ir::Statement *>(function.body), visit);
    return result && movesInLoops() &&
           (!pointers.isRing || namesElements(function.body, {}));
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

  /// Whether `e` asks whether one of the pointers is at the end.
  bool asksForEnd(const ir::Expr *e) const {
    const auto *negation = dyn_cast<ir::UnaryExpr>(e);
    return negation && negation->op == ir::UnaryOp::LNot
               ? asksForEnd(negation->operand)
               : pointers.askedForEnd(e) != nullptr;
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
    return !isConstant(e) && !asksForEnd(e) && !isOfQuery(e);
  }

  /// Whether the loop goes on only where a pointer is not null.
  bool requiresElement(const ir::Expr *e) const {
    const auto *both = dyn_cast<ir::LogicalExpr>(e);
    if (both && both->isAnd)
      return requiresElement(both->left) || requiresElement(both->right);
    return asksForEnd(e) && !asksWhetherAt(e);
  }
  static bool asksWhetherAt(const ir::Expr *e) {
    if (const auto *negation = dyn_cast<ir::UnaryExpr>(e))
      return !asksWhetherAt(negation->operand);
    const auto *compared = dyn_cast<ir::BinaryExpr>(e);
    return llvm::isa<ir::IntrinsicExpr>(e) ||
           (compared && compared->op == ir::BinaryOp::Eq);
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
      if (asksForEnd(test->condition) && asksWhetherAt(test->condition))
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
