// Asks the host compiler by which names it would write, instead of knowing its
// rules, which depend on its version and on the whole command:
//
//     g++ -### -MD -c user.cpp -o dir/x.o
//  -> cc1plus ... -MD dir/x.d -MQ dir/x.o ... -dumpdir dir/ -dumpbase x.cpp ...
#include "HostNames.h"

#include "Process.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/StringSaver.h>

using namespace regtt;

using Words = std::vector<std::string>;

/// The commands that `-###` prints, quoted as for a shell.
static std::vector<Words> printedCommands(llvm::StringRef text) {
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char *, 64> tokens;
  llvm::cl::TokenizeGNUCommandLine(text, saver, tokens, /*MarkEOLs=*/true);
  std::vector<Words> result(1);
  for (const char *token : tokens) {
    if (token)
      result.back().push_back(token);
    else
      result.emplace_back();
  }
  return result;
}

static bool isCompiler(const Words &command) {
  return !command.empty() &&
         (llvm::sys::path::filename(command[0]).starts_with("cc1") ||
          (command.size() > 1 && command[1] == "-cc1"));
}

/// What GCC's driver hands to its compiler, as its own options.
static Words gccDependencies(const Words &command) {
  Words result;
  std::string file;
  for (size_t i = 0; i + 1 < command.size(); ++i) {
    const std::string &word = command[i];
    if (word == "-MD" || word == "-MMD") {
      result.push_back(word);
      if (file.empty())
        file = command[++i];
    } else if (word == "-MF") {
      file = command[++i];
    } else if (word == "-MT" || word == "-MQ") {
      result.insert(result.end(), {word, command[++i]});
    } else if (word == "-MP") {
      result.push_back(word);
    }
  }
  if (!result.empty())
    result.insert(result.end(), {"-MF", file});
  return result;
}

/// And what Clang's does.
static Words clangDependencies(const Words &command) {
  Words result;
  const bool all = llvm::is_contained(command, "-sys-header-deps");
  for (size_t i = 0; i + 1 < command.size(); ++i) {
    const std::string &word = command[i];
    if (word == "-dependency-file")
      result.insert(result.end(), {all ? "-MD" : "-MMD", "-MF", command[++i]});
    else if (word == "-MT")
      result.insert(result.end(), {word, command[++i]});
    else if (word == "-MP")
      result.push_back(word);
  }
  return result;
}

HostNames regtt::askHostNames(const Toolchain &toolchain,
                              const CommandLine &command,
                              const SourceFile &source) {
  HostNames result;
  Process ask{{source.c ? toolchain.cc : toolchain.cxx, "-###"}, ""};
  ask.words.insert(ask.words.end(), command.original.begin(),
                   command.original.end());
  llvm::Expected<Captured> said = captureProcess(ask);
  if (!said) {
    llvm::consumeError(said.takeError());
    return result; // compiling will say it
  }
  bool found = false;
  for (const Words &words : printedCommands(said->err)) {
    if (!isCompiler(words))
      continue;
    if (!found) {
      found = llvm::is_contained(words, source.path);
      if (found)
        result.dependencies = words[1] == "-cc1" ? clangDependencies(words)
                                                 : gccDependencies(words);
    }
    // With -save-temps the preprocessor has a command of its own.
    for (size_t i = 1; found && i + 1 < words.size(); ++i)
      if (llvm::StringRef(words[i]).starts_with("-dump") &&
          llvm::is_contained({"-dumpdir", "-dumpbase", "-dumpbase-ext"},
                             words[i]))
        result.auxiliary.insert(result.auxiliary.end(),
                                {words[i], words[i + 1]});
      else if (llvm::StringRef(words[i]).starts_with("-auxbase"))
        return {result.dependencies, {}}; // before GCC 11
    if (!result.auxiliary.empty())
      break;
  }
  // Else it would be the folder of the object.
  if (!result.auxiliary.empty() &&
      !llvm::is_contained(result.auxiliary, "-dumpdir"))
    result.auxiliary.insert(result.auxiliary.end(), {"-dumpdir", ""});
  return result;
}

Words regtt::withoutDependencies(const Words &arguments) {
  Words result;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const llvm::StringRef argument = arguments[i];
    if (argument == "-MF" || argument == "-MT" || argument == "-MQ")
      ++i;
    else if (!argument.starts_with("-M") && !argument.starts_with("-Wp,-M"))
      result.push_back(argument.str());
  }
  return result;
}
