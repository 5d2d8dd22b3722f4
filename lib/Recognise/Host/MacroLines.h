// Lines of the loop's text that change what macros mean: statements that the
// host file repeats, ahead of the loop, would be read with other ones.
//
//     for (int i = 0; i < n; ++i) {
//     #define SCALED(x) ((x) * 2)
//       const float r = SCALED(radius[i]);   // not where this is repeated
#pragma once

#include "regtt/Host/Loop.h"
#include "regtt/IR/Module.h"

#include <optional>

namespace regtt::recognise {

/// The first such line between the loop's head and the end of its body.
std::optional<ir::Location> macroLine(const ir::Module &module,
                                      const ir::Statement &loop);

/// Whether the block has statements of the body's besides the loop itself.
bool repeatsStatements(const host::Loop &loop);

} // namespace regtt::recognise
