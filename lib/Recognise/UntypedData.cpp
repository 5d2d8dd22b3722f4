// What a `void *` of the node's leads to, where a cast says what that is. It is
// one thing wherever it is read: linearising follows the pointer once.
//
//     load (*ptrtoptr<ptr i32>(load %n->data))  ->  load node(2: i32)
#include "Body.h"
#include "Spelling.h"

#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

/// What `cast`, in the user's words, leads to; nothing of a pointer that is no
/// `void *` of the node's.
std::optional<Object> Body::untyped(const ir::CastExpr &cast) {
  const ir::Type *from = ir::pointeeOf(cast.operand->type);
  const ir::Type *to = ir::pointeeOf(cast.type);
  const auto *load = dyn_cast<ir::LoadExpr>(cast.operand);
  if (cast.op != ir::CastOp::PtrToPtr || !from || !from->isVoid() || !load ||
      !to || to->isVoid() || to == site.nodeType || site.leadsToNode(to))
    return std::nullopt;
  auto held = part(load->place);
  if (!held || held->object.root != Object::Node || !held->isDatum() ||
      held->object.isWhole() || held->before != 0)
    return std::nullopt;
  kernel::DataStep step;
  step.isDeref = true;
  Object result = held->object;
  result.steps.push_back(step);
  result.type = to;
  for (const UntypedData &known : site.untypedData) {
    if (known.object.number != result.number ||
        known.object.steps != result.steps)
      continue;
    if (known.object.type == to)
      return result;
    site.refuse({Diag::RTT2041,
                 loc,
                 {spelled(module, load->place)},
                 {{known.loc, "of another type here"}}});
    return std::nullopt;
  }
  site.untypedData.push_back({result, loc});
  return result;
}
