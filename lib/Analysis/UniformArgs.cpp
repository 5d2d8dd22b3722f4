// Proves that queries which come to a node by the same path come with the same
// arguments:
//
//   visit @f(child(0), add(load %depth, 1:i32))       // the path's alone
//   visit @f(child(1), load own(2: i32))              // the query's
#include "Proofs.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/Analysis/CountedLoop.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// The statements that every query runs that calls children: what stands in the
/// body itself, and in a branch or a block that has all of the calls.
class StatementsOfCallers {
public:
  explicit StatementsOfCallers(const ir::Function &whole)
      : numVisits(visitsIn(whole.body)) {
    add(whole.body);
  }
  bool contains(const ir::Statement *s) const { return all.contains(s); }

private:
  static size_t visitsIn(const ir::Statement *s) {
    size_t count = 0;
    ir::walk(s, [&](const ir::Statement *each) {
      count += isa<ir::VisitStatement>(each);
    });
    return count;
  }

  void add(const ir::BlockStatement *block) {
    for (const ir::Statement *s : block->statements) {
      all.insert(s);
      if (const auto *inner = dyn_cast<ir::BlockStatement>(s))
        addIfCalling(inner);
      if (const auto *choice = dyn_cast<ir::IfStatement>(s)) {
        addIfCalling(choice->then);
        addIfCalling(choice->otherwise);
      }
    }
  }

  /// A block that some leave early has no calls for them where it has all.
  void addIfCalling(const ir::BlockStatement *block) {
    if (block && visitsIn(block) == numVisits)
      add(block);
  }

  const size_t numVisits;
  llvm::SmallPtrSet<const ir::Statement *, 16> all;
};

/// Whether the value of an expression of `whole` may differ between queries
/// that came to this node with the same arguments.
class QueryDependence {
public:
  explicit QueryDependence(const Kernel &kernel)
      : kernel(kernel), callers(*kernel.whole) {}

  bool of(const ir::Expr *expr, bool isLink = false) {
    bool result = false;
    ir::walk(expr, [&](const ir::Expr *e) {
      if (const ir::Place *place = ir::placeOf(e))
        result |= ofPlace(place, isLink);
      if (const auto *name = dyn_cast<ir::ValueExpr>(e))
        result |= ofVariable(name->variable, isLink);
      if (const auto *call = dyn_cast<ir::CallExpr>(e))
        result |= usesQuery(call->callee);
    });
    return result;
  }

private:
  /// Where pointers lead is said by what they are made of.
  bool ofPlace(const ir::Place *place, bool isLink) {
    if (place->global())
      return true;
    if (const auto *data = std::get_if<ir::DataRoot>(&place->root))
      return data->kind == ir::DataRoot::Own ||
             data->kind == ir::DataRoot::Element ||
             data->kind == ir::DataRoot::Linked;
    return place->variable() && ofVariable(place->variable(), isLink);
  }

  /// A variable with several values is which, the query may decide; but not
  /// where all queries give them to it that call, one after the other, and not
  /// of the number of a child in a loop over children.
  bool ofVariable(const ir::Variable *variable, bool isLink) {
    if (isLink && counts(variable))
      return false;
    if (variable == changed)
      return false; // what it was before
    const auto [entry, isNew] = known.try_emplace(variable, true);
    if (!isNew)
      return entry->second;
    const llvm::SaveAndRestore inside(changed, variable);
    const bool result = ofValues(variable);
    return known[variable] = result;
  }

  bool ofValues(const ir::Variable *variable) {
    const bool isLink = variable->type->isLink();
    const bool isParameter = variable->kind == ir::Variable::Parameter;
    unsigned values = isParameter ? 1 : 0;
    bool result = false, isCertain = true;
    ir::walk(kernel.whole->body, [&](const ir::Statement *s) {
      const auto *let = dyn_cast<ir::LetStatement>(s);
      const auto *var = dyn_cast<ir::VarStatement>(s);
      const auto *store = dyn_cast<ir::StoreStatement>(s);
      const auto *call = dyn_cast<ir::CallStatement>(s);
      const bool isDeclared = ir::declaredBy(s) == variable;
      const bool isStored = store && store->place->wholeVariable() == variable;
      if (isDeclared && var && !var->init)
        return;
      const ir::Expr *value = isStored      ? store->value
                              : !isDeclared ? nullptr
                              : let         ? let->value
                              : var         ? var->init
                                            : nullptr;
      if (value) {
        ++values;
        isCertain &= isDeclared || callers.contains(s);
        result |= of(value, isLink);
      } else if (isDeclared && call) {
        ++values;
        result |= usesQuery(call->callee);
        for (const ir::Expr *argument : call->arguments)
          result |= of(argument);
      } else if (isDeclared) {
        result = true;
      }
      // Besides that, nothing changes it.
      result |= !isDeclared && !isStored && changes(s, variable);
    });
    return result || values == 0 || (values > 1 && !isCertain);
  }

  /// Whether `s` itself may change it.
  static bool changes(const ir::Statement *s, const ir::Variable *variable) {
    bool isOfChild = false;
    ir::forEachChild(s, [&](const ir::Statement *child) {
      isOfChild |= ir::mayChange(child, variable);
    });
    return !isOfChild && ir::mayChange(s, variable);
  }

  bool counts(const ir::Variable *variable) const {
    bool result = false;
    ir::walk(kernel.whole->body, [&](const ir::Statement *s) {
      const auto *loop = dyn_cast<ir::LoopStatement>(s);
      const auto head = loop ? indexLoop(*kernel.whole, *loop) : std::nullopt;
      result |= head && head->variable == variable;
    });
    return result;
  }

  bool usesQuery(const ir::Function *function) {
    const auto [entry, isNew] = functions.try_emplace(function, true);
    if (!isNew)
      return entry->second;
    bool result = !function->body && !function->isPure;
    if (function->body)
      ir::walkExprs(function->body, [&](const ir::Expr *e) {
        const ir::Place *place = ir::placeOf(e);
        const auto *data =
            place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
        result |= data && (data->kind == ir::DataRoot::Own ||
                           data->kind == ir::DataRoot::Element ||
                           data->kind == ir::DataRoot::Linked);
        result |= place && place->global();
        if (const auto *call = dyn_cast<ir::CallExpr>(e))
          result |= usesQuery(call->callee);
      });
    if (function->body)
      ir::walk(function->body, [&](const ir::Statement *s) {
        if (const auto *call = dyn_cast<ir::CallStatement>(s))
          result |= usesQuery(call->callee);
      });
    return functions[function] = result;
  }

  const Kernel &kernel;
  const StatementsOfCallers callers;
  const ir::Variable *changed = nullptr; ///< whose values are being looked at
  llvm::DenseMap<const ir::Variable *, bool> known;
  llvm::DenseMap<const ir::Function *, bool> functions;
};

} // namespace

/// The ways through the body that call children.
static size_t countCallingPaths(const Kernel &kernel) {
  return static_cast<size_t>(
      llvm::count_if(kernel.callPaths,
                     [](const CallPath &path) { return !path.items.empty(); }));
}

Trait kernel::uniformArgs(const Kernel &kernel) {
  if (kernel.args.empty())
    return proved();
  // Then each child is called at one place, by all.
  if (!kernel.traits.slotsClosed.holds)
    return unproved("not every path calls all children");
  if (countCallingPaths(kernel) != 1)
    return unproved("a child is called at several places");
  for (const Argument &arg : kernel.args) {
    if (!arg.startsAtLoop)
      return unproved("'" + arg.name + "' differs between iterations", arg.loc);
  }
  Trait result = proved("they depend on the path to the node alone");
  QueryDependence dependence(kernel);
  ir::walk(kernel.whole->body, [&](const ir::Statement *s) {
    const auto *visit = dyn_cast<ir::VisitStatement>(s);
    for (size_t k = 1; visit && k < visit->arguments.size(); ++k) {
      const ir::Expr *value = visit->arguments[k];
      const std::string name =
          k <= kernel.args.size() ? kernel.args[k - 1].name : "?";
      if (result.holds && dependence.of(value))
        result = unproved("'" + name + "' may depend on the query",
                          value->loc ? value->loc : s->loc);
    }
  });
  return result;
}
