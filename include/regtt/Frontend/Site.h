/// An annotated loop, as what knows no Clang takes it from the front end.
#pragma once

#include "regtt/Frontend/LoopPlace.h"
#include "regtt/Frontend/ToIR.h"
#include "regtt/Host/Loop.h"

namespace regtt {

struct LoweredSite {
  kernel::Kernel kernel;
  kernel::SiteLoop loop;
  host::Loop host;
  LoopPlace place;
  PlacesInSource places; ///< of all locations in the kernel
  /// The traversals that the loop comes to.
  std::vector<const clang::FunctionDecl *> traversals;

  /// Where messages without a place of their own stand.
  clang::SourceLocation loc;
};

} // namespace regtt
