/// A body with what its variables and expressions stand for.
#pragma once

#include "regtt/Frontend/Model/Statement.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <optional>
#include <string>

namespace regtt {

/// What a variable of a function stands for.
struct Role {
  enum Kind {
    Value,   ///< an ordinary local or by-value parameter
    Object,  ///< a pointer or reference to the node, the query, an object
             ///< reached from the node, or an element of an array, whose number
             ///< the variable holds; `base` and `steps` say which
    Shared,  ///< a pointer or reference to what all iterations share: a struct,
             ///< whose fields are uniforms, spelled `hostPrefix` + field, or an
             ///< array
    Uniform, ///< `index` into Traversal::uniforms
    Arg,     ///< `index` into Traversal::args
    Link     ///< a local that holds a child
  } kind = Value;
  Base base = Base::Node;
  unsigned number = 0; ///< see Base
  PathSteps steps;
  unsigned index = 0;
  std::string hostPrefix;

  bool operator==(const Role &other) const {
    return kind == other.kind && base == other.base && number == other.number &&
           steps == other.steps && index == other.index &&
           hostPrefix == other.hostPrefix;
  }
};

/// The traversal's body or one instance of a helper: a function together with
/// what its pointer and reference parameters are bound to.
struct Function {
  const clang::FunctionDecl *decl = nullptr;
  std::string name; ///< as emitted; unique in the traversal
  Statement body;
  llvm::SmallVector<Role, 4> paramRoles; ///< of a helper, by parameter
  std::optional<Role> thisRole;          ///< of a member function
  /// Of a constructor: the object it makes, a local of the emitted function.
  const clang::VarDecl *made = nullptr;
  /// Parameters bound to values, and the object, that are written through; what
  /// is not is emitted as const.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> written;
  bool writesThis = false;
  bool resultWritten = false; ///< callers write through what it returns
  /// Of a lambda, and of what is handed one: variables of the function around
  /// it, which are handed on by reference, or as the number of an element.
  llvm::SmallVector<const clang::VarDecl *, 2> captured;

  llvm::DenseMap<const clang::VarDecl *, Role> roles;
  llvm::DenseMap<const clang::Expr *, Access> accesses;
  llvm::DenseMap<const clang::Expr *, ChildRef> children;
  llvm::DenseMap<const clang::Expr *, RootRef> roots; ///< of a query program
  llvm::DenseMap<const clang::Expr *, NullTest> nullTests;
  llvm::DenseMap<const clang::Expr *, SameChild> sameChildren;
  /// Locals that hold a child and are changed: all that they are set to.
  llvm::DenseMap<const clang::VarDecl *,
                 llvm::SmallVector<const clang::Expr *, 2>>
      linkValues;
  llvm::DenseMap<const clang::Expr *, ListSize> listSizes;
  /// Variables that stand for each child of a slot group in turn.
  llvm::DenseMap<const clang::VarDecl *, unsigned> eachChild;
  llvm::DenseMap<const clang::Expr *, bool> folded;
  llvm::DenseMap<const clang::Expr *, unsigned> uniforms;
  /// Expressions that stand for an element's number: what a pointer into an
  /// array is initialised with, compared with, or handed to a helper as.
  llvm::DenseMap<const clang::Expr *, ElementRef> elements;
  llvm::DenseMap<const clang::Expr *, unsigned> helperCalls;
  /// Recursive calls in expressions: what keeps the value they have returned.
  llvm::DenseMap<const clang::Expr *, const clang::VarDecl *> results;
  llvm::DenseMap<const clang::Expr *, std::string> libraryCalls;
  llvm::DenseMap<const clang::Expr *, ContainerCall> containerCalls;
  /// Local names that the printer must use instead of the user's.
  llvm::DenseMap<const clang::VarDecl *, std::string> names;
};

} // namespace regtt
