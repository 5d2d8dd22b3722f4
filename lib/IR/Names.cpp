// Names and strings as the text form writes them.
#include "Names.h"

#include <llvm/ADT/StringExtras.h>

using namespace regtt::ir;

bool regtt::ir::isNameStart(char c) {
  return llvm::isAlpha(c) || c == '_' || c == '$';
}
bool regtt::ir::isNamePart(char c) {
  return isNameStart(c) || llvm::isDigit(c);
}

std::string regtt::ir::quotedText(llvm::StringRef bytes) {
  std::string result = "\"";
  for (const char c : bytes) {
    if (c == '"' || c == '\\')
      result += {'\\', c};
    else if (c == '\n')
      result += "\\n";
    else if (llvm::isPrint(c))
      result += c;
    else
      result += {'\\', llvm::hexdigit((c >> 4) & 15), llvm::hexdigit(c & 15)};
  }
  return result + "\"";
}

/// Takes a word off the front of `rest`.
static bool takeWord(llvm::StringRef &rest) {
  if (rest.empty() || !isNameStart(rest[0]))
    return false;
  rest = rest.drop_while(isNamePart);
  return true;
}

std::string regtt::ir::wordText(llvm::StringRef name) {
  llvm::StringRef rest = name;
  return takeWord(rest) && rest.empty() ? name.str() : quotedText(name);
}

std::string regtt::ir::symbolText(llvm::StringRef name) {
  llvm::StringRef rest = name;
  bool isBare = takeWord(rest);
  while (isBare && rest.consume_front("::"))
    isBare = takeWord(rest);
  if (isBare && rest.consume_front("."))
    isBare = !rest.empty() && llvm::all_of(rest, llvm::isDigit);
  else
    isBare &= rest.empty();
  return isBare ? name.str() : quotedText(name);
}

llvm::StringRef regtt::ir::withoutNumber(llvm::StringRef name) {
  const llvm::StringRef rest = name.rtrim("0123456789");
  return rest.size() > 1 && rest.size() < name.size() && rest.back() == '.'
             ? rest.drop_back()
             : name;
}
