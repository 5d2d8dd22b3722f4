// clang-format as a library, so that printers need not care about layout.
#include "Format.h"

#include <clang/Format/Format.h>
#include <llvm/Support/Error.h>

using namespace regtt;
namespace tooling = clang::tooling;

static std::string pass(const std::string &code,
                        const clang::format::FormatStyle &style) {
  const auto edits = clang::format::reformat(
      style, code, {tooling::Range(0, code.size())}, "slice.cpp");
  auto result = tooling::applyAllReplacements(code, edits);
  if (!result) {
    llvm::consumeError(result.takeError());
    return code;
  }
  return *result;
}

std::string regtt::formatted(const std::string &code) {
  auto style = clang::format::getLLVMStyle();
  style.RemoveBracesLLVM = true;
  style.SortIncludes = clang::format::FormatStyle::SI_Never;
  // Comments move when braces go: a second pass settles them.
  return pass(pass(code, style), style);
}
