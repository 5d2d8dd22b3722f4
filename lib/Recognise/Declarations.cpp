// What the locals of a traversal become.
#include "Body.h"
#include "KeptData.h"
#include "Spelling.h"

#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

/// Whether it holds an object of the library's that is not made of its members
/// alone, as pairs and `std::array` are: a string, a pointer that owns.
static bool holdsLibraryObject(const ir::Type *type) {
  if (isStdArray(type))
    return holdsLibraryObject(ir::elementOf(type));
  if (isPair(type))
    return holdsLibraryObject(ir::memberOf(type, "first")) ||
           holdsLibraryObject(ir::memberOf(type, "second"));
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return holdsLibraryObject(array->element);
  const auto *record = dyn_cast<ir::StructType>(type);
  return isa<ir::LibraryType>(type) ||
         (record && record->isComplete() &&
          llvm::any_of(record->fields(), [](const ir::Field &field) {
            return holdsLibraryObject(field.type);
          }));
}

/// The node, where `e` is a parameter of a helper that leads to it; null of
/// anything else.
static const Object *
boundNode(const llvm::DenseMap<const ir::Variable *, Object> &objects,
          const ir::Expr *e) {
  const auto *named = dyn_cast<ir::ValueExpr>(e);
  const auto found = named ? objects.find(named->variable) : objects.end();
  return found != objects.end() && found->second.root == Object::Node &&
                 found->second.isWhole()
             ? &found->second
             : nullptr;
}

Body::Statements Body::declare(const ir::Variable *variable,
                               const ir::Expr *value, ir::Location at) {
  if (const Object *node = value ? boundNode(objects, value) : nullptr;
      node && variable->isFixed()) {
    const Object same = *node;
    objects[variable] = same;
    return std::vector<ir::Statement *>();
  }
  const bool isLibrary = isa<ir::LibraryType>(variable->type) &&
                         holdsLibraryObject(variable->type);
  if (!isLibrary && numberLinks.count(variable) &&
      ir::pointeeOf(variable->type) && value)
    return declareNumberHolder(variable, value, at);
  if (!isLibrary && (numberLinks.count(variable) ||
                     (value && site.leadsToNode(variable->type))))
    return declareLink(variable, value, at);
  if (auto links = declareLinks(variable, value, at))
    return links;
  if (value && bindCopy(variable, value))
    return std::vector<ir::Statement *>();
  if (auto view = declareView(variable, value, at))
    return view;
  if (isHostOnly(variable->type) || hasFieldsElsewhere(variable->type) ||
      holdsLibraryObject(variable->type)) {
    site.refuse(at, Diag::RTT2011,
                {spelled(module, variable->type), variable->name});
    return std::vector<ir::Statement *>();
  }
  if (!ir::pointeeOf(variable->type))
    return std::nullopt;
  if (auto holder = declareHolder(variable, value, at))
    return holder;
  if (auto kept = KeptData(*this).name(variable, value, at))
    return kept;
  if (isOtherName(variable, value))
    return std::vector<ir::Statement *>();
  if (auto made = keptReference(variable, value, at))
    return made;
  const size_t refusals = site.site.refusals.size();
  auto to = value ? pointee(value) : std::nullopt;
  if (!to && site.site.refusals.size() > refusals) {
    unknown.insert(variable);
    return std::vector<ir::Statement *>();
  }
  if (to && to->root == Object::Own && to->isBehind()) {
    if (variable->type->isReference())
      to = asElement(*to);
    else
      name(*to, at);
  }
  if (const auto element = !to ? std::nullopt
                           : variable->isFixed() && to->root != Object::Element
                               ? std::nullopt
                               : asElement(*to))
    return declareNumber(variable, *element, at);
  if (!to || !variable->isFixed()) {
    if (auto kept = keepPointer(variable, value, at))
      return kept;
    unknown.insert(variable);
    if (site.leadsToNode(ir::pointeeOf(variable->type)))
      site.refuse(at, Diag::RTT2027, {variable->name});
    else
      site.refuse(at, Diag::RTT2004,
                  {"a pointer to what is not one object throughout"});
    return std::vector<ir::Statement *>();
  }
  objects[variable] = *to;
  if (!isLinked(*to))
    return std::vector<ir::Statement *>();
  // Its link, as it is here.
  const ir::Variable *made = module.variable(ir::Variable::Let, variable->name,
                                             site.link, variable->loc);
  objects[variable].index = module.load(module.place(made), at);
  return std::vector<ir::Statement *>{module.let(made, to->index, at)};
}
