// Goes through a loop as often as it takes until nothing new is stored
// anywhere; the last time says what it accesses.
#pragma once

#include "Memory.h"
#include "regtt/Analysis/LoopAccesses.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

#include <map>

namespace regtt::ir {

/// Whether it is one number or pointer.
bool isValue(const Type *type);

class LoopWalk {
public:
  LoopWalk(const Statement *loop, const LoopQuestions &questions)
      : loop(loop), questions(questions), memory(questions) {}

  LoopAccesses run();

private:
  //===--- Expressions and places: LoopValues.cpp -------------------------===//

  /// What a number or a pointer may be; everything in it is read.
  Value value(const Expr *e);
  Value countedValue(const Variable *counter);
  Value valueOf(const IntExpr &e);
  Value valueOf(const LoadExpr &e);
  Value valueOf(const AddressExpr &e);
  Value valueOf(const BinaryExpr &e);
  Value valueOf(const CastExpr &e);
  Value valueOf(const LibraryCallExpr &e);
  Value valueOf(const ContainerReadExpr &e);
  /// Where a place may be; pointers on the way are read.
  std::vector<Region> regions(const Place *place);
  std::vector<Region> findRegions(const Place *place);
  std::vector<Region> rootOf(const Place *place);
  std::vector<Region> pointedTo(const Value &pointer, const Type *type,
                                const Number &offset);
  std::vector<Region> stepped(const Region &from, const Step &step,
                              const Type *type);
  Region alongList(const LibraryType &list, const Region &start);
  std::vector<Region> member(const Region &from, llvm::StringRef name,
                             const Type *type);
  /// Stores what `e` gives, part by part where it is a struct.
  void assign(const Region &to, const Expr *e);
  void copy(const Region &to, const Region &from);

  /// What a call of a function gives lies there.
  Region call(const Function *callee, llvm::ArrayRef<const Expr *> arguments,
              const void *site);
  /// What is not known may do anything with what it is handed, unless it only
  /// reads it; `bytes` from there on, and its neighbours where that is open.
  void handOver(const Expr *argument, bool isRead,
                std::optional<uint64_t> bytes = std::nullopt);

  void read(const Region &region) { note(region, false); }
  void write(const Region &region) { note(region, true); }
  void note(const Region &region, bool isWrite);
  void writeWhole(const Region &region);
  Region at(const Variable *variable) const {
    return Region::of(variable, frame);
  }
  /// Whether its value follows from which iteration of a loop it is.
  bool isCounter(const Variable *variable) const {
    return (frame == 0 && counters.count(variable)) || ranges.count(variable);
  }
  Region resultOf(const Function *function, unsigned ofFrame);

  //===--- Statements: LoopWalk.cpp, LoopPhases.cpp -----------------------===//

  void findFresh();
  void findCounters(const LoopStatement &s);
  void walkLoop();
  void iteration(const BlockStatement *body);
  void holding(const Statement *s);
  void sometimes(const BlockStatement *block);
  bool holdsTraversal(const Statement *s) const;
  bool isTraversal(const Function *callee) const {
    return questions.isTraversal(callee);
  }
  void statements(const BlockStatement *block);
  void statement(const Statement *s);
  void let(const LetStatement &s);
  void store(const Place *place, const Expr *value);
  void range(const RangeLoopStatement &s, const Number &index);
  void innerLoop(const LoopStatement &s);
  void innerLoop(const CountedLoopStatement &s);
  void libraryCall(const LibraryCallStatement &s);
  void change(const ContainerChangeStatement &s);
  void defer(const DeferStatement &s);
  bool isCaptured(const Expr *e) const;
  bool isChoice(const Variable *variable) const;
  void hold(const Variable *variable, const Value &value);
  void called(const Function *callee, llvm::ArrayRef<const Expr *> given,
              const Variable *result, const Statement *s);

  const Statement *const loop;
  const LoopQuestions &questions;
  Memory memory;
  LoopAccesses found;
  /// Variables that the loop counts, by one store an iteration.
  llvm::SmallPtrSet<const Variable *, 2> counters;
  llvm::DenseMap<const Variable *, Value> starts; ///< of those, if known
  llvm::SmallPtrSet<const Variable *, 2> chained; ///< of those: along a chain
  /// Counters of the inner loops that are walked: the values they have.
  llvm::DenseMap<const Variable *, Number> ranges;
  unsigned phase = Before;
  unsigned innerLoops = 0; ///< around what is walked
  unsigned conditions = 0; ///< the same
  /// The next call is the traversal's: what it is handed is evaluated ahead.
  bool isAhead = false;
  bool isUnknown = false;
  bool isDeferring = false; ///< what is walked is left for later
  /// Places that are asked for ahead of that, by what is walked; or null.
  const std::vector<const Place *> *asked = nullptr;
  /// Values that it has from before; or null.
  const std::vector<const Expr *> *captured = nullptr;
  std::vector<Region> finders; ///< of the place that was found last
  unsigned finding = 0;        ///< places in places
  /// The place that is looked at, as far as its first steps.
  struct Spot {
    const Place *place = nullptr;
    size_t steps = 0;
  } spot;
  bool isHead = false; ///< what is walked runs once, ahead of the loop
  Location loc, inner;
  unsigned frame = 0; ///< of the function that is walked
  std::map<std::pair<unsigned, const void *>, unsigned> frames;
  struct Active {
    const Function *function;
    unsigned frame;
  };
  std::vector<Active> active;
  const Function *current = nullptr; ///< null: the loop itself
  std::map<const Function *, std::unique_ptr<Variable>> results;
};

} // namespace regtt::ir
