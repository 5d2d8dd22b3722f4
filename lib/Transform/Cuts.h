// Where a body is cut at its visits: what depends on them, and what can be run
// on arrival as a whole.
#pragma once

#include "Guards.h"
#include "VisitFlow.h"

#include "regtt/Analysis/Effects.h"

#include <vector>

namespace regtt::kernel {

/// A place in the body between two statements: the blocks around it, the
/// innermost last, each with the number of its statement that runs next.
struct Cursor {
  struct Frame {
    const ir::BlockStatement *block;
    size_t next;
    const ir::Statement *owner; ///< what holds the block; null: the function
    bool atEnd() const { return next == block->statements.size(); }
    const ir::Statement *statement() const { return block->statements[next]; }
  };
  std::vector<Frame> frames;

  /// Where a `break`, `continue` or `leave` here leads.
  void follow(const ir::Statement *wayOut);
  /// Goes to where execution goes on from the end of a block, a `break` and
  /// the like: a statement, or the end of a loop's body. No frames: it ends.
  void normalise();
};

class Cuts {
public:
  explicit Cuts(const Kernel &kernel)
      : kernel(kernel), effects(kernel), guards(kernel, effects) {}

  /// Whether `s`, which holds visits, runs on arrival as a whole: nothing in
  /// it depends on its visits or, but for a loop or a switch, on visits before
  /// it; conditions aside that can be guards.
  bool isUnit(const ir::Statement *s);

  /// Whether some way leads from a visit in the unit to its end.
  bool goesOnAfterVisit(const ir::Statement *unit) const;

  /// Whether, after a visit, something that depends on it runs from `cursor`
  /// on before the next visit.
  bool mustCut(Cursor cursor);

private:
  enum Next { Depends, Stops, GoesOn };
  Next next(const ir::Statement *s);
  Next next(llvm::ArrayRef<ir::Statement *> list);
  bool depends(const ir::Expr *e) { return effects.of(e).dependsOnVisits(); }
  bool depends(const ir::Statement *s) {
    return effects.of(s).dependsOnVisits();
  }
  bool isGuarded(const ir::IfStatement *s);
  bool canDefer(const ir::IfStatement *s, bool isConditional);
  bool canDefer(const ir::BlockStatement *block, bool isConditional);
  bool isFree(const ir::Statement *s, bool isCalled);
  bool isFreeAt(const ir::Statement *s, bool isCalled);
  bool hasFreeHead(const ir::LoopStatement *loop, bool isCalled);

  const Kernel &kernel;
  EffectFinder effects;
  GuardFinder guards;
};

/// Whether the visits in a loop of `function` have positions: it makes a number
/// of them that is known, or takes the children of the list.
bool hasFixedVisits(const Kernel &kernel, const ir::Function &function,
                    const ir::LoopStatement &loop);
/// Whether it takes the children of the list, one after the other.
bool takesList(const Kernel &kernel, const ir::Function &function,
               const ir::LoopStatement &loop);

/// Whether a loop in `loop` visits.
bool holdsVisitingLoop(const ir::LoopStatement &loop);

/// A declaration with no effects but what it is made of.
bool isPlainDeclaration(const ir::Statement *s);

} // namespace regtt::kernel
