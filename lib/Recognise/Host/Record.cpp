// What the iteration's record holds: values and addresses that calls are
// handed and that no array has at the loop's variable, locals of the body's
// that calls write or that are looked at after them.
#include "HostBody.h"
#include "HostLoop.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/Walk.h"
#include "regtt/Kernel/Names.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

int HostBody::addInput(const std::string &name, const ir::Type *type,
                       host::Input row) {
  const std::string stem = name.empty() ? "input" : safeName(name);
  std::string given = stem;
  for (int suffix = 2; llvm::any_of(site.inputs,
                                    [&](const kernel::SiteLoop::Input &other) {
                                      return other.name == given;
                                    });
       ++suffix)
    given = stem + "_" + std::to_string(suffix);
  site.inputs.push_back({given, type});
  host.inputs.push_back(std::move(row));
  return static_cast<int>(site.inputs.size()) - 1;
}

host::Value HostBody::value(const ir::Type *type, std::string text) const {
  host::Value result;
  result.text = std::move(text);
  if (isa<ir::StructType, ir::LibraryType>(type)) {
    result.copying = host::Copying::Bytes;
    if (host.isC)
      result.type = HostWords(words).spell(type);
  } else if (type->kind == ir::Type::Array) {
    result.copying = host::Copying::Array;
  } else if (type->isBool()) {
    result.copying = host::Copying::Truth;
  } else if (type->isEnum() && !host.isC) {
    result.copying = host::Copying::Enum;
  }
  return result;
}

std::string HostBody::said(const ir::Expr *e) {
  const ir::Expr *said = whole(e);
  addUses(said, used);
  const auto *at = dyn_cast<ir::AddressExpr>(said);
  const std::string text = at ? "&(" + words.lvalue(at->place) + ")"
                           : said->type->isReference()
                               ? "&(" + words.lvalue(module.pointee(said)) + ")"
                               : words.assigned(said);
  // No text says which base of the object it is.
  const auto *cast = dyn_cast<ir::CastExpr>(said);
  const auto *into = at && !at->place->steps.empty()
                         ? std::get_if<ir::FieldStep>(&at->place->steps.back())
                         : nullptr;
  const bool isBase =
      (cast && cast->op == ir::CastOp::ToBase) || (into && into->field->isBase);
  const ir::Type *to = isBase ? ir::pointeeOf(said->type) : nullptr;
  return to ? "static_cast<" + words.spell(to) + " *>(" + text + ")" : text;
}

/// Of a place that a reference or a pointer to it leads to.
static const ir::Expr *valueBehind(ir::Module &module, const ir::Expr *pointer,
                                   const ir::Type *type) {
  const bool isPointer = ir::pointeeOf(pointer->type) && pointer->type != type;
  return isPointer ? module.load(module.pointee(pointer)) : pointer;
}

int HostBody::valueInput(const Operand &operand) {
  const ir::Expr *e =
      whole(valueBehind(module, whole(operand.expr), operand.type));
  // `&scale[0]`, of which the iteration has all.
  if (const auto *first = dyn_cast<ir::LoadExpr>(e);
      first && operand.type->kind == ir::Type::Array)
    if (const ir::Place *array = holderOf(module, first->place);
        array->type == operand.type)
      e = module.load(array);
  host::Input row;
  row.value = value(operand.type, said(e));
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  const auto *plain = dyn_cast<ir::ValueExpr>(e);
  const ir::Variable *local = plain  ? plain->variable
                              : load ? load->place->wholeVariable()
                                     : nullptr;
  const int made =
      addInput(Iteration::nameOf(operand).str(), operand.type, std::move(row));
  // Of another instantiation, it may be of another type.
  if (local && locals.count(local) && local->type == operand.type &&
      !words.inTemplate)
    inputOf.insert({local, made});
  return made;
}

int HostBody::addressInput(const Operand &operand) {
  host::Input row;
  row.value.text = said(operand.expr);
  return addInput(Iteration::nameOf(operand).str(), nullptr, std::move(row));
}

int HostBody::roomInput(const Operand &operand) {
  host::Input row;
  row.value.text = said(operand.expr);
  const int made =
      addInput(Iteration::nameOf(operand).str(), nullptr, std::move(row));
  site.inputs[made].elementBytes =
      bytesOf(ir::elementOf(operand.type)).value_or(0);
  return made;
}

int HostBody::comparedInput(const ir::Place *place) {
  host::Input row;
  row.value.text = said(module.addressOf(place));
  for (size_t k = 0; k < host.inputs.size(); ++k)
    if (host.inputs[k].value.text == row.value.text && !site.inputs[k].type)
      return static_cast<int>(k);
  return addInput("read", nullptr, std::move(row));
}

/// Whether it has a value before the calls.
bool HostBody::isSet(const ir::Variable *variable) const {
  if (isOfCalls(variable))
    return false;
  if (changed.count(variable))
    return true;
  const ir::Statement *s = declarations.lookup(variable);
  const auto *var = llvm::dyn_cast_or_null<ir::VarStatement>(s);
  return !var || var->init;
}

bool HostBody::isKept(const ir::Variable *variable) const {
  return llvm::any_of(recogniser.kernel.containers(), [&](unsigned row) {
    const kernel::Datum &datum = recogniser.kernel.data[row];
    return datum.number < iteration.operands.size() &&
           iteration.operands[datum.number].local == variable;
  });
}

int HostBody::localInput(const ir::Variable *variable) {
  const unsigned level = locals.lookup(variable);
  if (const auto known = inputOf.find(variable); known != inputOf.end()) {
    host.inputs[known->second].level = static_cast<int>(level);
    return known->second;
  }
  host::Input row;
  row.isKept = isKept(variable);
  row.value = value(variable->type, variable->name);
  if (row.isKept)
    row.value.copying = host::Input().value.copying;
  row.isSet = isSet(variable) || row.isKept;
  row.level = static_cast<int>(level);
  const OwnCopy *own = ownCopy(variable);
  if (own && own->identity) {
    row.value = host::Value();
    row.value.text = identityText(*own);
  } else if (row.isSet) {
    used.insert(variable);
  }
  // Where a node lies that the calls found is a number of the host's.
  const bool isFound = variable->type->isPointer() && isOfCalls(variable);
  const ir::Type *type = row.isKept ? nullptr
                         : isFound  ? module.intType(ir::IntType::U64)
                                    : variable->type;
  const int made = addInput(variable->name, type, std::move(row));
  inputOf[variable] = made;
  return made;
}

/// A field of the struct, or of one in it, that is a pointer to something else
/// than a node; null: there is none.
static const ir::Field *dataPointer(const Recogniser &recogniser,
                                    const ir::Type *type) {
  const auto *record = dyn_cast<ir::StructType>(type);
  if (!record || !record->isComplete())
    return nullptr;
  for (const ir::Field &field : record->fields()) {
    if (field.type->isPointer() && !recogniser.isNodePointer(field.type))
      return &field;
    if (const ir::Field *inner = dataPointer(recogniser, field.type))
      return inner;
  }
  return nullptr;
}

/// A variable that no record has room for.
void HostBody::refuseLocal(const ir::Variable &variable) {
  Message message{Diag::RTT1105, callText(), {variable.name}};
  if (const ir::Field *pointer = dataPointer(recogniser, variable.type))
    message.notes.push_back(
        {variable.loc, "it holds '" + pointer->name +
                           "', a pointer to what is no node, which is not kept "
                           "from visit to visit; keep what it leads to"});
  refuse(std::move(message));
}

std::vector<int> HostBody::operandInputs() {
  std::vector<int> result;
  for (unsigned k = 0; k < iteration.operands.size(); ++k) {
    const Operand &operand = iteration.operands[k];
    switch (operand.form) {
    case Operand::Element:
      result.push_back(-1);
      break;
    case Operand::Address:
      result.push_back(addressInput(operand));
      break;
    case Operand::Value:
      result.push_back(valueInput(operand));
      break;
    case Operand::Room:
      result.push_back(roomInput(operand));
      break;
    case Operand::Local:
      if (operand.local && locals.count(operand.local)) {
        result.push_back(localInput(operand.local));
        results.push_back(operand.local);
        break;
      }
      if (iteration.values.count(operand.local)) {
        host::Input row;
        row.isSet = false;
        row.value = value(operand.type, "");
        const int made = addInput("returned", operand.type, std::move(row));
        inputOf[operand.local] = made;
        result.push_back(made);
        break;
      }
      if (operand.local && isMadeForCall(operand.local))
        refuse(callText(), "a temporary object that calls write");
      // What the head declares is the loop's, not an iteration's.
      else if (operand.local && operand.local != iteration.call->result)
        refuseLocal(*operand.local);
      // What the call returns.
      host::Input row;
      row.isSet = false;
      row.value = value(operand.type, "");
      returned = addInput(operand.name, operand.type, std::move(row));
      result.push_back(returned);
    }
  }
  return result;
}
