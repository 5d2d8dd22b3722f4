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

std::optional<Way> recognise::wayAt(const ir::Place *place,
                                    const Closure &closure) {
  const ir::Variable *variable = place->variable();
  Way way;
  const ir::Type *type = variable ? variable->type : nullptr;
  if (!type || withoutReference(type) != closure.type)
    return std::nullopt;
  for (const Closure *at = &closure;;) {
    if (!at) {
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
      way.whole = at;
      way.step = std::min(into, place->steps.size());
      return way.step == place->steps.size() ? std::optional(way)
                                             : std::nullopt;
    }
    way.fields.push_back(field->field->index);
    type = field->field->type;
    at = at->inner[field->field->index].get();
    way.step = into + 1;
  }
}

namespace {

/// Whether a variable is used only as what can be bound part by part.
class Uses {
public:
  /// `closure`: what the variable is, or refers to.
  bool areParts(const ir::BlockStatement *body, const ir::Variable *variable,
                const Closure &closure) {
    if (!body || variable->isVolatile || !seen.insert({body, variable}).second)
      return false; // of functions that recurse nothing is said
    unsigned wholes = 0, handed = 0;
    bool result = true;
    const auto wholeIn = [&](const ir::Expr *e) {
      return wholeOf(e, variable, closure);
    };
    const auto count = [&](const auto &called) {
      for (size_t k = 0; k < called.arguments.size(); ++k)
        if (const Closure *whole = wholeIn(called.arguments[k])) {
          result = result && isHanded(called.callee, k, *whole);
          ++handed;
        }
    };
    ir::walkExprs(body, [&](const ir::Expr *e) {
      const ir::Place *place = ir::placeOf(e);
      if (wholeIn(e))
        ++wholes;
      else if (place && place->variable() == variable)
        result = result && isPart(e, place, closure);
      if (const auto *called = dyn_cast<ir::CallExpr>(e))
        count(*called);
      if (const auto *made = dyn_cast<ir::AggregateExpr>(e);
          made && closureType(made->type))
        handed += llvm::count_if(made->elements, wholeIn);
    });
    ir::walk(body, [&](const ir::Statement *s) {
      if (const auto *called = dyn_cast<ir::CallStatement>(s))
        count(*called);
      ir::forEachPlace(s, [&](const ir::Place *place) {
        if (place->variable() == variable)
          result = result && isBehindPart(place, closure);
      });
    });
    return result && wholes == handed;
  }

private:
  /// The closure that `e` is, or refers to; null: it is none of the variable's.
  static const Closure *wholeOf(const ir::Expr *e, const ir::Variable *variable,
                                const Closure &closure) {
    if (const auto *value = dyn_cast<ir::ValueExpr>(e))
      return value->variable == variable ? &closure : nullptr;
    const ir::Place *place = ir::placeOf(e);
    const auto way = place && place->variable() == variable &&
                             isa<ir::LoadExpr, ir::AddressExpr>(e) &&
                             !e->type->isPointer()
                         ? wayAt(place, closure)
                         : std::nullopt;
    return way ? way->whole : nullptr;
  }
  static bool isPart(const ir::Expr *e, const ir::Place *place,
                     const Closure &closure) {
    const auto way = wayAt(place, closure);
    if (!way || !way->part)
      return false;
    // A pointer that it refers to is looked at, and nothing else.
    const ir::Type *to = ir::pointeeOf(way->part);
    const bool isPointer = way->part->isReference() && to && to->isPointer();
    if (isa<ir::LoadExpr>(e) && way->step == place->steps.size())
      return !isPointer;
    return isBehindPart(place, closure) ||
           (isPointer && isa<ir::LoadExpr>(e) &&
            way->step + 1 == place->steps.size());
  }
  /// Behind a pointer that the closure holds. Pointers themselves stay.
  static bool isBehindPart(const ir::Place *place, const Closure &closure) {
    const auto way = wayAt(place, closure);
    if (!way || !way->part || way->step == place->steps.size() ||
        !std::holds_alternative<ir::DerefStep>(place->steps[way->step]))
      return false;
    const ir::Type *to = ir::pointeeOf(way->part);
    return way->step + 1 < place->steps.size() ||
           !(way->part->isReference() && to && to->isPointer());
  }
  bool isHanded(const ir::Function *callee, size_t k, const Closure &closure) {
    if (k >= callee->params.size() ||
        !areParts(callee->body, callee->params[k], closure))
      return false;
    seen.erase({callee->body, callee->params[k]});
    return true;
  }

  std::set<std::pair<const ir::BlockStatement *, const ir::Variable *>> seen;
};

} // namespace

bool recognise::isUsedInParts(const ir::BlockStatement *body,
                              const ir::Variable *variable,
                              const Closure &closure) {
  return Uses().areParts(body, variable, closure);
}
