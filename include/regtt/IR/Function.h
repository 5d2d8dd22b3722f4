/// Functions, kernels and globals: what a Module is made of.
#pragma once

#include "regtt/IR/Statement.h"

namespace regtt::ir {

/// Where a definition counts, and what others of its name mean.
enum class Linkage {
  External,
  Internal, ///< in this file alone
  Weak      ///< as C++'s inline: all definitions are alike
};

/// `fn pure @length(%p: ref @Point) -> f32 { ... }`,
/// `fn virtual @Shape::area(%this: ref @Shape) -> f32 { ... }`,
/// `fn traversal @visit(%n: ptr @Node) -> void { ... }`,
/// `fn @rand() -> i32`
struct Function {
  const std::string name; ///< unique among functions, kernels and globals
  const FunctionType *const type;
  std::vector<Variable *> params;
  BlockStatement *body = nullptr; ///< null where it is only declared
  bool isPure = false;            ///< its calls have no effects
  bool isTraversal = false;       ///< the user says so
  bool isUnseen = false;          ///< not declared ahead of the annotated loop
  /// Calls the virtual function of its name that the object's class has, for
  /// `this` is of one of those that the class of `this` is told by.
  bool isVirtual = false;
  std::vector<Clause> clauses; ///< `... -> void [order "any"] { ... }`
  Linkage linkage = Linkage::External;
  Location loc;

  Function(llvm::StringRef name, const FunctionType *type, Location loc)
      : name(name.str()), type(type), loc(loc) {}
  virtual ~Function() = default;
};

/// `kernel @visit(queries) (%q: ref @Query, %n: link @Node) { ... }`: a body,
/// and what of it runs in parallel.
struct Kernel final : Function {
  enum Domain {
    Queries, ///< iterations, each with traversals of its own
    Nested,  ///< elements and their neighbours
    Nodes,   ///< the nodes of a tree
    Grid     ///< threads and blocks
  };
  Domain domain;

  Kernel(llvm::StringRef name, Domain domain, const FunctionType *type,
         Location loc)
      : Function(name, type, loc), domain(domain) {}
};
llvm::StringRef textOf(Kernel::Domain domain);

/// `global const @weights: [2 x f32] = ...`
struct Global {
  const std::string name; ///< unique among functions, kernels and globals
  const Type *const type;
  const Expr *init = nullptr; ///< null: zero, or not known where it is external
  bool isConst = false, isVolatile = false, isThreadLocal = false;
  bool isDeclaration = false; ///< `extern`: its value is another file's
  bool isLocal = false;       ///< declared in a function
  bool isPrivate = false;     ///< or protected: not everyone may name it
  bool isUnseen = false;      ///< not declared ahead of the annotated loop
  Linkage linkage = Linkage::External;
  Location loc;

  Global(llvm::StringRef name, const Type *type, Location loc)
      : name(name.str()), type(type), loc(loc) {}
};

} // namespace regtt::ir
