// Where a body is cut at its recursive calls: what depends on visits, and what
// can be run on arrival as a whole.
#pragma once

#include "Guards.h"

#include "regtt/Frontend/Model/Model.h"

#include <clang/AST/ASTContext.h>

#include <vector>

namespace regtt {

/// A place in the body: the lists of statements around it, the innermost last,
/// each with the number of its statement that runs next.
struct Place {
  struct Frame {
    const std::vector<Statement> *list;
    size_t next;
    const Statement *owner; ///< the statement that holds the list, or null
    bool atEnd() const { return next == list->size(); }
  };
  std::vector<Frame> frames;
};

class Cuts {
public:
  Cuts(Traversal &traversal, clang::ASTContext &ast)
      : traversal(traversal), function(traversal.function), ast(ast),
        guards(traversal, ast) {}

  /// Whether `stmt`, which holds calls, runs on arrival as a whole: nothing in
  /// it depends on the visits of its calls or of calls before it, but for
  /// conditions that can be guards.
  bool isUnit(const Statement &stmt);

  /// Whether, after a call, something that depends on its visits runs from
  /// `place` on before the next call.
  bool mustCut(Place place);

  /// Goes to where execution goes on from the end of a list, a `break` and the
  /// like: a statement, or the end of a loop's body. No frames: it ends.
  static void normalise(Place &place);

  /// Whether `stmt` can become a guard of its one call.
  bool isGuarded(const Statement &stmt);

private:
  enum Next { Depends, Stops, GoesOn };
  Next next(const Statement &stmt);
  Next next(const std::vector<Statement> &list);
  bool depends(const clang::Expr *e) const;
  bool depends(const Statement &stmt) const;
  bool holdsOnlyGuarded(const std::vector<Statement> &list);
  bool isFree(const std::vector<Statement> &list, bool inLoop);
  bool isFree(const Statement &stmt, bool inLoop);

  Traversal &traversal;
  const Function &function;
  clang::ASTContext &ast;
  GuardBuilder guards;
};

/// Whether a `break` or `continue` in `stmt` leaves it.
bool leavesLoop(const Statement &stmt);

/// Whether a loop over children makes a number of calls that is known, or is
/// the one loop over a list.
bool hasFixedCalls(const Traversal &traversal, const Statement &loop,
                   clang::ASTContext &ast);

} // namespace regtt
