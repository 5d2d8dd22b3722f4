// The traversal's class (STMD-static, -dynamic, -top-down) and the traits that
// engines ask for, each proved or with the reason why not. Those that look at
// every statement have files of their own.
#include "NullTests.h"
#include "Proofs.h"

#include "regtt/Analysis/Effects.h"
#include "regtt/Analysis/TruncationTests.h"
#include "regtt/IR/Walk.h"
#include "regtt/Transform/Passes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <set>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

//===--- The order of children --------------------------------------------===//

static std::string slotName(const Kernel &kernel, int slot) {
  if (const SlotGroup *list = kernel.list())
    return list->text;
  const SlotGroup *group = kernel.groupOf(slot);
  if (!group)
    return "?";
  return group->count == 1
             ? group->text
             : group->text + "[" + std::to_string(slot - group->first) + "]";
}

static ir::Location firstVisit(const Kernel &kernel) {
  const ir::Statement *found = nullptr;
  ir::walk(kernel.whole->body, [&](const ir::Statement *s) {
    if (!found && isa<ir::VisitStatement>(s))
      found = s;
  });
  return found ? found->loc : ir::Location();
}

/// Children visited in one order on every path.
static Trait fixedOrder(const Kernel &kernel) {
  std::set<std::pair<int, int>> before;
  for (const CallPath &path : kernel.callPaths)
    for (size_t i = 0; i < path.items.size(); ++i) {
      const auto &item = path.items[i];
      if (item.slots.size() != 1)
        return unproved("which child is visited is chosen by data",
                        firstVisit(kernel));
      for (size_t j = i + 1; j < path.items.size(); ++j)
        for (const int later : path.items[j].slots)
          before.insert({item.slots[0], later});
    }
  for (const auto &[first, second] : before) {
    if (first == second)
      return unproved(slotName(kernel, first) +
                      " is visited twice on one path");
    if (before.count({second, first}))
      return unproved("the order of " + slotName(kernel, first) + " and " +
                      slotName(kernel, second) + " differs from path to path");
  }
  return proved();
}

namespace {

/// What links of `whole` may be made of.
class LinkValues {
public:
  explicit LinkValues(const Kernel &kernel) : kernel(kernel) {}

  /// Whether `link` may be a child; one that is handed over may be any.
  bool mayBeChild(const ir::Expr *link) {
    if (isa<ir::NullExpr>(link))
      return false;
    if (const auto *choice = dyn_cast<ir::SelectExpr>(link))
      return mayBeChild(choice->whenTrue) || mayBeChild(choice->whenFalse);
    const auto *name = dyn_cast<ir::ValueExpr>(link);
    const auto *load = dyn_cast<ir::LoadExpr>(link);
    const ir::Variable *variable = name   ? name->variable
                                   : load ? load->place->variable()
                                          : nullptr;
    if (!variable)
      return true;
    return variable != kernel.whole->params[0] && mayHoldChild(variable);
  }

private:
  bool mayHoldChild(const ir::Variable *variable) {
    if (!seen.insert(variable).second)
      return false; // said by what else it is set to
    if (variable->kind == ir::Variable::Parameter)
      return true;
    bool result = false;
    ir::walk(kernel.whole->body, [&](const ir::Statement *s) {
      const auto *let = dyn_cast<ir::LetStatement>(s);
      const auto *var = dyn_cast<ir::VarStatement>(s);
      const auto *store = dyn_cast<ir::StoreStatement>(s);
      const ir::Expr *value = let     ? let->value
                              : var   ? var->init
                              : store ? store->value
                                      : nullptr;
      const bool isSet = ir::declaredBy(s) == variable ||
                         (store && store->place->variable() == variable);
      if (!isSet)
        return;
      if (!value)
        result |= !var; // what a call gives
      else if (const auto *list = dyn_cast<ir::AggregateExpr>(value))
        for (const ir::Expr *element : list->elements)
          result |= mayBeChild(element);
      else
        result |= !isa<ir::ZeroExpr>(value) && mayBeChild(value);
    });
    return result;
  }

  const Kernel &kernel;
  llvm::SmallPtrSet<const ir::Variable *, 8> seen;
};

} // namespace

/// A test of one child of a list that decides more than its visit: static ropes
/// do not say which are there.
static std::optional<ir::Location> testOfElement(const Kernel &kernel) {
  std::optional<ir::Location> found;
  ir::walk(kernel.whole->body, [&](const ir::Statement *s) {
    if (const auto *branch = dyn_cast<ir::IfStatement>(s)) {
      const auto then = unwrapped(*branch->then);
      if (holdsVisit(s) ||
          (then.size() == 1 && isa<ir::ContinueStatement>(then[0])))
        return; // one more way through the body
    }
    ir::forEachOperand(s, [&](const ir::Expr *operand) {
      ir::walk(operand, [&](const ir::Expr *e) {
        const auto test = found ? std::nullopt : nullTestOf(e);
        if (test && LinkValues(kernel).mayBeChild(test->link))
          found = e->loc ? e->loc : s->loc;
      });
    });
  });
  return found;
}

/// Every path calls no child or all of them, in slot order, unconditionally.
static Trait slotsClosed(const Kernel &kernel) {
  // Of a list, two children stand for all (CallPaths).
  const int numSlots = kernel.list() ? 2 : kernel.numSlots;
  if (const auto test = kernel.list() ? testOfElement(kernel) : std::nullopt)
    return unproved(
        "what is done depends on which children of a list are there", *test);
  for (const CallPath &path : kernel.callPaths) {
    if (path.items.empty())
      continue;
    for (const auto &item : path.items)
      if (item.conditional)
        return unproved("a child's visit depends on an earlier one's",
                        kernel.guards.empty() ? ir::Location()
                                              : kernel.guards.front().loc);
    if (path.items.size() != static_cast<size_t>(numSlots))
      return unproved("a path visits " + std::to_string(path.items.size()) +
                      " of " + std::to_string(numSlots) + " children");
    for (int slot = 0; slot < numSlots; ++slot)
      if (path.items[slot].slots.size() != 1 ||
          path.items[slot].slots[0] != slot)
        return unproved("a path visits the children in another order");
  }
  return proved();
}

//===--- Truncation, records ----------------------------------------------===//

/// Whether what follows `block` is not run where it has been.
static bool endsVisit(const ir::BlockStatement &block) {
  const auto inner = unwrapped(block);
  return !inner.empty() && isa<ir::ReturnStatement>(inner.back());
}

/// Whether a branch that goes on changes the query.
static bool changesInBranch(EffectFinder &effects,
                            const ir::IfStatement &branch) {
  for (const ir::BlockStatement *side : {branch.then, branch.otherwise})
    if (side && !endsVisit(*side) && effects.of(side).writesQuery)
      return true;
  return false;
}

/// Nothing is changed before the first test that truncates.
static Trait pureTruncation(const Kernel &kernel) {
  EffectFinder effects(kernel);
  const ir::Statement *change = nullptr;
  const auto changed = [](const ir::Statement *s) {
    return unproved("the query is changed before the truncation test", s->loc);
  };
  for (const ir::Statement *s : kernel.whole->body->statements) {
    const auto *branch = dyn_cast<ir::IfStatement>(s);
    const bool decides = isPlainTest(s) || (branch && holdsVisit(s));
    if (branch ? effects.of(branch->condition).writesQuery
               : effects.of(s).writesQuery)
      return changed(s);
    if (decides)
      return change ? changed(change) : proved();
    if (branch && !change && changesInBranch(effects, *branch))
      change = s;
  }
  return unproved("no test truncates");
}

/// Whether an array is in `type` of which data may choose elements where they
/// lie.
static bool holdsLongArray(const ir::Type *type) {
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return array->count > smallArray || holdsLongArray(array->element);
  if (const auto *named = dyn_cast<ir::StructType>(type))
    return !named->isComplete() ||
           llvm::any_of(named->fields(), [](const ir::Field &field) {
             return holdsLongArray(field.type);
           });
  const auto *library = dyn_cast<ir::LibraryType>(type);
  return library && llvm::any_of(library->arguments, [&](const auto &argument) {
           const auto *count = std::get_if<int64_t>(&argument);
           return count ? library->name == "std::array" &&
                              *count > static_cast<int64_t>(smallArray)
                        : holdsLongArray(std::get<const ir::Type *>(argument));
         });
}

/// What keeps the link of a node in the query that is not the visited one;
/// null: nothing does.
static const ir::Statement *keepsOther(const Kernel &kernel) {
  const ir::Statement *result = nullptr;
  const ir::Variable *self = kernel.whole->params[0];
  ir::walk(kernel.whole->body, [&](const ir::Statement *s) {
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    if (!store || store->place->variable() || !store->value->type->isLink())
      return;
    const auto *load = dyn_cast<ir::LoadExpr>(store->value);
    const bool isKnown = load && (load->place->wholeVariable() == self ||
                                  !load->place->variable());
    if (!isKnown && !isa<ir::NullExpr>(store->value))
      result = s;
  });
  return result;
}

/// Visits read the record of the node that they visit, and of no other one.
static Trait ownRecords(const Kernel &kernel) {
  Trait result = proved();
  const auto look = [&](const ir::Function *function) {
    if (function && function->body)
      ir::walkExprs(function->body, [&](const ir::Expr *e) {
        const ir::Place *place = ir::placeOf(e);
        const auto *data =
            place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
        const auto *call = dyn_cast<ir::LibraryCallExpr>(e);
        if (!result.holds)
          return;
        if (data && data->kind == ir::DataRoot::Linked)
          result = unproved("a visit reads '" + kernel.data[data->number].text +
                                "' of another node",
                            e->loc);
        else if (call && call->name == "rt::childrenOf")
          result = unproved("a visit asks how many children another node has",
                            e->loc);
      });
  };
  look(kernel.whole);
  for (const Helper &helper : kernel.helpers)
    look(helper.function);
  if (const ir::Statement *kept = keepsOther(kernel); kept && result.holds)
    result = unproved("a visit keeps the link of another node", kept->loc);
  return result;
}

/// No array starts in a node, whose record linearising would have to change;
/// and none of the node's own is read where it lies.
static Trait plainRecords(const Kernel &kernel) {
  for (const DataArray &array : kernel.arrays)
    if (array.isOfNodes())
      return unproved("nodes lead to arrays, '" + array.text + "'",
                      array.firstUse);
  for (const Datum &datum : kernel.data)
    if (datum.owner == Owner::Node && holdsLongArray(datum.type))
      return unproved("'" + datum.text + "' is an array of more than " +
                          std::to_string(smallArray) + " elements",
                      datum.firstUse);
  return proved();
}

//===--- All of them ------------------------------------------------------===//

static void classify(Kernel &kernel) {
  if (kernel.isNested()) {
    kernel.classification = TraversalClass::NestedLoop;
    kernel.classReason = "iterations call no traversal";
    return;
  }
  size_t most = 0;
  for (const CallPath &path : kernel.callPaths)
    most = std::max(most, path.items.size());
  const bool isKnown = kernel.callPaths.size() <= maxCallPaths;
  if (most <= 1 && isKnown) {
    kernel.classification = TraversalClass::StmdTopDown;
    kernel.classReason = "at most one child is visited per node";
  } else if (kernel.traits.fixedOrder.holds) {
    kernel.classification = TraversalClass::StmdStatic;
    kernel.classReason = "children are always visited in the same order";
  } else {
    kernel.classification = TraversalClass::StmdDynamic;
    kernel.classReason = kernel.traits.fixedOrder.reason;
  }
}

bool kernel::runClassify(PassContext &context) {
  Kernel &kernel = context.kernel;
  Traits &traits = kernel.traits;
  const bool isKnown = kernel.callPaths.size() <= maxCallPaths;
  const Trait unknown =
      unproved("the body has more than " + std::to_string(maxCallPaths) +
               " ways through it");
  traits.fixedOrder = isKnown ? fixedOrder(kernel) : unknown;
  traits.slotsClosed = isKnown ? slotsClosed(kernel) : unknown;
  traits.pureTruncation = pureTruncation(kernel);
  traits.stableTruncation =
      truncationTests(kernel)
          ? proved()
          : unproved("the body does not begin with a test that truncates and "
                     "comes out the same at any time",
                     kernel.loc);
  traits.stableCalls = stableCalls(kernel);
  traits.noResume = kernel.resumes.empty()
                        ? proved("only guarded calls follow a call")
                        : unproved("what follows a call depends on its visits",
                                   kernel.resumes.front().loc);
  traits.constantArgs = kernel.args.empty()
                            ? proved()
                            : unproved("'" + kernel.args.front().name +
                                           "' changes from call to call",
                                       kernel.args.front().loc);
  traits.noGuards =
      kernel.guards.empty()
          ? proved()
          : unproved("a condition is evaluated when its rope is taken",
                     kernel.guards.front().loc);
  traits.uniformArgs = uniformArgs(kernel);
  traits.orderFree = orderFree(kernel);
  const SlotGroup *list = kernel.list();
  traits.boundedChildren =
      list ? unproved("a node has any number of children, in " + list->text,
                      list->loc)
           : proved();
  traits.ownRecords = ownRecords(kernel);
  traits.plainRecords = plainRecords(kernel);
  traits.oneCall =
      kernel.program
          ? unproved(kernel.isNested() ? "an iteration of the loop makes none"
                                       : "an iteration of the loop makes "
                                         "several",
                     kernel.program->loc)
          : proved();
  classify(kernel);
  return true;
}
