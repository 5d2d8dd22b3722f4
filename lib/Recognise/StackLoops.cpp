// Loops that push: each iteration's elements are visited by a loop that goes
// the other way.
//
//     for (int k = 0; k < 8; ++k)        for (int k = 7; k >= 0; --k)
//       if (n->child[k])             ->    if (n->child[k])
//         todo.push(n->child[k]);            visit(n->child[k]);
#include "Inline.h"
#include "StackWays.h"

#include "regtt/Analysis/CountedLoop.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

/// What each iteration of a loop pushes is visited by a loop that goes the
/// other way, once the iteration is over. Where it depends on the node and on
/// what never changes alone, that loop finds it anew, and the first one goes;
/// otherwise the first one keeps it, for a constant number of trips.
bool StackWays::iterate(std::shared_ptr<PushingLoop> made,
                        ir::LoopStatement *forward, ir::Statement *first,
                        llvm::ArrayRef<ir::Statement *> body, StackPath &path,
                        List &out) {
  const ir::Location loc = forward->loc;
  if (!meet(path, loc, out))
    return false;
  counters.insert(made->variable);
  for (const auto &[variable, value] : lets)
    made->known.insert(variable);
  StackPath inside = path;
  inside.pending.clear();
  inside.isMerged = true;
  inside.heights.now = inside.start = {false, 0};
  inside.heights.held.clear();
  inside.lowest = 0;
  const StackPath begins = inside;
  List list;
  if (first)
    list.push_back(first);
  if (!run(body, inside, list, false))
    return false;
  bool isSaid = isOfNode(made->first) && isOfNode(made->last) &&
                llvm::all_of(list, [](const ir::Statement *s) {
                  return isa<ir::LetStatement>(s);
                });
  for (const PushedElement &element : inside.pending) {
    if (element.loop)
      return fail(element.loc, "loops that push stand in each other");
    isSaid &= !element.when || resolved(element.when, list);
    isSaid &= llvm::all_of(element.parts, [&](const ir::Expr *part) {
      return resolved(part, list);
    });
  }
  if (isSaid) {
    for (const PushedElement &element : inside.pending)
      made->elements.push_back(said(element, list));
  } else {
    if (!made->trips)
      return fail(loc,
                  "what a loop pushes depends on more than the node, and how "
                  "often it runs is not a constant");
    if (keeping)
      return fail(loc, "loops that push stand in each other");
    inside = begins;
    list.clear();
    if (first)
      list.push_back(first);
    keeping = made.get();
    keptIn = &out;
    const bool isDone = run(body, inside, list, false);
    keeping = nullptr;
    if (!isDone)
      return false;
    forward->body = module.block(list, loc);
    out.push_back(forward);
    path.hasEffects = true;
  }
  if (inside.current != path.current || inside.isTaken != path.isTaken)
    return fail(loc, "a loop that pushes takes elements, too, or sets what the "
                     "next iteration goes on with");
  PushedElement pushed;
  pushed.loop = std::move(made);
  pushed.loc = loc;
  path.pending.push_back(std::move(pushed));
  path.isMerged = true;
  path.heights.now = path.start = {false, 0};
  path.heights.held.clear();
  path.lowest = 0;
  return true;
}

PushedElement StackWays::said(PushedElement element, const List &inside) const {
  if (element.when)
    element.when = resolved(element.when, inside);
  for (const ir::Expr *&part : element.parts)
    part = resolved(part, inside);
  return element;
}

/// Keeps what an iteration of a loop pushes, where it does, in arrays with one
/// element a trip.
void StackWays::keep(PushedElement element, List &body) {
  const ir::Expr *counter = module.load(module.place(keeping->variable));
  const ir::Expr *trip = counter;
  if (keeping->isDown)
    trip = module.binary(ir::BinaryOp::Sub, keeping->first, counter);
  else if (constantOf(keeping->first) != 0)
    trip = module.binary(ir::BinaryOp::Sub, counter, keeping->first);
  const auto array = [&](llvm::StringRef name, const ir::Type *type) {
    const ir::Variable *made =
        module.variable(ir::Variable::Local, name,
                        module.array(type, *keeping->trips), element.loc);
    keptIn->push_back(module.var(
        made, type->isBool() ? module.zero(made->type) : nullptr, element.loc));
    return module.index(module.place(made), trip);
  };
  List ofLoop;
  for (const auto &[variable, value] : lets)
    if (!keeping->known.contains(variable))
      ofLoop.push_back(module.let(variable, value));
  const ir::Place *pushed = array("pushed", module.boolType());
  body.push_back(module.store(pushed, module.boolean(true), element.loc));
  for (size_t k = 0; k < element.parts.size(); ++k) {
    const ElementPart &part = stack.parts[k];
    // What the loop declares is not there any more.
    if (const ir::Expr *e = resolved(element.parts[k], ofLoop)) {
      element.parts[k] = e;
      continue;
    }
    const ir::Place *at =
        array(part.name.empty() ? "next" : part.name, part.type);
    body.push_back(module.store(at, element.parts[k], element.loc));
    element.parts[k] = module.load(at);
  }
  element.when = module.load(pushed);
  keeping->elements.push_back(std::move(element));
}

/// `for (k = n; k-- > 0;)`: the counter, which has come to `last` at the end.
static const ir::Variable *countsDown(const ir::LoopStatement &s,
                                      const ir::Expr *&last) {
  const auto *let = s.head && s.head->statements.size() == 2
                        ? dyn_cast<ir::LetStatement>(s.head->statements[0])
                        : nullptr;
  const auto *store =
      let ? dyn_cast<ir::StoreStatement>(s.head->statements[1]) : nullptr;
  const auto *test = dyn_cast<ir::BinaryExpr>(s.condition);
  const auto *load = let ? dyn_cast<ir::LoadExpr>(let->value) : nullptr;
  const ir::Variable *variable = load ? load->place->wholeVariable() : nullptr;
  const auto *less = store ? dyn_cast<ir::BinaryExpr>(store->value) : nullptr;
  const auto isBefore = [&](const ir::Expr *e) {
    const auto *value = dyn_cast<ir::ValueExpr>(e);
    return value && value->variable == let->variable;
  };
  if (!variable || !less || !test ||
      store->place->wholeVariable() != variable ||
      less->op != ir::BinaryOp::Sub || !isBefore(less->left) ||
      constantOf(less->right) != 1 || !isBefore(test->left) ||
      (test->op != ir::BinaryOp::Gt && test->op != ir::BinaryOp::Ne) ||
      (s.step && !s.step->statements.empty()) ||
      kernel::mayChange(s.body, variable))
    return nullptr;
  last = test->right;
  return variable;
}

/// What the loop's head sets its counter to.
static const ir::Expr *startOf(const ir::LoopStatement &s,
                               const ir::Variable *&counter) {
  if (!s.init || s.init->statements.size() != 1)
    return nullptr;
  const ir::Statement *first = s.init->statements[0];
  if (const auto *var = dyn_cast<ir::VarStatement>(first)) {
    counter = var->variable;
    return var->init;
  }
  const auto *store = dyn_cast<ir::StoreStatement>(first);
  counter = store ? store->place->wholeVariable() : nullptr;
  return counter ? store->value : nullptr;
}

/// Whether nothing looks at what the counter has come to: all that names it are
/// loops that set it first.
static bool isCounterAlone(const ir::Statement *s,
                           const ir::Variable *counter) {
  const auto *loop = dyn_cast<ir::LoopStatement>(s);
  const ir::Variable *own = nullptr;
  if (loop && startOf(*loop, own) && own == counter)
    return true;
  bool result = true;
  ir::forEachOperand(s, [&](const ir::Expr *e) {
    ir::walk(e, [&](const ir::Expr *each) {
      const ir::Place *place = ir::placeOf(each);
      result &= !place || place->variable() != counter;
    });
  });
  ir::forEachChild(s, [&](const ir::Statement *child) {
    result = result && isCounterAlone(child, counter);
  });
  return result;
}

/// A loop's body without `continue`; what cannot be said so stays.
///
///     if c { continue }          if c { } else {
///     push(%todo, load %n)   ->    push(%todo, load %n)
///                                }
ir::BlockStatement *StackWays::withoutContinue(const ir::BlockStatement *of) {
  llvm::SmallPtrSet<const ir::Statement *, 4> own;
  bool returns = false;
  const std::function<void(const ir::Statement *)> find =
      [&](const ir::Statement *s) {
        if (isa<ir::ContinueStatement>(s))
          own.insert(s);
        returns |= isa<ir::ReturnStatement>(s);
        if (!isa<ir::LoopStatement, ir::RangeLoopStatement>(s))
          ir::forEachChild(s, [&](const ir::Statement *child) { find(child); });
      };
  find(of);
  if (own.empty() || returns)
    return const_cast<ir::BlockStatement *>(of);
  ir::Mapper same(module);
  same.onDeclare = [](const ir::Variable *variable) { return variable; };
  same.onStatement = [&](const ir::Statement *s)
      -> std::optional<std::vector<ir::Statement *>> {
    if (own.contains(s))
      return List{module.ret(nullptr, s->loc)};
    return std::nullopt;
  };
  ir::BlockStatement *made = same.block(of);
  removeReturns(module, made, nullptr);
  return made;
}

bool StackWays::pushingLoop(const ir::LoopStatement &s, StackPath &path,
                            List &out) {
  const ir::Variable *own = nullptr;
  const ir::Expr *start = startOf(s, own);
  const auto counted = kernel::indexLoop(holder, s);
  const ir::Expr *last = nullptr;
  const ir::Variable *down =
      counted || !s.condition ? nullptr : countsDown(s, last);
  const ir::Variable *variable = counted ? counted->variable : down;
  if (!inVisit || !start || own != variable ||
      !isCounterAlone(holder.body, variable))
    return fail(s.loc, "a loop that pushes has no counter of its own that goes "
                       "up or down by one");
  auto made = std::make_shared<PushingLoop>();
  ir::Variable *counter = module.variable(ir::Variable::Local, variable->name,
                                          variable->type, s.loc);
  made->variable = copy.variables[variable] = counter;
  made->first = expr(start, path);
  made->last = expr(counted ? counted->last : last, path);
  if (made->first->type != counter->type || made->last->type != counter->type)
    return fail(s.loc, "the counter of a loop that pushes is compared as "
                       "another type");
  made->isInclusive = down || counted->isInclusive;
  made->isDown = down || counted->isDown;
  made->leavesFirstOut = down;
  if (counted && counted->isUnequal)
    return fail(s.loc, "a loop that pushes may pass its end; compare its "
                       "counter by '<'");
  if (const auto known = kernel::countedLoop(holder, s))
    made->trips = static_cast<uint64_t>(known->trips);
  auto *forward = module.make<ir::LoopStatement>(s.loc);
  forward->form = s.form;
  forward->init =
      module.block({module.var(counter, made->first, s.loc)}, s.loc);
  forward->condition = expr(s.condition, path);
  forward->step = copy.block(s.step);
  if (down)
    made->trips.reset();
  return iterate(std::move(made), forward, nullptr,
                 withoutContinue(s.body)->statements, path, out);
}

/// `for (Node *c : n->child) todo.push(c);`
bool StackWays::pushingRange(const ir::RangeLoopStatement &s, StackPath &path,
                             List &out) {
  active = &path;
  const ir::Place *range = copy.place(s.range);
  active = nullptr;
  const auto *array = dyn_cast<ir::ArrayType>(range->type);
  const auto *library = dyn_cast<ir::LibraryType>(range->type);
  if (!inVisit || (!array && !library))
    return fail(s.loc, "a loop that pushes goes over what has no numbers");
  auto made = std::make_shared<PushingLoop>();
  const ir::Type *number =
      module.intType(array ? ir::IntType::I32 : ir::IntType::U64);
  ir::Variable *counter =
      module.variable(ir::Variable::Local, "child", number, s.loc);
  counters.insert(counter);
  made->variable = counter;
  made->first = module.integer(number, 0, s.loc);
  made->last = array ? module.integer(number, int64_t(array->count), s.loc)
                     : module.read(ir::ReadOp::Size, range, {}, s.loc);
  const ir::Expr *at = module.load(module.place(counter));
  const ir::Place *element =
      array ? module.index(range, at) : module.element(range, at);
  List body;
  ir::Variable *each = module.variable(ir::Variable::Let, s.variable->name,
                                       s.variable->type, s.loc);
  const bool isReference = s.variable->type->isReference();
  if (!isReference && s.variable->kind != ir::Variable::Let)
    return fail(s.loc, "the elements of a loop that pushes are copied");
  copy.variables[s.variable] = each;
  const ir::Expr *value =
      isReference ? module.referenceTo(element) : module.load(element);
  lets[each] = value;
  note(each, value);
  if (array)
    made->trips = array->count;
  auto *forward = module.make<ir::LoopStatement>(s.loc);
  forward->form = ir::LoopForm::For;
  forward->init =
      module.block({module.var(counter, made->first, s.loc)}, s.loc);
  forward->condition = module.binary(ir::BinaryOp::Lt, at, made->last, s.loc);
  forward->step = module.block({module.store(
      module.place(counter),
      module.binary(ir::BinaryOp::Add, at, module.integer(number, 1)), s.loc)});
  return iterate(std::move(made), forward, module.let(each, value, s.loc),
                 withoutContinue(s.body)->statements, path, out);
}
