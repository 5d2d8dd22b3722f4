// Asks the host compiler what its preprocessor makes of a source: which macros
// it predefines, and which lines it keeps.
#include "HostPreprocessor.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FileUtilities.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Program.h>

using namespace regtt;
namespace fs = llvm::sys::fs;

/// The user's arguments without those that make other files.
static std::vector<std::string>
preprocessorArgs(const std::vector<std::string> &compile) {
  std::vector<std::string> result;
  for (size_t i = 0; i < compile.size(); ++i) {
    const llvm::StringRef arg = compile[i];
    if (arg == "-MF" || arg == "-MT" || arg == "-MQ")
      ++i;
    else if (!arg.starts_with("-M") && !arg.starts_with("-Wp,-M") &&
             !arg.starts_with("-save-temps"))
      result.push_back(arg.str());
  }
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

HostPreprocessed regtt::preprocessOnHost(const Toolchain &toolchain,
                                         const CommandLine &command,
                                         const SourceFile &source) {
  HostPreprocessed result;
  result.userFolders = systemFolders(command.compile);
  std::vector<std::string> words = {source.c ? toolchain.cc : toolchain.cxx};
  for (std::string &arg : preprocessorArgs(command.compile))
    words.push_back(std::move(arg));
  if (const std::string flag = hostFpFlag(command.options); !flag.empty())
    words.push_back(flag);
  for (const char *word : {"-w", "-E", "-fdirectives-only", "-dD", "-x"})
    words.push_back(word);
  words.push_back(source.c ? "c" : "c++");
  words.push_back(source.path);

  llvm::SmallString<128> out, err;
  if (const std::error_code code =
          fs::createTemporaryFile("regtt-cc", "ii", out)) {
    result.error = "no temporary file: " + code.message();
    return result;
  }
  const llvm::FileRemover removeOut(out);
  if (const std::error_code code =
          fs::createTemporaryFile("regtt-cc", "log", err)) {
    result.error = "no temporary file: " + code.message();
    return result;
  }
  const llvm::FileRemover removeErr(err);
  const std::vector<llvm::StringRef> arguments(words.begin(), words.end());
  std::string failure;
  const int code =
      llvm::sys::ExecuteAndWait(words[0], arguments, std::nullopt,
                                {"", out.str(), err.str()}, 0, 0, &failure);
  const auto contents = [](llvm::StringRef file) {
    const auto buffer = llvm::MemoryBuffer::getFile(file);
    return buffer ? (*buffer)->getBuffer().str() : std::string();
  };
  if (code == 0)
    result.text = contents(out);
  else
    result.error = code < 0 ? failure : contents(err);
  return result;
}
