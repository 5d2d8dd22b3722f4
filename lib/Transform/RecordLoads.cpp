// Loads of records, and that nothing is read ahead of them.
#include "RecordLoads.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;

unsigned kernel::groupOf(const Kernel &kernel, unsigned datum) {
  for (unsigned group = 0; group < kernel.groups.size(); ++group)
    if (llvm::is_contained(kernel.groups[group].data, datum))
      return group;
  return 0;
}

bool RecordLoads::readsGroup(const Reads &found, unsigned group) const {
  return llvm::any_of(kernel.groups[group].data, [&](unsigned datum) {
    return found.nodeData.count(datum) != 0;
  });
}

//===--- Placing ----------------------------------------------------------===//

/// A copy of the branch stands where the branch stands in the user's file. That
/// only says which of several ways is taken: what it does not cover is loaded
/// ahead of all.
static bool isBranch(const ir::IfStatement *s, const ir::IfStatement *branch) {
  return s == branch || (branch && s->loc == branch->loc);
}

/// Finds the branches that hold all reads of `group` in `s`; false where
/// something else there reads it, too.
bool RecordLoads::cover(ir::Statement *s, unsigned group,
                        std::vector<ir::IfStatement *> &where) {
  if (!isRead(s, group))
    return true;
  if (readsGroup(reads.ofItself(s), group))
    return false;
  if (auto *branch = dyn_cast<ir::IfStatement>(s);
      branch && isRead(branch->then, group)) {
    if (!isBranch(branch, branches[group]))
      return false;
    where.push_back(branch);
    return !branch->otherwise || cover(branch->otherwise, group, where);
  }
  bool result = true;
  ir::forEachChild(s, [&](ir::Statement *child) {
    result = result && cover(child, group, where);
  });
  return result;
}

void RecordLoads::load(ir::BlockStatement *block, unsigned group,
                       ir::Location loc) {
  ir::Module &module = *kernel.module;
  auto *made = module.make<ir::LibraryCallStatement>(loc);
  made->name = "rt::load";
  made->arguments = {module.integer(module.intType(ir::IntType::I32),
                                    static_cast<int64_t>(group), loc)};
  block->statements.insert(block->statements.begin(), made);
}

/// From the last group on, so that the first is loaded first.
void RecordLoads::place(ir::Function &function) {
  for (unsigned group = kernel.groups.size(); group-- > 1;) {
    std::vector<ir::IfStatement *> where;
    if (!cover(function.body, group, where)) {
      load(function.body, group, function.body->loc);
      continue;
    }
    for (ir::IfStatement *branch : where)
      load(branch->then, group, branch->loc);
  }
}

//===--- What is read is loaded -------------------------------------------===//

std::string RecordLoads::fault(const ir::Statement *s,
                               std::set<unsigned> &loaded) {
  if (const auto *call = dyn_cast<ir::LibraryCallStatement>(s);
      call && call->name == "rt::load") {
    loaded.insert(
        llvm::cast<ir::IntExpr>(call->arguments[0])->value().getZExtValue());
    return "";
  }
  for (unsigned datum : reads.ofItself(s).nodeData)
    if (const unsigned group = groupOf(kernel, datum);
        group > 0 && !loaded.count(group))
      return "node(" + std::to_string(datum) +
             ") is read where its record is not loaded";
  // What a block loads is loaded in it alone, for what follows there.
  std::string result;
  std::set<unsigned> inner = loaded;
  const bool isBlock = llvm::isa<ir::BlockStatement>(s);
  ir::forEachChild(s, [&](const ir::Statement *child) {
    std::set<unsigned> apart = inner;
    if (result.empty())
      result = fault(child, isBlock ? inner : apart);
  });
  return result;
}

std::string RecordLoads::fault(const ir::Function &function) {
  std::set<unsigned> loaded;
  return fault(static_cast<const ir::Statement *>(function.body), loaded);
}
