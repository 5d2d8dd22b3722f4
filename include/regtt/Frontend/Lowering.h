/// Directive + function + loop -> Model. The one way from Clang's AST into it.
///
/// Before: the translation unit has no errors and its directives are paired.
/// After: the Model's tree, paths, uniforms and calls are complete; positions,
/// guards, traits and layout are not (lib/Analysis, lib/Transform).
#pragma once

#include "regtt/Frontend/FpMode.h"
#include "regtt/Frontend/Model/Model.h"
#include "regtt/Frontend/Pairing.h"

namespace regtt {

/// Lowers one annotated loop and the traversal it calls. Null after
/// diagnostics; all blockers of the pair are reported.
std::unique_ptr<Model> lowerPair(clang::ASTContext &context,
                                 const Pairing &pairing,
                                 const PairedLoop &paired, FpMode fp,
                                 Diagnostics &diagnostics);

} // namespace regtt
