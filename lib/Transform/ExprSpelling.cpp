// Expressions as C-like text.
#include "ExprSpelling.h"

#include "FunctionReads.h"

#include "regtt/IR/Printer.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/TypeSwitch.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;

namespace {

/// How tightly an operator binds: what binds less stands in parentheses.
enum Binds { Choice, Or, And, Equality, Order, Sum, Product, Prefix, Atom };

struct Spelled {
  std::string text;
  Binds binds = Atom;
};

class Speller {
public:
  explicit Speller(const Kernel &kernel)
      : kernel(kernel), module(*kernel.module) {}

  Spelled spell(const ir::Expr *e) const {
    return llvm::TypeSwitch<const ir::Expr *, Spelled>(e)
        .Case<ir::IntExpr, ir::FloatExpr, ir::BoolExpr>(
            [&](const auto *constant) { return number(constant); })
        .Case([&](const ir::ValueExpr *value) {
          return Spelled{value->variable->name};
        })
        .Case([&](const ir::LoadExpr *load) {
          return Spelled{place(load->place)};
        })
        .Case([&](const ir::UnaryExpr *unary) {
          return Spelled{signOf(unary->op) + in(unary->operand, Prefix),
                         Prefix};
        })
        .Case([&](const ir::BinaryExpr *binary) { return operation(*binary); })
        .Case([&](const ir::LogicalExpr *both) {
          const Binds binds = both->isAnd ? And : Or;
          return Spelled{in(both->left, binds) +
                             (both->isAnd ? " && " : " || ") +
                             in(both->right, Binds(binds + 1)),
                         binds};
        })
        .Case([&](const ir::CastExpr *cast) {
          return cast->isWritten ? Spelled{typeName(cast->type) + "(" +
                                           spell(cast->operand).text + ")"}
                                 : spell(cast->operand);
        })
        .Case([&](const ir::SelectExpr *choice) {
          return Spelled{in(choice->condition, Or) + " ? " +
                             spell(choice->whenTrue).text + " : " +
                             in(choice->whenFalse, Choice),
                         Choice};
        })
        .Case([&](const ir::LibraryCallExpr *call) {
          std::vector<std::string> arguments;
          for (const ir::Expr *argument : call->arguments)
            arguments.push_back(spell(argument).text);
          return Spelled{call->name.str() + "(" + llvm::join(arguments, ", ") +
                         ")"};
        })
        .Default([](const ir::Expr *other) {
          return Spelled{ir::toString(other), Choice};
        });
  }

private:
  std::string in(const ir::Expr *e, Binds binds) const {
    Spelled inner = spell(e);
    return inner.binds < binds ? "(" + inner.text + ")" : inner.text;
  }

  static std::string signOf(ir::UnaryOp op) {
    return op == ir::UnaryOp::Neg ? "-" : op == ir::UnaryOp::LNot ? "!" : "~";
  }

  Spelled operation(const ir::BinaryExpr &e) const {
    using Op = ir::BinaryOp;
    const auto join = [&](llvm::StringRef sign, Binds binds) {
      return Spelled{in(e.left, binds) + " " + sign.str() + " " +
                         in(e.right, Binds(binds + 1)),
                     binds};
    };
    switch (e.op) {
    case Op::Add:
      return join("+", Sum);
    case Op::Sub:
      return join("-", Sum);
    case Op::Mul:
      return join("*", Product);
    case Op::Div:
      return join("/", Product);
    case Op::Rem:
      return join("%", Product);
    case Op::Eq:
      return join("==", Equality);
    case Op::Ne:
      return join("!=", Equality);
    case Op::Lt:
      return join("<", Order);
    case Op::Le:
      return join("<=", Order);
    case Op::Gt:
      return join(">", Order);
    case Op::Ge:
      return join(">=", Order);
    default:
      return {ir::toString(&e), Choice};
    }
  }

  Spelled number(const ir::Expr *e) const {
    if (const llvm::StringRef spelling = module.spelling(e); !spelling.empty())
      return {spelling.str()};
    if (const auto *truth = dyn_cast<ir::BoolExpr>(e))
      return {truth->value ? "true" : "false"};
    llvm::SmallString<24> text;
    if (const auto *integer = dyn_cast<ir::IntExpr>(e)) {
      const auto format = ir::integerFormat(integer->type);
      integer->value().toString(text, 10, !format || format->isSigned);
      return {text.str().str(), text.starts_with("-") ? Prefix : Atom};
    }
    llvm::cast<ir::FloatExpr>(e)->value().toString(text, 0, 6);
    std::string result = text.str().lower();
    if (result.find_first_not_of("-0123456789") == std::string::npos)
      result += ".0";
    return {result, result[0] == '-' ? Prefix : Atom};
  }

  static std::string typeName(const ir::Type *type) {
    const auto *real = dyn_cast<ir::FloatType>(type);
    return real && real->name == ir::FloatType::F32   ? "float"
           : real && real->name == ir::FloatType::F64 ? "double"
           : real && real->name == ir::FloatType::F80 ? "long double"
                                                      : ir::toString(type);
  }

  std::string place(const ir::Place *place) const {
    std::string result = root(place);
    for (const ir::Step &step : place->steps) {
      if (const auto *field = std::get_if<ir::FieldStep>(&step);
          field && field->field->isNamed())
        result += "." + field->field->name;
      else if (const auto *index = std::get_if<ir::IndexStep>(&step))
        result += "[" + spell(index->index).text + "]";
      else if (const auto *element = std::get_if<ir::ElementStep>(&step))
        result += "[" + spell(element->index).text + "]";
      else if (const auto *member = std::get_if<ir::MemberStep>(&step))
        result += "." + member->name.str();
      else
        return ir::toString(place);
    }
    return result;
  }

  std::string root(const ir::Place *place) const {
    if (const ir::Variable *variable = place->variable())
      return variable->name;
    const ir::DataRoot *data = dataOf(place);
    if (!data)
      return ir::toString(module.place(place->root, {}));
    return data->kind == ir::DataRoot::Shared
               ? kernel.uniforms[data->number].name
               : kernel.data[data->number].text;
  }

  const Kernel &kernel;
  ir::Module &module;
};

} // namespace

std::string kernel::spell(const Kernel &kernel, const ir::Expr *e) {
  return Speller(kernel).spell(e).text;
}
