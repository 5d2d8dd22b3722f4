/// The texts around a loop in a template. One holds for all instantiations,
/// where they differ in types and names alone; else there are several, one of
/// which each instantiation chooses (`if constexpr`).
#pragma once

#include "regtt/Backend/Backend.h"
#include "regtt/Frontend/LoopPlace.h"
#include "regtt/Host/Block.h"

#include <clang/AST/ASTContext.h>

namespace regtt {

/// What the host file has of a loop, or of an instantiation of one.
struct HostPart {
  host::Loop loop;
  LoopPlace place;
  unsigned text = 0; ///< among those of its loop
};

host::Block blockOf(const Site &site, const HostPart &host,
                    bool isOfSeveral = false);

/// An instantiation of the same loop.
struct SameLoop {
  const Site &site;
  HostPart &host;
};

/// Finds the text of `added`: that of one of `others`, if it can be made to
/// hold for both, or another one. What the runtime compares for one
/// instantiation, by its types, it may for all.
void chooseText(const SameLoop &added, llvm::ArrayRef<SameLoop> others);

/// Whether the user's loop may stand in the file once more, behind itself: it
/// has neither labels nor directives that change macros.
bool isRepeatable(const clang::ASTContext &context, const clang::Stmt *loop);

} // namespace regtt
