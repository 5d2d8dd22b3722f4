/// Where the records of a node are loaded besides the one that is there on
/// arrival. Part of RecordLayout.
///
///     if eq(load node(1: i32), 2:i32) {
///       lib "rt::load"(1:i32)                  <- group 1: node(2)
///       store own(3: f32) = load node(2: f32)
///     }
#pragma once

#include "FunctionReads.h"

namespace regtt::kernel {

/// The group of a datum of the node; 0 where no group has it.
unsigned groupOf(const Kernel &kernel, unsigned datum);

/// Puts `rt::load` into a body for each group but the first that it reads: at
/// the head of the branch that the group was made for, wherever that stands in
/// the body, or, where something else reads the group as well, at the body's
/// head.
class RecordLoads {
public:
  /// `branches`: of each group, the `if` of the body as a whole that it was
  /// made for; null of the first.
  RecordLoads(Kernel &kernel, FunctionReads &reads,
              llvm::ArrayRef<const ir::IfStatement *> branches)
      : kernel(kernel), reads(reads), branches(branches) {}

  void place(ir::Function &function);

  /// What is read ahead of its load in `function`; empty: nothing.
  std::string fault(const ir::Function &function);

private:
  bool readsGroup(const Reads &found, unsigned group) const;
  bool isRead(const ir::Statement *s, unsigned group) {
    return readsGroup(reads.of(s), group);
  }
  bool cover(ir::Statement *s, unsigned group,
             std::vector<ir::IfStatement *> &where);
  void load(ir::BlockStatement *block, unsigned group, ir::Location loc);
  std::string fault(const ir::Statement *s, std::set<unsigned> &loaded);

  Kernel &kernel;
  FunctionReads &reads;
  llvm::ArrayRef<const ir::IfStatement *> branches;
};

} // namespace regtt::kernel
