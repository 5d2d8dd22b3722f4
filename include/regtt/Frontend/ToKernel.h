/// A traversal of the Model -> a kernel of the language of include/regtt/IR,
/// and the functions that it is made of.
///
///     void visit(Query *q, Node *n) {
///       if (n == nullptr || far(q, n)) return;
///       q->found += n->weight;
///       visit(q, n->left);
///     }
///  -> kernel @visit(queries)(%self: link @Node) -> void {
///       if @visit::far() { return }
///       store own own(2: f32) = add(load own(2: f32), load node(1: f32))
///       visit @visit(lib "rt::child"<link @Node>(0:i32))
///     }
#pragma once

#include "regtt/Frontend/Model/Model.h"
#include "regtt/Frontend/Site.h"

namespace regtt {

/// Before: the passes over the Model have run. After: a module that ir::verify
/// takes, and tables of what its places are (regtt/Kernel/Data.h). Pointers
/// into arrays are elements' numbers, pointers to nodes are links. What engines
/// know of a node's children is asked by calls of a library: `rt::child`, the
/// child in a slot or of a number; `rt::children`, how many a list has;
/// `rt::root`, one of a group of roots.
LoweredSite lowerSite(const Model &model, clang::ASTContext &context,
                      const Pairing &pairing);

} // namespace regtt
