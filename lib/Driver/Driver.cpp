// What regtt-cc does with a command line: translates each annotated source,
// compiles the host file and the slices, links; everything else goes to the
// compilers as it is.
#include "regtt/Driver/Driver.h"

#include "CommandSources.h"
#include "Dependencies.h"
#include "Emit.h"
#include "HostNames.h"
#include "HostPreprocessor.h"
#include "Process.h"
#include "Scratch.h"
#include "Slices.h"
#include "Suggest.h"
#include "Targets.h"
#include "Ties.h"
#include "Tuning.h"
#include "regtt/Driver/Translate.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Signals.h>
#include <llvm/Support/StringSaver.h>

#include <optional>

using namespace regtt;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// Exit codes of commands that failed; the command itself has said why.
struct CommandFailed : llvm::ErrorInfo<CommandFailed> {
  static char ID;
  explicit CommandFailed(int code) : code(code) {}
  void log(llvm::raw_ostream &out) const override { out << "command failed"; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
  int code;
};
char CommandFailed::ID;

class Driver {
public:
  Driver(CommandLine command, Toolchain toolchain)
      : command(std::move(command)), toolchain(std::move(toolchain)),
        sources(this->toolchain, this->command) {}

  llvm::Error run() {
    llvm::Expected<Targets> chosen = chooseTargets(command.options, toolchain);
    if (!chosen)
      return chosen.takeError();
    targets = std::move(*chosen);
    if (!command.hasInputs && command.original.empty())
      return llvm::createStringError("no input files");
    if (command.passThrough && command.options.Suggest)
      return llvm::createStringError(
          "--suggest looks at sources, and at headers with the sources that "
          "include them; it does not go with headers alone, -E, -S and -M");
    if (command.passThrough || targets.serial || !command.hasInputs)
      return passAlong();
    if (!command.output.empty() && command.compileOnly &&
        command.sources.size() + command.others.size() > 1)
      return llvm::createStringError(
          "cannot specify '-o' with '-c' and several files");
    const bool compiles = command.options.Emit.empty() &&
                          !command.options.VerifyDiagnostics &&
                          !command.options.Suggest;
    if (llvm::Error error = sources.check())
      return error;
    if (llvm::Error error = makeFolders())
      return error;
    for (size_t k = 0; k < command.sources.size(); ++k) {
      objects.emplace_back();
      if (llvm::Error error = takeSource(command.sources[k], compiles))
        return error;
    }
    if (command.options.Suggest)
      print(suggested, llvm::outs());
    if (failed)
      return llvm::make_error<CommandFailed>(1);
    if (command.options.Suggest)
      return folder.empty() ? llvm::Error::success()
                            : writeAnnotated(suggested, folder);
    if (!compiles || command.syntaxOnly)
      return llvm::Error::success();
    return command.compileOnly ? compileOthers() : link();
  }

private:
  llvm::Error makeFolders() {
    folder = command.options.OutDir;
    if (folder.empty() && command.options.SaveTemps)
      folder = ".";
    if (!folder.empty()) {
      if (std::error_code code = fs::create_directories(folder))
        return fileError("cannot make the folder", folder, code);
      if (std::error_code code = fs::access(folder, fs::AccessMode::Write))
        return fileError("cannot write to the folder", folder, code);
    }
    return scratch.make(command.sources.empty()
                            ? "link"
                            : generatedStem(command.sources[0].path));
  }

  /// What a source says. Standard input is read once, and kept in a file for
  /// the compilers to read.
  llvm::Expected<std::string> read(const SourceFile &source) {
    auto buffer = source.isStdin() ? llvm::MemoryBuffer::getSTDIN()
                                   : llvm::MemoryBuffer::getFile(source.path);
    if (!buffer)
      return fileError("cannot read", source.path, buffer.getError());
    const std::string text = (*buffer)->getBuffer().str();
    if (source.isStdin()) {
      input = scratch.path() + "/stdin";
      if (llvm::Error error = writeFile(input, text))
        return std::move(error);
    }
    return text;
  }

  llvm::Error takeSource(const SourceFile &source, bool compiles) {
    llvm::Expected<std::string> text = read(source);
    if (!text)
      return text.takeError();
    names = askHostNames(toolchain, command, source);
    tie.clear();
    const TranslateRequest request{
        source,
        *text,
        generatedStem(source.path),
        keptHostName(source),
        command.compile,
        toolchain.resourceDir,
        targets.backends,
        &command.options,
        preprocessOnHost(toolchain, command, source, names.dependencies, input),
        sources.othersThan(source)};
    if (compiles && !llvm::StringRef(*text).contains("regtt") &&
        !hasPragma(request.host))
      return compileAsIs(source);
    const Translation translation = translate(request);
    tie = tieOf(source, request.host, command.compile);
    if (llvm::Error error = addDependencies(
            toolchain, command, names.dependencies, translation.used))
      return error;
    if (!translation.ok) {
      failed = true; // said; the other files are still looked at
      return llvm::Error::success();
    }
    if (command.options.VerifyDiagnostics)
      return llvm::Error::success();
    if (command.options.Suggest)
      return suggested.add(translation.suggestions), llvm::Error::success();
    if (command.options.Explain)
      llvm::errs() << translation.explanation;
    if (!compiles)
      return emitProduct(command, folder, source, translation);
    return translation.anySites && !command.syntaxOnly
               ? compile(source, translation)
               : compileAsIs(source);
  }

  std::string keptHostName(const SourceFile &source) const {
    return folder.empty() && command.options.Emit.empty() ? ""
                                                          : hostName(source);
  }

  llvm::Error check(llvm::Expected<int> code) {
    if (!code)
      return code.takeError();
    if (*code != 0)
      return llvm::make_error<CommandFailed>(*code);
    return llvm::Error::success();
  }

  /// What is compiled is in the folder of regtt-cc's own; what the user keeps
  /// is a copy of it.
  llvm::Error writeGenerated(const SourceFile &source,
                             const Translation &translation) {
    std::vector<std::pair<std::string, llvm::StringRef>> files = {
        {translation.stem + ".regtt.h", translation.header},
        {hostName(source), translation.host},
        {translation.stem + ".regtt.json", translation.report}};
    for (const Slice &slice : translation.slices)
      files.push_back(
          {translation.stem + slice.backend->extension.str(), slice.text});
    for (const auto &[name, text] : files) {
      if (llvm::Error error = writeFile(scratch.path() + "/" + name, text))
        return error;
      if (!folder.empty())
        if (llvm::Error error = writeFile(folder + "/" + name, text))
          return error;
    }
    return llvm::Error::success();
  }

  llvm::Error compile(const SourceFile &source,
                      const Translation &translation) {
    if (llvm::Error error = writeGenerated(source, translation))
      return error;
    std::vector<std::string> parts = {scratch.newObject()};
    if (llvm::Error error = compileHost(source, hostName(source), parts[0]))
      return error;
    for (const Slice &slice : translation.slices)
      for (const SlicePiece &piece : slicePieces(*slice.backend)) {
        const SliceJob job{toolchain, command, scratch.path(),
                           folder,    piece,   slice.launchesGrids};
        parts.push_back(scratch.newObject());
        if (llvm::Error error = check(
                compileSlice(job, *slice.backend,
                             translation.stem + slice.backend->extension.str(),
                             parts.back())))
          return error;
      }
    if (llvm::Error error = addTie(parts))
      return error;
    if (!command.compileOnly) {
      objects.back() = std::move(parts);
      return llvm::Error::success();
    }
    return joinParts(source, parts);
  }

  /// What tells which text the object is of.
  llvm::Error addTie(std::vector<std::string> &parts) {
    if (tie.empty())
      return llvm::Error::success();
    parts.push_back(scratch.newObject());
    return check(defineTie(tie, toolchain, command, scratch, parts.back()));
  }

  /// One object, as the caller's build system expects.
  llvm::Error joinParts(const SourceFile &source,
                        const std::vector<std::string> &parts) {
    std::vector<std::string> words = {toolchain.cxx, "-r", "-nostdlib", "-o",
                                      objectName(source.path)};
    words.insert(words.end(), parts.begin(), parts.end());
    return check(runCommand(toolchain, words));
  }

  /// The host file stands for the user's: headers are found from the folder of
  /// that, and where regtt-cc's own folder would be named, that is.
  llvm::Error compileHost(const SourceFile &source, const std::string &name,
                          const std::string &object) {
    const std::string folderOfSource = path::parent_path(source.path).str();
    std::vector<std::string> words = {
        source.c ? toolchain.cc : toolchain.cxx, "-iquote",
        folderOfSource.empty() ? "." : folderOfSource};
    for (std::string &word : withoutDependencies(command.compile))
      words.push_back(std::move(word));
    if (const std::string flag = hostFpFlag(command.options); !flag.empty())
      words.push_back(flag);
    const std::string file = scratch.path() + "/" + name;
    const std::string map = "-ffile-prefix-map=";
    words.push_back(map + scratch.path() +
                    "/=" + (folder.empty() ? "" : folder + "/"));
    if (folder.empty())
      words.push_back(map + file + "=" + source.name());
    words.insert(words.end(), names.auxiliary.begin(), names.auxiliary.end());
    for (const std::string &word :
         {std::string("-Wno-unknown-pragmas"), std::string("-isystem"),
          toolchain.includeDir, std::string("-c"), file, std::string("-o"),
          object})
      words.push_back(word);
    return check(runCommand(toolchain, words));
  }

  std::string objectName(llvm::StringRef source) const {
    return command.output.empty() ? path::stem(source).str() + ".o"
                                  : command.output;
  }

  /// Compiles a file without doing anything for it.
  llvm::Error compileTo(std::vector<std::string> words,
                        llvm::StringRef language, const std::string &file,
                        const std::string &object) {
    words.push_back("-Wno-unknown-pragmas");
    if (!language.empty())
      words.insert(words.end(), {"-x", language.str()});
    if (!command.syntaxOnly)
      words.insert(words.end(), {"-c", "-o", object});
    words.push_back(file);
    return check(runCommand(toolchain, words, file == "-" ? input : ""));
  }

  std::vector<std::string> compilerOf(bool c) const {
    std::vector<std::string> words = {c ? toolchain.cc : toolchain.cxx};
    words.insert(words.end(), command.compile.begin(), command.compile.end());
    return words;
  }

  llvm::Error compileAsIs(const SourceFile &source) {
    std::vector<std::string> words = compilerOf(source.c);
    if (command.syntaxOnly || (command.compileOnly && tie.empty()))
      return compileTo(std::move(words), source.language, source.path,
                       objectName(source.path));
    if (command.compileOnly) {
      std::vector<std::string> parts = {scratch.newObject()};
      if (llvm::Error error = compileTo(std::move(words), source.language,
                                        source.path, parts[0]))
        return error;
      if (llvm::Error error = addTie(parts))
        return error;
      return joinParts(source, parts);
    }
    // As in one command with the link; dependencies are there already.
    objects.back() = {scratch.newObject()};
    words = withoutDependencies(words);
    words.insert(words.end(), names.auxiliary.begin(), names.auxiliary.end());
    if (llvm::Error error = compileTo(std::move(words), source.language,
                                      source.path, objects.back()[0]))
      return error;
    return addTie(objects.back());
  }

  llvm::Error compileOthers() {
    for (const OtherInput &other : command.others)
      if (llvm::Error error = compileTo(compilerOf(/*c=*/false), other.language,
                                        other.path, objectName(other.path)))
        return error;
    return llvm::Error::success();
  }

  llvm::Error link() {
    std::vector<std::string> words = compilerOf(/*c=*/false);
    for (const LinkWord &word : command.link) {
      if (word.source < 0)
        words.push_back(word.text);
      else
        words.insert(words.end(), objects[word.source].begin(),
                     objects[word.source].end());
    }
    if (!command.partial)
      for (const std::string &library : runtimeLibraries(toolchain))
        words.push_back(library);
    words.push_back("-o");
    words.push_back(command.output.empty() ? "a.out" : command.output);
    return check(runCommand(toolchain, words));
  }

  /// The compiler does the whole of it.
  llvm::Error passAlong() {
    const bool allC =
        !command.sources.empty() &&
        llvm::all_of(command.sources, [](const SourceFile &s) { return s.c; });
    std::vector<std::string> words = {allC ? toolchain.cc : toolchain.cxx};
    if (command.hasInputs)
      words.push_back("-Wno-unknown-pragmas");
    words.insert(words.end(), command.original.begin(), command.original.end());
    if (command.assembly && !targets.serial)
      if (llvm::Error error = warnOfAssembly())
        return error;
    return check(runCommand(toolchain, words));
  }

  /// What is generated for a loop has no place in one assembler file.
  llvm::Error warnOfAssembly() {
    for (const SourceFile &source : command.sources)
      if (!source.isStdin() &&
          hasPragma(preprocessOnHost(toolchain, command, source, {}, "")))
        llvm::errs() << "regtt-cc: warning: " << source.path
                     << ": -S prints the code of the annotated loops as they "
                        "stand, without what is generated for them\n";
    return llvm::Error::success();
  }

  CommandLine command;
  Toolchain toolchain;
  CommandSources sources;
  Targets targets;
  bool failed = false;
  std::string folder; ///< in which the user keeps what is generated
  Scratch scratch;
  Suggestions suggested;
  std::string input; ///< the file that holds what standard input was
  std::string tie;   ///< of the source that is being compiled
  HostNames names;   ///< of the source that is being compiled
  std::vector<std::vector<std::string>> objects; ///< of each source
};

} // namespace

/// What needs no compiler; nothing if there is no such option.
static std::optional<llvm::Error> answer(const Options &options) {
  if (options.Help)
    printHelp(llvm::outs());
  else if (options.HelpMarkdown)
    printOptionsPage(llvm::outs());
  else if (options.ShowTuning)
    return printTuning(llvm::outs());
  else
    return std::nullopt;
  return llvm::Error::success();
}

/// The version, and that of the compiler that is called, by which build systems
/// find out how to call it.
static llvm::Error printVersion(const Toolchain &toolchain) {
  llvm::outs() << "regtt-cc " << toolVersion() << "\n";
  llvm::Expected<Captured> said =
      captureProcess({{toolchain.cxx, "--version"}, ""});
  if (!said)
    return said.takeError();
  llvm::outs() << said->out;
  return llvm::Error::success();
}

static llvm::Error runCommandLine(llvm::ArrayRef<const char *> arguments) {
  auto command = parseCommandLine(arguments);
  if (!command)
    return command.takeError();
  if (std::optional<llvm::Error> answered = answer(command->options))
    return std::move(*answered);
  auto toolchain = findToolchain(*command, arguments[0]);
  if (!toolchain)
    return toolchain.takeError();
  if (command->options.Version)
    return printVersion(*toolchain);
  if (command->options.PrintLibraries) {
    llvm::outs() << llvm::join(runtimeLibraries(*toolchain), " ") << "\n";
    return llvm::Error::success();
  }
  return Driver(std::move(*command), *toolchain).run();
}

int regtt::runDriver(int argc, const char **argv) {
  llvm::sys::PrintStackTraceOnErrorSignal(argv[0]);
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char *, 32> arguments(argv, argv + argc);
  int code = 0;
  llvm::cl::ExpandResponseFiles(saver, llvm::cl::TokenizeGNUCommandLine,
                                arguments);
  llvm::handleAllErrors(
      runCommandLine(arguments),
      [&](const CommandFailed &failed) { code = failed.code; },
      [&](const llvm::ErrorInfoBase &info) {
        code = 1;
        llvm::errs() << "regtt-cc: error: " << info.message() << "\n";
      });
  return code;
}
