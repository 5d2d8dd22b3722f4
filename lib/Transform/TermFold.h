// The body of an inner loop as a function of one iteration, its term, and what
// is handed on from one to the next, its fold.
#pragma once

#include "TermDraft.h"

namespace regtt::kernel {

class TermFold {
public:
  TermFold(const Kernel &kernel, const InnerLoop &inner, const LateValues &late,
           Frame &frame);

  /// What keeps the body from being taken apart.
  InnerObstacle obstacle() const {
    return !fault.what.empty()             ? fault
           : !fold.obstacle().what.empty() ? fold.obstacle()
                                           : term.obstacle();
  }

  /// Makes both functions; the frame has all its fields.
  void finish(InnerRange &range, const std::string &name);

private:
  using List = std::vector<ir::Statement *>;

  void refuse(const char *what, ir::Location loc);
  void noteContinues(const ir::Statement *s);

  bool split(llvm::ArrayRef<ir::Statement *> list, List &toTerm, List &toFold);
  bool splitChoice(const ir::IfStatement &s);
  void addBlock(List &to, List statements, ir::Location loc);
  void whole(const ir::Statement *s, bool isReached);

  const ir::Expr *inFold(const ir::Expr *e, bool isReached);
  const ir::Expr *mapped(const ir::Expr *e);
  const ir::Place *captured(const ir::Variable *variable);
  unsigned field(const ir::Expr *e, llvm::StringRef name);
  std::string nameOf(const ir::Expr *e) const;
  bool isTrivial(const ir::Expr *e) const;
  bool isTrivial(const ir::Variable *variable) const;
  bool isStable(const ir::Expr *e) const;

  void prune();

  FrameDraft fold;
  const Kernel &kernel;
  ir::Module &module;
  const InnerLoop &inner;
  const LateValues &late;
  TermDraft term;
  InnerObstacle fault;

  List termStatements, foldStatements;
  ir::Variable *termCounter, *foldCounter;
  /// The fields of a term: a parameter of both functions.
  struct TermField {
    ir::Variable *inTerm, *inFold;
  };
  std::vector<TermField> fields;
  llvm::DenseSet<const ir::Statement *> ownContinues;

  // Where the walk is now.
  std::vector<std::pair<const ir::Expr *, unsigned>> held; ///< by which field
  std::vector<const ir::Variable *> rebound; ///< references, in the fold
  List *termNow = nullptr, *foldNow = nullptr;
  bool always = true; ///< whether what is mapped is evaluated in any case
};

} // namespace regtt::kernel
