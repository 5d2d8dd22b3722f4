/// The Model as stable text, for --emit=model and the tests: what the front end
/// has understood of a traversal, ahead of its lowering to a kernel.
#pragma once

#include "regtt/Frontend/Model/Model.h"

#include <clang/AST/ASTContext.h>
#include <llvm/Support/raw_ostream.h>

namespace regtt {

void printModel(const Model &model, const clang::ASTContext &ast,
                llvm::raw_ostream &out);

} // namespace regtt
