/// Files that regtt-cc writes for itself.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/Twine.h>
#include <llvm/Support/Error.h>

#include <string>
#include <system_error>

namespace regtt {

/// `cannot write 'file': no space left on device`
llvm::Error fileError(const llvm::Twine &what, llvm::StringRef file,
                      std::error_code code);

llvm::Error writeFile(const std::string &file, llvm::StringRef text);

/// A folder that is made when it is first asked for, and removed at the end.
class Scratch {
public:
  Scratch() = default;
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;
  ~Scratch();

  /// Makes it, called after `name`, which is plain text; nvcc hands its path to
  /// a shell, so that it is where that is plain text, too.
  llvm::Error make(llvm::StringRef name);
  const std::string &path() const { return folder; }
  std::string newObject() {
    return folder + "/" + std::to_string(numObjects++) + ".o";
  }

private:
  std::string folder;
  unsigned numObjects = 0;
};

/// What a source's generated files are called after: its name as far as that
/// is plain in every file system, shell and language, and else with a hash.
///
///     a/tree.cpp      -> tree
///     a/my $(x).cpp   -> my___x__1f3a92c0
std::string generatedStem(llvm::StringRef path);

} // namespace regtt
