// Views of elements that lie somewhere else, as values: std::string_view and
// std::span. One that nothing changes is another name for what it is a copy of,
// or for the string.
//
//     let %text = load %n->text                                ->  %n->text
//     let %text = lib "std::basic_string_view"(refof %n->word)  ->  %n->word
#include "Views.h"
#include "Body.h"
#include "LibraryLayout.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/Analysis/Region.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

static bool isView(const ir::Type *type) {
  const auto counted = countedElements(type);
  return counted && !ir::ownsElements(type);
}

/// Whether `body` leaves the view `variable` as it is: a reference to it is
/// only made to read what it leads to.
static bool leaves(const ir::Statement *body, const ir::Variable *variable) {
  int addresses = 0;
  bool result = true;
  ir::walkExprs(body, [&](const ir::Expr *e) {
    const auto *address = dyn_cast<ir::AddressExpr>(e);
    addresses += address && address->place->wholeVariable() == variable;
  });
  ir::walk(body, [&](const ir::Statement *s) {
    ir::forEachPlace(s, [&](const ir::Place *place) {
      result &= place->wholeVariable() != variable ||
                llvm::isa<ir::RangeLoopStatement>(s);
    });
    const auto *let = dyn_cast<ir::LetStatement>(s);
    const auto *address = let ? dyn_cast<ir::AddressExpr>(let->value) : nullptr;
    if (address && address->place->wholeVariable() == variable &&
        !ir::writesThrough(body, let->variable))
      --addresses;
  });
  return result && addresses == 0;
}

bool recognise::isSteadyView(const ir::Function &function,
                             const ir::Variable *variable) {
  return function.body && isView(variable->type) && !variable->isVolatile &&
         leaves(function.body, variable);
}

bool recognise::isViewOf(const ir::Type *view, const ir::Type *object) {
  return isView(view) &&
         (view == object || (countedElements(object) &&
                             ir::elementOf(view) == ir::elementOf(object)));
}

const ir::Place *recognise::viewedBy(ir::Module &module, const ir::Expr *e) {
  if (!isView(e->type))
    return nullptr;
  if (const auto *load = dyn_cast<ir::LoadExpr>(e))
    return load->place;
  if (const auto *named = dyn_cast<ir::ValueExpr>(e))
    return module.place(named->variable);
  const auto *made = dyn_cast<ir::LibraryCallExpr>(e);
  return made && made->name == "std::basic_string_view" &&
                 made->arguments.size() == 1
             ? module.pointee(made->arguments[0])
             : nullptr;
}

/// What the view `e` is one of; nothing where it is no view, or not known.
std::optional<Object> Body::viewed(const ir::Expr *e) {
  const ir::Place *place = viewedBy(module, e);
  const auto found = place ? part(place) : std::nullopt;
  if (!found || !(isOwned(*found) || isGathered(*found)))
    return std::nullopt;
  Object object = found->object;
  object.type = found->type;
  return object;
}

/// Nothing where `variable` is no view, or may change.
Body::Statements Body::declareView(const ir::Variable *variable,
                                   const ir::Expr *value, ir::Location at) {
  if (!value || !isSteadyView(from, variable))
    return std::nullopt;
  auto object = viewed(value);
  if (!object)
    return std::nullopt;
  std::vector<ir::Statement *> made;
  if (object->index) { // the element, as it is here
    const ir::Variable *number = module.variable(
        ir::Variable::Let, variable->name, object->index->type, at);
    made.push_back(module.let(number, object->index, at));
    object->index = module.load(module.place(number), at);
  }
  values[variable] = *object;
  return made;
}
