// What a program stores last, of what its calls come to, where all iterations
// may store: that is done behind the calls, in the order of the iterations.
//
//     nearest: { ... }                        calls
//     let %t: f32 = load %nearest
//     store %out[%order[%i]] = %t      ->     levels.back().after
//
// The text of the user's statement stays, with the value in the place of the
// call.
#include "ProgramStores.h"

#include "LocalUses.h"
#include "Multiples.h"
#include "Recogniser.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class ProgramStores {
public:
  ProgramStores(Recogniser &site)
      : site(site), iteration(site.iteration), calls(iteration.calls),
        finder(site.module, *site.host, site.loop, site.traversal, iteration,
               *site.origins) {
    for (const ir::Statement *s : calls) {
      const auto *let = dyn_cast<ir::LetStatement>(s);
      if (let && iteration.inlined.statements.count(s) &&
          isTemporary(let->variable) && isCopyable(let->variable->type) &&
          site.texts.of(let->loc))
        results[let->variable] = let->loc;
    }
  }

  bool run() {
    size_t first = calls.size();
    while (first > 0 && isBehind(calls[first - 1]))
      --first;
    if (first == calls.size() || !isWhole(first) || changesAhead(first) ||
        (iteration.isNested && !hasWork(first)))
      return false;
    for (size_t k = first; k < calls.size(); ++k)
      forEachVariable(calls[k], [&](const ir::Variable *variable) {
        if (results.count(variable))
          iteration.values[variable] = results[variable];
      });
    Statements &after = iteration.levels.back().after;
    const auto from = calls.begin() + static_cast<std::ptrdiff_t>(first);
    after.insert(after.begin(), from, calls.end());
    calls.erase(from, calls.end());
    return true;
  }

private:
  static void
  forEachVariable(const ir::Statement *s,
                  llvm::function_ref<void(const ir::Variable *)> visit) {
    const auto look = [&](const ir::Expr *e) {
      const auto *value = dyn_cast<ir::ValueExpr>(e);
      const ir::Place *place = ir::placeOf(e);
      const ir::Variable *variable = value   ? value->variable
                                     : place ? place->variable()
                                             : nullptr;
      if (variable)
        visit(variable);
    };
    ir::walkExprs(s, look);
    ir::forEachPlace(s, [&](const ir::Place *place) {
      if (place->variable())
        visit(place->variable());
    });
  }

  /// Whether the iteration has the place for itself, so that the program may
  /// store there.
  bool isOwn(const ir::Place *written) {
    const ir::Place *place = site.origins->of(written);
    const auto isCounter = [&](const ir::Expr *e) {
      const auto *value = dyn_cast<ir::ValueExpr>(e);
      const ir::Place *read = ir::placeOf(e);
      return iteration.counter && (value  ? value->variable
                                   : read ? read->wholeVariable()
                                          : nullptr) == iteration.counter;
    };
    bool result = place->variable() && !place->isIndirect() &&
                  site.origins->isLocal(place->variable());
    for (size_t k = 0; k <= place->steps.size() && !result; ++k)
      result = finder.typeAt(
          site.module.place(place->root, place->steps.take_front(k)));
    ir::forEachOperand(place, [&](const ir::Expr *index) {
      const auto row = multipleOf(site.module, index, isCounter);
      result |= row && (row->factor > 1 || !row->rest);
    });
    return result;
  }

  /// Of a body without calls: whether something is left to run in parallel.
  bool hasWork(size_t first) const {
    return llvm::any_of(llvm::ArrayRef(calls).take_front(first),
                        [](const ir::Statement *s) {
                          return !isa<ir::LetStatement, ir::VarStatement>(s);
                        });
  }

  /// Of a body without calls: whether what it stores was computed ahead, or is
  /// a sum that is rounded in the order of the iterations; and is no integer
  /// that they combine at once (CombinedWrites.cpp).
  bool isOfWork(const ir::Statement *s, const ir::Place *place) const {
    bool isComputed = place->wholeVariable() != nullptr, isCombined = false;
    forEachVariable(s, [&](const ir::Variable *variable) {
      isComputed |= iteration.isOfProgram(variable);
    });
    ir::walkExprs(s, [&](const ir::Expr *e) {
      const auto *load = dyn_cast<ir::LoadExpr>(e);
      isCombined |= load && ir::equal(load->place, place);
    });
    return isComputed && !(isCombined && place->type->isInt());
  }

  /// Whether it may be left to the host: it stores, where the iteration has
  /// nothing of its own, what can be named there.
  bool isBehind(const ir::Statement *s) {
    const ir::Place *place = nullptr;
    if (const auto *store = dyn_cast<ir::StoreStatement>(s))
      place = store->place;
    else if (const auto *reduced = dyn_cast<ir::ReduceStatement>(s))
      place = reduced->place;
    if (!place || !site.texts.of(s->loc) || isOwn(place) ||
        (iteration.isNested && !isOfWork(s, place)))
      return false;
    bool result = true;
    forEachVariable(s, [&](const ir::Variable *variable) {
      const auto known = results.find(variable);
      if (known != results.end())
        result &= site.texts.isWithin(known->second, s->loc);
      else if (isTemporary(variable))
        result &= !site.origins->isLocal(variable);
      else // a program's references are no names behind it
        result &=
            !(ir::pointeeOf(variable->type) && iteration.isOfProgram(variable));
    });
    return result;
  }

  /// The array of which the place is an element, or a part of one; null: of
  /// none.
  const ir::Place *arrayOf(const ir::Place *place) {
    for (size_t k = 0; k < place->steps.size(); ++k) {
      const auto *deref = std::get_if<ir::DerefStep>(&place->steps[k]);
      if (std::holds_alternative<ir::ElementStep>(place->steps[k]) ||
          std::holds_alternative<ir::IndexStep>(place->steps[k]) ||
          (deref && deref->offset))
        return site.module.place(place->root, place->steps.take_front(k));
    }
    return nullptr;
  }

  /// Of a body without calls: whether arrays that it stores to last are used
  /// ahead of that, too. Then it has to do all of it itself.
  bool changesAhead(size_t first) {
    if (!iteration.isNested)
      return false;
    std::vector<const ir::Place *> stored;
    const auto isStored = [&](const ir::Place *array) {
      return array && llvm::any_of(stored, [&](const ir::Place *each) {
               return ir::equal(each, array);
             });
    };
    for (const ir::Statement *s : llvm::ArrayRef(calls).drop_front(first))
      ir::forEachPlace(s, [&](const ir::Place *place) {
        if (const ir::Place *array = arrayOf(place))
          stored.push_back(array);
      });
    bool result = false;
    const auto look = [&](const ir::Place *place) {
      result |= place && isStored(arrayOf(place));
    };
    for (const ir::Statement *s : llvm::ArrayRef(calls).take_front(first)) {
      ir::walkExprs(s, [&](const ir::Expr *e) { look(ir::placeOf(e)); });
      ir::walk(
          s, [&](const ir::Statement *part) { ir::forEachPlace(part, look); });
    }
    return result;
  }

  /// Whether the texts of what is left to the host, from `first` on, do nothing
  /// else outside of the calls.
  bool isWhole(size_t first) {
    const auto isOfMoved = [&](const ir::Statement *s) {
      for (size_t k = first; k < calls.size(); ++k)
        if (s->loc == calls[k]->loc)
          return true;
      return false;
    };
    const auto isTemporaryAt = [](const ir::Place *place) {
      return place->variable() && !place->isIndirect() &&
             isTemporary(place->variable());
    };
    for (size_t k = 0; k < first; ++k) {
      const ir::Statement *s = calls[k];
      if (iteration.inlined.statements.count(s) || !isOfMoved(s))
        continue;
      if (const auto *store = dyn_cast<ir::StoreStatement>(s)) {
        if (!isTemporaryAt(store->place))
          return false;
      } else if (!isa<ir::LetStatement, ir::VarStatement>(s) ||
                 !isTemporary(ir::declaredBy(s))) {
        return false;
      }
    }
    return true;
  }

  Recogniser &site;
  Iteration &iteration;
  Statements &calls;
  OperandFinder finder;
  llvm::DenseMap<const ir::Variable *, ir::Location> results;
};

} // namespace

/// Of an iteration that goes on with the next one among its calls nothing may
/// follow.
bool recognise::storeBehindCalls(Recogniser &site) {
  return site.iteration.isProgram && !site.iteration.goesOnEarly() &&
         ProgramStores(site).run();
}
