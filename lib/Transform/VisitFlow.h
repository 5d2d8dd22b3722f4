// The ways through statements that visit: which of them come to the end, and
// whether a visit may have been made by then.
//
//     if load node(0: bool) { visit @f(...) return }   // the end is reached,
//                                                      // without a visit
#pragma once

#include "regtt/IR/Visitor.h"

#include <llvm/ADT/DenseMap.h>

#include <functional>

namespace regtt::kernel {

/// Whether some way leads to a place, and a visit may have been made on one.
struct Reach {
  bool isReached = false, isCalled = false;

  static Reach start(bool isCalled) { return {true, isCalled}; }
  Reach &operator|=(const Reach &other) {
    isReached |= other.isReached;
    isCalled |= other.isCalled;
    return *this;
  }
  bool operator==(const Reach &other) const {
    return isReached == other.isReached && isCalled == other.isCalled;
  }
};

class VisitFlow : private ir::StatementVisitor<VisitFlow> {
public:
  /// Told of each statement that may run, of an `if`, a `switch` and a loop
  /// that its condition may be asked, and whether a visit may have been made by
  /// then; of what is in loops, more than once.
  std::function<void(const ir::Statement *, bool isCalled)> onRun;

  /// Where the ways from `in` come to the end.
  Reach run(const ir::Statement *s, Reach in);
  Reach run(llvm::ArrayRef<ir::Statement *> list, Reach in);

  /// The ways that `break`, `continue` and `leave` take out of what was run.
  Reach out;

private:
  friend ir::StatementVisitor<VisitFlow>;

  Reach at;
  Reach breaks, continues; ///< of the innermost loop
  unsigned loops = 0;
  llvm::DenseMap<const ir::BlockStatement *, Reach> left;

  void simple(const ir::Statement &s);
  void child(const ir::BlockStatement *block);
  void ends() { at = {}; }
  void iterations(const ir::LoopStatement &s);
  void opaqueLoop(const ir::Statement &s);

  void visitBlock(const ir::BlockStatement &s);
  void visitLet(const ir::LetStatement &s) { simple(s); }
  void visitVar(const ir::VarStatement &s) { simple(s); }
  void visitStore(const ir::StoreStatement &s) { simple(s); }
  void visitReduce(const ir::ReduceStatement &s) { simple(s); }
  void visitIf(const ir::IfStatement &s);
  void visitLoop(const ir::LoopStatement &s);
  void visitCountedLoop(const ir::CountedLoopStatement &s) { opaqueLoop(s); }
  void visitRangeLoop(const ir::RangeLoopStatement &s) { opaqueLoop(s); }
  void visitSwitch(const ir::SwitchStatement &s);
  void visitReturn(const ir::ReturnStatement &s);
  void visitBreak(const ir::BreakStatement &s);
  void visitContinue(const ir::ContinueStatement &s);
  void visitLeave(const ir::LeaveStatement &s);
  void visitCall(const ir::CallStatement &s) { simple(s); }
  void visitLibraryCall(const ir::LibraryCallStatement &s) { simple(s); }
  void visitDefer(const ir::DeferStatement &s) { simple(s); }
  void visitContainerChange(const ir::ContainerChangeStatement &s) {
    simple(s);
  }
  void visitVisit(const ir::VisitStatement &s);
  void visitResume(const ir::ResumeStatement &s) { simple(s); }
  void visitFork(const ir::ForkStatement &s) { opaqueLoop(s); }
  void visitJoin(const ir::JoinStatement &s) { simple(s); }
  void visitBarrier(const ir::BarrierStatement &s) { simple(s); }
  void visitTrap(const ir::TrapStatement &s);
  void visitUnreachable(const ir::UnreachableStatement &) { ends(); }
};

/// Whether a `break`, `continue` or `leave` in `s` leads out of it.
bool leavesOut(const ir::Statement *s);

/// Those in `s` that do.
std::vector<const ir::Statement *> waysOut(const ir::Statement *s);

} // namespace regtt::kernel
