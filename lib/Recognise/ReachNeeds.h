// Which statements of a loop's program decide how far its iterations come in
// some arrays.
//
//     for (int e = row[i]; e < row[i + 1]; ++e)     kept: row, col and x are
//       s += val[e] * x[col[e]];                    looked at here
//     y[i] = s;                                     not kept
#pragma once

#include "regtt/Kernel/Kernel.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <set>

namespace regtt::recognise {

/// The datum that a place is of; null of others, and of no place.
const ir::DataRoot *dataOf(const ir::Place *place);
/// The place that a statement changes; null of others.
const ir::Place *placeChangedBy(const ir::Statement *s);

/// What stands in the way of finding out how far iterations come.
struct ReachObstacle {
  ir::Location loc;
  std::string why;
};

/// Looks at a program whose statements nothing changes meanwhile.
class ReachNeeds {
public:
  /// `arrays`: numbers of shared arrays. Borrows all.
  ReachNeeds(const kernel::Kernel &kernel, const std::set<unsigned> &arrays);

  /// Finds it out. Nothing: it is found.
  std::optional<ReachObstacle> find();

  /// Of what is found: what of it may be another number on a device where
  /// operations are not exactly the serial program's.
  std::optional<ReachObstacle> rounded;

  /// Whether the element at `place` is one of such an array.
  bool isReached(const ir::Place *place) const;
  /// Whether `e` looks at any.
  bool reaches(const ir::Expr *e) const;
  /// The same of `e` without what it is made of: an element, or a call of a
  /// function that looks at elements.
  bool reachesItself(const ir::Expr *e) const;
  bool reachesIn(const ir::Function &function) const;
  /// Whether the statement, or some statement in it, has to run.
  bool isKept(const ir::Statement *s) const { return kept.contains(s); }
  /// Whether a statement that is kept has to run, with what is kept of those in
  /// it. Else only the elements that it looks at count.
  bool runs(const ir::Statement *s) const;

private:
  void noteChange(const ir::Statement *s);
  void noteGuard(const ir::Expr *e, unsigned row);
  bool isChanging(const ir::Expr *e) const;
  void findUnsteady();
  bool markUnsteady(const ir::Statement *s, bool isUnder);
  bool isUnsteady(const ir::Expr *e) const;
  bool setsNeeded(const ir::Statement *s) const;
  bool isPassedBy(const ir::Statement *s) const;
  bool matters(const ir::Statement *s) const;
  bool keepsBranches(const ir::IfStatement *s) const;
  bool isKeptNow(const ir::Statement *s) const;
  bool isCovered(const ir::Place *place, const ir::IfStatement *s) const;
  void coveringIn(const ir::Expr *e, const ir::IfStatement *s,
                  std::vector<const ir::Place *> &places) const;
  void visit(const ir::Statement *s);
  void need(const ir::Expr *e);
  void needIn(const ir::Expr *e);
  void needIndices(const ir::Expr *e);
  void needOperands(const ir::Statement *s);
  bool saysWhere(const ir::DataRoot &root) const;
  void checkSteady(const ir::Expr *e);
  void checkPointers();
  void checkFunction(const ir::Function &function, ir::Location loc);
  bool changesNeeded(llvm::ArrayRef<const ir::Expr *> arguments) const;
  void stop(ir::Location loc, const std::string &why);

  const kernel::Kernel &kernel;
  const std::set<unsigned> &arrays;
  llvm::SmallPtrSet<const ir::Statement *, 32> kept;
  llvm::SmallPtrSet<const ir::Variable *, 16> needed, unsteady;
  std::set<unsigned> neededOwn, unsteadyOwn; ///< data of the query
  llvm::SmallPtrSet<const ir::Expr *, 32> exprs;
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> values; ///< of lets
  llvm::SmallPtrSet<const ir::Expr *, 4> guards;        ///< of what they set
  llvm::SmallPtrSet<const ir::Function *, 4> functions; ///< looked at
  llvm::SmallPtrSet<const ir::Function *, 4> called;    ///< by what is needed
  std::set<unsigned> combined;         ///< data that change by an operator
  std::vector<const ir::Expr *> order; ///< of `exprs`, as they were found
  /// The block that a statement stands in.
  llvm::DenseMap<const ir::Statement *, const ir::BlockStatement *> blockOf;
  std::optional<ReachObstacle> obstacle;
  bool isChanged = false;
};

} // namespace regtt::recognise
