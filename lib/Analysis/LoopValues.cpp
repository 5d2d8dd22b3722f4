// What expressions give and where places are, whatever the iteration.
#include "LoopWalk.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/SaveAndRestore.h>

#include <utility>

using namespace regtt::ir;
using llvm::cast;
using llvm::dyn_cast;

//===--- Places -----------------------------------------------------------===//

/// `offset` objects further.
static Region moved(const Region &region, const Number &offset) {
  if (offset == Number::constant(0))
    return region;
  if (region.root == Region::Unknown || region.steps.empty())
    return region.then(RegionStep(RegionStep::Part, region.type));
  RegionStep last = region.steps.back();
  if (last.kind != RegionStep::Index && !last.leaves())
    return region.then(RegionStep(RegionStep::Part, region.type));
  last.index = sum(last.index, offset);
  return region.prefix(region.steps.size() - 1).then(last);
}

std::vector<Region> LoopWalk::pointedTo(const Value &pointer, const Type *type,
                                        const Number &offset) {
  std::vector<Region> result;
  for (const Region &target : pointer.targets) {
    Region there = moved(target, offset);
    // By another type than it has: some of its bytes.
    if (there.type != type)
      there = there.then(RegionStep(RegionStep::Part, type));
    result.push_back(std::move(there));
  }
  if (pointer.leadsAnywhere)
    result.push_back(Region::unknown(type));
  return result;
}

std::vector<Region> LoopWalk::rootOf(const Place *place) {
  if (const Variable *variable = place->variable()) {
    return {at(variable)};
  }
  if (const Global *global = place->global()) {
    Region region = Region::of(global);
    region.type = global->type;
    return {region};
  }
  if (const auto *text = std::get_if<const StringExpr *>(&place->root)) {
    Region region;
    region.root = Region::OfText;
    region.what = *text;
    region.type = (*text)->type;
    return {region};
  }
  if (const auto *pointee = std::get_if<PointeeRoot>(&place->root))
    return pointedTo(value(pointee->pointer), typeOf(place->root),
                     Number::constant(0));
  return {Region::unknown(typeOf(place->root))};
}

std::vector<Region> LoopWalk::member(const Region &from, llvm::StringRef name,
                                     const Type *type) {
  if (name != "front" && name != "back" && name != "top") {
    RegionStep step = RegionStep(RegionStep::Member, type);
    step.member = name;
    return {from.then(step)};
  }
  const auto *library = cast<LibraryType>(from.type);
  const Number index = name == "front" ? Number::constant(0) : Number::any();
  if (liesInside(library))
    return {from.then(RegionStep(RegionStep::Index, type, index))};
  read(from);
  return {ownsElements(library) || library->name == "std::queue" ||
                  library->name == "std::stack" ||
                  library->name == "std::priority_queue"
              ? from.then(RegionStep(RegionStep::Element, type, Number::any()))
              : Region::unknown(type)};
}

std::vector<Region> LoopWalk::stepped(const Region &from, const Step &step,
                                      const Type *type) {
  const Spot before = spot;
  const auto valueOfIndex = [&](const Expr *index) {
    const Number result = value(index).number;
    spot = before; // the index is another place
    return result;
  };
  if (const auto *field = std::get_if<FieldStep>(&step)) {
    return {from.then(RegionStep(field->field))};
  }
  if (const auto *index = std::get_if<IndexStep>(&step))
    return {from.then(
        RegionStep(RegionStep::Index, type, valueOfIndex(index->index)))};
  if (const auto *name = std::get_if<MemberStep>(&step))
    return member(from, name->name, type);
  if (const auto *element = std::get_if<ElementStep>(&step)) {
    const Number index = valueOfIndex(element->index);
    const auto *library = dyn_cast<LibraryType>(from.type);
    if (library && liesInside(library))
      return {from.then(RegionStep(RegionStep::Index, type, index))};
    if (from.type->isPointer())
      return {from}; // of a list: the pointer to the next of any element
    read(from);
    return {ownsElements(from.type)
                ? from.then(RegionStep(RegionStep::Element, type, index))
                : Region::unknown(type)};
  }
  if (const auto *list = std::get_if<ListStep>(&step))
    return {alongList(*list->list, from)};
  const auto &deref = std::get<DerefStep>(step);
  const Number offset =
      deref.offset ? valueOfIndex(deref.offset) : Number::constant(0);
  const auto *library = dyn_cast<LibraryType>(from.type);
  if (library && liesInside(library)) // what a std::optional holds
    return {
        from.then(RegionStep(RegionStep::Index, type, Number::constant(0)))};
  read(from);
  const bool isCounted = from.steps.empty() && from.variable() &&
                         from.frame == frame && isCounter(from.variable());
  return pointedTo(isCounted ? countedValue(from.variable())
                             : memory.load(from),
                   type, offset);
}

std::vector<Region> LoopWalk::regions(const Place *place) {
  const std::vector<Region> outer = std::exchange(finders, {});
  ++finding;
  std::vector<Region> result = findRegions(place);
  // What is read for a place within is read for this one.
  if (--finding != 0)
    finders.insert(finders.end(), outer.begin(), outer.end());
  return result;
}

std::vector<Region> LoopWalk::findRegions(const Place *place) {
  std::vector<Region> now = rootOf(place);
  const Type *type = typeOf(place->root);
  spot = {place, 0};
  for (const Step &step : place->steps) {
    const Type *after = typeAfter(step, type);
    std::vector<Region> next;
    for (const Region &from : now)
      for (Region &to : stepped(from, step, after))
        if (!llvm::is_contained(next, to))
          next.push_back(std::move(to));
    spot = {place, size_t(&step - place->steps.data()) + 1};
    now = std::move(next);
    type = after;
  }
  return now;
}

//===--- Values -----------------------------------------------------------===//

bool regtt::ir::isValue(const Type *type) {
  return integerFormat(type) || type->isFloat() || type->isPointer() ||
         type->isReference() || type->isLink();
}

Value LoopWalk::valueOf(const BinaryExpr &e) {
  const Value left = value(e.left), right = value(e.right);
  const auto number = [&](const Number &n) {
    return Value::of(e.type->isInt() ? n : Number::any());
  };
  switch (e.op) {
  case BinaryOp::Add:
    return number(sum(left.number, right.number));
  case BinaryOp::Sub:
    return number(sum(left.number, negative(right.number)));
  case BinaryOp::Mul: {
    const Number result = product(left.number, right.number);
    // Unsigned numbers wrap, and may come again then.
    const auto format = integerFormat(e.type);
    const bool mayWrap =
        format && !format->isSigned && format->bits < 64 &&
        (std::abs(result.scale) > 64 || result.kind == Number::Row);
    return number(mayWrap ? Number::any() : result);
  }
  case BinaryOp::PtrAdd: {
    Value result = left;
    for (Region &target : result.targets)
      target = moved(target, right.number);
    return result;
  }
  default:
    return Value::of(Number::any());
  }
}

Value LoopWalk::valueOf(const CastExpr &e) {
  Value from = value(e.operand);
  switch (e.op) {
  case CastOp::IntToInt: {
    const auto before = integerFormat(e.operand->type);
    const auto after = integerFormat(e.type);
    const bool keeps = before && after && after->bits >= before->bits;
    const bool fits = from.number.isWithin() && from.number.low >= 0 && after &&
                      from.number.high < int64_t(1)
                                             << std::min(after->bits - 1, 31u);
    return Value::of(keeps || fits ? from.number : Number::any());
  }
  case CastOp::PtrToPtr:
  case CastOp::Bits:
    return from.targets.empty() && !from.leadsAnywhere
               ? Value::of(Number::any())
               : from;
  case CastOp::ToBase: {
    const Type *to = pointeeOf(e.type);
    for (Region &target : from.targets) {
      const auto *record = dyn_cast<StructType>(target.type);
      const Field *base = nullptr;
      if (record && record->isComplete())
        for (const Field &field : record->fields())
          if (field.isBase && field.type == to)
            base = &field;
      if (!base) {
        target = target.then(RegionStep(RegionStep::Part, to));
        continue;
      }
      target = target.then(RegionStep(base));
    }
    return from;
  }
  case CastOp::ToDerived: {
    const Type *to = pointeeOf(e.type);
    for (Region &target : from.targets) {
      const size_t count = target.steps.size();
      const bool isBase = count != 0 &&
                          target.steps.back().kind == RegionStep::Field &&
                          target.steps.back().field->isBase &&
                          target.prefix(count - 1).type == to;
      target = isBase ? target.prefix(count - 1)
                      : target.then(RegionStep(RegionStep::Part, to));
    }
    return from;
  }
  case CastOp::PtrToInt:
    memory.keep(from);
    return Value::of(Number::any());
  case CastOp::IntToPtr:
    return Value::anything();
  default:
    return Value::of(Number::any());
  }
}

/// A library's function that is pure reads what it is led to, and what it gives
/// leads there, if anywhere.
Value LoopWalk::valueOf(const LibraryCallExpr &e) {
  Value result = Value::of(Number::any());
  for (const Expr *argument : e.arguments) {
    if (!isValue(argument->type)) {
      assign(Region::unknown(argument->type), argument);
      result.leadsAnywhere = true;
      continue;
    }
    Value given = value(argument);
    for (Region &target : given.targets)
      target = moved(target, Number::any());
    spot = {}; // no place names where that leads
    for (const Region &target : given.targets)
      read(target);
    given.number = Number::any();
    result = memory.joined(result, given);
  }
  return result;
}

Value LoopWalk::valueOf(const ContainerReadExpr &e) {
  for (const Expr *argument : e.arguments)
    if (isValue(argument->type))
      value(argument);
    else
      assign(Region::unknown(argument->type), argument);
  Value result;
  for (const Region &container : regions(e.container)) {
    const auto *inside = dyn_cast<LibraryType>(container.type);
    const bool isFixed =
        inside && liesInside(inside) && inside->name == "std::array";
    if (!isFixed)
      read(container);
    if (e.op == ReadOp::Get) {
      result = memory.joined(result, memory.load(container));
    } else if (e.op == ReadOp::Data) {
      const Type *element = pointeeOf(e.type);
      const auto *library = dyn_cast<LibraryType>(container.type);
      const auto kind = library && liesInside(library) ? RegionStep::Index
                                                       : RegionStep::Element;
      if (kind == RegionStep::Index || ownsElements(container.type))
        result =
            memory.joined(result, Value::to(container.then(RegionStep(
                                      kind, element, Number::constant(0)))));
      else
        result.leadsAnywhere = true;
    } else {
      result.number = Number::any();
      spot = {};
      if (e.op == ReadOp::Contains && ownsElements(container.type))
        read(container.then(RegionStep(
            RegionStep::Element, elementOf(container.type), Number::any())));
    }
  }
  return result;
}

/// A number is the counter itself; a pointer leads on from where it starts.
Value LoopWalk::countedValue(const Variable *variable) {
  if (const auto range = ranges.find(variable); range != ranges.end())
    return Value::of(range->second);
  if (!variable->type->isPointer())
    return Value::of(Number::counter(variable));
  Value result = starts.lookup(variable);
  if (chained.count(variable))
    return result;
  for (Region &target : result.targets)
    target = moved(target, Number::counter(variable));
  return result;
}

Value LoopWalk::valueOf(const IntExpr &e) {
  const llvm::APInt number = e.value();
  const auto format = integerFormat(e.type);
  if (!format || number.getSignificantBits() > 62)
    return Value::of(Number::any());
  return Value::of(Number::constant(format->isSigned
                                        ? number.getSExtValue()
                                        : int64_t(number.getZExtValue())));
}

Value LoopWalk::valueOf(const LoadExpr &e) {
  if (const Variable *variable = e.place->wholeVariable();
      variable && isCounter(variable))
    return countedValue(variable);
  Value result;
  for (const Region &region : regions(e.place)) {
    read(region);
    if (isValue(region.type) || region.type->kind == Type::Library)
      result = memory.joined(result, memory.load(region));
  }
  return result;
}

Value LoopWalk::valueOf(const AddressExpr &e) {
  Value result;
  for (const Region &region : regions(e.place))
    if (region.root == Region::Unknown)
      result.leadsAnywhere = true;
    else
      result = memory.joined(result, Value::to(region));
  return result;
}

Value LoopWalk::value(const Expr *e) {
  const llvm::SaveAndRestore where(current ? inner : loc, e->loc    ? e->loc
                                                          : current ? inner
                                                                    : loc);
  if (isCaptured(e))
    return Value::of(Number::any());
  switch (e->kind) {
  case Expr::Int:
    return valueOf(*cast<IntExpr>(e));
  case Expr::Bool:
    return Value::of(Number::constant(cast<BoolExpr>(e)->value));
  case Expr::Value: {
    const Variable *variable = cast<ValueExpr>(e)->variable;
    return isCounter(variable) ? countedValue(variable)
                               : memory.load(at(variable));
  }
  case Expr::Load:
    return valueOf(*cast<LoadExpr>(e));
  case Expr::Address:
    return valueOf(*cast<AddressExpr>(e));
  case Expr::Unary: {
    const auto *unary = cast<UnaryExpr>(e);
    const Number of = value(unary->operand).number;
    return Value::of(unary->op == UnaryOp::Neg && e->type->isInt()
                         ? negative(of)
                         : Number::any());
  }
  case Expr::Binary:
    return valueOf(*cast<BinaryExpr>(e));
  case Expr::Logical:
    value(cast<LogicalExpr>(e)->left);
    ++conditions;
    value(cast<LogicalExpr>(e)->right);
    --conditions;
    return Value::of(Number::any());
  case Expr::Cast:
    return valueOf(*cast<CastExpr>(e));
  case Expr::Select: {
    const auto *select = cast<SelectExpr>(e);
    value(select->condition);
    const llvm::SaveAndRestore when(conditions, conditions + 1);
    const Value first = value(select->whenTrue);
    return memory.joined(first, value(select->whenFalse));
  }
  case Expr::Call: {
    const auto *called = cast<CallExpr>(e);
    const Region result = call(called->callee, called->arguments, e);
    return memory.load(result);
  }
  case Expr::LibraryCall:
    return valueOf(*cast<LibraryCallExpr>(e));
  case Expr::ContainerRead:
    return valueOf(*cast<ContainerReadExpr>(e));
  case Expr::Intrinsic:
    for (const Expr *argument : cast<IntrinsicExpr>(e)->arguments)
      value(argument);
    return Value::of(Number::any());
  case Expr::Aggregate:
    for (const Expr *part : cast<AggregateExpr>(e)->elements)
      memory.keep(value(part));
    return Value::anything();
  case Expr::String: {
    Region text;
    text.root = Region::OfText;
    text.what = e;
    text.type = e->type;
    return Value::to(text);
  }
  case Expr::Float:
  case Expr::Zero:
  case Expr::FunctionAddress:
    return Value::of(Number::any());
  case Expr::Null:
    return Value{};
  }
  return Value::anything();
}
