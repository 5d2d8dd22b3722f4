// What the functions of one traversal share while they are lowered to kernels.
#pragma once

#include "../ToIR/Unit.h"

#include "regtt/Frontend/ToKernel.h"

namespace regtt::tokernel {

class Segment;

class Kernels {
public:
  Kernels(const Model &model, toir::Unit &unit, kernel::Kernel &kernel);

  /// Lowers all functions.
  void run();
  /// Fills all tables, when they are there.
  kernel::SiteLoop fillTables();

  const Model &model;
  const Traversal &traversal;
  toir::Unit &unit;
  ir::Module &module;
  kernel::Kernel &kernel;

  const ir::LinkType *link() const { return linkType; }
  const ir::IntType *index() const { return module.intType(ir::IntType::I64); }
  /// Of what counts children.
  const ir::IntType *counter() const {
    return module.intType(traversal.list() ? ir::IntType::U32
                                           : ir::IntType::I32);
  }
  /// How a variable lives on: a link, an element's number, or its value.
  const ir::Type *typeOf(const Function &function, const clang::VarDecl *var);
  /// Whether calls of `helper` have no effects.
  bool isPure(const Function &helper) const;
  /// Whether it is a member function of a value.
  static bool takesSelf(const Function &helper) {
    return helper.thisRole && helper.thisRole->kind == Role::Value &&
           !helper.made;
  }

private:
  const ir::LinkType *linkType = nullptr;

  const ir::StructType *nodeType();
  std::string name(llvm::StringRef part) const;
  ir::Function *make(llvm::StringRef part, const ir::Type *result,
                     llvm::ArrayRef<const ir::Type *> params,
                     clang::SourceLocation loc);
  ir::Function *helper(const Function &function);
  void declare();
  void fill(const Function &function, ir::Function *made,
            llvm::function_ref<void(Segment &)> lower);
  void lowerHostValues();
  ir::Function *hostValue(llvm::StringRef part, const ir::Type *result,
                          const clang::Expr *number,
                          llvm::function_ref<void(Segment &)> lower);
};

} // namespace regtt::tokernel
