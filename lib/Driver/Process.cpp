// Starts other programs without a shell.
#include "Process.h"

#include <llvm/ADT/ScopeExit.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FileUtilities.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Program.h>

#include <optional>

using namespace regtt;
namespace fs = llvm::sys::fs;

/// Where standard input, output and errors go: empty is nowhere.
using Redirects = llvm::ArrayRef<std::optional<llvm::StringRef>>;

static llvm::Expected<int> start(const std::vector<std::string> &command,
                                 Redirects redirects) {
  const std::vector<llvm::StringRef> words(command.begin(), command.end());
  std::string error;
  const int code = llvm::sys::ExecuteAndWait(command[0], words, std::nullopt,
                                             redirects, 0, 0, &error);
  if (code < 0)
    return llvm::createStringError("'%s' could not be run: %s",
                                   command[0].c_str(), error.c_str());
  return code;
}

static llvm::Expected<std::string> temporaryFile(llvm::StringRef suffix) {
  llvm::SmallString<128> file;
  if (const std::error_code code =
          fs::createTemporaryFile("regtt-cc", suffix, file))
    return llvm::createStringError("no temporary file: " + code.message());
  return file.str().str();
}

std::string regtt::responseText(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words) {
    if (word.empty())
      text += "\"\"";
    for (const char c : word) {
      if (llvm::isSpace(c) || c == '\\' || c == '"' || c == '\'')
        text += '\\';
      text += c;
    }
    text += '\n';
  }
  return text;
}

llvm::Expected<int> regtt::runProcess(const Process &process) {
  std::vector<std::optional<llvm::StringRef>> redirects;
  if (!process.input.empty())
    redirects = {llvm::StringRef(process.input), std::nullopt, std::nullopt};
  const std::vector<llvm::StringRef> words(process.words.begin() + 1,
                                           process.words.end());
  if (llvm::sys::commandLineFitsWithinSystemLimits(process.words[0], words))
    return start(process.words, redirects);
  auto file = temporaryFile("rsp");
  if (!file)
    return file.takeError();
  const llvm::FileRemover remove{llvm::Twine(*file)};
  std::error_code code;
  llvm::raw_fd_ostream out(*file, code);
  out << responseText({process.words.begin() + 1, process.words.end()});
  out.close();
  return start({process.words[0], "@" + *file}, redirects);
}

llvm::Expected<Captured> regtt::captureProcess(const Process &process) {
  auto out = temporaryFile("out");
  if (!out)
    return out.takeError();
  const llvm::FileRemover removeOut{llvm::Twine(*out)};
  auto err = temporaryFile("err");
  if (!err)
    return err.takeError();
  const llvm::FileRemover removeErr{llvm::Twine(*err)};
  auto code =
      start(process.words, {llvm::StringRef(process.input),
                            llvm::StringRef(*out), llvm::StringRef(*err)});
  if (!code)
    return code.takeError();
  const auto contents = [](llvm::StringRef file) {
    const auto buffer = llvm::MemoryBuffer::getFile(file);
    return buffer ? (*buffer)->getBuffer().str() : std::string();
  };
  return Captured{*code, contents(*out), contents(*err)};
}
