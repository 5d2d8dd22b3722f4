// Rewrites the user's file.
//
//     for (int i = 0; i < n; ++i) correlate(&points[i], root);
//  -> { const int regtt_first = 0; const auto regtt_last = n; ...
//       const int regtt_serial = regtt_begin(&regtt_call);
//       if (regtt_serial)
//     for (int i = 0; i < n; ++i) correlate(&points[i], root);
//       regtt_end(&regtt_call); }
#include "regtt/Rewrite/HostFile.h"

#include "LoopBlock.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <clang/Rewrite/Core/Rewriter.h>

#include <set>

using namespace regtt;
using namespace clang;

namespace {

class HostRewriter {
public:
  HostRewriter(ASTContext &ast, llvm::ArrayRef<const Model *> models,
               llvm::StringRef header)
      : ast(ast), manager(ast.getSourceManager()), models(models),
        header(header), rewriter(manager, ast.getLangOpts()) {}

  llvm::Expected<std::string> run() {
    includeHeader();
    std::set<SourceLocation> done;
    for (const Model *model : models) {
      const ForStmt *loop = model->loop.loop;
      if (done.insert(loop->getBeginLoc()).second)
        rewriteLoop(*model);
      if (model->loop.templateSite)
        specialize(*model);
    }
    const auto *buffer = rewriter.getRewriteBufferFor(manager.getMainFileID());
    if (!buffer)
      return llvm::createStringError("nothing was rewritten");
    std::string text;
    llvm::raw_string_ostream stream(text);
    buffer->write(stream);
    return text;
  }

private:
  std::string lineDirective(SourceLocation loc) const {
    const PresumedLoc place = manager.getPresumedLoc(loc);
    std::string file;
    for (const char *c = place.getFilename(); *c; ++c)
      file += (*c == '\\' || *c == '"') ? std::string("\\") + *c
                                        : std::string(1, *c);
    return "\n#line " + std::to_string(place.getLine()) + " \"" + file + "\"\n";
  }

  void insert(SourceLocation loc, const std::string &text) {
    rewriter.InsertText(loc, "\n" + text + lineDirective(loc),
                        /*InsertAfter=*/true, /*indentNewLines=*/false);
  }

  /// The outermost declaration in the main file around `loc`, and the
  /// namespaces on the way to the innermost one that is not a namespace.
  struct Around {
    const Decl *outermost = nullptr;
    const Decl *inNamespace = nullptr;
    std::vector<const NamespaceDecl *> namespaces;
  };

  bool contains(const Decl *decl, SourceLocation loc) const {
    const SourceLocation begin = manager.getExpansionLoc(decl->getBeginLoc());
    const SourceLocation end = manager.getExpansionLoc(decl->getEndLoc());
    return begin.isValid() && manager.isInMainFile(begin) &&
           !manager.isBeforeInTranslationUnit(loc, begin) &&
           !manager.isBeforeInTranslationUnit(end, loc);
  }

  Around around(SourceLocation loc) const {
    Around result;
    const DeclContext *scope = ast.getTranslationUnitDecl();
    while (scope) {
      const DeclContext *inner = nullptr;
      for (const Decl *decl : scope->decls()) {
        if (decl->isImplicit() || !contains(decl, loc))
          continue;
        if (!result.outermost)
          result.outermost = decl;
        result.inNamespace = decl;
        if (const auto *ns = dyn_cast<NamespaceDecl>(decl)) {
          result.namespaces.push_back(ns);
          inner = ns;
        } else if (const auto *linkage = dyn_cast<LinkageSpecDecl>(decl)) {
          inner = linkage;
        }
        break;
      }
      scope = inner;
    }
    return result;
  }

  SourceLocation startOf(const Decl *decl) const {
    return manager.getExpansionLoc(decl->getBeginLoc());
  }

  /// Before the first declaration that needs it, so that what the user defines
  /// for the system headers is defined before them.
  void includeHeader() {
    SourceLocation first;
    for (const Model *model : models) {
      const Around place = around(model->loop.loop->getBeginLoc());
      const SourceLocation loc = startOf(place.outermost);
      if (first.isInvalid() || manager.isBeforeInTranslationUnit(loc, first))
        first = loc;
    }
    insert(first, "#include \"" + header.str() + "\"");
  }

  void rewriteLoop(const Model &model) {
    const ForStmt *loop = model.loop.loop;
    insert(loop->getBeginLoc(), openLoopBlock(model));
    SourceLocation end = Lexer::getLocForEndOfToken(loop->getEndLoc(), 0,
                                                    manager, ast.getLangOpts());
    if (!isa<CompoundStmt>(loop->getBody()))
      end = Lexer::findLocationAfterToken(loop->getEndLoc(), tok::semi, manager,
                                          ast.getLangOpts(), false);
    insert(end, closeLoopBlock(model));
  }

  /// Declares which operator an instantiation runs, before the place that
  /// instantiates it; the enclosing namespaces are closed and opened again.
  void specialize(const Model &model) {
    const Around place = around(model.loop.templateSite->before);
    std::string open, close;
    for (const NamespaceDecl *ns : place.namespaces) {
      if (place.inNamespace == ns)
        break;
      const std::string name = ns->getNameAsString();
      if (ns->isNested()) { // namespace a::b { has one brace
        open.resize(open.size() - 2);
        open += std::string("::") + (ns->isInline() ? "inline " : "") + name +
                " { ";
        continue;
      }
      close += "} ";
      open += std::string(ns->isInline() ? "inline " : "") + "namespace " +
              name + (name.empty() ? "{ " : " { ");
    }
    insert(startOf(place.inNamespace), close + specialization(model) + open);
  }

  ASTContext &ast;
  SourceManager &manager;
  llvm::ArrayRef<const Model *> models;
  llvm::StringRef header;
  Rewriter rewriter;
};

} // namespace

llvm::Expected<std::string>
regtt::rewriteHostFile(ASTContext &ast, llvm::ArrayRef<const Model *> models,
                       llvm::StringRef header) {
  return HostRewriter(ast, models, header).run();
}
