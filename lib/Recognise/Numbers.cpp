// Nodes that are numbers: which parameter is the node's, the arrays that it is
// the index of, and where the numbers of children are.
//
//     call @visit(%q, %nodes, load %nodes[load %n].left)
//  -> %n is the node, %nodes its array, `nodes[n].left` a child
#include "LibraryLayout.h"
#include "Multiples.h"
#include "Recogniser.h"

#include "Numbers.h"
#include "Spelling.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/Mapper.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

//===--- The node ---------------------------------------------------------===//

static bool isLoadOf(const ir::Expr *e, const ir::Variable *variable) {
  while (const auto *cast = dyn_cast<ir::CastExpr>(e))
    e = cast->operand;
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  return load && load->place->wholeVariable() == variable;
}

namespace {

/// Follows what a number is made of, through the locals that hold it.
class NodeParts {
public:
  NodeParts(const ir::Function &function, const ir::Variable *param)
      : param(param) {
    ir::walk(function.body, [&](const ir::Statement *s) {
      if (const auto *let = dyn_cast<ir::LetStatement>(s))
        values[let->variable].push_back(let->value);
      else if (const auto *var = dyn_cast<ir::VarStatement>(s);
               var && var->init)
        values[var->variable].push_back(var->init);
      else if (const auto *store = dyn_cast<ir::StoreStatement>(s))
        if (const ir::Variable *set = store->place->wholeVariable())
          values[set].push_back(store->value);
      if (const auto *range = dyn_cast<ir::RangeLoopStatement>(s))
        ranges[range->variable] = range->range;
    });
  }

  /// Whether the parameter has a part in `e`.
  bool comesFromNode(const ir::Expr *e) {
    bool result = false;
    ir::walk(e, [&](const ir::Expr *inner) {
      const ir::Variable *variable = nullptr;
      if (const auto *value = dyn_cast<ir::ValueExpr>(inner))
        variable = value->variable;
      else if (const ir::Place *place = ir::placeOf(inner))
        variable = place->variable();
      result |= variable && variableComesFromNode(variable);
    });
    return result;
  }

private:
  bool variableComesFromNode(const ir::Variable *variable) {
    if (variable == param)
      return true;
    if (!seen.insert(variable).second)
      return false;
    if (const ir::Place *range = ranges.lookup(variable)) {
      bool result =
          range->variable() && variableComesFromNode(range->variable());
      ir::walk(range, [&](const ir::Expr *e) { result |= comesFromNode(e); });
      if (result)
        return true;
    }
    return llvm::any_of(values[variable], [&](const ir::Expr *value) {
      return comesFromNode(value);
    });
  }

  const ir::Variable *param;
  llvm::DenseMap<const ir::Variable *, std::vector<const ir::Expr *>> values;
  llvm::DenseMap<const ir::Variable *, const ir::Place *> ranges;
  llvm::SmallPtrSet<const ir::Variable *, 8> seen;
};

} // namespace

/// Whether `e` is the variable; or `inSums`, a sum with it.
static bool isMadeOf(const ir::Expr *e, const ir::Variable *variable,
                     bool inSums) {
  if (isLoadOf(e, variable))
    return true;
  const auto *sum = dyn_cast<ir::BinaryExpr>(withoutCasts(e));
  return inSums && sum &&
         (sum->op == ir::BinaryOp::Add || sum->op == ir::BinaryOp::Sub) &&
         (isMadeOf(sum->left, variable, true) ||
          isMadeOf(sum->right, variable, true));
}

/// Whether something in `function` is found by the number `param`, in it or in
/// what it calls with it; `inSums`: or by what is added to it.
static bool isIndex(const ir::Function &function, const ir::Variable *param,
                    bool inSums,
                    llvm::SmallPtrSetImpl<const ir::Variable *> &seen) {
  if (!function.body || !seen.insert(param).second)
    return false;
  bool result = false;
  const auto step = [&](const ir::Step &each) {
    const ir::Expr *index = nullptr;
    if (const auto *deref = std::get_if<ir::DerefStep>(&each))
      index = deref->offset;
    else if (const auto *element = std::get_if<ir::ElementStep>(&each))
      index = element->index;
    else if (const auto *plain = std::get_if<ir::IndexStep>(&each))
      index = plain->index;
    result |= index && isMadeOf(index, param, inSums);
  };
  const auto handed = [&](const ir::Function *callee,
                          llvm::ArrayRef<const ir::Expr *> arguments) {
    for (unsigned k = 0; k < arguments.size() && callee != &function; ++k)
      if (isLoadOf(arguments[k], param))
        result |= isIndex(*callee, callee->params[k], inSums, seen);
  };
  const auto places = [&](const ir::Place *place) {
    for (const ir::Step &each : place->steps)
      step(each);
  };
  ir::walk(function.body, [&](const ir::Statement *s) {
    ir::forEachPlace(s, places);
    if (const auto *called = dyn_cast<ir::CallStatement>(s))
      handed(called->callee, called->arguments);
  });
  ir::walkExprs(function.body, [&](const ir::Expr *e) {
    if (const ir::Place *place = ir::placeOf(e))
      places(place);
    if (const auto *read = dyn_cast<ir::ContainerReadExpr>(e))
      places(read->container);
    if (const auto *sum = dyn_cast<ir::BinaryExpr>(e))
      result |= sum->op == ir::BinaryOp::PtrAdd &&
                isMadeOf(sum->right, param, inSums);
    if (const auto *called = dyn_cast<ir::CallExpr>(e))
      handed(called->callee, called->arguments);
  });
  return result;
}

bool recognise::isIndex(const ir::Function &function, const ir::Variable *param,
                        bool inSums) {
  llvm::SmallPtrSet<const ir::Variable *, 8> seen;
  return ::isIndex(function, param, inSums, seen);
}

bool Recogniser::mayBeNumber(unsigned param, bool isChosen) const {
  const ir::Variable *variable = traversal->params[param];
  if (!variable->type->isInt() || isHandedOn(param) ||
      origins->varies(call->arguments[param]) != isChosen ||
      ir::mayChange(traversal->body, variable))
    return false;
  return llvm::all_of(recursive, [&](const ir::CallStatement *each) {
    const ir::Expr *number = each->arguments[param];
    return !isLoadOf(number, variable) &&
           NodeParts(*traversal, variable).comesFromNode(number);
  });
}

/// Of a parameter that indexes arrays: what keeps it from being the node.
static std::vector<Message::Note>
whyNoNumber(const ir::Function &traversal,
            llvm::ArrayRef<const ir::CallStatement *> recursive) {
  for (unsigned k = 0; k < traversal.params.size(); ++k) {
    const ir::Variable *param = traversal.params[k];
    llvm::SmallPtrSet<const ir::Variable *, 8> seen;
    if (!param->type->isInt() || !isIndex(traversal, param, false, seen))
      continue;
    if (ir::mayChange(traversal.body, param))
      return {{param->loc, "'" + param->name + "' is changed in the body"}};
    for (const ir::CallStatement *each : recursive)
      if (!NodeParts(traversal, param).comesFromNode(each->arguments[k]))
        return {{each->loc, "'" + param->name +
                                "' is handed a number that it does not lead "
                                "to here"}};
  }
  return {};
}

/// The parameter that is the node's number: what indexes arrays, if others
/// count levels and the like.
bool Recogniser::findNumber() {
  // Where several iterations begin at one node, that is what it is known by;
  // but what indexes nothing counts levels and the like.
  std::vector<unsigned> found, indices;
  for (const bool isChosen : {false, true}) {
    std::vector<unsigned> numbers;
    for (unsigned k = 0; k < roles.size(); ++k)
      if (mayBeNumber(k, isChosen))
        numbers.push_back(k);
    // Numbers that iterations compute are no roots that are known ahead.
    const auto isRead = [&](unsigned k) {
      return llvm::isa<ir::LoadExpr>(
          withoutCasts(origins->of(call->arguments[k])));
    };
    for (const bool inSums : {false, true})
      if (indices.empty())
        llvm::copy_if(numbers, std::back_inserter(indices), [&](unsigned k) {
          return recognise::isIndex(*traversal, traversal->params[k], inSums) &&
                 (!isChosen || found.empty() || isRead(k));
        });
    if (found.empty())
      found = std::move(numbers);
  }
  if (!indices.empty())
    found = indices;
  // `node(i)` says it.
  if (const ir::Clause *clause = clauseOfTraversal(ir::Clause::Node))
    for (unsigned k = 0; clause->place && k < entered->params.size(); ++k)
      if (entered->params[k] == clause->place->wholeVariable() &&
          (mayBeNumber(k, false) || mayBeNumber(k, true)))
        found = {k};
  if (found.size() != 1) {
    if (found.empty())
      refuse(traversal->loc, Diag::RTT2045, {spelled(*traversal)},
             whyNoNumber(*traversal, recursive));
    else
      refuse(traversal->loc, Diag::RTT2002,
             {spelled(*traversal), traversal->params[found[0]]->name});
    return false;
  }
  nodeParam = found[0];
  const ir::Variable *number = traversal->params[nodeParam];
  kernel.nodesAreNumbers = true;
  kernel.numberType = number->type;
  kernel.nodeName = "node";
  kernel.nodeText = number->name;
  roles[nodeParam].kind = Role::Number;
  roles[nodeParam].object.number = kernel::nodeNumber;
  roles[nodeParam].object.type = number->type;
  setNodeType(nullptr);
  return true;
}

/// The struct that nodes are called after; null: one of no fields.
void Recogniser::setNodeType(const ir::StructType *type) {
  const llvm::StringRef name = "rt::Node";
  nodeType = type;
  if (!type) {
    if (auto *known = module.findType(name)) {
      nodeType = llvm::cast<ir::StructType>(known);
    } else {
      ir::StructType *made = module.createStruct(name);
      ir::StructBody body;
      body.size = 1;
      module.complete(made, std::move(body));
      nodeType = made;
    }
  }
  link = module.linkTo(nodeType);
  kernel.nodeTypeName = type ? stemOf(type) : "";
}

/// Nodes that lie in one array are called after its elements: which arrays
/// there are is known when the body was copied once.
void Recogniser::nameNodes() {
  const Site before = site;
  Recogniser trial(*this);
  trial.finder.emplace(module, *host, loop, traversal, trial.iteration,
                       *origins);
  trial.makeBody();
  site = before;
  module.leaveOutFunctions();
  if (trial.nodeArrays.size() == 1)
    setNodeType(dyn_cast<ir::StructType>(trial.nodeArrays[0].element));
}

//===--- Node arrays ------------------------------------------------------===//

/// How the traversal names it: `nodes`, `tree.nodes`.
static std::string spelledText(const SharedObject &object,
                               const kernel::DataSteps &steps,
                               const ir::Variable *param) {
  const std::string rest = joined(steps, ".", "->");
  if (rest.empty())
    return object.name;
  if (param && isThis(param))
    return rest;
  const bool isArrow = (param && param->type->isPointer()) ||
                       (!steps.empty() && steps.front().isDeref);
  return object.name + (isArrow ? "->" : ".") + rest;
}

unsigned Recogniser::nodeArray(const Object &holder, const ir::Type *element,
                               ir::Location loc) {
  const HostPlace place = atLoop(holder);
  for (unsigned k = 0; k < nodeArrays.size(); ++k)
    if (const NodeArray &known = nodeArrays[k];
        known.element == element &&
        (place ? known.place == place
               : !known.place && known.holder.number == holder.number &&
                     known.holder.steps == holder.steps))
      return k;
  const SharedObject &object = shared[holder.number];
  kernel::DataArray made;
  made.text = object.text;
  if (made.text.empty() || !holder.steps.empty())
    made.text = place ? place.text() : object.name;
  const std::string base = place ? place.name() : object.name;
  made.name = base;
  for (int suffix = 2; llvm::any_of(kernel.nodeArrays,
                                    [&](const kernel::DataArray &other) {
                                      return other.name == made.name;
                                    });
       ++suffix)
    made.name = base + "_" + std::to_string(suffix);
  made.elementName = isStdArray(element) ? "array" : stemOf(element);
  made.stride = bytesOf(element).value_or(0);
  const bool isBehindPointer =
      !holder.steps.empty()
          ? holder.steps.back().isDeref
          : place && !place.steps.empty() && place.steps.back().isDeref;
  made.hasExtent = ir::elementOf(holder.type) == element ||
                   (place && !isBehindPointer) || isGiven(place);
  made.firstUse = loc;
  kernel.nodeArrays.push_back(std::move(made));
  const ir::Variable *param = nullptr;
  for (unsigned k = 0; k < roles.size(); ++k)
    if (roles[k].kind == Role::Object &&
        roles[k].object.root == Object::Shared &&
        roles[k].object.number == holder.number)
      param = traversal->params[k];
  nodeArrays.push_back(
      {place, holder, element, spelledText(object, holder.steps, param)});
  return nodeArrays.size() - 1;
}

/// What the user writes before a field of the node: `n->`, `nodes[n].`; of an
/// element as a whole `nodes[n]`, of the number itself `n`.
std::string Recogniser::nodePrefix(const Object &object) const {
  if (!kernel.nodesAreNumbers || object.number == kernel::nodeNumber)
    return kernel.nodeText;
  return nodeArrays[object.number].text + "[" + kernel.nodeText + "]" +
         (object.steps.empty() ? "" : ".");
}

/// What a field of the node is called in records.
std::string Recogniser::nodeFieldName(const Object &object) const {
  if (!object.steps.empty() || !kernel.nodesAreNumbers)
    return joined(object.steps, "_", "_");
  return object.number == kernel::nodeNumber
             ? "number"
             : kernel.nodeArrays[object.number].name;
}

//===--- Slots ------------------------------------------------------------===//

/// The slots of the numbers that `object` holds: one, or a fixed array.
unsigned Recogniser::numberSlots(const Object &object, ir::Location loc) {
  Object held = object;
  if (isStdArray(object.type)) {
    // The children are in the plain array within.
    held.steps.push_back(elementsOfArray());
    held.type = module.array(ir::elementOf(object.type),
                             *bytesOf(object.type) /
                                 *bytesOf(ir::elementOf(object.type)));
  }
  const auto *array = dyn_cast<ir::ArrayType>(held.type);
  const unsigned group = slots(held, array ? array->count : 1, loc);
  kernel::SlotGroup &made = kernel.slots[group];
  made.type = array ? array->element : held.type;
  made.bytes = *ir::sizeOf(made.type);
  made.held = held.type;
  made.heldBytes = *ir::sizeOf(held.type);
  made.tested = kernel.numberType;
  return group;
}

const ir::Place *Recogniser::numberDatum(unsigned group, ir::Location loc) {
  const kernel::SlotGroup &slots = kernel.slots[group];
  Object object;
  object.number = slots.array;
  object.steps = slots.steps;
  object.type = slots.held;
  return module.place(ir::DataRoot{
      ir::DataRoot::Node, row(object, nullptr, loc), object.type, nullptr});
}

/// The slots of the numbers from `value` on, which is computed on the node.
unsigned Recogniser::computedSlots(const ir::Expr *value, int count,
                                   const std::string &text, ir::Location loc) {
  kernel::SlotGroup made;
  made.form = kernel::SlotGroup::Computed;
  made.text = text;
  made.type = value->type;
  made.tested = kernel.numberType;
  made.bytes = ir::sizeOf(value->type).value_or(0);
  made.count = count;
  made.loc = loc;
  made.value = hostFunction("slot::value", value, nullptr);
  kernel.numSlots += count;
  kernel.slots.push_back(std::move(made));
  return kernel.slots.size() - 1;
}

const ir::Expr *Recogniser::valueOf(const ir::Function *function) {
  return llvm::cast<ir::ReturnStatement>(function->body->statements[0])->value;
}

/// What linearising evaluates: a function that returns `value`, in which
/// `number`, if there is one, is what it is given.
ir::Function *Recogniser::hostFunction(const std::string &part,
                                       const ir::Expr *value,
                                       const ir::Expr *number) {
  std::vector<const ir::Type *> types;
  if (number)
    types.push_back(number->type);
  ir::Function *made = module.createFunction(
      module.freeName(kernel.name + "::" + part),
      module.functionType(value->type, types), traversal->loc);
  if (number)
    value =
        replaced(module, value, number,
                 module.load(module.place(module.parameter(made, "number"))));
  made->body = module.block({module.ret(value)});
  return made;
}

/// The functions that linearising evaluates, under the names of their groups.
void Recogniser::nameHostFunctions() {
  for (unsigned k = 0; k < kernel.slots.size(); ++k) {
    const std::string slot = "slot" + std::to_string(k) + "::";
    const auto rename = [&](ir::Function *&function, const char *part) {
      if (!function)
        return;
      ir::Function *made = module.createFunction(
          module.freeName(kernel.name + "::" + slot + part), function->type,
          function->loc);
      made->params = function->params;
      made->body = function->body;
      function = made;
    };
    rename(kernel.slots[k].value, "value");
    rename(kernel.slots[k].extent, "extent");
    rename(kernel.slots[k].test, "test");
  }
}
