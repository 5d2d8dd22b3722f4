// Compares the lines of the user's files that the host compiler's preprocessor
// keeps with those that Clang's does. Where macros of the system's headers or
// operators such as __has_builtin have two answers, this finds what comes of
// it.
#include "KeptLines.h"

#include "regtt/Support/Quoting.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Regex.h>

using namespace regtt;
using namespace clang;

namespace {

/// Numbers of lines, from 1 on.
using Lines = llvm::BitVector;

void add(Lines &lines, unsigned line) {
  if (line >= lines.size())
    lines.resize(2 * line + 1);
  lines.set(line);
}

bool has(const Lines &lines, unsigned line) {
  return line < lines.size() && lines.test(line);
}

std::string realPath(llvm::StringRef name) {
  llvm::SmallString<128> path;
  return llvm::sys::fs::real_path(name, path) ? name.str() : path.str().str();
}

/// What the host compiler keeps: of each file, of each time that it is
/// entered, which lines are not empty.
class HostLines {
public:
  explicit HostLines(llvm::StringRef text) {
    llvm::SmallVector<Lines *, 8> open;
    Lines *now = nullptr;
    unsigned line = 1;
    while (!text.empty()) {
      llvm::StringRef one;
      std::tie(one, text) = text.split('\n');
      if (!isMarker(one)) {
        if (now && isCompared(one.trim()))
          add(*now, line);
        ++line;
        continue;
      }
      auto [number, rest] = one.drop_front(2).split(' ');
      number.getAsInteger(10, line);
      const auto [name, flags] = rest.drop_front().rsplit('"');
      if (flags.contains("1") || (open.empty() && !isBuiltIn(name))) {
        open.push_back(&begin(unquotedFromC(name)));
      } else if (flags.contains("2") && open.size() > 1) {
        open.pop_back();
      }
      now = open.empty() || isBuiltIn(name) ? nullptr : open.back();
    }
  }

  /// The lines of `code` that are kept the next time that `path` is entered and
  /// any is; none if there is no more.
  Lines take(llvm::StringRef path, const Lines &code) {
    std::vector<std::unique_ptr<Lines>> &times = files[path];
    for (unsigned &next = taken[path]; next < times.size();) {
      Lines kept = *times[next++];
      kept.resize(code.size());
      kept &= code;
      if (kept.any())
        return kept;
    }
    return {};
  }

private:
  /// `# 12 "file" 1 3`
  static bool isMarker(llvm::StringRef line) {
    return line.consume_front("# ") && !line.empty() &&
           llvm::isDigit(line.front()) && line.contains('"');
  }

  /// `<command-line>`; standard input is a file.
  static bool isBuiltIn(llvm::StringRef name) {
    return name.starts_with("<") && name != "<stdin>";
  }

  /// A line of code, or what defines a macro.
  static bool isCompared(llvm::StringRef line) {
    return !line.empty() &&
           (line.front() != '#' || line.starts_with("#define ") ||
            line.starts_with("#undef "));
  }

  Lines &begin(llvm::StringRef name) {
    std::vector<std::unique_ptr<Lines>> &times = files[realPath(name)];
    times.push_back(std::make_unique<Lines>());
    return *times.back();
  }

  llvm::StringMap<std::vector<std::unique_ptr<Lines>>> files;
  llvm::StringMap<unsigned> taken;
};

/// The lines of `file` on which a token stands that is of no directive, and
/// those that define macros.
Lines codeLines(const Preprocessor &preprocessor, FileID file) {
  const SourceManager &manager = preprocessor.getSourceManager();
  Lexer lexer(file, manager.getBufferOrFake(file), manager,
              preprocessor.getLangOpts());
  const auto lineOf = [&](const Token &token) {
    return manager.getSpellingLineNumber(token.getLocation());
  };
  Lines result;
  bool inDirective = false;
  Token token, hash;
  hash.startToken();
  for (bool end = false; !end;) {
    end = lexer.LexFromRawLexer(token);
    const bool names = inDirective && hash.is(tok::hash);
    if (token.isAtStartOfLine())
      inDirective = token.is(tok::hash);
    if (!inDirective && token.isNot(tok::eof))
      add(result, lineOf(token));
    if (names && inDirective && token.is(tok::raw_identifier) &&
        (token.getRawIdentifier() == "define" ||
         token.getRawIdentifier() == "undef"))
      add(result, lineOf(hash));
    hash = token;
  }
  return result;
}

} // namespace

bool HostMacros::KeptLines::check(Preprocessor &preprocessor,
                                  llvm::StringRef text,
                                  Diagnostics &diagnostics) const {
  if (text.empty())
    return true;
  const SourceManager &manager = preprocessor.getSourceManager();
  llvm::DenseMap<FileID, Lines> left;
  for (const SourceRange &range : skipped) {
    const auto [file, offset] =
        manager.getDecomposedExpansionLoc(range.getBegin());
    const unsigned last = manager.getExpansionLineNumber(range.getEnd());
    for (unsigned line = manager.getLineNumber(file, offset) + 1; line < last;
         ++line)
      add(left[file], line);
  }
  HostLines host(text);
  llvm::SmallSet<llvm::StringRef, 8> said;
  const auto tell = [&](FileID file, llvm::StringRef path, unsigned line,
                        bool keeps) {
    if (said.insert(path).second)
      diagnostics.report(manager.translateLineCol(file, line, 1), Diag::RTT1018)
          << (keeps ? "leaves out" : "keeps") << (keeps ? "kept" : "left out");
  };
  struct Entered {
    FileID file;
    std::string path;
    Lines code;
  };
  std::vector<Entered> entered;
  for (const FileID file : files)
    if (const OptionalFileEntryRef entry = manager.getFileEntryRefForID(file);
        entry && !renumbered.count(file))
      entered.push_back(
          {file, realPath(entry->getName()), codeLines(preprocessor, file)});
  for (const auto &[file, path, code] : entered) {
    Lines own = code;
    if (const auto found = left.find(file); found != left.end())
      own.reset(found->second);
    // Of a time at which neither keeps anything the host says nothing.
    const Lines kept = own.any() ? host.take(path, code) : Lines();
    for (const unsigned line : code.set_bits())
      if (own.test(line) != has(kept, line)) {
        tell(file, path, line, own.test(line));
        break;
      }
  }
  // And once more, where the host alone keeps any.
  for (const auto &[file, path, code] : entered)
    if (const Lines kept = host.take(path, code); kept.any())
      tell(file, path, kept.find_first(), false);
  return said.empty();
}

bool regtt::hasPragma(const HostPreprocessed &host) {
  static const llvm::Regex pragma(
      "^[ \t]*#[ \t]*pragma[ \t]+regtt|_Pragma[ \t]*\\([ \t]*\"regtt",
      llvm::Regex::Newline);
  return pragma.match(host.text);
}
