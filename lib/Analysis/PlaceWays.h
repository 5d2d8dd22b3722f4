// Ways to reads of children that lie side by side, each by its place among
// them. What a loop counts is a number of its own in each iteration, a symbol:
//
//     for (i...) { if (n->kind[i] == 1) visit(n->child[i + 1]); }
//  -> i is %began: read at %began + 1, where n->kind[%began] == 1
//  -> of the child at %place, n->kind[%place - 1] == 1 holds
#pragma once

#include "NodeValues.h"
#include "Ways.h"

#include "regtt/Analysis/NodeConditions.h"

#include <llvm/ADT/APSInt.h>

#include <map>

namespace regtt::ir {

/// A number as a constant and perhaps a symbol, without loss: 2 and %began of
/// `inttoint<i32>(add(%began, 2:i32))`.
struct PlaceSum {
  const Variable *symbol = nullptr;
  int64_t offset = 0;
  bool isDown = false; ///< the symbol is taken away from the constant
};
std::optional<PlaceSum> placeSum(const Expr *e);

/// Whether an integer is made of symbols and constants alone.
bool isOfSymbols(const Expr *e);

/// Of a step to an element of an array or a container; null of other steps.
const Expr *indexOf(const Step &step);

class PlaceWays {
public:
  PlaceWays(Module &module, const ChildPlaces &asked)
      : module(module), asked(asked) {}

  /// What `variable`, an integer, is where an iteration of a loop, or a
  /// segment, begins.
  const Expr *symbol(const void *owner, const Variable *variable);

  /// A read at the place that `at` may be, on `way`.
  void add(const Choices &at, const Way &way);
  void clear() { ways.clear(); }

  /// Of asked.place; null: whether it is read depends on no place.
  const Expr *condition() const;

private:
  struct PlaceWay {
    std::optional<uint64_t> place; ///< nothing: asked.place, which `way` names
    Way way;
  };

  void add(const Expr *at, const Way &way);
  Way common() const;
  const Expr *at(const Expr *term, const PlaceSum &sum) const;
  std::optional<llvm::APSInt> valueAt(const Expr *e, uint64_t place) const;
  bool isOfAll(const Expr *term) const;
  bool isTotal(const Expr *term) const;
  bool isWithin(const Expr *e, uint64_t count) const;

  Module &module;
  const ChildPlaces &asked;
  std::map<std::pair<const void *, const Variable *>, const Variable *> symbols;
  std::vector<PlaceWay> ways;
};

/// Whether symbols are in `e`, which is in words of the node.
bool namesSymbol(const Expr *e);
/// Forgets what is said with symbols.
void forgetSymbols(Way &way);
void forgetSymbols(Known &known);

} // namespace regtt::ir
