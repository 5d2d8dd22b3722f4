/// Pairs directives with the functions and loops that follow them.
///
/// Both are paired by location: a GNU attribute cannot stand before the word
/// `template`, so an annotation injected at the pragma would not reach function
/// templates; a location reaches the pattern, and through it every
/// instantiation.
#pragma once

#include "regtt/Frontend/Directives.h"
#include "regtt/Frontend/Regions.h"
#include "regtt/Frontend/Rounds.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <llvm/ADT/DenseMap.h>

namespace clang {
class Sema;
}

namespace regtt {

class OtherFiles;

/// An annotated loop in one function; for a loop in a template, in one of its
/// instantiations.
struct PairedLoop {
  const Directive *directive;
  const clang::Stmt *loop;             ///< a ForStmt or a CXXForRangeStmt
  const clang::FunctionDecl *function; ///< what holds the loop
  /// Of a loop in this one, and that loop; null: none has any.
  const Directive *consolidation = nullptr;
  const clang::Stmt *inner = nullptr;
  /// The loop around it that ends at a fixed point.
  std::optional<Rounds> rounds = std::nullopt;
  /// The innermost around it, unless it is a round; null: none is.
  std::shared_ptr<const HostRegion> region = nullptr;
};

struct Pairing {
  /// Of the translation unit, which says what clauses mean; null: nobody asks.
  clang::Sema *sema = nullptr;
  /// Which other files there are to look for definitions; null: none.
  const OtherFiles *others = nullptr;
  std::vector<PairedLoop> loops; ///< in source order, then by instantiation
  /// By the pattern's canonical declaration.
  llvm::DenseMap<const clang::FunctionDecl *, const Directive *> traversals;
  /// Of annotated virtual functions, by what they override in the end: a call
  /// of any of these is one of the traversal.
  llvm::DenseMap<const clang::FunctionDecl *, const Directive *> overridden;

  /// The directive of `function` itself.
  const Directive *ownDirective(const clang::FunctionDecl *function) const;
  const Directive *traversalOf(const clang::FunctionDecl *function) const;
};

/// The declaration a function was written as: the pattern of an instantiation,
/// the function itself otherwise; canonical.
const clang::FunctionDecl *writtenAs(const clang::FunctionDecl *function);

Pairing pairDirectives(clang::ASTContext &context,
                       const std::vector<Directive> &directives,
                       Diagnostics &diagnostics);

} // namespace regtt
