// Names, types, values and calls of lane code.
#include "LaneWords.h"

#include "regtt/IR/Walk.h"

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
      printed(printed), levels(levels),
      returnsResult(returnsApart(levels, printed)) {
  frames.push_back({Frame::Function, "go"});
  numberFrames();
}

std::string LaneWords::declareLanes(const ir::Type *type,
                                    const std::string &name) const {
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return declareLanes(array->element,
                        name + "[" + std::to_string(array->count) + "]");
  const std::string lane =
      "rt::Lane<" +
      (type->isLink() ? std::string("rt::Link") : values.spell(type)) + ">";
  return name.empty() ? lane : lane + " " + name;
}

bool LaneWords::isTaken(llvm::StringRef name) {
  for (llvm::StringRef own : {"some", "others", "loop"}) {
    llvm::StringRef rest = name;
    if (rest.consume_front(own) && llvm::all_of(rest, llvm::isDigit))
      return true;
  }
  return name == "go" || name == "result" || name == "op" ||
         SliceWords::isTaken(name);
}

std::optional<Text> LaneWords::expression(const ir::Expr &e, Parts &parts) {
  if (!isOwn(&e))
    return SliceWords::expression(e, parts);
  if (const auto *choice = dyn_cast<ir::SelectExpr>(&e))
    return Text{"rt::select(" + parts.exact(choice->condition).text + ", " +
                    parts.exact(choice->whenTrue).text + ", " +
                    parts.exact(choice->whenFalse).text + ")",
                Precedence::Postfix};
  if (const auto *both = dyn_cast<ir::BinaryExpr>(&e);
      both && dividesByAny(*both))
    return Text{
        (both->op == ir::BinaryOp::Div ? "rt::divide(" : "rt::remainder(") +
            mask() + ", " + parts.exact(both->left).text + ", " +
            parts.exact(both->right).text + ")",
        Precedence::Postfix};
  if (const auto *load = dyn_cast<ir::LoadExpr>(&e);
      load && isGathered(levels, *load->place))
    return gathered(*load->place, parts);
  const auto *asked = dyn_cast<ir::IntrinsicExpr>(&e);
  if (asked && asked->op == ir::IntrinsicOp::IsNull)
    return Text{parts.exact(asked->arguments[0]).atLeast(Precedence::Shift) +
                    " == rt::none",
                Precedence::Equality};
  if (const auto *called = dyn_cast<ir::LibraryCallExpr>(&e)) {
    llvm::StringRef name = called->name;
    if (name == "rt::child")
      return Text{"rt::childAt(" + names.groups[0] + ".children, " +
                      parts.exact(called->arguments[0]).text + ")",
                  Precedence::Postfix};
    if (!name.consume_front("std::"))
      return SliceWords::expression(e, parts);
    std::vector<std::string> arguments;
    for (const ir::Expr *argument : called->arguments)
      arguments.push_back(parts.exact(argument).text);
    return Text{"rt::" + name.str() + "(" + llvm::join(arguments, ", ") + ")",
                Precedence::Postfix};
  }
  return SliceWords::expression(e, parts);
}

/// table[q->kind]
/// -> rt::apply(go, [&](auto k) { return arrays.table[k]; }, q.kind)
Text LaneWords::gathered(const ir::Place &place, Parts &parts) {
  const auto &root = std::get<ir::DataRoot>(place.root);
  return Text{"rt::apply(" + mask() + ", [&](auto k) { return " +
                  data(root, "k")->text + "; }, " +
                  parts.exact(root.index).text + ")",
              Precedence::Postfix};
}

/// A function that changes the query, or does what differs from lane to lane,
/// is told which lanes run first.
Text LaneWords::call(const ir::Function &callee,
                     llvm::ArrayRef<Text> arguments) {
  Text text = SliceWords::call(callee, arguments);
  if (callee.body && needsMask(site.kernel, levels, callee)) {
    const size_t open = text.text.find('(') + 1;
    text.text.insert(open, mask() + (text.text[open] == ')' ? "" : ", "));
  }
  return text;
}
