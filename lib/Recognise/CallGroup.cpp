// Which functions recurse through each other.
//
//     fn @even(%q: ref @Query, %n: ptr @Node) { call @odd(load %n->l, %q) }
//     fn @odd(%m: ptr @Node, %p: ref @Query) { call @even(%p, load %m->l) }
//
// are a group: %p means what %q does, since it is handed on for it, and %m what
// %n does, the node, by its type.
#include "CallGroup.h"

#include "LocalUses.h"
#include "Numbers.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>

#include <set>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

const ir::Variable *recognise::handedVariable(const ir::Expr *argument) {
  const auto *address = dyn_cast<ir::AddressExpr>(argument);
  return address ? address->place->wholeVariable() : heldIn(argument);
}

/// What `e` leads to, as a pointer or a reference to another class of the same
/// object: `refof (*toderived<ptr @Leaf>(addressof (*%n)))`.
static const ir::Expr *withoutClass(const ir::Expr *e) {
  while (true) {
    if (const auto *address = dyn_cast<ir::AddressExpr>(e)) {
      const auto *pointed =
          address->place->steps.empty()
              ? std::get_if<ir::PointeeRoot>(&address->place->root)
              : nullptr;
      if (!pointed)
        return e;
      e = pointed->pointer;
    }
    const auto *cast = dyn_cast<ir::CastExpr>(e);
    if (!cast ||
        (cast->op != ir::CastOp::ToDerived && cast->op != ir::CastOp::ToBase))
      return e;
    e = cast->operand;
  }
}

/// Whether all that lies between is bases.
static bool areBases(llvm::ArrayRef<ir::Step> steps) {
  return llvm::all_of(steps, [](const ir::Step &step) {
    const auto *into = std::get_if<ir::FieldStep>(&step);
    return into && into->field->isBase;
  });
}

const ir::Variable *recognise::handedObject(const ir::Expr *argument) {
  argument = withoutClass(argument);
  if (const ir::Variable *whole = handedVariable(argument))
    return whole;
  const auto *address = dyn_cast<ir::AddressExpr>(argument);
  const auto *deref =
      address && !address->place->steps.empty()
          ? std::get_if<ir::DerefStep>(&address->place->steps[0])
          : nullptr;
  return deref && !deref->offset && areBases(address->place->steps.drop_front())
             ? address->place->variable()
             : nullptr;
}

//===--- The group --------------------------------------------------------===//

namespace {

class Reached {
public:
  explicit Reached(llvm::ArrayRef<const ir::Function *> from) {
    for (const ir::Function *function : from)
      visit(function);
    members.insert(from.begin(), from.end());
    for (bool grows = true; grows;) {
      grows = false;
      for (const ir::Function *function : order)
        if (!members.count(function) &&
            llvm::any_of(calls[function], [&](const ir::Function *callee) {
              return members.count(callee) != 0;
            }))
          grows = members.insert(function);
    }
  }
  llvm::SetVector<const ir::Function *> members;

private:
  void visit(const ir::Function *function) {
    if (!order.insert(function))
      return;
    std::vector<const ir::Function *> callees;
    ir::walk(static_cast<const ir::Statement *>(function->body),
             [&](const ir::Statement *s) {
               const auto *call = dyn_cast<ir::CallStatement>(s);
               if (call && call->callee->body)
                 callees.push_back(call->callee);
             });
    for (const ir::Function *callee : callees)
      visit(callee);
    calls[function] = std::move(callees);
  }

  llvm::SetVector<const ir::Function *> order;
  llvm::DenseMap<const ir::Function *, std::vector<const ir::Function *>> calls;
};

} // namespace

CallGroup::CallGroup(llvm::ArrayRef<const ir::Function *> entered)
    : numEntered(entered.size()) {
  const Reached reached(entered);
  functions.assign(reached.members.begin(), reached.members.end());
  if (isAlone())
    return;
  for (const ir::Variable *param : functions.front()->params)
    meanings[param] = numMeanings++;
  for (const ir::Function *function : functions)
    ir::walk(static_cast<const ir::Statement *>(function->body),
             [&](const ir::Statement *s) {
               if (const auto *let = dyn_cast<ir::LetStatement>(s))
                 lets[let->variable] = let->value;
             });
  matchHandedOn();
  matchLeft();
  findNode();
}

bool CallGroup::holds(const ir::Function *function) const {
  return llvm::is_contained(functions, function);
}

std::vector<const ir::CallStatement *>
CallGroup::callsIn(const ir::Function *function) const {
  std::vector<const ir::CallStatement *> result;
  ir::walk(static_cast<const ir::Statement *>(function->body),
           [&](const ir::Statement *s) {
             const auto *call = dyn_cast<ir::CallStatement>(s);
             if (call && holds(call->callee))
               result.push_back(call);
           });
  return result;
}

int CallGroup::parameter(const ir::Function *function, unsigned meaning) const {
  for (size_t k = 0; k < function->params.size(); ++k)
    if (const auto found = meanings.find(function->params[k]);
        found != meanings.end() && found->second == meaning)
      return static_cast<int>(k);
  return -1;
}

/// What a call is handed, also where a local has it, as what is evaluated
/// before a temporary is made: `let %t: ptr @Query = load %q`.
const ir::Expr *CallGroup::handed(const ir::CallStatement &call,
                                  size_t k) const {
  const ir::Expr *e = call.arguments[k];
  for (const auto *named = dyn_cast<ir::ValueExpr>(e); named;
       named = dyn_cast<ir::ValueExpr>(e)) {
    const ir::Expr *value = lets.lookup(named->variable);
    if (!value)
      break;
    e = value;
  }
  return e;
}

//===--- Meanings ---------------------------------------------------------===//

/// Lets `param` of `function` mean what `other` does, if that is known and no
/// parameter of the function does yet.
bool CallGroup::match(const ir::Function *function, const ir::Variable *param,
                      const ir::Variable *other) {
  const auto known = meanings.find(other);
  if (known == meanings.end() || meanings.count(param) ||
      param->type != other->type)
    return false;
  const unsigned meaning = known->second;
  if (parameter(function, meaning) >= 0)
    return false;
  meanings[param] = meaning;
  return true;
}

void CallGroup::matchHandedOn() {
  for (bool grows = true; grows;) {
    grows = false;
    for (const ir::Function *function : functions)
      for (const ir::CallStatement *call : callsIn(function))
        for (size_t k = 0; k < call->arguments.size(); ++k) {
          const ir::Variable *handed = handedVariable(this->handed(*call, k));
          if (!handed || handed->kind != ir::Variable::Parameter)
            continue;
          const ir::Variable *param = call->callee->params[k];
          grows |= match(call->callee, param, handed);
          grows |= match(function, handed, param);
        }
  }
}

void CallGroup::matchLeft() {
  for (const bool byName : {true, false})
    for (const ir::Function *function : functions)
      for (const ir::Variable *param : function->params)
        for (const ir::Function *other : functions)
          for (const ir::Variable *candidate : other->params)
            if (!byName || candidate->name == param->name)
              match(function, param, candidate);
  for (const ir::Function *function : functions)
    for (const ir::Variable *param : function->params)
      if (!meanings.count(param)) {
        meanings[param] = numMeanings++;
        for (const ir::Function *other : functions)
          for (const ir::Variable *same : other->params)
            if (same->name == param->name)
              match(other, same, param);
      }
}

//===--- The node ---------------------------------------------------------===//

const ir::Expr *CallGroup::handedNode(const ir::CallStatement &call) const {
  const int param =
      node < 0 ? -1 : parameter(call.callee, static_cast<unsigned>(node));
  return param < 0 ? nullptr : call.arguments[static_cast<size_t>(param)];
}

bool CallGroup::changes(unsigned meaning) const {
  for (const ir::Function *function : functions)
    for (const ir::CallStatement *call : callsIn(function)) {
      const int param = parameter(call->callee, meaning);
      if (param < 0)
        continue;
      const auto known = meanings.find(
          handedObject(handed(*call, static_cast<size_t>(param))));
      if (known == meanings.end() || known->second != meaning)
        return true;
    }
  return false;
}

bool recognise::isLocalObject(const ir::Expr *argument) {
  const auto *address = dyn_cast<ir::AddressExpr>(argument);
  const ir::Variable *variable = address && !address->place->isIndirect()
                                     ? address->place->variable()
                                     : nullptr;
  return variable && variable->kind == ir::Variable::Local;
}

void CallGroup::findNode() {
  const ir::Function *entered = functions.front();
  std::set<unsigned> objects, numbers;
  for (const ir::Variable *param : entered->params) {
    const unsigned of = meaning(param);
    if (!changes(of))
      continue;
    bool isFilledIn = false;
    for (const ir::Function *function : functions)
      for (const ir::CallStatement *call : callsIn(function))
        if (const int k = parameter(call->callee, of); k >= 0)
          isFilledIn |= isLocalObject(call->arguments[static_cast<size_t>(k)]);
    if (llvm::isa_and_nonnull<ir::StructType>(ir::followedFrom(param->type)) &&
        !isFilledIn)
      objects.insert(of);
    else if (param->type->isInt())
      numbers.insert(of);
  }
  // What indexes arrays, if others count levels and the like.
  std::set<unsigned> indices;
  for (const unsigned of : numbers)
    for (const ir::Function *function : functions)
      if (const int k = parameter(function, of);
          k >= 0 && isIndex(*function, function->params[k]))
        indices.insert(of);
  if (!indices.empty())
    numbers = indices;
  if (objects.size() == 1)
    node = static_cast<int>(*objects.begin());
  else if (objects.empty() && numbers.size() == 1)
    node = static_cast<int>(*numbers.begin());
}

bool CallGroup::onlyHandsOn(const ir::Function *function) const {
  if (function == functions.front())
    return false;
  std::set<const ir::Variable *> nodes;
  for (const ir::CallStatement *call : callsIn(function)) {
    const ir::Expr *handed = handedNode(*call);
    const ir::Variable *param = handed ? handedVariable(handed) : nullptr;
    if (!param || !llvm::is_contained(function->params, param))
      return false;
    nodes.insert(param);
  }
  bool looks = false;
  ir::walkExprs(function->body, [&](const ir::Expr *e) {
    const ir::Place *place = ir::placeOf(e);
    looks |= place && !place->steps.empty() && nodes.count(place->variable());
    const auto *call = dyn_cast<ir::CallExpr>(e);
    for (const ir::Expr *argument :
         call ? call->arguments : llvm::ArrayRef<const ir::Expr *>())
      looks |= nodes.count(handedVariable(argument)) != 0;
  });
  ir::walk(static_cast<const ir::Statement *>(function->body),
           [&](const ir::Statement *s) {
             const auto *call = dyn_cast<ir::CallStatement>(s);
             if (call && !holds(call->callee))
               for (const ir::Expr *argument : call->arguments)
                 looks |= nodes.count(handedVariable(argument)) != 0;
           });
  return nodes.size() > 1 || !looks;
}
