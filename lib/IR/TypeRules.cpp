// Which types operators, calls and casts take. What steps and library types
// give is in PlaceRules.cpp.
#include "regtt/IR/TypeRules.h"

#include "regtt/IR/Printer.h"
#include "regtt/IR/Visitor.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Twine.h>

using namespace regtt::ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using llvm::Twine;

/// `'i32'`
static std::string quoted(const Type *type) {
  return "'" + toString(type) + "'";
}

//===--- Operators --------------------------------------------------------===//

std::string regtt::ir::fault(UnaryOp op, const Expr *operand) {
  const Type *type = operand->type;
  switch (op) {
  case UnaryOp::Neg:
    if (type->isInt() || type->isFloat())
      return "";
    break;
  case UnaryOp::Not:
    if (type->isInt())
      return "";
    break;
  case UnaryOp::LNot:
    if (type->isBool())
      return "";
    break;
  }
  return (Twine("'") + textOf(op) + "' does not take " + quoted(type)).str();
}

/// Whether `op` takes two operands of `type`.
static bool takes(BinaryOp op, const Type *type) {
  switch (op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul:
  case BinaryOp::Div:
    return type->isInt() || type->isFloat();
  case BinaryOp::Rem:
  case BinaryOp::Shl:
  case BinaryOp::Shr:
    return type->isInt();
  case BinaryOp::And:
  case BinaryOp::Or:
  case BinaryOp::Xor:
    return type->isInt() || type->isBool();
  case BinaryOp::Eq:
  case BinaryOp::Ne:
    return type->isLink() || takes(BinaryOp::Lt, type);
  case BinaryOp::Lt:
  case BinaryOp::Le:
  case BinaryOp::Gt:
  case BinaryOp::Ge:
    return type->isInt() || type->isFloat() || type->isBool() ||
           type->isEnum() || type->isPointer();
  case BinaryOp::PtrAdd:
  case BinaryOp::PtrDiff:
    return type->isPointer() && !pointeeOf(type)->isVoid() &&
           !isa<FunctionType, OpaqueType>(pointeeOf(type));
  }
  llvm_unreachable("an operator that there is not");
}

std::string regtt::ir::fault(BinaryOp op, const Expr *left, const Expr *right) {
  const bool isShift = op == BinaryOp::Shl || op == BinaryOp::Shr;
  const bool agree = isShift || op == BinaryOp::PtrAdd
                         ? right->type->isInt()
                         : left->type == right->type;
  if (agree && takes(op, left->type))
    return "";
  return (Twine("'") + textOf(op) + "' does not take " + quoted(left->type) +
          " and " + quoted(right->type))
      .str();
}

std::string regtt::ir::faultOfLogical(const Expr *left, const Expr *right) {
  for (const Expr *e : {left, right})
    if (!e->type->isBool())
      return "a 'bool' is needed, not " + quoted(e->type);
  return "";
}

std::string regtt::ir::faultOfSelect(const Expr *condition,
                                     const Expr *whenTrue,
                                     const Expr *whenFalse) {
  if (!condition->type->isBool())
    return "'select' asks a 'bool', not " + quoted(condition->type);
  if (whenTrue->type->isVoid() || whenTrue->type != whenFalse->type)
    return "'select' does not take " + quoted(whenTrue->type) + " and " +
           quoted(whenFalse->type);
  return "";
}

//===--- Casts ------------------------------------------------------------===//

/// Whether `base` is a base of `derived`, or a base's base.
static bool isBaseOf(const Type *base, const Type *derived) {
  llvm::SmallVector<const Type *, 8> types = {derived};
  // What is looked at twice is not looked into twice, whatever the bases are.
  for (size_t k = 0; k < types.size(); ++k) {
    const auto *structure = dyn_cast<StructType>(types[k]);
    if (!structure || !structure->isComplete())
      continue;
    for (const Field &field : structure->fields()) {
      if (field.isBase && field.type == base)
        return true;
      if (field.isBase && !llvm::is_contained(types, field.type))
        types.push_back(field.type);
    }
  }
  return false;
}

static bool converts(CastOp op, const Type *from, const Type *to) {
  const bool toInteger = to->isInt() || to->isEnum();
  switch (op) {
  case CastOp::IntToInt:
    return integerFormat(from) && toInteger;
  case CastOp::IntToFloat:
    return integerFormat(from) && to->isFloat();
  case CastOp::FloatToInt:
    return from->isFloat() && toInteger;
  case CastOp::FloatToFloat:
    return from->isFloat() && to->isFloat();
  case CastOp::ToBool:
    return (from->isInt() || from->isEnum() || from->isFloat() ||
            from->isNullable()) &&
           to->isBool();
  case CastOp::PtrToPtr:
    return (from->isNullable() && to->isNullable()) ||
           (from->isReference() && to->isReference());
  case CastOp::ToBase:
    return from->kind == to->kind &&
           (from->isPointer() || from->isReference()) &&
           isBaseOf(pointeeOf(to), pointeeOf(from));
  case CastOp::ToDerived:
    return converts(CastOp::ToBase, to, from);
  case CastOp::PtrToInt:
    return from->isNullable() && to->isInt();
  case CastOp::IntToPtr:
    return from->isInt() && to->isNullable();
  case CastOp::Bits:
    return sizeOf(from) && sizeOf(from) == sizeOf(to);
  }
  llvm_unreachable("a cast that there is not");
}

std::string regtt::ir::fault(CastOp op, const Type *to, const Expr *operand) {
  if (converts(op, operand->type, to))
    return "";
  return (Twine("'") + textOf(op) + "' does not make " + quoted(to) + " of " +
          quoted(operand->type))
      .str();
}

//===--- Calls, and values made of others ---------------------------------===//

static std::string faultOfList(const Twine &what, size_t expected,
                               size_t given) {
  return (what + " takes " + Twine(expected) +
          (expected == 1 ? " value" : " values") + ", not " + Twine(given))
      .str();
}

std::string regtt::ir::faultOfCall(const Function *callee,
                                   llvm::ArrayRef<const Expr *> arguments) {
  const auto params = callee->type->params;
  const std::string name = "'@" + callee->name + "'";
  if (arguments.size() != params.size())
    return faultOfList(name, params.size(), arguments.size());
  for (size_t k = 0; k < params.size(); ++k)
    if (arguments[k]->type != params[k])
      return (Twine("parameter ") + Twine(k + 1) + " of " + name + " is " +
              quoted(params[k]) + ", not " + quoted(arguments[k]->type))
          .str();
  return "";
}

std::string regtt::ir::fault(ReadOp op, const Place *container,
                             llvm::ArrayRef<const Expr *> arguments) {
  static constexpr unsigned counts[] = {
#define CONTAINER_READ(NAME, TEXT, ARGUMENTS) ARGUMENTS,
#include "regtt/IR/Library.def"
  };
  const std::string name = ("'" + textOf(op) + "'").str();
  const unsigned count = counts[static_cast<unsigned>(op)];
  if (arguments.size() != count)
    return faultOfList(name, count, arguments.size());
  const Type *type = container->type;
  if (!isa<LibraryType>(type) || (op == ReadOp::Data && !elementOf(type)) ||
      (op == ReadOp::Get && !followedFrom(type)))
    return name + " does not take " + quoted(type);
  return "";
}

std::string regtt::ir::fault(IntrinsicOp op,
                             llvm::ArrayRef<const Expr *> arguments) {
  static constexpr unsigned counts[] = {
#define INTRINSIC(NAME, TEXT, OPERANDS) OPERANDS,
#include "regtt/IR/Expr.def"
  };
  const std::string name = ("'" + textOf(op) + "'").str();
  const unsigned count = counts[static_cast<unsigned>(op)];
  if (arguments.size() != count)
    return faultOfList(name, count, arguments.size());
  const Type *type = arguments[0]->type;
  const bool takes =
      op == IntrinsicOp::IsNull ? type->isNullable() : type->isLink();
  return takes ? "" : name + " does not take " + quoted(type);
}

namespace {
/// What an aggregate is made of.
struct Parts {
  uint64_t count = 0;
  std::vector<const Type *> types; ///< of each; one where all are of one type
  const Type *type(size_t k) const { return types[types.size() == 1 ? 0 : k]; }
};
} // namespace

/// Nothing where it is not known.
static std::optional<Parts> partsOf(const Type *type) {
  if (const auto count = lengthOf(type))
    return Parts{*count, {elementOf(type)}};
  std::vector<const Type *> types;
  if (const auto *structure = dyn_cast<StructType>(type)) {
    if (!structure->isComplete())
      return std::nullopt;
    for (const Field &field : structure->fields())
      types.push_back(field.type);
    if (structure->isUnion() && !types.empty())
      types.resize(1);
    return Parts{types.size(), types};
  }
  const auto *library = dyn_cast<LibraryType>(type);
  if (!library || !liesInside(library))
    return std::nullopt;
#define MEMBER(TYPE, NAME, ARGUMENT)                                           \
  if (library->name == TYPE)                                                   \
    types.push_back(library->typeArgument(ARGUMENT));
#include "regtt/IR/Library.def"
  return Parts{types.size(), types};
}

std::string regtt::ir::faultOfAggregate(const Type *type,
                                        llvm::ArrayRef<const Expr *> elements) {
  const auto parts = partsOf(type);
  if (!parts)
    return quoted(type) + " is no aggregate";
  if (elements.size() != parts->count)
    return faultOfList(quoted(type), parts->count, elements.size());
  for (size_t k = 0; k < elements.size(); ++k) {
    const Type *part = parts->type(k);
    if (elements[k]->type != part)
      return (Twine("part ") + Twine(k + 1) + " of " + quoted(type) + " is " +
              (part ? quoted(part) : "not known") + ", not " +
              quoted(elements[k]->type))
          .str();
  }
  return "";
}

std::string regtt::ir::faultOfLoad(const Place *place) {
  return isa<VoidType, FunctionType, OpaqueType>(place->type)
             ? "no value is of type " + quoted(place->type)
             : "";
}

std::string regtt::ir::faultOfAddress(const Place *place) {
  if (const Field *field = place->bitField())
    return "the bit-field '" + field->name + "' has no address";
  if (const Variable *variable = place->variable())
    if (variable->isFixed() && !place->isIndirect())
      return "'%" + variable->name + "' has no address";
  return place->type->isReference() ? "a reference has no address" : "";
}

//===--- Expressions ------------------------------------------------------===//

namespace {

class FaultOfExpr : public ExprVisitor<FaultOfExpr, std::string> {
public:
  std::string visitInt(const IntExpr &e) {
    return e.type->isInt() || e.type->isEnum()
               ? ""
               : "an integer of no integer type";
  }
  std::string visitFloat(const FloatExpr &e) {
    return e.type->isFloat() ? "" : "a number of no number type";
  }
  std::string visitBool(const BoolExpr &) { return ""; }
  std::string visitNull(const NullExpr &e) {
    return e.type->isNullable() ? ""
                                : "'null' is not of type " + quoted(e.type);
  }
  std::string visitZero(const ZeroExpr &e) {
    return isa<ArrayType, StructType, LibraryType>(e.type)
               ? ""
               : "'zero' is not of type " + quoted(e.type);
  }
  std::string visitString(const StringExpr &e) {
    const auto *array = dyn_cast<ArrayType>(e.type);
    const auto *character = array ? dyn_cast<IntType>(array->element) : nullptr;
    return character && character->bits == 8 && array->count > e.bytes.size()
               ? ""
               : "these characters are not of type " + quoted(e.type);
  }
  std::string visitFunctionAddress(const FunctionAddressExpr &) { return ""; }
  std::string visitValue(const ValueExpr &e) {
    return e.variable->isFixed() ? ""
                                 : "'%" + e.variable->name + "' may change";
  }
  std::string visitLoad(const LoadExpr &e) { return faultOfLoad(e.place); }
  std::string visitAddress(const AddressExpr &e) {
    return faultOfAddress(e.place);
  }
  std::string visitUnary(const UnaryExpr &e) { return fault(e.op, e.operand); }
  std::string visitBinary(const BinaryExpr &e) {
    return fault(e.op, e.left, e.right);
  }
  std::string visitLogical(const LogicalExpr &e) {
    return faultOfLogical(e.left, e.right);
  }
  std::string visitCast(const CastExpr &e) {
    return fault(e.op, e.type, e.operand);
  }
  std::string visitSelect(const SelectExpr &e) {
    return faultOfSelect(e.condition, e.whenTrue, e.whenFalse);
  }
  std::string visitCall(const CallExpr &e) {
    return faultOfCall(e.callee, e.arguments);
  }
  std::string visitLibraryCall(const LibraryCallExpr &) { return ""; }
  std::string visitContainerRead(const ContainerReadExpr &e) {
    return fault(e.op, e.container, e.arguments);
  }
  std::string visitIntrinsic(const IntrinsicExpr &e) {
    return fault(e.op, e.arguments);
  }
  std::string visitAggregate(const AggregateExpr &e) {
    return faultOfAggregate(e.type, e.elements);
  }
};

} // namespace

std::string regtt::ir::fault(const Expr *e) { return FaultOfExpr().visit(e); }
