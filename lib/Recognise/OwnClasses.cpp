// Objects of the iteration's own that are seen as objects of other classes: of
// bases that they begin with, and back, as a base class does that is handed the
// class that is derived from it. In C a struct is derived from its first
// member.
//
//     call @Walker::walk(refof %counter.@Walker, load %root)
//     toderived<ref @Counter>(%this)  ->  the operand `counter`, as it is
//
// Of what class an object is its operand says. A base that lies elsewhere in
// its object is not followed from there.
#include "Body.h"
#include "Downcasts.h"

#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

bool recognise::isOrBeginsWith(const ir::Type *object, const ir::Type *part) {
  const auto *record = dyn_cast<ir::StructType>(object);
  return object == part || (record && ir::beginsWith(record, part));
}

bool recognise::isFirstBase(const ir::Field &field) {
  return field.isBase && field.offset == 0;
}

const ir::Place *recognise::wholeOf(ir::Module &module,
                                    const ir::Place *place) {
  while (!place->steps.empty()) {
    const auto *into = std::get_if<ir::FieldStep>(&place->steps.back());
    if (!into || !isFirstBase(*into->field))
      break;
    place = module.place(place->root, place->steps.drop_back());
  }
  return place;
}

static const ir::Expr *addressLike(ir::Module &module, const ir::Expr *e,
                                   const ir::Place *place) {
  return e->type->isReference() ? module.referenceTo(place, e->loc)
                                : module.addressOf(place, e->loc);
}

void recognise::takeWhole(ir::Module &module, Operand &made) {
  const auto *expr = dyn_cast<ir::AddressExpr>(made.expr);
  const auto *origin = dyn_cast<ir::AddressExpr>(made.origin);
  const ir::Place *whole = expr ? wholeOf(module, expr->place) : nullptr;
  if (!whole || whole == expr->place || !origin)
    return;
  made.type = whole->type;
  made.expr = addressLike(module, expr, whole);
  made.origin = addressLike(module, origin, wholeOf(module, origin->place));
}

/// The field with which `type` begins that is, or begins with, a `part`; null:
/// there is none.
static const ir::Field *firstTowards(const ir::StructType *type,
                                     const ir::Type *part, bool isInC) {
  for (const ir::Field &field : type->fields())
    if (const auto *inner = dyn_cast<ir::StructType>(field.type);
        inner && field.offset == 0 && (field.isBase || isInC) &&
        ir::beginsWith(inner, part, isInC))
      return &field;
  return nullptr;
}

/// What `cast`, of one class to another, leads to where it is the iteration's
/// own; nothing of anything else.
std::optional<Object> Body::ownAs(const ir::CastExpr &cast,
                                  const ir::StructType *from,
                                  const ir::StructType *to) {
  const size_t refusals = site.site.refusals.size();
  auto object = pointee(cast.operand);
  site.site.refusals.resize(refusals);
  if (!object || object->root != Object::Own || object->isDecayed ||
      object->isPointer || object->isNode || object->isBehind() ||
      object->number == kernel::iterationNumber || object->type != from)
    return std::nullopt;
  if (ir::beginsWith(from, to, module.isC)) {
    Part part{*object};
    part.type = from;
    while (part.type != to) {
      const ir::Field *first =
          firstTowards(llvm::cast<ir::StructType>(part.type), to, module.isC);
      if (!first || !intoField(part, first) || !part.isDatum())
        return std::nullopt;
    }
    part.object.type = to;
    return part.object;
  }
  const ir::Type *whole = site.operandOf(object->number).type;
  if (!object->isWhole() || !isOrBeginsWith(whole, to))
    return std::nullopt;
  object->type = to;
  return object;
}
