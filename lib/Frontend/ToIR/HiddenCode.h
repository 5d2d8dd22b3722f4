// Which of the library's objects run the user's code without a word at a call.
#pragma once

#include <clang/AST/Type.h>

namespace regtt::toir {

/// Whether objects of that type end with the user's code, in a container, too.
bool endsWithCode(clang::QualType type);
/// Of a library's function that is given such a value: whether it may call the
/// user's code.
bool isCallable(clang::QualType type);

} // namespace regtt::toir
