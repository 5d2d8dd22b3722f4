// Locals of the body's that a later copy of the loop names, declared again: a
// value from the iteration's record, a reference to what it was bound to.
#include "HostBody.h"

#include "regtt/IR/Walk.h"

#include <llvm/Support/Regex.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

/// A reference, or a pointer that keeps its value: it is bound again. So is one
/// that a clause gives to iterations: those set it once.
bool HostBody::isAlias(const ir::Variable *variable) const {
  return variable->type->isReference() ||
         (variable->type->isPointer() &&
          (!changed.count(variable) || ownCopy(variable)));
}

/// In C an enum is compatible with the integer that it is held as, which has a
/// name whether the enum has one or not.
const ir::Type *HostBody::valueType(const ir::Type *type) const {
  const auto *named = dyn_cast<ir::EnumType>(type);
  return named && host.isC ? named->underlying : type;
}

std::string HostBody::fieldValue(const ir::Type *type,
                                 const std::string &name) {
  type = valueType(type);
  const std::string field = "regtt_input->" + name;
  if (llvm::isa<ir::StructType, ir::LibraryType>(type))
    return host.isC ? "*(" + words.declare(type, "*") + ")(void *)&" + field
                    : "*static_cast<" + words.declare(type, "*") +
                          ">(regtt_field(&" + field + "))";
  if (!type->isEnum() && !type->isPointer())
    return field;
  if (host.isC)
    return "(" + words.spell(type) + ")" + field;
  // An address, or where one was kept.
  const bool isAddress =
      llvm::any_of(site.inputs, [&](const kernel::SiteLoop::Input &input) {
        return input.name == name && input.type && input.type->isPointer();
      });
  if (isAddress)
    return "static_cast<" + words.spell(type) + ">(const_cast<void *>(" +
           field + "))";
  return (type->isPointer() ? "reinterpret_cast<" : "static_cast<") +
         words.spell(type) + ">(" + field + ")";
}

/// As the declaration says; empty where it does not.
std::string HostBody::writtenType(const ir::Variable *variable) {
  const ir::Statement *declared = declarations.lookup(variable);
  const bool isAlone = llvm::count_if(declarations, [&](const auto &other) {
                         return declared && other.second->loc == declared->loc;
                       }) == 1;
  const auto text =
      isAlone ? texts.before(declared->loc, variable->loc) : std::nullopt;
  const llvm::StringRef type = text ? text->rtrim() : "";
  static const llvm::Regex other("(^|[^A-Za-z0-9_])(auto|static|constexpr|"
                                 "thread_local|register|alignas)"
                                 "([^A-Za-z0-9_]|$)");
  // A reference, perhaps: no pointer leads to one.
  static const llvm::Regex deduced(
      "^((const|volatile) +)*(decltype|typeof|__typeof__)([^A-Za-z0-9_]|$)");
  return other.match(type) || deduced.match(type) || namesLocal(type)
             ? ""
             : type.str();
}

/// Whether `type` names a variable of the body's, which means something else
/// behind it.
bool HostBody::namesLocal(llvm::StringRef type) const {
  return llvm::any_of(declarations, [&](const auto &each) {
    return hasWord(type, each.first->name);
  });
}

/// An object that lies in a record, declared as `declarator` says. Of a type
/// that a function declares the user's word is good.
std::string HostBody::objectText(const ir::Variable &variable,
                                 const ir::Type *type,
                                 const std::string &declarator) {
  const std::string written =
      words.isNameable(type) || llvm::isa<ir::ArrayType>(type)
          ? ""
          : writtenType(&variable);
  return written.empty() ? words.declare(type, declarator)
                         : written + " " + declarator;
}

std::string HostBody::typeText(const ir::Variable *variable) {
  const std::string type = writtenType(variable);
  return type.empty() ? words.spell(variable->type) : type;
}

/// What it leads to may be const, which only the declaration says.
void HostBody::bindPointer(const ir::Variable &variable,
                           const std::string &value,
                           std::vector<std::string> &bindings) {
  const std::string written = writtenType(&variable);
  if (written.empty())
    return refuse(
        {Diag::RTT1118,
         variable.loc,
         {variable.name, "its declaration does not say its type; write it "
                         "out"}});
  bindings.push_back(written + " " + variable.name + " = " + value + ";");
}

/// `std::vector<int> &ids = *static_cast<std::vector<int> *>(...);`
std::string HostBody::keptContainer(const ir::Variable *variable) {
  const std::string type = typeText(variable);
  return type + " &" + variable->name + " = *static_cast<" + type +
         " *>(regtt_input->" + site.inputs[localInput(variable)].name + ");";
}

/// What it is bound to, in words of the body.
static const ir::Expr *boundTo(const ir::Statement *declaration) {
  if (const auto *let = llvm::dyn_cast_or_null<ir::LetStatement>(declaration))
    return let->value;
  if (const auto *set = llvm::dyn_cast_or_null<ir::StoreStatement>(declaration))
    return set->value;
  const auto *var = llvm::dyn_cast_or_null<ir::VarStatement>(declaration);
  return var ? var->init : nullptr;
}

static bool isNumber(const ir::Type *type) {
  return !type->isBool() && !type->isEnum() && !type->isPointer();
}

void HostBody::bind(const Variables &named,
                    std::vector<std::string> host::TailLevel::*where,
                    bool ofCall) {
  Variables needed = named;
  for (size_t k = 0; k < needed.size(); ++k)
    if (isAlias(needed[k]))
      if (const ir::Expr *e = boundTo(declarations.lookup(needed[k])))
        addUses(whole(e), needed);
  for (unsigned level = 0; level < iteration.levels.size(); ++level) {
    std::vector<std::string> bindings, copies;
    for (const auto &[variable, of] : locals)
      if (of == level && needed.contains(variable) &&
          !(ofCall && isOfCalls(variable)))
        bindLocal(variable, ofCall, bindings, copies);
    bindings.insert(bindings.end(), copies.begin(), copies.end());
    host.tail->levels[level].*where = std::move(bindings);
  }
}

/// An array or a struct that lies in the record's field `at`.
void HostBody::bindObject(const ir::Variable &variable, const ir::Type *type,
                          const std::string &at,
                          std::vector<std::string> &bindings,
                          std::vector<std::string> &copies) {
  const bool isArray = type->kind == ir::Type::Array;
  const std::string &name = variable.name;
  const std::string qualifier =
      variable.isConst || variable.isFixed() ? "const " : "";
  if (!host.isC) {
    bindings.push_back(
        qualifier +
        objectText(variable, type, isArray ? "(&" + name + ")" : "&" + name) +
        " = *static_cast<" + qualifier +
        objectText(variable, type, isArray ? "(*)" : "*") + ">(regtt_field(&" +
        at + "));");
  } else if (isArray) {
    bindings.push_back(words.declare(type, name) + ";");
    copies.push_back("regtt_copy(&" + name + ", &" + at + ", sizeof " + name +
                     ");");
  } else {
    bindings.push_back(words.declare(type, name) + " = *(" +
                       words.declare(type, "*") + ")(void *)&" + at + ";");
  }
}

void HostBody::bindLocal(const ir::Variable *variable, bool ofCall,
                         std::vector<std::string> &bindings,
                         std::vector<std::string> &copies) {
  const ir::Type *type = valueType(variable->type);
  const std::string &name = variable->name;
  if (ofHead.count(declarations.lookup(variable))) // each has it anew
    return refuse(
        {Diag::RTT1118, variable->loc, {name, "it changes between the calls"}});
  const bool isResult = llvm::is_contained(results, variable);
  if (isAlias(variable) && !isResult) {
    if (!ofCall && (isOfCalls(variable) ||
                    (!type->isReference() && iteration.isChanged(variable))))
      return refuse({Diag::RTT1118,
                     variable->loc,
                     {name, "it changes between the calls"}});
    const ir::Expr *value = boundTo(declarations.lookup(variable));
    value = value ? whole(value) : nullptr;
    Variables inner;
    if (value)
      addUses(value, inner);
    if (!value || llvm::any_of(inner, [&](const ir::Variable *other) {
          return changed.count(other) || iteration.isChanged(other) ||
                 llvm::is_contained(results, other);
        }))
      return refuse({Diag::RTT1118,
                     variable->loc,
                     {name, "what it is bound to is not found again"}});
    again.push_back({declarations.lookup(variable)->loc, name});
    const auto *at = dyn_cast<ir::AddressExpr>(value);
    const std::string text =
        at && type->isReference() ? words.lvalue(at->place) : words.text(value);
    if (ownCopy(variable)) {
      copies.push_back(name + " = " + text + ";");
      return;
    }
    bindings.push_back((type->isReference() ? "auto &&"
                        : host.isC          ? words.declare(type, "")
                                            : "auto ") +
                       name + " = " + text + ";");
    return;
  }
  if (isResult && isKept(variable)) {
    (ofCall ? host.tail->callReadsRecord : host.tail->readsRecord) = true;
    bindings.push_back(keptContainer(variable));
    return;
  }
  if (!isTrivial(type))
    return refuse({Diag::RTT1118,
                   variable->loc,
                   {name, "its type cannot be copied bit by bit"}});
  if (!ofCall && !isResult && iteration.isChanged(variable))
    return refuse(
        {Diag::RTT1118, variable->loc, {name, "it changes between the calls"}});
  if (ownCopy(variable))
    return bindOwn(variable, ofCall, bindings, copies);
  host::Tail &tail = *host.tail;
  const std::string field = site.inputs[localInput(variable)].name;
  (ofCall ? tail.callReadsRecord : tail.readsRecord) = true;
  if (type->isPointer())
    return bindPointer(*variable, fieldValue(type, field), bindings);
  const std::string qualifier =
      variable->isConst || variable->isFixed() ? "const " : "";
  const bool isObject =
      llvm::isa<ir::StructType, ir::LibraryType, ir::ArrayType>(type);
  if (!isObject) {
    bindings.push_back(qualifier +
                       (words.inTemplate && isNumber(type)
                            ? "auto " + name
                            : words.declare(type, name)) +
                       " = " + fieldValue(type, field) + ";");
    return;
  }
  bindObject(*variable, type, "regtt_input->" + field, bindings, copies);
}
