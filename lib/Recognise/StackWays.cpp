// The loop as a whole: what goes on from one iteration to the next, where
// iterations end, and the calls that visit what they pushed.
#include "StackWays.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

StackWays::StackWays(ir::Module &module, const ir::Function &holder,
                     const OwnStack &stack)
    : module(module), holder(holder), stack(stack), copy(module) {
  hook();
}

//===--- The function's body ----------------------------------------------===//

/// What an iteration asks before it goes on, the stack apart.
bool StackWays::test(const ir::Expr *condition, StackPath &path, List &out,
                     bool isAtEnd) {
  const auto *both = dyn_cast<ir::LogicalExpr>(condition);
  if (both && both->isAnd)
    return test(both->left, path, out, isAtEnd) &&
           test(both->right, path, out, isAtEnd);
  if (const auto *known = dyn_cast<ir::BoolExpr>(condition);
      known && known->value)
    return true;
  if (const auto asked = stack.testOf(condition, path.heights)) {
    if (!isAtEnd && path.hasEffects)
      return fail(condition->loc, "something is done before it is asked "
                                  "whether it is empty");
    // Whether there is one to be taken next is what calls decide.
    const bool isNext =
        isAtEnd && carried.empty() &&
        asked->asked.isConstant == path.heights.now.isConstant &&
        asked->bottom + path.heights.now.value - asked->asked.value ==
            stack.bottom;
    // What goes on in variables is looked at whether something waits or not.
    const bool isFirst = carried.empty() && isOfIteration(*asked, path);
    if (asked->isEmpty || !(isNext || isFirst))
      return fail(condition->loc, "the loop's condition asks of it what is not "
                                  "followed");
    return true;
  }
  if (!meet(path, condition->loc, out))
    return false;
  const ir::Expr *goesOn = expr(condition, path);
  // Where it says nothing of the element, what waits finds the same, since
  // nothing runs meanwhile.
  const bool asksAgain = !isAtEnd && !isDerived(goesOn) && !returnsInLoop() &&
                         (!loop->head || loop->head->statements.empty());
  const List leaves = asksAgain ? List{module.ret(nullptr, condition->loc)}
                                : stop(nullptr, condition->loc);
  out.push_back(module.ifThen(
      module.unary(ir::UnaryOp::LNot, goesOn, condition->loc),
      module.block(leaves, condition->loc), nullptr, condition->loc));
  return true;
}

bool StackWays::returnsInLoop() const {
  bool result = false;
  ir::walk(
      static_cast<const ir::Statement *>(loop->body),
      [&](const ir::Statement *s) { result |= isa<ir::ReturnStatement>(s); });
  return result;
}

/// Nothing that waits is visited any more.
StackWays::List StackWays::stop(const ir::ReturnStatement *leave,
                                ir::Location loc) {
  List made;
  const auto flag = [&](const ir::Variable *&variable, const char *name,
                        const ir::Type *type) {
    if (!variable)
      variable = module.variable(ir::Variable::Local, name, type, loop->loc);
    return module.place(variable);
  };
  const ir::Expr *yes = module.boolean(true);
  if (leave) {
    if (leave->value)
      made.push_back(module.store(flag(returned, "result", leave->value->type),
                                  copy.expr(leave->value), loc));
    made.push_back(module.store(
        flag(hasReturned, "returned", module.boolType()), yes, loc));
  }
  made.push_back(
      module.store(flag(stopped, "stopped", module.boolType()), yes, loc));
  made.push_back(module.ret(nullptr, loc));
  return made;
}

void StackWays::callOf(llvm::ArrayRef<const ir::Expr *> parts, ir::Location loc,
                       List &out) {
  auto *made = module.make<ir::CallStatement>(loc);
  made->arguments.assign(parts.begin(), parts.end());
  (inVisit ? inner : outer).push_back(made);
  out.push_back(made);
}

/// The loop, from its last iteration to its first:
///
///     for (k = first; k < last; ++k)  ->  for (k = last - 1; k >= first; --k)
///
/// In unsigned numbers it is `for (k = last; k-- > first;)`: there is none
/// below 0.
ir::Statement *StackWays::callLoop(const PushedElement &element) {
  const PushingLoop &of = *element.loop;
  const ir::Location loc = element.loc;
  const ir::Type *type = of.variable->type;
  const bool isSigned = llvm::cast<ir::IntType>(type)->isSigned;
  ir::Variable *counter =
      module.variable(ir::Variable::Local, of.variable->name, type, loc);
  const ir::Expr *now = module.load(module.place(counter));
  const auto by = [&](ir::BinaryOp op, const ir::Expr *e) {
    const ir::Expr *sum = module.binary(op, e, module.integer(type, 1), loc);
    const auto known = constantOf(sum);
    return known ? module.integer(type, *known, loc) : sum;
  };
  auto *made = module.make<ir::LoopStatement>(loc);
  made->form = ir::LoopForm::For;
  made->step = module.block({}, loc);
  const ir::Expr *begin = of.last;
  if (of.isDown) {
    begin = of.isInclusive ? of.last : by(ir::BinaryOp::Add, of.last);
    made->condition =
        module.binary(of.leavesFirstOut ? ir::BinaryOp::Lt : ir::BinaryOp::Le,
                      now, of.first, loc);
  } else if (isSigned) {
    begin = of.isInclusive ? of.last : by(ir::BinaryOp::Sub, of.last);
    made->condition = module.binary(ir::BinaryOp::Ge, now, of.first, loc);
  } else {
    begin = of.isInclusive ? by(ir::BinaryOp::Add, of.last) : of.last;
    ir::Variable *before = module.variable(ir::Variable::Let, "t", type, loc);
    made->head = module.block(
        {module.let(before, now, loc),
         module.store(module.place(counter), by(ir::BinaryOp::Sub, now), loc)},
        loc);
    made->condition = module.binary(
        ir::BinaryOp::Gt, module.load(module.place(before)), of.first, loc);
  }
  made->init = module.block({module.var(counter, begin, loc)}, loc);
  if (!made->head)
    made->step->statements = {module.store(
        module.place(counter),
        by(of.isDown ? ir::BinaryOp::Add : ir::BinaryOp::Sub, now), loc)};
  ir::Mapper again(module);
  again.variables[of.variable] = counter;
  List body;
  for (const PushedElement &each : llvm::reverse(of.elements)) {
    PushedElement mapped = each;
    mapped.when = again.expr(each.when);
    for (const ir::Expr *&part : mapped.parts)
      part = again.expr(part);
    call(mapped, body);
  }
  made->body = module.block(body, loc);
  // The least number has none before it, the greatest none behind it.
  if (begin == of.last || constantOf(of.last))
    return made;
  const bool isLess = !of.isDown;
  const ir::BinaryOp runs =
      of.isInclusive ? (isLess ? ir::BinaryOp::Le : ir::BinaryOp::Ge)
                     : (isLess ? ir::BinaryOp::Lt : ir::BinaryOp::Gt);
  return module.ifThen(module.binary(runs, of.first, of.last, loc),
                       module.block({made}, loc), nullptr, loc);
}

void StackWays::call(const PushedElement &element, List &out) {
  List made;
  if (element.loop)
    made.push_back(callLoop(element));
  else
    callOf(used(element.parts), element.loc, made);
  if (element.when)
    made = {under(element.when, made, element.loc)};
  out.insert(out.end(), made.begin(), made.end());
}

/// `if (a && b)` as one in the other, so that each says what it says.
ir::Statement *StackWays::under(const ir::Expr *condition, const List &list,
                                ir::Location loc) {
  const auto *both = dyn_cast<ir::LogicalExpr>(condition);
  if (both && both->isAnd)
    return under(both->left, {under(both->right, list, loc)}, loc);
  return module.ifThen(condition, module.block(list, loc), nullptr, loc);
}

/// Of an element's parts, those that the function is handed.
std::vector<const ir::Expr *>
StackWays::used(llvm::ArrayRef<const ir::Expr *> parts) const {
  std::vector<const ir::Expr *> result;
  for (size_t k = 0; k < parts.size(); ++k)
    if (isHanded[k])
      result.push_back(parts[k]);
  return result;
}

/// The iteration is over: what it goes on with is visited, then what it pushed,
/// the last first.
bool StackWays::end(StackPath &path, List &out, ir::Location loc) {
  if (step && !step->statements.empty()) {
    const ir::BlockStatement *once = std::exchange(step, nullptr);
    const bool isDone = run(once->statements, path, out, false);
    step = once;
    if (!isDone)
      return false;
  }
  if (!meet(path, loc, out))
    return false;
  if (loop->form == ir::LoopForm::DoWhile) {
    const ir::BlockStatement *head = loop->head;
    if ((head && !run(head->statements, path, out, false)) ||
        !test(loop->condition, path, out, true))
      return false;
  }
  if (!carried.empty() && path.isTaken && !path.pending.empty())
    return fail(loc, "something is pushed behind the element that goes on");
  List calls;
  if (!carried.empty() && !path.isTaken) {
    PushedElement next;
    for (size_t k = 0; k < path.current.size(); ++k) {
      if (isHanded[k] && !path.current[k])
        return fail(loc, "the next iteration goes on with a part of what was "
                         "taken");
      next.parts.push_back(
          isHanded[k] ? module.load(module.place(path.current[k])) : nullptr);
    }
    next.loc = loc;
    call(next, calls);
  } else if (carried.empty() ? !path.isTaken
                             : llvm::any_of(path.current,
                                            [](const ir::Variable *v) {
                                              return v != nullptr;
                                            }) &&
                                   !isAllTaken(path)) {
    return fail(loc, carried.empty()
                         ? "an iteration may take no element"
                         : "the next iteration goes on with a part of what was "
                           "taken");
  }
  for (const PushedElement &element : llvm::reverse(path.pending))
    call(element, calls);
  out.insert(out.end(), calls.begin(), calls.end());
  out.push_back(module.ret(nullptr, loc));
  path.isEnded = true;
  return true;
}

/// Whether all that goes on is what was taken.
bool StackWays::isAllTaken(const StackPath &path) const {
  for (size_t k = 0; k < path.current.size(); ++k)
    if (isHanded[k] && path.current[k])
      return false;
  return true;
}

bool StackWays::body(const ir::LoopStatement &of, StackPath &path, List &out) {
  List rest(of.body->statements);
  if (of.form != ir::LoopForm::DoWhile) {
    if ((of.head && !run(of.head->statements, path, out, false)) ||
        !test(of.condition, path, out, false))
      return false;
  }
  return run(rest, path, out, true);
}

/// The function's parameters, one a part of an element that it looks at, and
/// what the loop begins with.
bool StackWays::makeParams(const ir::LoopStatement &of, StackPath &inside,
                           PushedElement &begins) {
  for (size_t k = 0; k < stack.parts.size(); ++k) {
    const ElementPart &part = stack.parts[k];
    std::string name = part.name.empty() ? nameOfElement(of) : part.name;
    const ir::Expr *starts = nullptr;
    for (const auto &[variable, of] : carried) {
      if (of >= 0 && of != static_cast<int>(k))
        continue;
      const ir::Place *place = module.place(copy.variable(variable));
      if (of < 0)
        for (const ir::Step &each : part.steps)
          place = module.place(place, each);
      else
        name = variable->name;
      if (starts || place->type != part.type)
        return fail(variable->loc, "two variables go on to the next iteration "
                                   "with one part of what is taken");
      starts = module.load(place, loop->loc);
    }
    ir::Variable *param =
        module.variable(ir::Variable::Parameter, name.empty() ? "next" : name,
                        part.type, of.loc);
    params.push_back(param);
    paramParts.push_back(param);
    derived.insert(param);
    const ir::Type *to = ir::pointeeOf(part.type);
    if (to && isa<ir::StructType>(to))
      nodeTypes.insert(to);
    inside.current.push_back(carried.empty() || !isHanded[k] ? nullptr : param);
    begins.parts.push_back(starts);
  }
  begins.loc = of.loc;
  return true;
}

bool StackWays::makeVisit(const ir::LoopStatement &of, StackPath &path,
                          List &out) {
  if (visit)
    return fail(of.loc, "two loops take elements from it");
  if ((of.init && !run(of.init->statements, path, out, false)) ||
      !meet(path, of.loc, out) || !findJumps(of) || !findCarried(of))
    return false;
  step = of.step;
  isHanded.assign(stack.parts.size(), carried.empty());
  for (const auto &[variable, part] : carried)
    for (size_t k = 0; k < stack.parts.size(); ++k)
      isHanded[k] = isHanded[k] || part < 0 || part == static_cast<int>(k);
  StackPath inside;
  PushedElement begins;
  if (!makeParams(of, inside, begins))
    return false;
  findWritten(&of);
  inVisit = true;
  List list;
  for (const auto &[variable, times] : ownCopies)
    if (times > 1) {
      copy.variables[variable] = module.variable(
          ir::Variable::Local, variable->name, variable->type, variable->loc);
      list.push_back(
          module.var(copy.variables[variable], nullptr, variable->loc));
    }
  if (!body(of, inside, list))
    return false;
  if (stopped)
    list.insert(list.begin(),
                module.ifThen(module.load(module.place(stopped)),
                              module.block({module.ret()}), nullptr, of.loc));
  visit = module.block(list, of.loc);
  inVisit = false;
  for (const ir::Variable *flag : {stopped, hasReturned})
    if (flag)
      out.push_back(module.var(flag, module.boolean(false), of.loc));
  if (returned)
    out.push_back(module.var(returned, nullptr, of.loc));
  if (!carried.empty())
    call(begins, out);
  for (const PushedElement &element : llvm::reverse(path.pending))
    call(element, out);
  path.pending.clear();
  if (hasReturned)
    out.push_back(module.ifThen(
        module.load(module.place(hasReturned)),
        module.block({module.ret(
            returned ? module.load(module.place(returned)) : nullptr, of.loc)}),
        nullptr, of.loc));
  if (whenEmpty && isa<ir::ReturnStatement>(whenEmpty)) {
    const List leaves = copied(const_cast<ir::Statement *>(whenEmpty), path);
    if (stopped) {
      out.push_back(module.ifThen(
          module.unary(ir::UnaryOp::LNot, module.load(module.place(stopped))),
          module.block(leaves, of.loc), nullptr, of.loc));
    } else {
      out.insert(out.end(), leaves.begin(), leaves.end());
      path.isEnded = true;
    }
  }
  return true;
}

bool StackWays::around(llvm::ArrayRef<ir::Statement *> list, List &out) {
  StackPath path;
  path.heights.now = path.start = {true, stack.bottom};
  path.lowest = stack.bottom;
  if (!run(list, path, out, false))
    return false;
  if (!visit)
    return fail(loop->loc, "its loop is not followed");
  return why.empty();
}
