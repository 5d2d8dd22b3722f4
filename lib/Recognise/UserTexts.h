// What stands in the user's files, by position: the one place that reads them.
//
//     #1:6:3:8      the 8 bytes of file 1 from line 6, column 3: `x += 2;`
#pragma once

#include "regtt/IR/Module.h"

#include <llvm/Support/MemoryBuffer.h>

#include <map>
#include <memory>
#include <optional>

namespace regtt::recognise {

class UserTexts {
public:
  explicit UserTexts(const ir::Module &module) : module(module) {}

  /// Nothing where the range is not known, or the file has no such text.
  std::optional<llvm::StringRef> of(ir::Location range);
  /// What of `range` stands ahead of `inner`, which begins in it.
  std::optional<llvm::StringRef> before(ir::Location range, ir::Location inner);
  /// Whether all of `inner` stands within `outer`; what is not known does not.
  bool isWithin(ir::Location inner, ir::Location outer);

private:
  /// Where in its file a range begins.
  std::optional<size_t> offset(ir::Location range);
  const llvm::MemoryBuffer *file(unsigned number);

  const ir::Module &module;
  std::map<unsigned, std::shared_ptr<llvm::MemoryBuffer>> files;
};

/// Whether `word`, no part of a longer one, is in a text of the user's.
bool hasWord(llvm::StringRef text, llvm::StringRef word);

} // namespace regtt::recognise
