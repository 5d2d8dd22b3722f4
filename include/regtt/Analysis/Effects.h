/// What evaluating an expression, or running a statement, of a kernel depends
/// on and changes. Functions that are called are gone into.
#pragma once

#include "regtt/Kernel/Kernel.h"

namespace regtt::kernel {

struct Effects {
  bool writesQuery = false;  ///< changes what later visits see
  bool readsWritten = false; ///< reads data that visits change
  bool writesLocal = false;  ///< assigns to a variable of this function

  Effects &operator|=(const Effects &other) {
    writesQuery |= other.writesQuery;
    readsWritten |= other.readsWritten;
    writesLocal |= other.writesLocal;
    return *this;
  }
  /// Whether it matters to it, or to others, which visits came before.
  bool dependsOnVisits() const { return writesQuery || readsWritten; }
};

/// Answers for the functions of a kernel as they were when it was made: each is
/// looked at once, so that a pass that asks often has one of these.
class EffectFinder {
public:
  explicit EffectFinder(const Kernel &kernel);
  ~EffectFinder();
  EffectFinder(const EffectFinder &) = delete;

  Effects of(const ir::Expr *e);
  /// Of running `s` and everything in it, short of visits themselves; what
  /// visits hand on counts.
  Effects of(const ir::Statement *s);

private:
  class State;
  std::unique_ptr<State> state;
};

/// The same for one question.
Effects effectsOf(const Kernel &kernel, const ir::Expr *e);
Effects effectsOf(const Kernel &kernel, const ir::Statement *s);

/// Whether `s` is or holds a call of the traversal.
bool holdsVisit(const ir::Statement *s);

} // namespace regtt::kernel
