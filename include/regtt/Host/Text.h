/// Kernels and what is around their loops as text: what kernel::print prints
/// (regtt/Kernel/Text.h), and a third document, so that the printer of loops is
/// tested alone:
///
///     ---
///     loop:
///       counted: true
///       operandBytes: [ 16 ]
///     host:
///       head: 'for (int i = 0; i < n; ++i)'
///       first: { type: int, text: '0' }
///       last: { type: auto, text: n }
///       root: root
///       operands:
///         - { text: 'points[regtt_first]' }
///     ...
///
/// `loop` is kernel::SiteLoop, `host` is host::Loop. What is as it is by
/// default is left out.
#pragma once

#include "regtt/Host/Loop.h"
#include "regtt/IR/Printer.h"

#include <llvm/Support/Error.h>

namespace regtt::host {

void print(const Tables &tables, llvm::raw_ostream &out,
           ir::PrintOptions options = {});

/// A kernel of a text, and its loop, where the text has one.
struct Document {
  kernel::Kernel kernel;
  bool hasLoop = false;
  kernel::SiteLoop site;
  Loop loop;

  Tables tables() const { return {kernel, site, loop}; }
};

/// All kernels of a text, one after the other. The error says what is wrong and
/// where.
llvm::Expected<std::vector<Document>> read(llvm::StringRef text);

} // namespace regtt::host
