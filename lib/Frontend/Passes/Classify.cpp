// The traversal's class (STMD-static, -dynamic, -top-down) and the traits that
// engines ask for, each proved or with the reason why not.
#include "regtt/Frontend/Passes/Effects.h"
#include "regtt/Frontend/Passes/StableCalls.h"
#include "regtt/Frontend/Passes/Truncation.h"
#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Numbers.h"
#include "regtt/Frontend/Model/Walk.h"
#include "regtt/Frontend/Passes/Passes.h"

#include <llvm/ADT/SmallPtrSet.h>

#include <set>

using namespace regtt;
using namespace clang;

namespace {

Trait proved(std::string reason = "") { return {true, std::move(reason), {}}; }
Trait unproved(std::string reason, SourceLocation where = {}) {
  return {false, std::move(reason), where};
}

std::string slotName(const Traversal &traversal, int slot) {
  if (const SlotGroup *list = traversal.list())
    return list->text;
  for (const SlotGroup &group : traversal.slots)
    if (slot >= group.first && slot < group.first + group.count)
      return group.count == 1
                 ? group.text
                 : group.text + "[" + std::to_string(slot - group.first) + "]";
  return "?";
}

/// Children visited in one order on every path.
Trait fixedOrder(const Traversal &traversal) {
  std::set<std::pair<int, int>> before;
  for (const CallPath &path : traversal.callPaths)
    for (size_t i = 0; i < path.items.size(); ++i) {
      const auto &item = path.items[i];
      if (item.slots.size() != 1)
        return unproved("which child is visited is chosen by data",
                        traversal.calls.front().ast->getBeginLoc());
      for (size_t j = i + 1; j < path.items.size(); ++j)
        for (int later : path.items[j].slots)
          before.insert({item.slots[0], later});
    }
  for (const auto &[first, second] : before) {
    if (first == second)
      return unproved(slotName(traversal, first) +
                      " is visited twice on one path");
    if (before.count({second, first}))
      return unproved("the order of " + slotName(traversal, first) + " and " +
                      slotName(traversal, second) +
                      " differs from path to path");
  }
  return proved();
}

/// A test of one child of a list that decides more than its visit: static ropes
/// do not say which are there.
const Expr *testOfElement(const Traversal &traversal) {
  const Function &function = traversal.function;
  const auto isElement = [&](const Expr *link) {
    bool result = false;
    eachLink(function, link, [&](const Expr *leaf) {
      const auto child = function.children.find(leaf);
      result |= child == function.children.end()
                    ? function.eachChild.count(variableOf(leaf)) != 0
                    : child->second.index != nullptr;
    });
    return result;
  };
  const Expr *found = nullptr;
  walkStmts(function.body, [&](const Statement &stmt) {
    if (stmt.kind == Statement::If &&
        (holdsCall(stmt) ||
         (stmt.body.size() == 1 && stmt.body[0].kind == Statement::Continue)))
      return; // one more way through the body
    for (const Expr *own : ownExprs(traversal, stmt))
      walkExpr(own, [&](const Expr *e) {
        const auto test = function.nullTests.find(e);
        if (!found && test != function.nullTests.end() &&
            isElement(test->second.link))
          found = e;
      });
  });
  return found;
}

/// Every path calls no child or all of them, in slot order, unconditionally.
Trait slotsClosed(const Traversal &traversal) {
  // Of a list, two children stand for all (CallPaths).
  const int numSlots = traversal.list() ? 2 : traversal.numSlots;
  if (const Expr *test = traversal.list() ? testOfElement(traversal) : nullptr)
    return unproved(
        "what is done depends on which children of a list are there",
        test->getExprLoc());
  for (const CallPath &path : traversal.callPaths) {
    if (path.items.empty())
      continue;
    for (const auto &item : path.items)
      if (item.conditional)
        return unproved("a child's visit depends on an earlier one's",
                        traversal.guards.front().loc);
    if (path.items.size() != size_t(numSlots))
      return unproved("a path visits " + std::to_string(path.items.size()) +
                      " of " + std::to_string(numSlots) + " children");
    for (int slot = 0; slot < numSlots; ++slot)
      if (path.items[slot].slots.size() != 1 ||
          path.items[slot].slots[0] != slot)
        return unproved("a path visits the children in another order");
  }
  return proved();
}

bool truncates(const Statement &stmt) {
  return stmt.kind == Statement::If && stmt.orElse.empty() &&
         stmt.body.size() == 1 && stmt.body[0].kind == Statement::Return;
}

/// Nothing is changed before the first test that truncates.
Trait pureTruncation(const Traversal &traversal) {
  for (const Statement &stmt : traversal.function.body.body) {
    const Statement tested = [&] {
      Statement onlyTest = stmt;
      if (stmt.kind == Statement::If)
        onlyTest.body.clear(), onlyTest.orElse.clear();
      return onlyTest;
    }();
    if (effectsOf(traversal, traversal.function, tested).writesQuery)
      return unproved("the query is changed before the truncation test",
                      stmt.loc);
    if (truncates(stmt) || (stmt.kind == Statement::If && holdsCall(stmt)))
      return proved();
  }
  return unproved("no test truncates");
}

/// Adding whole numbers comes to the same in any order, whatever their width:
/// not so where a sum is rounded, or is true or false.
bool addsWholeNumbers(const Expr *target, const CompoundAssignOperator *add) {
  const auto isWhole = [](QualType type) {
    return type->isIntegerType() && !type->isBooleanType();
  };
  return isWhole(target->getType()) &&
         (!add || (isWhole(add->getComputationLHSType()) &&
                   add->getRHS()->getType()->isIntegerType()));
}

/// The query's state does not depend on the order of visits: it is only ever
/// added to, in integers, by values that do not depend on it.
Trait orderFree(const Traversal &traversal) {
  Trait result = proved("integer counts only");
  const auto check = [&](const Function &function) {
    llvm::SmallPtrSet<const Expr *, 8> counted;
    walkStmts(function.body, [&](const Statement &stmt) {
      for (const Expr *own : ownExprs(traversal, stmt))
        walkExpr(own, [&](const Expr *e) {
          const Expr *target = nullptr;
          const CompoundAssignOperator *sum = nullptr;
          bool counts = false;
          if (const auto *unary = dyn_cast<UnaryOperator>(e);
              unary && unary->isIncrementDecrementOp()) {
            target = unary->getSubExpr()->IgnoreParenImpCasts();
            counts = stmt.kind == Statement::Eval &&
                     stmt.cond->IgnoreParenImpCasts() == unary;
          } else if (const auto *add = dyn_cast<CompoundAssignOperator>(e);
                     add && (add->getOpcode() == BO_AddAssign ||
                             add->getOpcode() == BO_SubAssign)) {
            target = add->getLHS()->IgnoreParenImpCasts();
            sum = add;
            counts =
                stmt.kind == Statement::Eval &&
                stmt.cond->IgnoreParenImpCasts() == add &&
                !effectsOf(traversal, function, add->getRHS()).readsWritten;
          }
          if (target && counts && addsWholeNumbers(target, sum) &&
              function.accesses.count(target))
            counted.insert(target);
          const auto access = function.accesses.find(e);
          if (access == function.accesses.end() || counted.count(e))
            return;
          const Path &path = traversal.paths[access->second.path];
          if (path.written() && result.holds)
            result =
                unproved("'" + path.text + "' is more than an integer count",
                         e->getExprLoc());
        });
    });
  };
  // Guards no longer stand among the statements.
  for (const Guard &guard : traversal.guards)
    for (const Term &term : guard.terms)
      if (effectsOf(traversal, traversal.function, term.cond).readsWritten &&
          result.holds)
        result = unproved("what is visited depends on earlier visits",
                          term.cond->getExprLoc());
  check(traversal.function);
  for (const auto &helper : traversal.helpers)
    check(*helper);
  return result;
}

/// Whether an array is in `type` of which data may choose elements where they
/// lie.
bool holdsLongArray(QualType type, const ASTContext &ast) {
  if (const auto *array = ast.getAsConstantArrayType(type))
    return array->getZExtSize() > smallArray ||
           holdsLongArray(array->getElementType(), ast);
  const RecordDecl *record = type->getAsRecordDecl();
  return record && llvm::any_of(record->fields(), [&](const FieldDecl *field) {
           return holdsLongArray(field->getType(), ast);
         });
}

/// No array starts in a node, whose record linearising would have to change;
/// and none of the node's own is read where it lies.
Trait plainRecords(const Traversal &traversal, const ASTContext &ast) {
  for (const DataArray &array : traversal.arrays)
    if (array.ofNodes())
      return unproved("nodes lead to arrays, '" + array.text + "'",
                      array.firstUse);
  for (const Path &path : traversal.paths)
    if (path.base == Base::Node && holdsLongArray(path.type, ast))
      return unproved("'" + path.text + "' is an array of more than " +
                          std::to_string(smallArray) + " elements",
                      path.firstUse);
  return proved();
}

/// The ways through the body that call children.
size_t countCallingPaths(const Traversal &traversal) {
  return size_t(llvm::count_if(traversal.callPaths, [](const CallPath &path) {
    return !path.items.empty();
  }));
}

/// Whether the value of `expr` may differ between queries that came to this
/// node with the same arguments.
bool dependsOnQuery(const Traversal &traversal, const clang::Stmt *expr) {
  const Function &function = traversal.function;
  bool result = false;
  walkExpr(expr, [&](const Expr *e) {
    if (const auto access = function.accesses.find(e);
        access != function.accesses.end()) {
      const Base base = traversal.paths[access->second.path].base;
      result |= base == Base::Query || base == Base::Element;
    }
    if (const auto call = function.helperCalls.find(e);
        call != function.helperCalls.end())
      result |= traversal.helpers[call->second]->usesQuery;
    const auto *name = dyn_cast<DeclRefExpr>(e);
    const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (!var || function.roles.lookup(var).kind != Role::Value)
      return;
    result |= function.written.count(var) != 0;
    if (!isa<ParmVarDecl>(var) && var->isLocalVarDecl())
      result |= !var->getInit() || dependsOnQuery(traversal, var->getInit());
  });
  return result;
}

/// Queries that come to a node by the same path come with the same arguments.
Trait uniformArgs(const Traversal &traversal) {
  if (traversal.args.empty())
    return proved();
  // Then each child is called at one place, by all.
  if (!traversal.traits.slotsClosed.holds)
    return unproved("not every path calls all children");
  if (countCallingPaths(traversal) != 1)
    return unproved("a child is called at several places");
  for (const Arg &arg : traversal.args) {
    if (!traversal.startsAtLoop(arg))
      return unproved("'" + arg.name + "' differs between iterations",
                      arg.param->getLocation());
    if (arg.reassigned)
      return unproved("'" + arg.name + "' is changed in the body",
                      arg.param->getLocation());
  }
  for (const Call &call : traversal.calls)
    for (const CallArg &arg : call.args)
      if (dependsOnQuery(traversal, arg.value))
        return unproved("'" + traversal.args[arg.arg].name +
                            "' may depend on the query",
                        arg.value->getExprLoc());
  return proved("they depend on the path to the node alone");
}

void classify(Traversal &traversal) {
  size_t most = 0;
  for (const CallPath &path : traversal.callPaths)
    most = std::max(most, path.items.size());
  if (most <= 1) {
    traversal.classification = TraversalClass::StmdTopDown;
    traversal.classReason = "at most one child is visited per node";
  } else if (traversal.traits.fixedOrder.holds) {
    traversal.classification = TraversalClass::StmdStatic;
    traversal.classReason = "children are always visited in the same order";
  } else {
    traversal.classification = TraversalClass::StmdDynamic;
    traversal.classReason = traversal.traits.fixedOrder.reason;
  }
}

} // namespace

bool regtt::runClassify(PassContext &context) {
  Traversal &traversal = context.model.traversal;
  Traits &traits = traversal.traits;
  const bool known = traversal.callPaths.size() <= maxCallPaths;
  const Trait unknown =
      unproved("the body has more than " + std::to_string(maxCallPaths) +
               " ways through it");
  traits.fixedOrder = known ? fixedOrder(traversal) : unknown;
  traits.slotsClosed = known ? slotsClosed(traversal) : unknown;
  traits.pureTruncation = pureTruncation(traversal);
  traits.stableTruncation =
      truncationTests(traversal)
          ? proved()
          : unproved("the body does not begin with a test that truncates and "
                     "comes out the same at any time",
                     traversal.loc);
  traits.stableCalls = stableCalls(traversal);
  traits.noResume = traversal.resumes.empty()
                        ? proved("only guarded calls follow a call")
                        : unproved("what follows a call depends on its visits",
                                   traversal.resumes.front().loc);
  traits.constantArgs =
      traversal.args.empty()
          ? proved()
          : unproved("'" + traversal.args.front().name +
                         "' changes from call to call",
                     traversal.args.front().param->getLocation());
  traits.noGuards = traversal.guards.empty()
                        ? proved()
                        : unproved("a condition is evaluated when its rope is "
                                   "taken",
                                   traversal.guards.front().loc);
  traits.uniformArgs = uniformArgs(traversal);
  traits.orderFree = orderFree(traversal);
  traits.boundedChildren =
      traversal.list() ? unproved("a node has any number of children, in " +
                                      traversal.list()->text,
                                  traversal.list()->loc)
                       : proved();
  traits.plainRecords = plainRecords(traversal, context.ast);
  traits.oneCall = traversal.program
                       ? unproved("an iteration of the loop makes several",
                                  traversal.program->body.loc)
                       : proved();
  classify(traversal);
  return true;
}
