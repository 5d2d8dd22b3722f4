// Runs Clang over one file, and the pipeline over what it parsed.
#include "regtt/Driver/Translate.h"

#include "ClangArguments.h"
#include "JsonMessages.h"
#include "OtherSources.h"
#include "Pipeline.h"
#include "Suggest.h"
#include "regtt/Frontend/Attributes.h"

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <optional>

using namespace regtt;

llvm::StringRef regtt::toolVersion() { return REGTT_VERSION; }

namespace {

class Action : public clang::ASTFrontendAction {
public:
  Action(const TranslateRequest &request, Translation &result)
      : request(request), result(result) {}

  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    diagnostics = std::make_unique<Diagnostics>(compiler.getDiagnostics());
    diagnostics->allowSerial = request.options->AllowSerial;
    clang::Preprocessor &preprocessor = compiler.getPreprocessor();
    hostMacros.emplace(preprocessor, request.host);
    collectDirectives(preprocessor, directives, *diagnostics);
    collectDroppedAttributes(compiler.getPreprocessor(), dropped);
    return true;
  }

  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &compiler,
                    llvm::StringRef) override {
    struct Consumer : clang::ASTConsumer {
      Consumer(Action &action, clang::CompilerInstance &compiler)
          : action(action), compiler(compiler) {}
      void HandleTranslationUnit(clang::ASTContext &) override {
        action.translate(compiler);
      }
      Action &action;
      clang::CompilerInstance &compiler;
    };
    return std::make_unique<Consumer>(*this, compiler);
  }

  void translate(clang::CompilerInstance &compiler) {
    clang::Sema &sema = compiler.getSema();
    clang::ASTContext &ast = sema.getASTContext();
    if (ast.getDiagnostics().hasUncompilableErrorOccurred())
      return;
    if ((!directives.empty() || request.options->Suggest) && !isReadAlike(ast))
      return;
    if (!directives.empty() && compiler.getCodeGenOpts().RelaxedAliasing) {
      diagnostics->report(directives.front().loc, Diag::RTT1020);
      return;
    }
    noteDroppedAttributes(ast, dropped);
    warnOfMath(compiler.getLangOpts());
    if (request.options->Suggest)
      result.suggestions = suggest(request, sema, directives);
    else
      runWithOthers(compiler);
  }

private:
  void runWithOthers(clang::CompilerInstance &compiler) {
    OtherSources others(request, compiler, *diagnostics);
    runPipeline(
        request, result, compiler.getSema(), *diagnostics, directives,
        [&](const clang::FunctionDecl *function, clang::SourceLocation loc) {
          return others.parse(function, loc);
        });
  }

  /// Under these options the serial program has no one result either.
  void warnOfMath(const clang::LangOptions &language) {
    if (directives.empty() || request.options->Fp == "fast")
      return;
    const char *option = language.AllowFPReassoc || language.UnsafeFPMath
                             ? "-ffast-math"
                         : language.AllowRecip   ? "-freciprocal-math"
                         : language.NoHonorNaNs  ? "-ffinite-math-only"
                         : language.NoSignedZero ? "-fno-signed-zeros"
                                                 : nullptr;
    if (option)
      diagnostics->report(directives.front().loc, Diag::RTT3004) << option;
  }

  /// Whether the host compiler sees the code that was parsed.
  bool isReadAlike(const clang::ASTContext &ast) {
    const auto &manager = ast.getSourceManager();
    if (request.host.error.empty())
      return hostMacros->checkLines(*diagnostics);
    diagnostics->report(manager.getLocForStartOfFile(manager.getMainFileID()),
                        Diag::RTT1019)
        << llvm::StringRef(request.host.error).split('\n').first;
    return false;
  }

  const TranslateRequest &request;
  Translation &result;
  std::vector<Directive> directives;
  std::optional<HostMacros> hostMacros;
  DroppedAttributes dropped;
  std::unique_ptr<Diagnostics> diagnostics;
};

} // namespace

/// What there is, and standard input under the name that it has in messages.
static llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
fileSystem(const TranslateRequest &request) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> result(
      new llvm::vfs::OverlayFileSystem(llvm::vfs::getRealFileSystem()));
  if (request.source.isStdin()) {
    llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory(
        new llvm::vfs::InMemoryFileSystem);
    if (const auto here = result->getCurrentWorkingDirectory())
      memory->setCurrentWorkingDirectory(*here);
    memory->addFile(request.source.name(), 0,
                    llvm::MemoryBuffer::getMemBufferCopy(request.text));
    result->pushOverlay(memory);
  }
  return result;
}

Translation regtt::translate(const TranslateRequest &request) {
  Translation result;
  result.stem = request.stem;
  llvm::IntrusiveRefCntPtr<clang::FileManager> files(
      new clang::FileManager(clang::FileSystemOptions(), fileSystem(request)));
  clang::tooling::ToolInvocation invocation(
      clangArguments(request), std::make_unique<Action>(request, result),
      files.get(), std::make_shared<clang::PCHContainerOperations>());
  JsonMessages messages;
  if (asksForJson(request.compileArgs))
    invocation.setDiagnosticConsumer(&messages);
  result.ok = invocation.run();
  messages.print(llvm::errs());
  return result;
}
