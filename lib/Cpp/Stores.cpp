// What changes places: `x += e`, `++x`, `v.push_back(e)`.
#include "StatementPrinter.h"

#include "regtt/IR/Equality.h"

#include <llvm/ADT/Twine.h>

using namespace regtt;
using namespace regtt::cpp;
using ir::BinaryOp;
using ir::ChangeOp;
using ir::Combiner;
using llvm::cast;
using llvm::dyn_cast;

//===--- Stores -----------------------------------------------------------===//

/// `e`, or what C++ converts to `e` by itself.
static const ir::Expr *withoutConversion(const ir::Expr *e) {
  const auto *conversion = dyn_cast<ir::CastExpr>(e);
  const bool isByItself = conversion && !conversion->isWritten &&
                          isArithmetic(plain(e->type)) &&
                          isArithmetic(plain(conversion->operand->type)) &&
                          conversion->op != ir::CastOp::Bits;
  return isByItself ? conversion->operand : e;
}

/// store %f = floattofloat<f32>(add(floattofloat<f64>(load %f), %d))
/// -> f += d
///
/// C++ computes `f += d` in the type that `f + d` has, and converts to f's.
std::optional<std::string>
StatementPrinter::compound(const ir::StoreStatement &s) {
  if (s.place->isVolatile)
    return std::nullopt;
  const auto *sum = dyn_cast<ir::BinaryExpr>(withoutConversion(s.value));
  const auto *load =
      sum ? dyn_cast<ir::LoadExpr>(withoutConversion(sum->left)) : nullptr;
  if (!load || !ir::equal(load->place, s.place))
    return std::nullopt;
  // What is narrower than int is only converted from int once.
  const auto format = ir::integerFormat(sum->type);
  if (format && format->bits < 32 && plain(sum->type) != plain(s.place->type))
    return std::nullopt;
  const auto operand = exprs.assignedOperand(sum->op, sum->left, sum->right);
  if (!operand)
    return std::nullopt;
  const Printed place = exprs.place(s.place);
  const bool adds = sum->op == BinaryOp::Add || sum->op == BinaryOp::PtrAdd;
  const bool isOne = operand->value && operand->value->isOne();
  if ((adds || sum->op == BinaryOp::Sub) && isOne &&
      !plain(s.place->type)->isBool())
    return (adds ? "++" : "--") + place.atLeast(Precedence::Unary);
  const bool isBack = sum->op == BinaryOp::PtrAdd && operand->value &&
                      operand->value->isAllOnes() &&
                      operand->value->isNegative();
  if (isBack)
    return "--" + place.atLeast(Precedence::Unary);
  return place.atLeast(Precedence::Unary) + " " + signOf(sum->op).str() + "= " +
         operand->text;
}

/// The number that a bit-field of three bits has after `b.low = 9`, of which
/// compilers warn; else null.
static const ir::IntExpr *cutOff(const ir::StoreStatement &s) {
  const ir::Field *field = s.place->bitField();
  const auto *number = dyn_cast<ir::IntExpr>(withoutConversion(s.value));
  if (!field || !number || field->type->isBool())
    return nullptr;
  const bool isSigned = ir::integerFormat(field->type)->isSigned;
  const llvm::APInt value = number->value();
  const bool fits = isSigned ? value.isSignedIntN(field->bitWidth)
                             : value.isIntN(field->bitWidth);
  return fits ? nullptr : number;
}

std::string StatementPrinter::storeText(const ir::StoreStatement &s) {
  if (const auto text = compound(s))
    return *text;
  if (const ir::IntExpr *number = cutOff(s)) {
    const ir::Field *field = s.place->bitField();
    return exprs.place(s.place).atLeast(Precedence::Unary) + " = " +
           exprs.cutTo(number->value(), *field);
  }
  // `c ? x : y = 3` is an assignment to y alone.
  return exprs.place(s.place).atLeast(Precedence::Unary) + " = " +
         exprs.initialiser(s.value);
}

void StatementPrinter::visitStore(ir::StoreStatement &s) {
  if (s.place->type->kind != ir::Type::Array)
    return line(storeText(s) + ";");
  const std::string place = exprs.place(s.place).atLeast(Precedence::Unary);
  if (llvm::isa<ir::LoadExpr, ir::ValueExpr>(s.value))
    return copyArray(place, s.value);
  // The values are all there before the first is stored.
  const std::string values = names.fresh("values");
  open("");
  line("const " + words.declare(s.place->type, values) +
       exprs.declared(s.value) + ";");
  line("std::memcpy(" + place + ", " + values + ", sizeof(" + values + "));");
  close();
}

/// Where nothing runs beside it; Words of others print it themselves.
void StatementPrinter::visitReduce(ir::ReduceStatement &s) {
  const Printed at = exprs.place(s.place), value = exprs.exact(s.value);
  const std::string place = at.atLeast(Precedence::Unary);
  const auto compared = [&](bool isMin) {
    const std::string left = value.atLeast(Precedence::Additive),
                      right = at.atLeast(Precedence::Additive);
    line(place + " = " + (isMin ? left + " < " + right : right + " < " + left) +
         " ? " + value.atLeast(Precedence::LogicalOr) + " : " +
         at.atLeast(Precedence::Conditional) + ";");
  };
  const auto combined = [&](llvm::StringRef sign) {
    line(place + " " + sign.str() + "= " + value.text + ";");
  };
  switch (s.combiner) {
  case Combiner::Add:
    return combined("+");
  case Combiner::Mul:
    if (const auto format = ir::integerFormat(s.place->type);
        format && format->bits == 16)
      return refuse("'reduce mul' of 16 bits");
    return combined("*");
  case Combiner::And:
    return combined("&");
  case Combiner::Or:
    return combined("|");
  case Combiner::Xor:
    return combined("^");
  case Combiner::Min:
    return compared(true);
  case Combiner::Max:
    return compared(false);
  case Combiner::AndAlso:
    return line(place + " = " + place + " && " +
                value.atLeast(Precedence::BitOr) + ";");
  case Combiner::OrElse:
    return line(place + " = " + place + " || " +
                value.atLeast(Precedence::BitOr) + ";");
  }
}

//===--- Containers -------------------------------------------------------===//

/// Whether elements come in at one end and have no numbers.
static bool isAdaptor(llvm::StringRef type) {
  return type == "std::queue" || type == "std::stack" ||
         type == "std::priority_queue";
}

static bool isSequence(llvm::StringRef type) {
  return type == "std::vector" || type == "std::deque" ||
         type == "std::basic_string" || type == "std::list";
}

/// The container's own function; empty where it has none of that meaning.
static llvm::StringRef functionOf(ChangeOp op, llvm::StringRef type,
                                  size_t numArguments) {
  switch (op) {
  case ChangeOp::Push:
    return isAdaptor(type) ? "push" : isSequence(type) ? "push_back" : "";
  case ChangeOp::Pop:
    return isAdaptor(type) ? "pop" : isSequence(type) ? "pop_back" : "";
  case ChangeOp::PushFront:
    return isSequence(type) ? "push_front" : "";
  case ChangeOp::PopFront:
    return isSequence(type) ? "pop_front" : "";
  case ChangeOp::Insert:
    return isSequence(type) || numArguments != 1 ? "" : "insert";
  case ChangeOp::Erase:
    return isSequence(type) || numArguments != 1 ? "" : "erase";
  case ChangeOp::Resize:
    return "resize";
  case ChangeOp::Reserve:
    return "reserve";
  case ChangeOp::Assign:
    return numArguments == 2 ? "assign" : "";
  case ChangeOp::Clear:
    return isAdaptor(type) ? "" : "clear";
  }
  llvm_unreachable("a change that there is not");
}

std::optional<std::string>
StatementPrinter::changeText(const ir::ContainerChangeStatement &s) {
  const llvm::StringRef type = cast<ir::LibraryType>(s.container->type)->name;
  const llvm::StringRef called = functionOf(s.op, type, s.arguments.size());
  if (called.empty() || s.order)
    return std::nullopt;
  std::string arguments;
  for (const ir::Expr *argument : s.arguments) {
    // Two arguments of one type could be taken for a range.
    const bool isCount = s.arguments.size() == 2 && argument == s.arguments[0];
    arguments +=
        (arguments.empty() ? "" : ", ") +
        (isCount ? exprs.exact(argument).text : exprs.initialiser(argument));
  }
  return exprs.place(s.container).atLeast(Precedence::Postfix) + "." +
         called.str() + "(" + arguments + ")";
}

void StatementPrinter::visitContainerChange(ir::ContainerChangeStatement &s) {
  if (const auto text = changeText(s))
    return line(*text + ";");
  const llvm::StringRef type = cast<ir::LibraryType>(s.container->type)->name;
  refuse("'" + ir::textOf(s.op).str() + "' of a '" + type.str() + "'" +
         (s.order ? " in an order of the user's" : ""));
}
