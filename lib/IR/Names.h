/// How names and strings are written: bare where they are words, else quoted.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>

namespace regtt::ir {

/// Letters, digits, `_` and `$`.
bool isNameStart(char c);
bool isNamePart(char c);

/// `"..."`, with `\"`, `\\`, `\n` and `\XX` (two hexadecimal digits) for what
/// does not print.
std::string quotedText(llvm::StringRef bytes);

/// After `@`, `%` or `.`: a name with `::` between its parts, and perhaps `.2`
/// at its end, else quoted.
std::string symbolText(llvm::StringRef name);

} // namespace regtt::ir
