// Names, types and data of a slice; links, addresses and elements.
#include "SliceWords.h"

#include "Helpers.h"
#include "InnerPrinter.h"

#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::kernel;
using cpp::Parts;
using cpp::Precedence;
using cpp::Text;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

SliceWords::SliceWords(const Site &site, const ValueTypes &values,
                       const ir::Function &printed)
    : names(site.kernel, site.kernel.helperOf(&printed)), site(site),
      kernel(site.kernel), values(values), printed(printed),
      user(kernel.helperOf(&printed)), chosen(printed),
      fieldNames(innerFields(site.kernel, printed)),
      ownIsConst(isGuard() || (user && !user->changesQuery)) {
  findReadOnly();
}

//===--- Names ------------------------------------------------------------===//

/// Whether it is what a rope carries: argument `number` of the traversal, or of
/// a guard.
bool SliceWords::isArgument(const ir::Variable &variable,
                            size_t &number) const {
  for (number = 0; number < printed.params.size(); ++number)
    if (printed.params[number] == &variable)
      return true;
  return false;
}

bool SliceWords::isGuard() const {
  return llvm::any_of(kernel.guards, [&](const Guard &guard) {
    return guard.function == &printed;
  });
}

std::string SliceWords::variable(const ir::Variable &variable) {
  if (const auto found = fieldNames.find(&variable); found != fieldNames.end())
    return found->second;
  size_t number;
  const bool isEntry = &printed == kernel.enter ||
                       &printed == kernel.truncates ||
                       &printed == kernel.proceed;
  if (!isArgument(variable, number))
    return safeName(cpp::identifier(variable.name));
  if (isGuard())
    return "rope." + safeName(variable.name);
  if (onHost)
    return numberName;
  // What the user's function has no parameter for.
  const Helper::Param *first =
      user && !user->params.empty() ? &user->params.front() : nullptr;
  if (number == 0 && first && first->isThis) {
    if (first->kind == Helper::Param::Number)
      return "element";
    if (first->kind == Helper::Param::Value)
      return "self";
  }
  if (!isEntry)
    return safeName(cpp::identifier(variable.name));
  if (number == 0)
    return "self";
  const Argument &arg = kernel.args[number - 1];
  return arg.isReassigned ? safeName(cpp::identifier(arg.name))
                          : "args." + safeName(arg.name);
}

std::string SliceWords::field(const ir::Field &field) {
  return values.fieldName(field);
}

std::string SliceWords::global(const ir::Global &global) {
  values.notPrinted("the global '" + global.name + "'");
  return safeName(cpp::identifier(global.name));
}

bool SliceWords::isReadOnly(const ir::DataRoot &root) {
  if (root.kind == ir::DataRoot::Own)
    return ownIsConst;
  return root.kind != ir::DataRoot::Element ||
         !kernel.writesArray(kernel.data[root.number].number);
}

std::string SliceWords::function(const ir::Function &function) {
  const Helper *helper = kernel.helperOf(&function);
  return helper ? functionName(kernel, *helper)
                : cpp::identifier(function.name);
}

std::string SliceWords::type(const ir::NamedType &type) {
  return values.spell(&type);
}

bool SliceWords::isTaken(llvm::StringRef name) {
  if (!fieldNames.empty() && llvm::is_contained(innerNames(), name))
    return true;
  if (&printed == kernel.program && (name == "calls" || name == "roots"))
    return true;
  return name == names.query || llvm::is_contained(names.groups, name) ||
         llvm::any_of(
             kernel.helpers,
             [&](const Helper &helper) { return helper.name == name; }) ||
         values.taken(name);
}

std::string SliceWords::declare(const ir::Type *type, std::string name) {
  if (!type->isLink())
    return Words::declare(type, name);
  return "rt::Link" + std::string(name.empty() ? "" : " ") + name;
}

//===--- Data -------------------------------------------------------------===//

std::string regtt::entriesName(const Kernel &kernel, unsigned array) {
  return safeName(kernel.arrays[array].name) + "_entries";
}

/// The arrival record of the node that `link` leads to.
std::string SliceWords::otherRecord(const std::string &link) const {
  return std::string("tree.template ") +
         (isIndexed(kernel, 0) ? "inPlace<0>(" : "load<0>(") + link + ")";
}

std::optional<cpp::Datum> SliceWords::data(const ir::DataRoot &root,
                                           const std::string &index) {
  if (root.kind == ir::DataRoot::Shared)
    return cpp::Datum{{"u." + safeName(kernel.uniforms[root.number].name),
                       Precedence::Postfix}};
  if (root.kind == ir::DataRoot::Host)
    return cpp::Datum{
        {children() + "." + safeName(kernel.slotNames[root.number]),
         Precedence::Postfix}};
  const kernel::Datum &datum = kernel.data[root.number];
  cpp::Datum result;
  result.precedence = Precedence::Postfix;
  if (root.kind == ir::DataRoot::Element && onHost)
    result.text = children() + "." + entriesName(kernel, datum.number) + "[" +
                  index + "]";
  else if (root.kind == ir::DataRoot::Element)
    result.text = "arrays." + safeName(kernel.arrays[datum.number].name) + "[" +
                  index + "]";
  else if (root.kind == ir::DataRoot::Linked)
    result.text = otherRecord(index);
  else
    result.text =
        root.kind == ir::DataRoot::Own ? names.query : names.groups[0];
  for (unsigned group = 1; group < kernel.groups.size(); ++group)
    if (root.kind == ir::DataRoot::Node && !ofSource &&
        llvm::is_contained(kernel.groups[group].data, root.number))
      result.text = names.groups[group];
  if (onHost && root.kind == ir::DataRoot::Node &&
      llvm::is_contained(kernel.hostData, root.number))
    result.text = children();
  if (!datum.name.empty()) // else it is the whole
    result.text += "." + safeName(datum.name);
  if (datum.isBitField()) {
    result.text += ".value";
    result.bitWidth = datum.bitWidth;
  }
  return result;
}

//===--- Links and addresses ----------------------------------------------===//

std::optional<Text> SliceWords::libraryCall(const ir::LibraryCallExpr &e,
                                            Parts &parts) const {
  const auto argument = [&](size_t k) { return parts.value(e.arguments[k]); };
  if (e.name == "rt::child")
    return Text{kernel.list()
                    ? "tree.child(" + children() + ", " + argument(0) + ")"
                    : children() + "[" + argument(0) + "]",
                Precedence::Postfix};
  if (e.name == "rt::childrenOf")
    return Text{otherRecord(argument(0)) + ".children.count",
                Precedence::Postfix};
  if (e.name == "rt::children")
    return Text{children() + ".count", Precedence::Postfix};
  if (e.name == "rt::within")
    return Text{"rt::within(" + argument(0) + ", " + argument(1) + ")",
                Precedence::Postfix};
  if (e.name == "rt::root")
    return Text{"roots.at(" + argument(0) + ", " + argument(1) + ")",
                Precedence::Postfix};
  return std::nullopt;
}

/// `!n.children.has(0)`, `near == rt::none`
Text SliceWords::isNull(const ir::Expr *e, bool negated, Parts &parts) const {
  const auto *child = dyn_cast<ir::LibraryCallExpr>(e);
  if (child && child->name == "rt::child" && !kernel.list())
    return {std::string(negated ? "" : "!") + children() + ".has(" +
                parts.value(child->arguments[0]) + ")",
            negated ? Precedence::Postfix : Precedence::Unary};
  return {parts.exact(e).atLeast(Precedence::Relational) +
              (negated ? " != " : " == ") +
              (e->type->isLink() ? "rt::none" : "0"),
          Precedence::Equality};
}

/// Whether a pointer is the number of an address: data that is only compared.
bool SliceWords::isAddress(const ir::Expr *e) const {
  if (!e->type->isPointer())
    return false;
  if (const auto *read = dyn_cast<ir::ContainerReadExpr>(e))
    return std::holds_alternative<ir::DataRoot>(read->container->root);
  if (const auto *cast = dyn_cast<ir::CastExpr>(e))
    return cast->op == ir::CastOp::IntToPtr || isAddress(cast->operand);
  if (isa<ir::NullExpr>(e))
    return true;
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  if (!load)
    return false;
  const ir::Variable *variable = load->place->wholeVariable();
  size_t number;
  return std::holds_alternative<ir::DataRoot>(load->place->root) ||
         (variable && isGuard() && isArgument(*variable, number));
}

std::optional<Text> SliceWords::addressCast(const ir::CastExpr &e,
                                            Parts &parts) {
  if (e.op == ir::CastOp::IntToPtr)
    return parts.exact(e.operand);
  if (!isAddress(e.operand))
    return std::nullopt;
  switch (e.op) {
  case ir::CastOp::PtrToPtr:
    return parts.exact(e.operand);
  case ir::CastOp::PtrToInt:
    return Text{"static_cast<" + spell(e.type) + ">(" +
                    parts.exact(e.operand).text + ")",
                Precedence::Postfix};
  case ir::CastOp::ToBool:
    return Text{parts.exact(e.operand).atLeast(Precedence::Relational) +
                    " != 0",
                Precedence::Equality};
  default:
    return std::nullopt;
  }
}

std::optional<Text> SliceWords::expression(const ir::Expr &e, Parts &parts) {
  if (const auto *called = dyn_cast<ir::LibraryCallExpr>(&e))
    return libraryCall(*called, parts);
  if (const auto *asked = dyn_cast<ir::IntrinsicExpr>(&e);
      asked && asked->op == ir::IntrinsicOp::IsNull)
    return isNull(asked->arguments[0], false, parts);
  if (const auto *unary = dyn_cast<ir::UnaryExpr>(&e);
      unary && unary->op == ir::UnaryOp::LNot) {
    if (const auto *asked = dyn_cast<ir::IntrinsicExpr>(unary->operand);
        asked && asked->op == ir::IntrinsicOp::IsNull)
      return isNull(asked->arguments[0], true, parts);
    if (const auto *cast = dyn_cast<ir::CastExpr>(unary->operand);
        cast && cast->op == ir::CastOp::ToBool && isAddress(cast->operand))
      return isNull(cast->operand, false, parts);
  }
  // A smart pointer among the data is an address, too.
  if (const auto *read = dyn_cast<ir::ContainerReadExpr>(&e);
      read && read->container->steps.empty() &&
      std::holds_alternative<ir::DataRoot>(read->container->root)) {
    const Text address = parts.place(read->container);
    if (read->op == ir::ReadOp::Get)
      return address;
    if (read->op == ir::ReadOp::HasValue)
      return Text{address.text + " != 0", Precedence::Equality};
  }
  if (isa<ir::NullExpr, ir::ZeroExpr>(e) && e.type->isLink())
    return Text{"rt::none"};
  if (isa<ir::NullExpr>(e))
    return Text{"0"}; // addresses are numbers
  if (const auto *cast = dyn_cast<ir::CastExpr>(&e))
    return addressCast(*cast, parts);
  if (const auto *load = dyn_cast<ir::LoadExpr>(&e);
      load && !ofSource && chosen.isChosen(load->place))
    return Text{"rt::at(" + chosenElement(load->place, parts) + ")",
                Precedence::Postfix};
  if (const auto *load = dyn_cast<ir::LoadExpr>(&e)) {
    const auto *root = std::get_if<ir::DataRoot>(&load->place->root);
    if (root && root->kind == ir::DataRoot::Element &&
        kernel.data[root->number].isTested && &printed != kernel.reach)
      return Text{"rt::look(" + parts.place(load->place).text + ")",
                  Precedence::Postfix};
  }
  return std::nullopt;
}

//===--- Calls ------------------------------------------------------------===//

Text SliceWords::call(const ir::Function &callee,
                      llvm::ArrayRef<Text> arguments) {
  const Helper *helper = kernel.helperOf(&callee);
  return helper ? helperCall(kernel, *helper, names, arguments)
                : Words::call(callee, arguments);
}

//===--- Elements ---------------------------------------------------------===//

/// `q.distance, i`
std::string SliceWords::chosenElement(const ir::Place *place,
                                      Parts &parts) const {
  const ir::Type *type = ir::typeOf(place->root);
  for (const ir::Step &step : place->steps.drop_back())
    type = ir::typeAfter(step, type);
  const ir::Place array{place->root, place->steps.drop_back(), type,
                        place->isVolatile};
  const ir::Step &last = place->steps.back();
  const auto *index = std::get_if<ir::IndexStep>(&last);
  return parts.place(&array).text + ", " +
         parts.value(index ? index->index
                           : std::get<ir::ElementStep>(last).index);
}

static bool isConstantIndex(const ir::Place *place) {
  const ir::Step &last = place->steps.back();
  const auto *index = std::get_if<ir::IndexStep>(&last);
  const ir::Expr *number =
      index ? index->index : std::get<ir::ElementStep>(last).index;
  return isa<ir::IntExpr>(number);
}

/// A datum of the node that linearising computes, and an element that data
/// choose. rt::put takes its place and its value in any order.
std::optional<std::string> SliceWords::store(const ir::StoreStatement &s,
                                             Parts &parts) {
  if (ofSource) {
    const auto *data = std::get_if<ir::DataRoot>(&s.place->root);
    if (!data || data->kind != ir::DataRoot::Node)
      return std::nullopt;
    std::string text = "kept." + safeName(kernel.data[data->number].name);
    for (const ir::Step &step : s.place->steps)
      if (const auto *index = std::get_if<ir::IndexStep>(&step))
        text += "[" + parts.value(index->index) + "]";
    return text + " = " + parts.value(s.value) + ";";
  }
  if (!chosen.isChosen(s.place) ||
      (parts.hasEffects(s.value) && !isConstantIndex(s.place)))
    return std::nullopt;
  return "rt::put(" + chosenElement(s.place, parts) + ", " +
         parts.value(s.value) + ");";
}
