// Proves that visits may come in any order: all that they change are data that
// each visit combines with values of its own.
//
//   store own(0: i32) = add(load own(0: i32), load node(1: i32))   // a count
//   if lt(%d, load own(2: i32)) { store own(2: i32) = %d }         // a minimum
//
// Nothing else may look at what is changed, not even a condition.
#include "Proofs.h"
#include "regtt/Analysis/Updates.h"

#include "regtt/IR/Operators.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::kernel;
using ir::Combiner;
using llvm::dyn_cast;

/// Of `*(&own(0)[0] + i)`: the place that the address is of. Indices on the way
/// go to `indices`. Null where it is another pointer.
static const ir::Place *addressed(const ir::Expr *pointer,
                                  std::vector<const ir::Expr *> &indices) {
  while (true) {
    const auto *sum = dyn_cast<ir::BinaryExpr>(pointer);
    const auto *cast = dyn_cast<ir::CastExpr>(pointer);
    if (sum && sum->op == ir::BinaryOp::PtrAdd) {
      indices.push_back(sum->right);
      pointer = sum->left;
    } else if (cast && cast->op == ir::CastOp::PtrToPtr) {
      pointer = cast->operand;
    } else {
      break;
    }
  }
  const auto *address = dyn_cast<ir::AddressExpr>(pointer);
  return address ? address->place : nullptr;
}

std::vector<const ir::Expr *> kernel::indicesOf(const ir::Place *place) {
  std::vector<const ir::Expr *> result;
  while (place) {
    const auto *root = std::get_if<ir::PointeeRoot>(&place->root);
    ir::forEachOperand(place, [&](const ir::Expr *e) {
      if (!root || e != root->pointer)
        result.push_back(e);
    });
    if (!root)
      break;
    place = addressed(root->pointer, result);
    if (!place)
      result.push_back(root->pointer);
  }
  return result;
}

const Datum *kernel::writtenDatum(const Kernel &kernel,
                                  const ir::Place *place) {
  std::vector<const ir::Expr *> indices;
  while (const auto *root = std::get_if<ir::PointeeRoot>(&place->root)) {
    place = addressed(root->pointer, indices);
    if (!place)
      return nullptr;
  }
  const auto *data = std::get_if<ir::DataRoot>(&place->root);
  if (!data || data->kind == ir::DataRoot::Shared ||
      data->kind == ir::DataRoot::Host || data->number >= kernel.data.size())
    return nullptr;
  const Datum &datum = kernel.data[data->number];
  return datum.isWritten ? &datum : nullptr;
}

namespace {

class OrderFreeProof {
public:
  explicit OrderFreeProof(const Kernel &kernel) : kernel(kernel) {}

  Trait run() {
    // Guards no longer stand among the statements.
    for (const Guard &guard : kernel.guards)
      if (guard.function && guard.function->body)
        checkGuard(*guard.function);
    check(*kernel.whole);
    for (const Helper &helper : kernel.helpers)
      if (helper.function && helper.function->body)
        check(*helper.function);
    if (result.holds)
      result.reason = reason();
    return result;
  }

private:
  /// A guard and what it calls.
  void checkGuard(const ir::Function &guard) {
    llvm::SmallPtrSet<const ir::Function *, 8> seen;
    ir::walkExprs(guard.body, [&](const ir::Expr *e) {
      if (result.holds && looksAtWritten(e, seen))
        result = unproved("what is visited depends on earlier visits", e->loc);
    });
    ir::walk(guard.body, [&](const ir::Statement *s) {
      const auto *call = dyn_cast<ir::CallStatement>(s);
      if (result.holds && call && looksAtWritten(*call->callee, seen))
        result = unproved("what is visited depends on earlier visits", s->loc);
    });
  }

  bool looksAtWritten(const ir::Expr *e,
                      llvm::SmallPtrSetImpl<const ir::Function *> &seen) {
    const ir::Place *place = ir::placeOf(e);
    const auto *call = dyn_cast<ir::CallExpr>(e);
    return (place && writtenDatum(kernel, place)) ||
           (call && looksAtWritten(*call->callee, seen));
  }

  bool looksAtWritten(const ir::Function &function,
                      llvm::SmallPtrSetImpl<const ir::Function *> &seen) {
    bool found = false;
    if (!function.body || !seen.insert(&function).second)
      return false;
    ir::walkExprs(function.body, [&](const ir::Expr *e) {
      found = found || looksAtWritten(e, seen);
    });
    ir::walk(function.body, [&](const ir::Statement *s) {
      const auto *call = dyn_cast<ir::CallStatement>(s);
      found = found || (call && looksAtWritten(*call->callee, seen));
    });
    return found;
  }

  void check(const ir::Function &function) { check(function.body); }

  void check(const ir::Statement *s) {
    const auto update = updateOf(s);
    const Datum *datum = update ? writtenDatum(kernel, update->place) : nullptr;
    if (datum && isCombined(*update, *datum)) {
      combiners.insert(update->combiner);
      return;
    }
    ir::forEachPlace(s, [&](const ir::Place *place) {
      if (const Datum *changed = writtenDatum(kernel, place))
        refuse(*changed, s->loc);
    });
    ir::forEachOperand(s, [&](const ir::Expr *e) { look(e, s->loc); });
    ir::forEachChild(s, [&](const ir::Statement *child) { check(child); });
  }

  /// Whether a member of a union is on the way: it may be changed as another.
  static bool isInUnion(const ir::Place *place) {
    return llvm::any_of(place->steps, [](const ir::Step &step) {
      const auto *into = std::get_if<ir::FieldStep>(&step);
      return into && into->field->parent->isUnion();
    });
  }

  /// Whether all that the update is made of is a visit's own, and all updates
  /// of the datum are of one operator. A bit-field keeps the low bits of what
  /// it is given: enough for sums, not for a minimum.
  bool isCombined(const Update &update, const Datum &datum) {
    if (((datum.isBitField() || update.place->bitField()) &&
         (update.combiner == Combiner::Min ||
          update.combiner == Combiner::Max)) ||
        isInUnion(update.place))
      return false;
    bool isOwn = true;
    const auto ownAlone = [&](const ir::Expr *operand) {
      ir::walk(operand, [&](const ir::Expr *e) {
        const ir::Place *place = ir::placeOf(e);
        isOwn &= !place || !writtenDatum(kernel, place);
      });
    };
    llvm::for_each(update.operands, ownAlone);
    llvm::for_each(indicesOf(update.place), ownAlone);
    return isOwn &&
           operators.try_emplace(&datum, update.combiner).first->second ==
               update.combiner;
  }

  void look(const ir::Expr *operand, ir::Location statement) {
    ir::walk(operand, [&](const ir::Expr *e) {
      const ir::Place *place = ir::placeOf(e);
      if (const Datum *read = place ? writtenDatum(kernel, place) : nullptr)
        refuse(*read, e->loc ? e->loc : statement);
    });
  }

  void refuse(const Datum &datum, ir::Location where) {
    if (result.holds)
      result =
          unproved("'" + datum.text + "' is more than an integer count", where);
  }

  /// `integer counts, minima and bits only`
  std::string reason() const {
    static constexpr std::pair<Combiner, llvm::StringLiteral> names[] = {
        {Combiner::Add, "counts"},  {Combiner::Mul, "products"},
        {Combiner::Min, "minima"},  {Combiner::Max, "maxima"},
        {Combiner::And, "bits"},    {Combiner::Or, "bits"},
        {Combiner::Xor, "bits"},    {Combiner::AndAlso, "bits"},
        {Combiner::OrElse, "bits"},
    };
    llvm::SmallSetVector<llvm::StringRef, 4> used;
    for (const auto &[combiner, name] : names)
      if (combiners.contains(combiner))
        used.insert(name);
    if (used.empty())
      used.insert("counts");
    std::string text = "integer ";
    for (size_t k = 0; k < used.size(); ++k)
      text += (k == 0                 ? ""
               : k + 1 == used.size() ? " and "
                                      : ", ") +
              used[k].str();
    return text + " only";
  }

  const Kernel &kernel;
  llvm::DenseMap<const Datum *, Combiner> operators;
  llvm::SmallSetVector<Combiner, 4> combiners;
  Trait result = proved();
};

} // namespace

Trait kernel::orderFree(const Kernel &kernel) {
  return OrderFreeProof(kernel).run();
}
