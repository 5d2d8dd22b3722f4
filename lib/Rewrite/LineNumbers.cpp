// Gives the lines of the host file their numbers.
//
//     #line 1 "user.cpp"
//     ...                               the user's, lines 1 to 12
//     #line 13 "user.cpp"
//     { /* regtt-cc: ... */             put in: each is line 13
//     #line 13 "user.cpp"
//     regtt_begin(&regtt_call);
//     #line 13 "user.cpp"
//     for (int i = 0; i < n; ++i)       the user's again
#include "LineNumbers.h"

#include "regtt/Host/Block.h"
#include "regtt/Support/Quoting.h"

#include <llvm/ADT/StringExtras.h>

using namespace regtt;

/// `#line regtt 13 "user.cpp"`, which no compiler takes.
static constexpr llvm::StringLiteral mark = "#line regtt";

std::string regtt::generatedFrom(llvm::StringRef directive) {
  directive = directive.trim();
  directive.consume_front("#line");
  return "\n" + mark.str() + directive.str() + "\n";
}

namespace {

class Numberer {
public:
  explicit Numberer(llvm::StringRef ownName) : ownName(ownName) {}

  void put(llvm::StringRef line) {
    out += line;
    out += '\n';
    ++lines;
  }

  void take(llvm::StringRef line) {
    if (line == llvm::StringRef(host::endOfUserText()).trim()) {
      begin();
    } else if (line.consume_front(mark)) {
      place = ("#line" + line).str();
      begin();
    } else if (isGenerated && line.starts_with("#line ")) {
      isGenerated = false;
      put(line);
    } else if (!isGenerated) {
      put(line);
    } else if (!line.trim().empty()) {
      if (ownName.empty())
        put(place);
      put(line);
    }
  }

  std::string out;

private:
  void begin() {
    isGenerated = true;
    if (!ownName.empty())
      put("#line " + std::to_string(lines + 2) + " " + quotedForC(ownName));
  }

  llvm::StringRef ownName;
  std::string place;
  unsigned lines = 0; ///< put so far
  bool isGenerated = false;
};

} // namespace

std::string regtt::numberLines(llvm::StringRef text, llvm::StringRef input,
                               llvm::StringRef ownName) {
  Numberer numberer(ownName);
  // A byte order mark is one at the beginning of a file alone.
  if (text.consume_front("\xef\xbb\xbf"))
    numberer.out = "\xef\xbb\xbf";
  numberer.put("#line 1 " + quotedForC(input));
  while (!text.empty()) {
    const auto [line, rest] = text.split('\n');
    // The last line may have no end.
    if (rest.empty() && text.size() == line.size()) {
      numberer.out += line;
      break;
    }
    numberer.take(line);
    text = rest;
  }
  return numberer.out;
}
