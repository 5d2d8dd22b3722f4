// The tables of a kernel, from the Model as its passes have left it. What needs
// Clang's layout of the user's types is computed here, once.
#pragma once

#include "Kernels.h"

namespace regtt::tokernel {

/// What records of an object of `type` are called, as an identifier; empty
/// where the user's type has no name.
std::string typeName(clang::QualType type);

/// The bytes of an object, and, as steps, the way from an object of type `from`
/// to a datum.
uint64_t bytesOf(clang::QualType type, const clang::ASTContext &ast);
kernel::DataSteps dataSteps(clang::QualType from, const PathSteps &steps,
                            const Traversal &traversal,
                            const clang::ASTContext &ast);

/// Each fills what its name says, when all functions are there.
void fillData(Kernels &kernels);
void fillChildren(Kernels &kernels);
void fillHelpers(Kernels &kernels);
void fillTypes(Kernels &kernels);
kernel::SiteLoop siteLoop(Kernels &kernels);

/// What the host file does around the loop.
host::Loop hostLoop(const Model &model, const clang::ASTContext &ast);

} // namespace regtt::tokernel
