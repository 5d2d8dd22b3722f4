// Lists that nodes have (LinkedLists.h), as arrays of pointers to their
// elements.
//
//     %n->first.(lib "rt::list" <ptr @Item, 16, -1>)[%k]->x
//       ->  element(3: f32, add(load node(0: i64), %k))
#include "Lists.h"

#include "regtt/IR/LibraryParts.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

std::optional<kernel::ListForm> recognise::listForm(const ir::Type *type) {
  const auto *list = dyn_cast<ir::LibraryType>(type);
  if (!list || list->name != "rt::list")
    return std::nullopt;
  kernel::ListForm result;
  result.nextAt = uint64_t(std::get<int64_t>(list->arguments[1]));
  const int64_t headAt = std::get<int64_t>(list->arguments[2]);
  result.isRing = headAt >= 0 || headAt == ringOfLibrary;
  result.headAt = uint64_t(std::max<int64_t>(headAt, 0));
  return result;
}

bool Lists::into(Part &part, const ir::LibraryType *list) {
  if (!body.settle(part))
    return false;
  const Object &object = part.object;
  const ir::Type *element = ir::pointeeOf(list->typeArgument(0));
  const bool isCounted = body.site.iteration.isNested;
  const bool isKnown =
      object.root == Object::Node ? !object.isWhole() && !object.isNode &&
                                        !body.site.kernel.nodesAreNumbers
      : object.root == Object::Element
          ? isCounted && mayHaveArrays(body.site.kernel, object.number) &&
                strideOf(element) != 0
          : isCounted && object.root == Object::Own && !object.isPointer &&
                body.mayFollowOwn(part, element);
  if (body.site.isFailing())
    return false;
  const bool isOthersRing =
      listForm(list)->isRing &&
      std::get<int64_t>(list->arguments[2]) != ringOfLibrary;
  if (!isKnown || !part.isDatum() || part.before != 0 ||
      (isOthersRing && object.root != Object::Node))
    return body.refuseWay("a pointer that is no node's"), false;
  part.type = part.object.type = list;
  part.field = nullptr;
  return true;
}

std::optional<Object> Lists::linksOf(const ir::CastExpr &cast) {
  const auto linked = ir::linkedContainer(ir::pointeeOf(cast.operand->type));
  if (!linked)
    return std::nullopt;
  const auto container = body.part(body.module.pointee(cast.operand));
  if (!container || !container->isDatum() || container->before != 0)
    return std::nullopt;
  Object result = container->object;
  kernel::DataStep step;
  step.field = linksOfLibrary;
  step.offset = linked->firstAt;
  result.steps.push_back(std::move(step));
  result.type = ir::pointeeOf(cast.type);
  return result;
}

/// The list of which the callee's parameter is the first pointer, and nothing
/// else; null: it is none, or more.
static const ir::LibraryType *listOf(const ir::Function &callee,
                                     const ir::Variable *param) {
  const ir::LibraryType *result = nullptr;
  bool isList = callee.body != nullptr;
  const auto look = [&](const ir::Place *place) {
    if (!place || place->variable() != param)
      return;
    const auto *list = place->steps.empty()
                           ? nullptr
                           : std::get_if<ir::ListStep>(&place->steps[0]);
    isList &= list && (!result || result == list->list);
    result = list ? list->list : nullptr;
  };
  if (!isList)
    return nullptr;
  ir::walk(static_cast<const ir::Statement *>(callee.body),
           [&](const ir::Statement *s) { ir::forEachPlace(s, look); });
  ir::walkExprs(callee.body, [&](const ir::Expr *e) {
    look(ir::placeOf(e));
    const auto *value = dyn_cast<ir::ValueExpr>(e);
    isList &= !value || value->variable != param;
  });
  return isList ? result : nullptr;
}

std::optional<Object> Lists::handed(const ir::Function &callee, unsigned k,
                                    const ir::Expr *argument) {
  const ir::LibraryType *list = listOf(callee, callee.params[k]);
  const auto *load = dyn_cast<ir::LoadExpr>(argument);
  if (!list || !load || load->place->wholeVariable())
    return std::nullopt;
  auto found = body.part(body.module.list(load->place, list));
  return found ? std::optional(found->object) : std::nullopt;
}

std::optional<Part> Lists::startOf(const ir::Place *place, size_t &step) {
  if (!std::holds_alternative<ir::ListStep>(place->steps[0]))
    return std::nullopt;
  const ir::Variable *pointer = place->variable();
  if (const auto bound = body.objects.find(pointer);
      bound != body.objects.end() && listForm(bound->second.type)) {
    step = 1;
    Part result{bound->second};
    result.type = bound->second.type;
    return result;
  }
  const auto first = body.behind(pointer);
  if (!first || !first->isBehind() || first->root != Object::Node)
    return body.refuseWay("a parameter"), std::nullopt;
  Part result;
  result.object = *first;
  result.type = result.object.type = pointer->type;
  result.object.steps.pop_back();
  return result;
}
