// Pointers and references to numbers that stay what they are.
//
//     let %c: ref i32 = refof %q->counts[%k]
//  -> let %c: ref i32 = refof own(2: [4 x i32])[%k]
#include "Body.h"
#include "PointerWalks.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

static bool isVariable(const ir::Expr *e, const ir::Variable *variable) {
  if (const auto *value = dyn_cast<ir::ValueExpr>(e))
    return value->variable == variable;
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  return load && load->place->wholeVariable() == variable;
}

static bool onlyReads(const ir::Expr *e, const ir::Variable *pointer);

/// The same of what is read where `chosen` leads.
static bool onlyReadsBehind(const ir::Expr *chosen,
                            const ir::Variable *pointer) {
  if (const auto *choice = dyn_cast<ir::SelectExpr>(chosen))
    return onlyReads(choice->condition, pointer) &&
           onlyReadsBehind(choice->whenTrue, pointer) &&
           onlyReadsBehind(choice->whenFalse, pointer);
  const auto *address = dyn_cast<ir::AddressExpr>(chosen);
  const bool isIt = isVariable(chosen, pointer) ||
                    (address && address->place->variable() == pointer);
  if (!isIt)
    return onlyReads(chosen, pointer);
  bool result = true;
  ir::forEachOperand(chosen, [&](const ir::Expr *part) {
    result &= onlyReads(part, pointer);
  });
  return result;
}

/// Whether `e` reads through it, and does nothing else with it.
static bool onlyReads(const ir::Expr *e, const ir::Variable *pointer) {
  if (isVariable(e, pointer))
    return false;
  if (const auto *load = dyn_cast<ir::LoadExpr>(e))
    if (const auto *pointed = std::get_if<ir::PointeeRoot>(&load->place->root);
        pointed && load->place->steps.empty() && !ir::pointeeOf(e->type))
      return onlyReadsBehind(pointed->pointer, pointer);
  if (const auto *address = dyn_cast<ir::AddressExpr>(e);
      address && address->place->variable() == pointer)
    return false;
  if (const auto *called = dyn_cast<ir::CallExpr>(e)) {
    for (const ir::Expr *argument : called->arguments)
      if (!isVariable(argument, pointer) && !onlyReads(argument, pointer))
        return false; // what it returns may be the address, but pure calls
                      // write nothing
    return !ir::pointeeOf(called->type);
  }
  bool result = true;
  ir::forEachOperand(
      e, [&](const ir::Expr *part) { result &= onlyReads(part, pointer); });
  return result;
}

bool recognise::mayWriteThrough(const ir::BlockStatement *body,
                                const ir::Variable *pointer) {
  bool result = false;
  ir::walk(body, [&](const ir::Statement *s) {
    ir::forEachPlace(s, [&](const ir::Place *place) {
      result |= place->variable() == pointer && !isa<ir::RangeLoopStatement>(s);
    });
    const auto *called = dyn_cast<ir::CallStatement>(s);
    if (!called) {
      ir::forEachOperand(
          s, [&](const ir::Expr *e) { result |= !onlyReads(e, pointer); });
      return;
    }
    for (size_t k = 0; k < called->arguments.size(); ++k) {
      const ir::Expr *argument = called->arguments[k];
      result |= isVariable(argument, pointer)
                    ? ir::writesThrough(called->callee, k)
                    : !onlyReads(argument, pointer);
    }
  });
  return result;
}

/// Of a pointer or a reference with one value, to what is no struct by itself.
Body::Statements Body::keptReference(const ir::Variable *variable,
                                     const ir::Expr *value, ir::Location at) {
  const auto *address = llvm::dyn_cast_or_null<ir::AddressExpr>(value);
  const ir::Type *to = ir::pointeeOf(variable->type);
  if (!address || !variable->isFixed() || !to || to->isPointer())
    return std::nullopt;
  auto found = part(address->place);
  if (!found || found->object.root == Object::Shared || found->type != to ||
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
