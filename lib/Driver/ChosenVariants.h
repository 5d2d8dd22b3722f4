// Which engines a loop is compiled for.
#pragma once

#include "regtt/Backend/Backend.h"
#include "regtt/Frontend/Pairing.h"
#include "regtt/Support/Diagnostics.h"

namespace regtt {

/// Sets `site.variants` to those that the loop's clause asks for, or `option`,
/// the value of --variant, which goes before it, or those that are usual.
/// False, with an error at the loop or its clause: one of them cannot be had.
bool chooseVariants(const PairedLoop &loop, llvm::StringRef option, Site &site,
                    Diagnostics &diagnostics);

} // namespace regtt
