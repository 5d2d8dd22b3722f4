// Loops over the elements of arrays and containers -> loops that count.
//
//     each %x: ref f32 in %n->xs { ... }
//  -> for { var %xIndex: i32 = 0:i32 } while lt(load %xIndex, 8:i32) step ... {
//       let %x: ref f32 = refof node(0: [8 x f32])[load %xIndex] ... }
#include "Body.h"
#include "KeptData.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

const ir::Statement *recognise::copyOfElement(const ir::RangeLoopStatement &s) {
  if (s.body->statements.empty())
    return nullptr;
  const ir::Statement *first = s.body->statements.front();
  const auto *let = dyn_cast<ir::LetStatement>(first);
  const auto *var = dyn_cast<ir::VarStatement>(first);
  const auto *load = let   ? dyn_cast<ir::LoadExpr>(let->value)
                     : var ? llvm::dyn_cast_or_null<ir::LoadExpr>(var->init)
                           : nullptr;
  if (!load || load->place->variable() != s.variable ||
      load->place->steps.size() != 1)
    return nullptr;
  unsigned uses = 0;
  ir::walkExprs(s.body, [&](const ir::Expr *e) {
    const auto *value = dyn_cast<ir::ValueExpr>(e);
    const ir::Place *place = ir::placeOf(e);
    uses += (value && value->variable == s.variable) ||
            (place && place->variable() == s.variable);
  });
  ir::walk(s.body, [&](const ir::Statement *each) {
    ir::forEachPlace(each, [&](const ir::Place *place) {
      uses += place->variable() == s.variable;
    });
  });
  return uses == 1 ? first : nullptr;
}

bool recognise::isSteadyRange(const ir::Place *range,
                              const ir::BlockStatement *body) {
  bool result = true;
  const auto look = [&](const ir::Variable *variable) {
    result &=
        !variable || variable->isFixed() || !ir::mayChange(body, variable);
  };
  // What is read on the way may change in the body, but for locals.
  look(range->variable());
  ir::walk(range, [&](const ir::Expr *e) {
    const ir::Place *place = ir::placeOf(e);
    result &= !place || place->wholeVariable() || isa<ir::AddressExpr>(e);
    if (place)
      look(place->variable());
  });
  return result;
}

ir::LoopStatement *Body::countingLoop(const ir::Variable *counter,
                                      const ir::Expr *first,
                                      const ir::Expr *last, ir::Location at) {
  auto *made = module.make<ir::LoopStatement>(at);
  const ir::Place *place = module.place(counter);
  made->form = ir::LoopForm::For;
  made->init = module.block({module.var(counter, first, at)}, at);
  made->condition =
      module.binary(ir::BinaryOp::Lt, module.load(place, at), last, at);
  made->step = module.block(
      {module.store(place,
                    module.binary(ir::BinaryOp::Add, module.load(place, at),
                                  module.integer(counter->type, 1, at), at),
                    at)},
      at);
  return made;
}

static kernel::IndexLoop countedFrom0(ir::Module &module,
                                      const ir::Variable *counter,
                                      const ir::Expr *last) {
  kernel::IndexLoop head;
  head.variable = counter;
  head.first = module.integer(last->type, 0);
  head.last = last;
  head.compared = last->type;
  return head;
}

Body::Statements Body::rangeLoop(const ir::RangeLoopStatement &s) {
  const auto refused = [&](const char *what) {
    site.refuse(s.loc, Diag::RTT2004, {what});
    return std::vector<ir::Statement *>();
  };
  if (!isSteadyRange(s.range, s.body))
    return refused("a range that changes in its loop");
  const ir::Type *type = s.range->type;
  const ir::Statement *named = copyOfElement(s);
  // A copy of an element with children is another name for it.
  const ir::Variable *same = nullptr;
  if (const ir::Type *element = named ? ir::elementOf(type) : nullptr;
      element && entries.isEntry(element) &&
      ir::onlyValueOf(ir::declaredBy(named), from))
    same = ir::declaredBy(std::exchange(named, nullptr));
  const ir::Variable *variable = named ? ir::declaredBy(named) : s.variable;
  if (numberLinks.count(variable) && !isa<ir::ArrayType>(type) &&
      !isStdArray(type))
    return refused("a list of children");
  const auto *array = dyn_cast<ir::ArrayType>(type);
  const auto found = part(s.range);
  if (site.isFailing())
    return std::vector<ir::Statement *>();
  // One that is set once leads to one array.
  const ir::Variable *pointer = s.range->variable();
  if (found && isOfKeptPointer(found->object) &&
      !(pointer && pointer->isFixed() && values.count(pointer)))
    return refused("a loop over what a pointer of the iteration leads to");
  ir::BlockStatement *body = module.block(s.body->statements, s.body->loc);
  if (named)
    body->statements.erase(body->statements.begin());
  if (found && found->isDatum() && isContainer(found->object)) {
    const ir::Type *number = module.intType(ir::IntType::U64);
    const ir::Variable *count = module.variable(
        ir::Variable::Let, variable->name + "Count", number, s.loc);
    const ir::Expr *size =
        copy.expr(module.read(ir::ReadOp::Size, s.range, {}, s.loc));
    return std::vector<ir::Statement *>{
        module.let(count, size, s.loc),
        rangeByIndex(s, module.load(module.place(count), s.loc), named,
                     variable, body)};
  }
  if (found && (isOwned(*found) || isGathered(*found)) &&
      !isa<ir::ArrayType>(type))
    return rangeOverElements(s, *found, named, same ? same : variable, body);
  uint64_t count = array ? array->count : 0;
  if (isStdArray(type) && bytesOf(type))
    count = *bytesOf(type) / *bytesOf(ir::elementOf(type));
  if (count == 0 || count > INT32_MAX)
    return refused("a loop over anything but an array");
  const ir::Type *number = module.intType(ir::IntType::I32);
  return std::vector<ir::Statement *>{
      rangeByIndex(s, module.integer(number, count), named, variable, body)};
}

/// The elements of what is indexed, up to number `last`, which is in the
/// kernel's words. The loop is in the user's, but for the counter.
ir::Statement *Body::rangeByIndex(const ir::RangeLoopStatement &s,
                                  const ir::Expr *last,
                                  const ir::Statement *named,
                                  const ir::Variable *variable,
                                  ir::BlockStatement *body) {
  ir::Variable *counter = module.variable(
      ir::Variable::Local, variable->name + "Index", last->type, s.loc);
  ir::LoopStatement *made =
      countingLoop(counter, module.integer(last->type, 0), last, s.loc);
  const ir::Expr *at = module.load(module.place(counter), s.loc);
  const ir::Place *element = isa<ir::ArrayType>(s.range->type)
                                 ? module.index(s.range, at)
                                 : module.element(s.range, at);
  ir::Statement *first = nullptr;
  if (!named)
    first = module.let(variable, module.referenceTo(element, variable->loc),
                       variable->loc);
  else if (isa<ir::LetStatement>(named))
    first = module.let(variable, module.load(element, named->loc), named->loc);
  else
    first = module.var(variable, module.load(element, named->loc), named->loc);
  body->statements.insert(body->statements.begin(), first);
  made->body = body;
  loops.push_back(
      {countedFrom0(module, counter, last), nullEndOf(*made), body});
  made->body = copy.block(body);
  loops.pop_back();
  return made;
}

/// The elements of a container, by their numbers.
Body::Statements Body::rangeOverElements(const ir::RangeLoopStatement &s,
                                         Part part, const ir::Statement *named,
                                         const ir::Variable *variable,
                                         const ir::BlockStatement *body) {
  const Part container = part;
  const bool isOwned = this->isOwned(part);
  const ir::Type *element = ir::elementOf(part.type);
  if (!(isOwned ? intoOwned(part, element, nullptr)
                : intoArray(part, element, nullptr)))
    return std::vector<ir::Statement *>();
  Object holder = container.object;
  holder.type = container.type;
  // Elements with children are counted from the first one on, as these are.
  const bool isEntries = isOwned && !named && entries.isEntry(element) &&
                         holder.root == Object::Node;
  const bool isList =
      isEntries && entries.isLookedAt(body, s.variable, variable, holder);
  const ir::Expr *first = part.object.index;
  const ir::Expr *last =
      isList ? childCount(unsigned(site.kernel.list() - &site.kernel.slots[0]),
                          s.loc)
             : asIndex(sizeOfContainer(container));
  site.kernel.asksListLength |= isList;
  if (isOwned && !isEntries)
    last = module.binary(ir::BinaryOp::Add, first, last, s.loc);
  ir::Variable *counter = module.variable(
      ir::Variable::Local, variable->name + "Index", last->type, s.loc);
  ir::LoopStatement *made = countingLoop(
      counter, isEntries ? module.integer(last->type, 0, s.loc) : first, last,
      s.loc);
  const ir::Expr *at = module.load(module.place(counter), s.loc);
  Object object = part.object;
  object.index =
      isEntries
          ? module.binary(ir::BinaryOp::Add, first,
                          at->type == site.index()
                              ? at
                              : module.cast(ir::CastOp::IntToInt, site.index(),
                                            at, false, s.loc),
                          s.loc)
          : at;
  if (isEntries)
    loops.push_back({countedFrom0(module, counter, last), nullptr, body});
  std::vector<ir::Statement *> before;
  if (!named && !isa<ir::StructType>(element) && isCopyable(element)) {
    part.object = object;
    const ir::Place *place = datum(part);
    if (!place)
      return before;
    before = {kept(s.variable, place, s.loc)};
  } else if (!named) {
    before = *declareNumber(s.variable, object, s.loc);
  } else if (element->isPointer()) {
    // The pointer there is the element itself.
    part.object = object;
    if (!through(part, nullptr))
      return before;
    before = *declareNumber(variable, part.object, named->loc);
  } else {
    part.object = object;
    const ir::Place *place = datum(part);
    if (!place)
      return before;
    const bool isLet = isa<ir::LetStatement>(named);
    ir::Variable *held =
        module.variable(variable->kind, variable->name, element, variable->loc);
    held->isConst = variable->isConst;
    copy.variables[variable] = held;
    const ir::Expr *value = module.load(place, named->loc);
    before.push_back(isLet ? static_cast<ir::Statement *>(
                                 module.let(held, value, named->loc))
                           : module.var(held, value, named->loc));
  }
  made->body = copy.block(body);
  made->body->statements.insert(made->body->statements.begin(), before.begin(),
                                before.end());
  if (isEntries)
    loops.pop_back();
  return std::vector<ir::Statement *>{made};
}

/// `block { let %t: ref = refof %n->xs each %x in (*%t) { } }`: the loop
/// itself.
Body::Statements Body::flattened(const ir::BlockStatement &s) {
  if (!s.label.empty() || s.statements.size() != 2)
    return std::nullopt;
  const auto *let = dyn_cast<ir::LetStatement>(s.statements[0]);
  const auto *range = dyn_cast<ir::RangeLoopStatement>(s.statements[1]);
  if (!let || !range || !let->variable->type->isReference() ||
      range->range->variable() != let->variable)
    return std::nullopt;
  return copy.statements(s.statements);
}
