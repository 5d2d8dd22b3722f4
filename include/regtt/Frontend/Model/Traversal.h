/// The traversal: its functions and data, what passes prove of it, and how they
/// cut it and lay it out.
#pragma once

#include "regtt/Frontend/Model/Function.h"

#include <llvm/ADT/STLExtras.h>

#include <memory>
#include <string>
#include <vector>

namespace regtt {

/// A parameter whose value differs from call to call.
struct Arg {
  std::string name;
  clang::QualType type;
  const clang::ParmVarDecl *param;
  bool reassigned = false; ///< the body changes it
  /// Its value in the first call, where that depends on the iteration: a path
  /// of Base::Query; else -1, and the value's text at the loop.
  int firstPath = -1;
  Selectors firstParts; ///< of that path
  std::string hostText;
};

struct Traversal {
  std::string name; ///< the user's function
  clang::SourceLocation loc;
  /// As the user wrote them: the one that the loop calls, and those that
  /// recurse through it; `function` is all of them. Visits run one of the first
  /// `numBodies`, the others are parts of these.
  llvm::SmallVector<const clang::FunctionDecl *, 1> functions;
  size_t numBodies = 1;
  /// Says which of several bodies a visit runs: `function` is
  /// `if (which == 0) ...; else if (which == 1) ...; else ...`.
  const clang::ParmVarDecl *which = nullptr;
  Function function;
  std::vector<std::unique_ptr<Function>> helpers; ///< callees before callers
  /// The query program: what an iteration does between the first and the last
  /// of several calls, or of those that a loop in its body makes. Null where an
  /// iteration is one call.
  std::unique_ptr<Function> program;

  const clang::VarDecl *nodeParam = nullptr; ///< null where the node is `this`
  bool nodesAreNumbers = false;
  std::string nodeName;      ///< the parameter's; `node` where it is `this`
  std::string nodeText;      ///< before a field, as the user writes it: `n->`
  clang::QualType nodeType;  ///< the node struct; of numbers, the parameter's
  clang::QualType queryType; ///< the query struct; null if none or several
  clang::QualType indexType; ///< of a parameter that is the loop variable
  std::string queryName;     ///< what holds an iteration's data, as emitted
  bool calleeTestsNull = false;
  int returned = -1; ///< the path that holds the value returned; -1: none
  /// What is returned of a null node, where the callee tests for it; of several
  /// functions, by each.
  llvm::SmallVector<const clang::Expr *, 1> nullValues;
  /// What the first call returns of a tree without nodes.
  const clang::Expr *nullValue() const {
    return nullValues.empty() ? nullptr : nullValues.front();
  }

  /// Its arithmetic comes to the same bits on a host and on a device.
  bool sameOnHost = true;

  std::vector<Path> paths;
  std::vector<Uniform> uniforms;
  std::vector<DataArray> arrays;
  /// Where nodes are numbers: the arrays whose elements they are.
  std::vector<DataArray> nodeArrays;
  /// What says of a number on arrival that it is no node; all have to hold.
  llvm::SmallVector<NumberTest, 2> nodeTests;
  /// Those that the host file hands over, those of nodes first.
  size_t numGivenArrays() const {
    return nodeArrays.size() +
           llvm::count_if(
               arrays, [](const DataArray &array) { return array.isShared(); });
  }
  /// Whether elements of array `number` are written: each query has its own.
  bool writesArray(unsigned number) const {
    return llvm::any_of(paths, [&](const Path &path) {
      return path.base == Base::Element && path.number == number &&
             path.written();
    });
  }
  /// The type that the node's records are named after.
  clang::QualType nodeNaming() const {
    return nodeArrays.size() == 1 ? nodeArrays[0].element : nodeType;
  }
  /// The object that a path of the node starts in.
  clang::QualType nodeObject(unsigned array) const {
    return nodesAreNumbers ? nodeArrays[array].element : nodeType;
  }
  std::vector<Arg> args;
  std::vector<SlotGroup> slots;
  int numSlots = 0;
  /// Containers that iterations change the size of, by their paths.
  llvm::SmallVector<unsigned, 2> containers() const {
    llvm::SmallVector<unsigned, 2> result;
    for (unsigned p = 0; p < paths.size(); ++p)
      if (paths[p].isContainer())
        result.push_back(p);
    return result;
  }
  /// The list of children; null where children lie in slots.
  const SlotGroup *list() const {
    return slots.size() == 1 && slots[0].isList() ? &slots[0] : nullptr;
  }
  std::vector<Call> calls;
  std::vector<Call> treeCalls; ///< of the program; children are roots
  /// The user's word, order(any), that visits may come in another order; or
  /// that they may not, order(program).
  bool orderGiven = false, orderKept = false;
  /// Whether the host file says what the first call is handed for `arg`. A
  /// query program says it itself.
  bool startsAtLoop(const Arg &arg) const {
    return !program && arg.firstPath < 0;
  }
  /// Whether the loop hands over values that all iterations share.
  bool hasUniforms() const {
    return !uniforms.empty() || llvm::any_of(args, [&](const Arg &arg) {
      return startsAtLoop(arg);
    });
  }
};

} // namespace regtt
