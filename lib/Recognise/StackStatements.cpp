// One statement after the other: what a way does to the stack.
#include "Inline.h"
#include "LocalUses.h"
#include "StackWays.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

bool StackWays::fail(ir::Location loc, const char *reason) const {
  if (why.empty()) {
    why = reason;
    whyAt = loc;
  }
  return false;
}

/// Whether `s` is anything but a statement that an iteration does for itself:
/// it pushes or takes, goes to the next iteration, or sets what goes there.
bool StackWays::concerns(const ir::Statement *s) const {
  bool result = false;
  const auto named = [&](const ir::Variable *variable) {
    result |= stack.isNamedBy(variable);
  };
  ir::walk(s, [&](const ir::Statement *each) {
    result |= isa<ir::ContinueStatement>(each) && jumps.contains(each);
    result |= each == loop;
    named(ir::declaredBy(each));
    ir::forEachPlace(each, [&](const ir::Place *place) {
      named(place->variable());
      result |= inVisit && carried.count(place->variable());
    });
  });
  // What was popped may be read anywhere; whether there is more decides where
  // a way goes.
  ir::walk(s, [&](const ir::Statement *each) {
    ir::forEachOperand(each, [&](const ir::Expr *e) {
      const auto *lent = dyn_cast<ir::AddressExpr>(e);
      if (lent && lent->place->steps.empty())
        named(lent->place->variable());
    });
    if (isa<ir::IfStatement, ir::LoopStatement, ir::SwitchStatement>(each))
      ir::forEachOperand(each, [&](const ir::Expr *e) {
        ir::walk(e, [&](const ir::Expr *part) {
          const ir::Place *place = ir::placeOf(part);
          if (place && place->steps.empty())
            named(place->variable());
          if (const auto *asked = dyn_cast<ir::ContainerReadExpr>(part))
            named(asked->container->wholeVariable());
        });
      });
  });
  return result;
}

//===--- Heights ----------------------------------------------------------===//

void StackWays::moveTo(int64_t height, StackPath &path) {
  path.heights.now.value = height;
  path.lowest = std::min(path.lowest, height);
}

/// Ways meet or part here: what was stored is what the stack has now.
bool StackWays::meet(StackPath &path, ir::Location loc, List &out) {
  const int64_t low = std::min(path.lowest, path.start.value);
  if (low < path.start.value) {
    if (!inVisit || path.isTaken || path.isMerged || !path.pending.empty() ||
        path.start.value != 0 || low != -1)
      return fail(loc, "an iteration takes more than one element, or one that "
                       "it pushed itself");
    path.isTaken = true;
  }
  for (int64_t k = low; k < path.heights.now.value; ++k) {
    const auto known = path.stored.find(k);
    if (known == path.stored.end() ||
        llvm::is_contained(known->second, nullptr))
      return fail(loc, "what is pushed here is not known");
    PushedElement pushed;
    pushed.parts = known->second;
    pushed.loc = loc;
    if (keeping)
      keep(std::move(pushed), out);
    else
      path.pending.push_back(std::move(pushed));
  }
  path.stored.clear();
  path.start = path.heights.now;
  path.lowest = path.start.value;
  return true;
}

//===--- Pushing ----------------------------------------------------------===//

bool StackWays::push(std::optional<std::vector<const ir::Expr *>> parts,
                     ir::Location loc, StackPath &path, List &out) {
  if (!parts)
    return fail(loc, "the parts of what is pushed are not told from each "
                     "other; push numbers, pointers, or a struct of them that "
                     "is made of their values");
  const int64_t number = path.heights.now.value;
  std::vector<const ir::Expr *> &element = path.stored[number];
  element.clear();
  for (size_t k = 0; k < parts->size(); ++k)
    element.push_back(kept(expr((*parts)[k], path), stack.parts[k].name, out));
  path.isHidden |= number <= -1;
  path.heights.now.value = number + 1;
  return true;
}

/// `todo[count] = n`, `todo[count].n = n`
std::optional<bool> StackWays::storeOf(const ir::StoreStatement &s,
                                       StackPath &path, List &out) {
  const ir::Place *place = s.place;
  if (stack.top && place->wholeVariable() == stack.top) {
    if (const auto height = stack.heightOf(s.value, path.heights)) {
      moveTo(height->value, path);
      return true;
    }
    const auto constant = stack.topNumber(s.value);
    if (!constant || inVisit || !path.heights.now.isConstant)
      return fail(s.loc, "how many elements it has here is not known");
    moveTo(*constant, path);
    return true;
  }
  const auto at = stack.elementAt(place, path.heights);
  if (!at)
    return std::nullopt;
  if (at->first.isConstant != path.heights.now.isConstant)
    return fail(s.loc, "which of its elements this is is not known");
  const int64_t number = at->first.value - stack.shift;
  const auto steps = place->steps.drop_front(at->second);
  std::vector<const ir::Expr *> &element = path.stored[number];
  element.resize(stack.parts.size());
  path.isHidden |= number <= -1;
  path.lowest = std::min(path.lowest, number);
  if (const int part = stack.partAt(steps); part >= 0) {
    element[static_cast<size_t>(part)] = kept(
        expr(s.value, path), stack.parts[static_cast<size_t>(part)].name, out);
    return true;
  }
  if (!steps.empty())
    return fail(s.loc, "a part of an element is set that is neither a number "
                       "nor a pointer");
  const auto parts = stack.partsOf(module, s.value);
  if (!parts)
    return fail(s.loc, "the parts of what is pushed are not told from each "
                       "other; push numbers, pointers, or a struct of them "
                       "that is made of their values");
  for (size_t k = 0; k < parts->size(); ++k)
    element[k] = kept(expr((*parts)[k], path), stack.parts[k].name, out);
  return true;
}

//===--- What goes on to the next iteration -------------------------------===//

/// `n = todo[--count]`, or `n = n->left`, where the next iteration looks at n.
std::optional<bool> StackWays::carry(const ir::StoreStatement &s,
                                     StackPath &path, List &out) {
  const auto known = inVisit && s.place->variable()
                         ? carried.find(s.place->variable())
                         : carried.end();
  if (known == carried.end())
    return std::nullopt;
  const auto *load = dyn_cast<ir::LoadExpr>(s.value);
  const auto at =
      load ? stack.elementAt(load->place, path.heights) : std::nullopt;
  std::vector<int> parts;
  if (known->second >= 0)
    parts = {known->second};
  else if (const int part = stack.partAt(s.place->steps); part >= 0)
    parts = {part};
  else
    for (size_t k = 0; k < stack.parts.size(); ++k)
      parts.push_back(static_cast<int>(k));
  if (at) {
    const auto steps = load->place->steps.drop_front(at->second);
    const int from = stack.partAt(steps);
    if (!isPopped(at->first, path) ||
        (parts.size() == 1 && from != parts[0] && stack.parts.size() > 1))
      return fail(s.loc, "it is not the last element that goes on here");
    for (int part : parts)
      path.current[static_cast<size_t>(part)] = nullptr;
    return true;
  }
  std::vector<const ir::Expr *> values = {s.value};
  if (parts.size() > 1 || (known->second < 0 && s.place->steps.empty())) {
    auto split = stack.partsOf(module, s.value);
    if (!split)
      return fail(s.loc, "the parts of what goes on to the next iteration are "
                         "not told from each other");
    values = std::move(*split);
  }
  // All values are of before any of them is set.
  std::vector<const ir::Variable *> made;
  for (size_t k = 0; k < parts.size(); ++k) {
    const ir::Expr *value = expr(values[k], path);
    ir::Variable *next =
        module.variable(ir::Variable::Let, known->first->name,
                        stack.parts[static_cast<size_t>(parts[k])].type, s.loc);
    if (value->type != next->type)
      return fail(s.loc, "what goes on to the next iteration has another type");
    out.push_back(module.let(next, value, s.loc));
    lets[next] = value;
    note(next, value);
    made.push_back(next);
  }
  for (size_t k = 0; k < parts.size(); ++k)
    path.current[static_cast<size_t>(parts[k])] = made[k];
  return true;
}

//===--- Statements -------------------------------------------------------===//

/// A statement that is about the stack alone; nothing of others.
std::optional<bool> StackWays::operation(ir::Statement *s, StackPath &path,
                                         List &out) {
  if (const auto *let = dyn_cast<ir::LetStatement>(s))
    return declaration(let->variable, let->value, s->loc, path, out);
  if (const auto *var = dyn_cast<ir::VarStatement>(s))
    return declaration(var->variable, var->init, s->loc, path, out);
  if (const auto *store = dyn_cast<ir::StoreStatement>(s)) {
    const ir::Variable *whole = store->place->wholeVariable();
    if (inVisit && ownCopies.lookup(whole) == 1 &&
        whole->type == stack.element && !stack.parts[0].steps.empty())
      return declaration(whole, store->value, s->loc, path, out);
    if (inVisit && ownCopies.lookup(whole) == 1) {
      const auto done = fixed(whole, store->value, s->loc, path, out);
      return done ? done
                  : std::optional(fail(s->loc, "what is taken is kept "
                                               "in a variable of another "
                                               "kind"));
    }
    const auto carries = carry(*store, path, out);
    return carries ? carries : storeOf(*store, path, out);
  }
  if (const auto *change = dyn_cast<ir::ContainerChangeStatement>(s)) {
    if (change->container->wholeVariable() != stack.storage ||
        !stack.isContainer())
      return std::nullopt;
    if (change->op == ir::ChangeOp::Push && change->arguments.size() == 1)
      return push(stack.partsOf(module, change->arguments[0]), s->loc, path,
                  out);
    if (change->op == ir::ChangeOp::Pop)
      moveTo(path.heights.now.value - 1, path);
    else if (change->op != ir::ChangeOp::Reserve)
      return fail(s->loc, "only pushing and taking the last element are "
                          "followed");
    return true;
  }
  const auto *call = dyn_cast<ir::LibraryCallStatement>(s);
  const llvm::StringRef name = call ? llvm::StringRef(call->name) : "";
  if (!call || call->arguments.empty() || call->result ||
      (!name.ends_with("::emplace_back") && !name.ends_with("::emplace")))
    return std::nullopt;
  const auto *of = dyn_cast<ir::AddressExpr>(call->arguments[0]);
  if (!of || of->place->wholeVariable() != stack.storage)
    return std::nullopt;
  // What a constructor makes of them is not seen.
  if (isa<ir::StructType>(stack.element))
    return push(std::nullopt, s->loc, path, out);
  return push(
      stack.emplaced(module, llvm::ArrayRef(call->arguments).drop_front()),
      s->loc, path, out);
}

/// Whether control may leave from inside of `s`.
static bool mayLeave(const ir::Statement *s) {
  bool result = false;
  ir::walk(s, [&](const ir::Statement *each) {
    result |= isa<ir::BreakStatement, ir::ContinueStatement, ir::LeaveStatement,
                  ir::ReturnStatement>(each);
  });
  return result;
}

/// Copies the statements of a list, as far as the way goes. `isTail`: the
/// iteration ends behind them.
bool StackWays::run(llvm::ArrayRef<ir::Statement *> list, StackPath &path,
                    List &out, bool isTail) {
  for (size_t k = 0; k < list.size(); ++k) {
    ir::Statement *s = list[k];
    const auto rest = list.drop_front(k + 1);
    if (const auto done = operation(s, path, out)) {
      if (!*done)
        return false;
      continue;
    }
    if (isHandedStack(s)) {
      const auto &call = llvm::cast<ir::CallStatement>(*s);
      inlined.push_back(call.callee);
      const List body =
          inlinedCall(module, call, holder, temporaryName).statements;
      const bool isDone = run(body, path, out, false);
      inlined.pop_back();
      if (!isDone)
        return false;
      continue;
    }
    if (!concerns(s)) {
      if (keeping && mayLeave(s) && !meet(path, s->loc, out))
        return false;
      if (!isa<ir::LetStatement, ir::VarStatement>(s)) {
        path.hasEffects = true;
        if (path.isTested && inVisit && !carried.empty())
          return fail(s->loc, "something is done between the test whether it "
                              "is empty and the next iteration");
      }
      const List made = copied(s, path);
      if (!why.empty())
        return false;
      out.insert(out.end(), made.begin(), made.end());
      if (isa<ir::ReturnStatement>(s) ||
          (isa<ir::BreakStatement>(s) && jumps.contains(s))) {
        path.isEnded = true;
        return true;
      }
      continue;
    }
    if (isa<ir::ContinueStatement>(s))
      return end(path, out, s->loc);
    if (const auto *block = dyn_cast<ir::BlockStatement>(s);
        block && block->label.empty()) {
      List all(block->statements);
      all.insert(all.end(), rest.begin(), rest.end());
      return run(all, path, out, isTail);
    }
    if (const auto *choice = dyn_cast<ir::IfStatement>(s)) {
      if (const auto done = whereEmpty(*choice, rest, path, out, isTail))
        return *done;
      return branch(*choice, rest, path, out, isTail);
    }
    bool isDone = false;
    if (const auto *inner = dyn_cast<ir::LoopStatement>(s))
      isDone = inner == loop && !inVisit ? makeVisit(*inner, path, out)
                                         : pushingLoop(*inner, path, out);
    else if (const auto *range = dyn_cast<ir::RangeLoopStatement>(s))
      isDone = pushingRange(*range, path, out);
    else
      fail(s->loc, "it is used here in a way that is not followed");
    if (!isDone)
      return false;
    if (path.isEnded)
      return true;
  }
  return isTail ? end(path, out, list.empty() ? loop->loc : list.back()->loc)
                : meet(path, list.empty() ? ir::Location() : list.back()->loc,
                       out);
}
