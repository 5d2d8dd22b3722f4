// Finds the compilers and the runtime.
#include "Toolchain.h"

#include "Process.h"

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
  const bool allC =
      !command.sources.empty() &&
      llvm::all_of(command.sources, [](const SourceFile &s) { return s.c; });
  const std::string &launched = command.options.Launch;
  auto cxx =
      find(launched.empty() || allC ? command.options.Cxx : launched, "C++");
  if (!cxx)
    return cxx.takeError();
  result.cxx = *cxx;
  if (llvm::any_of(command.sources, [](const SourceFile &s) { return s.c; })) {
    auto cc =
        find(launched.empty() || !allC ? command.options.Cc : launched, "C");
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
                                      const std::vector<std::string> &command,
                                      const std::string &input) {
  if (toolchain.verbose) {
    for (const std::string &word : command)
      llvm::errs() << (&word == &command[0] ? "" : " ") << word;
    llvm::errs() << "\n";
  }
  return runProcess({command, input});
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
