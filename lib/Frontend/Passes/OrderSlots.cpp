// Numbers child slots in the order in which the body first calls them, so that
// the linearised preorder is the order of a fixed-order traversal.
#include "SlotNumbers.h"

#include "regtt/Frontend/Passes/Passes.h"

using namespace regtt;

/// More than fit a node record's presence mask.
static constexpr int maxSlots = 32;

bool regtt::runOrderSlots(PassContext &context) {
  Traversal &traversal = context.model.traversal;
  const std::vector<int> rank = callOrder(traversal);
  for (unsigned group = 0; group < rank.size(); ++group)
    if (rank[group] < 0) {
      context.diagnostics.report(traversal.loc, Diag::RTT2018)
          << traversal.slots[group].text;
      return false;
    }
  if (traversal.numSlots > maxSlots) {
    context.diagnostics.report(traversal.loc, Diag::RTT2024)
        << traversal.numSlots << maxSlots;
    return false;
  }
  renumberSlots(traversal, rank);
  return true;
}
