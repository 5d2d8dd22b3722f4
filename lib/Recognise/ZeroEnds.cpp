// Loops that end where an element is 0, or a pointer null.
//
//     for { var %k = 0 } while ne(load %s[%k], 0) step { %k + 1 } { ... }
//     for { var %k = 0 } step { %k + 1 } {
//       if orelse(ne(load %a[%k], load %b[%k]), eq(load %a[%k], 0)) { break }
//     }
//
// What lies behind is looked at by nobody. That there is a 0 is taken from a
// loop that nothing else ends but the query: where an element says so, or what
// it is found by, all may be there is (`LoopEnds.h`).
//
//     while (s[k] && s[k] == q->word[k]) ++k;    there is a 0
//     while (s[k] && s[k] != ';') ++k;           that is not known
#include "ZeroEnds.h"
#include "Body.h"
#include "LoopCounters.h"
#include "LoopEnds.h"
#include "Multiples.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

namespace {

/// The element at the counter that `e` is the value of.
const ir::Place *elementAt(const ir::Variable *counter, const ir::Expr *e) {
  const auto *load = dyn_cast<ir::LoadExpr>(withoutCasts(e));
  if (!load || load->place->steps.empty() || !load->type->isInt())
    return nullptr;
  const ir::Step &last = load->place->steps.back();
  const ir::Expr *index = nullptr;
  if (const auto *in = std::get_if<ir::IndexStep>(&last))
    index = in->index;
  else if (const auto *element = std::get_if<ir::ElementStep>(&last))
    index = element->index;
  else if (const auto *deref = std::get_if<ir::DerefStep>(&last))
    index = deref->offset;
  return index && isCounter(index, counter) ? load->place : nullptr;
}

/// The element, a number, at the counter that `e` asks about; `isOther`: of
/// whether it is other than 0.
struct Asked {
  const ir::Place *place = nullptr;
  bool isOther = false;
};

Asked askedForZero(const ir::Variable *counter, const ir::Expr *e) {
  if (const auto *cast = dyn_cast<ir::CastExpr>(e);
      cast && cast->op == ir::CastOp::ToBool)
    return {elementAt(counter, cast->operand), true};
  const auto *comparison = dyn_cast<ir::BinaryExpr>(e);
  if (!comparison || (comparison->op != ir::BinaryOp::Ne &&
                      comparison->op != ir::BinaryOp::Eq))
    return {};
  const ir::Expr *tested = isNumber(comparison->right, 0)  ? comparison->left
                           : isNumber(comparison->left, 0) ? comparison->right
                                                           : nullptr;
  return {tested ? elementAt(counter, tested) : nullptr,
          comparison->op == ir::BinaryOp::Ne};
}

using Pair = std::pair<const ir::Place *, const ir::Place *>;

/// The two elements at the counter that `e` compares for sameness; nulls: it is
/// another question.
Pair comparedBy(const ir::Variable *counter, const ir::Expr *e) {
  const auto *comparison = dyn_cast<ir::BinaryExpr>(e);
  if (!comparison || (comparison->op != ir::BinaryOp::Ne &&
                      comparison->op != ir::BinaryOp::Eq))
    return {};
  const ir::Place *left = elementAt(counter, comparison->left);
  const ir::Place *right = elementAt(counter, comparison->right);
  return left && right ? Pair(left, right) : Pair();
}

/// Whether `e` compares the elements of the two places at the counter.
bool compares(const ir::Variable *counter, const ir::Expr *e,
              const ir::Place *a, const ir::Place *b) {
  const auto [left, right] = comparedBy(counter, e);
  return left && ((ir::equal(left, a) && ir::equal(right, b)) ||
                  (ir::equal(left, b) && ir::equal(right, a)));
}

/// What is known where a loop goes on.
class Finder {
public:
  explicit Finder(ZeroEnds &found) : found(found) {}

  /// Adds elements that are other than 0 wherever `e` is `truth`.
  void findWhere(const ir::Expr *e, bool truth) {
    if (const auto *negation = dyn_cast<ir::UnaryExpr>(e);
        negation && negation->op == ir::UnaryOp::LNot)
      return findWhere(negation->operand, !truth);
    if (const auto *both = dyn_cast<ir::LogicalExpr>(e)) {
      if (both->isAnd == truth) {
        findWhere(both->left, truth);
        findWhere(both->right, truth);
      }
      return;
    }
    const Asked asked = askedForZero(found.counter, e);
    if (asked.place && asked.isOther == truth)
      found.places.push_back(asked.place);
    const auto *comparison = dyn_cast<ir::BinaryExpr>(e);
    if (comparison && (comparison->op == ir::BinaryOp::Eq) == truth)
      if (const Pair pair = comparedBy(found.counter, e); pair.first)
        same.push_back(pair);
  }

  /// What is the same as an element that is other than 0 is so, too.
  void findSame() {
    for (const auto &[a, b] : same) {
      const bool hasFirst = contains(a), hasSecond = contains(b);
      if (hasFirst != hasSecond)
        found.places.push_back(hasFirst ? b : a);
    }
  }

private:
  bool contains(const ir::Place *place) const {
    return llvm::any_of(found.places, [&](const ir::Place *each) {
      return ir::equal(each, place);
    });
  }

  ZeroEnds &found;
  std::vector<Pair> same;
};

/// Whether the loop goes on to a 0 of `place` unless the query ends it, or a
/// difference from text that ends with a 0, too.
bool goesOnToZero(const ir::Function &function, const ir::LoopStatement &loop,
                  const ZeroEnds &found, const ir::Place *place) {
  const auto asked = conditionsOf(loop);
  if (!asked)
    return false;
  LoopEnds ends(function);
  ends.noteFoundBy(place);
  const auto isCompared = [&](const ir::Place *other) {
    return llvm::any_of(*asked, [&](const ir::Expr *e) {
      return compares(found.counter, e, place, other);
    });
  };
  return llvm::all_of(*asked, [&](const ir::Expr *e) {
    if (ends.isOfQuery(e))
      return true;
    const ir::Place *other = askedForZero(found.counter, e).place;
    if (other)
      return ir::equal(other, place) || isCompared(other);
    return llvm::any_of(found.places, [&](const ir::Place *each) {
      return compares(found.counter, e, place, each);
    });
  });
}

/// Whether `s` leaves the variable as it is; what it leads to is another
/// matter.
bool keeps(const ir::Function &function, const ir::Statement *s,
           const ir::Variable *variable) {
  if (variable->type->isReference())
    return true;
  bool result = !isLent(function, variable);
  ir::walk(s, [&](const ir::Statement *each) {
    ir::forEachPlace(each, [&](const ir::Place *place) {
      result &= place->variable() != variable || place->isIndirect();
    });
    result &= ir::declaredBy(each) != variable;
  });
  return result;
}

/// Whether `s` changes nothing that elements of `place` are found by but the
/// counter.
bool keepsAll(const ir::Function &function, const ir::Statement *s,
              const ir::Variable *counter, const ir::Place *place) {
  LoopEnds ends;
  ends.noteFoundBy(place);
  return llvm::all_of(ends.foundBy, [&](const ir::Variable *variable) {
    return variable == counter || keeps(function, s, variable);
  });
}

} // namespace

static bool isInLoop(const ir::Function &function, const ir::Statement *loop) {
  bool result = false;
  ir::walk(static_cast<const ir::Statement *>(function.body),
           [&](const ir::Statement *around) {
             if (around != loop &&
                 llvm::isa<ir::LoopStatement, ir::RangeLoopStatement,
                           ir::CountedLoopStatement>(around))
               ir::walk(around,
                        [&](const ir::Statement *s) { result |= s == loop; });
           });
  return result;
}

/// Whether the counter is given two values in all, and what `place` is found by
/// stays what it is.
static bool isLasting(const ir::Function &function, const ir::Variable *counter,
                      const ir::Place *place) {
  unsigned given = 0;
  ir::walk(static_cast<const ir::Statement *>(function.body),
           [&](const ir::Statement *s) {
             const auto *var = dyn_cast<ir::VarStatement>(s);
             const auto *store = dyn_cast<ir::StoreStatement>(s);
             given += (var && var->variable == counter && var->init) ||
                      (store && store->place->wholeVariable() == counter);
           });
  LoopEnds ends;
  ends.noteFoundBy(place);
  return given == 2 &&
         llvm::all_of(ends.foundBy, [&](const ir::Variable *variable) {
           return variable == counter || ir::onlyValueOf(variable, function) ||
                  (variable->kind == ir::Variable::Parameter &&
                   keeps(function, function.body, variable));
         });
}

/// Whether nothing goes on behind `s`.
static bool leaves(const ir::BlockStatement *s) {
  return !s->statements.empty() &&
         llvm::isa<ir::BreakStatement, ir::ReturnStatement>(
             s->statements.back());
}

ZeroEnds recognise::zeroEnds(const ir::Function &function,
                             const ir::LoopStatement &loop) {
  ZeroEnds found;
  found.body = loop.body;
  found.counter = counterFromZero(function, loop);
  if (!found.counter || (loop.head && !loop.head->statements.empty()))
    return {};
  Finder finder(found);
  if (loop.condition)
    finder.findWhere(loop.condition, true);
  if (loop.condition)
    ir::walk(loop.condition, [&](const ir::Expr *e) {
      const auto *test = dyn_cast<ir::BinaryExpr>(e);
      found.isCounted |= test && ir::isComparison(test->op) &&
                         (isCounter(test->left, found.counter) ||
                          isCounter(test->right, found.counter));
    });
  // A test that every iteration makes.
  for (const ir::Statement *each : loop.body->statements) {
    const auto *test = dyn_cast<ir::IfStatement>(each);
    if (test && leaves(test->then))
      finder.findWhere(test->condition, false);
    bool goesOn = true;
    ir::walk(each, [&](const ir::Statement *s) {
      goesOn &= !llvm::isa<ir::ContinueStatement, ir::LeaveStatement>(s);
    });
    if (!goesOn)
      break;
  }
  finder.findSame();
  const ZeroEnds all = found;
  llvm::erase_if(found.places, [&](const ir::Place *place) {
    return !keepsAll(function, &loop, all.counter, place) ||
           (!all.isCounted && !goesOnToZero(function, loop, all, place));
  });
  found.isLasting = !found.isCounted && !found.places.empty() &&
                    !isInLoop(function, &loop) &&
                    llvm::all_of(found.places, [&](const ir::Place *place) {
                      return isLasting(function, found.counter, place);
                    });
  return found;
}

//===--- Pointers --------------------------------------------------------===//

/// The pointer that `e` asks of whether it is null; null of other questions.
static const ir::Expr *askedForNull(const ir::Expr *e) {
  if (const auto *asked = dyn_cast<ir::IntrinsicExpr>(e))
    return asked->op == ir::IntrinsicOp::IsNull ? asked->arguments[0] : nullptr;
  if (const auto *negation = dyn_cast<ir::UnaryExpr>(e);
      negation && negation->op == ir::UnaryOp::LNot) {
    const auto *cast = dyn_cast<ir::CastExpr>(negation->operand);
    return cast && cast->op == ir::CastOp::ToBool &&
                   cast->operand->type->isPointer()
               ? cast->operand
               : nullptr;
  }
  const auto *equal = dyn_cast<ir::BinaryExpr>(e);
  if (!equal || equal->op != ir::BinaryOp::Eq)
    return nullptr;
  return llvm::isa<ir::NullExpr>(equal->right)  ? equal->left
         : llvm::isa<ir::NullExpr>(equal->left) ? equal->right
                                                : nullptr;
}

/// The place of a pointer at whose first null the loop ends, where that is what
/// its body begins with: `P *p = n->items[k]; if (!p) break;`
const ir::Place *Body::nullEndOf(const ir::LoopStatement &s) {
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> named;
  for (const ir::Statement *each : s.body->statements) {
    const auto *let = dyn_cast<ir::LetStatement>(each);
    const auto *var = dyn_cast<ir::VarStatement>(each);
    const ir::Expr *value = let ? let->value : var ? var->init : nullptr;
    if (const auto *load = value ? dyn_cast<ir::LoadExpr>(value) : nullptr;
        load && load->type->isPointer()) {
      named[let ? let->variable : var->variable] = load;
      continue;
    }
    const auto *test = dyn_cast<ir::IfStatement>(each);
    const ir::Expr *asked = test ? askedForNull(test->condition) : nullptr;
    if (!asked || test->otherwise || test->then->statements.size() != 1 ||
        !llvm::isa<ir::BreakStatement, ir::ReturnStatement>(
            test->then->statements[0]))
      return nullptr;
    const auto *load = dyn_cast<ir::LoadExpr>(asked);
    const auto *fixed = dyn_cast<ir::ValueExpr>(asked);
    const ir::Variable *variable = fixed  ? fixed->variable
                                   : load ? load->place->wholeVariable()
                                          : nullptr;
    if (variable)
      load = llvm::dyn_cast_or_null<ir::LoadExpr>(named.lookup(variable));
    return load ? load->place : nullptr;
  }
  return nullptr;
}
