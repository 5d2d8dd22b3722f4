// Finds the updates, and asks of all else that it moves the right way.
#include "FixpointUpdates.h"

#include "Claims.h"
#include "CombinedDatum.h"
#include "ElementChanges.h"
#include "FixpointBody.h"
#include "LoopClauses.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/TypeSwitch.h>

using namespace regtt;
using namespace regtt::recognise;
using ir::BinaryOp;
using ir::Combiner;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Updates {
public:
  Updates(Recogniser &site, const ir::Clause &rounds,
          const std::set<unsigned> &rows)
      : site(site), module(site.module), rounds(rounds),
        flag(rounds.place->wholeVariable()), goesOn(rounds.word == "true") {
    for (const unsigned row : rows)
      if (site.flagAt(placeOf(row)))
        flags.insert(row);
      else
        states[row] = Course::Fixed;
  }

  std::set<unsigned> run() {
    if (checkFlags() && checkRows() && findUpdates() && checkAll()) {
      writeUpdates(module, *progress, updates, *site.kernel.program->body);
      settle();
    }
    return site.isRefused() ? std::set<unsigned>() : flags;
  }

private:
  bool refuse(ir::Location loc, const llvm::Twine &why,
              std::vector<Message::Note> notes = {}) {
    site.refuse(loc ? loc : rounds.loc, Diag::RTT1152, {why.str()},
                std::move(notes));
    return false;
  }

  const ir::Place *placeOf(unsigned row) {
    return module.place(ir::DataRoot{ir::DataRoot::Element, row,
                                     site.kernel.data[row].type,
                                     module.integer(site.index(), 0)});
  }

  std::string nameOf(unsigned row) const {
    return "'" + site.kernel.arrays[site.kernel.data[row].number].text + "'";
  }

  std::optional<unsigned> stateAt(const ir::Place *place) const {
    const auto *root =
        place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
    return root && root->kind == ir::DataRoot::Element &&
                   states.count(root->number)
               ? std::optional(root->number)
               : std::nullopt;
  }

  bool mentions(const ir::Statement *s) const {
    bool result = false;
    ir::walkExprs(s, [&](const ir::Expr *e) {
      result |= stateAt(ir::placeOf(e)).has_value();
    });
    ir::walk(s, [&](const ir::Statement *each) {
      ir::forEachPlace(each, [&](const ir::Place *place) {
        result |= stateAt(place).has_value();
      });
    });
    return result;
  }

  //===--- What there is --------------------------------------------------===//

  bool checkFlags() {
    const auto isIt = [&](const auto &each) { return each.second == flag; };
    if (llvm::none_of(site.flags, isIt))
      return refuse(site.loop->loc, "the loop does not set '" + flag->name +
                                        "' where it changes something, or does "
                                        "more with it");
    for (const auto &[pointer, other] : site.flags)
      if (other != flag)
        return refuse(site.loop->loc,
                      "whether '" + other->name +
                          "' is set may depend on the way to it");
    return true;
  }

  bool checkRows() {
    for (const auto &[row, course] : states) {
      const kernel::Datum &datum = site.kernel.data[row];
      const auto format = ir::integerFormat(datum.type);
      const bool isWide = format && (format->bits == 32 || format->bits == 64);
      const bool isReal =
          datum.type->isFloat() && (datum.bytes == 4 || datum.bytes == 8);
      if (!isNumberByItself(site, row) ||
          !(isWide || isReal || datum.type->isBool()))
        return refuse(datum.firstUse,
                      nameOf(row) + " has no elements of bool, of 32 or of 64 "
                                    "bits, by themselves");
      if (const kernel::Datum *own = ownElementOf(site, row))
        return refuse(own->firstUse,
                      nameOf(row) + " is used by the loop's variable here, and "
                                    "by numbers elsewhere; name this element "
                                    "by a counter, too");
    }
    for (const kernel::Helper &helper : site.kernel.helpers)
      if (helper.function->body && mentions(helper.function->body))
        return refuse(helper.function->loc,
                      "'" + helper.function->name +
                          "' looks at what changes; do that in the loop");
    return true;
  }

  //===--- Updates --------------------------------------------------------===//

  std::optional<FixpointUpdate> updateOf(const ir::Statement *s) const {
    const auto *choice = dyn_cast<ir::IfStatement>(s);
    if (!choice || choice->otherwise)
      return std::nullopt;
    FixpointUpdate made;
    for (ir::Statement *each : choice->then->statements) {
      auto *store = dyn_cast<ir::StoreStatement>(each);
      const auto row = store ? stateAt(store->place) : std::nullopt;
      if (row && !made.store) {
        made.store = store;
        made.row = *row;
      } else if (store && site.flagAt(store->place)) {
        made.flags.push_back(each);
      } else {
        return std::nullopt;
      }
    }
    if (!made.store)
      return std::nullopt;
    for (const ir::Expr *part : conjuncts(choice->condition)) {
      if (!made.test && isTest(part, made)) {
        made.test = part;
        continue;
      }
      const ir::Expr *&all = made.test ? made.behind : made.before;
      all = all ? module.andAlso(all, part, part->loc) : part;
    }
    return made.test ? std::optional(std::move(made)) : std::nullopt;
  }

  bool isTest(const ir::Expr *e, FixpointUpdate &made) const {
    const auto isIt = [&](const ir::Place *place) {
      return stateAt(place) == made.row;
    };
    ir::Statement *alone = module.ifThen(
        e, module.block({made.store}, made.store->loc), nullptr, e->loc);
    const auto change = elementChangeOf(module, alone, isIt);
    if (change && !change->where && change->combiner &&
        (*change->combiner == Combiner::Min ||
         *change->combiner == Combiner::Max)) {
      const auto *compared = llvm::cast<ir::BinaryExpr>(e);
      made.combiner = change->combiner;
      // An equal value is none that changes something.
      return compared->op == BinaryOp::Lt || compared->op == BinaryOp::Gt;
    }
    const auto test = elementTestOf(module, e, isIt);
    const auto *value = dyn_cast<ir::BoolExpr>(made.store->value);
    const auto *asked = test ? dyn_cast<ir::BoolExpr>(test->with) : nullptr;
    return value && asked && made.store->place->type->isBool() &&
           ir::equal(test->place, made.store->place) &&
           (test->op == BinaryOp::Eq
                ? asked->value != value->value
                : test->op == BinaryOp::Ne && asked->value == value->value);
  }

  static Course courseOf(const FixpointUpdate &update) {
    const bool rises =
        update.combiner ? *update.combiner == Combiner::Max
                        : llvm::cast<ir::BoolExpr>(update.store->value)->value;
    return rises ? Course::Rises : Course::Falls;
  }

  bool findUpdates() {
    bool ok = true;
    ir::walk(static_cast<const ir::Statement *>(site.kernel.program->body),
             [&](const ir::Statement *s) {
               if (const auto update = updateOf(s))
                 ok = ok && take(s, *update);
             });
    for (const auto &[row, course] : states)
      if (ok && course == Course::Fixed)
        ok =
            refuse(changedAt(row),
                   nameOf(row) +
                       " is changed in a way of which the way to "
                       "that state may show; take the least or the "
                       "greatest, and set '" +
                       flag->name + "' beside it: 'if (d < a[i]) { a[i] = d; " +
                       flag->name + " = " + rounds.word + "; }'");
    return ok;
  }

  ir::Location changedAt(unsigned row) const {
    const auto found =
        llvm::find_if(site.combinedWrites, [&](const CombinedWrite &write) {
          return write.row == row;
        });
    return found == site.combinedWrites.end() ? ir::Location() : found->loc;
  }

  /// Of a constant.
  static std::optional<bool> truthOf(const ir::Expr *e) {
    if (const auto *cast = dyn_cast<ir::CastExpr>(e);
        cast && cast->op == ir::CastOp::ToBool)
      return truthOf(cast->operand);
    const auto number = fixedNumber(e);
    return number ? std::optional(*number != 0) : std::nullopt;
  }

  bool take(const ir::Statement *s, const FixpointUpdate &update) {
    const auto sets = [&](const ir::Statement *each) {
      const auto *store = llvm::cast<ir::StoreStatement>(each);
      const auto truth = truthOf(store->value);
      return truth && *truth == goesOn;
    };
    if (!llvm::any_of(update.flags, sets))
      return refuse(update.store->loc,
                    "this change does not set '" + flag->name + "' to '" +
                        rounds.word +
                        "': a round that makes it may be the "
                        "last");
    Course &course = states[update.row];
    if (course != Course::Fixed && course != courseOf(update))
      return refuse(update.store->loc,
                    nameOf(update.row) + " goes up and down");
    course = courseOf(update);
    updates[s] = update;
    return true;
  }

  //===--- All else -------------------------------------------------------===//

  bool isUpdate(const ir::Statement *s) const { return updates.count(s); }

  bool checkAll() {
    progress.emplace(site, states);
    const auto isChange = [&](const ir::Statement *s) { return isUpdate(s); };
    const ir::BlockStatement *body = site.kernel.program->body;
    progress->learn(body, isChange);
    bool ok = true;
    progress->walk(body, isChange, [&](const ir::Statement *s, Course guard) {
      ok = ok && check(s, guard);
    });
    return ok;
  }

  bool check(const ir::Statement *s, Course guard) {
    if (guard == Course::Falls || guard == Course::Open)
      if (!isa<ir::BlockStatement, ir::ContinueStatement, ir::LeaveStatement,
               ir::ReturnStatement, ir::BreakStatement>(s))
        return refuse(s->loc, "whether iterations come here depends on what "
                              "has changed so far, and may end to be so");
    if (const auto found = updates.find(s); found != updates.end())
      return checkUpdate(found->second);
    const ir::Expr *open = nullptr, *value = nullptr;
    if (const ir::Variable *local = choosesLocal(module, s, value))
      return progress->of(module.load(module.place(local))) != Course::Open ||
             refuseOpen(value, s->loc);
    const auto ask = [&](const ir::Expr *e) {
      if (!open && progress->of(e) == Course::Open)
        open = e;
    };
    ir::forEachOperand(s, ask);
    if (open)
      return refuseOpen(open, s->loc);
    return checkEffect(s);
  }

  bool refuseOpen(const ir::Expr *e, ir::Location at) {
    return refuse(e->loc ? e->loc : at,
                  "what this is depends on how far other iterations have come: "
                  "only sums with what does not change, comparisons by order, "
                  "and minima or maxima of such move one way");
  }

  bool checkEffect(const ir::Statement *s) {
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    const bool isLocal = store && !store->place->isIndirect() &&
                         store->place->variable() != nullptr;
    if (isLocal ||
        isa<ir::BlockStatement, ir::LetStatement, ir::VarStatement,
            ir::IfStatement, ir::LoopStatement, ir::CountedLoopStatement,
            ir::RangeLoopStatement, ir::SwitchStatement, ir::ReturnStatement,
            ir::BreakStatement, ir::ContinueStatement, ir::LeaveStatement,
            ir::TrapStatement>(s))
      return true;
    const auto row = store ? stateAt(store->place) : std::nullopt;
    return refuse(s->loc,
                  row ? "this change does not stand alone, with '" +
                            flag->name + "', under the test that it is one"
                      : std::string("what is done here is done in every round, "
                                    "and how many there are depends on the "
                                    "way"));
  }

  bool checkUpdate(const FixpointUpdate &update) {
    for (const ir::Expr *asked : {update.before, update.behind})
      if (asked && progress->of(asked) != Course::Fixed &&
          progress->of(asked) != Course::Rises)
        return refuse(asked->loc, "this holds until something changes, and not "
                                  "from then on");
    const ir::Place *place = update.store->place;
    bool isFixed = true;
    ir::forEachOperand(place, [&](const ir::Expr *e) {
      isFixed &= progress->of(e) == Course::Fixed;
    });
    if (!isFixed)
      return refuse(update.store->loc,
                    "which element this is depends on what has changed so far");
    const ir::Expr *value = update.store->value;
    const Course course = progress->of(value);
    // A negative zero may be one of two equal ones.
    const bool isPlain = course != Course::Fixed || !value->type->isFloat();
    if (course == Course::Open || !isPlain)
      return refuseOpen(value, update.store->loc);
    if (course != Course::Fixed && course != states[update.row])
      return refuse(value->loc ? value->loc : update.store->loc,
                    "the less one element is, the greater this makes another");
    return true;
  }

  void settle() {
    for (const auto &[row, course] : states) {
      kernel::Datum &datum = site.kernel.data[row];
      datum.isTested = true;
      datum.fixpoint.emplace();
      datum.fixpoint->rises = course == Course::Rises;
      site.written(row);
    }
    for (const StartBound &start : progress->starts())
      bound(*site.kernel.data[start.row].fixpoint, start.bound);
  }

  /// Of several bounds the nearest one says the others.
  static void bound(kernel::FixpointDatum &datum, const ir::Expr *by) {
    if (const auto number = fixedNumber(by)) {
      if (!datum.bound ||
          (datum.rises ? *number > *datum.bound : *number < *datum.bound))
        datum.bound = number;
      return;
    }
    const auto exact = [](const llvm::APFloat &value) {
      bool isInexact = false;
      llvm::APFloat wide = value;
      wide.convert(llvm::APFloat::IEEEdouble(),
                   llvm::APFloat::rmNearestTiesToEven, &isInexact);
      return wide;
    };
    const llvm::APFloat value = exact(llvm::cast<ir::FloatExpr>(by)->value());
    if (!datum.realBound.empty()) {
      const llvm::APFloat known(llvm::APFloat::IEEEdouble(), datum.realBound);
      if (datum.rises ? known > value : known < value)
        return;
    }
    char digits[64];
    value.convertToHexString(digits, 0, false,
                             llvm::APFloat::rmNearestTiesToEven);
    datum.realBound = digits;
  }

  Recogniser &site;
  ir::Module &module;
  const ir::Clause &rounds;
  const ir::Variable *const flag;
  const bool goesOn;
  std::set<unsigned> flags;
  std::map<unsigned, Course> states;
  FixpointUpdates updates;
  std::optional<Progress> progress;
};

} // namespace

const ir::Clause *recognise::fixpointOf(const Recogniser &site) {
  const auto clauses = clausesOf(site.loop);
  const auto found = llvm::find_if(clauses, [](const ir::Clause &clause) {
    return clause.kind == ir::Clause::Fixpoint;
  });
  return found == clauses.end() ? nullptr : &*found;
}

std::set<unsigned> recognise::updateToFixpoint(Recogniser &site,
                                               const ir::Clause &rounds,
                                               const std::set<unsigned> &rows) {
  return Updates(site, rounds, rows).run();
}
