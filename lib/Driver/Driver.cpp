// What regtt-cc does with a command line: translates each annotated source,
// compiles the host file and the slices, links; everything else goes to the
// compilers as it is.
#include "regtt/Driver/Driver.h"

#include "HostPreprocessor.h"
#include "Toolchain.h"
#include "Tuning.h"
#include "regtt/Driver/Translate.h"

#include <llvm/ADT/ScopeExit.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Signals.h>

#include <set>

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

llvm::Error fileError(const llvm::Twine &what, llvm::StringRef file,
                      std::error_code code) {
  return llvm::createStringError(what + " '" + file + "': " + code.message());
}

class Driver {
public:
  Driver(CommandLine command, Toolchain toolchain)
      : command(std::move(command)), toolchain(std::move(toolchain)) {}

  ~Driver() {
    if (!scratch.empty())
      fs::remove_directories(scratch);
  }

  llvm::Error run() {
    if (llvm::Error error = chooseBackends())
      return error;
    if (command.passThrough || serial)
      return passAlong();
    if (command.sources.empty() && command.objects.empty())
      return llvm::createStringError("no input files");
    if (!command.output.empty() && command.compileOnly &&
        command.sources.size() > 1)
      return llvm::createStringError(
          "cannot specify '-o' with '-c' and several files");
    const bool compiles =
        command.options.Emit.empty() && !command.options.VerifyDiagnostics;
    if (llvm::Error error = makeFolders(compiles))
      return error;
    for (const SourceFile &source : command.sources)
      if (llvm::Error error = takeSource(source, compiles))
        return error;
    if (failed)
      return llvm::make_error<CommandFailed>(1);
    return compiles && !command.compileOnly ? link() : llvm::Error::success();
  }

private:
  llvm::Error chooseBackends() {
    llvm::SmallVector<llvm::StringRef, 4> targets;
    llvm::StringRef(command.options.Target).split(targets, ',');
    const bool emits =
        !command.options.Emit.empty() || command.options.VerifyDiagnostics;
    for (llvm::StringRef target : targets) {
      const Backend *named = findBackend(target);
      if (target == "serial") {
        serial = true;
      } else if (target == "auto") {
        for (const Backend &backend : allBackends())
          if (backend.name != "cuda" || emits || !toolchain.nvcc.empty())
            backends.push_back(&backend);
      } else if (!named) {
        return llvm::createStringError("unknown target '" + target +
                                       "'; known are auto, cuda, cpu, serial");
      } else {
        if (target == "cuda" && !emits && toolchain.nvcc.empty())
          return llvm::createStringError(
              "target 'cuda' needs nvcc, which was not found; install the CUDA "
              "toolkit, or say where it is with --cuda-path");
        backends.push_back(named);
      }
    }
    if (serial && targets.size() > 1)
      return llvm::createStringError(
          "target 'serial' cannot be combined with others");
    if (llvm::Error error = checkChoice("layout", command.options.Layout,
                                        {"auto", "plain", "hoist"}))
      return error;
    return checkChoice("fp", command.options.Fp,
                       {"strict", "libm", "contract", "fast"});
  }

  static llvm::Error checkChoice(llvm::StringRef option, llvm::StringRef value,
                                 llvm::ArrayRef<llvm::StringRef> choices) {
    if (llvm::is_contained(choices, value))
      return llvm::Error::success();
    return llvm::createStringError(
        "unknown value '" + value + "' of --" + option + "; known are " +
        llvm::join(choices.drop_while(
                       [](llvm::StringRef choice) { return choice.empty(); }),
                   ", "));
  }

  llvm::Error makeFolders(bool compiles) {
    if (llvm::Error error = checkChoice(
            "emit", command.options.Emit,
            {"", "ir", "loop", "kernel", "header", "host", "cuda", "cpu"}))
      return error;
    folder = command.options.OutDir;
    if (folder.empty() && command.options.SaveTemps)
      folder = ".";
    if (!folder.empty()) {
      if (std::error_code code = fs::create_directories(folder))
        return fileError("cannot make the folder", folder, code);
      if (std::error_code code = fs::access(folder, fs::AccessMode::Write))
        return fileError("cannot write to the folder", folder, code);
    }
    if (!compiles)
      return llvm::Error::success();
    llvm::SmallString<128> dir;
    if (std::error_code code = fs::createUniqueDirectory("regtt-cc", dir))
      return fileError("cannot make a temporary folder", "", code);
    scratch = dir.str().str();
    return llvm::Error::success();
  }

  llvm::Error takeSource(const SourceFile &source, bool compiles) {
    auto buffer = llvm::MemoryBuffer::getFile(source.path);
    if (!buffer)
      return fileError("cannot read", source.path, buffer.getError());
    const TranslateRequest request{
        source,
        command.compile,
        toolchain.resourceDir,
        backends,
        &command.options,
        preprocessOnHost(toolchain, command, source)};
    if (compiles && !(*buffer)->getBuffer().contains("regtt") &&
        !hasPragma(request.host))
      return compileAsIs(source);
    const Translation translation = translate(request);
    if (!translation.ok) {
      failed = true; // said; the other files are still looked at
      return llvm::Error::success();
    }
    if (command.options.VerifyDiagnostics)
      return llvm::Error::success();
    if (command.options.Explain)
      llvm::errs() << translation.explanation;
    if (!compiles)
      return emit(translation);
    return translation.anySites ? compile(source, translation)
                                : compileAsIs(source);
  }

  static llvm::Error write(const std::string &file, llvm::StringRef text) {
    std::error_code code;
    llvm::raw_fd_ostream out(file, code);
    if (code)
      return fileError("cannot write", file, code);
    out << text;
    out.close();
    if (out.has_error()) {
      code = out.error();
      out.clear_error();
      return fileError("cannot write", file, code);
    }
    return llvm::Error::success();
  }

  static std::string hostName(const Translation &translation, bool c) {
    return translation.stem + ".regtt" + (c ? ".c" : ".cpp");
  }

  llvm::Error emit(const Translation &translation) {
    const llvm::StringRef what = command.options.Emit;
    const bool c = llvm::any_of(
        command.sources, [](const SourceFile &source) { return source.c; });
    std::string name, text;
    if (what == "ir" || what == "loop" || what == "kernel") {
      name = (translation.stem + ".regtt." + what).str();
      text = translation.ir;
    } else if (what == "header") {
      name = translation.stem + ".regtt.h";
      text = translation.header;
    } else if (what == "host") {
      name = hostName(translation, c);
      text = translation.host;
    }
    for (const auto &[backend, slice] : translation.slices)
      if (backend->name == what) {
        name = translation.stem + backend->extension.str();
        text = slice;
      }
    if (name.empty()) {
      if (translation.anySites)
        return llvm::createStringError("--emit=" + what +
                                       " needs --target=" + what);
      return llvm::Error::success();
    }
    std::string file = command.output;
    if (file.empty() && !folder.empty())
      file = folder + "/" + name;
    if (file.empty() || file == "-") {
      llvm::outs() << text;
      return llvm::Error::success();
    }
    return write(file, text);
  }

  /// Where emitted files go: the user's folder, or one that is removed.
  std::string emitted(const std::string &name) const {
    return (folder.empty() ? scratch : folder) + "/" + name;
  }

  std::string newObject() {
    return scratch + "/" + std::to_string(numObjects++) + ".o";
  }

  llvm::Error check(llvm::Expected<int> code) {
    if (!code)
      return code.takeError();
    if (*code != 0)
      return llvm::make_error<CommandFailed>(*code);
    return llvm::Error::success();
  }

  llvm::Error compile(const SourceFile &source,
                      const Translation &translation) {
    std::vector<std::pair<std::string, llvm::StringRef>> files = {
        {translation.stem + ".regtt.h", translation.header},
        {hostName(translation, source.c), translation.host},
        {translation.stem + ".regtt.json", translation.report}};
    for (const auto &[backend, text] : translation.slices)
      files.push_back({translation.stem + backend->extension.str(), text});
    for (const auto &[name, text] : files)
      if (llvm::Error error = write(emitted(name), text))
        return error;
    const std::string outDir = folder.empty() ? scratch : folder;
    std::vector<std::string> parts = {newObject()};
    if (llvm::Error error = compileHost(
            source, emitted(hostName(translation, source.c)), outDir, parts[0]))
      return error;
    for (const auto &[backend, text] : translation.slices) {
      parts.push_back(newObject());
      if (llvm::Error error = check(
              compileSlice(toolchain, command, *backend,
                           emitted(translation.stem + backend->extension.str()),
                           outDir, parts.back())))
        return error;
    }
    if (!command.compileOnly) {
      objects.insert(objects.end(), parts.begin(), parts.end());
      return llvm::Error::success();
    }
    // One object, as the caller's build system expects.
    std::vector<std::string> words = {toolchain.cxx, "-r", "-nostdlib", "-o",
                                      objectName(source)};
    words.insert(words.end(), parts.begin(), parts.end());
    return check(runCommand(toolchain, words));
  }

  llvm::Error compileHost(const SourceFile &source, const std::string &file,
                          const std::string &outDir,
                          const std::string &object) {
    std::string folderOfSource = path::parent_path(source.path).str();
    if (folderOfSource.empty())
      folderOfSource = ".";
    std::vector<std::string> words = {source.c ? toolchain.cc : toolchain.cxx};
    words.insert(words.end(), command.compile.begin(), command.compile.end());
    if (const std::string flag = hostFpFlag(command.options); !flag.empty())
      words.push_back(flag);
    for (const std::string &word :
         {std::string("-Wno-unknown-pragmas"), std::string("-iquote"),
          folderOfSource, "-iquote" + outDir, std::string("-isystem"),
          toolchain.includeDir, std::string("-c"), file, std::string("-o"),
          object})
      words.push_back(word);
    return check(runCommand(toolchain, words));
  }

  std::string objectName(const SourceFile &source) const {
    return command.output.empty() ? path::stem(source.path).str() + ".o"
                                  : command.output;
  }

  llvm::Error compileAsIs(const SourceFile &source) {
    const std::string object =
        command.compileOnly ? objectName(source) : newObject();
    std::vector<std::string> words = {source.c ? toolchain.cc : toolchain.cxx};
    words.insert(words.end(), command.compile.begin(), command.compile.end());
    for (const std::string &word :
         {std::string("-Wno-unknown-pragmas"), std::string("-c"), source.path,
          std::string("-o"), object})
      words.push_back(word);
    if (!command.compileOnly)
      objects.push_back(object);
    return check(runCommand(toolchain, words));
  }

  llvm::Error link() {
    std::vector<std::string> words = {toolchain.cxx};
    words.insert(words.end(), command.compile.begin(), command.compile.end());
    words.insert(words.end(), objects.begin(), objects.end());
    words.insert(words.end(), command.objects.begin(), command.objects.end());
    words.insert(words.end(), command.link.begin(), command.link.end());
    for (const std::string &library : runtimeLibraries(toolchain))
      words.push_back(library);
    words.push_back("-o");
    words.push_back(command.output.empty() ? "a.out" : command.output);
    return check(runCommand(toolchain, words));
  }

  llvm::Error passAlong() {
    const bool allC =
        !command.sources.empty() &&
        llvm::all_of(command.sources, [](const SourceFile &s) { return s.c; });
    std::vector<std::string> words = {allC ? toolchain.cc : toolchain.cxx,
                                      "-Wno-unknown-pragmas"};
    words.insert(words.end(), command.original.begin(), command.original.end());
    return check(runCommand(toolchain, words));
  }

  CommandLine command;
  Toolchain toolchain;
  std::vector<const Backend *> backends;
  bool serial = false, failed = false;
  std::string folder, scratch;
  std::vector<std::string> objects;
  unsigned numObjects = 0;
};

} // namespace

int regtt::runDriver(int argc, const char **argv) {
  llvm::sys::PrintStackTraceOnErrorSignal(argv[0]);
  const auto fail = [](llvm::Error error) {
    int code = 1;
    llvm::handleAllErrors(
        std::move(error),
        [&](const CommandFailed &failed) { code = failed.code; },
        [](const llvm::ErrorInfoBase &info) {
          llvm::errs() << "regtt-cc: error: " << info.message() << "\n";
        });
    return code;
  };
  auto command = parseCommandLine(argc, argv);
  if (!command)
    return fail(command.takeError());
  if (command->options.Help) {
    printHelp(llvm::outs());
    return 0;
  }
  if (command->options.HelpMarkdown) {
    printOptionsPage(llvm::outs());
    return 0;
  }
  if (command->options.ShowTuning) {
    llvm::Error error = printTuning(llvm::outs());
    return error ? fail(std::move(error)) : 0;
  }
  if (command->options.Version) {
    llvm::outs() << "regtt-cc " << toolVersion() << "\n";
    return 0;
  }
  auto toolchain = findToolchain(*command, argv[0]);
  if (!toolchain)
    return fail(toolchain.takeError());
  llvm::Error error = Driver(std::move(*command), *toolchain).run();
  return error ? fail(std::move(error)) : 0;
}
