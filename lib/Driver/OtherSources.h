/// Parses further source files of a command while one is translated.
#pragma once

#include "regtt/Driver/Translate.h"
#include "regtt/Frontend/OtherFiles.h"

#include <clang/Frontend/CompilerInstance.h>

namespace regtt {

/// Files are parsed when something may be defined there, once, and are kept
/// until this ends.
class OtherSources {
public:
  /// `compiler` has parsed the source of `request`.
  OtherSources(const TranslateRequest &request,
               clang::CompilerInstance &compiler, Diagnostics &diagnostics);
  ~OtherSources();

  /// OtherFiles::Parser.
  std::vector<ParsedFile> parse(const clang::FunctionDecl *function,
                                clang::SourceLocation loc);

private:
  class Parsed;
  const TranslateRequest &request;
  clang::CompilerInstance &compiler;
  Diagnostics &diagnostics;
  std::vector<std::unique_ptr<Parsed>> parsed; ///< as of request.others
};

} // namespace regtt
