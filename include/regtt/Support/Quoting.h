/// Names of files in what is printed: any bytes may stand in them.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>

namespace regtt {

/// As a string of C's, with its quotes, on one line.
std::string quotedForC(llvm::StringRef text);

/// What `quotedForC` made, without the quotes, or what a compiler prints in a
/// line marker.
std::string unquotedFromC(llvm::StringRef text);

/// As it is, if it can stand in any comment of C's; else quoted.
std::string forComment(llvm::StringRef text);

} // namespace regtt
