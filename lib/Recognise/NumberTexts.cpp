// Expressions of integers as C has them, for people who read what was made.
#include "Numbers.h"

#include "Recogniser.h"

#include <llvm/ADT/SmallString.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

namespace {

struct Written {
  std::string text;
  int strength; ///< of the operator that it is; primary ones bind best
};

constexpr int primary = 16, prefix = 15, choice = 3;

Written written(const ir::Expr *e);

std::string inside(const ir::Expr *e, int atLeast) {
  Written result = written(e);
  return result.strength >= atLeast ? result.text : "(" + result.text + ")";
}

std::string placeText(const ir::Place *place) {
  std::string text;
  bool isFollowed = false;
  if (const ir::Variable *variable = place->variable())
    text = variable->name;
  else if (const ir::Global *global = place->global())
    text = global->name;
  else if (const auto *pointed = std::get_if<ir::PointeeRoot>(&place->root))
    text = "(*" + inside(pointed->pointer, prefix) + ")";
  const ir::Variable *root = place->variable();
  bool isObject = root && isThis(root);
  for (size_t k = 0; k < place->steps.size(); ++k) {
    const ir::Step &step = place->steps[k];
    if (const auto *field = std::get_if<ir::FieldStep>(&step)) {
      if (field->field->isBase || field->field->isAnonymous)
        continue;
      if (isObject)
        text = field->field->name;
      else
        text += (isFollowed ? "->" : ".") + field->field->name;
      isFollowed = isObject = false;
    } else if (const auto *deref = std::get_if<ir::DerefStep>(&step)) {
      if (deref->offset)
        text += "[" + inside(deref->offset, 0) + "]";
      else if (k > 0 || !root || !root->type->isReference())
        isFollowed = true;
    } else if (const auto *index = std::get_if<ir::IndexStep>(&step)) {
      text += "[" + inside(index->index, 0) + "]";
    } else if (const auto *element = std::get_if<ir::ElementStep>(&step)) {
      text += "[" + inside(element->index, 0) + "]";
    }
  }
  return (isFollowed ? "*" : "") + text;
}

Written binary(const ir::BinaryExpr &e) {
  static constexpr struct {
    ir::BinaryOp op;
    const char *text;
    int strength;
  } operators[] = {{ir::BinaryOp::Mul, "*", 13},  {ir::BinaryOp::Div, "/", 13},
                   {ir::BinaryOp::Rem, "%", 13},  {ir::BinaryOp::Add, "+", 12},
                   {ir::BinaryOp::Sub, "-", 12},  {ir::BinaryOp::Shl, "<<", 11},
                   {ir::BinaryOp::Shr, ">>", 11}, {ir::BinaryOp::Lt, "<", 10},
                   {ir::BinaryOp::Le, "<=", 10},  {ir::BinaryOp::Gt, ">", 10},
                   {ir::BinaryOp::Ge, ">=", 10},  {ir::BinaryOp::Eq, "==", 9},
                   {ir::BinaryOp::Ne, "!=", 9},   {ir::BinaryOp::And, "&", 8},
                   {ir::BinaryOp::Xor, "^", 7},   {ir::BinaryOp::Or, "|", 6}};
  for (const auto &each : operators)
    if (each.op == e.op)
      return {inside(e.left, each.strength) + " " + each.text + " " +
                  inside(e.right, each.strength + 1),
              each.strength};
  return {"...", primary};
}

Written written(const ir::Expr *e) {
  if (const auto *number = dyn_cast<ir::IntExpr>(e)) {
    llvm::SmallString<16> text;
    const auto format = ir::integerFormat(e->type);
    number->value().toString(text, 10, format && format->isSigned);
    return {text.str().str(), primary};
  }
  if (const auto *real = dyn_cast<ir::FloatExpr>(e)) {
    llvm::SmallString<16> text;
    real->value().toString(text);
    if (text.str().find_first_of(".E") == llvm::StringRef::npos)
      text += ".0";
    const auto *type = dyn_cast<ir::FloatType>(e->type);
    if (type && type->name == ir::FloatType::F32)
      text += "f";
    return {text.str().str(), primary};
  }
  if (const auto *value = dyn_cast<ir::ValueExpr>(e))
    return {value->variable->name, primary};
  if (const auto *load = dyn_cast<ir::LoadExpr>(e))
    return {placeText(load->place), primary};
  if (const auto *cast = dyn_cast<ir::CastExpr>(e)) {
    const auto *to = dyn_cast<ir::IntType>(e->type);
    return cast->isWritten && to ? Written{"(" + to->text.str() + ")" +
                                               inside(cast->operand, prefix),
                                           prefix}
                                 : written(cast->operand);
  }
  if (const auto *unary = dyn_cast<ir::UnaryExpr>(e)) {
    const char *op = unary->op == ir::UnaryOp::Neg   ? "-"
                     : unary->op == ir::UnaryOp::Not ? "~"
                                                     : "!";
    return {op + inside(unary->operand, prefix), prefix};
  }
  if (const auto *chosen = dyn_cast<ir::SelectExpr>(e))
    return {inside(chosen->condition, choice + 1) + " ? " +
                inside(chosen->whenTrue, choice) + " : " +
                inside(chosen->whenFalse, choice),
            choice};
  if (const auto *both = dyn_cast<ir::LogicalExpr>(e)) {
    const int strength = both->isAnd ? 5 : 4;
    return {inside(both->left, strength) + (both->isAnd ? " && " : " || ") +
                inside(both->right, strength + 1),
            strength};
  }
  if (const auto *called = dyn_cast<ir::CallExpr>(e))
    return {called->callee->name + "(...)", primary};
  if (const auto *binaryExpr = dyn_cast<ir::BinaryExpr>(e))
    return binary(*binaryExpr);
  return {"...", primary};
}

} // namespace

std::string recognise::writtenText(const ir::Expr *e) {
  return written(e).text;
}
