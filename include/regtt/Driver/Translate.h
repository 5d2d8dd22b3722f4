/// One source file through the compiler proper: from text to emitted files.
#pragma once

#include "regtt/Backend/Backend.h"
#include "regtt/Driver/CommandLine.h"
#include "regtt/Frontend/HostPreprocessor.h"

#include <functional>
#include <map>
#include <set>
#include <tuple>

namespace regtt {

/// A file that may define what the loops of another one call.
struct OtherSource {
  SourceFile source;
  /// What the host compiler's preprocessor makes of it, asked for once.
  std::function<const HostPreprocessed &()> host;
  /// Another command makes its object.
  bool isTied = false;
  /// The symbol by which that is known (Ties.h); empty: it has none.
  std::function<std::string()> tie;
};

struct TranslateRequest {
  SourceFile source;
  std::string text; ///< what it says
  std::string stem; ///< of the names of what is generated
  /// The host file's, where the user keeps or prints what is generated; else
  /// empty.
  std::string hostName;
  std::vector<std::string> compileArgs;  ///< the compilers' arguments
  std::string resourceDir;               ///< of Clang's own headers
  std::vector<const Backend *> backends; ///< targets that can be compiled
  const Options *options;
  HostPreprocessed host;
  std::vector<OtherSource> others;
};

/// A pragma that `--suggest` would add.
struct AddedLine {
  std::string file;
  unsigned offset; ///< in the file; it is to stand in front
  std::string text;

  bool operator<(const AddedLine &other) const {
    return std::tie(file, offset, text) <
           std::tie(other.file, other.offset, other.text);
  }
};

struct Suggestions {
  /// A file that gets lines.
  struct File {
    std::string text;
    std::string copy; ///< its path in a folder of copies; empty: it has none
  };
  std::string text; ///< what became of each loop that was tried
  std::set<AddedLine> lines;
  std::map<std::string, File> files;

  void add(const Suggestions &more) {
    text += more.text;
    lines.insert(more.lines.begin(), more.lines.end());
    files.insert(more.files.begin(), more.files.end());
  }
};

/// What became of a file.
struct Translation {
  bool ok = false;       ///< false: diagnostics said why
  bool anySites = false; ///< false: nothing to transform, compile as it is
  std::string stem;      ///< as requested
  std::string ir, header, host, report, explanation;
  std::vector<std::string> classes; ///< of the loops' traversals, with reasons
  Suggestions suggestions;
  /// Which of the others have definitions that what is emitted is made of.
  std::vector<SourceFile> used;
  /// Slices, by backend; empty where no site has that target.
  std::vector<Slice> slices;
};

Translation translate(const TranslateRequest &request);

/// The version, as in banners and --version.
llvm::StringRef toolVersion();

} // namespace regtt
