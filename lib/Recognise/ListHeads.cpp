// Which list each mention of a pointer is of, by going through the function's
// statements in their order.
#include "LinkedLists.h"
#include "LocalUses.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

namespace {

/// What is known of where the list starts that the pointers are in: nothing was
/// set yet, they are in this one, or in one of several.
struct State {
  const ir::Place *head = nullptr;
  bool isUnknown = false;

  bool operator==(const State &other) const {
    return isUnknown == other.isUnknown &&
           (head == other.head ||
            (head && other.head && ir::equal(head, other.head)));
  }
  void join(const State &other) {
    if (other == State() || *this == other)
      return;
    *this = *this == State() ? other : State{nullptr, true};
  }
};

class Finder {
public:
  Finder(ir::Module &module, const ListPointers &pointers)
      : module(module), pointers(pointers) {}

  std::optional<ListHeads> run(const ir::Function &function) {
    for (const ir::Variable *each : function.params)
      if (pointers.contains(each))
        state.join(
            {pointers.isRing ? nullptr : module.place(each), pointers.isRing});
    block(function.body);
    return isFine ? std::optional(std::move(heads)) : std::nullopt;
  }

private:
  void block(const ir::BlockStatement *b) {
    if (b)
      for (const ir::Statement *s : b->statements)
        statement(s);
  }

  void statement(const ir::Statement *s) {
    if (const auto *inner = dyn_cast<ir::BlockStatement>(s)) {
      block(inner);
      return joinAll(s); // it may be left in the middle
    }
    if (const auto *branch = dyn_cast<ir::IfStatement>(s)) {
      mentionsOf(s);
      const State before = state;
      block(branch->then);
      const State then = std::exchange(state, before);
      block(branch->otherwise);
      state.join(then);
      return joinAll(s);
    }
    if (llvm::isa<ir::LoopStatement, ir::RangeLoopStatement,
                  ir::CountedLoopStatement>(s))
      return loop(s);
    if (llvm::isa<ir::SwitchStatement>(s)) {
      mentionsOf(s);
      const State before = state;
      ir::forEachChild(s, [&](const ir::Statement *child) {
        state.join(before); // in whatever order
        statement(child);
      });
      return joinAll(s);
    }
    simple(s);
  }

  /// Adds what the statements in `s` may leave, as it is known outside of it.
  void joinAll(const ir::Statement *s) {
    ir::walk(s, [&](const ir::Statement *part) {
      if (part != s && (isSet(part) || kills(part, state)))
        state.join(outside(s, after(part, state)));
    });
    state = outside(s, state);
  }
  /// A place that names what `s` declares is none outside of it.
  static State outside(const ir::Statement *s, const State &known) {
    bool isInside = false;
    if (known.head)
      ir::walk(s, [&](const ir::Statement *part) {
        const ir::Variable *declared = ir::declaredBy(part);
        isInside |= declared && names(known.head, declared);
      });
    return isInside ? State{nullptr, true} : known;
  }

  void loop(const ir::Statement *s) {
    if (const auto *c = dyn_cast<ir::LoopStatement>(s))
      block(c->init);
    const ir::Statement *const init =
        llvm::isa<ir::LoopStatement>(s) ? llvm::cast<ir::LoopStatement>(s)->init
                                        : nullptr;
    // What an iteration leaves, the next one finds.
    ir::walk(s, [&](const ir::Statement *part) {
      if (part != s && !isIn(part, init) && (isSet(part) || kills(part, state)))
        state.join(outside(s, after(part, state)));
    });
    mentionsOf(s);
    const State around = state;
    ir::forEachChild(s, [&](const ir::Statement *child) {
      if (child == init)
        return;
      state = around;
      block(llvm::cast<ir::BlockStatement>(child));
    });
    state = outside(s, around);
  }
  static bool isIn(const ir::Statement *part, const ir::Statement *whole) {
    bool result = false;
    if (whole)
      ir::walk(whole, [&](const ir::Statement *s) { result |= s == part; });
    return result;
  }

  void simple(const ir::Statement *s) {
    mentionsOf(s);
    if (isSet(s) || kills(s, state))
      state = after(s, state);
  }

  //===--- What statements do ---------------------------------------------===//

  /// Whether `s` lets one of the pointers be at the start of a list.
  bool isSet(const ir::Statement *s) const {
    const auto [variable, value] = settingOf(s);
    return value && pointers.contains(variable) &&
           !pointers.contains(heldIn(value)) && !pointers.followedIn(value);
  }

  /// Whether `s` changes a variable by which the list is found.
  bool kills(const ir::Statement *s, const State &known) const {
    if (!known.head)
      return false;
    const ir::Variable *changed = nullptr;
    ir::forEachPlace(s, [&](const ir::Place *place) {
      if (place->variable() && !place->isIndirect())
        changed = place->variable();
    });
    // The numbers of elements change, not the pointers.
    return changed && !pointers.contains(changed) && names(known.head, changed);
  }
  static bool names(const ir::Place *place, const ir::Variable *variable) {
    bool result = place->variable() == variable;
    ir::walk(place, [&](const ir::Expr *e) {
      const ir::Place *inner = ir::placeOf(e);
      result |=
          heldIn(e) == variable || (inner && inner->variable() == variable);
    });
    return result;
  }

  State after(const ir::Statement *s, const State &known) {
    const auto [variable, value] = settingOf(s);
    if (!isSet(s))
      return kills(s, known) ? State{nullptr, true} : known;
    const ir::Place *head = pointers.headIn(module, value);
    return {head, !head};
  }

  //===--- Mentions -------------------------------------------------------===//

  void note(const void *mention) {
    const auto [known, isNew] = heads.at.try_emplace(mention, state.head);
    isFine &= state.head && (isNew || ir::equal(known->second, state.head));
  }

  void mention(const ir::Place *place) {
    if (pointers.contains(place->variable()))
      note(place);
  }

  void mentionsIn(const ir::Expr *e) {
    ir::walk(e, [&](const ir::Expr *part) {
      const ir::Place *head = nullptr;
      if (pointers.askedForEnd(part, &head) && head)
        isFine &= state.head && ir::equal(head, state.head);
      if (const auto *value = dyn_cast<ir::ValueExpr>(part))
        if (pointers.contains(value->variable))
          note(value);
      if (const ir::Place *place = ir::placeOf(part))
        mention(place);
    });
  }

  /// In what `s` itself evaluates. Where a pointer is only moved on, or copied,
  /// its number says all.
  void mentionsOf(const ir::Statement *s) {
    const auto [variable, value] = settingOf(s);
    if (pointers.contains(variable)) {
      if (value && isSet(s))
        mentionsIn(value);
      return;
    }
    ir::forEachOperand(s, [&](const ir::Expr *e) { mentionsIn(e); });
    ir::forEachPlace(s, [&](const ir::Place *place) {
      mention(place);
      ir::walk(place, [&](const ir::Expr *e) { mentionsIn(e); });
    });
  }

  ir::Module &module;
  const ListPointers &pointers;
  ListHeads heads;
  State state;
  bool isFine = true;
};

} // namespace

std::optional<ListHeads> recognise::findHeads(ir::Module &module,
                                              const ir::Function &function,
                                              const ListPointers &pointers) {
  return Finder(module, pointers).run(function);
}
