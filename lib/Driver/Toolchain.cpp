// Finds compilers, builds their command lines, runs them.
#include "Toolchain.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Process.h>
#include <llvm/Support/Program.h>

using namespace regtt;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static std::string joined(llvm::StringRef a, llvm::StringRef b) {
  llvm::SmallString<128> result(a);
  path::append(result, b);
  path::remove_dots(result, /*remove_dot_dot=*/true);
  return result.str().str();
}

static std::string findNvcc(const Options &options) {
  const auto in = [](const std::string &dir) {
    const std::string nvcc = joined(dir, "bin/nvcc");
    return fs::can_execute(nvcc) ? nvcc : std::string();
  };
  if (!options.CudaPath.empty())
    return in(options.CudaPath);
  for (const char *variable : {"CUDA_PATH", "CUDA_HOME"})
    if (const auto dir = llvm::sys::Process::GetEnv(variable))
      if (const std::string nvcc = in(*dir); !nvcc.empty())
        return nvcc;
  if (auto found = llvm::sys::findProgramByName("nvcc"))
    return *found;
  return in("/usr/local/cuda");
}

llvm::Expected<Toolchain> regtt::findToolchain(const CommandLine &command,
                                               const char *argv0) {
  Toolchain result;
  result.verbose = command.options.Verbose;
  const auto find = [](const std::string &name,
                       const char *language) -> llvm::Expected<std::string> {
    if (auto found = llvm::sys::findProgramByName(name))
      return *found;
    return llvm::createStringError(
        "the %s compiler '%s' was not found; install it, or name another with "
        "--%s",
        language, name.c_str(),
        llvm::StringRef(language) == "C" ? "cc" : "cxx");
  };
  auto cxx = find(command.options.Cxx, "C++");
  if (!cxx)
    return cxx.takeError();
  result.cxx = *cxx;
  if (llvm::any_of(command.sources, [](const SourceFile &s) { return s.c; })) {
    auto cc = find(command.options.Cc, "C");
    if (!cc)
      return cc.takeError();
    result.cc = *cc;
  }
  result.nvcc = findNvcc(command.options);
  if (result.nvcc.empty() && !command.options.CudaPath.empty())
    return llvm::createStringError("no nvcc in '%s/bin'",
                                   command.options.CudaPath.c_str());
  if (!result.nvcc.empty()) {
    llvm::SmallString<128> real;
    const std::string nvcc =
        fs::real_path(result.nvcc, real) ? result.nvcc : real.str().str();
    const std::string toolkit =
        path::parent_path(path::parent_path(nvcc)).str();
    result.cudaLibDir = joined(toolkit, "lib64");
  }
  const std::string self =
      fs::getMainExecutable(argv0, reinterpret_cast<void *>(&findToolchain));
  const std::string prefix = path::parent_path(path::parent_path(self)).str();
  result.includeDir = joined(prefix, "include");
  result.libDir = joined(prefix, "lib");
  result.resourceDir = joined(prefix, "lib/regtt-cc/clang");
  if (!fs::exists(joined(result.includeDir, "regtt/rt/abi.h")))
    return llvm::createStringError(
        "the runtime's headers are not in '%s', where this regtt-cc looks for "
        "them",
        result.includeDir.c_str());
  return result;
}

llvm::Expected<int> regtt::runCommand(const Toolchain &toolchain,
                                      const std::vector<std::string> &command) {
  if (toolchain.verbose) {
    for (const std::string &word : command)
      llvm::errs() << (&word == &command[0] ? "" : " ") << word;
    llvm::errs() << "\n";
  }
  std::vector<llvm::StringRef> words(command.begin(), command.end());
  std::string error;
  const int code = llvm::sys::ExecuteAndWait(command[0], words, std::nullopt,
                                             {}, 0, 0, &error);
  if (code < 0)
    return llvm::createStringError("'%s' could not be run: %s",
                                   command[0].c_str(), error.c_str());
  return code;
}

/// Arguments of the user's that shape the slices' code, too: optimisation,
/// debugging, machine and code generation; not warnings, language or includes.
static std::vector<std::string> codegenArgs(const CommandLine &command) {
  std::vector<std::string> result;
  for (const std::string &arg : command.compile) {
    const llvm::StringRef text = arg;
    const bool codegen =
        text.starts_with("-O") || text.starts_with("-g") ||
        text.starts_with("-m") || text == "-pthread" || text == "-DNDEBUG" ||
        (text.starts_with("-f") && text != "-fno-exceptions" &&
         text != "-fno-rtti" && !text.starts_with("-fdiagnostics") &&
         !text.starts_with("-ffp-contract") && text != "-fshort-enums" &&
         !text.starts_with("-fpack-struct"));
    if (codegen)
      result.push_back(arg);
  }
  return result;
}

/// How each floating-point mode is spelled for the two compilers.
struct FpFlags {
  llvm::StringLiteral mode, gcc, nvcc;
};
static constexpr FpFlags fpFlags[] = {
    {"strict", "-ffp-contract=off", "-fmad=false"},
    {"libm", "-ffp-contract=off", "-fmad=false"},
    {"contract", "-ffp-contract=fast", "-fmad=true"},
    {"fast", "-ffast-math", "--use_fast_math"},
};

static const FpFlags &flagsOf(const Options &options) {
  for (const FpFlags &flags : fpFlags)
    if (flags.mode == options.Fp)
      return flags;
  return fpFlags[0];
}

/// An argument for nvcc's comma list -Xcompiler.
static std::string escaped(llvm::StringRef argument) {
  std::string result;
  for (char c : argument)
    result += c == ',' ? std::string("\\,") : std::string(1, c);
  return result;
}

static std::vector<std::string> cudaCommand(const Toolchain &toolchain,
                                            const CommandLine &command) {
  std::vector<std::string> result = {
      toolchain.nvcc, "-std=c++20",  "--expt-relaxed-constexpr",
      "-ccbin",       toolchain.cxx, flagsOf(command.options).nvcc.str()};
  llvm::SmallVector<llvm::StringRef, 4> archs;
  llvm::StringRef(command.options.CudaGpuArch).split(archs, ',');
  for (llvm::StringRef arch : archs) {
    llvm::StringRef number = arch;
    number.consume_front("sm_");
    result.push_back("-gencode=arch=compute_" + number.str() + ",code=[sm_" +
                     number.str() + ",compute_" + number.str() + "]");
  }
  std::string host = flagsOf(command.options).gcc.str();
  for (const std::string &arg : codegenArgs(command)) {
    if (llvm::StringRef(arg).starts_with("-O"))
      result.push_back(
          arg.size() > 2 && arg[2] >= '0' && arg[2] <= '3' ? arg : "-O3");
    else if (arg == "-DNDEBUG")
      result.push_back(arg);
    else
      host += "," + escaped(arg);
  }
  result.push_back("-Xcompiler");
  result.push_back(host);
  return result;
}

static std::vector<std::string> cpuCommand(const Toolchain &toolchain,
                                           const CommandLine &command) {
  std::vector<std::string> result = {toolchain.cxx, "-std=c++20"};
  for (const std::string &arg : codegenArgs(command))
    result.push_back(arg);
  result.push_back(flagsOf(command.options).gcc.str());
  return result;
}

/// Which compiler takes which backend's slice.
struct SliceCompiler {
  llvm::StringLiteral backend;
  std::vector<std::string> (*command)(const Toolchain &, const CommandLine &);
};
static constexpr SliceCompiler sliceCompilers[] = {
    {"cuda", cudaCommand},
    {"cpu", cpuCommand},
};

llvm::Expected<int>
regtt::compileSlice(const Toolchain &toolchain, const CommandLine &command,
                    const Backend &backend, const std::string &path,
                    const std::string &includeDir, const std::string &object) {
  const SliceCompiler *compiler =
      llvm::find_if(sliceCompilers, [&](const SliceCompiler &each) {
        return each.backend == backend.name;
      });
  std::vector<std::string> words = compiler->command(toolchain, command);
  if (command.options.CountVisits)
    words.push_back("-DREGTT_COUNT_VISITS");
  for (const std::string &word :
       {std::string("-I" + includeDir), "-I" + toolchain.includeDir,
        std::string("-c"), path, std::string("-o"), object})
    words.push_back(word);
  return runCommand(toolchain, words);
}

std::string regtt::hostFpFlag(const Options &options) {
  const FpFlags &flags = flagsOf(options);
  return flags.mode == "strict" || flags.mode == "libm" ? flags.gcc.str() : "";
}

std::vector<std::string> regtt::runtimeLibraries(const Toolchain &toolchain) {
  std::vector<std::string> result = {"-L" + toolchain.libDir, "-lregtt_rt"};
  if (!toolchain.nvcc.empty()) {
    result.push_back("-L" + toolchain.cudaLibDir);
    result.push_back("-lcudart_static");
    result.push_back("-ldl");
    result.push_back("-lrt");
  }
  result.push_back("-lpthread");
  return result;
}
