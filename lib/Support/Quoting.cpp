// Escapes names of files.
#include "regtt/Support/Quoting.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

static bool isControl(char c) {
  return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
}

std::string regtt::quotedForC(llvm::StringRef text) {
  std::string result = "\"";
  char before = 0;
  for (const char c : text) {
    const unsigned code = static_cast<unsigned char>(c);
    // Two question marks might begin a trigraph, `*` and `/` a comment's end.
    const bool odd = isControl(c) || (c == '?' && before == '?') ||
                     (c == '/' && before == '*') || (c == '*' && before == '/');
    before = c;
    if (odd)
      result += {'\\', char('0' + code / 64), char('0' + code / 8 % 8),
                 char('0' + code % 8)};
    else if (c == '\\' || c == '"')
      result += {'\\', c};
    else
      result += c;
  }
  return result + "\"";
}

std::string regtt::unquotedFromC(llvm::StringRef text) {
  std::string result;
  while (!text.empty()) {
    const char c = text.front();
    text = text.drop_front();
    if (c != '\\' || text.empty()) {
      result += c;
      continue;
    }
    unsigned code = 0;
    const llvm::StringRef digits = text.take_front(3);
    if (digits.size() == 3 && !digits.getAsInteger(8, code)) {
      result += static_cast<char>(code);
      text = text.drop_front(3);
    } else {
      result += text.front() == 'n' ? '\n' : text.front();
      text = text.drop_front();
    }
  }
  return result;
}

std::string regtt::forComment(llvm::StringRef text) {
  const bool plain = llvm::none_of(text, isControl) && !text.contains("*/") &&
                     !text.contains("/*") && !text.contains("??") &&
                     !text.contains('\\');
  return plain ? text.str() : quotedForC(text);
}
