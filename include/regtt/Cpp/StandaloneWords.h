/// The names of a C++ file that stands alone: each struct, enum, global and
/// function by its own name, made one word and unique.
#pragma once

#include "regtt/Cpp/Words.h"

#include <llvm/ADT/StringSet.h>

namespace regtt::cpp {

class StandaloneWords : public Words {
public:
  explicit StandaloneWords(const ir::Module &module);

  std::string field(const ir::Field &field) override;
  std::string global(const ir::Global &global) override;
  std::string function(const ir::Function &function) override;
  std::string type(const ir::NamedType &type) override;
  bool isTaken(llvm::StringRef name) override;
  std::optional<std::string> constant(const ir::EnumType &type,
                                      const llvm::APInt &value) override;

  /// `Axis_Y`
  std::string constantName(const ir::EnumType &type, unsigned index);

private:
  llvm::StringSet<> taken, types;
  llvm::DenseMap<const void *, std::string> names;
  void add(const void *what, llvm::StringRef name);
};

} // namespace regtt::cpp
