// What others change while iterations run, so that it cannot be asked for
// ahead; and which elements have been looked at where such a thing is asked.
//
//     if (level[w] < 0) {            level[w] has been looked at: that element
//       level[w] = d;                is covered,
//       order[w] = k; }              this one is not
#include "ReachNeeds.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

const ir::DataRoot *recognise::dataOf(const ir::Place *place) {
  return place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
}

/// The place that a statement changes; null of others.
const ir::Place *recognise::placeChangedBy(const ir::Statement *s) {
  if (const auto *store = dyn_cast<ir::StoreStatement>(s))
    return store->place;
  if (const auto *reduced = dyn_cast<ir::ReduceStatement>(s))
    return reduced->place;
  const auto *changed = dyn_cast<ir::ContainerChangeStatement>(s);
  return changed ? changed->container : nullptr;
}

/// What is known of data that iterations change: by which operators, and which
/// tests say whether an element is to be set.
void ReachNeeds::noteChange(const ir::Statement *s) {
  if (const auto *reduced = dyn_cast<ir::ReduceStatement>(s))
    if (const ir::DataRoot *root = dataOf(reduced->place))
      combined.insert(root->number);
  const auto *branch = dyn_cast<ir::IfStatement>(s);
  if (!branch)
    return;
  for (const ir::Statement *each : branch->then->statements) {
    const auto *store = dyn_cast<ir::StoreStatement>(each);
    const ir::DataRoot *root = store ? dataOf(store->place) : nullptr;
    if (root && root->kind == ir::DataRoot::Element)
      noteGuard(branch->condition, root->number);
  }
}

/// What is asked of datum `row` ahead of its being set, in `e` and in what that
/// names.
void ReachNeeds::noteGuard(const ir::Expr *e, unsigned row) {
  ir::walk(e, [&](const ir::Expr *each) {
    const ir::DataRoot *asked = dataOf(ir::placeOf(each));
    if (asked && asked->number == row)
      guards.insert(each);
    const auto *named = dyn_cast<ir::ValueExpr>(each);
    if (const ir::Expr *value =
            named ? values.lookup(named->variable) : nullptr)
      noteGuard(value, row);
  });
}

/// Whether `e` looks at an element that iterations change, so that the answer
/// is another one meanwhile. Of elements that are all set to one value all
/// tests but the one ahead of that have one answer (SharedTests.h).
bool ReachNeeds::isChanging(const ir::Expr *e) const {
  const ir::DataRoot *root = dataOf(ir::placeOf(e));
  if (!root || root->kind != ir::DataRoot::Element)
    return false;
  const kernel::Datum &datum = kernel.data[root->number];
  const bool isSteady = datum.isTested && !datum.inOrder && !datum.fixpoint &&
                        combined.count(root->number) == 0 &&
                        !guards.contains(e);
  return datum.isWritten && !isSteady;
}

bool ReachNeeds::isUnsteady(const ir::Expr *e) const {
  bool result = false;
  ir::walk(e, [&](const ir::Expr *each) {
    const auto *value = dyn_cast<ir::ValueExpr>(each);
    const ir::Place *place = ir::placeOf(each);
    const ir::DataRoot *root = dataOf(place);
    result |= value && unsteady.contains(value->variable);
    result |= place && unsteady.contains(place->variable());
    result |= root && root->kind == ir::DataRoot::Own &&
              unsteadyOwn.count(root->number) != 0;
    result |= isChanging(each);
  });
  return result;
}

/// Notes what `s` sets to values that are not known ahead, or where it is not
/// known whether it does (`isUnder`). Whether any is new.
bool ReachNeeds::markUnsteady(const ir::Statement *s, bool isUnder) {
  bool isNew = false, isHere = isUnder;
  ir::forEachOperand(s, [&](const ir::Expr *e) { isHere |= isUnsteady(e); });
  const ir::DataRoot *root = dataOf(placeChangedBy(s));
  if (isHere && placeChangedBy(s) && placeChangedBy(s)->variable())
    isNew |= unsteady.insert(placeChangedBy(s)->variable()).second;
  if (isHere && root && root->kind == ir::DataRoot::Own)
    isNew |= unsteadyOwn.insert(root->number).second;
  if (isHere && ir::declaredBy(s) && !isUnder)
    isNew |= unsteady.insert(ir::declaredBy(s)).second;
  // What is set in a block, or a loop, may be told by when that is left.
  ir::forEachChild(s, [&](const ir::Statement *child) {
    isNew |= markUnsteady(child, isHere);
  });
  return isNew;
}

void ReachNeeds::findUnsteady() {
  while (markUnsteady(kernel.program->body, false))
    ;
}

/// The elements that are looked at where `e` is evaluated, ahead of the
/// branches of `s`, and the values of what it names that is set in the same
/// block.
void ReachNeeds::coveringIn(const ir::Expr *e, const ir::IfStatement *s,
                            std::vector<const ir::Place *> &places) const {
  if (isa<ir::SelectExpr>(e))
    return;
  if (const auto *both = dyn_cast<ir::LogicalExpr>(e))
    return coveringIn(both->left, s, places);
  if (isReached(ir::placeOf(e)) && !isa<ir::AddressExpr>(e))
    places.push_back(ir::placeOf(e));
  if (const auto *value = dyn_cast<ir::ValueExpr>(e))
    if (const ir::BlockStatement *block = blockOf.lookup(s))
      for (const ir::Statement *each : block->statements)
        if (const auto *let = dyn_cast<ir::LetStatement>(each);
            let && let->variable == value->variable)
          coveringIn(let->value, s, places);
  ir::forEachOperand(
      e, [&](const ir::Expr *part) { coveringIn(part, s, places); });
}

/// Whether the element has been looked at where the condition was evaluated.
bool ReachNeeds::isCovered(const ir::Place *place,
                           const ir::IfStatement *s) const {
  const ir::DataRoot *root = dataOf(place);
  const ir::BlockStatement *block = blockOf.lookup(s);
  bool isSteady = block != nullptr;
  ir::walk(root->index, [&](const ir::Expr *e) {
    const ir::Place *read = ir::placeOf(e);
    if (read && read->variable())
      for (const ir::Statement *each : block->statements)
        isSteady &= !ir::mayChange(each, read->variable()) ||
                    ir::declaredBy(each) == read->variable();
    isSteady &= !isa<ir::CallExpr, ir::LibraryCallExpr>(e) && !isUnsteady(e);
  });
  std::vector<const ir::Place *> places;
  coveringIn(s->condition, s, places);
  return isSteady && llvm::any_of(places, [&](const ir::Place *each) {
           const ir::DataRoot *other = dataOf(each);
           return kernel.data[other->number].number ==
                      kernel.data[root->number].number &&
                  ir::equal(other->index, root->index);
         });
}
