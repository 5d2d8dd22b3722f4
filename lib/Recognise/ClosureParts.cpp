// Whether a struct can be bound part by part: it is made once, nothing is
// stored to it, and functions that are handed it do as little.
#include "ClosureParts.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

#include <set>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

const ir::Type *recognise::withoutReference(const ir::Type *type) {
  return type->isReference() ? ir::pointeeOf(type) : type;
}

/// Whether it is a struct that holds pointers or references, alone or among
/// other members.
const ir::StructType *recognise::closureType(const ir::Type *type) {
  const auto *record = dyn_cast<ir::StructType>(type);
  if (!record || !record->isComplete() || record->isUnion())
    return nullptr;
  bool holdsPointer = false;
  for (const ir::Field &field : record->fields()) {
    if (field.isBase || field.isBitField() || field.isAnonymous)
      return nullptr;
    holdsPointer |= ir::pointeeOf(field.type) || closureType(field.type);
  }
  return holdsPointer ? record : nullptr;
}

static bool isPlainDeref(const ir::Step &step) {
  const auto *deref = std::get_if<ir::DerefStep>(&step);
  return deref && !deref->offset;
}

/// Nothing where the place is none of a closure's.
std::optional<Way> recognise::wayAt(const ir::Place *place) {
  const ir::Variable *variable = place->variable();
  Way way;
  const ir::Type *type = variable ? variable->type : nullptr;
  if (!type || !closureType(withoutReference(type)))
    return std::nullopt;
  while (true) {
    const ir::StructType *record = closureType(withoutReference(type));
    if (!record) {
      way.part = type;
      return way;
    }
    const bool isReference = type->isReference();
    const size_t into = way.step + (isReference ? 1 : 0);
    if (isReference && way.step < place->steps.size() &&
        !isPlainDeref(place->steps[way.step]))
      return std::nullopt;
    const auto *field = into < place->steps.size()
                            ? std::get_if<ir::FieldStep>(&place->steps[into])
                            : nullptr;
    if (!field) {
      way.whole = record;
      way.step = std::min(into, place->steps.size());
      return way.step == place->steps.size() ? std::optional(way)
                                             : std::nullopt;
    }
    way.fields.push_back(field->field->index);
    type = field->field->type;
    way.step = into + 1;
  }
}

namespace {

/// Whether a variable is used only as what can be bound part by part.
class Uses {
public:
  bool areParts(const ir::BlockStatement *body, const ir::Variable *variable) {
    if (!body || variable->isVolatile || !seen.insert({body, variable}).second)
      return false; // of functions that recurse nothing is said
    unsigned wholes = 0, handed = 0;
    bool result = true;
    ir::walkExprs(body, [&](const ir::Expr *e) {
      if (isWhole(e, variable))
        ++wholes;
      else if (const ir::Place *place = placeIn(e, variable))
        result = result && isPart(e, place);
      if (const auto *called = dyn_cast<ir::CallExpr>(e))
        result = result &&
                 count(called->callee, called->arguments, variable, handed);
      if (const auto *made = dyn_cast<ir::AggregateExpr>(e);
          made && closureType(made->type))
        handed += llvm::count_if(made->elements, [&](const ir::Expr *each) {
          return isWhole(each, variable);
        });
    });
    ir::walk(body, [&](const ir::Statement *s) {
      if (const auto *called = dyn_cast<ir::CallStatement>(s))
        result = result &&
                 count(called->callee, called->arguments, variable, handed);
      ir::forEachPlace(s, [&](const ir::Place *place) {
        if (place->variable() == variable)
          result = result && isBehindPart(place);
      });
    });
    return result && wholes == handed;
  }

private:
  static const ir::Place *placeIn(const ir::Expr *e,
                                  const ir::Variable *variable) {
    const ir::Place *place = ir::placeOf(e);
    return place && place->variable() == variable ? place : nullptr;
  }
  static bool isWhole(const ir::Expr *e, const ir::Variable *variable) {
    if (const auto *value = dyn_cast<ir::ValueExpr>(e))
      return value->variable == variable;
    const ir::Place *place = placeIn(e, variable);
    const auto way = place && isa<ir::LoadExpr, ir::AddressExpr>(e)
                         ? wayAt(place)
                         : std::nullopt;
    return way && way->whole && !e->type->isPointer();
  }
  static bool isPart(const ir::Expr *e, const ir::Place *place) {
    const auto way = wayAt(place);
    if (!way || !way->part)
      return false;
    // A pointer that it refers to is looked at, and nothing else.
    const ir::Type *to = ir::pointeeOf(way->part);
    const bool isPointer = way->part->isReference() && to && to->isPointer();
    if (isa<ir::LoadExpr>(e) && way->step == place->steps.size())
      return !isPointer;
    return isBehindPart(place) || (isPointer && isa<ir::LoadExpr>(e) &&
                                   way->step + 1 == place->steps.size());
  }
  /// Behind a pointer that the closure holds. Pointers themselves stay.
  static bool isBehindPart(const ir::Place *place) {
    const auto way = wayAt(place);
    if (!way || !way->part || way->step == place->steps.size() ||
        !std::holds_alternative<ir::DerefStep>(place->steps[way->step]))
      return false;
    const ir::Type *to = ir::pointeeOf(way->part);
    return way->step + 1 < place->steps.size() ||
           !(way->part->isReference() && to && to->isPointer());
  }
  bool count(const ir::Function *callee,
             llvm::ArrayRef<const ir::Expr *> arguments,
             const ir::Variable *variable, unsigned &handed) {
    for (size_t k = 0; k < arguments.size(); ++k) {
      if (!isWhole(arguments[k], variable))
        continue;
      if (k >= callee->params.size() ||
          !areParts(callee->body, callee->params[k]))
        return false;
      seen.erase({callee->body, callee->params[k]});
      ++handed;
    }
    return true;
  }

  std::set<std::pair<const ir::BlockStatement *, const ir::Variable *>> seen;
};

} // namespace

bool recognise::isUsedInParts(const ir::BlockStatement *body,
                              const ir::Variable *variable) {
  return Uses().areParts(body, variable);
}
