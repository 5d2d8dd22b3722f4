/// Finds in one function what depends on the node and uniforms alone, in
/// floating point: locals, and maximal expressions that may become data of the
/// node. Part of NodeInvariants.
///
///     let %d: f32 = sub(load own(0: f32), mul(load node(1: f32), load node(2:
///     f32)))
///                                         `--------------------------------------'
#pragma once

#include "regtt/Analysis/CountedLoop.h"

#include <llvm/ADT/SmallPtrSet.h>

#include <map>
#include <set>

namespace regtt::kernel {

/// An expression that may become a datum. Expressions are shared: what it is,
/// is said by the statement that evaluates it and by its structure.
struct InvariantCandidate {
  const ir::Statement *in = nullptr;      ///< what evaluates it
  const ir::Expr *expr = nullptr;         ///< without conversions around it
  const ir::Variable *local = nullptr;    ///< that it is all of
  std::vector<CountedLoop> counters = {}; ///< what it is counted by
  std::set<unsigned> reads = {};          ///< into Kernel::data
  uint64_t bytes = 0;                     ///< of the datum
};

/// `e` without conversions that the user did not write.
const ir::Expr *plainExpr(const ir::Expr *e);

/// The variable that `e` reads as a whole; null of others.
const ir::Variable *variableRead(const ir::Expr *e);

/// The local that a statement does nothing but declare or set, and to what;
/// no value where it is only declared.
struct Setting {
  const ir::Variable *variable = nullptr;
  const ir::Expr *value = nullptr;
};
Setting settingOf(const ir::Statement *s);

/// Whether nothing in `e` is hoisted: data and indices, what is asked of
/// children and of containers.
bool staysWhole(const ir::Expr *e);

/// Calls `visit` for the expressions of `s` itself in which something may be
/// hoisted, which it may exchange.
void forEachHoistable(ir::Statement *s,
                      llvm::function_ref<void(const ir::Expr *&)> visit);

/// Elements of an array that the loop's variable is an index into.
inline uint64_t arrayLength(const CountedLoop &loop) {
  return 1 + std::max(loop.value(0), loop.value(loop.trips - 1));
}

/// One function's locals and candidates.
class InvariantFinder {
public:
  InvariantFinder(const Kernel &kernel, const ir::Function &function);
  /// All maximal expressions worth looking at, in the order of the text.
  std::vector<InvariantCandidate> candidates();
  /// Whether a local depends on the node and uniforms alone.
  bool isInvariant(const ir::Variable *local) const;
  /// Whether a variable counts a loop whose trips are known.
  bool counts(const ir::Variable *variable) const {
    return counters.count(variable) != 0;
  }
  /// Whether a loop's trips are known, so that linearising can run it.
  bool isCounted(const ir::LoopStatement *loop) const {
    return counted.count(loop) != 0;
  }
  /// Everything that a local is set to.
  std::vector<const ir::Expr *> valuesOf(const ir::Variable *local) const;

private:
  /// Where a statement stands: the counted loops around it, outermost first.
  struct Position {
    std::vector<CountedLoop> loops = {};
    std::vector<const ir::LoopStatement *> statements = {};
    bool isConditional = false; ///< in a branch, or in a loop that something
                                ///< leaves
    bool isUnknown = false;     ///< in a loop that is not counted

    const CountedLoop *loopOf(const ir::Variable *counter) const;
  };

  /// What sets a local of floating-point type.
  struct Definition {
    const ir::Statement *in;
    const ir::Expr *value; ///< null: it is only declared
    Position at;
  };
  struct Local {
    std::vector<Definition> definitions = {};
    bool isKnown = true; ///< nothing else changes it
  };

  /// What sets a local, where that is its declaration alone; else null.
  const Definition *onlyDefinition(const ir::Variable *local) const;
  void forget(const ir::Place *place);
  Position within(const ir::Statement *s, Position at);
  void enter(const ir::LoopStatement *loop, Position &at);
  bool standsAlone(const ir::LoopStatement &loop,
                   const ir::Variable *counter) const;
  void collect(const ir::Statement *s, const Position &at);
  void settle();
  bool depends(const Local &local) const;

  bool isIndex(const ir::Expr *index, const Position &at, uint64_t size) const;
  bool isOwnDatum(const ir::Place *place, const Position &at) const;
  bool isInvariantPlace(const ir::Place *place, const Position &at) const;
  bool isInvariant(const ir::Expr *e, const Position &at) const;
  bool areInvariant(llvm::ArrayRef<const ir::Expr *> list,
                    const Position &at) const;

  using Candidates = std::vector<InvariantCandidate>;
  void find(ir::Statement *s, const Position &at, Candidates &out);
  void findIn(const ir::Expr *e, const ir::Statement *s, const Position &at,
              Candidates &out);
  void add(const ir::Expr *e, const ir::Statement *s, const Position &at,
           Candidates &out);
  struct Dependence {
    std::set<unsigned> reads;
    llvm::SmallPtrSet<const ir::Variable *, 4> counters, seen;
  };
  void dependsOn(const ir::Expr *e, const Position &at,
                 Dependence &result) const;
  void dependsOn(const ir::Variable *variable, const Position &at,
                 Dependence &result) const;

  const Kernel &kernel;
  const ir::Function &function;
  std::map<const ir::Variable *, Local> locals;
  std::set<const ir::Variable *> counters;
  std::set<const ir::LoopStatement *> counted;
};

} // namespace regtt::kernel
