// Nodes that are seen as objects of a class that is derived from theirs.
//
//     struct Leaf : Node { int count; ... };
//     toderived<ptr @Leaf>(load %n)  ->  the node, as a Leaf
//
// What a Leaf has besides is read, and its children are looked for, where the
// traversal does so: in terms of the node that hold there (FollowPointers). In
// C a struct is derived from its first member.
#include "Downcasts.h"

#include "Body.h"

#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

bool recognise::isNodeItself(const Recogniser &site, const Object &object) {
  const kernel::DataSteps &steps = object.steps;
  return object.root == Object::Node && !site.kernel.nodesAreNumbers &&
         (steps.empty() || (steps.size() == 2 && !steps[0].as.empty()));
}

bool recognise::tellsClass(const Recogniser &site, const Object &object,
                           const ir::Field &told) {
  return isNodeItself(site, object) &&
         ir::beginsWith(site.nodeType, told.parent);
}

/// The node, which `object` is, as one of the class `to`.
static Object nodeAs(Recogniser &site, const Object &object,
                     const ir::StructType *to, ir::Location loc) {
  Object result = object;
  result.type = to;
  result.steps.clear();
  if (to == site.nodeType)
    return result;
  kernel::DataStep self, through;
  self.as = to->name;
  self.isHere = true;
  through.isDeref = true;
  result.steps = {self, through};
  if (llvm::none_of(site.untypedData, [&](const UntypedData &known) {
        return known.object.steps == result.steps;
      }))
    site.untypedData.push_back({result, loc});
  return result;
}

/// What `cast`, in the user's words, leads to; nothing of what is no such cast
/// of the node's own address.
std::optional<Object> Body::derived(const ir::CastExpr &cast) {
  const bool isInC = module.isC && cast.op == ir::CastOp::PtrToPtr;
  const bool isDown = isInC || cast.op == ir::CastOp::ToDerived;
  const bool isUp = isInC || cast.op == ir::CastOp::ToBase;
  const auto *from =
      llvm::dyn_cast_or_null<ir::StructType>(ir::pointeeOf(cast.operand->type));
  const auto *to =
      llvm::dyn_cast_or_null<ir::StructType>(ir::pointeeOf(cast.type));
  if (!from || !to || from == to || (!isDown && !isUp))
    return std::nullopt;
  if (const auto own = ownAs(cast, from, to))
    return own;
  if (site.kernel.nodesAreNumbers ||
      !ir::beginsWith(to, site.nodeType, module.isC) ||
      !((isDown && ir::beginsWith(to, from, module.isC)) ||
        (isUp && ir::beginsWith(from, to, module.isC))))
    return std::nullopt;
  const auto node = pointee(cast.operand);
  return node && isNodeItself(site, *node)
             ? std::optional(nodeAs(site, *node, to, loc))
             : std::nullopt;
}

bool recognise::intoBase(Recogniser &site, Part &part, const ir::Field &field,
                         ir::Location loc) {
  const auto *base = dyn_cast<ir::StructType>(field.type);
  // What the node itself is, or begins with, has one name.
  if (part.before == 0 && field.offset == 0 && base &&
      !part.object.steps.empty() && isNodeItself(site, part.object) &&
      ir::beginsWith(base, site.nodeType)) {
    part.object = nodeAs(site, part.object, base, loc);
    return true;
  }
  part.before += field.offset;
  part.object.type = field.type;
  return true;
}
