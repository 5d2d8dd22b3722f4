// Whether a source has `#pragma regtt`, itself or in what it includes. A text
// search of the source says so at once; the preprocessor looks into the rest.
#include "ClangArguments.h"

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Tooling/Tooling.h>

using namespace regtt;

namespace {

class Found : public clang::PragmaHandler {
public:
  explicit Found(bool &found) : PragmaHandler("regtt"), found(found) {}

  void HandlePragma(clang::Preprocessor &, clang::PragmaIntroducer,
                    clang::Token &) override {
    found = true;
  }

private:
  bool &found;
};

class Search : public clang::PreprocessOnlyAction {
public:
  explicit Search(bool &found) : found(found) {}

  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    compiler.getPreprocessor().AddPragmaHandler(new Found(found));
    return true;
  }

private:
  bool &found;
};

} // namespace

bool regtt::isAnnotated(const TranslateRequest &request, llvm::StringRef text) {
  if (text.contains("regtt"))
    return true;
  bool found = false;
  llvm::IntrusiveRefCntPtr<clang::FileManager> files(
      new clang::FileManager(clang::FileSystemOptions()));
  clang::tooling::ToolInvocation invocation(
      clangArguments(request), std::make_unique<Search>(found), files.get(),
      std::make_shared<clang::PCHContainerOperations>());
  // What is wrong with the source, the user's own compiler says.
  clang::IgnoringDiagConsumer silent;
  invocation.setDiagnosticConsumer(&silent);
  invocation.run();
  return found;
}
