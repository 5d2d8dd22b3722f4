// Pointers and references to numbers that stay what they are.
//
//     let %c: ref i32 = refof %q->counts[%k]
//  -> let %c: ref i32 = refof own(2: [4 x i32])[%k]
#include "Body.h"
#include "PointerWalks.h"
#include "Spelling.h"
#include "WrittenResults.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

/// Of a pointer or a reference with one value, to what is no struct by itself.
Body::Statements Body::keptReference(const ir::Variable *variable,
                                     const ir::Expr *value, ir::Location at) {
  const auto *address = llvm::dyn_cast_or_null<ir::AddressExpr>(value);
  const ir::Type *to = ir::pointeeOf(variable->type);
  if (!address || !variable->isFixed() || !to || to->isPointer())
    return std::nullopt;
  auto found = part(address->place);
  if (!found || found->object.root == Object::Shared ||
      isLinked(found->object) || found->type != to ||
      (found->isDatum() && (isa<ir::StructType>(to) || !isCopyable(to))))
    return std::nullopt;
  // A name for a datum is the datum.
  if (variable->type->isReference() && found->isDatum() &&
      found->object.root != Object::Element)
    return std::nullopt;
  // An element that a pointer leads to has others beside it.
  if (variable->type->isPointer() && found->object.root == Object::Element)
    return std::nullopt;
  const bool isAlone =
      variable->type->isReference() || !isWalked(from.body, variable);
  const ir::Place *place =
      isAlone || withNeighbours(*found) ? datum(*found) : nullptr;
  return place ? std::vector<ir::Statement *>{kept(variable, place, at)}
               : std::vector<ir::Statement *>();
}

/// `variable` as a pointer or a reference to `place` in the copy.
ir::Statement *Body::kept(const ir::Variable *variable, const ir::Place *place,
                          ir::Location at) {
  if (mayWriteThrough(from.body, variable))
    write(place, at);
  ir::Variable *made = module.variable(ir::Variable::Let, variable->name,
                                       variable->type, variable->loc);
  made->isConst = variable->isConst;
  copy.variables[variable] = made;
  return module.let(made,
                    variable->type->isReference()
                        ? module.referenceTo(place, at)
                        : module.addressOf(place, at),
                    at);
}

/// What a reference leads to that the copy has by value; null of others.
const ir::Place *Body::heldPlace(const ir::Place *place) {
  const ir::Variable *other =
      place->variable() ? held.lookup(place->variable()) : nullptr;
  const auto *deref = other && !place->steps.empty()
                          ? std::get_if<ir::DerefStep>(&place->steps[0])
                          : nullptr;
  if (!deref || deref->offset)
    return nullptr;
  const ir::Place *result = sameIn(other, place->steps.drop_front());
  return result ? result
                : site.refuse(loc, Diag::RTT2041, {spelled(module, place)});
}
