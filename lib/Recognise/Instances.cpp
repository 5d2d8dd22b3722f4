// Functions that the traversal calls: an instance for each way in which their
// parameters are bound.
//
//     @far(%q, %n, 2:i32)  ->  @visit::far(2:i32)
#include "Body.h"
#include "Downcasts.h"
#include "KeptData.h"
#include "Lists.h"
#include "PointerWalks.h"
#include "Spelling.h"
#include "Views.h"
#include "WrittenResults.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;
using Param = kernel::Helper::Param;

/// What is handed over by reference is copied where that takes no more bytes.
static constexpr uint64_t mostCopied = 64;

static std::string keyOf(const Object &object) {
  std::string key =
      std::to_string(object.root) + ":" + std::to_string(object.number);
  for (const kernel::DataStep &step : object.steps)
    key += step.isDeref
               ? std::string("*")
               : "." + step.field + step.as + "@" + std::to_string(step.offset);
  return key;
}

static bool isSmallValue(const ir::Type *type) {
  return isCopyable(type) && ir::sizeOf(type).value_or(~0ull) <= mostCopied;
}

/// Whether a pointer or a reference to it, a parameter of type `param`, is
/// bound: its data are found where they are. What is small is handed over by
/// value, and so is the address of a number.
static bool isBound(const Object &object, const ir::Type *param,
                    const ir::Expr *argument) {
  if (object.root == Object::Linked && (param->isPointer() || object.isWhole()))
    return true;
  const bool isNamed = !isa<ir::AddressExpr>(argument);
  const bool isStruct = isa<ir::StructType>(object.type);
  if (object.isBehind() && (param->isPointer() || isStruct))
    return true;
  if (object.isDecayed)
    return isNamed;
  if (param->isPointer() && isStruct)
    return true;
  if (param->isPointer() &&
      (object.root == Object::Element || object.root == Object::Shared))
    return object.isWhole() || object.steps.back().isDeref;
  if (!isSmallValue(object.type))
    return true;
  if (!object.isWhole())
    return false;
  return isStruct || object.root == Object::Node ||
         (object.root == Object::Own && isNamed);
}

/// The parameter as the kernel's table has it.
Param Body::param(const ir::Function *callee, unsigned k,
                  const std::optional<Object> &object) const {
  const ir::Variable *own = callee->params[k];
  Param made;
  made.isThis = isThis(own);
  made.name = made.isThis ? "" : own->name;
  if (!object) {
    made.isWritten = ir::pointeeOf(own->type)
                         ? ir::writesThrough(callee, k)
                         : ir::mayChange(callee->body, own);
    return made;
  }
  made.kind = object->root == Object::Node ? Param::Node
              : object->index              ? Param::Number
                                           : Param::Query;
  if (object->root == Object::Node)
    made.steps = object->steps;
  return made;
}

/// Its own name is the type's, which the mirrored struct has.
static bool isConstructor(const ir::Function &function) {
  return !function.params.empty() && isThis(function.params[0]) &&
         stemOf(ir::pointeeOf(function.params[0]->type)) == stemOf(function);
}

/// Whether anybody writes through what `callee` returns.
static bool writesResult(const Recogniser &site, const ir::Function &callee) {
  return isResultWritten(*site.traversal, callee) ||
         isResultWritten(*site.host, callee);
}

const ir::Function *Body::instance(const ir::Function *callee,
                                   const Bindings &bindings,
                                   llvm::StringRef name, bool isUsed) {
  std::string key = callee->name + (isUsed ? "" : "|void");
  for (const auto &object : bindings)
    key += object ? "|" + keyOf(*object) : "|";
  if (const auto known = site.instances.find(key);
      known != site.instances.end())
    return known->second;
  const std::string plain = !name.empty()            ? name.str()
                            : isConstructor(*callee) ? "make" + stemOf(*callee)
                                                     : stemOf(*callee);
  kernel::Helper helper;
  helper.name = plain;
  for (int suffix = 2; !site.helperNames.insert(helper.name).second; ++suffix)
    helper.name = plain + "_" + std::to_string(suffix);
  helper.loc = callee->loc;
  std::vector<const ir::Type *> types;
  for (unsigned k = 0; k < bindings.size(); ++k) {
    if (!bindings[k])
      types.push_back(callee->params[k]->type);
    else if (bindings[k]->index)
      types.push_back(bindings[k]->index->type);
    if (!bindings[k] || bindings[k]->root != Object::Shared)
      helper.params.push_back(param(callee, k, bindings[k]));
  }
  ir::Function *made = module.createFunction(
      module.freeName(site.kernel.name + "::" + helper.name),
      module.functionType(isUsed ? callee->type->result : module.voidType(),
                          types),
      callee->loc);
  site.instances[key] = made;
  made->isPure = callee->isPure;
  Body body(site, *callee, *made);
  body.isLeft = !isUsed;
  for (unsigned k = 0; k < bindings.size(); ++k) {
    const ir::Variable *own = callee->params[k];
    const bool isElement = bindings[k] && bindings[k]->index;
    if (bindings[k] && !isElement) {
      ir::pointeeOf(own->type) ? body.bind(own, *bindings[k])
                               : body.bindValue(own, *bindings[k]);
      continue;
    }
    const char *self = isElement ? "element" : "self";
    const ir::Variable *param =
        module.parameter(made, isThis(own) ? self : own->name, own->loc);
    body.replace(own, param);
    if (isElement)
      body.bindElement(own, *bindings[k], param);
  }
  site.inCopy.push_back(callee);
  made->body = body.run();
  site.inCopy.pop_back();
  helper.function = made;
  helper.isResultWritten = writesResult(site, *callee);
  helper.token = operatorToken(*callee, helper.params);
  helper.takesLibraryStruct = takesLibraryStruct(*callee, helper.params);
  site.kernel.helpers.push_back(std::move(helper));
  return made;
}

/// The objects of which `e`, a reference, is to one: `a` and `b` of `c ? a :
/// b`. False: it is something else.
static bool addressesIn(const ir::Expr *e,
                        std::vector<const ir::Place *> &places) {
  if (const auto *choice = dyn_cast<ir::SelectExpr>(e))
    return e->type->isReference() && addressesIn(choice->whenTrue, places) &&
           addressesIn(choice->whenFalse, places);
  const auto *address = dyn_cast<ir::AddressExpr>(e);
  if (address)
    places.push_back(address->place);
  return address != nullptr;
}

const ir::Expr *Body::handValue(const ir::Function *callee, unsigned k,
                                const ir::Expr *argument) {
  if (!ir::pointeeOf(callee->params[k]->type))
    return copy.expr(argument);
  std::vector<const ir::Place *> data;
  const ir::Expr *value = isWalked(callee, k) && isa<ir::AddressExpr>(argument)
                              ? keptPointer(argument, true, data)
                              : nullptr;
  value = value || site.isFailing() ? value : addressValue(argument);
  value = value ? value : copy.expr(argument);
  const auto *reference = dyn_cast<ir::ValueExpr>(value);
  if (value->type->isLink() && callee->params[k]->type->isReference()) {
    site.refuse(loc, Diag::RTT2012, {spelled(module, argument)});
    return value;
  }
  // What is done to it is said where it was bound.
  if (reference && ir::pointeeOf(reference->type))
    return value;
  const auto *pointer = dyn_cast<ir::LoadExpr>(value);
  if (pointer && pointer->type->isPointer() && pointer->place->wholeVariable())
    return value;
  std::vector<const ir::Place *> places;
  if (!addressesIn(value, places))
    site.refuse(loc, Diag::RTT2041, {spelled(module, argument)});
  else if (ir::writesThrough(callee, k) || writesResult(site, *callee))
    for (const ir::Place *place : places)
      write(place, loc, spelled(module, argument));
  return value;
}

const ir::Function *Body::handOver(const ir::Function *callee,
                                   llvm::ArrayRef<const ir::Expr *> arguments,
                                   ir::Location at,
                                   std::vector<const ir::Expr *> &values,
                                   bool isUsed) {
  if (!callee->body)
    return site.refuse(at, Diag::RTT2007, {spelled(*callee)},
                       {{callee->loc, "declared here"}});
  Bindings bindings(arguments.size());
  for (unsigned k = 0; k < arguments.size(); ++k) {
    if (!ir::pointeeOf(callee->params[k]->type)) {
      if (isSteadyView(*callee, callee->params[k]))
        bindings[k] = viewed(arguments[k]);
      else if (!ir::mayChange(callee->body, callee->params[k]))
        bindings[k] = iterationNumber(this->values, arguments[k]);
      continue;
    }
    if (KeptData(*this).behind(arguments[k]) &&
        (!leavesPointers(*callee) || ir::writesThrough(callee, k)))
      return site.refuse(at, Diag::RTT2041, {spelled(module, arguments[k])});
    if (auto list = Lists(*this).handed(*callee, k, arguments[k])) {
      bindings[k] = std::move(list);
      continue;
    }
    auto to = pointee(arguments[k]);
    if (to && to->root == Object::Own && to->isBehind()) {
      // A pointer stays one, which may lead to nothing.
      const bool isPointer = callee->params[k]->type->isPointer() ||
                             (callee->params[k]->name == "this" &&
                              to->steps[to->steps.size() - 2].isPointer);
      if (isPointer)
        name(*to, at);
      else
        to = asElement(*to);
    }
    if (to && isBound(*to, callee->params[k]->type, arguments[k]))
      bindings[k] = std::move(to);
  }
  if (site.isFailing())
    return nullptr;
  if (callee->isVirtual && !(bindings[0] && isNodeItself(site, *bindings[0])))
    return refuseVirtual(site, *callee, at), nullptr;
  if (llvm::is_contained(site.inCopy, callee))
    return site.refuse(at, Diag::RTT2023, {spelled(*callee)});
  // The iteration's own is no pointer that could be returned.
  const bool isLeft =
      !isUsed && ir::pointeeOf(callee->type->result) &&
      llvm::any_of(bindings, [](const auto &each) { return each; });
  const ir::Function *made = instance(callee, bindings, "", !isLeft);
  for (unsigned k = 0; k < arguments.size(); ++k)
    if (!bindings[k])
      values.push_back(handValue(callee, k, arguments[k]));
    else if (bindings[k]->index)
      values.push_back(bindings[k]->index);
  if (site.isFailing())
    return nullptr;
  noteHandedIndices(made, arguments);
  return made;
}

ir::Statement *Body::helperCall(const ir::CallStatement &s) {
  std::vector<const ir::Expr *> values;
  const ir::Function *target =
      handOver(s.callee, s.arguments, s.loc, values, s.result != nullptr);
  if (!target)
    return module.block();
  const ir::Variable *result = nullptr;
  if (s.result) {
    ir::Variable *made = module.variable(s.result->kind, s.result->name,
                                         s.result->type, s.result->loc);
    copy.variables[s.result] = made;
    result = made;
  }
  return module.callStatement(target, values, result, s.loc);
}
