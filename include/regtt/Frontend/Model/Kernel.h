/// What stands for a traversal in the language of include/regtt/IR: the front
/// end makes it, backends print it.
#pragma once

#include "regtt/IR/Module.h"
#include "regtt/Frontend/Model/Traversal.h"

#include <clang/AST/Decl.h>
#include <llvm/ADT/DenseMap.h>

#include <memory>

namespace regtt {

/// Of one traversal: null for what it has not, or what was not lowered.
struct KernelParts {
  ir::Kernel *enter = nullptr;
  /// By their numbers in the Traversal.
  std::vector<ir::Function *> helpers, guards, resumes, invariants;
  ir::Function *program = nullptr, *absent = nullptr;
  /// `enter` in two halves: whether the visit ends before it has done anything,
  /// and what it does else.
  ir::Function *truncates = nullptr, *proceed = nullptr;
  /// What linearising evaluates for a node, each of one `return`: of a group of
  /// slots the child's number, or where a list of them begins; how long the
  /// list is; whether the traversal looks at the children; whether a number is
  /// one.
  struct Slots {
    ir::Function *value = nullptr, *extent = nullptr, *followedIf = nullptr,
                 *test = nullptr;
  };
  std::vector<Slots> slots; ///< by slot group
  /// What linearising holds of them is called, where nodes are numbers; and the
  /// paths that it looks at besides the arrival record.
  std::vector<std::string> slotNames;
  std::vector<unsigned> hostPaths;
  std::vector<ir::Function *> pointers; ///< whether each is followed; null: yes
  ir::Function *isNode = nullptr;       ///< whether a number is a node's
  /// The user's calls that visits stand for.
  llvm::DenseMap<const ir::Statement *, const Call *> calls;
};

/// One traversal's parts in a module of their own.
struct SiteKernel {
  std::shared_ptr<const ir::Module> module;
  KernelParts parts;
  /// What types and fields are of the user's.
  llvm::DenseMap<const ir::NamedType *, const clang::TagDecl *> types;
  llvm::DenseMap<const ir::Field *, const clang::FieldDecl *> fields;
};

} // namespace regtt
