// The host compiler says what another source is made of, with names as `make`
// wants them:
//
//     main.o: main.c kd.h          main.o: main.c kd.h \
//     kd.c kd.h              ->     kd.c kd.h
#include "Dependencies.h"

#include "HostNames.h"
#include "Process.h"
#include "Scratch.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/MemoryBuffer.h>

using namespace regtt;

/// The first rule of a file of dependencies ends there: its lines but the last
/// end in a backslash.
static size_t endOfRule(llvm::StringRef text) {
  size_t end = text.find('\n');
  while (end != llvm::StringRef::npos && end > 0 && text[end - 1] == '\\')
    end = text.find('\n', end + 1);
  return std::min(end, text.size());
}

llvm::Error regtt::addDependencies(const Toolchain &toolchain,
                                   const CommandLine &command,
                                   const std::vector<std::string> &dependencies,
                                   llvm::ArrayRef<SourceFile> others) {
  const auto at = llvm::find(dependencies, "-MF");
  if (others.empty() || at == dependencies.end() ||
      std::next(at) == dependencies.end() || *std::next(at) == "-")
    return llvm::Error::success();
  const std::string &file = *std::next(at);
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return llvm::Error::success(); // it was not written
  std::string text = (*buffer)->getBuffer().str();
  const bool isAll = llvm::is_contained(dependencies, "-MD");
  for (const SourceFile &other : others) {
    Process process{{other.c ? toolchain.cc : toolchain.cxx}, ""};
    for (std::string &word : withoutDependencies(command.compile))
      process.words.push_back(std::move(word));
    for (const char *word : {"-w", isAll ? "-M" : "-MM", "-MT", "x"})
      process.words.push_back(word);
    if (llvm::is_contained(dependencies, "-MP"))
      process.words.push_back("-MP");
    process.words.push_back(other.path);
    llvm::Expected<Captured> said = captureProcess(process);
    if (!said)
      return said.takeError();
    llvm::StringRef rules = said->out;
    if (said->code != 0 || !rules.consume_front("x:"))
      continue;
    const size_t end = endOfRule(rules);
    // Those that a header's absence would stop; each once.
    for (llvm::StringRef rest = rules.drop_front(end).trim(); !rest.empty();) {
      llvm::StringRef line;
      std::tie(line, rest) = rest.split('\n');
      if (!line.empty() && !llvm::StringRef(text).contains(("\n" + line).str()))
        text += (line + "\n").str();
    }
    text.insert(endOfRule(text),
                " \\\n " + rules.take_front(end).trim(" \\\n").str());
  }
  return writeFile(file, text);
}
