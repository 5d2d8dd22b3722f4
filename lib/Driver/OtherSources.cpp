// Runs Clang over a file beside the one that is translated: with a
// preprocessor, an ASTContext and a Sema of its own, and with the same
// SourceManager, so that messages show lines of either.
#include "OtherSources.h"

#include "ClangArguments.h"
#include "regtt/Frontend/Attributes.h"

#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/StringExtras.h>

#include <optional>

using namespace regtt;

namespace {

class OtherAction : public clang::ASTFrontendAction {
public:
  explicit OtherAction(const HostPreprocessed &host) : host(host) {}

  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    clang::Preprocessor &preprocessor = compiler.getPreprocessor();
    diagnostics.emplace(compiler.getDiagnostics());
    hostMacros.emplace(preprocessor, host);
    collectDirectives(preprocessor, directives, *diagnostics);
    collectDroppedAttributes(preprocessor, dropped);
    return true;
  }
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &, llvm::StringRef) override {
    return std::make_unique<clang::ASTConsumer>();
  }

  const HostPreprocessed &host;
  std::optional<Diagnostics> diagnostics;
  std::optional<HostMacros> hostMacros;
  std::vector<Directive> directives;
  DroppedAttributes dropped;
};

} // namespace

/// One file. Its own messages are not shown: whoever compiles it sees them.
class OtherSources::Parsed {
public:
  Parsed(const TranslateRequest &request, const OtherSource &other)
      : request(request), action(other.host()) {
    this->request.source = other.source;
    this->request.host.ownHeaders = other.host().ownHeaders;
  }
  ~Parsed() {
    if (isBegun)
      action.EndSourceFile();
  }

  /// False: it has errors.
  bool run(clang::CompilerInstance &first) {
    std::vector<const char *> words;
    const std::vector<std::string> arguments = clangArguments(request);
    for (const std::string &argument : arguments)
      words.push_back(argument.c_str());
    compiler.createDiagnostics(new clang::IgnoringDiagConsumer());
    clang::CreateInvocationOptions options;
    options.Diags = &compiler.getDiagnostics();
    options.VFS = &first.getVirtualFileSystem();
    std::shared_ptr<clang::CompilerInvocation> invocation =
        clang::createInvocation(words, options);
    if (!invocation)
      return false;
    compiler.setInvocation(std::move(invocation));
    compiler.setFileManager(&first.getFileManager());
    compiler.setSourceManager(&first.getSourceManager());
    clang::SourceManager &manager = first.getSourceManager();
    compiler.getDiagnostics().setSourceManager(&manager);
    const clang::FileID main = manager.getMainFileID();
    const bool isParsed = parse();
    manager.setMainFileID(main);
    return isParsed && !compiler.getDiagnostics().hasErrorOccurred() &&
           action.diagnostics->errors() == 0;
  }

  /// Whether the host compiler sees the code that was parsed.
  bool isReadAlike(Diagnostics &diagnostics) {
    return action.hostMacros->checkLines(diagnostics);
  }

  ParsedFile file() {
    clang::ASTContext &context = compiler.getASTContext();
    noteDroppedAttributes(context, action.dropped);
    pairing = pairDirectives(context, action.directives, *action.diagnostics);
    pairing.sema = &compiler.getSema();
    return {request.source.path, &context, &pairing};
  }

private:
  bool parse() {
    if (!compiler.createTarget() ||
        !action.BeginSourceFile(compiler, compiler.getFrontendOpts().Inputs[0]))
      return false;
    isBegun = true;
    if (llvm::Error error = action.Execute()) {
      llvm::consumeError(std::move(error));
      return false;
    }
    return true;
  }

  TranslateRequest request;
  clang::CompilerInstance compiler;
  OtherAction action;
  bool isBegun = false;
  Pairing pairing;
};

OtherSources::OtherSources(const TranslateRequest &request,
                           clang::CompilerInstance &compiler,
                           Diagnostics &diagnostics)
    : request(request), compiler(compiler), diagnostics(diagnostics),
      parsed(request.others.size()) {}

OtherSources::~OtherSources() = default;

/// Whether `text` has `word` as a word.
static bool says(llvm::StringRef text, llvm::StringRef word) {
  const auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  for (size_t at = text.find(word); at != llvm::StringRef::npos;
       at = text.find(word, at + 1))
    if ((at == 0 || !isPart(text[at - 1])) &&
        (at + word.size() >= text.size() || !isPart(text[at + word.size()])))
      return true;
  return false;
}

/// What the source of a function's definition says somewhere.
static std::string wordOf(const clang::FunctionDecl *function) {
  if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
      method && !method->getIdentifier())
    return method->getParent()->getNameAsString();
  return function->getIdentifier() ? function->getName().str() : "operator";
}

std::vector<ParsedFile> OtherSources::parse(const clang::FunctionDecl *function,
                                            clang::SourceLocation loc) {
  std::vector<ParsedFile> result;
  const std::string word = wordOf(function);
  for (size_t k = 0; k < parsed.size(); ++k) {
    const OtherSource &other = request.others[k];
    // `##` may make a name that the text does not have.
    const llvm::StringRef text = other.host().text;
    if (parsed[k] || !(says(text, word) || text.contains("##")))
      continue;
    parsed[k] = std::make_unique<Parsed>(request, other);
    const bool isParsed = parsed[k]->run(compiler);
    if (isParsed && parsed[k]->isReadAlike(diagnostics))
      result.push_back(parsed[k]->file());
    else if (!isParsed)
      diagnostics.report(loc, Diag::RTT1144)
          << function->getNameAsString() << other.source.name();
  }
  return result;
}
