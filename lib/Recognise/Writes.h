// What statements of a function may write, as places: for the question whether
// what was read there is still the same.
//
//     store %q->x = ...     may be what `%p->x` reads, not what `%p->y` does
#pragma once

#include "regtt/IR/Function.h"
#include "regtt/IR/Place.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <deque>
#include <vector>

namespace regtt::recognise {

class Writes {
public:
  /// Of statements of `host`.
  explicit Writes(const ir::Function &host);

  void add(const ir::Statement *s);
  /// What visits of `traversal` write, too, which `add` leaves out.
  void addVisits(const ir::Function *traversal);
  /// It is declared in what is asked about: only names lead there, and pointers
  /// that are declared there, too.
  void own(const ir::Variable *variable) { fresh.insert(variable); }
  /// Whether any of them may change what `e` reads, or where a place is whose
  /// address it takes.
  bool mayChange(const ir::Expr *e) const;
  /// Whether they may change what lies at `place`, or where it is.
  bool mayChange(const ir::Place *place) const;
  /// Whether they may change where `place` is: pointers on the way there, or
  /// where the container that it is keeps its elements.
  bool mayMove(const ir::Place *place) const;
  /// Whether they may change the way to `place`: a container stays where it is
  /// when its elements do not.
  bool mayLeadElsewhere(const ir::Place *place) const;
  /// A function is called of which it is not known what it writes.
  bool isUnknown() const { return isOpen; }
  ir::Location where() const { return openAt; }

private:
  struct Write {
    const ir::Place *place = nullptr; ///< null: something of that type
    const ir::Type *type = nullptr;
    bool isElsewhere = false; ///< the place is in words of another function
  };
  void addCall(const ir::Function *callee, ir::Location loc);
  void addBody(const ir::Function *callee, ir::Location loc, bool withVisits);
  void addPlace(const ir::Place *place, const ir::Function *of);
  void addArgument(const ir::Expr *argument);
  void open(ir::Location loc);
  bool mayBe(const Write &write, const ir::Place *place) const;
  bool isWritten(const ir::Place *place) const;
  bool isReachable(const ir::Place *place) const;
  bool hasOtherNames(const ir::Variable *variable) const;
  void look(const ir::Statement *s);
  const ir::Place *named(const ir::Place *place) const;

  const ir::Function &host;
  std::vector<Write> all;
  std::vector<const ir::Statement *> looked; ///< where addresses are taken
  /// What references and pointers are that have one value, an address.
  llvm::DenseMap<const ir::Variable *, const ir::Place *> names;
  /// What the text around the loop may lead to, in its own words.
  llvm::SmallPtrSet<const void *, 8> around;
  mutable llvm::DenseMap<const ir::Variable *, bool> otherNames; ///< by answer
  mutable std::deque<std::vector<ir::Step>> steps; ///< of what `named` makes
  mutable std::deque<ir::Place> places;
  llvm::SmallPtrSet<const ir::Function *, 8> seen;
  llvm::SmallPtrSet<const ir::Variable *, 8> lent; ///< their address is taken
  llvm::SmallPtrSet<const ir::Variable *, 8> fresh;
  bool isOpen = false;
  ir::Location openAt;
};

/// Whether `e` asks where its place is, not what lies there: its address, or
/// where the elements of an array are and how many.
bool asksWhere(const ir::Expr *e);

} // namespace regtt::recognise
