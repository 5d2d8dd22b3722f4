// Names, types, values and calls of lane code.
#include "LaneWords.h"

#include "regtt/Analysis/LanePlaces.h"

#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using cpp::Parts;
using cpp::Precedence;
using cpp::Text;
using llvm::dyn_cast;
using llvm::isa;

LaneWords::LaneWords(const Site &site, const ValueTypes &values,
                     const ir::Function &printed, const Divergence &levels)
    : SliceWords(site, values, printed), site(site), values(values),
      printed(printed), levels(levels), ways(printed, levels),
      returnsResult(ways.returnsApart() && !printed.type->result->isVoid()) {
  frames.push_back({Frame::Function, "go", false});
}

bool LaneWords::isTaken(llvm::StringRef name) {
  for (llvm::StringRef own : {"some", "others", "loop", "turn", "inside",
                              "which", "again", "those"}) {
    llvm::StringRef rest = name;
    if (rest.consume_front(own) && llvm::all_of(rest, llvm::isDigit))
      return true;
  }
  return name == "go" || name == "result" || name == "op" ||
         namesLaneStruct(values, name) || SliceWords::isTaken(name);
}

std::optional<Text> LaneWords::expression(const ir::Expr &e, Parts &parts) {
  if (const auto found = inLane.find(&e); found != inLane.end())
    return Text{found->second};
  if (const auto *call = dyn_cast<ir::CallExpr>(&e))
    return called(*call->callee, call->arguments, parts);
  if (!isOwn(&e))
    return SliceWords::expression(e, parts);
  if (isa<ir::SelectExpr, ir::LogicalExpr>(e))
    return choice(e, parts);
  if (const auto *load = dyn_cast<ir::LoadExpr>(&e))
    return loaded(*load->place, parts);
  if (const auto *both = dyn_cast<ir::BinaryExpr>(&e);
      both && dividesByAny(*both))
    return Text{
        (both->op == ir::BinaryOp::Div ? "rt::divide(" : "rt::remainder(") +
            mask() + ", " + parts.exact(both->left).text + ", " +
            parts.exact(both->right).text + ")",
        Precedence::Postfix};
  if (const auto *whole = dyn_cast<ir::AggregateExpr>(&e);
      whole && e.type->kind == ir::Type::Struct) {
    std::vector<std::string> fields;
    for (const ir::Expr *field : whole->elements)
      fields.push_back(isOwn(field) || field->type->kind == ir::Type::Array
                           ? parts.braced(field)
                           : parts.value(field));
    return Text{laneType(values, e.type) + "{" + llvm::join(fields, ", ") + "}",
                Precedence::Postfix};
  }
  const auto *negation = dyn_cast<ir::UnaryExpr>(&e);
  const bool isNegated = negation && negation->op == ir::UnaryOp::LNot;
  const auto *asked =
      dyn_cast<ir::IntrinsicExpr>(isNegated ? negation->operand : &e);
  if (asked && asked->op == ir::IntrinsicOp::IsNull) {
    const auto *child = dyn_cast<ir::LibraryCallExpr>(asked->arguments[0]);
    if (child && child->name == "rt::child" && !isOwn(child->arguments[0]))
      return SliceWords::expression(e, parts);
    return Text{parts.exact(asked->arguments[0]).atLeast(Precedence::Shift) +
                    (isNegated ? " != rt::none" : " == rt::none"),
                Precedence::Equality};
  }
  if (const auto *called = dyn_cast<ir::LibraryCallExpr>(&e))
    return libraryCall(*called, parts);
  return SliceWords::expression(e, parts);
}
