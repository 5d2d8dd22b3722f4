// Forests whose trees have node arrays of their own.
#include "Forest.h"

#include "Recogniser.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;

std::vector<unsigned> recognise::treeParams(const Recogniser &site) {
  std::vector<unsigned> result;
  for (unsigned number = 0; number < site.shared.size(); ++number)
    for (unsigned k = 0; k < site.roles.size() && site.shared[number].isOfTree;
         ++k)
      if (site.roles[k].kind == Role::Object &&
          site.roles[k].object.root == Object::Shared &&
          site.roles[k].object.number == number)
        result.push_back(k);
  return result;
}

bool recognise::refuseOfTree(Recogniser &site, unsigned shared) {
  const ir::Location first = site.programCalls.front().written->loc;
  site.refuse(site.programCalls.back().written->loc, Diag::RTT1123,
              {site.shared[shared].name}, {{first, "here"}});
  return false;
}

/// Of a parameter by which calls are handed different objects: each tree may
/// have its own, if nothing but nodes is found there.
bool Recogniser::ofTreeRole(unsigned param) {
  const ir::Variable *variable = traversal->params[param];
  const ir::Type *to = ir::pointeeOf(variable->type);
  if (!kernel.nodesAreNumbers || !to || !isHandedOn(param) ||
      ir::writesThrough(traversal, param))
    return false;
  Role &role = roles[param];
  role.kind = Role::Object;
  role.object.root = Object::Shared;
  role.object.number = shared.size();
  role.object.type = to;
  SharedObject made;
  made.name = variable->name;
  made.type = to;
  made.isOfTree = true;
  shared.push_back(std::move(made));
  return true;
}

/// Either each tree has all of its node arrays, or all trees share them.
bool Recogniser::checkForest() {
  const std::vector<unsigned> params = treeParams(*this);
  kernel.isForest = !params.empty();
  const auto isOfTree = [&](const NodeArray &array) {
    return shared[array.holder.number].isOfTree;
  };
  if (kernel.isForest && firstNumber)
    return refuseOfTree(*this, roles[params.front()].object.number);
  for (const NodeArray &array : nodeArrays)
    if (kernel.isForest && !isOfTree(array))
      return refuseOfTree(*this, roles[params.front()].object.number);
  for (const unsigned param : params)
    if (llvm::none_of(nodeArrays, [&](const NodeArray &array) {
          return array.holder.number == roles[param].object.number;
        }))
      return refuseOfTree(*this, roles[param].object.number);
  return true;
}
