// Prints the tuning file.
#include "Tuning.h"

#include <regtt/rt/host/tuning_path.h>

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/MemoryBuffer.h>

using namespace regtt;

/// What a size class, the numbers of so many bits, holds; empty where it is no
/// size class.
static std::string sizes(llvm::StringRef bits) {
  unsigned size = 0;
  if (bits.getAsInteger(10, size) || size > 63)
    return {};
  const uint64_t least = size == 0 ? 0 : uint64_t(1) << (size - 1);
  return std::to_string(least) + " or more";
}

llvm::Error regtt::printTuning(llvm::raw_ostream &out) {
  const std::string path = rt::tuningFile();
  if (path.empty())
    return llvm::createStringError(
        "there is no tuning file: none of REGTT_TUNE_FILE, XDG_CACHE_HOME and "
        "HOME is set");
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return llvm::createStringError(
        "%s: %s; programs write it under REGTT_TUNE=write", path.c_str(),
        buffer.getError().message().c_str());
  out << "# " << path << "\n";
  constexpr const char *format =
      "{0,-14}  {1,-8}  {2,-10}  {3,-20}  {4,-16}  {5,-16}  {6}\n";
  out << llvm::formatv(format, "engine", "order", "ns/query", "device",
                       "queries", "nodes", "loop");
  llvm::SmallVector<llvm::StringRef, 32> lines;
  (*buffer)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (const llvm::StringRef line : lines) {
    llvm::SmallVector<llvm::StringRef, 8> parts;
    line.split(parts, '\t');
    if (parts.size() != 8 || sizes(parts[3]).empty() ||
        sizes(parts[4]).empty()) {
      out << "# not understood: " << line << "\n";
      continue;
    }
    out << llvm::formatv(format, parts[5], parts[6], parts[7], parts[2],
                         sizes(parts[3]), sizes(parts[4]),
                         (parts[0] + ", " + parts[1]).str());
  }
  return llvm::Error::success();
}
