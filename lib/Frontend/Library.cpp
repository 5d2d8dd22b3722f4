// Recognises the library functions of LibraryFunctions.def.
#include "regtt/Frontend/Library.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>

using namespace regtt;

namespace {
struct Entry {
  llvm::StringLiteral name;
  LibraryFunction function;
};

constexpr Entry table[] = {
#define LIB(NAME, SPELLING, ERROR) {#NAME, {SPELLING, ERROR}},
#include "regtt/IR/LibraryFunctions.def"
#undef LIB
};

const LibraryFunction *find(llvm::StringRef name) {
  for (const Entry &entry : table)
    if (entry.name == name)
      return &entry.function;
  return nullptr;
}
} // namespace

const LibraryFunction *
regtt::findLibraryFunction(const clang::FunctionDecl &function) {
  if (!function.getIdentifier())
    return nullptr;
  const llvm::StringRef name = function.getName();
  const auto &manager = function.getASTContext().getSourceManager();
  const bool fromSystem = function.isInStdNamespace() ||
                          (function.isExternC() &&
                           manager.isInSystemHeader(function.getLocation()));
  if (!fromSystem && function.getBuiltinID() == 0)
    return nullptr;
  llvm::StringRef plain = name;
  plain.consume_front("__builtin_");
  if (const LibraryFunction *found = find(plain))
    return found;
  const bool real = function.getReturnType()->isRealFloatingType();
  if (real && plain.ends_with("f"))
    return find(plain.drop_back());
  return nullptr;
}
