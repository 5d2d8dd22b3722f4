/// What queries that come to one node together have alike: of each expression
/// and variable whether it is the same for all queries (`radius`), for all that
/// are at the node (`n->split`), or each query's own (`q->coord[k]`). A group
/// of lanes computes the first two once.
///
///     for (int k = 0; k < q->count; ++k)   // k: same; the loop: own, lanes
///       sum += q->coord[k] * n->w[k];      //   leave it one by one
///
/// A variable that starts alike and is stepped alike stays so while lanes drop
/// out of its loop; what it is behind the loop, where that is looked at, is
/// each lane's own.
#pragma once

#include "regtt/Kernel/Kernel.h"

#include <llvm/ADT/DenseMap.h>

namespace regtt::kernel {

enum class Level { Same, Node, Own };

/// Where a group of lanes is: at one node, or each lane at its own, where what
/// is the node's is each lane's own, too.
enum class Nodes { Together, Apart };

class Divergence {
public:
  /// Of the traversal's parts, guards and helpers.
  explicit Divergence(const Kernel &kernel, Nodes nodes = Nodes::Together);

  bool isApart() const { return nodes == Nodes::Apart; }

  Level of(const ir::Expr *e) const;
  Level of(const ir::Place *place) const;
  Level of(const ir::Variable *variable) const {
    return variables.lookup(variable);
  }
  /// What a function returns.
  Level resultOf(const ir::Function *function) const {
    return results.lookup(function);
  }
  /// Whether queries leave a loop or a block that has a label at different
  /// times: by its condition, a `break` or a `leave`.
  Level leaving(const ir::Statement *s) const { return left.lookup(s); }
  /// The same of the rest of an iteration, by `continue`.
  Level skipping(const ir::Statement *loop) const {
    return skipped.lookup(loop);
  }
  /// Whether queries that come to a node together come with the same arguments,
  /// of which ropes then carry one: they depend on the path alone (the trait
  /// uniformArgs), and what calls pass is computed by all that make them.
  bool sharesArgs() const { return sharing; }

private:
  class Walk;

  void find();
  bool passesAlike() const;

  const Kernel &kernel;
  const Nodes nodes;
  bool sharing;
  llvm::DenseMap<const ir::Variable *, Level> variables;
  llvm::DenseMap<const ir::Function *, Level> results;
  llvm::DenseMap<const ir::Statement *, Level> left, skipped;
};

} // namespace regtt::kernel
