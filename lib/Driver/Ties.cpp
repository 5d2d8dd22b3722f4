// What of a source's text and arguments may change what its code does.
#include "Ties.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/xxhash.h>

using namespace regtt;

/// What says how, but not what, is compiled.
static bool isHarmless(llvm::StringRef flag) {
  static const llvm::StringRef starts[] = {"-fdiagnostics",
                                           "-fmax-errors",
                                           "-ffile-prefix-map",
                                           "-fdebug-",
                                           "-fmacro-prefix-map",
                                           "-flto",
                                           "-fno-lto",
                                           "-fPIC",
                                           "-fpic",
                                           "-fPIE",
                                           "-fpie",
                                           "-fno-pic",
                                           "-fno-pie",
                                           "-fno-PIC",
                                           "-fno-PIE",
                                           "-fvisibility",
                                           "-fprofile",
                                           "-fstack",
                                           "-fsanitize",
                                           "-fsyntax-only",
                                           "-ffunction-sections",
                                           "-fdata-sections",
                                           "-fcolor"};
  return llvm::any_of(
      starts, [&](llvm::StringRef start) { return flag.starts_with(start); });
}

/// Whether what stands behind this line, `# 1 "kd.h" 1`, is the user's: his
/// files, in system folders of his own, too, and the macros of the command.
static bool isUsers(llvm::StringRef line, const HostPreprocessed &host) {
  const auto [name, flags] = line.rsplit('"');
  const llvm::StringRef file = name.split('"').second;
  if (file.starts_with("<"))
    return file == "<stdin>" || file.starts_with("<command");
  return !flags.contains('3') ||
         llvm::any_of(host.userFolders, [&](const std::string &folder) {
           return file.starts_with(folder);
         });
}

/// The lines of the user's files, as conditions keep them.
static std::string userText(const HostPreprocessed &host) {
  llvm::StringRef text = host.text;
  std::string result;
  bool isKept = false;
  while (!text.empty()) {
    llvm::StringRef line;
    std::tie(line, text) = text.split('\n');
    if (line.starts_with("# ") && line.size() > 2 && llvm::isDigit(line[2]) &&
        line.contains('"'))
      isKept = isUsers(line, host);
    else if (isKept && !line.trim().empty())
      result += (line.rtrim() + "\n").str();
  }
  return result;
}

std::string regtt::tieOf(const SourceFile &source, const HostPreprocessed &host,
                         const std::vector<std::string> &compile) {
  if (!hasPragma(host))
    return "";
  std::string text = userText(host);
  for (const llvm::StringRef flag : compile)
    if (flag.starts_with("-std") || flag == "-ansi" ||
        ((flag.starts_with("-f") || flag.starts_with("-m")) &&
         !isHarmless(flag)))
      text += '\0' + flag.str();
  std::string name = "regtt_" + llvm::sys::path::filename(source.path).str();
  for (char &c : name)
    if (!llvm::isAlnum(c))
      c = '_';
  return name + "_" +
         llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true, 16);
}

llvm::Expected<int> regtt::defineTie(const std::string &symbol,
                                     const Toolchain &toolchain,
                                     const CommandLine &command,
                                     const Scratch &scratch,
                                     const std::string &object) {
  const std::string file = scratch.path() + "/tie.s";
  const std::string text = "\t.section .rodata\n\t.weak " + symbol +
                           "\n\t.type " + symbol + ", %object\n\t.size " +
                           symbol + ", 1\n" + symbol + ":\n\t.byte 0\n" +
                           "\t.section .note.GNU-stack,\"\",%progbits\n";
  if (llvm::Error error = writeFile(file, text))
    return std::move(error);
  std::vector<std::string> words = {toolchain.cxx};
  for (const std::string &word : command.compile)
    if (llvm::StringRef(word).starts_with("-m"))
      words.push_back(word);
  words.insert(words.end(), {"-c", file, "-o", object});
  return runCommand(toolchain, words);
}
