// What variables hold while a loop runs, whatever the order of its statements:
// of each number or pointer all that is ever stored there. Grows until nothing
// is added (LoopWalk).
#pragma once

#include "regtt/Analysis/LoopAccesses.h"
#include "regtt/Analysis/Overlap.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>

#include <vector>

namespace regtt::ir {

/// A number or a pointer.
struct Value {
  Number number;
  std::vector<Region> targets; ///< of a pointer: where it may lead
  bool leadsAnywhere = false;  ///< or elsewhere

  static Value of(Number number);
  static Value to(Region region);
  static Value anything();
  bool operator==(const Value &other) const;
};

class Memory {
public:
  explicit Memory(const LoopQuestions &questions) : questions(questions) {}

  /// Variables that each iteration, or each call, has of its own; what others
  /// held before the loop is read from them.
  llvm::SmallPtrSet<const Variable *, 32> fresh;
  /// Those that the loop's head declares.
  llvm::SmallPtrSet<const Variable *, 4> ofHead;
  bool changed = false; ///< something was added since it was last cleared

  Value load(const Region &region);
  void store(const Region &region, const Value &value);
  /// Something that is not followed is stored there.
  void blur(const Region &region);
  /// Its address is where analyses do not follow it.
  void keep(const Value &value);
  bool isFresh(const Region &region) const;
  bool isReachable(const Region &region) const;
  Value joined(Value a, const Value &b);

private:
  const LoopQuestions &questions;
  llvm::SmallPtrSet<const void *, 8> kept; ///< variables with such addresses
  struct Cell {
    Region region;
    Value value;
  };
  std::vector<Cell> cells;    ///< of variables, by their fields
  std::vector<Region> stored; ///< where else something is stored
  std::vector<Region> blurred;

  bool isCell(const Region &region) const;
  Value initial(const Region &region) const;
};

} // namespace regtt::ir
