// The text form, cut into tokens.
#include "Lexer.h"

#include "Names.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/Twine.h>

using namespace regtt::ir;

namespace {

class Lexer {
public:
  explicit Lexer(llvm::StringRef text) : rest(text) {}

  llvm::Expected<std::vector<Token>> run() {
    std::vector<Token> tokens;
    do {
      skipBlanks();
      token = Token();
      token.line = line;
      token.column = column;
      if (llvm::Error error = next())
        return error;
      tokens.push_back(token);
    } while (token.kind != Token::End);
    return tokens;
  }

private:
  llvm::StringRef rest;
  unsigned line = 1, column = 1;
  Token token;

  char peek(size_t ahead = 0) const {
    return ahead < rest.size() ? rest[ahead] : '\0';
  }

  void skip(size_t count) {
    for (const char c : rest.take_front(count)) {
      ++column;
      if (c == '\n') {
        ++line;
        column = 1;
      }
    }
    rest = rest.drop_front(count);
  }

  void skipBlanks() {
    while (true) {
      const size_t blanks = rest.size() - rest.ltrim().size();
      const size_t comment =
          blanks == 0 && rest.starts_with("//") ? rest.find('\n') : 0;
      if (blanks == 0 && comment == 0)
        return;
      skip(blanks ? blanks : std::min(comment, rest.size()));
    }
  }

  /// Up to where the word ends that begins at `start`.
  size_t wordLength(size_t start) const {
    return std::min(rest.find_if_not(isNamePart, start), rest.size());
  }

  void take(Token::Kind kind, size_t count) {
    token.kind = kind;
    token.text += rest.take_front(count);
    skip(count);
  }

  llvm::Error next() {
    const char c = peek();
    if (rest.empty())
      return llvm::Error::success();
    if (isNameStart(c)) {
      take(Token::Word, wordLength(0));
      return llvm::Error::success();
    }
    if (c == '"')
      return string(Token::String);
    const bool isName = isNameStart(peek(1)) || peek(1) == '"';
    if ((c == '%' || c == '@') && isName)
      return name(c == '%' ? Token::Local : Token::Symbol);
    if (llvm::isDigit(c) ||
        (c == '-' && (llvm::isDigit(peek(1)) || rest.starts_with("-inf")))) {
      number();
      return llvm::Error::success();
    }
    if (rest.starts_with("->")) {
      take(Token::Mark, 2);
      return llvm::Error::success();
    }
    if (!llvm::StringRef("{}()[]<>,:=.*!#@").contains(c))
      return errorAt(token, "a character that is in no token");
    take(Token::Mark, 1);
    return llvm::Error::success();
  }

  /// `ns::Node`, `acc.2`, or quoted.
  llvm::Error name(Token::Kind kind) {
    skip(1);
    if (peek() == '"')
      return string(kind);
    take(kind, wordLength(0));
    while (rest.starts_with("::") && isNameStart(peek(2)))
      take(kind, wordLength(2));
    if (peek() == '.' && llvm::isDigit(peek(1)))
      take(kind, std::min(rest.find_if_not(llvm::isDigit, 1), rest.size()));
    return llvm::Error::success();
  }

  void number() {
    size_t length = 1;
    while (length < rest.size()) {
      const char c = rest[length], before = llvm::toLower(rest[length - 1]);
      const bool isHex = rest.ltrim('-').starts_with("0x");
      const bool isSign =
          (c == '+' || c == '-') && before == (isHex ? 'p' : 'e');
      if (!llvm::isAlnum(c) && c != '.' && !isSign)
        break;
      ++length;
    }
    take(Token::Number, length);
  }

  llvm::Error string(Token::Kind kind) {
    token.kind = kind;
    skip(1);
    while (peek() != '"') {
      if (rest.empty() || peek() == '\n')
        return errorAt(token, "a string without its end");
      if (peek() != '\\') {
        token.text += peek();
        skip(1);
        continue;
      }
      if (peek(1) == '"' || peek(1) == '\\' || peek(1) == 'n') {
        token.text += peek(1) == 'n' ? '\n' : peek(1);
        skip(2);
      } else if (llvm::isHexDigit(peek(1)) && llvm::isHexDigit(peek(2))) {
        token.text += static_cast<char>(llvm::hexFromNibbles(peek(1), peek(2)));
        skip(3);
      } else {
        return errorAt(token, "a string with an escape that there is not");
      }
    }
    skip(1);
    return llvm::Error::success();
  }
};

} // namespace

llvm::Expected<std::vector<Token>> regtt::ir::lex(llvm::StringRef text) {
  return Lexer(text).run();
}

std::string regtt::ir::describe(const Token &token) {
  switch (token.kind) {
  case Token::End:
    return "the end";
  case Token::Local:
    return "'%" + symbolText(token.text) + "'";
  case Token::Symbol:
    return "'@" + symbolText(token.text) + "'";
  case Token::String:
    return quotedText(token.text);
  case Token::Word:
  case Token::Number:
  case Token::Mark:
    return "'" + token.text + "'";
  }
  llvm_unreachable("a kind of token that there is not");
}

llvm::Error regtt::ir::errorAt(const Token &token, const llvm::Twine &what) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 llvm::Twine(token.line) + ":" +
                                     llvm::Twine(token.column) + ": " + what);
}
