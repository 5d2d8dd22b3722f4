/// An annotated loop -> its kernel and what stands in the host file for it, by
/// recognition on the language.
#pragma once

#include "regtt/Frontend/FpMode.h"
#include "regtt/Frontend/Site.h"

namespace regtt {

/// Nothing where the loop is refused, which `diagnostics` has said.
std::optional<LoweredSite> recogniseSite(clang::ASTContext &context,
                                         const Pairing &pairing,
                                         const PairedLoop &paired, FpMode fp,
                                         Diagnostics &diagnostics);

} // namespace regtt
