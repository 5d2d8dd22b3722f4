/// Kernels as text: a YAML stream of two documents, the functions in the text
/// form of the language and the tables beside them. So a pass is tested alone:
///
///     --- |
///       struct @Node size 24 align 8 { x: f32 @0, l: ptr @Node @8, ... }
///       kernel @visit(queries)(%self: link @Node) -> void {
///         store own own(1: f32) = add(load own(1: f32), load node(0: f32))
///         visit @visit(lib "rt::child"<link @Node>(0:i32))
///       }
///     ---
///     name: visit
///     enter: visit
///     data:
///       - { text: n->x, name: x, owner: node, type: f32, steps: x@0 }
///       - { text: q->sum, name: sum, owner: query, type: f32, written: true }
///     slots:
///       - { text: n->l, steps: l@8 }
///     numSlots: 1
///
/// What is as it is by default is left out. What is printed is read back to
/// what prints the same, by host::read, which knows a third document.
#pragma once

#include "regtt/IR/Printer.h"
#include "regtt/Kernel/Kernel.h"

namespace regtt::kernel {

void print(const Kernel &kernel, llvm::raw_ostream &out,
           ir::PrintOptions options = {});

/// Whether `text` is a kernel's: it begins with a document, comments aside.
bool isKernelText(llvm::StringRef text);

} // namespace regtt::kernel
