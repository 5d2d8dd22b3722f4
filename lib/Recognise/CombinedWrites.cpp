// What iterations of a loop without traversals do to elements of arrays that
// they all share. Any iteration may meet any element, at any time; so it has to
// be one operator by which an element is changed, in whatever order, and nobody
// may look at it meanwhile:
//
//     store %h[%c] = add(load %h[%c], 1)   -> reduce add %h[%c] = 1
//     if lt(%d, load %m[%c]) {             -> reduce min %m[%c] = %d
//       store %m[%c] = %d
//     }
//     store %seen[%c] = 1                  -> store shared %seen[%c] = 1
//
// The last form is the same value from all. An array of which each iteration
// uses the element at the loop's variable, and no other, is nobody else's: it
// is written where it lies, so that an element that an iteration does not come
// to need not be there (`if (out) out[i] = s`). Anything else is refused where
// it stands, with a note at what it collides with.
#include "Recogniser.h"
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

/// What a statement does to an element.
struct Change {
  std::optional<Combiner> combiner; ///< nothing: it sets it
  const ir::Place *place = nullptr;
  const ir::Expr *value = nullptr;
};

/// The statements that change elements of one array.
class ArrayChanges {
public:
  ArrayChanges(Recogniser &site, unsigned array)
      : site(site), module(site.module), array(array) {}

  /// False: it is refused.
  bool run() {
    if (!isWhole())
      return refuse("which is not an array of integers whose elements are "
                    "taken as a whole");
    if (isOwn())
      return true;
    for (const ir::Function *function : site.kernel.bodies())
      block(*function->body);
    if (other && isRounded)
      return refuse("by operations whose order shows in the result, as it does "
                    "where sums are rounded; write a loop over the elements "
                    "that are changed, which reads what each is given");
    if (other)
      return refuse("and use it otherwise; let them read from a second array",
                    {{other, "used here"}});
    if (const kernel::Datum *own = ownElement())
      return refuse("and use the element at the loop's variable otherwise; let "
                    "them read from a second array",
                    {{own->firstUse, "used here"}});
    return areAlike() && rewrite();
  }

private:
  const kernel::DataArray &made() const { return site.kernel.arrays[array]; }

  bool refuse(const char *why, std::vector<Message::Note> notes = {}) {
    const auto first =
        llvm::find_if(site.combinedWrites, [&](const CombinedWrite &write) {
          return site.kernel.data[write.row].number == array;
        });
    site.refuse(first->loc, Diag::RTT1151, {made().text, why},
                std::move(notes));
    return false;
  }

  /// Whether elements are integers that a processor can change at once.
  bool isWhole() const {
    const kernel::Datum *only = nullptr;
    for (const kernel::Datum &datum : site.kernel.data)
      if (datum.owner == kernel::Owner::Element && datum.number == array) {
        if (only)
          return false;
        only = &datum;
      }
    return only && only->steps.empty() && !only->isAddress &&
           only->bytes == made().stride &&
           (only->type->isInt() || only->type->isBool() ||
            only->type->isFloat());
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

  /// What an iteration reads or writes of the array by the loop's variable;
  /// null: nothing that the text tells. Else the runtime compares.
  const kernel::Datum *ownElement() const {
    const SharedArray *shared = site.sharedArrayOf(array);
    const auto isIt = [&](const kernel::Datum &datum) {
      if (!datum.hasOperand() || !shared->place)
        return false;
      const ir::Place *operand = site.operandOf(datum.number).array;
      return operand && (hostPlace(operand) == shared->place);
    };
    const auto found = llvm::find_if(site.kernel.data, isIt);
    return found == site.kernel.data.end() ? nullptr : &*found;
  }

  //===--- Accesses -------------------------------------------------------===//

  bool isElement(const ir::Place *place) const {
    const auto *root =
        place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
    return root && root->kind == ir::DataRoot::Element &&
           site.kernel.data[root->number].number == array;
  }

  bool mentions(const ir::Expr *e) const {
    bool result = false;
    if (e)
      ir::walk(e, [&](const ir::Expr *part) {
        result |= isElement(ir::placeOf(part));
      });
    return result;
  }

  /// Whether what says which element it is looks at the array, too.
  bool findsByItself(const ir::Place *place) const {
    const auto &root = std::get<ir::DataRoot>(place->root);
    return mentions(root.index) || !place->steps.empty();
  }

  void block(ir::BlockStatement &list) {
    for (ir::Statement *&s : list.statements)
      statement(s);
  }

  void statement(ir::Statement *&s) {
    if (auto *inner = dyn_cast<ir::BlockStatement>(s))
      return block(*inner);
    if (const auto found = changeOf(s)) {
      changes.push_back({&s, *found});
      return;
    }
    if (isUsed(s) && !other) {
      other = s->loc ? s->loc : made().firstUse;
      const auto *store = dyn_cast<ir::StoreStatement>(s);
      isRounded = store && isElement(store->place) && mentions(store->value);
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

  //===--- What they are --------------------------------------------------===//

  std::optional<Change> changeOf(const ir::Statement *s) const {
    std::optional<Change> result;
    if (const auto *store = dyn_cast<ir::StoreStatement>(s))
      result = stored(*store);
    else if (const auto *choice = dyn_cast<ir::IfStatement>(s))
      result = chosen(*choice);
    if (!result || findsByItself(result->place) || mentions(result->value))
      return std::nullopt;
    return result;
  }

  bool isHeld(const ir::Expr *e, const ir::Place *place) const {
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    return load && ir::equal(load->place, place);
  }

  /// Without conversions between integers that keep the lowest `bits` bits.
  static const ir::Expr *lowest(const ir::Expr *e, unsigned bits) {
    const auto *cast = dyn_cast<ir::CastExpr>(e);
    const auto to = cast ? ir::integerFormat(cast->type) : std::nullopt;
    const auto from =
        cast ? ir::integerFormat(cast->operand->type) : std::nullopt;
    return cast && cast->op == ir::CastOp::IntToInt && to && from &&
                   to->bits >= bits && from->bits >= bits
               ? lowest(cast->operand, bits)
               : e;
  }

  std::optional<Change> stored(const ir::StoreStatement &s) const {
    if (!isElement(s.place))
      return std::nullopt;
    if (!mentions(s.value))
      return Change{std::nullopt, s.place, s.value};
    if (auto least = called(s))
      return least;
    const auto format = ir::integerFormat(s.place->type);
    if (!format)
      return std::nullopt;
    const auto *binary =
        dyn_cast<ir::BinaryExpr>(lowest(s.value, format->bits));
    if (!binary)
      return std::nullopt;
    const ir::Expr *left = binary->left, *right = binary->right;
    const auto holds = [&](const ir::Expr *e) {
      return isHeld(lowest(e, format->bits), s.place);
    };
    if (!holds(left) && binary->op != BinaryOp::Sub)
      std::swap(left, right);
    if (!holds(left))
      return std::nullopt;
    switch (binary->op) {
    case BinaryOp::Add:
      return Change{Combiner::Add, s.place, inType(right, s.place->type)};
    case BinaryOp::Sub:
      return Change{Combiner::Add, s.place, negated(right, s.place->type)};
    case BinaryOp::And:
      return Change{Combiner::And, s.place, inType(right, s.place->type)};
    case BinaryOp::Or:
      return Change{Combiner::Or, s.place, inType(right, s.place->type)};
    case BinaryOp::Xor:
      return Change{Combiner::Xor, s.place, inType(right, s.place->type)};
    default:
      return std::nullopt;
    }
  }

  /// `std::min(h[c], d)`, either way round: of equal integers each is the
  /// other.
  std::optional<Change> called(const ir::StoreStatement &s) const {
    const auto *call = dyn_cast<ir::LibraryCallExpr>(s.value);
    if (!call || call->arguments.size() != 2 || call->type != s.place->type ||
        (call->name != "std::min" && call->name != "std::max"))
      return std::nullopt;
    const ir::Expr *held = call->arguments[0], *value = call->arguments[1];
    if (!isHeld(held, s.place))
      std::swap(held, value);
    if (!isHeld(held, s.place) || value->type != s.place->type)
      return std::nullopt;
    return Change{call->name == "std::min" ? Combiner::Min : Combiner::Max,
                  s.place, value};
  }

  /// `if (d < h[c]) h[c] = d;`
  std::optional<Change> chosen(const ir::IfStatement &s) const {
    const auto *store =
        s.then->statements.size() == 1 && !s.otherwise
            ? dyn_cast<ir::StoreStatement>(s.then->statements.front())
            : nullptr;
    const auto *compared = dyn_cast<ir::BinaryExpr>(s.condition);
    if (!store || !isElement(store->place) || !compared ||
        !store->place->type->isInt())
      return std::nullopt;
    const ir::Expr *smaller = compared->left, *greater = compared->right;
    if (compared->op == BinaryOp::Gt || compared->op == BinaryOp::Ge)
      std::swap(smaller, greater);
    else if (compared->op != BinaryOp::Lt && compared->op != BinaryOp::Le)
      return std::nullopt;
    const bool isMin = isHeld(greater, store->place);
    const ir::Expr *held = isMin ? greater : smaller;
    const ir::Expr *value = isMin ? smaller : greater;
    if (!isHeld(held, store->place) || value->type != store->place->type ||
        !ir::equal(value, store->value))
      return std::nullopt;
    return Change{isMin ? Combiner::Min : Combiner::Max, store->place, value};
  }

  const ir::Expr *inType(const ir::Expr *e, const ir::Type *type) const {
    return e->type == type
               ? e
               : module.cast(ir::CastOp::IntToInt, type, e, false, e->loc);
  }

  /// Of a number that nothing is taken from in its own type: it may be the
  /// least one.
  const ir::Expr *negated(const ir::Expr *e, const ir::Type *type) const {
    const auto format = ir::integerFormat(type);
    const ir::Type *wraps = module.intType(
        format->bits == 64 ? ir::IntType::U64 : ir::IntType::U32);
    return inType(module.binary(BinaryOp::Sub, module.integer(wraps, 0),
                                inType(e, wraps), e->loc),
                  type);
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

  bool areAlike() {
    const Change &first = changes.front().change;
    const bool isSet = !first.combiner;
    const unsigned bits =
        first.place->type->isBool() || first.place->type->isFloat()
            ? 0
            : ir::integerFormat(first.place->type)->bits;
    for (const Found &each : changes) {
      const Message::Note here = {(*each.at)->loc, "and here"};
      if (each.change.combiner != first.combiner)
        return refuse("in more than one way, and the order of these shows in "
                      "the result",
                      {here});
      if (isSet && (!isOfAll(each.change.value) ||
                    !ir::equal(each.change.value, first.value)))
        return refuse("and which of them comes last shows in the result; have "
                      "each iteration write an element that it finds by the "
                      "loop's variable, or combine values by one operator, as "
                      "'+=' and std::min do",
                      changes.size() > 1 ? std::vector<Message::Note>{here}
                                         : std::vector<Message::Note>());
      if (!isSet && bits != 32 && bits != 64)
        return refuse("which is no array of integers of 32 or 64 bits");
    }
    return true;
  }

  bool rewrite() {
    for (const Found &each : changes) {
      const Change &change = each.change;
      const ir::Location at = (*each.at)->loc;
      *each.at = change.combiner
                     ? static_cast<ir::Statement *>(module.reduce(
                           *change.combiner, change.place, change.value, at))
                     : module.store(change.place, change.value, at,
                                    ir::StoreKind::Shared);
    }
    return true;
  }

  struct Found {
    ir::Statement **at;
    Change change;
  };

  Recogniser &site;
  ir::Module &module;
  const unsigned array;
  std::vector<Found> changes;
  ir::Location other;     ///< of the first use that is none
  bool isRounded = false; ///< which makes a new value of the one that is there
};

} // namespace

bool Recogniser::combineWrites() {
  std::set<unsigned> arrays;
  for (const CombinedWrite &write : combinedWrites) {
    written(write.row);
    arrays.insert(kernel.data[write.row].number);
  }
  for (const unsigned array : arrays)
    ArrayChanges(*this, array).run();
  return !isRefused();
}
