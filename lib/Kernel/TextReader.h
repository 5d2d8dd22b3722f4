// The documents of a text, one after the other: a kernel's functions, its
// tables, and what others have put behind them.
#pragma once

#include "TextRows.h"

#include <llvm/Support/Error.h>

namespace regtt::kernel {

class TextReader {
public:
  explicit TextReader(llvm::StringRef text);

  bool isDone() const { return !isOpen; }
  /// Whether a kernel's functions come next.
  bool isAtFunctions();
  /// Reads the next two documents. The error says what is wrong and where.
  llvm::Expected<Kernel> kernel();
  /// Reads the next document, whose types and functions are of `module`.
  template <class Rows> llvm::Error rows(ir::Module &module, Rows &result) {
    TextContext context{module};
    yaml.setContext(&context);
    llvm::yaml::EmptyContext none;
    llvm::yaml::yamlize(yaml, result, true, none);
    return advance();
  }
  /// What YAML's parser had to say.
  llvm::Error error() const;

private:
  static void note(const llvm::SMDiagnostic &fault, void *reader);
  llvm::Error advance();
  llvm::Expected<std::unique_ptr<ir::Module>> functions();

  std::string fault;
  llvm::yaml::Input yaml;
  bool isOpen;
};

} // namespace regtt::kernel
