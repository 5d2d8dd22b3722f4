/// What code that stays the host's reads and writes of memory that annotated
/// loops may have on a device.
///
///     sum += g.weight;           reads g.weight; 'sum' is a local that nobody
///                                has the address of
///     std::swap(rank, next);     two vectors: not their elements
///     report(rank);              anything
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <llvm/ADT/DenseSet.h>

#include <string>
#include <vector>

namespace regtt {

struct HostAccess {
  struct Bytes {
    std::string text; ///< an lvalue, in the user's words
    bool isWritten = false;
    bool isVector = false; ///< the elements of one, any of them
  };
  bool readsAny = false; ///< it may read whatever there is
  bool isOpen = false;   ///< it may read and write whatever there is
  /// Which it reads or writes; what leads to one stands ahead of it.
  std::vector<Bytes> bytes;

  bool isNone() const { return !isOpen && !readsAny && bytes.empty(); }
};

/// Whether a variable of a range-based loop is the element, or its value, of
/// the same type.
bool isElementItself(const clang::VarDecl &variable);

class HostAccesses {
public:
  /// Of code in `function`, as it is written: what depends on a template's
  /// parameters may be anything.
  HostAccesses(clang::ASTContext &context, const clang::FunctionDecl *function);

  /// Of a statement, or an expression.
  HostAccess of(const clang::Stmt *s) const;

  /// Whether more than the value of a local is used somewhere.
  bool isAddressed(const clang::VarDecl *variable) const {
    return addressed.contains(variable);
  }

private:
  const clang::ASTContext &context;
  llvm::DenseSet<const clang::VarDecl *> addressed;
};

} // namespace regtt
