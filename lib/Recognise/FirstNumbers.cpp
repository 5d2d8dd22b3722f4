// Where nodes are numbers, and the elements of their arrays those from a first
// number on: leaves have numbers below, and no elements.
//
//     if lt(load %node, load @n) { ... return }
//     call @cut(load (*load @left)[sub(load %node, load @n)])
//  -> rt::child(0), the datum `left[node - n]`; Kernel::firstNumber: load @n
//
// Numbers stay the user's: what begins later is the arrays. An array that is
// looked at by another distance from the number is one that all share.
#include "Accessors.h"
#include "Body.h"
#include "Numbers.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

/// Whether `e`, of the user's function, is the same number at all nodes: made
/// of globals, and of what all calls hand on.
static bool isOfAll(const ir::Expr *e,
                    llvm::function_ref<bool(const ir::Variable *)> isHandedOn) {
  bool result = e->type->isInt();
  ir::walk(e, [&](const ir::Expr *part) {
    if (const auto *value = dyn_cast<ir::ValueExpr>(part))
      result &= isHandedOn(value->variable);
    if (const ir::Place *place = ir::placeOf(part))
      result &= isa<ir::LoadExpr>(part) &&
                (place->global() ||
                 (place->variable() && isHandedOn(place->variable())));
    result &= isa<ir::ValueExpr, ir::LoadExpr, ir::IntExpr, ir::BinaryExpr,
                  ir::UnaryExpr, ir::CastExpr>(part);
  });
  return result;
}

/// The number whose element is the first of an array that is looked at by
/// `index`; nothing where that is not the node's number less what is the same
/// for all.
std::optional<Sum> Body::firstBy(const ir::Expr *index) {
  const ir::Expr *e = sameNumber(expanded(sameNumber(index)));
  const auto isHandedOn = [&](const ir::Variable *variable) {
    const auto &params = site.traversal->params;
    const auto found = llvm::find(params, variable);
    return found != params.end() && site.isHandedOn(found - params.begin());
  };
  const Sum all = sumOf(e);
  Sum first;
  first.constant = -all.constant;
  int own = 0;
  for (const Sum::Term &term : all.terms) {
    if (!term.isNegated && isOwnNumber(term.e))
      ++own;
    else if (isOfAll(term.e, isHandedOn))
      first.terms.push_back({term.e, !term.isNegated});
    else
      return std::nullopt;
  }
  return own == 1 ? std::optional(first) : std::nullopt;
}

/// What elements are chosen by in `e`, of `function`, in what its calls return,
/// and where the pointers come from that locals keep.
static void indicesIn(ir::Module &module, const ir::Function &function,
                      const ir::Expr *e,
                      std::vector<const ir::Expr *> &result) {
  ir::walk(e, [&](const ir::Expr *part) {
    const ir::Place *place = ir::placeOf(part);
    if (place)
      for (const ir::Step &step : place->steps)
        if (const ir::Expr *index = indexOf(step))
          result.push_back(index);
    if (const auto *sum = dyn_cast<ir::BinaryExpr>(part);
        sum && sum->op == ir::BinaryOp::PtrAdd)
      result.push_back(sum->right);
    const ir::Variable *base = place ? place->variable() : nullptr;
    if (base && base->kind != ir::Variable::Parameter &&
        ir::pointeeOf(base->type))
      if (const ir::Expr *kept = ir::onlyValueOf(base, function))
        indicesIn(module, function, kept, result);
    if (const auto *called = dyn_cast<ir::CallExpr>(part))
      if (const ir::Expr *words = inWords(module, called))
        indicesIn(module, function, words, result);
  });
}

/// Finds out which number the arrays begin at that children's numbers are in.
void Body::findFirstNumber() {
  if (!site.kernel.nodesAreNumbers)
    return;
  std::vector<const ir::Expr *> indices;
  for (const ir::CallStatement *each : site.recursive)
    indicesIn(module, from, expanded(each->arguments[site.nodeParam]), indices);
  ir::walk(from.body, [&](const ir::Statement *s) {
    const auto *let = dyn_cast<ir::LetStatement>(s);
    const auto *var = dyn_cast<ir::VarStatement>(s);
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    const ir::Variable *held =
        store ? store->place->wholeVariable() : ir::declaredBy(s);
    const ir::Expr *value = let     ? let->value
                            : var   ? var->init
                            : store ? store->value
                                    : nullptr;
    if (value && numberLinks.count(held))
      indicesIn(module, from, expanded(value), indices);
  });
  std::optional<Sum> found;
  for (const ir::Expr *index : indices) {
    const auto here = firstBy(index);
    if (here && found && distance(*found, *here) != 0)
      return;
    if (here)
      found = here;
  }
  if (!found || (found->terms.empty() && found->constant == 0))
    return;
  const ir::Type *type =
      found->terms.empty() ? site.kernel.numberType : found->terms[0].e->type;
  for (const Sum::Term &term : found->terms)
    if (term.e->type != type)
      return;
  const ir::Expr *value = copy.expr(madeOf(module, *found, type));
  bool isShared = !site.isFailing();
  ir::walk(value, [&](const ir::Expr *e) {
    const ir::Place *place = ir::placeOf(e);
    const auto *root =
        place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
    isShared &= !place || (root && root->kind == ir::DataRoot::Shared);
    isShared &= !isa<ir::ValueExpr>(e);
  });
  if (!isShared)
    return;
  site.firstNumber = found;
  site.kernel.firstNumber = site.hostFunction("firstNumber", value, nullptr);
}

/// Whether `index` chooses the node's element in its arrays.
bool Body::isOwnIndex(const ir::Expr *index) {
  if (!site.firstNumber)
    return isOwnNumber(index);
  const auto here = firstBy(index);
  return here && distance(*site.firstNumber, *here) == 0;
}
