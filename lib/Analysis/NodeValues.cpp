// Values in words of the node.
#include "NodeValues.h"

#include "PlaceWays.h"

#include "regtt/Analysis/Integers.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::ir;
using llvm::dyn_cast;
using llvm::isa;

void NodeValues::enter(const Function &function) {
  if (!function.body)
    return;
  walkExprs(function.body, [&](const Expr *e) {
    if (const auto *address = dyn_cast<AddressExpr>(e))
      if (const Variable *variable = address->place->variable())
        addressed.insert(variable);
  });
}

Choices NodeValues::held(const Variable *variable, const Known &known) const {
  return addressed.contains(variable) ? Choices() : known.lookup(variable);
}

const Expr *NodeValues::exactly(const Variable *variable,
                                const Known &known) const {
  const Choices choices = held(variable, known);
  return choices.size() == 1 && choices.front().way.empty()
             ? choices.front().value
             : nullptr;
}

/// Data of the node, a uniform, or a variable as a whole.
const Expr *NodeValues::ofPlace(const Place *place, const Known &known) const {
  if (const Variable *variable = place->wholeVariable())
    return exactly(variable, known);
  const auto *data = std::get_if<DataRoot>(&place->root);
  const Place *result = data ? ofRoot(*data, known) : nullptr;
  if (!result || place->isVolatile)
    return nullptr;
  for (const Step &step : place->steps) {
    const Expr *index = indexOf(step);
    const Expr *at = index ? ofIndex(index, result->type, known) : nullptr;
    if (!at && !std::holds_alternative<FieldStep>(step))
      return nullptr;
    if (!at)
      result = module.place(result, step);
    else if (std::holds_alternative<ElementStep>(step))
      result = module.element(result, at);
    else
      result = module.index(result, at);
  }
  return module.load(result);
}

const Place *NodeValues::ofRoot(const DataRoot &data,
                                const Known &known) const {
  if (!data.index)
    return asked.isKnown(data) || (asked.places && asked.places->isBase(data))
               ? module.place(data)
               : nullptr;
  const Expr *index = asked.places ? of(data.index, known) : nullptr;
  const Expr *entry = index ? asked.places->entryAt(data, index) : nullptr;
  return entry && isOfSymbols(entry)
             ? module.place(DataRoot{data.kind, data.number, data.type, entry})
             : nullptr;
}

/// An index that is a constant, or a place, of an array that has as many
/// elements in any node.
const Expr *NodeValues::ofIndex(const Expr *index, const Type *array,
                                const Known &known) const {
  const Expr *at = of(index, known);
  const auto length = lengthOf(array);
  if (!at || !at->type->isInt() || !length)
    return nullptr;
  if (const auto number = integerOf(
          at, [](const Variable *) { return std::optional<llvm::APSInt>(); }))
    return number->isNegative() || number->uge(*length)
               ? nullptr
               : module.integer(at->type, *number);
  return asked.places && isOfSymbols(at) ? at : nullptr;
}

/// Whether the operator is defined whatever its left operand is. That a place
/// is no further than a shift may go is asked later.
static bool isTotal(BinaryOp op, const Expr *right) {
  if ((op == BinaryOp::Shl || op == BinaryOp::Shr) && namesSymbol(right))
    return isOfSymbols(right);
  const auto *number = dyn_cast<IntExpr>(right);
  const llvm::APInt value = number ? number->value() : llvm::APInt(32, 0);
  switch (op) {
  case BinaryOp::Div:
  case BinaryOp::Rem:
    return number && !value.isZero() && !value.isAllOnes();
  case BinaryOp::Shl:
  case BinaryOp::Shr:
    return number && value.ult(31);
  default:
    return true;
  }
}

const Expr *NodeValues::binary(const BinaryExpr &e, const Expr *left,
                               const Expr *right) const {
  return left && right && isTotal(e.op, right) && !left->type->isLink()
             ? module.binary(e.op, left, right, e.loc)
             : nullptr;
}

const Expr *NodeValues::of(const Expr *e, const Known &known) const {
  const auto inner = [&](const Expr *operand) { return of(operand, known); };
  if (isa<IntExpr, FloatExpr, BoolExpr, NullExpr>(e))
    return e;
  if (const auto *value = dyn_cast<ValueExpr>(e))
    return exactly(value->variable, known);
  if (const auto *load = dyn_cast<LoadExpr>(e))
    return ofPlace(load->place, known);
  if (const auto *unary = dyn_cast<UnaryExpr>(e)) {
    const Expr *operand = inner(unary->operand);
    return operand ? module.unary(unary->op, operand, e->loc) : nullptr;
  }
  if (const auto *cast = dyn_cast<CastExpr>(e)) {
    const Expr *operand = inner(cast->operand);
    return operand ? module.cast(cast->op, e->type, operand, cast->isWritten,
                                 e->loc)
                   : nullptr;
  }
  if (const auto *two = dyn_cast<BinaryExpr>(e))
    return binary(*two, inner(two->left), inner(two->right));
  if (const auto *both = dyn_cast<LogicalExpr>(e)) {
    const Expr *left = inner(both->left), *right = inner(both->right);
    if (!left || !right)
      return nullptr;
    return both->isAnd ? module.andAlso(left, right, e->loc)
                       : module.orElse(left, right, e->loc);
  }
  if (const auto *choice = dyn_cast<SelectExpr>(e)) {
    const Expr *test = inner(choice->condition),
               *whenTrue = inner(choice->whenTrue),
               *whenFalse = inner(choice->whenFalse);
    return test && whenTrue && whenFalse
               ? module.select(test, whenTrue, whenFalse, e->loc)
               : nullptr;
  }
  if (const auto *question = dyn_cast<IntrinsicExpr>(e)) {
    const Expr *operand = inner(question->arguments[0]);
    if (!operand)
      return nullptr;
    const Expr *made = module.intrinsic(question->op, {operand}, e->loc);
    return operand->type->isLink() ? asked.linkQuestion(made) : made;
  }
  if (const auto *library = dyn_cast<LibraryCallExpr>(e)) {
    if (llvm::StringRef(library->name).starts_with("rt::"))
      return asked.linkQuestion(e);
    std::vector<const Expr *> arguments;
    for (const Expr *argument : library->arguments)
      arguments.push_back(inner(argument));
    return llvm::is_contained(arguments, nullptr)
               ? nullptr
               : module.libraryCall(library->name, e->type, arguments, e->loc);
  }
  const auto *call = dyn_cast<CallExpr>(e);
  return call ? ofCall(*call, known) : nullptr;
}

/// A function that looks at known data alone stays a call; of another one that
/// only returns something, what that is.
const Expr *NodeValues::ofCall(const CallExpr &e, const Known &known) const {
  std::vector<const Expr *> arguments;
  for (const Expr *argument : e.arguments)
    arguments.push_back(of(argument, known));
  const bool allKnown = !llvm::is_contained(arguments, nullptr);
  // What it makes of a place, it makes of no other number.
  if (allKnown && llvm::none_of(arguments, namesSymbol) &&
      asked.isKnownFunction(e.callee))
    return module.call(e.callee, arguments, e.loc);
  const BlockStatement *body = e.callee->body;
  const auto *returned =
      body && body->statements.size() == 1
          ? dyn_cast<ReturnStatement>(body->statements.front())
          : nullptr;
  if (!returned || !returned->value)
    return nullptr;
  Known inside;
  for (size_t k = 0; k < e.callee->params.size(); ++k)
    if (arguments[k])
      inside[e.callee->params[k]] = {{{}, arguments[k]}};
  return of(returned->value, inside);
}

void NodeValues::set(const Statement *s, Known &known) const {
  if (const auto *let = dyn_cast<LetStatement>(s)) {
    known[let->variable] = choices(let->value, known);
  } else if (const auto *var = dyn_cast<VarStatement>(s)) {
    known[var->variable] = var->init ? choices(var->init, known) : Choices();
  } else if (const auto *store = dyn_cast<StoreStatement>(s)) {
    if (const Variable *whole = store->place->wholeVariable())
      known[whole] = choices(store->value, known);
    else if (const Variable *part = store->place->variable())
      known.erase(part);
  } else {
    Choices result;
    if (const auto *call = dyn_cast<CallStatement>(s); call && call->result)
      result = returned(*call->callee, call->arguments, known);
    forEachPlace(s, [&](const Place *place) {
      if (const Variable *variable = place->variable())
        known.erase(variable);
    });
    if (const Variable *variable = declaredBy(s))
      known[variable] = result;
  }
}

void NodeValues::forget(const Statement *s, Known &known) const {
  walk(s, [&](const Statement *inner) {
    forEachPlace(inner, [&](const Place *place) {
      if (const Variable *variable = place->variable())
        known.erase(variable);
    });
    if (const Variable *declared = declaredBy(inner))
      known.erase(declared);
  });
}
