// What of the code speaks of a stack: its height, its elements, whether it is
// empty.
#include "OwnStack.h"

#include "Numbers.h"

#include "regtt/Analysis/Integers.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

std::optional<int64_t> recognise::constantOf(const ir::Expr *e) {
  if (!e->type->isInt())
    return std::nullopt;
  const auto value =
      ir::integerOf(e, [](const ir::Variable *) -> std::optional<llvm::APSInt> {
        return std::nullopt;
      });
  const auto small = value ? value->tryExtValue() : std::nullopt;
  return small && *small > INT32_MIN && *small < INT32_MAX ? small
                                                           : std::nullopt;
}

//===--- Heights ----------------------------------------------------------===//

static Height shifted(Height height, int64_t by) {
  return {height.isConstant, height.value + by};
}

std::optional<Height> OwnStack::heightOf(const ir::Expr *e,
                                         const StackState &state) const {
  if (const auto *value = dyn_cast<ir::ValueExpr>(e)) {
    const auto known = state.held.find(value->variable);
    return known == state.held.end() ? std::nullopt
                                     : std::optional(known->second);
  }
  if (const auto *load = dyn_cast<ir::LoadExpr>(e))
    return top && load->place->wholeVariable() == top ? std::optional(state.now)
                                                      : std::nullopt;
  if (const auto *read = dyn_cast<ir::ContainerReadExpr>(e))
    return isContainer() && read->op == ir::ReadOp::Size &&
                   read->container->wholeVariable() == storage
               ? std::optional(state.now)
               : std::nullopt;
  if (const auto *cast = dyn_cast<ir::CastExpr>(e)) {
    // To what holds every height: `top` itself, and 32 bits.
    const auto format = ir::integerFormat(cast->type);
    const bool holdsAll =
        (top && cast->type == top->type) || (format && format->bits >= 32);
    return cast->op == ir::CastOp::IntToInt && holdsAll
               ? heightOf(cast->operand, state)
               : std::nullopt;
  }
  const auto *sum = dyn_cast<ir::BinaryExpr>(e);
  if (!sum)
    return std::nullopt;
  const auto left = heightOf(sum->left, state);
  const auto right = heightOf(sum->right, state);
  const auto leftNumber = constantOf(sum->left),
             rightNumber = constantOf(sum->right);
  const bool adds =
      sum->op == ir::BinaryOp::Add || sum->op == ir::BinaryOp::PtrAdd;
  if (adds && left && rightNumber)
    return shifted(*left, *rightNumber);
  if (sum->op == ir::BinaryOp::Add && right && leftNumber)
    return shifted(*right, *leftNumber);
  if (sum->op == ir::BinaryOp::Sub && left && rightNumber)
    return shifted(*left, -*rightNumber);
  return std::nullopt;
}

/// The number of an element of the array whose address a pointer begins as.
static std::optional<int64_t> numberInArray(const ir::Expr *e,
                                            const ir::Variable *array) {
  const auto *address = dyn_cast<ir::AddressExpr>(e);
  if (!address || address->place->variable() != array ||
      address->place->steps.size() != 1)
    return std::nullopt;
  const auto *index = std::get_if<ir::IndexStep>(&address->place->steps[0]);
  return index ? constantOf(index->index) : std::nullopt;
}

std::optional<int64_t> OwnStack::topNumber(const ir::Expr *e) const {
  return top->type->isPointer() ? numberInArray(e, storage) : constantOf(e);
}

std::optional<std::pair<Height, size_t>>
OwnStack::elementAt(const ir::Place *place, const StackState &state) const {
  const auto &steps = place->steps;
  // `(*%t)`, where %t keeps a pointer to the element.
  if (const auto *root = std::get_if<ir::PointeeRoot>(&place->root)) {
    const auto height = heightOf(root->pointer, state);
    if (!height || isContainer() || !top->type->isPointer())
      return std::nullopt;
    return std::pair(*height, size_t(0));
  }
  const ir::Variable *variable = place->variable();
  if (!variable || steps.empty())
    return std::nullopt;
  const auto number =
      [&](const ir::Expr *index) -> std::optional<std::pair<Height, size_t>> {
    if (const auto height = heightOf(index, state))
      return std::pair(*height, size_t(1));
    if (const auto constant = constantOf(index))
      return std::pair(Height{true, *constant}, size_t(1));
    return std::nullopt;
  };
  if (variable == storage) {
    if (const auto *index = std::get_if<ir::IndexStep>(&steps[0]))
      return number(index->index);
    if (const auto *element = std::get_if<ir::ElementStep>(&steps[0]))
      return number(element->index);
    const auto *member = std::get_if<ir::MemberStep>(&steps[0]);
    if (isContainer() && member &&
        (member->name == "top" || member->name == "back"))
      return std::pair(shifted(state.now, -1), size_t(1));
    return std::nullopt;
  }
  const auto *deref = std::get_if<ir::DerefStep>(&steps[0]);
  if (!deref || isContainer())
    return std::nullopt;
  std::optional<Height> height;
  if (variable == top && top->type->isPointer())
    height = state.now;
  else if (const auto known = state.held.find(variable);
           known != state.held.end() && variable->type->isPointer())
    height = known->second;
  const auto offset =
      deref->offset ? constantOf(deref->offset) : std::optional<int64_t>(0);
  if (!height || !offset)
    return std::nullopt;
  return std::pair(shifted(*height, *offset), size_t(1));
}

//===--- Whether it is empty ----------------------------------------------===//

static bool isUnsigned(const ir::Type *type) {
  const auto *number = dyn_cast<ir::IntType>(type);
  return number && !number->isSigned;
}

std::optional<OwnStack::Test>
OwnStack::comparison(const ir::BinaryExpr &e, const StackState &state) const {
  if (!ir::isComparison(e.op))
    return std::nullopt;
  const auto number = [&](const ir::Expr *side) {
    return isContainer() ? constantOf(side) : topNumber(side);
  };
  ir::BinaryOp op = e.op;
  auto height = heightOf(e.left, state);
  auto limit = number(e.right);
  if (!height || !limit) {
    height = heightOf(e.right, state);
    limit = number(e.left);
    op = turned(op);
  }
  if (!height || !limit)
    return std::nullopt;
  // A height is never less than the bottom.
  switch (op) {
  case ir::BinaryOp::Eq:
  case ir::BinaryOp::Le:
    return Test{true, *height, *limit};
  case ir::BinaryOp::Ne:
  case ir::BinaryOp::Gt:
    return Test{false, *height, *limit};
  case ir::BinaryOp::Lt:
  case ir::BinaryOp::Ge:
    // `i >= 0` of an unsigned number asks nothing.
    if (isUnsigned(e.left->type) && *limit <= 0)
      return std::nullopt;
    return Test{op == ir::BinaryOp::Lt, *height, *limit - 1};
  default:
    return std::nullopt;
  }
}

std::optional<OwnStack::Test> OwnStack::testOf(const ir::Expr *e,
                                               const StackState &state) const {
  if (const auto *unary = dyn_cast<ir::UnaryExpr>(e)) {
    auto test = unary->op == ir::UnaryOp::LNot ? testOf(unary->operand, state)
                                               : std::nullopt;
    if (test)
      test->isEmpty = !test->isEmpty;
    return test;
  }
  if (const auto *read = dyn_cast<ir::ContainerReadExpr>(e))
    return isContainer() && read->op == ir::ReadOp::Empty &&
                   read->container->wholeVariable() == storage
               ? std::optional(Test{true, state.now, 0})
               : std::nullopt;
  if (const auto *cast = dyn_cast<ir::CastExpr>(e)) {
    const auto height =
        cast->op == ir::CastOp::ToBool && cast->operand->type->isInt()
            ? heightOf(cast->operand, state)
            : std::nullopt;
    return height ? std::optional(Test{false, *height, 0}) : std::nullopt;
  }
  const auto *binary = dyn_cast<ir::BinaryExpr>(e);
  return binary ? comparison(*binary, state) : std::nullopt;
}

//===--- Elements ---------------------------------------------------------===//

/// Appends the parts of a value of `type`. False: it has others than numbers,
/// pointers and structs of them.
static bool addParts(const ir::Type *type, std::vector<ir::Step> &steps,
                     llvm::StringRef name, std::vector<ElementPart> &out) {
  const auto inner = [&](ir::Step step, const ir::Type *part,
                         llvm::StringRef called) {
    steps.push_back(step);
    const bool result = addParts(part, steps, called, out);
    steps.pop_back();
    return result;
  };
  if (const auto *record = dyn_cast<ir::StructType>(type)) {
    if (!record->isComplete() || record->isUnion() || record->isPolymorphic())
      return false;
    return llvm::all_of(record->fields(), [&](const ir::Field &field) {
      return !field.isBitField() && !field.isVolatile &&
             inner(ir::FieldStep{&field}, field.type, field.name);
    });
  }
  if (const auto *pair = dyn_cast<ir::LibraryType>(type)) {
    if (pair->name != "std::pair")
      return false;
    return inner(ir::MemberStep{"first"}, pair->typeArgument(0), "first") &&
           inner(ir::MemberStep{"second"}, pair->typeArgument(1), "second");
  }
  if (!type->isPointer() && !type->isInt() && !type->isFloat() &&
      !type->isBool() && !type->isEnum())
    return false;
  out.push_back({steps, type, name.str()});
  return true;
}

static bool findParts(OwnStack &stack) {
  std::vector<ir::Step> steps;
  return addParts(stack.element, steps, "", stack.parts) &&
         !stack.parts.empty();
}

int OwnStack::partAt(llvm::ArrayRef<ir::Step> steps) const {
  for (size_t k = 0; k < parts.size(); ++k)
    if (parts[k].steps.size() == steps.size() &&
        llvm::equal(parts[k].steps, steps, [](const auto &a, const auto &b) {
          return ir::equal(a, b);
        }))
      return static_cast<int>(k);
  return -1;
}

/// The value behind what the library is handed by reference.
static const ir::Expr *valueBehind(ir::Module &module, const ir::Expr *e) {
  const auto *address = dyn_cast<ir::AddressExpr>(e);
  return address && e->type->isReference() ? module.load(address->place, e->loc)
                                           : e;
}

std::optional<std::vector<const ir::Expr *>>
OwnStack::partsOf(ir::Module &module, const ir::Expr *value) const {
  std::vector<const ir::Expr *> result;
  if (parts.size() == 1 && parts[0].steps.empty())
    return std::vector{value};
  if (const auto *made = dyn_cast<ir::AggregateExpr>(value))
    return emplaced(module, made->elements);
  if (const auto *made = dyn_cast<ir::LibraryCallExpr>(value))
    return made->name == "std::pair" ? emplaced(module, made->arguments)
                                     : std::nullopt;
  const ir::Place *from = nullptr;
  if (const auto *load = dyn_cast<ir::LoadExpr>(value))
    from = load->place;
  else if (const auto *let = dyn_cast<ir::ValueExpr>(value))
    from = module.place(let->variable);
  if (!from)
    return std::nullopt;
  for (const ElementPart &part : parts) {
    const ir::Place *place = from;
    for (const ir::Step &step : part.steps)
      place = module.place(place, step);
    result.push_back(module.load(place, value->loc));
  }
  return result;
}

std::optional<std::vector<const ir::Expr *>>
OwnStack::emplaced(ir::Module &module,
                   llvm::ArrayRef<const ir::Expr *> values) const {
  // Of a struct in a struct its value would have to be taken apart, too.
  const bool isFlat = llvm::all_of(
      parts, [](const ElementPart &part) { return part.steps.size() <= 1; });
  if (values.size() != parts.size() || !isFlat)
    return std::nullopt;
  std::vector<const ir::Expr *> result;
  for (size_t k = 0; k < parts.size(); ++k) {
    result.push_back(valueBehind(module, values[k]));
    if (result.back()->type != parts[k].type)
      return std::nullopt;
  }
  return result;
}

/// The value of `type` that begins with part number `next`.
static const ir::Expr *wholeOf(ir::Module &module, const ir::Type *type,
                               llvm::ArrayRef<const ir::Variable *> parts,
                               size_t &next) {
  std::vector<const ir::Expr *> fields;
  if (const auto *record = dyn_cast<ir::StructType>(type)) {
    for (const ir::Field &field : record->fields())
      fields.push_back(wholeOf(module, field.type, parts, next));
    return module.aggregate(type, fields);
  }
  if (const auto *pair = dyn_cast<ir::LibraryType>(type)) {
    for (unsigned k : {0U, 1U})
      fields.push_back(wholeOf(module, pair->typeArgument(k), parts, next));
    return module.libraryCall("std::pair", type, fields);
  }
  return module.load(module.place(parts[next++]));
}

const ir::Expr *OwnStack::whole(ir::Module &module,
                                llvm::ArrayRef<const ir::Variable *> of) const {
  size_t next = 0;
  return wholeOf(module, element, of, next);
}

//===--- Which there are --------------------------------------------------===//

static const ir::Type *elementOfContainer(const ir::Type *type) {
  const auto *library = dyn_cast<ir::LibraryType>(type);
  if (!library ||
      (library->name != "std::stack" && library->name != "std::vector" &&
       library->name != "std::deque"))
    return nullptr;
  return library->typeArgument(0);
}

/// The variables that number elements of `array`, or point to them.
static llvm::SetVector<const ir::Variable *>
topsOf(const ir::BlockStatement *body, const ir::Variable *array) {
  llvm::SetVector<const ir::Variable *> result;
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> lets;
  const auto add = [&](const ir::Expr *index) {
    llvm::SmallVector<const ir::Expr *> todo = {index};
    while (!todo.empty())
      ir::walk(todo.pop_back_val(), [&](const ir::Expr *e) {
        const auto *load = dyn_cast<ir::LoadExpr>(e);
        const ir::Variable *variable =
            load ? load->place->wholeVariable() : nullptr;
        if (variable && variable->kind == ir::Variable::Local &&
            variable->type->isInt())
          result.insert(variable);
        const auto *value = dyn_cast<ir::ValueExpr>(e);
        if (const ir::Expr *known =
                value ? lets.lookup(value->variable) : nullptr)
          todo.push_back(known);
      });
  };
  const auto ofPlace = [&](const ir::Place *place) {
    const auto *index = place->variable() == array && !place->steps.empty()
                            ? std::get_if<ir::IndexStep>(&place->steps[0])
                            : nullptr;
    if (index)
      add(index->index);
  };
  ir::walk(body, [&](const ir::Statement *s) {
    if (const auto *let = dyn_cast<ir::LetStatement>(s))
      lets[let->variable] = let->value;
    if (const auto *var = dyn_cast<ir::VarStatement>(s);
        var && var->init && numberInArray(var->init, array))
      result.insert(var->variable);
    if (const auto *store = dyn_cast<ir::StoreStatement>(s);
        store && store->place->wholeVariable() &&
        numberInArray(store->value, array))
      result.insert(store->place->wholeVariable());
    ir::forEachPlace(s, ofPlace);
    ir::forEachOperand(s, [&](const ir::Expr *e) {
      ir::walk(e, [&](const ir::Expr *each) {
        if (const ir::Place *read = ir::placeOf(each))
          ofPlace(read);
      });
    });
  });
  return result;
}

/// Whether `top`, which is never more than `count`, can hold all of them.
static bool holds(const ir::Variable *top, uint64_t count) {
  const auto *type = dyn_cast<ir::IntType>(top->type);
  const unsigned bits = type ? type->bits - (type->isSigned ? 1 : 0) : 63;
  return bits >= 32 || count < (uint64_t(1) << bits);
}

std::vector<OwnStack> recognise::ownStacks(const ir::BlockStatement *body) {
  std::vector<OwnStack> result;
  const auto add = [&](OwnStack stack) {
    if (!stack.storage->isVolatile && findParts(stack))
      result.push_back(std::move(stack));
  };
  ir::walk(body, [&](const ir::Statement *s) {
    const auto *var = dyn_cast<ir::VarStatement>(s);
    if (!var || var->variable->kind != ir::Variable::Local)
      return;
    OwnStack stack;
    stack.storage = var->variable;
    if ((stack.element = elementOfContainer(var->variable->type)))
      return add(stack);
    const auto *array = dyn_cast<ir::ArrayType>(var->variable->type);
    if (!array)
      return;
    stack.element = array->element;
    for (const ir::Variable *top : topsOf(body, var->variable))
      if (!top->isVolatile && holds(top, array->count))
        for (stack.shift = 0; stack.shift < 2; ++stack.shift) {
          stack.top = top;
          add(stack);
        }
  });
  return result;
}
