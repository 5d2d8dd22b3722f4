// What a value is in words of the node alone, and what a truth value that is
// more than that says of the node:
//
//     bool near = n->has && n->x < q->x;   // true: n->has, false: nothing
//     if (near) sum += n->p->a;            // n->has holds here
#pragma once

#include "Ways.h"

#include "regtt/Analysis/NodeConditions.h"

#include "regtt/IR/Equality.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

namespace regtt::ir {

/// What a variable may be, and what holds of the node where it is that.
struct Choice {
  Way way;
  const Expr *value = nullptr; ///< null: not known
};
/// One of them; one without a way is what it is whatever the query. Of none
/// nothing is known.
using Choices = std::vector<Choice>;
using Known = llvm::DenseMap<const Variable *, Choices>;

class NodeValues {
public:
  /// What a call returns, of which the arguments' variables are known.
  using Returned = std::function<Choices(const Function &callee,
                                         llvm::ArrayRef<const Expr *> arguments,
                                         const Known &known)>;

  NodeValues(Module &module, const NodeReads &asked, Returned returned)
      : module(module), asked(asked), returned(std::move(returned)) {}

  /// Notes which variables of `function` something may lead to.
  void enter(const Function &function);

  /// `e` with what its variables are; null where it depends on more than the
  /// node, has effects, divides, or indexes by data.
  const Expr *of(const Expr *e, const Known &known) const;

  /// The same of what may depend on more.
  Choices choices(const Expr *e, const Known &known) const;
  /// What holds of the node where `e` is `holds`; nothing where it never is.
  std::optional<Way> implied(const Expr *e, bool holds,
                             const Known &known) const;

  /// What a statement, without those in it, makes of a variable.
  void set(const Statement *s, Known &known) const;
  /// Forgets what `s` or a statement in it sets.
  void forget(const Statement *s, Known &known) const;

  /// What is known on a way, and what else holds there.
  struct Side {
    const Known &known;
    const Way &way;
  };
  /// Where two ways meet, of which `test`, if it is known, tells them apart.
  Known meet(Side a, Side b, const Expr *test) const;

private:
  const Expr *ofPlace(const Place *place, const Known &known) const;
  const Place *ofRoot(const DataRoot &data, const Known &known) const;
  const Expr *ofIndex(const Expr *index, const Type *array,
                      const Known &known) const;
  const Expr *ofCall(const CallExpr &e, const Known &known) const;
  const Expr *binary(const BinaryExpr &e, const Expr *left,
                     const Expr *right) const;

  Choices held(const Variable *variable, const Known &known) const;
  const Expr *exactly(const Variable *variable, const Known &known) const;
  Choices ofTruth(const Expr *e, const Known &known) const;
  Choices ofSelect(const SelectExpr &e, const Known &known) const;
  Choices ofBinary(const BinaryExpr &e, const Known &known) const;
  std::optional<Way> impliedByChoices(const Expr *e, bool holds,
                                      const Known &known) const;

  Module &module;
  const NodeReads &asked;
  Returned returned;
  llvm::DenseSet<const Variable *> addressed;
};

/// Adds what a variable may be as well. Many are one of which less is known.
void include(Choices &choices, Choice added);
/// Nothing, where they say nothing.
Choices finished(Choices choices);

bool isSame(const Known &a, const Known &b);

} // namespace regtt::ir
