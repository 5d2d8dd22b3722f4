// What closures only read, and what nothing else changes.
#include "ReadParts.h"

#include "LocalUses.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

static bool isNumber(const ir::Type *type) {
  return type &&
         (type->isInt() || type->isFloat() || type->isBool() || type->isEnum());
}

/// The members that refer to numbers on the way to a place, but for that of
/// which the number is looked at when `isLoad`.
static void collect(const ir::Place *place, bool isLoad,
                    llvm::DenseSet<const ir::Field *> &fields) {
  for (size_t k = 0; k < place->steps.size(); ++k) {
    const auto *step = std::get_if<ir::FieldStep>(&place->steps[k]);
    if (!step || !step->field->type->isReference())
      continue;
    const auto *behind = k + 2 == place->steps.size()
                             ? std::get_if<ir::DerefStep>(&place->steps[k + 1])
                             : nullptr;
    if (!isLoad || !behind || behind->offset)
      fields.insert(step->field);
  }
}

ReadParts::ReadParts(const ir::Module &module) {
  for (const ir::Function *function : module.functions()) {
    if (!function->body)
      continue;
    ir::walkExprs(function->body, [&](const ir::Expr *e) {
      if (const ir::Place *place = ir::placeOf(e))
        collect(place, llvm::isa<ir::LoadExpr>(e), changed);
    });
    ir::walk(static_cast<const ir::Statement *>(function->body),
             [&](const ir::Statement *s) {
               ir::forEachPlace(s, [&](const ir::Place *place) {
                 collect(place, false, changed);
               });
             });
  }
}

/// Code of other files has no member of a class that a function declares.
bool ReadParts::isRead(const ir::Type *closure, const ir::Field &field) const {
  const auto *record = dyn_cast<ir::StructType>(closure);
  return record && record->isLocal() && field.type->isReference() &&
         isNumber(ir::pointeeOf(field.type)) && !changed.contains(&field);
}

const ir::Variable *ReadParts::readIn(const ir::Expr *element,
                                      const ir::Field &field,
                                      const ir::Function &from) const {
  const auto *address = dyn_cast<ir::AddressExpr>(element);
  const ir::Variable *variable =
      address ? address->place->wholeVariable() : nullptr;
  if (!variable || variable->isVolatile || !isNumber(variable->type) ||
      variable->type != ir::pointeeOf(field.type))
    return nullptr;
  unsigned all = 0, inClosures = 0;
  ir::walkExprs(from.body, [&](const ir::Expr *e) {
    const auto *each = dyn_cast<ir::AddressExpr>(e);
    all += each && each->place->wholeVariable() == variable;
    const auto *made = dyn_cast<ir::AggregateExpr>(e);
    const auto *record = made ? dyn_cast<ir::StructType>(made->type) : nullptr;
    if (!record)
      return;
    for (const ir::Field &part : record->fields()) {
      const auto *held =
          llvm::dyn_cast_or_null<ir::AddressExpr>(made->elements[part.index]);
      inClosures += held && held->place->wholeVariable() == variable &&
                    isRead(record, part);
    }
  });
  return all == inClosures && usesOf(from.body).lookup(variable).changes == 0
             ? variable
             : nullptr;
}
