// Which fields the nodes that recursive calls are handed may be found by:
//
//     if load %n->parent { ... }        %n->parent is only asked for
//     call @visit(%q, load %n->left)    %n->left is followed
//
// More are found than there are, never less: whatever is mentioned on the way
// to what a call is handed.
#include "FollowedFields.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

namespace {

class Finder {
public:
  void add(const ir::Function &function, const ir::Expr *e) {
    ir::walk(e, [&](const ir::Expr *part) {
      if (const auto *value = dyn_cast<ir::ValueExpr>(part))
        add(function, value->variable);
      if (const ir::Place *at = ir::placeOf(part))
        add(function, at);
      if (const auto *read = dyn_cast<ir::ContainerReadExpr>(part))
        add(function, read->container);
      if (const auto *called = dyn_cast<ir::CallExpr>(part))
        addAll(called->callee);
    });
  }
  std::set<const ir::Field *> found;

private:
  void add(const ir::Function &function, const ir::Place *place) {
    for (const ir::Step &step : place->steps)
      if (const auto *into = std::get_if<ir::FieldStep>(&step))
        found.insert(into->field);
    if (place->variable())
      add(function, place->variable());
    ir::walk(place, [&](const ir::Expr *e) { add(function, e); });
  }

  /// What the variable is ever made of.
  void add(const ir::Function &function, const ir::Variable *variable) {
    if (!function.body || !seen.insert(variable).second)
      return;
    ir::walk(function.body, [&](const ir::Statement *s) {
      bool isSet = ir::declaredBy(s) == variable;
      if (const auto *range = dyn_cast<ir::RangeLoopStatement>(s))
        if (range->variable == variable)
          add(function, range->range);
      if (llvm::isa<ir::RangeLoopStatement>(s))
        return;
      const auto look = [&](const ir::Place *place) {
        isSet |= place->variable() == variable;
      };
      ir::forEachPlace(s, look);
      const auto *called = dyn_cast<ir::CallStatement>(s);
      const auto *library = dyn_cast<ir::LibraryCallStatement>(s);
      if (called || library)
        ir::forEachOperand(s, [&](const ir::Expr *e) {
          const auto *at = dyn_cast<ir::AddressExpr>(e);
          isSet |= at && at->place->variable() == variable;
        });
      if (!isSet)
        return;
      ir::forEachOperand(s, [&](const ir::Expr *e) { add(function, e); });
      ir::forEachPlace(s, [&](const ir::Place *place) {
        if (place->variable() != variable)
          add(function, place);
      });
      if (called)
        addAll(called->callee);
    });
  }

  /// All that a function mentions, and what it calls.
  void addAll(const ir::Function *function) {
    if (!function->body || !whole.insert(function).second)
      return;
    const auto fields = [&](const ir::Place *place) {
      for (const ir::Step &step : place->steps)
        if (const auto *into = std::get_if<ir::FieldStep>(&step))
          found.insert(into->field);
    };
    ir::walk(function->body, [&](const ir::Statement *s) {
      ir::forEachPlace(s, fields);
      if (const auto *range = dyn_cast<ir::RangeLoopStatement>(s))
        fields(range->range);
      if (const auto *called = dyn_cast<ir::CallStatement>(s))
        addAll(called->callee);
    });
    ir::walkExprs(function->body, [&](const ir::Expr *e) {
      if (const ir::Place *place = ir::placeOf(e))
        fields(place);
      if (const auto *read = dyn_cast<ir::ContainerReadExpr>(e))
        fields(read->container);
      if (const auto *called = dyn_cast<ir::CallExpr>(e))
        addAll(called->callee);
    });
  }

  llvm::DenseSet<const ir::Variable *> seen;
  llvm::DenseSet<const ir::Function *> whole;
};

} // namespace

std::set<const ir::Field *>
recognise::followedFields(const ir::Function &traversal,
                          llvm::ArrayRef<const ir::Expr *> nodes) {
  Finder finder;
  for (const ir::Expr *node : nodes)
    finder.add(traversal, node);
  return std::move(finder.found);
}
