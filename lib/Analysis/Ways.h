// Ways to a place, each as the terms that hold on it, and their disjunction.
#pragma once

#include "regtt/IR/Module.h"

#include <optional>
#include <vector>

namespace regtt::ir {

/// Terms that hold, in the order in which they were asked.
using Way = std::vector<const Expr *>;

bool contains(const Way &way, const Expr *term);
/// What holds on both.
Way common(const Way &a, const Way &b);

/// Of `a` and then `b`; nothing where they contradict each other.
std::optional<Way> inRow(Module &module, const std::optional<Way> &a,
                         const std::optional<Way> &b);
/// What holds whichever of them it is; nothing where there is none.
std::optional<Way> oneOf(Module &module, llvm::ArrayRef<Way> ways);

/// Of `0 < 3`; `b` of `false || b`.
std::optional<bool> constantOf(const Expr *e);
const Expr *withoutConstants(const Expr *e);

/// What jumps to a case: its value is one of the labels, or none of any.
const Expr *asksFor(Module &module, const SwitchStatement &s,
                    const SwitchStatement::Case &each);

class Ways {
public:
  explicit Ways(Module &module) : module(&module) {}

  void add(Way way);
  /// Whether one of them is gone: null where one has no terms, and a constant
  /// false where there is none. Of many ways, what holds on several.
  const Expr *condition();
  /// `a >= b` of `a < b`, where they are integers.
  const Expr *negated(const Expr *e) const;
  bool isOpposite(const Expr *a, const Expr *b) const;

private:
  bool join();
  bool shorten();

  Module *module;
  std::vector<Way> ways;
};

} // namespace regtt::ir
