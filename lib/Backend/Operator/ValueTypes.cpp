// Mirrors of the user's value structs, and how types are spelled.
#include "ValueTypes.h"

#include "InnerPrinter.h"

#include "Names.h"
#include "OperatorPrinter.h"
#include "regtt/Cpp/Layout.h"
#include "regtt/Cpp/Words.h"
#include "regtt/IR/Printer.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>

using namespace regtt;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

ValueTypes::ValueTypes(const Unit &unit) {
  for (const Site &site : unit.sites)
    collect(site);
  nameAll(unit);
}

std::shared_ptr<const ValueTypes> regtt::valueTypes(const Unit &unit) {
  return std::make_shared<const ValueTypes>(unit);
}

//===--- Collecting -------------------------------------------------------===//

void ValueTypes::collect(const Site &site) {
  const kernel::Kernel &kernel = site.kernel;
  for (const auto &[type, user] : kernel.types)
    users[type] = user;
  for (const kernel::Datum &datum : kernel.data)
    add(kernel, datum.container ? datum.container->element : datum.type);
  for (const kernel::Uniform &uniform : kernel.uniforms)
    add(kernel, uniform.type, true);
  for (const kernel::Argument &arg : kernel.args)
    add(kernel, arg.type, true);
  for (const kernel::Capture &capture : kernel.captures)
    if (capture.type && !capture.type->isPointer())
      add(kernel, capture.type);
  for (const kernel::Helper &helper : kernel.helpers) {
    if (!helper.function)
      continue;
    add(kernel, helper.function->type->result);
    for (const ir::Type *param : helper.function->type->params)
      add(kernel, param);
    collect(kernel, helper.function);
  }
  for (const ir::Function *function : kernel.bodies())
    if (!kernel.helperOf(function))
      collect(kernel, function);
  for (const ir::Function *function : kernel.invariants)
    collect(kernel, function);
  for (const kernel::SiteLoop::Input &input : site.loop.inputs)
    if (input.type && !input.type->isPointer())
      add(kernel, input.type, true);
}

/// What its variables hold, and what it makes.
void ValueTypes::collect(const kernel::Kernel &kernel,
                         const ir::Function *function) {
  if (!function || !function->body)
    return;
  ir::walk(function->body, [&](const ir::Statement *s) {
    if (const ir::Variable *variable = ir::declaredBy(s))
      add(kernel, variable->type);
  });
  ir::walkExprs(function->body, [&](const ir::Expr *e) {
    if (isa<ir::AggregateExpr, ir::ZeroExpr, ir::CastExpr>(e) &&
        !e->type->isPointer())
      add(kernel, e->type);
  });
}

void ValueTypes::add(const kernel::Kernel &kernel, const ir::Type *type,
                     bool inHeader) {
  while (type && !type->isLink()) {
    const auto *array = dyn_cast<ir::ArrayType>(type);
    const ir::Type *inner = array ? array->element : ir::pointeeOf(type);
    if (!inner)
      break;
    type = inner;
  }
  if (!type)
    return;
  if (const auto *library = dyn_cast<ir::LibraryType>(type))
    for (unsigned k = 0; k < library->arguments.size(); ++k)
      add(kernel, library->typeArgument(k), inHeader);
  const auto *structure = dyn_cast<ir::StructType>(type);
  if (structure && structure->isComplete())
    addStruct(kernel, structure, inHeader);
}

/// Each kernel has types of its own: those of two kernels are one where they
/// are declared alike in one place, and so is what they are made of.
static std::string formOf(const ir::StructType *type,
                          const ir::Module &module) {
  std::string form;
  llvm::SmallSetVector<const ir::Type *, 8> types;
  types.insert(type);
  for (size_t k = 0; k < types.size(); ++k) {
    const auto add = [&](const ir::Type *part) {
      if (part)
        types.insert(part);
    };
    add(ir::pointeeOf(types[k]));
    if (const auto *array = dyn_cast<ir::ArrayType>(types[k]))
      add(array->element);
    if (const auto *library = dyn_cast<ir::LibraryType>(types[k]))
      for (unsigned n = 0; n < library->arguments.size(); ++n)
        add(library->typeArgument(n));
    const auto *named = dyn_cast<ir::NamedType>(types[k]);
    if (!named)
      continue;
    form +=
        sourceLine(named->loc, module) + " " + ir::declarationOf(named) + "\n";
    const auto *structure = dyn_cast<ir::StructType>(named);
    if (structure && structure->isComplete())
      for (const ir::Field &field : structure->fields())
        add(field.type);
  }
  return form;
}

/// An anonymous member is defined where it stands.
void ValueTypes::addFields(const kernel::Kernel &kernel,
                           const ir::StructType *type, bool inHeader) {
  for (const ir::Field &field : type->fields())
    if (const ir::StructType *inner = ir::anonymousType(field))
      addFields(kernel, inner, inHeader);
    else
      add(kernel, field.type, inHeader);
}

void ValueTypes::addStruct(const kernel::Kernel &kernel,
                           const ir::StructType *type, bool inHeader) {
  const auto user = users.find(type);
  if (user != users.end() && user->second.isClosure)
    return;
  const std::string form = formOf(type, *kernel.module);
  if (user != users.end() && user->second.origin)
    origins[user->second.origin] = type;
  if (const auto found = forms.find(form); found != forms.end()) {
    numbers[type] = found->second;
    if (!inHeader || mirrors[found->second].inHeader)
      return;
    mirrors[found->second].inHeader = true;
  }
  // One that leads to itself is known when its fields are.
  if (!entered.insert(type).second)
    return;
  addFields(kernel, type, inHeader);
  entered.erase(type);
  // What bases leave free, the mirror's bases do as well.
  const bool hasBases = llvm::any_of(
      type->fields(), [](const ir::Field &field) { return field.isBase; });
  if (!hasBases && llvm::any_of(cpp::layOut(*type).fields,
                                [](const cpp::FieldLayout &field) {
                                  return field.isElsewhere;
                                }))
    notPrinted("a value of '" + type->name + "'", type->loc);
  const auto [found, isNew] = forms.insert({form, mirrors.size()});
  if (isNew)
    mirrors.push_back(
        {type, sourceLine(type->loc, *kernel.module), "", inHeader});
  numbers[type] = found->second;
}

//===--- Names ------------------------------------------------------------===//

/// `Vec<a::Real, 3>` of `geometry::Vec<a::Real, 3>`.
static llvm::StringRef withoutScope(llvm::StringRef name) {
  size_t start = 0;
  int depth = 0;
  for (size_t k = 0; k + 1 < name.size(); ++k) {
    depth += (name[k] == '<') - (name[k] == '>');
    if (depth == 0 && name.substr(k).starts_with("::"))
      start = k + 2;
  }
  return name.substr(start);
}

static void noteFields(const ir::StructType &type,
                       std::set<std::string> &names) {
  for (const ir::Field &field : type.fields())
    if (const ir::StructType *inner = ir::anonymousType(field))
      noteFields(*inner, names);
    else if (!field.isBase)
      names.insert(safeName(field.name));
}

/// Names are given when all structs are known: a struct may have the name of a
/// field or a variable in C, and another struct's of another namespace.
void ValueTypes::nameAll(const Unit &unit) {
  std::set<std::string> others;
  for (const Mirror &mirror : mirrors)
    noteFields(*mirror.type, others);
  const auto note = [&](const ir::Function *function) {
    for (const ir::Variable *param : function->params)
      others.insert(safeName(param->name));
    ir::walk(function->body, [&](const ir::Statement *s) {
      if (const ir::Variable *variable = ir::declaredBy(s))
        others.insert(safeName(variable->name));
    });
  };
  for (const Site &site : unit.sites) {
    const kernel::Kernel &kernel = site.kernel;
    for (const kernel::Datum &datum : kernel.data)
      others.insert(safeName(datum.name));
    for (const kernel::Uniform &uniform : kernel.uniforms)
      others.insert(safeName(uniform.name));
    for (const kernel::Argument &arg : kernel.args)
      others.insert(safeName(arg.name));
    others.insert(
        {kernel.name, safeName(kernel.nodeName), safeName(kernel.queryName)});
    for (const kernel::Helper &helper : kernel.helpers) {
      others.insert(helper.name);
      for (const kernel::Helper::Param &param : helper.params)
        others.insert(safeName(param.name));
    }
    for (const ir::Function *function : kernel.bodies())
      note(function);
  }
  for (const llvm::StringLiteral name : innerTypes())
    others.insert(name.str());
  for (Mirror &mirror : mirrors) {
    const std::string stem =
        safeName(cpp::identifier(withoutScope(mirror.type->name)));
    std::string name = others.count(stem) ? stem + "_t" : stem;
    for (int suffix = 2; used.count(name) || others.count(name); ++suffix)
      name = stem + "_" + std::to_string(suffix);
    used.insert(name);
    mirror.name = name;
  }
  findHidden();
}

bool ValueTypes::taken(llvm::StringRef name) const {
  return used.count(name.str()) != 0 || llvm::is_contained(innerTypes(), name);
}

/// The fields of the bases of `type`, and of theirs.
static void basesFields(const ir::StructType *type,
                        llvm::SmallVectorImpl<const ir::Field *> &fields) {
  for (const ir::Field &base : type->fields()) {
    const auto *of =
        base.isBase ? dyn_cast<ir::StructType>(base.type) : nullptr;
    if (!of || !of->isComplete())
      continue;
    for (const ir::Field &field : of->fields())
      if (!field.isBase)
        fields.push_back(&field);
    basesFields(of, fields);
  }
}

void ValueTypes::findHidden() {
  for (const Mirror &mirror : mirrors) {
    llvm::SmallVector<const ir::Field *, 16> inherited;
    basesFields(mirror.type, inherited);
    llvm::StringMap<unsigned> counts;
    for (const ir::Field &field : mirror.type->fields())
      if (!field.isBase)
        ++counts[field.name];
    for (const ir::Field *field : inherited)
      ++counts[field->name];
    for (const ir::Field *field : inherited)
      if (const Mirror *of = find(field->parent);
          of && !field->isAnonymous && counts[field->name] > 1)
        hidden.insert({of - mirrors.data(), field->index});
  }
}

std::string ValueTypes::fieldName(const ir::Field &field) const {
  const std::string name = safeName(field.isAnonymous ? "" : field.name);
  const Mirror *mirror = find(field.parent);
  return mirror && hidden.count({mirror - mirrors.data(), field.index})
             ? name + "_of_" + mirror->name
             : name;
}

const ValueTypes::Mirror *ValueTypes::find(const ir::NamedType *type) const {
  auto found = numbers.find(type);
  if (const auto user = users.find(type);
      found == numbers.end() && user != users.end())
    if (const auto same = origins.find(user->second.origin);
        same != origins.end())
      found = numbers.find(same->second);
  return found == numbers.end() ? nullptr : &mirrors[found->second];
}

std::string ValueTypes::headerName(const Mirror &mirror) const {
  return "regtt_" + mirror.name;
}

//===--- Spelling ---------------------------------------------------------===//

namespace {

/// C++'s own words for numbers.
class NumberWords : public cpp::Words {
public:
  std::string global(const ir::Global &) override { return ""; }
  std::string function(const ir::Function &) override { return ""; }
  std::string type(const ir::NamedType &) override { return ""; }
  bool isTaken(llvm::StringRef) override { return false; }
};

} // namespace

/// A type that is not made of others.
std::string ValueTypes::base(const ir::Type *type, bool inC) const {
  if (type->isLink())
    return "rt::Link";
  if (const auto *enumeration = dyn_cast<ir::EnumType>(type))
    type = enumeration->underlying;
  if (inC && type->isBool())
    return "regtt_bool";
  if (const auto *number = dyn_cast<ir::IntType>(type);
      number && number->name == ir::IntType::U32)
    return "unsigned int";
  if (const auto *library = dyn_cast<ir::LibraryType>(type)) {
    std::string arguments;
    for (const ir::LibraryType::Argument &argument : library->arguments) {
      const auto *size = std::get_if<int64_t>(&argument);
      arguments +=
          (arguments.empty() ? "" : ", ") +
          (size ? std::to_string(*size)
                : declare(std::get<const ir::Type *>(argument), "", inC));
    }
    return library->name.str() + "<" + arguments + ">";
  }
  const auto *named = dyn_cast<ir::NamedType>(type);
  if (!named)
    return NumberWords().spell(type);
  if (const auto user = users.find(named);
      user != users.end() && user->second.isClosure)
    return "auto";
  const Mirror *mirror = find(named);
  if (!mirror) {
    notPrinted("a value of '" + named->name + "'", named->loc);
    return "char";
  }
  const char *word = mirror->type->isUnion() ? "union " : "struct ";
  return inC ? word + headerName(*mirror) : mirror->name;
}

/// `isConst`: of what it declares, or of an array's elements.
std::string ValueTypes::declare(const ir::Type *type, std::string name,
                                bool inC, bool isConst) const {
  if (!type) {
    notPrinted("a type that has no name here");
    return "char " + name;
  }
  if (const auto *array = dyn_cast<ir::ArrayType>(type)) {
    if (!name.empty() && (name[0] == '*' || name[0] == '&'))
      name = "(" + name + ")";
    return declare(array->element,
                   name + "[" + std::to_string(array->count) + "]", inC,
                   isConst);
  }
  if (type->isPointer() || type->isReference())
    return declare(ir::pointeeOf(type),
                   (type->isPointer() ? "*" : "&") +
                       std::string(isConst ? "const " : "") + name,
                   inC);
  return std::string(isConst ? "const " : "") + base(type, inC) +
         (name.empty() ? "" : " ") + name;
}

std::string ValueTypes::declare(const ir::Type *type,
                                llvm::StringRef name) const {
  return declare(type, name.str(), false);
}

std::string ValueTypes::declareReadOnly(const ir::Type *type,
                                        llvm::StringRef name) const {
  if (!type || !(type->isPointer() || type->isReference()))
    return declare(type, name);
  return declare(ir::pointeeOf(type),
                 ((type->isPointer() ? "*" : "&") + name).str(), false,
                 /*isConst=*/true);
}

std::string ValueTypes::declare(const kernel::Datum &datum) const {
  const std::string name = safeName(datum.name);
  if (datum.container && datum.container->isAppended)
    return "rt::Appended<" + spell(datum.container->element) + "> " + name;
  if (datum.container)
    return std::string(datum.container->isQueue ? "rt::Heap<" : "rt::List<") +
           spell(datum.container->element) + ", " +
           std::to_string(datum.container->bound) + "> " + name;
  return datum.isBitField() ? "rt::Bits<" + spell(datum.type) + ", " +
                                  std::to_string(datum.bitWidth) + "> " + name
                            : declare(datum.type, name);
}

std::string ValueTypes::declare(const kernel::Capture &capture,
                                llvm::StringRef name) const {
  return capture.type && capture.type->isPointer()
             ? "unsigned long " + name.str()
             : declare(capture.type, name);
}

std::string ValueTypes::contents(const kernel::Datum &datum,
                                 bool ofNode) const {
  std::string text = std::to_string(datum.bytesInObject());
  if (datum.isAddress && !ofNode)
    text += ", true";
  if (datum.isBitField())
    text += (ofNode ? ", {" : ", false, {") + std::to_string(datum.bitShift) +
            ", " + std::to_string(datum.bitWidth) + "}";
  return text;
}

std::string ValueTypes::declareInC(const ir::Type *type,
                                   llvm::StringRef name) const {
  return declare(type, name.str(), true);
}
