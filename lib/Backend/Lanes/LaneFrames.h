// Regions of a function that only some lanes run, each with a mask, and the
// ways out of them. Computed once for a function; the printer asks.
//
//     for (int i = 0; i < n; ++i) {      loop: those that are in it; turn
//       if (q->skip == i) continue;      some: taken out of turn
//       if (q->stop > i) return;         some2: out of go, loop and turn
//     }
#pragma once

#include "regtt/Analysis/Divergence.h"

#include <llvm/ADT/DenseSet.h>

namespace regtt {

/// A region of code with a mask of its own, or what C++ has a `break` for.
struct LaneFrame {
  enum Kind {
    Function,
    Choice,
    Loop,
    Turn,  ///< an iteration of a loop, which some lanes leave for the next
    Block, ///< one that lanes leave, by its label
    // Without a mask:
    JoinedLoop, ///< that its lanes run together
    Switch
  } kind;
  const ir::Statement *statement; ///< null: the function
  const ir::BlockStatement *body; ///< tells one choice's from another's

  bool hasMask() const { return kind < JoinedLoop; }
};

class LaneFrames {
public:
  LaneFrames(const ir::Function &function, const kernel::Divergence &levels);

  /// What happens behind a statement that takes lanes out of the mask there.
  enum class After {
    Nothing,
    Guard, ///< the rest of the list is for those that are left
    Break, ///< the loop around ends where none is left
    Continue
  };
  After after(const ir::Statement *s) const { return checks.lookup(s).after; }
  /// Of Continue: whether lanes may have left what is around the iteration.
  bool leavesLoop(const ir::Statement *s) const {
    return checks.lookup(s).leavesLoop;
  }

  /// A way out.
  struct Jump {
    size_t target = 0;     ///< the outermost frame with a mask that is left
    bool isInside = false; ///< of a loop or a switch of C++ in its own frame
    bool isNested = false; ///< of another statement in its own frame
    bool reaches = false;  ///< C++ leaves the innermost frame that is no choice
  };
  /// Null: C++'s own jump does it.
  const Jump *jump(const ir::Statement *s) const {
    const auto found = jumps.find(s);
    return found == jumps.end() ? nullptr : &found->second;
  }

  /// Whether it returns where not all lanes run, or not at once.
  bool returnsApart() const { return returnsInside; }

  /// Whether the mask of a choice is looked at once lanes have left it.
  bool isReduced(const ir::BlockStatement *choice) const {
    return reduced.contains(choice);
  }
  bool isFrame(const ir::Statement *block) const {
    return blocks.contains(block);
  }
  /// In how many frames with a mask a variable is declared.
  size_t depthOf(const ir::Variable *variable) const {
    return depths.lookup(variable);
  }
  /// The number of the mask of a condition, a loop, an iteration, a block, or
  /// of the first case of a switch.
  unsigned numberOf(const ir::Statement *s) const { return numbers.lookup(s); }
  /// 0: no lane leaves an iteration of it by itself.
  unsigned turnOf(const ir::Statement *loop) const {
    return turns.lookup(loop);
  }
  /// Whether lanes run it with a mask of its own.
  bool isOwnLoop(const ir::Statement *loop) const {
    return levels.leaving(loop) == kernel::Level::Own ||
           levels.skipping(loop) == kernel::Level::Own;
  }
  /// Whether each case of it has a mask: lanes have values of their own, or
  /// some leave a case that others fall through from.
  bool isOwnSwitch(const ir::SwitchStatement &s) const;
  /// Whether it stands in the case of a switch by itself, where masks that are
  /// declared need a block.
  bool isInCase(const ir::Statement *s) const { return inCase.contains(s); }

  /// `if (c) return;` of the function itself, which has no mask.
  static bool isGuardClause(const ir::IfStatement &s, size_t depth);

private:
  struct Ancestor {
    const ir::Statement *statement;
    size_t depth; ///< of frames around its list
    bool hasRest;
  };
  struct Check {
    After after = After::Nothing;
    bool leavesLoop = false;
  };

  bool isOwn(const ir::Expr *e) const {
    return levels.of(e) == kernel::Level::Own;
  }
  void list(const ir::BlockStatement *block);
  void inFrame(LaneFrame::Kind kind, const ir::Statement *s,
               const ir::BlockStatement *body);
  void look(const ir::Statement *s);
  void loop(const ir::LoopStatement &s);
  void cases(const ir::SwitchStatement &s);
  void leave(const ir::Statement *s);
  size_t targetOf(const ir::Statement *s) const;
  void note(const ir::Statement *s, size_t target);
  After behind(size_t frame, const Ancestor &at) const;
  size_t innermostMask(size_t depth) const;
  size_t masksBefore(size_t depth) const;
  bool containsOwnJump(const ir::Statement *s, bool isForSome) const;

  const kernel::Divergence &levels;
  std::vector<LaneFrame> frames;
  std::vector<Ancestor> ancestors;
  llvm::DenseMap<const ir::Statement *, Check> checks;
  llvm::DenseMap<const ir::Statement *, Jump> jumps;
  llvm::DenseSet<const ir::BlockStatement *> reduced;
  llvm::DenseSet<const ir::BlockStatement *> fallsThrough;
  llvm::DenseSet<const ir::Statement *> blocks, inCase;
  llvm::DenseMap<const ir::Variable *, size_t> depths;
  llvm::DenseMap<const ir::Statement *, unsigned> numbers, turns;
  bool returnsInside = false;
  unsigned choices = 0, loops = 0, iterations = 0, insides = 0;
};

} // namespace regtt
