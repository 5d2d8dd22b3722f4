/// Types that have no name outside of functions: a function's own, closures,
/// and what has such a template argument.
#pragma once

#include <clang/AST/DeclTemplate.h>

namespace regtt {

bool isLocal(clang::QualType type);
bool isLocal(const clang::TagDecl *tag);
bool isLocal(const clang::TemplateArgument &argument);

} // namespace regtt
