// Which files a source's loops may find definitions in.
#include "CommandSources.h"

#include "HostPreprocessor.h"
#include "Scratch.h"
#include "Ties.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FileSystem.h>

using namespace regtt;
namespace fs = llvm::sys::fs;

CommandSources::CommandSources(const Toolchain &toolchain,
                               const CommandLine &command)
    : toolchain(toolchain), command(command), files(command.sources) {
  llvm::SmallVector<llvm::StringRef> paths;
  llvm::StringRef(command.options.WithSource)
      .split(paths, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (const llvm::StringRef path : paths)
    if (!llvm::any_of(files, [&](const SourceFile &known) {
          return !known.isStdin() && fs::equivalent(known.path, path);
        }))
      files.push_back({path.str(), isC(path), ""});
}

llvm::Error CommandSources::check() const {
  for (size_t k = command.sources.size(); k < files.size(); ++k)
    if (std::error_code code = fs::access(files[k].path, fs::AccessMode::Exist))
      return fileError("--with-source: cannot read", files[k].path, code);
  return llvm::Error::success();
}

const HostPreprocessed &CommandSources::host(const SourceFile &file) {
  const auto [found, isNew] = preprocessed.try_emplace(file.path);
  if (isNew)
    found->second = preprocessOnHost(toolchain, command, file, {}, "");
  return found->second;
}

std::vector<OtherSource> CommandSources::othersThan(const SourceFile &source) {
  std::vector<OtherSource> result;
  for (size_t k = 0; k < files.size(); ++k) {
    const SourceFile &file = files[k];
    if (file.isStdin() || file.path == source.path)
      continue;
    // What one command compiles and links belongs together.
    const bool isLinked = k < command.sources.size() && !command.compileOnly;
    result.push_back(
        {file,
         [this, &file]() -> const HostPreprocessed & { return host(file); },
         !isLinked,
         [this, &file] { return tieOf(file, host(file), command.compile); }});
  }
  return result;
}
