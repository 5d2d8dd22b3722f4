// Prints the tuning file.
#include "Tuning.h"

#include <regtt/rt/host/tuning_path.h>

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/MemoryBuffer.h>

using namespace regtt;

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
  out << llvm::formatv("{0,-14}  {1,-8}  {2,-10}  {3,-20}  {4,-16}  {5}\n",
                       "engine", "order", "ns/query", "device", "queries",
                       "loop");
  llvm::SmallVector<llvm::StringRef, 32> lines;
  (*buffer)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (const llvm::StringRef line : lines) {
    llvm::SmallVector<llvm::StringRef, 8> parts;
    line.split(parts, '\t');
    unsigned size = 0;
    if (parts.size() != 7 || parts[3].getAsInteger(10, size) || size > 63) {
      out << "# not understood: " << line << "\n";
      continue;
    }
    // A size class holds the numbers of so many bits.
    const uint64_t least = size == 0 ? 0 : uint64_t(1) << (size - 1);
    out << llvm::formatv(
        "{0,-14}  {1,-8}  {2,-10}  {3,-20}  {4,-16}  {5}, {6}\n", parts[4],
        parts[5], parts[6], parts[2], std::to_string(least) + " or more",
        parts[0], parts[1]);
  }
  return llvm::Error::success();
}
