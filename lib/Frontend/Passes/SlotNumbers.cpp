#include "SlotNumbers.h"

#include "regtt/Frontend/Model/Walk.h"

using namespace regtt;

std::vector<int> regtt::callOrder(const Traversal &traversal) {
  std::vector<int> rank(traversal.slots.size(), -1);
  int next = 0;
  const auto note = [&](unsigned group) {
    if (rank[group] < 0)
      rank[group] = next++;
  };
  const auto noteChildren = [&](const clang::Expr *e) {
    walkExpr(e, [&](const clang::Expr *inner) {
      const auto child = traversal.function.children.find(inner);
      if (child != traversal.function.children.end())
        note(child->second.group);
    });
  };
  walkStmts(traversal.function.body, [&](const Statement &stmt) {
    for (const clang::Expr *e : ownExprs(traversal, stmt)) {
      if (stmt.kind == Statement::CallNode || stmt.kind == Statement::Let)
        noteChildren(e);
      walkExpr(e, [&](const clang::Expr *inner) {
        noteChildren(linkSet(traversal.function, inner).second);
      });
    }
    if (stmt.kind == Statement::Loop && stmt.form == Statement::Children)
      note(stmt.group);
  });
  return rank;
}

void regtt::renumberSlots(Traversal &traversal, llvm::ArrayRef<int> rank) {
  std::vector<SlotGroup> ordered(rank.size());
  unsigned kept = 0;
  for (unsigned group = 0; group < rank.size(); ++group)
    if (rank[group] >= 0) {
      ordered[rank[group]] = traversal.slots[group];
      ++kept;
    }
  ordered.resize(kept);
  traversal.numSlots = 0;
  for (SlotGroup &group : ordered) {
    group.first = traversal.numSlots;
    traversal.numSlots += group.count;
  }
  traversal.slots.assign(ordered.begin(), ordered.end());
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
}
