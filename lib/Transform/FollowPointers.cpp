// Numbers the pointers in nodes that the traversal reads data through, those
// first through which others are reached, and asks for each when it is
// followed (FollowConditions.h). Where nodes are numbers, it lists what finding
// children looks at besides the arrival record.
//
//     n->a->b->x, n->a->y:  0: n->a, 1: n->a->b via 0
//
// Before: RecordLayout, so that data is known, what is there on arrival among
// it. After: nothing adds data any more.
#include "FollowConditions.h"
#include "KernelReads.h"

#include "regtt/IR/Walk.h"
#include "regtt/Transform/Passes.h"

#include <llvm/ADT/STLExtras.h>

#include <set>

using namespace regtt;
using namespace regtt::kernel;

namespace {

class PointerFinder {
public:
  explicit PointerFinder(Kernel &kernel) : kernel(kernel) {}

  void run() {
    kernel.pointers.clear();
    for (const Datum &datum : kernel.data)
      if (datum.owner == Owner::Node)
        lastPointer(datum.number, datum.steps);
    for (DataArray &array : kernel.arrays)
      if (array.isOfNodes()) {
        const Datum &start = kernel.data[array.start];
        array.pointer = pointer(start.number, start.steps);
      }
    for (const SlotGroup &group : kernel.slots)
      lastPointer(group.array, group.steps);
  }

private:
  /// Number of the pointer that `steps` goes through last; -1: none.
  int lastPointer(unsigned array, const DataSteps &steps) {
    const auto before = stepsToLastPointer(steps);
    return before ? pointer(array, *before) : -1;
  }

  int pointer(unsigned array, const DataSteps &steps) {
    if (const int known = numberOfPointer(kernel, array, steps); known >= 0)
      return known;
    // First, so that it has a lower number.
    const int via = lastPointer(array, steps);
    kernel.pointers.push_back({array, steps, via, text(array, steps)});
    return int(kernel.pointers.size()) - 1;
  }

  std::string text(unsigned array, const DataSteps &steps) const {
    std::string result =
        kernel.nodesAreNumbers
            ? kernel.nodeArrays[array].text + "[" + kernel.nodeText + "]."
            : kernel.nodeText;
    llvm::StringRef separator = "";
    for (const DataStep &step : steps) {
      if (!step.as.empty())
        result = "static_cast<" + step.as + " *>(" + kernel.nodeName + ")";
      if (!step.isDeref && step.field.empty())
        continue;
      if (!step.isDeref)
        result += separator.str() + step.field;
      separator = step.isDeref ? "->" : ".";
    }
    return result;
  }

  Kernel &kernel;
};

/// Where nodes are numbers: what linearising looks at to find children that is
/// in no arrival record. Two data have two names.
class HostDataFinder {
public:
  explicit HostDataFinder(Kernel &kernel) : kernel(kernel) {}

  void run() {
    kernel.hostData.clear();
    kernel.slotNames.clear();
    for (const SlotGroup &group : kernel.slots)
      kernel.slotNames.push_back(group.name);
    if (!kernel.nodesAreNumbers)
      return;
    for (const SlotGroup &group : kernel.slots)
      for (const ir::Function *each :
           {group.value, group.extent, group.followedIf, group.placeFollowedIf})
        look(each);
    rename();
  }

private:
  void look(const ir::Function *function) {
    if (!function || !function->body)
      return;
    ir::walkExprs(function->body, [&](const ir::Expr *e) {
      const ir::DataRoot *data = dataRootOf(e);
      if (data && data->kind == ir::DataRoot::Node &&
          !isOnArrival(kernel, data->number) &&
          !llvm::is_contained(kernel.hostData, data->number))
        kernel.hostData.push_back(data->number);
    });
  }

  void rename() {
    std::set<std::string> taken;
    for (const unsigned datum : kernel.hostData)
      taken.insert(kernel.data[datum].name);
    for (std::string &name : kernel.slotNames) {
      const std::string base = name;
      for (int suffix = 2; !base.empty() && !taken.insert(name).second;
           ++suffix)
        name = base + "_" + std::to_string(suffix);
    }
  }

  Kernel &kernel;
};

} // namespace

/// A pointer in a union may be anything where the traversal does not follow it;
/// so is what linearising would find by it.
static bool mayBeData(const DataSteps &steps) {
  for (const DataStep &step : llvm::reverse(steps)) {
    if (step.isDeref)
      return false;
    if (step.sharesBytes)
      return true;
  }
  return false;
}

/// Whether something that the node holds decides `e`, however it comes to hold.
static bool asksNode(const ir::Expr *e) {
  if (const auto *both = llvm::dyn_cast<ir::LogicalExpr>(e))
    return both->isAnd ? asksNode(both->left) || asksNode(both->right)
                       : asksNode(both->left) && asksNode(both->right);
  bool result = false;
  ir::walk(e, [&](const ir::Expr *part) {
    const ir::DataRoot *data = dataRootOf(part);
    result |= data && data->kind != ir::DataRoot::Shared;
  });
  return result;
}

/// Whether the node says of each of the children when it is looked at.
static bool isFollowedByData(const SlotGroup &group) {
  const ir::Expr *place = returnedBy(group.placeFollowedIf);
  return group.followedIf || (place && asksNode(place));
}

/// Where the first datum behind it is read.
static ir::Location firstRead(const Kernel &kernel,
                              const NodePointer &pointer) {
  for (const Datum &datum : kernel.data)
    if (datum.owner == Owner::Node && datum.number == pointer.array &&
        datum.steps.size() >= pointer.steps.size() &&
        std::equal(pointer.steps.begin(), pointer.steps.end(),
                   datum.steps.begin()))
      return datum.firstUse;
  return kernel.loc;
}

static bool checkUnions(PassContext &context) {
  const auto refuse = [&](ir::Location loc, const std::string &text) {
    context.messages.push_back({Diag::RTT2062, loc, {text}});
  };
  const size_t before = context.messages.size();
  const Kernel &kernel = context.kernel;
  for (const NodePointer &pointer : kernel.pointers)
    if (!pointer.followedIf && mayBeData(pointer.steps))
      refuse(firstRead(kernel, pointer), pointer.text);
    else if (!pointer.followedIf && isHere(pointer.steps) &&
             !pointer.steps.back().as.empty())
      context.messages.push_back({Diag::RTT2064,
                                  firstRead(kernel, pointer),
                                  {pointer.steps.back().as}});
  // Numbers of nodes are looked at before they are followed.
  for (const SlotGroup &group : kernel.slots)
    if (!kernel.nodesAreNumbers && !isFollowedByData(group) &&
        mayBeData(group.steps))
      refuse(group.loc, group.text);
  return context.messages.size() == before;
}

bool regtt::kernel::runFollowPointers(PassContext &context) {
  PointerFinder(context.kernel).run();
  const FollowFaults faults = findFollowConditions(context.kernel);
  for (const unsigned group : faults.lookedAt) {
    const SlotGroup &slots = context.kernel.slots[group];
    context.messages.push_back({Diag::RTT2065, slots.loc, {slots.text}});
  }
  for (const unsigned row : faults.ofOthers) {
    const Datum &datum = context.kernel.data[row];
    context.messages.push_back({Diag::RTT2066, datum.firstUse, {datum.text}});
  }
  HostDataFinder(context.kernel).run();
  return checkUnions(context) && faults.empty();
}
