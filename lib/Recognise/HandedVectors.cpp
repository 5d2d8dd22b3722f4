// Traversals that are handed where vectors of the iteration's own keep their
// elements: they are handed the vectors, whose elements are theirs wherever
// they lie.
//
//     fn @search(%n: ptr @Node, %dist: ptr f64) { ... store %dist[1] = ... }
//  -> fn @search(%n: ptr @Node, %dist: ref std::vector<f64>) {
//       ... store (*%dist)[element 1] = ... }
//
// It is done where every recursive call hands on the pointer as it is.
#include "HandedVectors.h"
#include "FunctionCopies.h"
#include "KeptData.h"
#include "LibraryLayout.h"
#include "LocalUses.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

const ir::DerefStep *recognise::firstStep(const ir::Place *place,
                                          const ir::Variable *pointer) {
  return place->variable() == pointer && !place->steps.empty()
             ? std::get_if<ir::DerefStep>(&place->steps[0])
             : nullptr;
}

const ir::Place *recognise::vectorElement(ir::Module &module,
                                          const ir::Place *vector,
                                          const ir::Expr *index) {
  const ir::Type *number = module.intType(ir::IntType::U64);
  if (!index)
    index = module.integer(number, 0);
  else if (index->type != number)
    index = module.cast(ir::CastOp::IntToInt, number, index, false, index->loc);
  return module.element(vector, index);
}

/// `&v[0]`: the vector's place; null of others.
static const ir::Place *vectorAround(ir::Module &module,
                                     const ir::Place *element) {
  const auto *step = element->steps.size() == 1
                         ? std::get_if<ir::ElementStep>(&element->steps[0])
                         : nullptr;
  const ir::Expr *at = step ? step->index : nullptr;
  if (const auto *wider = llvm::dyn_cast_or_null<ir::CastExpr>(at))
    at = wider->operand;
  const auto *index = llvm::dyn_cast_or_null<ir::IntExpr>(at);
  return index && index->value().isZero()
             ? module.place(element->root, element->steps.drop_back())
             : nullptr;
}

/// The vector whose elements `e` leads to the first of; null: it does not.
static const ir::Variable *vectorOf(ir::Module &module, const ir::Expr *e,
                                    const ir::Type *to) {
  const auto *read = dyn_cast<ir::ContainerReadExpr>(sameAddress(e));
  const auto *address = dyn_cast<ir::AddressExpr>(sameAddress(e));
  const ir::Place *place = read && read->op == ir::ReadOp::Data
                               ? read->container
                           : address ? vectorAround(module, address->place)
                                     : nullptr;
  const ir::Variable *vector = place ? place->wholeVariable() : nullptr;
  return vector && isVector(vector->type) && ir::elementOf(vector->type) == to
             ? vector
             : nullptr;
}

/// Whether every recursive call hands on the parameter as it is.
static bool staysSame(const ir::Function &traversal, unsigned param) {
  const ir::Variable *pointer = traversal.params[param];
  bool result = !usesOf(traversal.body).lookup(pointer).isAddressed;
  ir::walk(static_cast<const ir::Statement *>(traversal.body),
           [&](const ir::Statement *s) {
             ir::forEachPlace(s, [&](const ir::Place *place) {
               result &= place->variable() != pointer ||
                         firstStep(place, pointer) != nullptr;
             });
             const auto *call = dyn_cast<ir::CallStatement>(s);
             if (call && call->callee == &traversal)
               result &= heldIn(call->arguments[param]) == pointer;
           });
  ir::walkExprs(traversal.body, [&](const ir::Expr *e) {
    const auto *call = dyn_cast<ir::CallExpr>(e);
    result &= !call || call->callee != &traversal;
  });
  return result;
}

void HandedVectors::hand(unsigned param,
                         std::vector<const ir::CallStatement *> &calls) {
  const ir::Function &from = *traversal;
  const ir::Variable *pointer = from.params[param];
  const ir::Type *element = ir::pointeeOf(pointer->type);
  if (calls.empty() || !llvm::all_of(calls, [&](const ir::CallStatement *each) {
        const ir::Variable *vector =
            vectorOf(module, each->arguments[param], element);
        return vector && isOwn(vector);
      }))
    return;
  if (!staysSame(from, param))
    return;
  const ir::Type *reference = module.referenceTo(
      vectorOf(module, calls[0]->arguments[param], element)->type);
  std::vector<const ir::Type *> types;
  for (const ir::Variable *each : from.params)
    types.push_back(each == pointer ? reference : each->type);
  ir::Function *made = module.createFunction(
      module.freeName(from.name), module.functionType(from.type->result, types),
      from.loc);
  made->isTraversal = from.isTraversal;
  made->clauses = from.clauses;
  ir::Mapper copy(module);
  const ir::Variable *vector = nullptr;
  for (const ir::Variable *each : from.params) {
    const ir::Variable *own = module.parameter(made, each->name, each->loc);
    if (each == pointer)
      vector = own;
    else
      copy.variables[each] = own;
  }
  const ir::Place *elements = module.deref(module.place(vector));
  copy.onExpr = [&](const ir::Expr *e) -> const ir::Expr * {
    return heldIn(e) == pointer
               ? module.read(ir::ReadOp::Data, elements, {}, e->loc)
               : nullptr;
  };
  copy.onPlace = [&](const ir::Place *place) -> const ir::Place * {
    const auto *step = firstStep(place, pointer);
    return step && place->steps.size() == 1
               ? vectorElement(module, elements,
                               step->offset ? copy.expr(step->offset) : nullptr)
               : nullptr;
  };
  copy.onStatement = [&](const ir::Statement *s)
      -> std::optional<std::vector<ir::Statement *>> {
    const auto *call = dyn_cast<ir::CallStatement>(s);
    if (!call || call->callee != &from)
      return std::nullopt;
    std::vector<const ir::Expr *> arguments;
    for (size_t k = 0; k < call->arguments.size(); ++k)
      arguments.push_back(k == param ? module.load(module.place(vector), s->loc)
                                     : copy.expr(call->arguments[k]));
    return std::vector<ir::Statement *>{
        callInCopy(module, copy, *call, made, arguments)};
  };
  made->body = copy.block(from.body);
  for (const ir::CallStatement *&call : calls) {
    std::vector<const ir::Expr *> arguments(call->arguments);
    arguments[param] = module.referenceTo(
        module.place(vectorOf(module, call->arguments[param], element)),
        call->loc);
    call = module.callStatement(made, arguments, call->result, call->loc);
  }
  which = which ? copy.variables.lookup(which) : nullptr;
  traversal = made;
}

void HandedVectors::run(std::vector<const ir::CallStatement *> &calls) {
  for (unsigned k = 0; k < traversal->params.size(); ++k)
    if (traversal->params[k]->type->isPointer())
      hand(k, calls);
}
