// Functions that recurse through each other become one, before anything else
// looks at the traversal.
//
//     fn @visit(%q, %n) { ...; call @children(%q, load %n) }
//     fn @children(%q, %n) { call @visit(%q, load %n->left); ... }
//  -> fn @visit(%q, %n) { ...; { call @visit(%q, load %n->left); ... } }
//
//     fn @byX(%q, %n) { ...; call @byY(%q, load %n->left) }
//     fn @byY(%q, %n) { ...; call @byX(%q, load %n->left) }
//  -> fn @byX(%q, %n, %function: u8) {
//       if eq(load %function, 0) { ...; call @byX(%q, load %n->left, 1:u8) }
//       else { ...; call @byX(%q, load %n->left, 0:u8) }
//     }
//
// A call for the caller's own node, or of what only hands nodes on, becomes the
// body of what it calls (Inline.h). Of all others the merged function is told
// which body it has to run. Bodies are copied: the user's own stay as they are.
#include "Merger.h"
#include "Spelling.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

//===--- Which calls stay -------------------------------------------------===//

bool Merger::isNode(const ir::Function *function,
                    const llvm::DenseSet<const ir::Variable *> &nodes,
                    const ir::Expr *argument) const {
  const ir::Variable *variable = handedObject(argument);
  if (!variable || nodes.count(variable))
    return variable && !isReassigned(function->body, variable);
  const ir::Expr *value = nullptr;
  if (variable->kind == ir::Variable::Let)
    ir::walk(static_cast<const ir::Statement *>(function->body),
             [&](const ir::Statement *s) {
               const auto *let = dyn_cast<ir::LetStatement>(s);
               value = let && let->variable == variable ? let->value : value;
             });
  return value && isNode(function, nodes, value);
}

bool Merger::isInlined(const ir::Function *function,
                       const llvm::DenseSet<const ir::Variable *> &nodes,
                       const ir::CallStatement &call) const {
  const ir::Expr *node = group.handedNode(call);
  return !node || isNode(function, nodes, node) ||
         group.onlyHandsOn(call.callee);
}

llvm::DenseSet<const ir::Variable *>
Merger::nodesOf(const ir::Function *function,
                const llvm::DenseSet<const ir::Variable *> &nodes,
                const ir::CallStatement &call) const {
  llvm::DenseSet<const ir::Variable *> result;
  for (size_t k = 0; k < call.arguments.size(); ++k)
    if (isNode(function, nodes, call.arguments[k]))
      result.insert(call.callee->params[k]);
  return result;
}

/// Finds the functions whose bodies the merged one has.
bool Merger::discover(const ir::Function *function,
                      const llvm::DenseSet<const ir::Variable *> &nodes,
                      ir::Location at) {
  if (llvm::is_contained(active, function)) {
    site.refuse(at, Diag::RTT2023, {spelled(*function)});
    return false;
  }
  active.push_back(function);
  for (const ir::CallStatement *call : group.callsIn(function))
    if (!isInlined(function, nodes, *call)) {
      if (!llvm::is_contained(targets, call->callee))
        targets.push_back(call->callee);
    } else if (!discover(call->callee, nodesOf(function, nodes, *call),
                         call->loc)) {
      return false;
    }
  active.pop_back();
  return true;
}

/// Whether one function can stand for all targets.
bool Merger::isMergeable() {
  for (const ir::Function *target : targets)
    if (target->type->result != entered->type->result) {
      refuse(target, "they return different types");
      return false;
    }
  return true;
}

//===--- The merged function ----------------------------------------------===//

/// Declares the parameters: those of the function that is entered, then what
/// only others have, then which function is meant.
bool Merger::parameters() {
  params.assign(group.numMeanings, nullptr);
  active = targets; // they stand around all bodies
  std::vector<const ir::Type *> types;
  struct Further {
    const ir::Variable *like;
    std::string name;
  };
  std::vector<Further> further;
  for (const ir::Variable *param : entered->params) {
    types.push_back(param->type);
    names.push_back({param->name, 0});
    params[group.meaning(param)] = param;
  }
  for (const ir::Function *target : llvm::drop_begin(targets))
    for (const ir::Variable *param : target->params) {
      const ir::Variable *&one = params[group.meaning(param)];
      if (one)
        continue;
      if (!param->type->isInt() && !param->type->isFloat() &&
          !param->type->isBool()) {
        refuse(target, "the parameter '" + param->name +
                           "' has no counterpart in '" + spelled(*entered) +
                           "'");
        return false;
      }
      one = param;
      types.push_back(param->type);
      further.push_back({param, freeName(param->name, 0, target)});
    }
  const ir::Type *number = module.intType(ir::IntType::U8);
  if (targets.size() > 1)
    types.push_back(number);
  made = module.createFunction(
      module.freeName(entered->name),
      module.functionType(entered->type->result, types), entered->loc);
  made->isTraversal = true;
  for (const ir::Variable *param : entered->params)
    params[group.meaning(param)] =
        module.parameter(made, param->name, param->loc);
  for (const Further &each : further)
    params[group.meaning(each.like)] =
        module.parameter(made, each.name, each.like->loc);
  if (targets.size() > 1)
    which =
        module.parameter(made, freeName("function", 0, nullptr), entered->loc);
  active.clear();
  return true;
}

/// A copy of the body of a target, for the merged function.
ir::BlockStatement *Merger::body(size_t target) {
  const ir::Function *function = targets[target];
  ir::Mapper mapper(module);
  BodyCopy copy(function, mapper, numCopies++);
  for (const ir::Variable *param : function->params) {
    mapper.variables[param] = params[group.meaning(param)];
    if (static_cast<int>(group.meaning(param)) == group.node)
      copy.nodes.insert(param);
  }
  const size_t namesAround = names.size();
  active.push_back(function);
  prepare(copy, true);
  ir::BlockStatement *result = mapper.block(function->body);
  // `if c { { ... } }`: an inlined body is the branch.
  ir::walk(static_cast<ir::Statement *>(result), [&](ir::Statement *s) {
    if (auto *branch = dyn_cast<ir::IfStatement>(s))
      for (ir::BlockStatement *way : {branch->then, branch->otherwise})
        if (way && way->statements.size() == 1 &&
            inlinedBodies.count(way->statements[0]))
          way->statements = std::vector<ir::Statement *>(
              llvm::cast<ir::BlockStatement>(way->statements[0])->statements);
  });
  active.pop_back();
  names.resize(namesAround);
  return result;
}

ir::Function *Merger::run() {
  targets.assign(group.functions.begin(),
                 group.functions.begin() + group.numEntered);
  for (size_t k = 0; k < targets.size(); ++k) {
    llvm::DenseSet<const ir::Variable *> nodes;
    for (const ir::Variable *param : targets[k]->params)
      if (static_cast<int>(group.meaning(param)) == group.node)
        nodes.insert(param);
    if (!discover(targets[k], nodes, targets[k]->loc))
      return nullptr;
  }
  if (!isMergeable() || !parameters())
    return nullptr;
  std::vector<ir::BlockStatement *> bodies;
  for (size_t k = 0; k < targets.size(); ++k)
    bodies.push_back(body(k));
  ir::BlockStatement *whole = bodies.back();
  for (size_t k = bodies.size() - 1; k-- > 0;) {
    const ir::Location loc = targets[k]->loc;
    const ir::Type *compared = module.intType(ir::IntType::I32);
    const ir::Expr *number =
        module.cast(ir::CastOp::IntToInt, compared,
                    module.load(module.place(which), loc), false, loc);
    const ir::Expr *test = module.binary(
        ir::BinaryOp::Eq, number,
        module.integer(compared, static_cast<int64_t>(k), loc), loc);
    whole = module.block({module.ifThen(test, bodies[k], whole, loc)}, loc);
  }
  made->body = whole;
  site.numFunctions = targets.size();
  site.which = which;
  return site.isRefused() ? nullptr : made;
}

/// A call of the loop's, of one of the functions that it enters: what that one
/// lacks is zero.
const ir::CallStatement *Merger::entry(const ir::CallStatement &call) {
  const auto target = llvm::find(targets, call.callee) - targets.begin();
  const ir::Expr *zero =
      module.integer(module.intType(ir::IntType::I32), 0, call.loc);
  std::vector<const ir::Expr *> arguments;
  for (const ir::Variable *param : made->params) {
    const ir::Type *type = param->type;
    const auto meaning =
        static_cast<unsigned>(llvm::find(params, param) - params.begin());
    const int number =
        param == which ? -1 : group.parameter(call.callee, meaning);
    if (param == which)
      arguments.push_back(module.integer(type, target, call.loc));
    else if (number >= 0)
      arguments.push_back(call.arguments[static_cast<size_t>(number)]);
    else if (type->isInt())
      arguments.push_back(module.integer(type, 0, call.loc));
    else
      arguments.push_back(module.cast(type->isBool() ? ir::CastOp::ToBool
                                                     : ir::CastOp::IntToFloat,
                                      type, zero, false, call.loc));
  }
  return module.callStatement(made, arguments, call.result, call.loc);
}

/// The struct that a traversal's node is, as far as its parameters say.
static const ir::StructType *nodeOf(const CallGroup &group,
                                    const ir::Function *function) {
  for (const ir::Variable *param : function->params)
    if (const auto *to =
            llvm::dyn_cast_or_null<ir::StructType>(ir::pointeeOf(param->type));
        to && param->type->isPointer() && group.changes(group.meaning(param)))
      return to;
  return nullptr;
}

/// Several functions that the loop calls have no node that is the same.
static void differentNodes(Recogniser &site, const CallGroup &group,
                           llvm::ArrayRef<const ir::CallStatement *> calls) {
  const ir::CallStatement *first = calls.front();
  const ir::StructType *node = nodeOf(group, first->callee);
  for (const ir::CallStatement *each : calls) {
    const ir::StructType *other = nodeOf(group, each->callee);
    if (each->callee == first->callee)
      continue;
    if (node && other && node != other)
      site.refuse(each->loc, Diag::RTT1122,
                  {spelled(*each->callee), spelled(site.module, other),
                   spelled(*first->callee), spelled(site.module, node)},
                  {{first->loc, "called here"}});
    else
      site.refuse(each->callee->loc, Diag::RTT1127,
                  {spelled(*first->callee), spelled(*each->callee),
                   "no parameter of both is the node"});
    return;
  }
}

/// `function` and the one that the loop enters cannot be one.
void Merger::refuse(const ir::Function *function, const std::string &why) {
  const bool isEntered = llvm::is_contained(
      llvm::ArrayRef(group.functions).take_front(group.numEntered), function);
  site.refuse(function->loc, isEntered ? Diag::RTT1127 : Diag::RTT2052,
              {spelled(*entered), spelled(*function), why});
}

ir::Function *
recognise::mergeFunctions(Recogniser &site, const CallGroup &group,
                          std::vector<const ir::CallStatement *> &calls) {
  const llvm::ArrayRef<const ir::Function *> called =
      llvm::ArrayRef(group.functions).take_front(group.numEntered);
  const auto hasNode = [&](const ir::Function *function) {
    return group.node >= 0 &&
           group.parameter(function, static_cast<unsigned>(group.node)) >= 0;
  };
  if (called.size() > 1 && !llvm::all_of(called, hasNode))
    return differentNodes(site, group, calls), nullptr;
  if (group.node < 0) {
    const ir::Function *entered = group.functions.front();
    for (const ir::Variable *param : entered->params)
      if (const auto *to = llvm::dyn_cast_or_null<ir::StructType>(
              ir::pointeeOf(param->type));
          to && param->type->isPointer()) {
        site.refuse(entered->loc, Diag::RTT2002,
                    {spelled(*entered), param->name});
        return nullptr;
      }
    site.refuse(entered->loc, Diag::RTT2045, {spelled(*entered)});
    return nullptr;
  }
  Merger merger(site, group);
  ir::Function *made = merger.run();
  if (made)
    for (const ir::CallStatement *&call : calls)
      call = merger.entry(*call);
  return made;
}
