/// The Model as stable text, for --emit=model and the tests.
#pragma once

#include "regtt/Frontend/Model/Model.h"

#include <clang/AST/ASTContext.h>
#include <llvm/Support/raw_ostream.h>

namespace regtt {

void printModel(const Model &model, const clang::ASTContext &ast,
                llvm::raw_ostream &out);

/// `STMD-static` and so on.
llvm::StringRef name(TraversalClass classification);

} // namespace regtt
