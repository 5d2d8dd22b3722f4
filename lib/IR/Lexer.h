/// The tokens of the text form.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Error.h>

#include <string>
#include <vector>

namespace regtt::ir {

struct Token {
  enum Kind {
    End,
    Word,   ///< `load`
    Local,  ///< `%acc.2`
    Symbol, ///< `@ns::Node`, `@"operator new"`
    Number, ///< `-1`, `0x1.8p+1`, `-inf`; what of it is one, the reader says
    String, ///< `"text"`
    Mark    ///< `(`, `->`
  } kind = End;
  std::string text; ///< of a name or a string: what it stands for
  unsigned line = 0, column = 0;

  bool is(Kind wanted, llvm::StringRef wantedText) const {
    return kind == wanted && text == wantedText;
  }
};

/// As the text has it, for messages: `'%acc'`, `the end`.
std::string describe(const Token &token);

llvm::Error errorAt(const Token &token, const llvm::Twine &what);

/// All tokens of `text`, an End the last.
llvm::Expected<std::vector<Token>> lex(llvm::StringRef text);

} // namespace regtt::ir
