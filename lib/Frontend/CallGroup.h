// The functions that recurse through each other: those that a traversal's
// function reaches by calls and that reach it; of several traversals that a
// query program calls, those of all. Which of their parameters are
// one and the same thing, and which is the node.
#pragma once

#include "Builder.h"

#include <llvm/ADT/SetVector.h>

namespace regtt {

class CallGroup {
public:
  explicit CallGroup(const Builder &builder);

  /// Definitions; those that the loop calls come first.
  std::vector<const clang::FunctionDecl *> functions;
  size_t numEntered = 1;
  bool isAlone() const { return functions.size() == 1; }

  /// The function among them that `s` is a call of; null if of none.
  const clang::FunctionDecl *called(const clang::Stmt *s) const;

  /// What `param` stands for, the same number for all parameters that stand
  /// for the same. Those of the first function come first, in their order.
  unsigned meaning(const clang::ParmVarDecl *param) const {
    return meanings.lookup(param);
  }
  unsigned numMeanings = 0;

  /// The parameter of `function` that means `meaning`; null if there is none.
  const clang::ParmVarDecl *parameter(const clang::FunctionDecl *function,
                                      unsigned meaning) const;

  bool nodeIsThis = false; ///< the node is the object of the member functions
  int node = -1;           ///< what the node means; -1: `this`, or not known
  /// A parameter that may be the node, where several may.
  const clang::ParmVarDecl *candidate = nullptr;

  /// What a call hands `function` for the node; null where it takes none.
  const clang::Expr *handedNode(const clang::CallExpr *call,
                                const clang::FunctionDecl *function) const;

  /// The calls of functions among them in `body`, those in lambdas, too.
  std::vector<const clang::CallExpr *> callsIn(const clang::Stmt *body) const;

  /// Whether `function` only hands on what it is given, and looks at it for no
  /// more than whether it is there; or is given several nodes: its calls are
  /// then its caller's.
  bool onlyHandsOn(const clang::FunctionDecl *function) const;

private:
  void matchHandedOn();
  void matchLeft();
  bool match(const clang::ParmVarDecl *param, const clang::ParmVarDecl *other);
  void findNode();
  bool changes(unsigned meaning) const;
  bool isHanded(unsigned meaning, bool (*is)(const clang::Expr *)) const;
  bool findsElements(unsigned meaning) const;

  const Builder &builder;
  llvm::DenseMap<const clang::ParmVarDecl *, unsigned> meanings;
};

/// Whether `function` is the call operator of a lambda.
bool isLambda(const clang::FunctionDecl *function);

/// The parameter, variable or `this` that an argument is, for a node: of `*n`
/// and `&n`, n. Null for anything else.
const clang::Expr *bareNode(const clang::Expr *argument);

} // namespace regtt
