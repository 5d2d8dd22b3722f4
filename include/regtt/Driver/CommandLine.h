/// The command line: own options, and everything that goes to the compilers.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/raw_ostream.h>

#include <string>
#include <vector>

namespace regtt {

/// Own options, as spelled; Options.def has their meaning.
struct Options {
#define FLAG(NAME, SPELLING, HELP) bool NAME = false;
#define BUILTIN FLAG
#define VALUE(NAME, SPELLING, DEFAULT, KIND, HELP) std::string NAME = DEFAULT;
#include "regtt/Driver/Options.def"
#undef FLAG
#undef BUILTIN
#undef VALUE
};

/// What regtt-cc looks at itself.
struct SourceFile {
  std::string path;
  bool c;               ///< compiled as C
  std::string language; ///< of -x; empty: the path's suffix says it

  bool isStdin() const { return path == "-"; }
  /// As compilers call it in messages.
  std::string name() const { return isStdin() ? "<stdin>" : path; }
};

/// A word of the final link.
struct LinkWord {
  std::string text;
  /// Which of the sources' objects stand here instead; -1: none.
  int source = -1;
};

/// What is compiled, but not by regtt-cc (assembler, Fortran).
struct OtherInput {
  std::string path, language;
};

/// What `g++` would be asked to do.
struct CommandLine {
  Options options;
  std::vector<SourceFile> sources;
  std::vector<OtherInput> others;
  std::vector<std::string> compile;  ///< arguments of compilations
  std::vector<LinkWord> link;        ///< inputs and arguments, in their order
  std::string output;                ///< of -o
  bool compileOnly = false;          ///< -c
  bool syntaxOnly = false;           ///< -fsyntax-only
  bool assembly = false;             ///< -S
  bool partial = false;              ///< -r
  bool passThrough = false;          ///< -E, -S, -M: no transformation
  bool hasInputs = false;            ///< any file at all
  std::vector<std::string> original; ///< all but own options
};

/// Of all words, the command itself first, files of options already opened.
llvm::Expected<CommandLine>
parseCommandLine(llvm::ArrayRef<const char *> arguments);

/// Whether files called so are compiled as C.
bool isC(llvm::StringRef path);

void printHelp(llvm::raw_ostream &out);

/// docs/options.md, from the same table.
void printOptionsPage(llvm::raw_ostream &out);

} // namespace regtt
