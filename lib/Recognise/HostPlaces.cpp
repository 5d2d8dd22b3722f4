// What all iterations see, as the loop finds it: a variable or a global of the
// host's and the way from there. Two parameters that the loop hands the same
// array are one array.
#include "Recogniser.h"

#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

static bool isZero(const ir::Expr *e) {
  const auto *number = dyn_cast<ir::IntExpr>(e);
  return number && number->value().isZero();
}

/// Steps that lead to one place each time: fields, and through pointers.
static bool append(kernel::DataSteps &steps, const ir::Step &step,
                   const ir::Type *from) {
  if (const auto *inner = std::get_if<ir::FieldStep>(&step)) {
    kernel::DataStep made;
    made.field = inner->field->isNamed() ? inner->field->name : "";
    made.offset = inner->field->offset;
    made.isPointer = inner->field->type->isPointer();
    steps.push_back(std::move(made));
    return true;
  }
  const auto *deref = std::get_if<ir::DerefStep>(&step);
  if (!deref || deref->offset)
    return false;
  if (from->isReference())
    return true; // its object is one as long as it lives
  kernel::DataStep made;
  made.isDeref = true;
  steps.push_back(made);
  return true;
}

HostPlace recognise::hostPlace(const ir::Place *place) {
  HostPlace result;
  result.variable = place->variable();
  result.global = place->global();
  const ir::Type *type = ir::typeOf(place->root);
  for (size_t k = 0; k < place->steps.size(); ++k) {
    const ir::Step &step = place->steps[k];
    // The first element lies where the array does.
    const auto *index = std::get_if<ir::IndexStep>(&step);
    const auto *element = std::get_if<ir::ElementStep>(&step);
    const bool isFirst =
        k + 1 == place->steps.size() && ((index && isZero(index->index)) ||
                                         (element && isZero(element->index)));
    if (!isFirst && !append(result.steps, step, type))
      return {};
    type = ir::typeAfter(step, type);
  }
  return result;
}

HostPlace recognise::hostPlaceBehind(const ir::Expr *pointer) {
  if (const auto *address = dyn_cast<ir::AddressExpr>(pointer))
    return hostPlace(address->place);
  if (const auto *read = dyn_cast<ir::ContainerReadExpr>(pointer);
      read && read->op == ir::ReadOp::Data)
    return hostPlace(read->container);
  HostPlace result;
  if (const auto *value = dyn_cast<ir::ValueExpr>(pointer))
    result.variable = value->variable;
  else if (const auto *load = dyn_cast<ir::LoadExpr>(pointer))
    result = hostPlace(load->place);
  if (result && !pointer->type->isReference()) {
    kernel::DataStep made;
    made.isDeref = true;
    result.steps.push_back(made);
  }
  return result;
}

/// Without the step through the pointer that an array lies behind.
std::string HostPlace::text() const {
  const std::string base = variable ? variable->name : global->name;
  kernel::DataSteps inner = steps;
  bool isFollowed = variable && isThis(variable);
  if (!inner.empty() && inner.front().isDeref) {
    isFollowed = true;
    inner.erase(inner.begin());
  }
  const std::string rest = joined(inner, ".", "->");
  return rest.empty() ? base : base + (isFollowed ? "->" : ".") + rest;
}

std::string HostPlace::name() const {
  for (auto step = steps.rbegin(); step != steps.rend(); ++step)
    if (!step->field.empty())
      return step->field;
  return variable ? variable->name : lastName(global->name).str();
}

/// Where what the loop hands over leads to.
void recognise::placeAtLoop(const ir::Expr *first, SharedObject &object) {
  object.at = hostPlaceBehind(first);
  if (isa<ir::ContainerReadExpr>(first) && object.at)
    object.text = "(" + object.at.text() + ".data())";
}

//===--- Shared objects ---------------------------------------------------===//

unsigned Recogniser::sharedGlobal(const ir::Global *global) {
  for (unsigned k = 0; k < shared.size(); ++k)
    if (shared[k].global == global)
      return k;
  SharedObject made;
  made.name = lastName(global->name).str();
  made.type = global->type;
  made.global = global;
  made.at.global = global;
  shared.push_back(std::move(made));
  return shared.size() - 1;
}

HostPlace Recogniser::atLoop(const Object &object) const {
  HostPlace result = shared[object.number].at;
  if (!result)
    return result;
  result.steps.insert(result.steps.end(), object.steps.begin(),
                      object.steps.end());
  return result;
}
