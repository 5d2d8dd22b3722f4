// The files that the functions of a module are lowered from: one Unit each, and
// what they know by one name.
//
//     main.c: struct tree;  double nearest(const struct tree *t, double x);
//     tree.c: struct tree { struct node *root; };  double nearest(...) { ... }
//
// There is one struct @tree and one function @nearest, whichever file names
// them. A type is that of the first file that has it whole; that it is the same
// in the others is compared.
#pragma once

#include "Unit.h"

#include "regtt/Frontend/OtherFiles.h"

#include <llvm/ADT/StringMap.h>

namespace regtt::toir {

class Files {
public:
  /// Of one file, unless its pairing knows others.
  Files(clang::ASTContext &own, const Pairing &pairing, LoweredUnit &lowered);
  ~Files();

  /// Of the loops.
  Unit &own() { return *units.front(); }
  /// Of the file that declares it.
  Unit &of(const clang::Decl *decl);
  /// Whether there are other files, and something of them was needed.
  bool any() const { return others && others->any(); }
  const OtherFiles &other() const { return *others; }

  /// Lowers all bodies that wait, in whichever file.
  void run();
  /// A type of `from` is to be `type`, by which another file has it.
  void compareLater(const clang::RecordDecl *from, const ir::StructType *type);

  /// By linkage names.
  llvm::StringMap<ir::Global *> globals;
  /// Types that no file has whole.
  llvm::StringMap<const ir::Type *> opaque;

private:
  const OtherFiles *others;
  LoweredUnit &lowered;
  std::vector<std::unique_ptr<Unit>> units;
  std::vector<std::pair<const clang::RecordDecl *, const ir::StructType *>>
      compared;
};

} // namespace regtt::toir
