// Lists that nodes have (LinkedLists.h), as arrays of pointers to their
// elements.
//
//     %n->first.(lib "rt::list" <ptr @Item, 16, -1>)[%k]->x
//       ->  element(3: f32, add(load node(0: i64), %k))
#include "Body.h"

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
  result.isRing = headAt >= 0;
  result.headAt = uint64_t(std::max<int64_t>(headAt, 0));
  return result;
}

/// To the list that starts with the pointer at `part`.
bool Body::intoList(Part &part, const ir::LibraryType *list) {
  if (!settle(part))
    return false;
  const Object &object = part.object;
  if (object.root != Object::Node || object.isWhole() || object.isNode ||
      !part.isDatum() || part.before != 0 || site.kernel.nodesAreNumbers)
    return refuseWay("a pointer that is no node's"), false;
  part.type = part.object.type = list;
  part.field = nullptr;
  return true;
}

/// Of a list in which what a parameter stands for is the first element: the
/// pointer that leads there.
std::optional<Part> Body::startOfList(const ir::Place *place) {
  if (!std::holds_alternative<ir::ListStep>(place->steps[0]))
    return std::nullopt;
  const ir::Variable *pointer = place->variable();
  const auto first = behind(pointer);
  if (!first || !first->isBehind() || first->root != Object::Node)
    return refuseWay("a parameter"), std::nullopt;
  Part result;
  result.object = *first;
  result.type = result.object.type = pointer->type;
  result.object.steps.pop_back();
  return result;
}
