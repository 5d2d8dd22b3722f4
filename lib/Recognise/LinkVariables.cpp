// Variables that hold children: what declares them, and the places in them.
//
//     let %near: ptr @Node = load %n->left
//  -> let %near: link @Node = rt::child(0)
#include "Body.h"
#include "LocalUses.h"
#include "Spelling.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

bool Body::isLinkVariable(const ir::Variable *variable) const {
  return numberLinks.count(variable) ||
         (site.leadsToNode(variable->type) && !objects.count(variable) &&
          !values.count(variable));
}

/// What a variable of that type is in a kernel, where it holds children; null
/// where it holds none.
const ir::Type *Body::linkType(const ir::Type *type) const {
  if (const auto *array = dyn_cast<ir::ArrayType>(type)) {
    const ir::Type *element = linkType(array->element);
    return element ? module.array(element, array->count) : nullptr;
  }
  if (isStdArray(type)) {
    const auto *library = llvm::cast<ir::LibraryType>(type);
    const auto *count = std::get_if<int64_t>(&library->arguments.back());
    const ir::Type *element = linkType(ir::elementOf(type));
    return element && count && *count > 0 ? module.array(element, *count)
                                          : nullptr;
  }
  return type->isPointer() && site.leadsToNode(type) ? site.link : nullptr;
}

/// What `variable` has from its declaration on, as the user wrote it; null of
/// what changes.
const ir::Expr *Body::fixedValue(const ir::Variable *variable,
                                 const ir::Expr *value) const {
  return variable->isFixed() || !isStoredTo(from.body, variable) ? value
                                                                 : nullptr;
}

/// `rt::child` of what never changes: constants, and variables with one value.
static bool isFixedChild(const ir::Expr *link) {
  const auto *child = dyn_cast<ir::LibraryCallExpr>(link);
  bool result = child != nullptr;
  if (child)
    for (const ir::Expr *argument : child->arguments)
      ir::walk(argument, [&](const ir::Expr *e) {
        result &=
            isa<ir::IntExpr, ir::ValueExpr, ir::CastExpr, ir::BinaryExpr>(e);
      });
  return result;
}

/// `variable`, which holds a child, is given another pointer: one that is found
/// from what it held, or that leads somewhere else.
void Body::noChild(const ir::Variable *variable, const ir::Expr *value,
                   ir::Location at) {
  bool isMoved = isa<ir::BinaryExpr>(value);
  ir::walk(value, [&](const ir::Expr *e) {
    const ir::Place *place = ir::placeOf(e);
    isMoved |= place && place->variable() == variable;
  });
  if (isMoved)
    site.refuse(at, Diag::RTT2027, {variable->name});
  else
    site.refuse(value->loc ? value->loc : at, Diag::RTT2010,
                {spelled(module, value)});
}

/// Whether it is a variable that the text gives no value.
bool Body::isNeverSet(const ir::Expr *e) const {
  const ir::Variable *variable = heldIn(e);
  bool isDeclared = false, isSet = false;
  ir::walk(from.body, [&](const ir::Statement *s) {
    const auto *var = dyn_cast<ir::VarStatement>(s);
    isDeclared |= var && var->variable == variable && !var->init;
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    isSet |= store && store->place->variable() == variable;
  });
  return isDeclared && !isSet &&
         !usesOf(from.body).lookup(variable).isAddressed;
}

/// Whether data chooses the child that `value` leads to.
static bool choosesChild(const ir::Expr *value) {
  const ir::Place *place = ir::placeOf(value);
  if (const auto *read = dyn_cast<ir::ContainerReadExpr>(value))
    place = read->container;
  return !place ? !isa<ir::ValueExpr>(value)
                : llvm::any_of(place->steps, [](const ir::Step &step) {
                    const auto *deref = std::get_if<ir::DerefStep>(&step);
                    return std::holds_alternative<ir::IndexStep>(step) ||
                           std::holds_alternative<ir::ElementStep>(step) ||
                           (deref && deref->offset);
                  });
}

/// A variable that is declared with a child. What reads data of that child
/// reads them through where the child is from, or, of one that data chooses,
/// in that child's record.
Body::Statements Body::declareLink(const ir::Variable *variable,
                                   const ir::Expr *value, ir::Location at) {
  const ir::Expr *link = value ? childOf(value) : module.null(site.link, at);
  if (!link) {
    noChild(variable, value, at);
    return std::vector<ir::Statement *>();
  }
  const bool isFixed = value && !site.kernel.nodesAreNumbers &&
                       fixedValue(variable, value) != nullptr;
  if (self && ir::equal(link, self) && isFixed) {
    objects[variable].type = site.nodeType;
    links[variable] = {self, false};
    return std::vector<ir::Statement *>();
  }
  if (isFixed && !choosesChild(value))
    sources[variable] = value;
  // The lowering's own name for one that is the same wherever it is asked for.
  if (variable->kind == ir::Variable::Let && isTemporary(variable) &&
      isFixedChild(link)) {
    links[variable] = {link, false};
    return std::vector<ir::Statement *>();
  }
  ir::Variable *made =
      module.variable(variable->kind, variable->name, site.link, variable->loc);
  copy.variables[variable] = made;
  if (numberLinks.count(variable))
    site.numberTypes[made] = variable->type;
  if (made->kind == ir::Variable::Let || variable->type->isReference())
    return std::vector<ir::Statement *>{module.let(made, link, at)};
  return std::vector<ir::Statement *>{module.var(made, link, at)};
}

/// A variable that children are stored to later, or an array of them; nothing
/// of what holds none.
Body::Statements Body::declareLinks(const ir::Variable *variable,
                                    const ir::Expr *value, ir::Location at) {
  const ir::Type *type = linkType(variable->type);
  if (!type)
    return std::nullopt;
  const ir::Expr *init = nullptr;
  if (const auto *list = llvm::dyn_cast_or_null<ir::AggregateExpr>(value)) {
    std::vector<const ir::Expr *> elements;
    for (const ir::Expr *each : list->elements)
      elements.push_back(linkOf(each));
    if (llvm::is_contained(elements, nullptr))
      return site.refuse(at, Diag::RTT2027, {variable->name}),
             std::vector<ir::Statement *>();
    init = module.aggregate(type, elements, value->loc);
  } else if (value && isa<ir::ZeroExpr>(value)) {
    init = module.zero(type, value->loc);
  } else if (value) {
    return site.refuse(at, Diag::RTT2027, {variable->name}),
           std::vector<ir::Statement *>();
  } else if (type->isLink()) {
    init = module.null(type, at); // ropes may carry it before it is set
  }
  ir::Variable *made =
      module.variable(variable->kind, variable->name, type, variable->loc);
  copy.variables[variable] = made;
  if (made->kind == ir::Variable::Let)
    return std::vector<ir::Statement *>{module.let(made, init, at)};
  return std::vector<ir::Statement *>{module.var(made, init, at)};
}

/// A reference or a pointer to an element of `held`, which stays that element
/// whatever its index is afterwards.
Body::Statements Body::declareElement(const ir::Variable *variable,
                                      const ir::Place *held, ir::Location at) {
  std::vector<ir::Statement *> lets;
  const ir::Place *fixed = module.place(held->variable());
  for (const ir::Step &step : held->steps) {
    const ir::Expr *index = std::get<ir::IndexStep>(step).index;
    if (!isa<ir::IntExpr>(index)) {
      ir::Variable *kept =
          module.variable(ir::Variable::Let, variable->name + "Index",
                          index->type, variable->loc);
      lets.push_back(module.let(kept, index, at));
      index = module.load(module.place(kept), at);
    }
    fixed = module.index(fixed, index);
  }
  linkPlaces[variable] = fixed;
  return lets;
}

/// A reference or a pointer to the pointer to a child: the child is that of
/// the place where it is declared, unless stores may change it. Nothing of what
/// leads to none.
Body::Statements Body::declareHolder(const ir::Variable *variable,
                                     const ir::Expr *value, ir::Location at) {
  const ir::Type *to = ir::pointeeOf(variable->type);
  if (!to || !value || !site.leadsToNode(to) || !fixedValue(variable, value))
    return std::nullopt;
  const ir::Place *place = module.pointee(value);
  if (const ir::Place *held = linkPlace(place))
    return declareElement(variable, held, at);
  const ir::Expr *link = linkAt(place);
  if (!link)
    return std::nullopt;
  ir::Variable *made = module.variable(ir::Variable::Let, variable->name,
                                       site.link, variable->loc);
  links[variable] = {module.load(module.place(made)), true};
  return std::vector<ir::Statement *>{module.let(made, link, at)};
}

/// The place in a variable of links that `place` is; null of others.
const ir::Place *Body::linkPlace(const ir::Place *place) {
  const ir::Variable *variable = place->variable();
  if (!variable)
    return nullptr;
  llvm::ArrayRef<ir::Step> steps = place->steps;
  const ir::Place *result = linkPlaces.lookup(variable);
  if (result) {
    const auto *deref =
        steps.empty() ? nullptr : std::get_if<ir::DerefStep>(&steps.front());
    if (!deref || deref->offset)
      return nullptr;
    steps = steps.drop_front();
  } else {
    const ir::Variable *other = copy.variables.lookup(variable);
    if (!other || links.count(variable) ||
        (!numberLinks.count(variable) && !linkType(variable->type)))
      return nullptr;
    result = module.place(other);
  }
  for (const ir::Step &step : steps) {
    const auto *index = std::get_if<ir::IndexStep>(&step);
    const auto *element = std::get_if<ir::ElementStep>(&step);
    if (!index && !element)
      return nullptr;
    result =
        module.index(result, copy.expr(index ? index->index : element->index));
  }
  return result;
}
