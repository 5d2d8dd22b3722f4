// Pointers in nodes through which visits of other nodes read:
//
//     if (n->kid[k]->corner[0]->x < at) ...     linked(3: i64, %kid)
//
// The number where the child's array `corner` begins is a row of the child's.
#include "FollowConditions.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;

/// Whether the way of `pointer`, or of one that it is found through, is that of
/// `asked`.
static bool isThrough(const Kernel &kernel, int pointer, int asked) {
  for (int p = pointer; p >= 0; p = kernel.pointers[p].via)
    if (p == asked)
      return true;
  return false;
}

/// Whether row `number` of the node's lies behind the pointer, or says where an
/// array is that does.
static bool leadsThrough(const Kernel &kernel, unsigned number, int pointer) {
  const Datum &datum = kernel.data[number];
  const auto before = datum.owner == Owner::Node
                          ? stepsToLastPointer(datum.steps)
                          : std::nullopt;
  if (before &&
      isThrough(kernel, numberOfPointer(kernel, datum.number, *before),
                pointer))
    return true;
  return llvm::any_of(kernel.arrays, [&](const DataArray &array) {
    return array.isOfNodes() &&
           (array.start == int(number) || array.size == int(number)) &&
           isThrough(kernel, array.pointer, pointer);
  });
}

bool kernel::isReadByOthers(const Kernel &kernel, int pointer) {
  bool result = false;
  for (const ir::Function *function : kernel.bodies())
    ir::walkExprs(function->body, [&](const ir::Expr *e) {
      const ir::DataRoot *data = dataRootOf(e);
      result = result || (data && data->kind == ir::DataRoot::Linked &&
                          leadsThrough(kernel, data->number, pointer));
    });
  return result;
}
