// Asks the host compiler what its preprocessor makes of a source: which macros
// it predefines, and which lines it keeps.
#include "HostPreprocessor.h"

#include "HostNames.h"
#include "Process.h"
#include "Slices.h"

#include <llvm/Support/Path.h>

using namespace regtt;

/// The user's arguments without those that make other files, and without
/// warnings, some of which cannot be had while directives are kept.
static std::vector<std::string>
preprocessorArgs(const std::vector<std::string> &compile) {
  std::vector<std::string> result;
  for (const std::string &word : withoutDependencies(compile)) {
    const llvm::StringRef arg = word;
    if (!arg.starts_with("-save-temps") && arg != "-fsyntax-only" &&
        !arg.starts_with("-fdiagnostics") &&
        (!arg.starts_with("-W") || arg.starts_with("-Wp,")))
      result.push_back(word);
  }
  // As it is: GCC's own names for a file that this does not give.
  for (const std::string &word : compile)
    if (llvm::StringRef(word).starts_with("-Wp,-M"))
      result.push_back(word);
  return result;
}

static std::vector<std::string>
systemFolders(const std::vector<std::string> &compile) {
  std::vector<std::string> result;
  for (size_t i = 0; i < compile.size(); ++i) {
    llvm::StringRef arg = compile[i];
    if (!arg.consume_front("-isystem"))
      continue;
    if (!arg.empty())
      result.push_back(arg.str());
    else if (i + 1 < compile.size())
      result.push_back(compile[++i]);
  }
  return result;
}

/// Where the compiler has headers of its own; empty if it does not say.
static std::string ownHeaders(const std::string &compiler) {
  llvm::Expected<Captured> said =
      captureProcess({{compiler, "-print-file-name=include"}, ""});
  if (!said) {
    llvm::consumeError(said.takeError());
    return "";
  }
  const llvm::StringRef folder = llvm::StringRef(said->out).trim();
  return llvm::sys::path::is_absolute(folder) ? folder.str() : "";
}

HostPreprocessed
regtt::preprocessOnHost(const Toolchain &toolchain, const CommandLine &command,
                        const SourceFile &source,
                        const std::vector<std::string> &dependencies,
                        const std::string &input) {
  HostPreprocessed result;
  result.userFolders = systemFolders(command.compile);
  const std::string &compiler = source.c ? toolchain.cc : toolchain.cxx;
  result.ownHeaders = ownHeaders(compiler);
  Process process{{compiler}, input};
  std::vector<std::string> &words = process.words;
  for (std::string &arg : preprocessorArgs(command.compile))
    words.push_back(std::move(arg));
  words.insert(words.end(), dependencies.begin(), dependencies.end());
  if (const std::string flag = hostFpFlag(command.options); !flag.empty())
    words.push_back(flag);
  for (const char *word : {"-w", "-E", "-fdirectives-only", "-dD", "-x"})
    words.push_back(word);
  words.push_back(!source.language.empty() ? source.language
                  : source.c               ? "c"
                                           : "c++");
  words.push_back(source.path);
  llvm::Expected<Captured> said = captureProcess(process);
  if (!said)
    result.error = llvm::toString(said.takeError());
  else if (said->code != 0)
    result.error = said->err;
  else
    result.text = std::move(said->out);
  return result;
}
