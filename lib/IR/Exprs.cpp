// Expressions: made, with the types that follow from their parts.
#include "TypeTable.h"

#include "regtt/IR/Module.h"
#include "regtt/IR/TypeRules.h"

using namespace regtt::ir;
using llvm::cast;
using llvm::dyn_cast;

llvm::APInt IntExpr::value() const {
  return llvm::APInt(integerFormat(type)->bits, {low, high});
}

llvm::APFloat FloatExpr::value() const {
  const llvm::fltSemantics &format = cast<FloatType>(type)->format;
  return llvm::APFloat(
      format, llvm::APInt(llvm::APFloat::getSizeInBits(format), {low, high}));
}

template <class E, class... Parts>
const E *Module::makeExpr(const Type *type, Location loc, Parts... parts) {
  const E *result = new (types->arena.Allocate<E>()) E{{type, loc}, parts...};
  assert(fault(result).empty() && "its parts' types do not agree");
  return result;
}

//===--- Constants --------------------------------------------------------===//

static uint64_t word(const llvm::APInt &value, unsigned k) {
  return k < value.getNumWords() ? value.getRawData()[k] : 0;
}

const Expr *Module::integer(const Type *type, const llvm::APInt &value,
                            Location loc) {
  assert(!type->isBool() && integerFormat(type)->bits == value.getBitWidth());
  return makeExpr<IntExpr>(type, loc, word(value, 0), word(value, 1));
}

const Expr *Module::integer(const Type *type, int64_t value, Location loc) {
  return integer(
      type, llvm::APInt(integerFormat(type)->bits, value, /*isSigned=*/true),
      loc);
}

const Expr *Module::real(const FloatType *type, const llvm::APFloat &value,
                         Location loc) {
  assert(&type->format == &value.getSemantics() && "of another format");
  const llvm::APInt bits = value.bitcastToAPInt();
  return makeExpr<FloatExpr>(type, loc, word(bits, 0), word(bits, 1));
}

const Expr *Module::boolean(bool value, Location loc) {
  return makeExpr<BoolExpr>(boolType(), loc, value);
}
const Expr *Module::null(const Type *type, Location loc) {
  return makeExpr<NullExpr>(type, loc);
}
const Expr *Module::zero(const Type *type, Location loc) {
  return makeExpr<ZeroExpr>(type, loc);
}

const StringExpr *Module::string(const IntType *character,
                                 llvm::StringRef bytes, Location loc,
                                 uint64_t count) {
  return makeExpr<StringExpr>(
      array(character, std::max<uint64_t>(count, bytes.size() + 1)), loc,
      types->copy(bytes));
}

//===--- Places and functions ---------------------------------------------===//

const Expr *Module::load(const Place *place, Location loc) {
  const Variable *variable = place->wholeVariable();
  if (variable && variable->isFixed())
    return makeExpr<ValueExpr>(variable->type, loc, variable);
  return makeExpr<LoadExpr>(place->type, loc, place);
}

/// Where the last step of a place starts from.
static const Place *beforeLast(Module &module, const Place *place) {
  return module.place(place->root, place->steps.drop_back());
}

const Expr *Module::addressOf(const Place *place, Location loc) {
  if (place->steps.empty()) {
    const auto *root = std::get_if<PointeeRoot>(&place->root);
    if (root && root->pointer->type->isPointer())
      return root->pointer;
  } else if (const auto *last = std::get_if<DerefStep>(&place->steps.back())) {
    const Place *pointer = beforeLast(*this, place);
    if (pointer->type->isPointer())
      return last->offset ? binary(BinaryOp::PtrAdd, load(pointer, loc),
                                   last->offset, loc)
                          : load(pointer, loc);
  }
  return makeExpr<AddressExpr>(pointerTo(place->type, place->isVolatile), loc,
                               place);
}

const Expr *Module::referenceTo(const Place *place, Location loc) {
  if (place->steps.empty()) {
    const auto *root = std::get_if<PointeeRoot>(&place->root);
    if (root && root->pointer->type->isReference())
      return root->pointer;
  } else if (std::holds_alternative<DerefStep>(place->steps.back())) {
    const Place *reference = beforeLast(*this, place);
    if (reference->type->isReference())
      return load(reference, loc);
  }
  return makeExpr<AddressExpr>(referenceTo(place->type, place->isVolatile), loc,
                               place);
}

const Expr *Module::addressOf(const Function *function, Location loc) {
  return makeExpr<FunctionAddressExpr>(pointerTo(function->type), loc,
                                       function);
}

//===--- Operators --------------------------------------------------------===//

const Expr *Module::unary(UnaryOp op, const Expr *operand, Location loc) {
  return makeExpr<UnaryExpr>(operand->type, loc, op, operand);
}

const Expr *Module::binary(BinaryOp op, const Expr *left, const Expr *right,
                           Location loc) {
  const Type *type = left->type;
  if (isComparison(op))
    type = boolType();
  else if (op == BinaryOp::PtrDiff)
    type = intType(IntType::I64);
  return makeExpr<BinaryExpr>(type, loc, op, left, right);
}

const Expr *Module::andAlso(const Expr *left, const Expr *right, Location loc) {
  return makeExpr<LogicalExpr>(boolType(), loc, true, left, right);
}
const Expr *Module::orElse(const Expr *left, const Expr *right, Location loc) {
  return makeExpr<LogicalExpr>(boolType(), loc, false, left, right);
}

const Expr *Module::cast(CastOp op, const Type *to, const Expr *operand,
                         bool isWritten, Location loc) {
  return makeExpr<CastExpr>(to, loc, op, isWritten, operand);
}

const Expr *Module::select(const Expr *condition, const Expr *whenTrue,
                           const Expr *whenFalse, Location loc) {
  return makeExpr<SelectExpr>(whenTrue->type, loc, condition, whenTrue,
                              whenFalse);
}

//===--- Calls, and values made of others ---------------------------------===//

const Expr *Module::call(const Function *callee,
                         llvm::ArrayRef<const Expr *> arguments, Location loc) {
  return makeExpr<CallExpr>(callee->type->result, loc, callee,
                            types->copy(arguments));
}

const Expr *Module::libraryCall(llvm::StringRef name, const Type *type,
                                llvm::ArrayRef<const Expr *> arguments,
                                Location loc) {
  return makeExpr<LibraryCallExpr>(type, loc, types->copy(name),
                                   types->copy(arguments));
}

const Expr *Module::read(ReadOp op, const Place *container,
                         llvm::ArrayRef<const Expr *> arguments, Location loc) {
  assert(fault(op, container, arguments).empty());
  const Type *type = boolType();
  if (op == ReadOp::Size)
    type = intType(IntType::U64);
  else if (op == ReadOp::Data)
    type = pointerTo(elementOf(container->type));
  else if (op == ReadOp::Get)
    type = pointerTo(followedFrom(container->type));
  return makeExpr<ContainerReadExpr>(type, loc, op, container,
                                     types->copy(arguments));
}

const Expr *Module::intrinsic(IntrinsicOp op,
                              llvm::ArrayRef<const Expr *> arguments,
                              Location loc) {
  return makeExpr<IntrinsicExpr>(boolType(), loc, op, types->copy(arguments));
}

const Expr *Module::aggregate(const Type *type,
                              llvm::ArrayRef<const Expr *> elements,
                              Location loc) {
  return makeExpr<AggregateExpr>(type, loc, types->copy(elements));
}
