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

/// Of a field or a constant: one word, else quoted.
std::string wordText(llvm::StringRef name);

/// After `@` or `%`: a name with `::` between its parts, and perhaps `.2`
/// at its end, else quoted.
std::string symbolText(llvm::StringRef name);

/// `acc` of `acc.2`: the number tells variables of one name apart.
llvm::StringRef withoutNumber(llvm::StringRef name);

} // namespace regtt::ir
