// Structs of pointers, values and containers that a query program keeps as rows
// of its own, one a field, and its own pointers to data, which are such fields
// by themselves.
//
//     var %best: @Hit = load %hit        ->  store own(8) = load own(3)
//                                            store own(9: ptr) = load own(4:
//                                            ptr) ...
//     var %mat: ptr @Material = null     ->  store own(6: ptr) = null
//
// What the pointers lead to is kept beside them (KeptData.cpp), and containers
// begin without elements (KeptContainers.cpp).
#include "Containers.h"
#include "KeptContainers.h"
#include "KeptData.h"
#include "LinkedLists.h"
#include "ProgramBody.h"
#include "Spelling.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

bool Recogniser::isKeptInParts(const ir::Type *type) {
  const auto *record = dyn_cast<ir::StructType>(type);
  return record && record->isComplete() && !record->isUnion() &&
         llvm::all_of(record->fields(), [&](const ir::Field &field) {
           return !field.isBase && !field.isAnonymous &&
                  (isCopyable(field.type) || isNodePointer(field.type) ||
                   keepsData(field) || isAnyContainer(field.type) ||
                   isKeptInParts(field.type));
         });
}

/// A struct becomes `value`: each field is a row. `text` is what the user calls
/// it.
Body::Statements ProgramBody::keepFields(const ir::Statement &s,
                                         const Object &object,
                                         const ir::Expr *value,
                                         const std::string &text) {
  const auto *list = dyn_cast<ir::AggregateExpr>(value);
  const auto *other = dyn_cast<ir::LoadExpr>(value);
  if (!list && !other && !isa<ir::ZeroExpr>(value)) {
    site.refuseInProgram(s.loc, "a declaration",
                         "it copies a struct that holds a node or a container");
    return std::vector<ir::Statement *>();
  }
  std::vector<ir::Statement *> out;
  const auto *record = llvm::cast<ir::StructType>(object.type);
  for (size_t k = 0; k < record->fields().size(); ++k) {
    const ir::Field &field = record->fields()[k];
    Part part{object};
    part.type = object.type;
    if (!intoField(part, &field))
      return out;
    const ir::Expr *from =
        other ? module.load(module.field(other->place, &field), value->loc)
        : list && k < list->elements.size() ? list->elements[k]
                                            : module.zero(field.type, s.loc);
    const std::string name = text + "." + field.name;
    if (isAnyContainer(field.type) ||
        (!isCopyable(field.type) && site.isKeptInParts(field.type))) {
      const auto made =
          isAnyContainer(field.type)
              ? KeptContainers(*this).emptied(part, name, from, s.loc)
              : keepFields(s, part.object, from, name);
      out.insert(out.end(), made->begin(), made->end());
      if (site.isFailing())
        return out;
      continue;
    }
    if (!part.object.isNode && field.type->isPointer()) {
      const auto set = KeptData(*this).begin(part, from, s.loc);
      out.insert(out.end(), set.begin(), set.end());
      if (site.isFailing())
        return out;
      continue;
    }
    const ir::Expr *made = !part.object.isNode ? copy.expr(from)
                           : isa<ir::ZeroExpr>(from)
                               ? module.null(site.link, s.loc)
                               : nodeValue(from);
    const ir::Place *place = made ? datum(part) : nullptr;
    if (!made)
      site.refuse(s.loc, Diag::RTT2027, {field.name});
    if (!place || site.isFailing())
      return out;
    write(place, s.loc);
    out.push_back(module.store(place, made, s.loc));
  }
  return out;
}

/// `best = hit`; nothing of what stores no struct of the program's own.
Body::Statements ProgramBody::storeFields(const ir::StoreStatement &s) {
  if (!isa<ir::StructType>(s.place->type) || isCopyable(s.place->type) ||
      !isa<ir::LoadExpr>(s.value))
    return std::nullopt;
  const size_t refusals = site.site.refusals.size();
  const auto found = part(s.place);
  site.site.refusals.resize(refusals);
  return found && found->isDatum() && isOfProgram(found->object) &&
                 site.isKeptInParts(found->type)
             ? keepFields(s, found->object, s.value, spelled(module, s.place))
             : std::nullopt;
}

/// Whether a pointer variable of the program's is null, or nothing, until it is
/// set to what is no local.
static bool isSetLater(const ir::Function &from, const ir::Statement &s,
                       const ir::Variable *variable) {
  const ir::Expr *first = settingOf(&s).value;
  if (variable->isFixed() || (first && !isa<ir::NullExpr>(first)))
    return false;
  bool result = true;
  ir::walk(static_cast<const ir::Statement *>(from.body),
           [&](const ir::Statement *each) {
             const auto *store = dyn_cast<ir::StoreStatement>(each);
             if (store && store->place->wholeVariable() == variable)
               result &= !isa<ir::AddressExpr>(store->value);
           });
  ir::walkExprs(from.body, [&](const ir::Expr *e) {
    const auto *address = dyn_cast<ir::AddressExpr>(e);
    result &= !address || address->place->wholeVariable() != variable;
  });
  return result;
}

/// Whether `s` declares a variable that is the program's own as those are that
/// calls are handed: a struct of the same type, or a pointer that is set to one
/// that is kept.
bool ProgramBody::isKeptHere(const ir::Statement &s) {
  const ir::Variable *made = ir::declaredBy(&s);
  if (!made || values.count(made) || !site.keepsNodes() ||
      site.iteration.isUsedAfter(made))
    return false;
  if (isa<ir::StructType>(made->type))
    return !isCopyable(made->type) &&
           llvm::any_of(site.variablesOfProgram(), [&](const auto &each) {
             return each.second.type == made->type;
           });
  const ir::Expr *value = settingOf(&s).value;
  return site.keepsPointee(made->type) &&
         (isSetLater(from, s, made) ||
          (value && KeptData(*this).behind(value)));
}
