// Nodes that are seen as objects of a class that is derived from theirs.
//
//     struct Leaf : Node { int count; ... };
//     toderived<ptr @Leaf>(load %n)  ->  the node, as a Leaf
//
// What a Leaf has besides is read, and its children are looked for, where the
// traversal does so: in terms of the node that hold there (FollowPointers). In
// C a struct is derived from its first member.
#include "Body.h"

#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

/// Whether an object of `type` begins with one of `base`, as its base class or,
/// in C, its first member.
static bool beginsWith(const ir::StructType *type, const ir::Type *base,
                       bool isC) {
  if (!type->isComplete() || type->isUnion())
    return false;
  for (const ir::Field &field : type->fields()) {
    if (field.offset != 0 || (!field.isBase && !isC))
      continue;
    const auto *inner = dyn_cast<ir::StructType>(field.type);
    return inner && (inner == base || beginsWith(inner, base, isC));
  }
  return false;
}

/// What `cast`, in the user's words, leads to; nothing of what is no such cast
/// of the node's own address.
std::optional<Object> Body::derived(const ir::CastExpr &cast) {
  const bool isCast = cast.op == ir::CastOp::ToDerived ||
                      (module.isC && cast.op == ir::CastOp::PtrToPtr);
  const ir::Type *from = ir::pointeeOf(cast.operand->type);
  const auto *to =
      llvm::dyn_cast_or_null<ir::StructType>(ir::pointeeOf(cast.type));
  if (!isCast || !to || from != site.nodeType || site.kernel.nodesAreNumbers ||
      !beginsWith(to, from, module.isC))
    return std::nullopt;
  const auto node = pointee(cast.operand);
  if (!node || node->root != Object::Node || !node->isWhole())
    return std::nullopt;
  kernel::DataStep self, through;
  self.as = to->name;
  self.isHere = true;
  through.isDeref = true;
  Object result = *node;
  result.steps = {self, through};
  result.type = to;
  if (llvm::none_of(site.untypedData, [&](const UntypedData &known) {
        return known.object.steps == result.steps;
      }))
    site.untypedData.push_back({result, loc});
  return result;
}
