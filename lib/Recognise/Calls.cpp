// The call of the annotated loop, the recursive calls, and what each parameter
// of the traversal stands for.
#include "Accessors.h"
#include "Closures.h"
#include "Downcasts.h"
#include "LinkedLists.h"
#include "MergeFunctions.h"
#include "PointerArrays.h"
#include "PointerFields.h"
#include "PointerNumbers.h"
#include "PointerTemporaries.h"
#include "ProgramStores.h"
#include "ReferencedPointers.h"
#include "ScratchArrays.h"
#include "Spelling.h"
#include "Views.h"
#include "regtt/Recognise/OwnStacks.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

std::nullptr_t Recogniser::refuse(Message message) {
  // What follows from a refusal at one place is no further one.
  const auto isSaid = [&](const Message &known) {
    return message.loc ? known.loc == message.loc : known == message;
  };
  if (llvm::none_of(site.refusals, isSaid))
    site.refusals.push_back(std::move(message));
  return nullptr;
}

//===--- Calls ------------------------------------------------------------===//

/// Whether `function` calls another one of its name, as another instantiation
/// of its template has it.
static bool callsNamesake(const ir::Function &function) {
  bool result = false;
  ir::walk(static_cast<const ir::Statement *>(function.body),
           [&](const ir::Statement *s) {
             const auto *called = dyn_cast<ir::CallStatement>(s);
             result |= called && called->callee != &function &&
                       spelled(*called->callee) == spelled(function);
           });
  return result;
}

/// A stack of its own is one of a function that hands nobody its variables.
static void bindClosuresOfCalls(ir::Module &module, const ir::Statement &loop) {
  ir::walk(&loop, [&](const ir::Statement *s) {
    const auto *called = dyn_cast<ir::CallStatement>(s);
    if (called && called->callee->body)
      bindClosures(module, const_cast<ir::Function *>(called->callee));
  });
}

bool Recogniser::findCalls() {
  refuseVirtualCalls(*this);
  passPointersThemselves(module, loop);
  numberPointersInValues(module, *host);
  splitPointerFields(module, *host);
  numberPointerArrays(module, *host);
  makeScratchVectors(module, *host);
  const auto refused = [&](Message message) { refuse(std::move(message)); };
  bindClosuresOfCalls(module, *loop);
  recoverRecursion(module, loop, refused);
  if (isRefused())
    return false;
  numberLists(module, loop, *host);
  InlinedCalls inlined = inlineLoopCalls(module, *host, loop, refused);
  inlined.ownText = ownText;
  iteration = iterationOf(loop, std::move(inlined), refused);
  if (isRefused() || !checkProgramClauses())
    return false;
  // A lambda that makes recursive calls is a function of what it refers to.
  for (const ir::CallStatement *each : iteration.allCalls())
    if (each->callee->body)
      bindClosures(module, const_cast<ir::Function *>(each->callee));
  if (!mergeCalls() || !returnsCopyable())
    return false;
  if (iteration.isNested)
    return true;
  bindClosures(module, const_cast<ir::Function *>(traversal));
  lookThroughAccessors(module, traversal);
  foldPointerTemporaries(module, traversal);
  numberPointers();
  numberLists(module, const_cast<ir::Function *>(traversal), *host);
  ir::walk(traversal->body, [&](const ir::Statement *s) {
    const auto *called = dyn_cast<ir::CallStatement>(s);
    if (called && called->callee == traversal)
      recursive.push_back(called);
  });
  if (recursive.empty())
    refuse(traversal->loc, Diag::RTT2001,
           {spelled(*traversal),
            callsNamesake(*entered)
                ? "it calls another instantiation of its template; take "
                  "function objects by 'F &' and name one at the loop"
            : entered->isVirtual
                ? "it is virtual, and what it runs does not call it so"
                : "it does not call itself"});
  return !isRefused();
}

//===--- Roles ------------------------------------------------------------===//

/// Whether `e` is what the parameter is: its value, or the same object.
static bool isParameter(const ir::Expr *e, const ir::Variable *param) {
  if (const auto *value = dyn_cast<ir::ValueExpr>(e))
    return value->variable == param;
  if (const auto *load = dyn_cast<ir::LoadExpr>(e))
    return load->place->wholeVariable() == param;
  const auto *address = dyn_cast<ir::AddressExpr>(e);
  if (!address || address->place->variable() != param)
    return false;
  const auto &steps = address->place->steps;
  const auto *deref =
      steps.size() == 1 ? std::get_if<ir::DerefStep>(&steps[0]) : nullptr;
  return deref && !deref->offset;
}

/// What a recursive call is handed, also where a local that never changes has
/// it: `let %t: ptr @Node = load %n->left`.
const ir::Expr *Recogniser::handed(const ir::CallStatement &call,
                                   unsigned param) const {
  const ir::Expr *e = call.arguments[param];
  for (const auto *named = dyn_cast<ir::ValueExpr>(e); named;
       named = dyn_cast<ir::ValueExpr>(e)) {
    const ir::Expr *value = nullptr;
    if (named->variable->kind == ir::Variable::Let)
      ir::walk(static_cast<const ir::Statement *>(traversal->body),
               [&](const ir::Statement *s) {
                 const auto *let = dyn_cast<ir::LetStatement>(s);
                 if (let && let->variable == named->variable)
                   value = let->value;
               });
    if (!value)
      break;
    e = value;
  }
  return e;
}

bool Recogniser::isHandedOn(unsigned param) const {
  for (const ir::CallStatement *each : recursive)
    if (!isParameter(handed(*each, param), traversal->params[param]))
      return false;
  return !isSet(param);
}

/// Whether the body gives the parameter another value, or a part of it: `box.x
/// = 1` where `box` is handed on by value.
bool Recogniser::isSet(unsigned param) const {
  const ir::Variable *variable = traversal->params[param];
  if (!ir::pointeeOf(variable->type))
    return ir::mayChange(traversal->body, variable) &&
           !isSteadyView(*traversal, variable);
  bool result = false;
  ir::walk(traversal->body, [&](const ir::Statement *s) {
    if (const auto *store = dyn_cast<ir::StoreStatement>(s))
      result |= store->place->wholeVariable() == variable;
  });
  return result;
}

static bool isNumber(const ir::Type *type) {
  return type->isInt() || type->isFloat() || type->isBool() || type->isEnum();
}

/// What an argument is as a value: a struct that is handed by reference and
/// never changed, too; null: it is none.
const ir::Type *Recogniser::valueType(unsigned param) const {
  const ir::Type *type = traversal->params[param]->type;
  if (type->isReference() && !ir::writesThrough(traversal, param))
    type = ir::pointeeOf(type);
  return isCopyable(type) ? type : nullptr;
}

bool Recogniser::leadsToNode(const ir::Type *type) const {
  return !kernel.nodesAreNumbers && ir::followedFrom(type) == nodeType;
}

/// A parameter whose first value is the iteration's.
void Recogniser::ownRole(unsigned param, OperandFinder &finder) {
  const ir::Variable *variable = traversal->params[param];
  const ir::Type *to = ir::pointeeOf(variable->type);
  Role &role = roles[param];
  if (!isHandedOn(param) || (!to && !isNumber(variable->type) &&
                             !isSteadyView(*traversal, variable))) {
    const auto part = finder.value(param);
    if (!part) {
      refuse(handedAt(param), Diag::RTT1107, {variable->name});
      return;
    }
    if (!valueType(param)) {
      refuse(variable->loc, Diag::RTT2011,
             {spelled(module, variable->type), variable->name});
      return;
    }
    const Object object{Object::Own, part->operand, part->steps, part->type,
                        nullptr};
    kernel.args.push_back({variable->name,
                           valueType(param),
                           isSet(param),
                           int(row(object, part->field, call->loc)),
                           {},
                           false,
                           variable->loc});
    return;
  }
  if (isRow(param, finder) && rowRole(param))
    return;
  role.kind = to ? Role::Object : Role::Value;
  if (ofProgramRole(param))
    return;
  if (finder.isLoopNumber(param)) {
    role.object = {
        Object::Own, kernel::iterationNumber, {}, variable->type, nullptr};
    iterationName = iteration.counter->name;
    return;
  }
  if (isRow(param, finder) && isCopyable(to) && !leadsToNode(variable->type))
    if (const auto pointer = finder.pointer(param)) {
      kernel::DataStep behind;
      behind.isDeref = true;
      role.object = {Object::Own, pointer->operand, pointer->steps, to,
                     nullptr};
      role.object.steps.push_back(behind);
      return;
    }
  const auto part = finder.object(param);
  if (!part && isRow(param, finder)) {
    refuse(handedAt(param), Diag::RTT1107, {variable->name});
    return;
  }
  if (!part) {
    refuse(handedAt(param), Diag::RTT1105,
           {spelled(module, call->arguments[param])});
    return;
  }
  role.object = {Object::Own, part->operand, part->steps, part->type, nullptr};
  if (to && isOrBeginsWith(part->type, to))
    role.object.type = to;
  role.object.isDecayed = to && variable->type->isPointer() &&
                          to != part->type &&
                          part->type->kind == ir::Type::Array;
}

/// The first recursive call that hands on something else.
ir::Location Recogniser::handsAnother(unsigned param) const {
  for (const ir::CallStatement *each : recursive)
    if (!isParameter(handed(*each, param), traversal->params[param]))
      return each->loc;
  return traversal->loc;
}

/// What a parameter of the traversal stands for.
void Recogniser::role(unsigned param, OperandFinder &finder) {
  const ir::Variable *variable = traversal->params[param];
  const ir::Expr *first = call->arguments[param];
  Role &role = roles[param];
  const ir::Type *to = ir::pointeeOf(variable->type);
  const bool isOwn = origins->varies(first) || finder.isOwnResult(param);
  const bool same = isHandedOn(param);
  if (!same && !valueType(param)) {
    if (llvm::isa_and_nonnull<ir::StructType>(to))
      refuse(variable->loc ? variable->loc : handsAnother(param), Diag::RTT2020,
             {variable->name});
    else
      refuse(variable->loc, Diag::RTT2022,
             {variable->name, spelled(module, variable->type)});
    return;
  }
  const bool isNothing = !programCalls.empty() && same && isUnused(param);
  if (llvm::is_contained(different, param) && !valueType(param) &&
      ofTreeRole(param))
    return;
  if (llvm::is_contained(different, param) ||
      (!programCalls.empty() && !same)) {
    roleOfCalls(param, same);
    return;
  }
  if (isOwn && !isNothing) {
    ownRole(param, finder);
    return;
  }
  if (!same) {
    kernel.args.push_back({variable->name,
                           valueType(param),
                           isSet(param),
                           -1,
                           {},
                           true,
                           variable->loc});
    return;
  }
  role.kind = to ? Role::Object : Role::Value;
  role.object.type = to ? to : variable->type;
  role.object.root = Object::Shared;
  role.object.number = shared.size();
  SharedObject made;
  made.name = variable->name;
  made.type = role.object.type;
  made.first = origins->of(first);
  shared.push_back(std::move(made));
  if (isNothing)
    return;
  // A container that is handed over by value has the elements of what it is a
  // copy of, or a view.
  const auto *load = dyn_cast<ir::LoadExpr>(shared.back().first);
  const ir::Place *viewed = viewedBy(module, shared.back().first);
  const ir::Place *copied = viewed ? viewed : load ? load->place : nullptr;
  if (viewed && !to) {
    role.object.type = shared.back().type = viewed->type;
    shared.back().first = module.referenceTo(viewed, first->loc);
  }
  if (to)
    placeAtLoop(shared.back().first, shared.back());
  else if (isCopyable(variable->type))
    uniform(role.object);
  else if (copied && isContiguous(variable->type))
    placeAtLoop(module.referenceTo(copied, first->loc), shared.back());
  else
    refuse(variable->loc, Diag::RTT2011,
           {spelled(module, variable->type), variable->name});
}

/// Whether a recursive call is handed what a pointer in the parameter's own
/// object leads to: `%n->left`, not `refof %box`, which was made here.
bool Recogniser::leadsOn(unsigned param) const {
  const ir::Variable *own = traversal->params[param];
  return llvm::any_of(recursive, [&](const ir::CallStatement *each) {
    const ir::Place *place = ir::placeOf(handed(*each, param));
    return place && place->variable() == own && place->steps.size() > 1;
  });
}

bool Recogniser::findRoles() {
  roles.resize(traversal->params.size());
  iteration.call = call; // of the function that several were merged into
  origins.emplace(module, *host, loop, iteration);
  if (iteration.isNested) {
    setNode(0);
    return findOtherRoles();
  }
  std::vector<unsigned> found;
  // No node is made on the way: `refof %box` is what a call is to look at.
  const auto isMadeHere = [&](unsigned param) {
    return llvm::any_of(recursive, [&](const ir::CallStatement *each) {
      return isLocalObject(handed(*each, param));
    });
  };
  for (unsigned k = 0; k < roles.size(); ++k) {
    const auto *to = llvm::dyn_cast_or_null<ir::StructType>(
        ir::pointeeOf(traversal->params[k]->type));
    if (to && to->isComplete() && !isHandedOn(k) && !isMadeHere(k))
      found.push_back(k);
  }
  // `node(n)` says it.
  const ir::Clause *clause = clauseOfTraversal(ir::Clause::Node);
  const ir::Variable *named =
      clause && clause->place ? clause->place->wholeVariable() : nullptr;
  const auto isNot = [&] {
    refuse(clause->loc, Diag::RTT1008,
           {"node", clause->place ? spelled(module, clause->place) : "",
            "a parameter of the traversal that points or refers to a struct, "
            "or the number of a node"});
    return false;
  };
  std::optional<unsigned> given;
  for (unsigned k = 0; named && k < entered->params.size(); ++k)
    if (entered->params[k] == named)
      given = k;
  if (clause && !given)
    return isNot();
  if (given) {
    const auto *to = llvm::dyn_cast_or_null<ir::StructType>(
        ir::pointeeOf(traversal->params[*given]->type));
    found.clear();
    if (to && to->isComplete())
      found.push_back(*given);
    else if (!traversal->params[*given]->type->isInt())
      return isNot();
  }
  if (found.empty()) {
    if (!findNumber()) {
      // The clause says which one it should have been.
      if (!given || site.refusals.back().id != Diag::RTT2045)
        return false;
      site.refusals.pop_back();
      return isNot();
    }
    if (given && nodeParam != *given)
      return isNot();
    return findOtherRoles();
  }
  const ir::Variable *candidate = traversal->params[found[0]];
  if (found.size() > 1)
    llvm::erase_if(found, [&](unsigned k) { return !leadsOn(k); });
  if (found.size() != 1) {
    refuse(traversal->loc, Diag::RTT2002,
           {spelled(*traversal), candidate->name});
    return false;
  }
  setNode(found[0]);
  return findOtherRoles();
}

void Recogniser::setNode(unsigned param) {
  nodeParam = param;
  const ir::Variable *node = traversal->params[nodeParam];
  nodeType = llvm::cast<ir::StructType>(ir::pointeeOf(node->type));
  link = module.linkTo(nodeType);
  roles[nodeParam].kind = Role::Node;
  roles[nodeParam].object.type = nodeType;
  kernel.nodeName = isThis(node) ? "node" : node->name;
  kernel.nodeText =
      node->name + (isThis(node) || node->type->isPointer() ? "->" : ".");
}

bool Recogniser::findOtherRoles() {
  if (!origins->isKnown())
    refuseUnknown();
  if (!findRoots())
    return false;
  if (storeBehindCalls(*this))
    origins.emplace(module, *host, loop, iteration);
  addReturned();
  finder.emplace(module, *host, loop, traversal, iteration, *origins);
  compareCalls();
  for (unsigned k = 0; k < roles.size(); ++k)
    if (k != nodeParam)
      role(k, *finder);
  if (!isRefused() && !iteration.isNested && iteration.operands.empty() &&
      scratch.empty() && iterationName.empty())
    refuse(traversal->loc, Diag::RTT2003, {spelled(*traversal)});
  return !isRefused();
}
