// Numbers child slots in the order in which the body first calls them, so that
// the linearised preorder is the order of a fixed-order traversal.
#include "regtt/Model/Walk.h"
#include "regtt/Transform/Passes.h"

#include <algorithm>
#include <numeric>

using namespace regtt;

/// More than fit a node record's presence mask.
static constexpr int maxSlots = 32;

bool regtt::runOrderSlots(PassContext &context) {
  Traversal &traversal = context.model.traversal;
  std::vector<unsigned> rank(traversal.slots.size(), ~0u);
  unsigned next = 0;
  const auto rankChildren = [&](const clang::Expr *e) {
    walkExpr(e, [&](const clang::Expr *inner) {
      const auto child = traversal.function.children.find(inner);
      if (child != traversal.function.children.end() &&
          rank[child->second.group] == ~0u)
        rank[child->second.group] = next++;
    });
  };
  walkStmts(traversal.function.body, [&](const Statement &stmt) {
    for (const clang::Expr *e : ownExprs(traversal, stmt)) {
      if (stmt.kind == Statement::CallNode || stmt.kind == Statement::Let)
        rankChildren(e);
      walkExpr(e, [&](const clang::Expr *inner) {
        rankChildren(linkSet(traversal.function, inner).second);
      });
    }
    if (stmt.kind == Statement::Loop && stmt.form == Statement::Children &&
        rank[stmt.group] == ~0u)
      rank[stmt.group] = next++;
  });
  for (unsigned group = 0; group < rank.size(); ++group)
    if (rank[group] == ~0u) {
      context.diagnostics.report(traversal.loc, Diag::RTT2018)
          << traversal.slots[group].text;
      return false;
    }
  if (traversal.numSlots > maxSlots) {
    context.diagnostics.report(traversal.loc, Diag::RTT2024)
        << traversal.numSlots << maxSlots;
    return false;
  }
  std::vector<SlotGroup> ordered(traversal.slots.size());
  for (unsigned group = 0; group < rank.size(); ++group)
    ordered[rank[group]] = traversal.slots[group];
  int first = 0;
  for (SlotGroup &group : ordered) {
    group.first = first;
    first += group.count;
  }
  traversal.slots = std::move(ordered);
  walkStmts(traversal.function.body, [&](Statement &stmt) {
    stmt.group = stmt.form == Statement::Children ? rank[stmt.group] : 0;
  });
  const auto renumber = [&](Function &function) {
    for (auto &entry : function.children)
      entry.second.group = rank[entry.second.group];
    for (auto &entry : function.eachChild)
      entry.second = rank[entry.second];
    for (auto &entry : function.listSizes)
      entry.second.group = rank[entry.second.group];
  };
  renumber(traversal.function);
  for (auto &helper : traversal.helpers)
    renumber(*helper);
  return true;
}
