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

struct SourceFile {
  std::string path;
  bool c; ///< compiled as C
};

/// What `g++` would be asked to do.
struct CommandLine {
  Options options;
  std::vector<SourceFile> sources;
  std::vector<std::string> objects;  ///< other inputs, in order
  std::vector<std::string> compile;  ///< arguments of compilations
  std::vector<std::string> link;     ///< arguments of the link alone
  std::string output;                ///< of -o
  bool compileOnly = false;          ///< -c
  bool passThrough = false;          ///< -E, -S, -M: no transformation
  std::vector<std::string> original; ///< all but own options
};

llvm::Expected<CommandLine> parseCommandLine(int argc, const char **argv);

void printHelp(llvm::raw_ostream &out);

/// docs/options.md, from the same table.
void printOptionsPage(llvm::raw_ostream &out);

} // namespace regtt
