// Makes, names and removes files of regtt-cc's own.
#include "Scratch.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/xxhash.h>

using namespace regtt;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

llvm::Error regtt::fileError(const llvm::Twine &what, llvm::StringRef file,
                             std::error_code code) {
  return llvm::createStringError(what + " '" + file + "': " + code.message());
}

llvm::Error regtt::writeFile(const std::string &file, llvm::StringRef text) {
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

Scratch::~Scratch() {
  if (!folder.empty())
    fs::remove_directories(folder);
}

static bool isPlain(char c) {
  return llvm::isAlnum(c) || llvm::StringRef("_-+.").contains(c);
}

/// A new folder for this user alone: the first of `START`, `START-1` and so on
/// that is not there, so that the same compilation has the same paths, and
/// tools that keep objects (ccache) know it again.
static std::error_code makeFolder(llvm::StringRef start,
                                  llvm::SmallVectorImpl<char> &made) {
  constexpr unsigned numTried = 16;
  for (unsigned k = 0; k < numTried; ++k) {
    made.clear();
    (start + (k == 0 ? "" : "-" + llvm::Twine(k))).toVector(made);
    const std::error_code code = fs::create_directory(
        llvm::Twine(made), /*IgnoreExisting=*/false, fs::owner_all);
    if (code != std::errc::file_exists)
      return code;
  }
  return fs::createUniqueDirectory(start, made);
}

llvm::Error Scratch::make(llvm::StringRef name) {
  if (!folder.empty())
    return llvm::Error::success();
  llvm::SmallString<128> parent;
  path::system_temp_directory(/*ErasedOnReboot=*/true, parent);
  if (!llvm::all_of(parent, [](char c) { return isPlain(c) || c == '/'; }))
    parent = "/tmp";
  path::append(parent, "regtt-cc-" + name);
  llvm::SmallString<128> made;
  if (std::error_code code = makeFolder(parent, made))
    return fileError("cannot make a temporary folder", parent, code);
  folder = made.str().str();
  return llvm::Error::success();
}

std::string regtt::generatedStem(llvm::StringRef path) {
  const llvm::StringRef stem = path::stem(path);
  if (stem.empty() || path == "-")
    return "stdin";
  std::string result;
  for (const char c : stem)
    result += isPlain(c) ? c : '_';
  // What begins with a dash is read as an option.
  if (result.front() == '-')
    result.front() = '_';
  if (result != stem)
    result += "_" + llvm::utohexstr(llvm::xxh3_64bits(stem) >> 32,
                                    /*LowerCase=*/true, 8);
  return result;
}
