// The functions that an annotated loop's traversal is made of, and which of
// their parameters mean the same.
#pragma once

#include "regtt/IR/Module.h"

#include <llvm/ADT/DenseMap.h>

namespace regtt::recognise {

/// The functions that those in `entered` reach by calls and that reach one of
/// them, and calls among them. A parameter means what another does where a call
/// hands one on for the other, else by name, else by type and order.
class CallGroup {
public:
  explicit CallGroup(llvm::ArrayRef<const ir::Function *> entered);

  std::vector<const ir::Function *> functions; ///< those entered are the first
  unsigned numEntered = 0;
  bool isAlone() const { return functions.size() == 1; }
  bool holds(const ir::Function *function) const;
  /// The calls of functions of the group in `function`.
  std::vector<const ir::CallStatement *>
  callsIn(const ir::Function *function) const;

  unsigned numMeanings = 0;
  int node = -1; ///< what the node's parameters mean; -1: not known
  unsigned meaning(const ir::Variable *param) const {
    return meanings.lookup(param);
  }
  /// The number of the parameter of `function` that means that; -1: none does.
  int parameter(const ir::Function *function, unsigned meaning) const;
  /// The node that a call hands on; null: it hands on none.
  const ir::Expr *handedNode(const ir::CallStatement &call) const;
  /// Whether `function` does nothing with the nodes that it is given but call
  /// others for them.
  bool onlyHandsOn(const ir::Function *function) const;
  /// Whether some call hands on something else than what it has been given.
  bool changes(unsigned meaning) const;

private:
  bool match(const ir::Function *function, const ir::Variable *param,
             const ir::Variable *other);
  const ir::Expr *handed(const ir::CallStatement &call, size_t k) const;
  void matchHandedOn();
  void matchLeft();
  void findNode();

  llvm::DenseMap<const ir::Variable *, unsigned> meanings;
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> lets;
};

/// The variable that is handed on as it is, by its value or by its address.
const ir::Variable *handedVariable(const ir::Expr *argument);
/// The same, also where what it leads to is handed on.
const ir::Variable *handedObject(const ir::Expr *argument);
/// Whether a local of the caller's is handed over, by its address.
bool isLocalObject(const ir::Expr *argument);

} // namespace regtt::recognise
