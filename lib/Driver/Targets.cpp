// Reads the options that choose from what there is.
#include "Targets.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

using namespace regtt;

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

static llvm::Error add(llvm::StringRef target, bool emits,
                       const Toolchain &toolchain, Targets &result) {
  if (target == "serial") {
    result.serial = true;
    return llvm::Error::success();
  }
  if (target == "auto") {
    for (const Backend &backend : allBackends())
      if (backend.name != "lanes" &&
          (backend.name != "cuda" || emits || !toolchain.nvcc.empty()))
        result.backends.push_back(&backend);
    return llvm::Error::success();
  }
  const Backend *named = findBackend(target);
  if (!named)
    return llvm::createStringError(
        "unknown target '" + target +
        "'; known are auto, cuda, lanes, cpu, serial");
  if (target == "cuda" && !emits && toolchain.nvcc.empty())
    return llvm::createStringError(
        "target 'cuda' needs nvcc, which was not found; install the CUDA "
        "toolkit, or say where it is with --cuda-path");
  result.backends.push_back(named);
  return llvm::Error::success();
}

llvm::Expected<Targets> regtt::chooseTargets(const Options &options,
                                             const Toolchain &toolchain) {
  Targets result;
  llvm::SmallVector<llvm::StringRef, 4> targets;
  llvm::StringRef(options.Target).split(targets, ',');
  const bool emits = !options.Emit.empty() || options.VerifyDiagnostics;
  for (llvm::StringRef target : targets)
    if (llvm::Error error = add(target, emits, toolchain, result))
      return std::move(error);
  if (result.serial && targets.size() > 1)
    return llvm::createStringError(
        "target 'serial' cannot be combined with others");
  if (llvm::Error error =
          checkChoice("layout", options.Layout, {"auto", "plain", "hoist"}))
    return std::move(error);
  if (llvm::Error error =
          checkChoice("fp", options.Fp, {"strict", "libm", "contract", "fast"}))
    return std::move(error);
  if (llvm::Error error = checkChoice("emit", options.Emit,
                                      {"", "ir", "loop", "kernel", "header",
                                       "host", "cuda", "lanes", "cpu"}))
    return std::move(error);
  return result;
}
