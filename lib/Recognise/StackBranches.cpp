// Where ways part and meet again: branches.
#include "StackWays.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

//===--- Where the stack is empty -----------------------------------------===//

/// Whether a condition on the stack asks of what was there when the iteration
/// began.
bool StackWays::isOfIteration(const OwnStack::Test &test,
                              const StackPath &path) const {
  return inVisit && !path.isMerged && path.pending.empty() &&
         path.stored.empty() && !test.asked.isConstant &&
         test.bottom - test.asked.value == stack.bottom;
}

/// Whether that is all that the loop does where it has come to its end, and the
/// same as elsewhere.
bool StackWays::endsWhereEmpty(llvm::ArrayRef<ir::Statement *> list) {
  if (list.size() != 1)
    return false;
  if (const auto *block = dyn_cast<ir::BlockStatement>(list[0]))
    return block->label.empty() && endsWhereEmpty(block->statements);
  const auto *leave = dyn_cast<ir::ReturnStatement>(list[0]);
  if (!leave && !(isa<ir::BreakStatement>(list[0]) && jumps.contains(list[0])))
    return false;
  if (!whenEmpty) {
    whenEmpty = list[0];
    return true;
  }
  const auto *known = dyn_cast<ir::ReturnStatement>(whenEmpty);
  if (!known || !leave)
    return !known && !leave;
  return known->value == leave->value ||
         (known->value && leave->value &&
          ir::equal(known->value, leave->value));
}

/// `if (todo.empty()) break;`: the loop's end, where nothing waits to be
/// visited. Nothing of other branches.
std::optional<bool> StackWays::whereEmpty(const ir::IfStatement &s,
                                          llvm::ArrayRef<ir::Statement *> rest,
                                          StackPath &path, List &out,
                                          bool isTail) {
  const auto test = stack.testOf(s.condition, path.heights);
  if (!test || !inVisit)
    return std::nullopt;
  if (carried.empty() && path.hasEffects)
    return fail(s.loc, "something is done before it is asked whether it is "
                       "empty");
  path.isTested = true;
  if (!isOfIteration(*test, path))
    return fail(s.loc, "it is asked whether it is empty where an iteration may "
                       "have pushed something");
  const ir::BlockStatement *empty = test->isEmpty ? s.then : s.otherwise,
                           *other = test->isEmpty ? s.otherwise : s.then;
  List goesOn;
  if (other)
    goesOn = other->statements;
  // `if (!todo.empty()) { n = todo.back(); ...; continue; } break;`
  const bool isLast = !empty && rest.size() == 1 && !goesOn.empty() &&
                      isa<ir::ContinueStatement>(goesOn.back());
  if (!endsWhereEmpty(isLast  ? rest
                      : empty ? llvm::ArrayRef(empty->statements)
                              : llvm::ArrayRef<ir::Statement *>()))
    return fail(s.loc, "where it is empty, something else is done than to "
                       "leave the loop");
  goesOn.insert(goesOn.end(), rest.begin(), rest.end());
  return run(goesOn, path, out, isTail);
}

//===--- Branches ---------------------------------------------------------===//

static llvm::ArrayRef<ir::Statement *>
statementsOf(const ir::BlockStatement *block) {
  return block ? llvm::ArrayRef(block->statements)
               : llvm::ArrayRef<ir::Statement *>();
}

bool StackWays::branch(const ir::IfStatement &s,
                       llvm::ArrayRef<ir::Statement *> rest, StackPath &path,
                       List &out, bool isTail) {
  if (!meet(path, s.loc, out))
    return false;
  const ir::Expr *condition = expr(s.condition, path);
  // Behind the last branch each way visits what it has pushed by itself, but
  // where that would say twice what was pushed before.
  const bool both = s.otherwise && concerns(s.then) && concerns(s.otherwise);
  const bool isLast = isTail && rest.empty() && (path.pending.empty() || both);
  StackPath then = path, other = path;
  List thenList, otherList;
  if (!run(statementsOf(s.then), then, thenList, isLast) ||
      !run(statementsOf(s.otherwise), other, otherList, isLast))
    return false;
  const auto goOn = [&](const ir::Expr *leaves, List &list,
                        const ir::BlockStatement *with) {
    out.push_back(
        module.ifThen(leaves, module.block(list, s.loc), nullptr, s.loc));
    List all(statementsOf(with));
    all.insert(all.end(), rest.begin(), rest.end());
    return run(all, path, out, isTail);
  };
  if (then.isEnded)
    return goOn(condition, thenList, s.otherwise);
  if (other.isEnded)
    return goOn(module.unary(ir::UnaryOp::LNot, condition, s.loc), otherList,
                s.then);
  return join(condition, then, thenList, other, otherList, path, out, s.loc) &&
         run(rest, path, out, isTail);
}

/// What a branch pushed, for what follows it: under the branch's condition, by
/// expressions that are the same there, or else kept in variables.
void StackWays::lift(llvm::ArrayRef<PushedElement> made,
                     const ir::Expr *condition, List &branch, StackPath &path,
                     List &out) {
  for (const PushedElement &element : made) {
    PushedElement lifted = element;
    const auto said = [&](const ir::Expr *e) {
      return e ? resolved(e, branch) : nullptr;
    };
    const bool isWhenSaid = !element.when || said(element.when);
    if (element.loop) {
      if (!isWhenSaid || !branch.empty())
        fail(element.loc, "a loop that pushes stands under a condition with "
                          "other statements");
      lifted.when = element.when ? module.andAlso(condition, said(element.when))
                                 : condition;
      path.pending.push_back(std::move(lifted));
      continue;
    }
    const auto declare = [&](llvm::StringRef name, const ir::Type *type,
                             const ir::Expr *init) {
      const ir::Variable *variable =
          module.variable(ir::Variable::Local, name, type, element.loc);
      out.push_back(module.var(variable, init, element.loc));
      return variable;
    };
    List set;
    for (size_t k = 0; k < element.parts.size(); ++k) {
      const ElementPart &part = stack.parts[k];
      if (const ir::Expr *e = said(element.parts[k])) {
        lifted.parts[k] = e;
        continue;
      }
      const ir::Variable *kept =
          declare(part.name.empty() ? "next" : part.name, part.type, nullptr);
      set.push_back(module.store(module.place(kept), element.parts[k]));
      lifted.parts[k] = module.load(module.place(kept));
    }
    if (isWhenSaid) {
      lifted.when = element.when ? module.andAlso(condition, said(element.when))
                                 : condition;
    } else {
      const ir::Variable *pushed =
          declare("pushed", module.boolType(), module.boolean(false));
      set.push_back(module.store(module.place(pushed), module.boolean(true)));
      lifted.when = module.load(module.place(pushed));
    }
    if (!set.empty() && element.when)
      branch.push_back(module.ifThen(element.when, module.block(set)));
    else
      branch.insert(branch.end(), set.begin(), set.end());
    path.pending.push_back(std::move(lifted));
  }
}

/// Both ways go on, and have pushed what they have.
bool StackWays::join(const ir::Expr *condition, StackPath &then, List &thenList,
                     StackPath &other, List &otherList, StackPath &path,
                     List &out, ir::Location loc) {
  if (then.isTaken != other.isTaken)
    return fail(loc, "only one of two ways takes an element");
  path.hasEffects |= then.hasEffects || other.hasEffects;
  path.isTested |= then.isTested || other.isTested;
  // Behind the loop nothing waits any more.
  if (visit && !inVisit)
    path.pending = then.pending = other.pending = {};
  const size_t before = path.pending.size();
  const auto since = [&](const StackPath &way) {
    return llvm::ArrayRef(way.pending).drop_front(before);
  };
  const bool pushes = !since(then).empty() || !since(other).empty();
  path.isTaken = then.isTaken;
  path.isHidden |= then.isHidden || other.isHidden;
  path.isMerged |= then.isMerged || other.isMerged || pushes;
  if (pushes && (inVisit || !isOfNode(condition)))
    condition = kept(condition, "goes", out);
  lift(since(then), condition, thenList, path, out);
  lift(since(other), module.unary(ir::UnaryOp::LNot, condition, loc), otherList,
       path, out);
  for (size_t k = 0; k < path.current.size(); ++k) {
    const ir::Variable *a = then.current[k], *b = other.current[k];
    if (a == b) {
      path.current[k] = a;
      continue;
    }
    if (!a || !b)
      return fail(loc, "only on one of two ways the next iteration goes on "
                       "with what was taken");
    ir::Variable *made =
        module.variable(ir::Variable::Local, a->name, a->type, loc);
    out.push_back(module.var(made, nullptr, loc));
    const auto set = [&](List &list, const ir::Variable *value) {
      list.push_back(module.store(module.place(made),
                                  module.load(module.place(value)), loc));
    };
    set(thenList, a);
    set(otherList, b);
    path.current[k] = made;
  }
  // What only gave names to what was pushed is not needed.
  const auto isIdle = [](const List &list) {
    return llvm::all_of(
        list, [](const ir::Statement *s) { return isa<ir::LetStatement>(s); });
  };
  if (!isIdle(thenList))
    out.push_back(module.ifThen(
        condition, module.block(thenList, loc),
        isIdle(otherList) ? nullptr : module.block(otherList, loc), loc));
  else if (!isIdle(otherList))
    out.push_back(module.ifThen(module.unary(ir::UnaryOp::LNot, condition, loc),
                                module.block(otherList, loc), nullptr, loc));
  if (pushes || path.isMerged) {
    path.heights.now = path.start = {false, 0};
    path.heights.held.clear();
  } else {
    path.heights.now = path.start = then.heights.now;
    path.heights.held = then.heights.held;
  }
  path.lowest = path.start.value;
  path.stored.clear();
  return why.empty();
}
