// What iterations of a loop without traversals do to elements of arrays that
// they all share. Any iteration may meet any element, at any time; so it has to
// be one operator by which an element is changed, and nobody may look at it
// meanwhile:
//
//     store %h[%c] = add(load %h[%c], 1)   -> reduce add %h[%c] = 1
//     if lt(%d, load %m[%c]) {             -> reduce min %m[%c] = %d
//       store %m[%c] = %d
//     }
//     store %seen[%c] = 1                  -> store shared %seen[%c] = 1
//
// The last form is a value that is set. Where the order of the changes shows in
// the result, since sums are rounded or values differ that are set, the array
// says so (DataArray::inOrder), and they are made in that of the iterations. An
// array of which each iteration
// uses the element at the loop's variable, and no other, is nobody else's: it
// is written where it lies, so that an element that an iteration does not come
// to need not be there (`if (out) out[i] = s`). Anything else is refused where
// it stands, with a note at what it collides with.
#include "CombinedDatum.h"
#include "ElementChanges.h"
#include "ElementReferences.h"
#include "FixpointUpdates.h"
#include "FlaggedChanges.h"
#include "Multiples.h"
#include "Recogniser.h"
#include "SharedTests.h"
#include "Spelling.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Operators.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

#include <set>

using namespace regtt;
using namespace regtt::recognise;
using ir::BinaryOp;
using ir::Combiner;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

bool Recogniser::mayCombine(const ir::DataRoot &root) const {
  if (!iteration.isNested || root.kind != ir::DataRoot::Element)
    return false;
  const kernel::DataArray &array =
      kernel.arrays[kernel.data[root.number].number];
  return array.isShared() && !array.isIndirect && array.row < 0;
}

namespace {

/// The statements that change one datum of the elements of an array.
class DatumChanges {
public:
  /// Adds to `assumed` what has to hold of what all iterations share.
  DatumChanges(Recogniser &site, unsigned row,
               std::vector<const ir::Expr *> &assumed)
      : site(site), module(site.module), row(row), assumed(assumed) {}

  /// False: it is refused.
  bool run() {
    if (!isNumberByItself(site, row))
      return refuse("in what is no number that lies in its element by itself");
    if (isOwn())
      return true;
    asks = splitFlagged(
        site, [&](const ir::Place *place) { return isElement(place); },
        isOfAll);
    made().isTested |= asks != nullptr;
    for (const ir::Function *function : site.kernel.bodies())
      block(*function->body);
    const bool hasTests = llvm::any_of(
        changes, [](const Found &each) { return each.change.where; });
    if ((other || hasTests) && !mayTest())
      return false;
    if (const kernel::Datum *own = ownElementOf(site, row))
      return refuse("and use the iteration's own element otherwise; name that "
                    "by a counter, as the others are, or let them read from a "
                    "second array",
                    {{own->firstUse, "used here"}});
    if (!areAlike() || !rewrite())
      return false;
    if (guard)
      askOnce(*guard);
    return true;
  }

private:
  kernel::Datum &made() const { return site.kernel.data[row]; }

  bool refuse(const char *why, std::vector<Message::Note> notes = {}) {
    const auto first =
        llvm::find_if(site.combinedWrites, [&](const CombinedWrite &write) {
          return write.row == row;
        });
    site.refuse(first->loc, Diag::RTT1151,
                {site.kernel.arrays[made().number].text, why},
                std::move(notes));
    return false;
  }

  /// Whether `e` is the loop's variable, as wide as it is or wider.
  bool isIteration(const ir::Expr *e) const {
    if (const auto *cast = dyn_cast<ir::CastExpr>(e)) {
      const auto to = ir::integerFormat(cast->type);
      const auto from = ir::integerFormat(cast->operand->type);
      return cast->op == ir::CastOp::IntToInt && to && from &&
             to->bits >= from->bits && isIteration(cast->operand);
    }
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    const auto *root =
        load ? std::get_if<ir::DataRoot>(&load->place->root) : nullptr;
    return root && root->kind == ir::DataRoot::Own &&
           load->place->steps.empty() &&
           site.kernel.data[root->number].number == kernel::iterationNumber;
  }

  /// Whether each iteration uses its own element alone.
  bool isOwn() const {
    bool result = true;
    const auto look = [&](const ir::Place *place) {
      if (isElement(place))
        result &= isIteration(std::get<ir::DataRoot>(place->root).index);
    };
    for (const ir::Function *function : site.kernel.bodies()) {
      ir::walkExprs(static_cast<const ir::Statement *>(function->body),
                    [&](const ir::Expr *e) { look(ir::placeOf(e)); });
      ir::walk(static_cast<const ir::Statement *>(function->body),
               [&](const ir::Statement *s) { ir::forEachPlace(s, look); });
    }
    return result;
  }

  //===--- Accesses -------------------------------------------------------===//

  bool isElement(const ir::Place *place) const {
    const auto *root =
        place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
    return root && root->kind == ir::DataRoot::Element && root->number == row;
  }

  bool mentions(const ir::Expr *e) const {
    bool result = false;
    if (e)
      ir::walk(e, [&](const ir::Expr *part) {
        result |= isElement(ir::placeOf(part));
      });
    return result;
  }

  /// Whether what says which element it is looks at such elements, too, or it
  /// is no number of one.
  bool findsByItself(const ir::Place *place) const {
    bool result = isa<ir::ArrayType>(place->type) ||
                  !llvm::all_of(place->steps, [](const ir::Step &step) {
                    return std::holds_alternative<ir::IndexStep>(step);
                  });
    ir::forEachOperand(place,
                       [&](const ir::Expr *e) { result |= mentions(e); });
    return result;
  }

  void block(ir::BlockStatement &list) {
    for (ir::Statement *&s : list.statements)
      statement(s);
  }

  void statement(ir::Statement *&s) {
    if (auto *inner = dyn_cast<ir::BlockStatement>(s))
      return block(*inner);
    if (s == asks)
      return;
    if (const auto found = changeOf(s)) {
      changes.push_back({&s, *found});
      return;
    }
    if (isUsed(s) && !other) {
      other = s->loc ? s->loc : made().firstUse;
    }
    ir::forEachChild(s, [&](ir::Statement *child) {
      if (auto *inner = dyn_cast<ir::BlockStatement>(child))
        block(*inner);
      else
        ir::walk(child, [&](ir::Statement *part) {
          if (isUsed(part) && !other)
            other = s->loc;
        });
    });
  }

  /// By itself, without the statements in it.
  bool isUsed(const ir::Statement *s) const {
    bool result = false;
    ir::forEachOperand(s, [&](const ir::Expr *e) { result |= mentions(e); });
    ir::forEachPlace(
        s, [&](const ir::Place *place) { result |= isElement(place); });
    return result;
  }

  std::optional<ElementChange> changeOf(const ir::Statement *s) const {
    auto result = elementChangeOf(
        module, s, [&](const ir::Place *place) { return isElement(place); });
    if (!result || findsByItself(result->place) || mentions(result->value) ||
        (result->where && !isHarmless(result->value)))
      return std::nullopt;
    return result;
  }

  /// By what may be zero, or -1.
  static bool divides(const ir::BinaryExpr &e) {
    if (e.op != BinaryOp::Div && e.op != BinaryOp::Rem)
      return false;
    const auto by = fixedInteger(e.right);
    return e.type->isInt() && (!by || by->isZero() || by->isAllOnes());
  }

  /// Whether it may be evaluated where the serial program does not come to it.
  static bool isHarmless(const ir::Expr *e) {
    bool result = true;
    ir::walk(e, [&](const ir::Expr *part) {
      const ir::Place *place = ir::placeOf(part);
      const auto *root =
          place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
      const auto *binary = dyn_cast<ir::BinaryExpr>(part);
      result &= isa<ir::IntExpr, ir::FloatExpr, ir::BoolExpr, ir::ValueExpr,
                    ir::LoadExpr, ir::CastExpr, ir::UnaryExpr, ir::BinaryExpr>(
                    part) &&
                (!binary || !divides(*binary)) &&
                (!place || (place->steps.empty() &&
                            (!root || root->kind != ir::DataRoot::Element)));
    });
    return result;
  }

  //===--- All of them ----------------------------------------------------===//

  /// Whether all iterations would set the same value.
  static bool isOfAll(const ir::Expr *e) {
    bool result = true;
    ir::walk(e, [&](const ir::Expr *part) {
      const ir::Place *place = ir::placeOf(part);
      const auto *root =
          place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
      result &= !isa<ir::ValueExpr, ir::CallExpr, ir::LibraryCallExpr,
                     ir::ContainerReadExpr>(part) &&
                (!place || (root && root->kind == ir::DataRoot::Shared));
    });
    return result;
  }

  /// Whether changes by an operator have one result in whatever order, and a
  /// processor makes them at once.
  static bool isCombined(const ElementChange &change) {
    const ir::Type *type = change.place->type;
    const auto values = ir::lawClassOf(type);
    const ir::Laws *laws =
        values ? ir::lawsOf(*change.combiner, *values) : nullptr;
    const auto format = ir::integerFormat(type);
    return laws && laws->isExact && laws->associative == ir::Holds::Always &&
           laws->commutative == ir::Holds::Always &&
           change.combiner != Combiner::Mul && format &&
           (format->bits == 32 || format->bits == 64);
  }

  /// Whether what is asked of elements meanwhile has one answer in whatever
  /// order.
  bool mayTest() {
    const auto isSame = [&](const Found &each) {
      return !each.change.combiner && isOfAll(each.change.value) &&
             ir::equal(each.change.value, changes.front().change.value);
    };
    const bool areSame = !changes.empty() && llvm::all_of(changes, isSame);
    if (!areSame && other)
      return refuse(usedOtherwise, {{other, "used here"}});
    if (!areSame)
      return true; // the first value stays
    SharedTests tests =
        sharedTestsOf(site, row, changes.front().change.value, isOfAll);
    if (!tests.obstacle.empty())
      return !other ||
             refuse(tests.obstacle.c_str(), {{tests.loc, "used here"}});
    isSetMeanwhile = made().isTested = true;
    llvm::append_range(assumed, tests.assumed);
    guard = tests.guard;
    return true;
  }

  /// An element is asked for once, and what follows of the answer is told it,
  /// however engines take the loop apart:
  ///
  ///     if lt(load %m[%c], 0) { ... }   ->   let %free = lt(load %m[%c], 0)
  ///                                          if %free { ... }
  void askOnce(const ir::IfStatement &guard) {
    for (const ir::Function *function : site.kernel.bodies())
      ir::walk(static_cast<ir::Statement *>(function->body),
               [&](ir::Statement *s) {
                 auto *list = dyn_cast<ir::BlockStatement>(s);
                 const auto at = list ? llvm::find(list->statements, &guard)
                                      : decltype(list->statements.begin()){};
                 if (!list || at == list->statements.end())
                   return;
                 auto *choice = cast<ir::IfStatement>(*at);
                 const ir::Location loc = choice->loc;
                 ir::Variable *asked = module.variable(
                     ir::Variable::Let, "isFree", module.boolType(), loc);
                 ir::Statement *let = module.let(asked, choice->condition, loc);
                 choice->condition = module.load(module.place(asked), loc);
                 list->statements.insert(at, let);
               });
  }

  bool areAlike() {
    const ElementChange &first = changes.front().change;
    bool isOfAllSets = true;
    for (const Found &each : changes) {
      if (each.change.combiner != first.combiner ||
          each.change.value->type != first.value->type ||
          !isSameTest(each.change.where, first.where))
        return refuse("in more than one way, and the order of these shows in "
                      "the result",
                      {{(*each.at)->loc, "and here"}});
      isOfAllSets &= isOfAll(each.change.value) &&
                     ir::equal(each.change.value, first.value);
    }
    if (first.where && !isSetMeanwhile)
      return setFirst(first);
    if (first.combiner ? !isCombined(first) : !isOfAllSets)
      made().inOrder = kernel::ChangeInOrder{std::nullopt, first.combiner,
                                             first.value->type};
    return true;
  }

  static bool isSameTest(const std::optional<ElementTest> &a,
                         const std::optional<ElementTest> &b) {
    return a.has_value() == b.has_value() &&
           (!a || (a->op == b->op && ir::equal(a->with, b->with)));
  }

  /// Where the first value stays: an element that fails the test does so until
  /// all iterations have run, so that they may ask as they come to it.
  bool setFirst(const ElementChange &change) {
    made().isTested = true;
    made().inOrder = kernel::ChangeInOrder{
        kernel::ChangeInOrder::Where{change.where->op,
                                     *fixedNumber(change.where->with)},
        std::nullopt, change.value->type};
    return true;
  }

  bool rewrite() {
    for (const Found &each : changes) {
      const ElementChange &change = each.change;
      ir::Statement *&place =
          change.where
              ? cast<ir::IfStatement>(*each.at)->then->statements.front()
              : *each.at;
      const ir::Location at = place->loc;
      place = change.combiner
                  ? static_cast<ir::Statement *>(module.reduce(
                        *change.combiner, change.place, change.value, at))
                  : module.store(change.place, change.value, at,
                                 ir::StoreKind::Shared);
    }
    return true;
  }

  struct Found {
    ir::Statement **at;
    ElementChange change;
  };

  Recogniser &site;
  ir::Module &module;
  const unsigned row;
  std::vector<const ir::Expr *> &assumed;
  const ir::IfStatement *guard = nullptr; ///< see SharedTests
  const ir::Statement *asks = nullptr;    ///< see FlaggedChanges
  bool isSetMeanwhile = false;            ///< to one value, and asked for
  std::vector<Found> changes;
  ir::Location other; ///< of the first use that is none
};

} // namespace

bool Recogniser::combineWrites() {
  std::set<unsigned> rows;
  std::vector<const ir::Expr *> assumed;
  for (const CombinedWrite &write : combinedWrites) {
    written(write.row);
    rows.insert(write.row);
  }
  nameReferenced(*this, rows);
  if (const ir::Clause *rounds = fixpointOf(*this))
    rows = updateToFixpoint(*this, *rounds, rows);
  for (const unsigned row : rows)
    DatumChanges(*this, row, assumed).run();
  if (!assumed.empty() && !isRefused()) {
    const ir::Expr *all = assumed.front();
    for (const ir::Expr *e : llvm::drop_begin(assumed))
      all = module.andAlso(all, e, e->loc);
    kernel.assumed = hostFunction("assumed", all, nullptr);
  }
  return !isRefused();
}
