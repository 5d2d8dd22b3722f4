// Whether an iteration reads a variable before it has set it.
//
//     if c { store %t = 1 } else { store %t = 2 }     set on both ways
//     store %q->x = load %t                           then read
#include "LoopClauses.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

#include <map>
#include <optional>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Places that are set on all ways; nothing where no way leads.
using Set = std::optional<std::vector<const ir::Place *>>;

Set onBoth(const Set &a, const Set &b) {
  if (!a || !b)
    return a ? a : b;
  std::vector<const ir::Place *> both;
  for (const ir::Place *place : *a)
    if (llvm::any_of(*b, [&](const ir::Place *other) {
          return ir::equal(place, other);
        }))
      both.push_back(place);
  return both;
}

/// Whether `part` is `whole` or lies in it.
bool isWithin(const ir::Place *part, const ir::Place *whole) {
  return part->steps.size() >= whole->steps.size() &&
         std::equal(whole->steps.begin(), whole->steps.end(),
                    part->steps.begin(),
                    [](const ir::Step &a, const ir::Step &b) {
                      return ir::equal(a, b);
                    });
}

/// The steps to the outermost union that it lies in, or all of them: members of
/// a union share their bytes.
llvm::ArrayRef<ir::Step> stepsApart(const ir::Place *place) {
  for (size_t k = 0; k < place->steps.size(); ++k) {
    const auto *into = std::get_if<ir::FieldStep>(&place->steps[k]);
    if (into && into->field->parent->isUnion())
      return place->steps.take_front(k);
  }
  return place->steps;
}

/// Whether two places may have bytes in common, as far as fixed steps tell.
bool meet(const ir::Place *a, const ir::Place *b) {
  const auto one = stepsApart(a), other = stepsApart(b);
  const size_t common = std::min(one.size(), other.size());
  return std::equal(
      one.begin(), one.begin() + common, other.begin(),
      [](const ir::Step &x, const ir::Step &y) { return ir::equal(x, y); });
}

class FirstReads {
public:
  FirstReads(const ir::BlockStatement *body, const ir::Variable *variable,
             bool byParts, bool isLent)
      : variable(variable), byParts(byParts) {
    // Who has its address may set it, or else leave it as it is.
    if (isLent)
      ir::walkExprs(body, [&](const ir::Expr *e) {
        if (const auto *address = dyn_cast<ir::AddressExpr>(e);
            address && isPartOf(address->place))
          stored.push_back(address->place);
      });
    ir::walk(static_cast<const ir::Statement *>(body),
             [&](const ir::Statement *s) {
               ir::forEachPlace(s, [&](const ir::Place *place) {
                 if (isPartOf(place))
                   stored.push_back(place);
               });
             });
  }

  const ir::Statement *found = nullptr;

  Set block(const ir::BlockStatement *block, Set set) {
    for (const ir::Statement *s : block->statements)
      set = statement(s, std::move(set));
    if (!block->label.empty())
      set = onBoth(set, left[block]);
    return set;
  }

private:
  bool isPartOf(const ir::Place *place) const {
    return place->variable() == variable && !place->isIndirect();
  }

  /// Whether what `place` reads is set, or is nothing that iterations change.
  bool isSet(const ir::Place *place, const Set &set) const {
    if (!set)
      return true;
    if (!byParts)
      return !set->empty();
    const bool mayMove = llvm::any_of(
        stored, [](const ir::Place *each) { return !hasFixedSteps(each); });
    return !mayMove && llvm::all_of(stored, [&](const ir::Place *each) {
      const bool meets = !hasFixedSteps(place) || meet(each, place);
      return !meets || llvm::any_of(*set, [&](const ir::Place *done) {
        return isWithin(each, done);
      });
    });
  }

  static bool hasFixedSteps(const ir::Place *place) {
    return llvm::all_of(place->steps, [](const ir::Step &step) {
      const auto *index = std::get_if<ir::IndexStep>(&step);
      return std::holds_alternative<ir::FieldStep>(step) ||
             (index && isa<ir::IntExpr>(index->index));
    });
  }

  void reads(const ir::Statement *s, const Set &set) {
    const auto look = [&](const ir::Expr *e) {
      const ir::Place *place = ir::placeOf(e);
      const bool isRead =
          place && place->variable() == variable &&
          (byParts || !isa<ir::AddressExpr>(e) || place->isIndirect());
      if (isRead && !isSet(place, set) && !found)
        found = s;
    };
    ir::forEachOperand(s, [&](const ir::Expr *e) { ir::walk(e, look); });
    ir::forEachPlace(s, [&](const ir::Place *place) {
      // Through a pointer that it is, or is a part of it.
      if (place->variable() == variable && place->isIndirect() &&
          !isSet(place, set) && !found)
        found = s;
    });
  }

  /// A variable whose address is handed on is set by who gets it.
  void lends(const ir::Statement *s, Set &set) {
    if (!set || byParts)
      return;
    ir::forEachOperand(s, [&](const ir::Expr *e) {
      ir::walk(e, [&](const ir::Expr *part) {
        if (const auto *address = dyn_cast<ir::AddressExpr>(part);
            address && isPartOf(address->place))
          set->push_back(address->place);
      });
    });
  }

  Set statement(const ir::Statement *s, Set set) {
    if (const auto *inner = dyn_cast<ir::BlockStatement>(s))
      return block(inner, std::move(set));
    if (const auto *loop = dyn_cast<ir::LoopStatement>(s))
      return this->loop(*loop, std::move(set));
    reads(s, set);
    lends(s, set);
    if (const auto *store = dyn_cast<ir::StoreStatement>(s)) {
      if (set && isPartOf(store->place))
        set->push_back(store->place);
      return set;
    }
    if (const auto *choice = dyn_cast<ir::IfStatement>(s)) {
      const Set then = block(choice->then, set);
      return onBoth(then, choice->otherwise
                              ? block(choice->otherwise, std::move(set))
                              : std::move(set));
    }
    if (const auto *choice = dyn_cast<ir::SwitchStatement>(s))
      return cases(*choice, set);
    if (const auto *leave = dyn_cast<ir::LeaveStatement>(s)) {
      left[leave->block] = onBoth(left[leave->block], set);
      return std::nullopt;
    }
    if (isa<ir::BreakStatement>(s)) {
      broken = onBoth(broken, set);
      return std::nullopt;
    }
    if (isa<ir::ReturnStatement, ir::ContinueStatement, ir::TrapStatement,
            ir::UnreachableStatement>(s))
      return std::nullopt;
    // What any other statement holds may be run or not.
    ir::forEachChild(s, [&](const ir::Statement *child) {
      const Set before = broken;
      statement(child, set);
      broken = before;
    });
    return set;
  }

  /// Its body may run never, its head runs once at least.
  Set loop(const ir::LoopStatement &s, Set set) {
    const Set before = broken;
    broken = std::nullopt;
    if (s.init)
      set = block(s.init, std::move(set));
    if (s.form == ir::LoopForm::DoWhile && !leavesEarly(s.body))
      set = block(s.body, std::move(set));
    if (s.head)
      set = block(s.head, std::move(set));
    reads(&s, set);
    block(s.body, set);
    if (s.step)
      block(s.step, set);
    set = onBoth(set, broken);
    broken = before;
    return set;
  }

  static bool leavesEarly(const ir::BlockStatement *body) {
    bool result = false;
    ir::walk(static_cast<const ir::Statement *>(body),
             [&](const ir::Statement *s) {
               result |= isa<ir::ContinueStatement>(s);
             });
    return result;
  }

  Set cases(const ir::SwitchStatement &s, const Set &set) {
    const bool hasDefault =
        llvm::any_of(s.cases, [](const auto &each) { return each.isDefault; });
    Set result = hasDefault ? std::nullopt : set, through;
    for (const ir::SwitchStatement::Case &each : s.cases) {
      Set end = block(each.body, onBoth(set, through));
      through = each.fallsThrough ? end : std::nullopt;
      if (!each.fallsThrough)
        result = onBoth(result, end);
    }
    return result;
  }

  const ir::Variable *variable;
  const bool byParts;
  std::vector<const ir::Place *> stored;
  std::map<const ir::BlockStatement *, Set> left;
  Set broken;
};

} // namespace

const ir::Statement *recognise::readBeforeSet(const ir::BlockStatement *body,
                                              const ir::Variable *variable,
                                              bool byParts, bool isLent) {
  FirstReads reads(body, variable, byParts, isLent);
  reads.block(body, std::vector<const ir::Place *>());
  return reads.found;
}
