/// Virtual member functions, and the classes whose objects a call may meet, as
/// far as the translation unit shows them.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>

#include <vector>

namespace regtt {

/// The function that `method` overrides in the end, or itself where it
/// overrides none; null: there are several.
const clang::CXXMethodDecl *firstOverridden(const clang::CXXMethodDecl *method);

/// Whether virtual calls of one may run the other.
bool areOverridden(const clang::FunctionDecl *a, const clang::FunctionDecl *b);

/// The classes of which objects may be that begin as `base`: itself and those
/// that are derived from it, by whatever way, but abstract ones. In the order
/// of the source.
std::vector<const clang::CXXRecordDecl *>
classesFrom(const clang::CXXRecordDecl *base, clang::ASTContext &context);

} // namespace regtt
