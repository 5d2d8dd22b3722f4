// What a rope carries for a condition that is evaluated when it is taken.
#include "Guards.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

//===--- Terms ------------------------------------------------------------===//

static bool isEmpty(const ir::BlockStatement *block) {
  return !block || block->statements.empty();
}

const ir::BlockStatement *kernel::onlyBranch(const ir::IfStatement &s) {
  if (isEmpty(s.then) == isEmpty(s.otherwise))
    return nullptr;
  return isEmpty(s.then) ? s.otherwise : s.then;
}

static void addTerms(const ir::Expr *e, bool isNegated,
                     llvm::SmallVectorImpl<const ir::Expr *> &terms) {
  const auto *logical = dyn_cast<ir::LogicalExpr>(e);
  if (!logical || logical->isAnd == isNegated)
    return terms.push_back(e);
  addTerms(logical->left, isNegated, terms);
  addTerms(logical->right, isNegated, terms);
}

GuardTerms GuardFinder::termsOf(const ir::IfStatement &s) {
  GuardTerms result;
  result.isNegated = onlyBranch(s) == s.otherwise;
  llvm::SmallVector<const ir::Expr *> terms;
  addTerms(s.condition, result.isNegated, terms);
  for (const ir::Expr *term : terms) {
    const bool isNow = !effects.of(term).dependsOnVisits() &&
                       (result.later.empty() || !speculation.mayFail(term));
    (isNow ? result.now : result.later).push_back(term);
  }
  return result;
}

//===--- What an operand needs --------------------------------------------===//

/// Whether the type is that of a link, or of links side by side.
static bool isOfLinks(const ir::Type *type) {
  const auto *array = dyn_cast<ir::ArrayType>(type);
  return type->isLink() || (array && isOfLinks(array->element));
}

static bool isNodeRoot(const ir::Place *place) {
  const auto *data = std::get_if<ir::DataRoot>(&place->root);
  return data && (data->kind == ir::DataRoot::Node ||
                  data->kind == ir::DataRoot::Linked ||
                  data->kind == ir::DataRoot::Host);
}

void GuardFinder::addPlace(const ir::Place *place, Needs &needs) const {
  needs.node |= isNodeRoot(place);
  const auto *data = std::get_if<ir::DataRoot>(&place->root);
  needs.elements |= data && data->kind == ir::DataRoot::Element;
  const ir::Variable *variable = place->variable();
  if (!variable)
    return;
  if (isOfLinks(variable->type))
    needs.node = true;
  else
    needs.variables.insert(variable);
}

GuardFinder::Needs GuardFinder::needsOf(const ir::Expr *e) {
  Needs needs;
  ir::walk(e, [&](const ir::Expr *inner) {
    if (const ir::Place *place = ir::placeOf(inner))
      addPlace(place, needs);
    else if (const auto *value = dyn_cast<ir::ValueExpr>(inner))
      isOfLinks(value->type) ? void(needs.node = true)
                             : void(needs.variables.insert(value->variable));
    else
      needs.node |= looksAtNode(inner);
  });
  return needs;
}

/// Whether `e` itself asks for the node or its children, or calls what does.
bool GuardFinder::looksAtNode(const ir::Expr *e) {
  if (const auto *call = dyn_cast<ir::LibraryCallExpr>(e))
    return call->name.starts_with("rt::") && call->name != "rt::within";
  const auto *call = dyn_cast<ir::CallExpr>(e);
  return call && looksAtNode(call->callee);
}

bool GuardFinder::looksAtNode(const ir::Function *function) {
  // One that calls itself is taken to.
  const auto [known, isNew] = looks.try_emplace(function, true);
  if (!isNew)
    return known->second;
  bool result = false;
  const auto look = [&](const ir::Place *place) {
    result |= place && isNodeRoot(place);
  };
  if (function->body) {
    ir::walkExprs(function->body, [&](const ir::Expr *e) {
      look(ir::placeOf(e));
      result |= looksAtNode(e);
    });
    ir::walk(function->body, [&](const ir::Statement *s) {
      ir::forEachPlace(s, look);
      if (const auto *call = dyn_cast<ir::CallStatement>(s))
        result |= looksAtNode(call->callee);
    });
  }
  return looks[function] = result;
}

//===--- Operands ---------------------------------------------------------===//

/// Whether a rope can carry a value of the type.
static bool isCarried(const ir::Type *type) {
  return type->isBool() || type->isInt() || type->isFloat() || type->isEnum() ||
         isa<ir::StructType, ir::LibraryType>(type);
}

/// An address that is a datum, and is compared as a number.
static bool isAddressDatum(const ir::Expr *e) {
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  return load && e->type->isPointer() &&
         std::holds_alternative<ir::DataRoot>(load->place->root);
}

GuardFinder::Use GuardFinder::useOf(const ir::Expr *e, Operand &operand) {
  const Needs needs = needsOf(e);
  if (!needs.any())
    return Again;
  const auto *cast = dyn_cast<ir::CastExpr>(e);
  if (cast && !cast->isWritten)
    return Parts;
  // A reference leads to a copy as well as to what it was.
  const auto *address = dyn_cast<ir::AddressExpr>(e);
  const bool isCopied = address && isCarried(address->place->type) &&
                        !address->place->isIndirect();
  const bool isValue = isCarried(e->type) || isAddressDatum(e);
  if ((isCopied || isValue) && !effects.of(e).readsWritten) {
    operand.isAddressed = isCopied && !isValue;
    return carry(e, needs, operand);
  }
  return isBlocked(e) ? Blocked : Parts;
}

/// Where an operand is made of one number that is a variable, that is carried;
/// but not the number of an element instead of the element's data.
GuardFinder::Use GuardFinder::carry(const ir::Expr *e, const Needs &needs,
                                    Operand &operand) {
  const auto isNumber = [](const ir::Type *type) {
    return type->isBool() || type->isInt() || type->isFloat();
  };
  const ir::Variable *only =
      !needs.node && needs.variables.size() == 1 ? needs.variables[0] : nullptr;
  operand.value = e;
  if (!only || !isNumber(only->type) || needs.elements)
    return Carried;
  const auto *address = dyn_cast<ir::AddressExpr>(e);
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  const ir::Place *place = address ? address->place
                           : load  ? load->place
                                   : nullptr;
  if (!isa<ir::ValueExpr>(e) && !(place && place->wholeVariable()))
    return Parts;
  operand.variable = only;
  return Carried;
}

/// Of what is no value that can be carried, or depends on visits.
bool GuardFinder::isBlocked(const ir::Expr *e) {
  const ir::Place *place = ir::placeOf(e);
  if (place && (isNodeRoot(place) || place->variable()))
    return true;
  return isa<ir::ValueExpr>(e) || e->type->isLink() || looksAtNode(e);
}

bool GuardFinder::isCarriable(const ir::Expr *condition) {
  Operand operand;
  const Use use = useOf(condition, operand);
  bool result = use != Blocked;
  if (use == Parts)
    ir::forEachOperand(condition, [&](const ir::Expr *part) {
      result = result && isCarriable(part);
    });
  return result;
}

bool GuardFinder::mayFailEarly(const ir::Expr *condition, bool isConditional) {
  Operand operand;
  const Use use = useOf(condition, operand);
  if (use == Carried)
    return isConditional && speculation.mayFail(condition);
  if (use != Parts)
    return false;
  const bool isChoice = isa<ir::LogicalExpr, ir::SelectExpr>(condition);
  bool isFirst = true, result = false;
  ir::forEachOperand(condition, [&](const ir::Expr *part) {
    result =
        result || mayFailEarly(part, isConditional || (isChoice && !isFirst));
    isFirst = false;
  });
  return result;
}

//===--- Making guards ----------------------------------------------------===//

static bool isSame(const GuardFinder::Operand &a,
                   const GuardFinder::Operand &b) {
  if (a.variable || b.variable)
    return a.variable == b.variable;
  return ir::equal(a.value, b.value);
}

/// The value that is carried, and its type.
static const ir::Type *typeOf(const GuardFinder::Operand &operand) {
  const auto *address = dyn_cast<ir::AddressExpr>(operand.value);
  return operand.isAddressed && address ? address->place->type
                                        : operand.value->type;
}

static const ir::Expr *valueOf(ir::Module &module,
                               const GuardFinder::Operand &operand) {
  const auto *address = dyn_cast<ir::AddressExpr>(operand.value);
  return operand.isAddressed && address
             ? module.load(address->place, operand.value->loc)
             : operand.value;
}

/// Each once, in the order in which the condition has them.
std::vector<GuardFinder::Operand>
GuardMaker::operandsOf(const ir::Expr *condition) {
  std::vector<Operand> result;
  ir::Mapper walk(module);
  walk.onExpr = [&](const ir::Expr *e) -> const ir::Expr * {
    Operand operand;
    const GuardFinder::Use use = finder.useOf(e, operand);
    const bool isNew = llvm::none_of(
        result, [&](const Operand &other) { return isSame(other, operand); });
    if (use == GuardFinder::Carried && isNew)
      result.push_back(operand);
    return use == GuardFinder::Parts ? nullptr : e;
  };
  walk.expr(condition);
  return result;
}

/// The condition with `params` in place of its operands.
const ir::Expr *GuardMaker::rewrite(const ir::Expr *condition,
                                    llvm::ArrayRef<Operand> operands,
                                    llvm::ArrayRef<ir::Variable *> params) {
  ir::Mapper map(module);
  map.onExpr = [&](const ir::Expr *e) -> const ir::Expr * {
    Operand operand;
    const GuardFinder::Use use = finder.useOf(e, operand);
    if (use == GuardFinder::Parts)
      return nullptr;
    if (use != GuardFinder::Carried)
      return e;
    const auto found = llvm::find_if(
        operands, [&](const Operand &other) { return isSame(other, operand); });
    const ir::Place *held = module.place(params[found - operands.begin()]);
    if (!operand.isAddressed)
      return module.load(held, e->loc);
    return e->type->isReference() ? module.referenceTo(held, e->loc)
                                  : module.addressOf(held, e->loc);
  };
  return map.expr(condition);
}

/// A guard that asks the same of what it is given.
ir::Function *GuardMaker::find(const ir::Expr *condition,
                               llvm::ArrayRef<Operand> operands) {
  for (const Guard &guard : kernel.guards) {
    const auto &params = guard.function->params;
    const bool isAlike =
        params.size() == operands.size() &&
        std::equal(params.begin(), params.end(), operands.begin(),
                   [](const ir::Variable *param, const Operand &operand) {
                     return param->type == typeOf(operand);
                   });
    const auto *asked =
        dyn_cast<ir::ReturnStatement>(guard.function->body->statements.front());
    if (isAlike && asked &&
        ir::equal(asked->value, rewrite(condition, operands, params)))
      return guard.function;
  }
  return nullptr;
}

/// The number of what carries `operand`, besides `others`, in the ropes. No two
/// guards are a rope's, so that it may be another guard's, too.
unsigned GuardMaker::capture(const Operand &operand,
                             llvm::ArrayRef<unsigned> others) {
  const std::string base = operand.variable ? operand.variable->name : "bound";
  const ir::Type *type = typeOf(operand);
  baseNames.resize(kernel.captures.size());
  for (unsigned k = 0; k < kernel.captures.size(); ++k)
    if (baseNames[k] == base && kernel.captures[k].type == type &&
        !llvm::is_contained(others, k))
      return k;
  const auto isTaken = [&](llvm::StringRef name) {
    return llvm::any_of(
               kernel.captures,
               [&](const Capture &other) { return other.name == name; }) ||
           llvm::any_of(kernel.args,
                        [&](const Argument &arg) { return arg.name == name; });
  };
  std::string name = base;
  for (int suffix = 2; isTaken(name); ++suffix)
    name = base + std::to_string(suffix);
  kernel.captures.push_back({name, type});
  baseNames.push_back(base);
  return kernel.captures.size() - 1;
}

ir::Function *GuardMaker::make(const ir::Expr *condition,
                               llvm::ArrayRef<Operand> operands) {
  Guard guard;
  guard.loc = condition->loc;
  std::vector<const ir::Type *> types;
  for (const Operand &operand : operands) {
    guard.captures.push_back(capture(operand, guard.captures));
    types.push_back(typeOf(operand));
  }
  guard.function = module.createFunction(
      module.freeName(kernel.enter->name + "::guard" +
                      std::to_string(kernel.guards.size())),
      module.functionType(module.boolType(), types), guard.loc);
  for (const unsigned number : guard.captures)
    module.parameter(guard.function, kernel.captures[number].name);
  guard.function->body = module.block(
      {module.ret(rewrite(condition, operands, guard.function->params),
                  guard.loc)},
      guard.loc);
  kernel.guards.push_back(guard);
  return guard.function;
}

void GuardMaker::add(ir::VisitStatement &visit,
                     llvm::ArrayRef<const ir::Expr *> terms) {
  const ir::Expr *all = nullptr;
  for (const ir::Expr *term : terms)
    all = all ? module.andAlso(all, term, all->loc) : term;
  const std::vector<Operand> operands = operandsOf(all);
  ir::Function *known = find(all, operands);
  visit.guard = known ? known : make(all, operands);
  for (const Operand &operand : operands)
    visit.kept.push_back(valueOf(module, operand));
}
