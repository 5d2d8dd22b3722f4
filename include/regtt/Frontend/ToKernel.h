/// A traversal of the Model -> a kernel of the language of include/regtt/IR,
/// and the functions that it is made of.
///
///     if (n == nullptr || far(q, n)) return;   // void visit(Query *q, Node
///     *n) q->found += n->weight; visit(q, n->left);
///
///     kernel @visit(queries)(%self: link @Node) -> void {
///       if call @far() { return }
///       store own own(2: f32) = add(load own(2: f32), load node(1: f32))
///       visit @visit(lib "rt::child"<link @Node>(0:i32)) at 0:i32
///     }
#pragma once

#include "regtt/Frontend/ToIR.h"
#include "regtt/Frontend/Model/Kernel.h"
#include "regtt/Frontend/Model/Model.h"

namespace regtt {

/// The kernels of all traversals of a file, in one module.
struct LoweredKernels {
  LoweredUnit unit; ///< what was not lowered, and why, is in `notLowered`
  std::vector<KernelParts> parts; ///< by Model
};

/// Before: all passes have run. After: a module that ir::verify takes.
///
/// Data has no fields of structs any more: `node(1: f32)` and `own(2: f32)` are
/// numbers into Traversal::paths, `element(3: f32, i)` is path 3 of the array's
/// element i, `shared(0: f64)` is a number into Traversal::uniforms. Pointers
/// into arrays are elements' numbers, pointers to nodes are links. What engines
/// know of a node's children is asked by calls of a library: `rt::child`, the
/// child in a slot or of a number; `rt::children`, how many a list has;
/// `rt::root`, one of a group of roots. `rt::load` stands where the data of a
/// record other than the one that is there on arrival is needed.
LoweredKernels lowerKernels(llvm::ArrayRef<const Model *> models,
                            clang::ASTContext &context, const Pairing &pairing);

/// The kernel of one of them, for backends.
struct LoweredSite {
  SiteKernel kernel;
  std::vector<NotLowered> notLowered;
};
LoweredSite lowerSite(const Model &model, clang::ASTContext &context,
                      const Pairing &pairing);

/// The module's text, after comments that say what the numbers of data are.
void printKernels(const LoweredKernels &kernels,
                  llvm::ArrayRef<const Model *> models,
                  const clang::ASTContext &context, llvm::raw_ostream &out);

} // namespace regtt
